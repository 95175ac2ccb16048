"""Where a step of a lesson is played, and what stands at the head of every step."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from tutor.lessons.steps import LessonStep
from tutor.pages.asking.areas import Ways
from tutor.pages.frame import running_text, session


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing:
    """Where a step is played, and what follows from it.

    ``slot`` is where what is under way is remembered, ``mode`` how answers are kept, if they
    are ``kept`` at all; ``seed`` gives the number that decides what a drill asks. ``title`` is
    the lesson's and ``where`` says which step it is; ``before`` are the steps before this one,
    whose last table stays where a step has none of its own.
    """

    slot: str
    mode: str
    ways: Ways
    seed: Callable[[], str]
    kept: bool = True
    title: str = ""
    where: str = ""
    before: tuple[LessonStep, ...] = ()

    @property
    def place(self) -> str:
        """The lesson and the step in one line."""
        return session.texts()("between").join(filter(None, (self.title, self.where)))


def show_place(how: Playing) -> None:
    """Name the lesson and the step: the heading of whatever asks no question."""
    if how.place:
        st.html(running_text.place(how.place, "h1"))
