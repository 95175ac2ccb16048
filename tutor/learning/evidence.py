"""What an answer agrees with: the rules, misconceptions of its kind, and wrong rules put together.

A hypothesis about a learner foresees an answer to every puzzle; here they are all compared.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from engine.rules import Rule
from puzzles.kinds import KIND_OF, KINDS, foreseen, right_by
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle
from tutor.learning import unlisted

ABOUT = frozenset(KIND_OF.values())
"""The kinds of question about which there are misconceptions."""

_FEWEST, _WAYS = 2, 6
"""Of many possible answers so many are near enough to be slips."""


@dataclass(frozen=True, slots=True, eq=False)
class Forecast:
    """What a puzzle is answered by every hypothesis, as numbers of ``answers``; 0 is right.

    ``listed`` are the answers by the misconceptions of its kind, ``odd`` those by the rules of
    `tutor.learning.unlisted`; ``ways`` is how many answers are likely if somebody slips, and
    ``next_best`` is that by the highest card of a trick but for the one that wins.
    """

    rule: Rule
    answers: Mapping[object, int]
    listed: NDArray[np.intp]
    odd: NDArray[np.int8]
    ways: int
    next_best: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What one answer agrees with, and which misconceptions would have erred.

    ``given`` is its number in the forecast. What follows from both is not kept: a server
    remembers thousands of answers, and thousands of wrong rules agree with each or not.
    """

    forecast: Forecast
    given: int

    @property
    def rule(self) -> Rule:
        """The rule that decides the puzzle."""
        return self.forecast.rule

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.given == 0

    @property
    def fits(self) -> NDArray[np.bool_]:
        """Which misconceptions would have answered so."""
        return np.asarray(self.forecast.listed == self.given)

    @property
    def tempts(self) -> NDArray[np.bool_]:
        """Which misconceptions would have erred."""
        return np.asarray(self.forecast.listed != 0)

    @property
    def odd(self) -> NDArray[np.bool_]:
        """Which of the wrong rules that no list has would have answered so."""
        return np.asarray(self.forecast.odd == self.given)

    @property
    def ways(self) -> int:
        """How many answers are likely if somebody slips."""
        return self.forecast.ways

    @property
    def next_best(self) -> bool:
        """Whether the answer is the highest card but for the one that wins."""
        return self.forecast.next_best == self.given

    def speaking(self, names: Sequence[str]) -> tuple[str, ...]:
        """List the misconceptions that a wrong answer speaks for."""
        return tuple(one for one, fit in zip(names, self.fits, strict=True) if fit)


@lru_cache(maxsize=16384)
def forecast(line: str) -> Forecast:
    """Work out what a puzzle is answered by every hypothesis about its kind."""
    puzzle = parse_puzzle(line)
    kind = KINDS[puzzle.kind]
    answers: dict[object, int] = {}

    def number(answer: str) -> int:
        return answers.setdefault(tuple(kind.compared(puzzle, answer)), len(answers))

    number(puzzle.solution)
    said = foreseen(puzzle)
    listed = np.array([number(said[one]) for one in kind.misconceptions], dtype=np.intp)
    ways = max(min(_ways_to_answer(puzzle), _WAYS), _FEWEST)
    if not kind.marks_of:
        return Forecast(puzzle.rule, answers, listed, np.zeros(0, dtype=np.int8), ways, None)
    marks = kind.marks_of(puzzle)
    numbers = np.array([number(answer) for answer in marks.answers], dtype=np.int8)
    named = (numbers == listed[:, None]).argmax(axis=1)
    odd = numbers[unlisted.places(marks, named)[unlisted.kept()]]
    others = (place for place in range(len(numbers)) if place != marks.right)
    next_best = max(others, key=lambda place: marks.ranks[place])
    return Forecast(puzzle.rule, answers, listed, odd, ways, int(numbers[next_best]))


def _ways_to_answer(puzzle: Puzzle) -> int:
    return prod(2 ** len(one.choices) if one.many else len(one.choices) for one in puzzle.parts)


@lru_cache(maxsize=16384)
def evidence(line: str, answer: str) -> Evidence | None:
    """Work out what an answer about a trick says; nothing if another rulebook has it right.

    Nor if it cannot be read, or if there are no misconceptions about its kind. (A question about
    a score names the rulebook by which it is counted.)
    """
    try:
        puzzle = parse_puzzle(line)
        if puzzle.kind not in ABOUT:
            return None
        found = forecast(line)
        given = found.answers.get(tuple(KINDS[puzzle.kind].compared(puzzle, answer)), -1)
        if puzzle.ruling and given and right_by(puzzle, answer):
            return None
    except ValueError:
        return None
    return Evidence(found, given)
