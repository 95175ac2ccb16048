"""A room on its pages, as tests hold one: its teacher, the learners who join, what is seen."""

from functools import partial

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Element

from tests.opened import opened, press, words
from tests.rooms import DISPUTED, PLAIN, RUFFED
from tutor.pages import rooms
from tutor.pages.frame import progress
from tutor.rooms import RoomOptions
from tutor.rooms.agenda import of_lines
from tutor.rooms.controls import Control, after_control, end
from tutor.store import new_token


def a_room(teacher: str, *lines: str, options: RoomOptions | None = None) -> str:
    drafts, problems = of_lines("\n".join(lines or (PLAIN, RUFFED, DISPUTED)))
    assert not problems
    return rooms.rooms().open(teacher, drafts, options or RoomOptions(), now=progress.now())


def say(teacher: str, code: str, *controls: Control) -> None:
    """Let the teacher use these controls, one after the other."""
    for control in controls:
        seen = rooms.rooms().version(code) or 0
        change = partial(after_control, control=control, now=progress.now())
        assert rooms.rooms().change(code, teacher, seen, change)


def joined(code: str, name: str, token: str | None = None) -> AppTest:
    """Join a room by its page."""
    at = opened("room", room=code, token=token or new_token())
    at.text_input(key="join-nickname").input(name)
    return press(at, "FormSubmitter:join-name")


def shown(at: AppTest) -> str:
    """What a page says, its own markup included."""
    html = (str(one.value) for one in at.get("html") if isinstance(one, Element))
    return words(at) + "\n".join(html)


def popovers(at: AppTest) -> list[str]:
    """What can be opened, by its label."""
    return [one.proto.popover.label for one in at.get("popover")]


def end_room(teacher: str, code: str, *, keep_names: bool = False) -> None:
    """End the room."""
    ending = partial(end, now=progress.now(), keep_names=keep_names)
    assert rooms.rooms().change(code, teacher, rooms.rooms().version(code) or 0, ending)


def talk(wall: AppTest) -> AppTest:
    """Let all talk with a neighbour, and vote again."""
    return press(wall, next(str(one.key) for one in wall.button if str(one.key).endswith("-talk")))
