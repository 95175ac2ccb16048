"""The puzzle for what was chosen: drawn anew each time, and one of several that tells most."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from random import Random

from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.difficulty import difficulty
from puzzles.generate import generate
from puzzles.kinds import KINDS, foreseen, tempts
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle
from tutor.learning.choose import HARDEST, Choice, Mode, next_question, streak
from tutor.learning.diagnosis import suspected
from tutor.learning.memory import Memory
from tutor.learning.misconceptions import telling
from tutor.learning.shapes import shape, shape_of

_TRIES = 60
TELLING = 4
"""So many puzzles are drawn, and the one that tells most about the learner is asked."""

HARDER = 14
"""For a streak so many puzzles are drawn; the one is asked that is hard enough, and no more."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A choice and the puzzle drawn for it."""

    choice: Choice
    puzzle: Puzzle


def ask_next(
    memory: Memory,
    unlocked: Collection[Rule],
    now: datetime,
    rng: Random,
    variant: Variant,
    tables: Sequence[Table],
    mode: Mode,
    only: Rule | None = None,
    kinds: Collection[str] = KINDS,
) -> Asked:
    """Choose what to ask next and draw it; see `next_question` and `draw`.

    Raises:
        ValueError: Nothing can be asked.
    """
    book = tables[0].rulebook
    if mode == Mode.STREAK:
        kinds = [kind for kind in kinds if not KINDS[kind].slow]
    found = [
        Asked(choice, draw(choice, memory, variant, tables, rng))
        for choice in (
            next_question(memory, unlocked, now, rng, variant, book, mode, only, kinds)
            for _ in range(HARDER if mode == Mode.STREAK else 1)
        )
    ]
    floor = _last_of_streak(memory)
    return min(found, key=lambda asked: _misses(asked, min(floor, HARDEST)))


def _last_of_streak(memory: Memory) -> float:
    """Return how hard the streak's last puzzle was; nothing where a streak begins."""
    if not streak(memory.recent):
        return 0
    line = next(one.puzzle for one in reversed(memory.recent) if one.mode == Mode.STREAK)
    try:
        return difficulty(parse_puzzle(line))
    except ValueError:
        return 0


def _misses(asked: Asked, floor: float) -> tuple[float, float]:
    """Say by how much a puzzle is easier than the streak's last, and off what is wanted now."""
    if asked.choice.target is None:
        return 0, 0
    hard = difficulty(asked.puzzle)
    return max(floor - hard, 0), abs(hard - max(asked.choice.target, floor))


def draw(
    choice: Choice, memory: Memory, variant: Variant, tables: Sequence[Table], rng: Random
) -> Puzzle:
    """Draw a puzzle for *choice*, equal up to renaming to none of the last 200.

    A few are drawn, and the one is taken that tells apart best what the learner may believe.

    Raises:
        ValueError: There is no such puzzle at these tables.
    """
    seen = {shape(attempt.puzzle) for attempt in memory.recent}
    found: list[Puzzle] = []
    spare: Puzzle | None = None
    one = choice.misconception or choice.target is not None or KINDS[choice.kind].slow
    wanted = 1 if one else TELLING
    for _ in range(_TRIES):
        table = rng.choice(tables)
        puzzle = generate(
            choice.kind, choice.rule, variant, table, rng, separating=choice.misconception is None
        )
        if shape_of(puzzle) in seen:
            continue
        spare = spare or puzzle
        if choice.misconception and not tempts(puzzle, choice.misconception):
            continue
        found.append(puzzle)
        if len(found) == wanted:
            break
    if spare is None:
        raise ValueError(f"{choice.kind!r} has no more new puzzles about {choice.rule.value!r}")
    puzzle = _best(found or [spare], choice, memory)
    asks_rule = KINDS[choice.kind].asks_rule if choice.why else None
    return asks_rule(puzzle) if asks_rule else puzzle


def _best(found: Sequence[Puzzle], choice: Choice, memory: Memory) -> Puzzle:
    """Pick the puzzle that tells most."""
    if len(found) == 1:
        return found[0]
    misconceptions = suspected(memory.recent, choice.kind)
    return max(found, key=lambda puzzle: telling(foreseen(puzzle), misconceptions))
