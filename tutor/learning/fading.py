"""Examples that fade: told whole, then the last step asked, then the last two, then all.

Help is taken away from the back, and left out where it is not needed.

Source: Atkinson, Renkl and Merrill 2003, on completing worked examples from the last step
backwards; they also find that with expertise the benefit turns round.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum, unique
from random import Random

from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.generator import generate, kinds_for
from puzzles.kinds import completing, kind_of
from puzzles.kinds.kind import TRIES
from puzzles.puzzle import Puzzle, split_parts
from tutor.learning import Attempt

FAILURES = 2
"""So many failures in succession lead one level back."""


@unique
class FadingLevel(IntEnum):
    """How much of an example is left to the learner: so many of the last steps, or all."""

    NARRATED = 0
    LAST_STEP = 1
    LAST_TWO = 2
    SOLO = 3


@dataclass(frozen=True, slots=True)
class Fading:
    """The level of one rule, and the failures in succession at it."""

    level: FadingLevel = FadingLevel.NARRATED
    failures: int = 0

    def told(self) -> "Fading":
        """Go on from an example that was told whole; it asks nothing, so nothing can fail."""
        return Fading(FadingLevel.LAST_STEP) if self.level == FadingLevel.NARRATED else self

    def after(self, attempt: Attempt) -> "Fading":
        """Go forward on success, back after two failures in succession.

        Whoever succeeds at a later level than their own, goes on from there.
        """
        level = max(self.told().level, _level_of(attempt) if attempt.known else 0)
        if attempt.known:
            return Fading(FadingLevel(min(level + 1, FadingLevel.SOLO)))
        if self.failures + 1 < FAILURES:
            return Fading(FadingLevel(level), self.failures + 1)
        return Fading(FadingLevel(level - 1))


def fading(attempts: Iterable[Attempt], rule: Rule) -> Fading:
    """Work out the level of *rule* from the answers about it, oldest first."""
    level = Fading()
    for attempt in attempts:
        if attempt.rule == rule:
            level = level.after(attempt)
    return level


def _level_of(attempt: Attempt) -> FadingLevel:
    """Return how much of a puzzle was left to the learner: where parts were filled in, the least.

    Whoever is further already goes on from there.
    """
    puzzle = attempt.question
    if attempt.filled_in or puzzle is None:
        return FadingLevel.LAST_STEP
    if not kind_of(puzzle).completes:
        return FadingLevel.SOLO
    return FadingLevel.LAST_STEP if len(puzzle.parts) == 1 else FadingLevel.LAST_TWO


@dataclass(frozen=True, slots=True)
class Example:
    """An example of a rule as it stands at a level.

    ``given`` are the answers to the first parts, shown filled in. What is left of ``puzzle`` is
    asked: nothing of an example that is narrated.
    """

    level: FadingLevel
    puzzle: Puzzle
    given: tuple[str, ...] = ()

    @property
    def left(self) -> FadingLevel:
        """How much of the puzzle is left to the learner: all, where no step of it is told."""
        told = self.given or kind_of(self.puzzle).completes
        return self.level if told or not self.level else FadingLevel.SOLO


def example(
    level: FadingLevel,
    rule: Rule,
    variant: Variant,
    tables: Sequence[Table],
    rng: Random,
    kind: str = "",
) -> Example:
    """Draw an example of *rule*, faded to *level*, in a *kind* of question or else the simplest.

    A trick is told as its ladder, card by card. Where cards are placed one by one, the first
    are shown in their places, and one of the others goes by the rule. A question of one part has
    no steps to tell: narrated it comes with its answer, and at every other level without.

    Raises:
        ValueError: No question of this form is about the rule.
    """
    kinds = kinds_for(rule, variant, tables[0].rulebook)
    if not kinds:
        raise ValueError(f"no question of {variant.id} is about {rule.value!r}")
    for _ in range(TRIES):
        drawn = _faded(level, generate(kind or kinds[0], rule, variant, rng.choice(tables), rng))
        if _asks(drawn, rule):
            return drawn
    raise ValueError(f"found no example of {variant.id} that asks about {rule.value!r}")


def _faded(level: FadingLevel, puzzle: Puzzle) -> Example:
    """Return *puzzle* as an example at a level."""
    steps = completing(puzzle.kind)
    if steps and steps.complete and puzzle.ruling:
        fades = level in (FadingLevel.LAST_STEP, FadingLevel.LAST_TWO)
        return Example(level, steps.complete(puzzle, level) if fades else puzzle)
    parts = split_parts(puzzle.solution)
    if level == FadingLevel.NARRATED:
        return Example(level, puzzle, given=parts)
    if level == FadingLevel.SOLO or len(parts) <= level:
        return Example(level, puzzle)
    return Example(level, puzzle, given=parts[:-level])


def _asks(drawn: Example, rule: Rule) -> bool:
    """Whether *rule* decides what is asked of an example, if anything is and parts are filled in.

    Where each part has its own rules, one of those asked is to go by this one.
    """
    decides, told = kind_of(drawn.puzzle).decides, len(drawn.given)
    asked = range(told, len(drawn.puzzle.parts))
    if decides is None or not (told and asked):
        return True
    return any(rule in decides(drawn.puzzle, number) for number in asked)
