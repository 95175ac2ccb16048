"""The areas of the frame in which everything is asked.

The table stands still at the left, or on top on a telephone. Beside or below it come the words
(a question, then its verdict) and what belongs to them. What leads on stands in one place that
is always in the window. `frontend/frame.css` lays the areas out by their keys; what stands in
the frame by itself is the table, which needs no box of its own.
"""

from collections.abc import Callable
from typing import Protocol

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from tutor.drawing.markup import Html, tag
from tutor.pages.frame.inputs import button


class Ways(Protocol):
    """Draws the ways back and on; what leads on stands out once the step is done."""

    def __call__(self, *, done: bool) -> None:
        """Draw them."""


def no_ways(*, done: bool) -> None:
    """Offer no way on, where the answer or another person leads on."""


def frame() -> DeltaGenerator:
    """Return the whole frame; everything that is asked stands in it."""
    return st.container(key="asking")


def whole() -> DeltaGenerator:
    """Return a place as wide as the frame, for what takes the place of a question."""
    return st.container(key="whole")


def question() -> DeltaGenerator:
    """Return the place of what is asked or told."""
    return st.container(key="question")


def verdict() -> DeltaGenerator:
    """Return the place of what came of the answer: that of the question."""
    return st.container(key="verdict")


def words(place: str, *pieces: Html) -> None:
    """Show in a place of the words, ``question`` or ``verdict``, what is nothing but words.

    They are one element and no box: each costs a press its time. The place goes by the name that
    a box with this key would have.
    """
    st.html(tag("div", *pieces, class_=f"st-key-{place}"))


def replies() -> DeltaGenerator:
    """Return the place of the answers, and later of the reasons."""
    return st.container(key="replies")


def actions() -> DeltaGenerator:
    """Return the place of what leads on, which is always in the window."""
    return st.container(key="actions", horizontal=True, vertical_alignment="center")


def onward(label: str, key: str, then: Callable[..., None], *args: object) -> None:
    """Offer the one thing that leads on, which N presses too."""
    button(label, key, then, *args, primary=True, shortcut="N")
