"""What is the same for all sessions is in memory once: a server keeps hundreds of them."""

from collections.abc import Callable

from streamlit.proto.Element_pb2 import Element
from streamlit.testing.v1 import AppTest

from tutor.pages.frame.forgeries import Widgets


def _two_packs() -> None:
    import streamlit as st

    from tutor.pages.frame.inputs import choose_from

    def box(_label: str, _options: list[str], **more: object) -> None:
        st.session_state["names"] = more["format_func"]

    choose_from(box, "Pack", {"one": "A pack", "two": "Two packs"}, "pack")


def _names() -> Callable[[str], str]:
    names: Callable[[str], str] = (
        AppTest.from_function(_two_packs).run(timeout=300).session_state["names"]
    )
    return names


def test_sessions_share_the_names_of_what_can_be_chosen() -> None:
    names = _names()
    assert [names(option) for option in ("one", "two", "gone")] == ["A pack", "Two packs", ""]
    assert _names() == names


def test_sessions_share_the_ids_of_widgets() -> None:
    def shown() -> str:
        element, widgets = Element(), Widgets()
        element.button.id = "$$ID-1-go"
        widgets.show(Element.FromString(element.SerializeToString()))
        return next(iter(widgets.sends))

    assert shown() is shown()
