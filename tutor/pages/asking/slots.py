"""The answers under way, each in its slot, and the tally of those that were given."""

from dataclasses import dataclass, field
from secrets import token_hex
from time import monotonic

from puzzles.puzzle import Verdict
from tutor.learning.attempts import LONGEST_ANSWER
from tutor.pages.frame import session


@dataclass(slots=True)
class Answering:
    """An answer under way: the puzzle's line, the parts answered, and cards chosen so far.

    ``id`` is the answer's for ever: sent twice, it counts once. ``hints`` is how many of
    the three hints were taken. ``verdict`` is what came of the whole answer, judged once.
    ``why`` is whether its reasons are open, ``other`` the rulebook by which it is looked at too.
    ``unread`` is whether it has begun before the learner's progress was read.
    """

    line: str
    id: str
    parts: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    hints: int = 0
    since: float = field(default_factory=monotonic)
    verdict: Verdict | None = None
    why: bool = False
    other: str = ""
    unread: bool = False

    def seconds(self) -> float | None:
        """Return how long the answer took; nothing where somebody has been away in between."""
        taken = round(monotonic() - self.since, 1)
        return taken if taken <= LONGEST_ANSWER else None


def answering(slot: str, line: str) -> Answering:
    """Return the answer under way in *slot*; a new puzzle there begins afresh."""
    slots = _slots()
    found = slots.get(slot)
    if found is None or found.line != line:
        found = slots[slot] = Answering(line, token_hex(8))
    return found


def _slots() -> dict[str, Answering]:
    return session.remembered("answering", dict[str, Answering])


def has_answering(slot: str) -> bool:
    """Return whether an answer is under way in *slot*."""
    return slot in _slots()


def answering_line(slot: str) -> str:
    """Return the line of what is under way in *slot*; nothing, if nothing is."""
    found = _slots().get(slot)
    return found.line if found else ""


def forget(slot: str) -> None:
    """Begin the answer in *slot* afresh."""
    _slots().pop(slot, None)


def forget_slots(start: str) -> None:
    """Begin all answers afresh whose slot begins with *start*."""
    slots = _slots()
    for slot in [slot for slot in slots if slot.startswith(start)]:
        del slots[slot]


@dataclass(slots=True)
class Tally:
    """How the practice goes: answers, right ones, and right ones in a row in a streak."""

    answered: int = 0
    right: int = 0
    streak: int = 0
    best: int = 0

    def add(self, *, correct: bool, streak: bool) -> None:
        """Count one answer; one that belongs to a *streak* makes it longer or ends it."""
        self.answered += 1
        self.right += correct
        if streak:
            self.streak = self.streak + 1 if correct else 0
        self.best = max(self.best, self.streak)


def tally() -> Tally:
    """Return how the practice goes."""
    return session.remembered("tally", Tally)
