"""How does this trick go on? Its last cards are asked one by one, the others are told."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from engine.rulebooks import RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.table import Table
from engine.trick import POWER, Role, Ruling, Rung, Step, Trick, dissents, ladder
from engine.variants import Variant
from puzzles.explanations import compared_by_rank, notes, trick_hints, why_won
from puzzles.kinds.kind import TRIES, Kind, not_found
from puzzles.natural import TrickSource
from puzzles.position import SEPARATOR, second, segments
from puzzles.puzzle import (
    Choice,
    Fact,
    Hints,
    Part,
    Puzzle,
    Reason,
    TrickPuzzle,
    Verdict,
    answered_otherwise,
    print_answer,
    read_answer,
)
from puzzles.scenes import LadderSight, Scene, Stage, TableSight
from puzzles.tricks import draw_ruling, governing_rules

STEPS = (Step.TAKES, Step.BELOW, Step.EQUAL_LATER, Step.CANNOT_WIN)
"""What a card after the first may do."""


@dataclass(frozen=True, kw_only=True)
class Ladder(TrickPuzzle):
    """A complete trick told card by card; the learner says what the last ``asked`` cards did.

    It stands between an example that is told whole and a question without help. Its position
    is the trick and how many cards are asked: ``N H8 HJ HT H3 : last 2``.

    Raises:
        ValueError: No card or also the lead is asked.
    """

    kind = "ladder"

    asked: int

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.asked < self.variant.trick:
            raise ValueError(f"the last 1 to {self.variant.trick - 1} cards, not {self.asked}")

    @property
    def shown(self) -> int:
        """How many rungs are told, from the lead on."""
        return len(self.trick.plays) - self.asked

    @property
    def rungs(self) -> tuple[Rung, ...]:
        """The rungs that are asked."""
        return ladder(self.ruling)[self.shown :]

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """What each of the last cards does when it is played."""
        choices = tuple(Choice(step.value, step) for step in STEPS)
        plays = self.trick.plays
        return tuple(
            Part(
                f"ladder.rung{second(plays, place)}",
                choices,
                facts={"seat": plays[place].seat, "card": plays[place].card},
            )
            for place in range(self.shown, len(plays))
        )

    @property
    def solution(self) -> str:
        """The step of each of the last cards."""
        return print_answer((rung.step.value,) for rung in self.rungs)

    @property
    def position(self) -> str:
        return f"{self.trick}{SEPARATOR}last {self.asked}"

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "Ladder":
        trick, last = segments(position, "a trick : last 2", 2, 2)
        count = re.fullmatch(r"last ([1-9])", last)
        if not count:
            raise ValueError(f"after the trick comes 'last 1' or more, not {last!r}")
        return cls(
            variant=variant, table=table, trick=Trick.parse(trick, table), asked=int(count[1])
        )

    def check(self, answer: str) -> Verdict:
        picked = [Step(step) for (step,) in read_answer(answer, self.parts)]
        ruling, rungs = self.ruling, self.rungs
        right = tuple(step == rung.step for step, rung in zip(picked, rungs, strict=True))
        wrong = [rung for rung, good in zip(rungs, right, strict=True) if not good]
        return Verdict(
            parts=right,
            rule=ruling.rule,
            reasons=(
                # Of a right answer it is said of the card asked last, for that was the question.
                *(_why(ruling, rung) for rung in wrong or rungs[-1:]),
                why_won(ruling),
                *(notes(ruling) if all(right) else ()),
            ),
            notes=ruling.notes,
            dissents=self._dissents(),
        )

    def _dissents(self) -> tuple[Rulebook, ...]:
        """List the rulebooks that give the trick to another seat, or a card asked another step."""
        differing = {*dissents(self.ruling), *answered_otherwise(self)}
        return tuple(rulebook for rulebook in RULEBOOKS if rulebook in differing)


def _why(ruling: Ruling, rung: Rung) -> Reason:
    """Return what a card did against the one that held the trick before it."""
    held = ruling.trick.plays[rung.against]
    facts: dict[str, Fact] = {
        "seat": rung.play.seat,
        "card": rung.play.card,
        "holder": held.seat,
        "held": held.card,
        "alike": compared_by_rank(rung.role),
    }
    return Reason(f"rung.{_key(ruling, rung)}", facts)


def _key(ruling: Ruling, rung: Rung) -> str:
    own = ruling.trick.plays[rung.against].seat == rung.play.seat
    if rung.step == Step.EQUAL_LATER and own:
        return f"{rung.step.value}.own"
    if rung.step in (Step.EQUAL_LATER, Step.CANNOT_WIN):
        return rung.step.value
    by_rank = _by_rank(ruling, rung)
    if rung.step == Step.TAKES:
        return "higher" if by_rank else "ruffs"
    if by_rank:
        return "lower"
    if ruling.roles[rung.against] == Role.RUFF:
        return "below-ruff"
    return "below-led-trump.own" if own else "below-led-trump"


def _by_rank(ruling: Ruling, rung: Rung) -> bool:
    """Whether rank alone decides between a card and the one that held the trick before it."""
    power = POWER[ruling.table.led_trump]
    return power[rung.role] == power[ruling.roles[rung.against]]


def _hints(puzzle: Ladder) -> Hints:
    look, order, _ = trick_hints(puzzle.ruling)
    return look, order, _compare(puzzle, 0)


def _compare(puzzle: Ladder, number: int) -> Reason:
    """Return the hint on the card with this number, from 0, of those asked."""
    ruling, rung = puzzle.ruling, puzzle.rungs[number]
    held = ruling.trick.plays[rung.against]
    facts: dict[str, Fact] = {
        "seat": rung.play.seat,
        "card": rung.play.card,
        "other_seat": held.seat,
        "other": held.card,
        "alike": compared_by_rank(rung.role),
    }
    if rung.step == Step.EQUAL_LATER:
        return Reason("compare.equal", facts)
    return Reason("compare.rank" if _by_rank(ruling, rung) else "compare.role", facts)


_KEPT: Mapping[Step, float] = {Step.BELOW: 0.5, Step.TAKES: 0.5}
"""How often a ladder is kept of which all that is asked stays below, or takes the trick."""

_KEPT_OF_THREE: Mapping[Step, float] = {Step.BELOW: 0.15, Step.TAKES: 0.35}
"""The same where three play: hardly ever does anybody ruff a led trump, or fail to overruff."""

_THREE = 3


def _draw(
    rule: Rule, variant: Variant, table: Table, rng: Random, source: TrickSource = TrickSource.MIXED
) -> Ladder:
    """Draw a trick that *rule* governs, its last card or two asked."""
    for _ in range(TRIES):
        ruling = draw_ruling(rule, variant, table, rng, source)
        asked = rng.choice((1, 2))
        puzzle = Ladder(variant=variant, table=table, trick=ruling.trick, asked=asked)
        steps = {rung.step for rung in puzzle.rungs}
        kept = _KEPT_OF_THREE if len(table.seats) == _THREE else _KEPT
        if rng.random() < (kept.get(min(steps), 1.0) if len(steps) == 1 else 1.0):
            return puzzle
    raise not_found("trick", rule, variant, table)


def _complete(puzzle: Puzzle, steps: int) -> Ladder:
    """Ask the last *steps* cards of a trick, of which the others are told."""
    assert puzzle.ruling
    return Ladder(
        variant=puzzle.variant, table=puzzle.table, trick=puzzle.ruling.trick, asked=steps
    )


def _scene(puzzle: Ladder, stage: Stage) -> Scene:
    """Show the trick, and what is told of it before the question."""
    trick = TableSight(
        puzzle.variant, puzzle.table, puzzle.trick, ruling=puzzle.ruling if stage.answered else None
    )
    return (trick,) if stage.answered else (trick, LadderSight(puzzle.ruling, puzzle.shown))


def _because(puzzle: Ladder, parts: tuple[str, ...]) -> Reason | None:
    """Return what the card asked last did, if something else was said of it."""
    rung = puzzle.rungs[len(parts) - 1]
    return None if rung.step.value == parts[-1] else _why(puzzle.ruling, rung)


KIND = Kind(
    puzzle=Ladder,
    rules=lambda _, table: governing_rules(table),
    draw=_draw,
    draw_from=_draw,
    hints=_hints,
    compare=_compare,
    scene=_scene,
    because=_because,
    label=lambda _, __, choice: Reason(f"step.{choice.token}"),
    about_trick=True,
    completes="who-wins",
    complete=_complete,
)
