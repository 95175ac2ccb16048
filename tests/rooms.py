"""Rooms as tests open them: a teacher, learners with tokens of their own, and a few questions."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from engine.rules import Rule
from tutor.rooms import Question, Room, RoomOptions, RoomRefusal
from tutor.rooms.agenda import DraftQuestion
from tutor.rooms.controls import Control, after_control
from tutor.rooms.store import Rooms

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
TEACHER = "t" * 32

PLAIN = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"
"""pokerwiner.com's first trick: East wins with the jack of the suit led."""
RUFFED = "1 who-wins partnership culbertson N=C E=S S=D W=H : N C6 S7 D9 C5"
"""Its fifth: own trump led, ruffed, over-ruffed by South."""
DISPUTED = "1 who-wins partnership culbertson N=S E=C S=H W=D : N S9 C4 SK SA"
"""East by Culbertson's answer, North by Akagiri's."""
BUILT = "1 what-is-built partnership culbertson N=C E=S S=D W=H : N C2 CK C2 C4 : C0:AQ S0:-"
WHICH = "1 which-cards partnership culbertson N=C E=S S=D W=H : S C3 D9 H2 : W C5 C6 C7"
FIVE_CARDS = (
    "1 best-card two culbertson N=S S=D : S C8 CA D7 D9 HK : - : D0:AK : N S- : "
    "150 plan.help-own-side CA 0 0 C8 9 3 D7 12 4 D9 15 4 HK 40 8"
)
"""Five cards to choose from, of which the ace of clubs is best."""

PLAINLY = RoomOptions()
"""No clock, no points."""

DRAFTS = (
    DraftQuestion(PLAIN, Rule.SUIT_HIGHEST),
    DraftQuestion(RUFFED, Rule.HIGHEST_RUFF_WINS),
    DraftQuestion(DISPUTED, Rule.RUFF_WINS),
)


def refused(key: str, what: Callable[[], object]) -> None:
    """Make sure that *what* is refused, for this reason."""
    with pytest.raises(RoomRefusal) as caught:
        what()
    assert caught.value.key == key


def outcome(what: Callable[[], object]) -> str:
    """Do *what*, and return the key of the refusal; nothing if it was done."""
    try:
        what()
    except RoomRefusal as refusal:
        return refusal.key
    return ""


def token(number: int) -> str:
    """The token of a learner's telephone."""
    return f"{number:032d}"


def after(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def a_room(
    *controls: Control, options: RoomOptions = PLAINLY, drafts: tuple[DraftQuestion, ...] = DRAFTS
) -> Room:
    """A room that has gone through these controls, one a second."""
    questions = tuple(
        Question(id=number, line=draft.line, rule=draft.rule)
        for number, draft in enumerate(drafts, start=1)
    )
    room = Room(code="CDFGHJ", options=options, questions=questions, opened=NOW, touched=NOW)
    for second, control in enumerate(controls, start=1):
        room = after_control(room, control, after(second))
    return room


def opened(
    rooms: Rooms, *, options: RoomOptions = PLAINLY, drafts: tuple[DraftQuestion, ...] = DRAFTS
) -> str:
    """Open a room in a store and give its code."""
    return rooms.open(TEACHER, drafts, options, now=NOW)


def do(rooms: Rooms, code: str, *controls: Control, at: float = 60) -> None:
    """Let the teacher use these controls, one after the other."""
    for control in controls:
        version = rooms.version(code)
        assert version is not None
        assert rooms.change(
            code, TEACHER, version, partial(after_control, control=control, now=after(at))
        )
