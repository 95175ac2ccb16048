"""Rooms that have come to a point: opened in the running tutor's store, and shown by their link."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random
from urllib.parse import urlencode

from engine.rulebooks import CULBERTSON
from tests.course import LESSONS
from tests.rooms import TEACHER
from tests.steady import now
from tutor.rooms import Room, RoomOptions
from tutor.rooms.agenda import Agenda, of_lesson, of_lines
from tutor.rooms.controls import Control, after_control, count_hands
from tutor.rooms.store import Rooms
from tutor.store import Store, open_store

ASKED = (Control.NEXT, Control.OPEN)
"""To the first question, which can be answered."""


@dataclass(frozen=True)
class Evening:
    """A room of the running tutor, and the secret of the link that leads its teacher there."""

    rooms: Rooms
    code: str
    secret: str

    def hall(self, language: str, **query: str) -> str:
        """The address at which a browser is the teacher's."""
        room = {"room": self.code, "teacher": self.secret}
        return f"host?{urlencode({'lang': language, **room, **query})}"

    def wall(self, language: str) -> str:
        """The same, without all that only the teacher presses."""
        return self.hall(language, view="projector")

    def phone(self, language: str) -> str:
        """The address at which a learner is asked for a nickname."""
        return f"room?{urlencode({'lang': language, 'room': self.code})}"

    def use(self, *controls: Control) -> None:
        """Let the teacher go on by these controls, from another device."""
        for control in controls:
            change: Callable[[Room], Room] = partial(after_control, control=control, now=now())
            assert self.rooms.change(self.code, TEACHER, None, change)

    def vote(self, *answers: str) -> None:
        """Let the first question be shown, and as many learners as answers come and give them."""
        tokens = [f"{number:032d}" for number in range(len(answers))]
        for token in tokens:
            self.rooms.visit(self.code, token, now=now())
            self.rooms.join(self.code, token, "Ann", now=now())
        self.use(*ASKED)
        (question,) = self.rooms.visit(self.code, TEACHER, now=now()).room.questions
        for token, answer in zip(tokens, answers, strict=True):
            self.rooms.answer(self.code, token, question.id, answer, now=now())

    def hold_up(self, **cards: int) -> None:
        """Let the teacher count cards that are held up, so many of each answer."""
        (question,) = self.rooms.visit(self.code, TEACHER, now=now()).room.questions
        for answer, count in cards.items():
            counted = partial(count_hands, id=question.id, answer=answer, by=count, now=now())
            assert self.rooms.change(self.code, TEACHER, None, counted)

    def talk(self) -> None:
        """Let neighbours talk, and all vote again."""
        seen = self.rooms.version(self.code)
        assert seen is not None
        assert self.rooms.talk(self.code, TEACHER, seen, now=now())


def evening(
    agenda: Agenda, *controls: Control, store: Store | None = None, points: bool = False
) -> Evening:
    """Open a room that asks all this, for *points* or not, and go on in it by *controls*."""
    rooms, options = Rooms(store or open_store()), RoomOptions(points=points)
    code = rooms.open(TEACHER, agenda.drafts, options, closing=agenda.closing, now=now())
    begun = Evening(rooms, code, rooms.link(code, TEACHER))
    begun.use(*controls)
    return begun


def asking(*puzzles: str) -> Agenda:
    """What asks these puzzles."""
    drafts, wrong = of_lines("\n".join(puzzles))
    assert not wrong
    return Agenda(drafts)


def teaching(lesson: str) -> Agenda:
    """What goes through a lesson."""
    (found,) = (one for one in LESSONS if one.id == lesson)
    return of_lesson(found, CULBERTSON, Random(lesson))
