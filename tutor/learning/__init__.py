"""How a learner is taught: what is due, what to ask, what a wrong answer means, what was gained.

Everything here follows from the answers given, and the time and chance that are passed in. Attempts
are only ever appended: what a learner knows and what is due is worked out from them again, so that
a better way of working it out needs no new data.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import takewhile

from engine.rules import Rule
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle, split_parts

LONGEST_ANSWER = 3600
"""Seconds; whoever takes longer has left the page in between, and the time says nothing."""

_PAIR, _DEAL, _GIVEN = "pair:", "deal:", ":given"
"""How the modes begin of what follows a minimal pair, and in a whole deal of a lesson; and how
those end of examples whose first parts were filled in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One answer to one puzzle.

    ``id`` is made when the puzzle is shown, so that the same answer sent twice (a double click, a
    reload) is stored once. ``at`` is in UTC, aware. ``puzzle`` and ``answer`` are lines of text as
    the puzzle writes them. ``rule`` is the rule it counts for: that which a wrong answer is seen to
    miss, else the one aimed at, else the one that decides. ``misconception`` is the one that was
    named after it, if one was; older answers have the first of those that predict them. ``hinted``
    says that a hint was taken: the rule then counts as not known, whatever the answer. ``seconds``
    is how long the answer took, where that was measured. ``mode`` says where it was asked:
    ``today``, ``rule``, ``mistakes``, ``streak``, ``daily:2026-11-20``, ``pair:highest-card-wins``,
    ``lesson:ruffing``, ``lesson:ruffing:given``, ``deal:ruffing``, ``test-out:ruffing``,
    ``example``, ``example:given``, ``placement:24:9f86d081`` (so too ``exit`` and ``retention``; of
    old, the bare words), ``free``, ``link``, ``room``, ``assignment:7f3a90c1d2``.

    Raises:
        ValueError: ``at`` has no time zone.
    """

    id: str
    at: datetime
    puzzle: str
    answer: str
    correct: bool
    rule: Rule
    misconception: str | None = None
    hinted: bool = False
    mode: str = "today"
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.at.tzinfo is None:
            raise ValueError(f"attempt {self.id}: the time has no zone")

    @property
    def question(self) -> Puzzle | None:
        """The puzzle that was answered, if its line can be read, or still can."""
        with suppress(ValueError):
            return parse_puzzle(self.puzzle)
        return None

    @property
    def kind(self) -> str:
        """The kind of question, as the line of the puzzle names it."""
        return self.puzzle.partition(" ")[2].partition(" ")[0]

    @property
    def form(self) -> str:
        """The form of the game, as the line of the puzzle names it."""
        return "".join(self.puzzle.split(" ")[2:3])

    @property
    def rulebook(self) -> str:
        """The rulebook, as the line of the puzzle names it."""
        return "".join(self.puzzle.split(" ")[3:4])

    @property
    def filled_in(self) -> bool:
        """Whether parts were filled in: in a deal the learner places one card of four.

        So it is in examples that fade. What wrong ideas would have answered to the whole is then
        not what they would have.
        """
        some = self.mode.startswith(_DEAL) or self.mode.endswith(_GIVEN)
        return some and len(split_parts(self.answer)) > 1

    @property
    def known(self) -> bool:
        """Whether the answer shows that the rule is known: right, and without a hint."""
        return self.correct and not self.hinted


def pair_mode(misconception: str) -> str:
    """Return the ``mode`` of the tricks that follow the minimal pair of *misconception*."""
    return f"{_PAIR}{misconception}"


def deal_mode(lesson: str) -> str:
    """Return the ``mode`` of what is asked in a whole deal of *lesson*."""
    return f"{_DEAL}{lesson}"


def lesson_mode(lesson: str) -> str:
    """Return the ``mode`` of what is asked in the steps of *lesson*."""
    return f"lesson:{lesson}"


def given_mode(mode: str) -> str:
    """Return the ``mode`` of examples asked in *mode* whose first parts are filled in."""
    return f"{mode}{_GIVEN}"


def in_a_row(attempts: Sequence[Attempt], mode: str) -> int:
    """Return how many of the last attempts, one after the other, have this ``mode``."""
    return len(list(takewhile(lambda attempt: attempt.mode == mode, reversed(attempts))))


def pair_of(mode: str) -> str:
    """Return the misconception whose minimal pair what has this ``mode`` follows, if any."""
    return mode.removeprefix(_PAIR) if mode.startswith(_PAIR) else ""
