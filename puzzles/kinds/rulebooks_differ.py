"""Who wins this trick by each rulebook?"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from engine.rulebooks import AKAGIRI, CULBERTSON
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Role, Ruling, Trick, ruling_under
from engine.variants import Variant
from puzzles.explanations import compare_plays, disputed, rulebook_told, tie, why_not, why_won
from puzzles.kinds.kind import TRIES, Kind, not_found
from puzzles.natural import TrickSource
from puzzles.puzzle import (
    Fact,
    Hints,
    Part,
    Reason,
    TrickPuzzle,
    Verdict,
    print_answer,
    read_answer,
    seats_from,
    split_parts,
)
from puzzles.scenes import Scene, Stage, TableSight
from puzzles.tricks import draw_ruling

BOOKS = (CULBERTSON, AKAGIRI)
"""Whom it asks about. Named, since the answer to an old line may not change with a new rulebook."""


@dataclass(frozen=True, kw_only=True)
class RulebooksDiffer(TrickPuzzle):
    """A complete trick, on which the rulebooks differ or agree; one part for each of them.

    Its position is the trick: ``N S9 C4 SK SA``.

    Raises:
        ValueError: It is one of Calypso for Two, about which the rulebooks never differ.
    """

    kind = "rulebooks-differ"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.table.for_two:
            raise ValueError("rulebooks never differ on a trick of two players")

    @property
    def rule(self) -> Rule:
        """The disputed rule where they differ; else the rule that governs the trick."""
        ruling = self.ruling
        return Rule.LED_TRUMP_HOLDS if disputed(ruling) else ruling.rule

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Who wins by each rulebook, in order of play."""
        seats = seats_from(self.table, self.trick.lead.seat)
        return tuple(
            Part("rulebooks-differ.seat", seats, facts={"rulebook": rulebook}) for rulebook in BOOKS
        )

    @property
    def solution(self) -> str:
        """The winner by each rulebook."""
        return print_answer((ruling.winning.seat.value,) for ruling in self._rulings())

    @property
    def position(self) -> str:
        return str(self.trick)

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "RulebooksDiffer":
        return cls(variant=variant, table=table, trick=Trick.parse(position, table))

    def check(self, answer: str) -> Verdict:
        picked = [Seat(seat) for (seat,) in read_answer(answer, self.parts)]
        rulings, right = self._rulings(), self.which_right(picked)
        ruling, narrow = self.ruling, ruling_under(self.ruling, AKAGIRI)
        wrong = dict.fromkeys(seat for seat, ok in zip(picked, right, strict=True) if not ok)
        return Verdict(
            parts=right,
            rule=self.rule,
            reasons=(
                _by_each(rulings, picked)
                if disputed(ruling)
                else (
                    # What both say of a led trump is the narrower reading.
                    *(why_not(narrow, seat) for seat in wrong),
                    *(_agree(ruling), why_won(narrow)),
                    *tie(ruling, *wrong),
                )
            ),
            notes=ruling.notes,
        )

    def which_right(self, picked: Sequence[Seat]) -> tuple[bool, ...]:
        """Return by which of the rulebooks, in their order, the seat picked is the winner's."""
        asked = zip(picked, self._rulings(), strict=True)
        return tuple(seat == ruling.winning.seat for seat, ruling in asked)

    def _rulings(self) -> tuple[Ruling, ...]:
        return tuple(ruling_under(self.ruling, rulebook) for rulebook in BOOKS)


def _by_each(rulings: tuple[Ruling, ...], picked: Sequence[Seat]) -> tuple[Reason, ...]:
    """Return who wins by each rulebook, and after it why a seat named wrongly does not.

    The rulebook that was answered wrongly comes first: of a verdict one sentence is read.
    """
    reasons = []
    asked = zip(rulings, picked, strict=True)
    for ruling, seat in sorted(asked, key=lambda pair: pair[1] == pair[0].winning.seat):
        differing = next(differing for differing in rulings if differing is not ruling)
        facts: dict[str, Fact] = {
            "rulebook": ruling.table.rulebook,
            "seat": ruling.winning.seat,
            "card": ruling.winning.card,
            "other_rulebook": differing.table.rulebook,
            "other_seat": differing.winning.seat,
            "leader": ruling.trick.lead.seat,
            "lead": ruling.trick.lead.card,
        }
        reasons.append(Reason(f"by.{ruling.table.led_trump.value}", facts))
        if seat != ruling.winning.seat:
            reasons.append(why_not(ruling, seat))
        if ruling.roles[ruling.winner] == Role.RUFF:  # no equal ruff is higher than a led trump
            reasons += tie(ruling, seat)
    return tuple(reasons)


