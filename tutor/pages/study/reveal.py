"""A trick that is laid down card by card, at the learner's pace."""

import streamlit as st

from tutor.pages.frame import session


def revealed(slot: str, line: str, count: int) -> int:
    """Return how many of *count* cards of the position *line* lie on the table by now."""
    return min(1 + len(session.answering(slot, line).parts), count)


def next_card(slot: str, line: str, shown: int) -> None:
    """Offer the next card."""
    st.button(
        session.texts()("learn.next-card"),
        key=f"reveal-{slot}",
        type="primary",
        shortcut=session.shortcut("N"),
        on_click=_reveal,
        args=(slot, line, shown, 1),
    )


def whole_trick(slot: str, line: str, shown: int, count: int) -> None:
    """Offer all the cards that are left."""
    st.button(
        session.texts()("learn.whole-trick"),
        key=f"reveal-all-{slot}",
        on_click=_reveal,
        args=(slot, line, shown, count),
    )


def _reveal(slot: str, line: str, shown: int, more: int) -> None:
    """Lay down *more* cards; a second click changes nothing."""
    state = session.answering(slot, line)
    if len(state.parts) == shown - 1:
        state.parts.extend(["shown"] * more)
