"""What is under way stays while it is about the same, and what begins afresh is that alone."""

from streamlit.testing.v1 import AppTest


def _slots_forgotten() -> None:
    import streamlit as st

    from tutor.pages.frame import session

    for slot in ("learn-turns-1", "learn-turns-1-tally", "learn-turns-10", "learn-turns"):
        session.under_way(slot, "this", list[str]).append(slot)
    session.forget_slots("learn-turns-1")
    for slot in ("learn-turns-1", "learn-turns-1-tally", "learn-turns-10", "learn-turns"):
        st.text(" ".join(session.under_way(slot, "this", list[str])))
    st.text(" ".join(session.under_way("learn-turns-10", "that", list[str])))


def test_a_step_that_begins_afresh_leaves_the_tenth_as_it_is() -> None:
    shown = [text.value for text in AppTest.from_function(_slots_forgotten).run(timeout=300).text]
    assert shown == ["", "", "learn-turns-10", "learn-turns", ""]
