"""What is under way on a page, each in its slot: answers first of all."""

from collections.abc import Callable
from dataclasses import dataclass, field
from secrets import token_hex
from time import monotonic
from typing import TypeVar, cast

from puzzles.puzzle import Verdict
from tutor.learning.attempts import LONGEST_ANSWER
from tutor.pages.frame import session

Kept = TypeVar("Kept")


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
    return under_way(slot, line, lambda: Answering(line, token_hex(8)))


def under_way(slot: str, about: str, make: Callable[[], Kept]) -> Kept:
    """Return what is under way in *slot*; about anything else than before, it is made afresh."""
    slots = _slots()
    if about_what(slot) != about:
        slots[slot] = about, make()
    return cast("Kept", slots[slot][1])


def _slots() -> dict[str, tuple[str, object]]:
    return session.remembered("under way", dict[str, tuple[str, object]])


def about_what(slot: str) -> str | None:
    """Return what that which is under way in *slot* is about: of an answer, the puzzle's line."""
    found = _slots().get(slot)
    return found[0] if found else None


def forget(slot: str) -> None:
    """Begin what is in *slot* afresh."""
    _slots().pop(slot, None)


def forget_slots(start: str) -> None:
    """Begin everything afresh in the slot *start* and in those within it, ``<start>-...``."""
    slots = _slots()
    for slot in [slot for slot in slots if f"{slot}-".startswith(f"{start}-")]:
        del slots[slot]