def _because(puzzle: RulebooksDiffer, parts: tuple[str, ...]) -> Reason | None:
    """Return what the rulebook asked about last says of a ruffed lead, if it was answered wrongly.

    Where the rulebooks agree the mark says enough.
    """
    rulebook, winner = BOOKS[len(parts) - 1], split_parts(puzzle.solution)[len(parts) - 1]
    if parts[-1] == winner or not disputed(puzzle.ruling):
        return None
    return Reason(f"by.{rulebook.led_trump.value}", {"rulebook": rulebook})


def _agree(ruling: Ruling) -> Reason:
    """Return which of the conditions for a dispute is missing."""
    if ruling.roles[0] != Role.LED_TRUMP:
        key = "no-trump-led"
    else:
        key = "higher-ruff" if Role.RUFF in ruling.roles else "no-ruff"
    lead = ruling.trick.lead
    return Reason(f"agree.{key}", {"leader": lead.seat, "lead": lead.card, "led": lead.card.suit})


_AGREE = (Rule.LED_TRUMP_WINS, Rule.RUFF_WINS, Rule.RUFF_WINS, Rule.HIGHEST_RUFF_WINS)
"""The rules by which they agree although a trump was led, the likelier the more often."""

_DIFFER = 0.42
"""How often the rulebooks differ: if they always did, there would be nothing to look for."""


def _draw(
    rule: Rule, variant: Variant, table: Table, rng: Random, source: TrickSource = TrickSource.MIXED
) -> RulebooksDiffer:
    """Draw under the rulebook that knows every rule: tricks on which all agree are the same."""
    rulebook = replace(table, rulebook=AKAGIRI)
    if rng.random() > _DIFFER:
        rule = rng.choice(_AGREE)
    for _ in range(TRIES):
        ruling = draw_ruling(rule, variant, rulebook, rng, source)
        if ruling.roles[0] == Role.LED_TRUMP:
            return RulebooksDiffer(variant=variant, table=table, trick=ruling.trick)
    raise not_found("led trump", rule, variant, table)


def _hints(puzzle: RulebooksDiffer) -> Hints:
    ruling = puzzle.ruling
    lead = ruling.trick.lead
    look = Reason("look.dispute", {"led": lead.card.suit})
    order = Reason("order.dispute")
    ruffs = [place for place, role in enumerate(ruling.roles) if role == Role.RUFF]
    if ruling.roles[0] != Role.LED_TRUMP or not ruffs:
        return look, order, compare_plays(ruling)
    highest = ruling.trick.plays[max(ruffs, key=lambda place: ruling.strengths[place])]
    facts: dict[str, Fact] = {"seat": lead.seat, "card": lead.card}
    facts |= {"other_seat": highest.seat, "other": highest.card}
    return look, order, Reason("compare.dispute", facts)


def _scene(puzzle: RulebooksDiffer, stage: Stage) -> Scene:
    """Return the table; beside a verdict, with the winner that the verdict is about.

    Nothing is chosen beforehand: by the next rulebook the card may be another.
    """
    ruling, asked_all = puzzle.ruling, len(stage.parts) == len(BOOKS)
    if stage.answered and stage.marked:
        right = puzzle.which_right([Seat(part) for part in stage.parts])
        ruling = ruling_under(ruling, rulebook_told(puzzle, right))
    return (
        TableSight(
            variant=puzzle.variant,
            table=ruling.table,
            trick=puzzle.trick,
            ruling=ruling if stage.answered else None,
            chosen=Seat(stage.parts[-1]) if asked_all and not stage.answered else None,
            pick=stage.taken and not asked_all and not stage.answered,
        ),
    )


KIND = Kind(
    puzzle=RulebooksDiffer,
    rules=lambda _, table: () if table.for_two else (Rule.LED_TRUMP_HOLDS,),
    draw=_draw,
    draw_from=_draw,
    hints=_hints,
    scene=_scene,
    because=_because,
    about_trick=True,
    about_rulebooks=True,
    seconds=16,
    keys=("trick",),
)
