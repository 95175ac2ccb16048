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
from puzzles.puzzle import Puzzle
from tutor.learning.choose import Choice, Mode, next_question
from tutor.learning.diagnosis import suspected
from tutor.learning.memory import Memory
from tutor.learning.misconceptions import telling
from tutor.learning.shapes import shape, shape_of

_TRIES = 60
TELLING = 4
"""So many puzzles are drawn, and the one that tells most about the learner is asked."""


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
) -> Asked:
    """Choose what to ask next and draw it; see `next_question` and `draw`.

    Raises:
        ValueError: Nothing can be asked.
    """
    book = tables[0].rulebook
    choice = next_question(memory, unlocked, now, rng, variant, book, mode, only)
    return Asked(choice, draw(choice, memory, variant, tables, rng))


def draw(
    choice: Choice, memory: Memory, variant: Variant, tables: Sequence[Table], rng: Random
) -> Puzzle:
    """Draw a puzzle for *choice*, equal up to renaming to none of the last 200.

    A few are drawn, and the one is taken that tells apart best what the learner may believe; a
    streak takes the one nearest to its difficulty.

    Raises:
        ValueError: There is no such puzzle at these tables.
    """
    seen = {shape(attempt.puzzle) for attempt in memory.recent}
    found: list[Puzzle] = []
    spare: Puzzle | None = None
    wanted = 1 if choice.misconception or KINDS[choice.kind].slow else TELLING
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
    """Pick the puzzle nearest to the difficulty wanted, or the one that tells most."""
    target = choice.target
    if target is not None:
        return min(found, key=lambda puzzle: abs(difficulty(puzzle) - target))
    if len(found) == 1:
        return found[0]
    misconceptions = suspected(memory.recent, choice.kind)
    return max(found, key=lambda puzzle: telling(foreseen(puzzle), misconceptions))
