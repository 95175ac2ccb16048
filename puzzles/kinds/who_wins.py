"""Who wins this trick, and because of which rule?"""

from dataclasses import dataclass, replace
from functools import cached_property, partial
from random import Random

from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Ruling, Step, Trick, dissents, ladder
from engine.variants import Variant
from puzzles.explanations import best_play, notes, tail, tie, trick_hints, why_not, why_won
from puzzles.kinds.kind import Kind, tokens_of
from puzzles.misconceptions import MISCONCEPTIONS, Misconception, marks_of, predicts
from puzzles.natural import TrickSource
from puzzles.position import SEPARATOR, segments
from puzzles.puzzle import (
    Choice,
    Part,
    Reason,
    TrickPuzzle,
    Verdict,
    print_answer,
    read_answer,
    seats_from,
)
from puzzles.scenes import Scene, Stage, TableSight
from puzzles.tricks import draw_ruling, governing_rules, trick_rules


@dataclass(frozen=True, kw_only=True)
class WhoWins(TrickPuzzle):
    """A complete trick; with ``why`` the learner also says which rule decides it.

    Its position is the trick, and `` : why`` if the rule is asked: ``N H8 HJ HT H3 : why``.
    """

    kind = "who-wins"

    why: bool = False

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Who wins, in order of play; and by which rule, of those that may govern here."""
        who = Part("who-wins.seat", seats_from(self.table, self.trick.lead.seat))
        if not self.why:
            return (who,)
        rules = governing_rules(self.table)
        return who, Part("who-wins.rule", tuple(Choice(rule.value, rule) for rule in rules))

    @property
    def solution(self) -> str:
        """The winner; with ``why`` also the governing rule."""
        ruling = self.ruling
        rule = ((ruling.rule.value,),) if self.why else ()
        return print_answer(((ruling.winning.seat.value,), *rule))

    @property
    def position(self) -> str:
        return f"{self.trick}{SEPARATOR}why" if self.why else str(self.trick)

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "WhoWins":
        trick, *rest = segments(position, "a trick, or a trick : why", 1, 2)
        if rest not in ([], ["why"]):
            raise ValueError(f"after the trick comes 'why' or nothing, not {rest[0]!r}")
        return cls(variant=variant, table=table, trick=Trick.parse(trick, table), why=bool(rest))

    def check(self, answer: str) -> Verdict:
        (who,), *rest = read_answer(answer, self.parts)
        ruling, seat = self.ruling, Seat(who)
        rules = [Rule(rule) for (rule,) in rest]
        right = (seat == ruling.winning.seat, *(rule == ruling.rule for rule in rules))
        return Verdict(
            parts=right,
            rule=ruling.rule,
            missed=None if right[0] else _never_by(ruling, seat),
            reasons=(
                *(() if right[0] else (why_not(ruling, seat),)),
                # When the rule that was picked would have decided.
                *(Reason(f"decides-only.{tail(rule)}") for rule in rules if rule != ruling.rule),
                why_won(ruling),
                *(notes(ruling) if right[0] else tie(ruling, seat)),
            ),
            notes=ruling.notes,
            dissents=dissents(ruling),
        )


def _never_by(ruling: Ruling, seat: Seat) -> Rule | None:
    """Return the rule by which a seat's best card never wins, whatever else was played."""
    rung = ladder(ruling)[best_play(ruling, seat)]
    return rung.rule if rung.step == Step.CANNOT_WIN else None


def _draw(
    rule: Rule, variant: Variant, table: Table, rng: Random, source: TrickSource = TrickSource.MIXED
) -> WhoWins:
    ruling = draw_ruling(rule, variant, table, rng, source)
    return WhoWins(variant=variant, table=table, trick=ruling.trick)


def _named(misconception: Misconception, puzzle: WhoWins) -> str | None:
    """Return the seat that wins for somebody who holds it, if anybody can in this form."""
    if not misconception.applies(puzzle.variant):
        return None
    return predicts(misconception, puzzle.trick, puzzle.table, puzzle.ruling.roles).value


def _scene(puzzle: WhoWins, stage: Stage) -> Scene:
    return (
        TableSight(
            variant=puzzle.variant,
            table=puzzle.table,
            trick=puzzle.trick,
            ruling=puzzle.ruling if stage.answered else None,
            chosen=Seat(stage.parts[0]) if stage.parts else None,
            pick=stage.taken and not stage.parts and not stage.answered,
        ),
    )


KIND = Kind(
    puzzle=WhoWins,
    rules=lambda _, table: trick_rules(table),
    draw=_draw,
    draw_from=_draw,
    marks_of=lambda puzzle: marks_of(puzzle.ruling),
    misconceptions={held.id: partial(_named, held) for held in MISCONCEPTIONS},
    hints=lambda puzzle: trick_hints(puzzle.ruling),
    scene=_scene,
    compared=lambda _, answer: tokens_of(answer)[:1],
    about_trick=True,
    from_the_start=True,
    asks_rule=lambda puzzle: replace(puzzle, why=True),
    keys=("trick",),
)
"""Where the rule is asked beside the winner, a misconception names the winner alone."""
