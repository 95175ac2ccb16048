"""What is this player's sheet worth?"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from random import Random

from engine.calypso import Calypso
from engine.rulebooks import RevokePenalty
from engine.rules import Rule
from engine.score import CALYPSO_POINTS, POINTS, Score, ScoreLine, score_of
from engine.table import Seat, Table
from engine.variants import Variant
from puzzles.explanations import tail
from puzzles.kinds.kind import TRIES, Kind, answered, if_offered, not_found
from puzzles.position import SEPARATOR, read_seat, segments
from puzzles.puzzle import (
    Choice,
    Fact,
    Hints,
    Part,
    Puzzle,
    Reason,
    Verdict,
    answered_otherwise,
    read_answer,
)
from puzzles.scenes import Scene, ShelfSight, Stage

_POINTS = tuple(points for _, points in CALYPSO_POINTS)
_PENALTY = POINTS[Rule.REVOKE_PENALTY]


def _counted(
    won: "WhatScore",
    *,
    points: tuple[int, ...] = _POINTS,
    card: int = POINTS[Rule.UNFINISHED_CARDS],
    pile: int = POINTS[Rule.PILE_CARDS],
    fines: Mapping[str, int] | None = None,
) -> int:
    """Count the sheet with wrong rates.

    Args:
        points: What the first, second, third and fourth calypso of a suit are worth.
        fines: What a revoke of the ``own`` side or the ``others`` adds; without it, what is right.
    """
    calypsos = sum(sum(points[: calypso.completed]) for calypso in won.calypsos)
    penalty = won.penalty if fines is None else fines.get(won.revoke or "", 0)
    return calypsos + card * won.unfinished + pile * won.pile + penalty


def _last_alone(won: "WhatScore") -> int:
    last = sum(_POINTS[calypso.completed - 1] for calypso in won.calypsos if calypso.completed)
    return _counted(won, points=()) + last


def _suits_together(won: "WhatScore") -> int:
    completed = sum(calypso.completed for calypso in won.calypsos)
    return _counted(won, points=()) + sum((_POINTS + (1000,) * 4)[:completed])


def _completed_too(won: "WhatScore") -> int:
    each = POINTS[Rule.UNFINISHED_CARDS] * len(won.variant.ranks)
    return _counted(won, points=tuple(points + each for points in _POINTS))


MISCONCEPTIONS: Mapping[str, tuple[Rule, Callable[["WhatScore"], int]]] = {
    "every-calypso-500": (Rule.SECOND_CALYPSO, partial(_counted, points=(500,) * 4)),
    "later-calypsos-750": (Rule.LATER_CALYPSO, partial(_counted, points=(500, 750, 750, 750))),
    "second-calypso-1000": (Rule.SECOND_CALYPSO, partial(_counted, points=(500, 1000, 1000, 1000))),
    "last-calypso-counts": (Rule.LATER_CALYPSO, _last_alone),
    "suits-count-together": (Rule.FIRST_CALYPSO, _suits_together),
    "completed-cards-count-too": (Rule.FIRST_CALYPSO, _completed_too),
    "unfinished-at-ten": (Rule.UNFINISHED_CARDS, partial(_counted, card=10)),
    "unfinished-forgotten": (Rule.UNFINISHED_CARDS, partial(_counted, card=0)),
    "rates-exchanged": (Rule.PILE_CARDS, partial(_counted, card=10, pile=20)),
    "pile-at-twenty": (Rule.PILE_CARDS, partial(_counted, pile=20)),
    "pile-forgotten": (Rule.PILE_CARDS, partial(_counted, pile=0)),
    "penalty-forgotten": (Rule.REVOKE_PENALTY, partial(_counted, fines={})),
    "penalty-for-both": (
        Rule.REVOKE_PENALTY,
        partial(_counted, fines={"own": -_PENALTY, "others": _PENALTY}),
    ),
    "penalty-other-way": (
        Rule.REVOKE_PENALTY,
        partial(_counted, fines={"own": _PENALTY, "others": -_PENALTY}),
    ),
}
"""Wrong ways to count by id: the rule that each misses, and the total it leads to.

A sheet's own rule picks those about it first.
"""

CHOICES = 4
"""So many totals are offered."""


@dataclass(frozen=True, kw_only=True)
class WhatScore(Puzzle):
    """What one player has at the end: calypsos, cards in the pile, and perhaps a revoke.

    ``revoke`` says whose revoke was claimed, if any was: ``own`` side's or ``others``'.
    ``place`` says where among the four totals, from low to high, the right one stands; without
    it that hangs on misconceptions. The position is seat, calypsos, pile, and the revoke and the
    place if there are such: ``N : C1:AJ953 : 17 : revoke own : place 2``.

    Raises:
        ValueError: The calypsos are not those of the seat, there are more cards than the pack
            has, or nothing at all.
    """

    kind = "what-score"

    seat: Seat
    calypsos: tuple[Calypso, ...]
    pile: int
    revoke: str | None = None
    place: int | None = None

    def __post_init__(self) -> None:
        variant = self.variant
        variant.check(self.table)
        suits = variant.builds_with(self.table.trump(self.seat))
        if sorted(calypso.suit for calypso in self.calypsos) != sorted(suits):
            raise ValueError(f"{self.seat.name.title()} builds {' and '.join(suits)}, each once")
        # In the order of the form, so that renaming suits changes nothing.
        ordered = sorted(self.calypsos, key=lambda calypso: suits.index(calypso.suit))
        object.__setattr__(self, "calypsos", tuple(ordered))
        for calypso in self.calypsos:
            most = variant.packs - bool(calypso.ranks)
            if calypso.completed > most or not calypso.ranks < variant.full:
                raise ValueError(f"not calypsos of {variant.id}: {calypso}")
        built = sum(kept.completed * len(variant.full) + len(kept.ranks) for kept in self.calypsos)
        if not 0 < built + self.pile <= len(variant.pack) or self.pile < 0:
            raise ValueError(f"1 to {len(variant.pack)} cards are won, not {built + self.pile}")
        if self.revoke not in (None, "own", "others"):
            raise ValueError(f"a revoke of the 'own' side or the 'others', not {self.revoke!r}")
        if self.place is not None and not 1 <= self.place <= CHOICES:
            raise ValueError(f"the right total stands in place 1 to {CHOICES}, not {self.place}")

    @property
    def penalty(self) -> int:
        """What the revoke adds to this sheet."""
        if self.table.rulebook.revoke == RevokePenalty.ADDED_TO_OTHERS:
            return _PENALTY if self.revoke == "others" else 0
        return -_PENALTY if self.revoke == "own" else 0

    @property
    def unfinished(self) -> int:
        """How many cards lie in unfinished calypsos."""
        return sum(len(calypso.ranks) for calypso in self.calypsos)

    @cached_property
    def score(self) -> Score:
        """The sheet, line by line, the penalty included."""
        points = self.penalty
        lines = (ScoreLine(Rule.REVOKE_PENALTY, 1, points),) if points else ()
        return Score(score_of(self.calypsos, self.pile).lines + lines)

    @cached_property
    def rule(self) -> Rule:
        """The rule for what is rarest on the sheet; between cards alone, what they bring most."""
        if self.revoke:
            return Rule.REVOKE_PENALTY
        if most := max(calypso.completed for calypso in self.calypsos):
            return CALYPSO_POINTS[most - 1][0]
        pile_counts_more = self.pile * 10 > self.unfinished * 20
        return Rule.PILE_CARDS if pile_counts_more else Rule.UNFINISHED_CARDS

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The right total among three that misconceptions lead to, from low to high.

        In split partnership a neighbour's sheet counts as well, which is not asked for.
        """
        totals = sorted((self.score.total, *self._wrong_totals()))
        revoke = f"-{self._whose}" if self.revoke else ""
        own = ".split" if self.variant.like == "split" else ""
        choices = tuple(Choice(str(total), total) for total in totals)
        facts: dict[str, Fact] = {"seat": self.seat, "rulebook": self.table.rulebook}
        return (Part(f"what-score.total{revoke}{own}", choices, facts=facts),)

    @property
    def _whose(self) -> str:
        """The revoke as the keys of its words name it: a side has one only with partners."""
        alone = len(self.variant.side(self.seat)) == 1
        return f"{self.revoke}-alone" if alone else str(self.revoke)

    def _wrong_totals(self) -> dict[int, str | None]:
        """Return three wrong totals and the misconception that leads to each.

        Those about the puzzle's own rule come first; which others, the pile decides, so that
        the same ones do not always stand together.
        """
        right = self.score.total
        if not self.place:
            return self._wrong(CHOICES - 1, lambda total: total != right, 10)
        return {
            **self._wrong(self.place - 1, lambda total: total < right, -10),
            **self._wrong(CHOICES - self.place, lambda total: total > right, 10),
        }

    def _missed(self, misconception: str) -> Rule:
        """Return the rule that a misconception misses here: of two calypsos it is the second's."""
        rule, _ = MISCONCEPTIONS[misconception]
        if rule == Rule.LATER_CALYPSO and all(line.rule != rule for line in self.score.lines):
            return Rule.SECOND_CALYPSO
        return rule

    def _by_nearness(self) -> tuple[str, ...]:
        near = [name for name, (rule, _) in MISCONCEPTIONS.items() if rule == self.rule]
        far = [name for name in MISCONCEPTIONS if name not in near]
        turn = self.pile % len(far)
        return (*near, *far[turn:], *far[:turn])

    def _wrong(self, count: int, fits: Callable[[int], bool], step: int) -> dict[int, str | None]:
        """Return *count* totals that fit, by misconception; where these are few, in steps."""
        wrong: dict[int, str | None] = {}
        for misconception in self._by_nearness():
            _, counted = MISCONCEPTIONS[misconception]
            total = counted(self)
            if fits(total) and len(wrong) < count:
                wrong.setdefault(total, misconception)
        total = self.score.total
        while len(wrong) < count:
            total += step
            wrong.setdefault(total, None)
        return wrong

    @property
    def solution(self) -> str:
        return str(self.score.total)

    @property
    def position(self) -> str:
        calypsos = " ".join(map(str, self.calypsos))
        revoke = f"{SEPARATOR}revoke {self.revoke}" if self.revoke else ""
        place = f"{SEPARATOR}place {self.place}" if self.place else ""
        return SEPARATOR.join((self.seat.value, calypsos, str(self.pile))) + revoke + place

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "WhatScore":
        want = "a seat : its calypsos : cards in the pile, and : revoke own or : revoke others"
        seat, calypsos, pile, *rest = segments(position, want, 3, 5)
        revoke = re.fullmatch(r"revoke (own|others)", rest[0]) if rest else None
        place = re.fullmatch(r"place ([1-4])", rest[-1]) if rest else None
        read = bool(revoke) + bool(place)
        if not re.fullmatch(r"0|[1-9][0-9]{0,2}", pile) or len(rest) != read:
            raise ValueError(f"not a position: {position!r} (want {want})")
        return cls(
            variant=variant,
            table=table,
            seat=read_seat(seat, table),
            calypsos=tuple(map(Calypso.parse, calypsos.split())),
            pile=int(pile),
            revoke=revoke[1] if revoke else None,
            place=int(place[1]) if place else None,
        )

    def check(self, answer: str) -> Verdict:
        """Judge the total picked; a wrong one misses the rule of its misconception."""
        ((token,),) = read_answer(answer, self.parts)
        correct = token == self.solution
        misconception = None if correct else self._wrong_totals()[int(token)]
        rule = self.rule if misconception is None else self._missed(misconception)
        reasons = [
            Reason(f"line.{tail(line.rule)}", {"count": line.count, "points": line.points})
            for line in self.score.lines
            if line.rule != Rule.REVOKE_PENALTY
        ]
        if self.revoke:
            way = self.table.rulebook.revoke.value
            facts: dict[str, Fact] = {
                "seat": self.seat,
                "rulebook": self.table.rulebook,
                "points": self.penalty,
            }
            reasons.append(Reason(f"penalty.{self._whose}.{way}", facts))
        if not correct and misconception is None:
            reasons.insert(0, Reason("score.adding"))
        return Verdict(
            parts=(correct,),
            rule=rule,
            reasons=(
                *reasons,
                Reason("score.total", {"points": self.score.total, "picked": int(token)}),
            ),
            notes=tuple(dict.fromkeys(line.rule for line in self.score.lines if line.rule != rule)),
            dissents=answered_otherwise(self),
        )


_COMPLETED: Mapping[Rule, tuple[int, ...]] = {
    Rule.FIRST_CALYPSO: (1,),
    Rule.SECOND_CALYPSO: (2,),
    Rule.LATER_CALYPSO: (3, 3, 3, 4),
    Rule.UNFINISHED_CARDS: (0,),
    Rule.PILE_CARDS: (0,),
    Rule.REVOKE_PENALTY: (0, 1, 1, 2),
}
"""How many calypsos of one suit are completed; of another suit, as many or fewer."""

_PILE = (3, 40)


def _possible(rule: Rule, variant: Variant) -> tuple[int, ...]:
    """Return how many calypsos of one suit the packs of this form allow."""
    return tuple(count for count in _COMPLETED[rule] if count <= variant.packs)


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> WhatScore:
    place = rng.randrange(len(table.seats))
    for _ in range(TRIES):
        most = rng.choice(_possible(rule, variant))
        calypsos: list[Calypso] = []
        for suit in variant.builds_at(table)[place]:
            completed = most if not calypsos else rng.randint(0, most)
            count = 0 if completed == variant.packs else rng.randint(1, len(variant.ranks) - 1)
            ranks = frozenset(rng.sample(variant.ranks, count))
            calypsos.append(Calypso(suit, ranks, completed))
        puzzle = WhatScore(
            variant=variant,
            table=table,
            seat=table.seats[place],
            calypsos=tuple(calypsos),
            pile=rng.randint(*_PILE),
            revoke=rng.choice(("own", "others")) if rule == Rule.REVOKE_PENALTY else None,
        )
        if puzzle.rule == rule:
            return replace(puzzle, place=rng.choice(_places(puzzle)))
    raise not_found("sheet", rule, variant, table)


def _places(puzzle: WhatScore) -> list[int]:
    """List the places of the right total that leave room for one that misses its rule."""
    right = puzzle.score.total
    near = [total(puzzle) for rule, total in MISCONCEPTIONS.values() if rule == puzzle.rule]
    below, above = any(total < right for total in near), any(total > right for total in near)
    return [
        place
        for place in range(1, CHOICES + 1)
        if (below and place > 1) or (above and place < CHOICES) or not (below or above)
    ]


def _hints(puzzle: WhatScore) -> Hints:
    right = int(puzzle.solution)
    totals = [int(choice.token) for choice in puzzle.parts[0].choices]
    near = min((total for total in totals if total != right), key=lambda total: abs(total - right))
    low, high = sorted((right, near))
    look, rule = Reason("look.sheet"), Reason("rule", {"rule": puzzle.rule})
    return look, rule, Reason("compare.totals", {"low": low, "high": high, "points": high - low})


def _picked(idea: tuple[Rule, Callable[[WhatScore], int]], puzzle: WhatScore) -> str | None:
    """Return the total that somebody comes to who counts so, if it is among the choices."""
    _, counted = idea
    return if_offered(puzzle, str(counted(puzzle)))


def _scene(puzzle: WhatScore, _: Stage) -> Scene:
    seat, calypsos, full = puzzle.seat, puzzle.calypsos, puzzle.variant.full
    return (ShelfSight(seat=seat, calypsos=calypsos, pile=puzzle.pile, full=full),)


KIND = Kind(
    puzzle=WhatScore,
    rules=lambda variant, _: tuple(rule for rule in _COMPLETED if _possible(rule, variant)),
    draw=_draw,
    misconceptions=answered(MISCONCEPTIONS, _picked),
    hints=_hints,
    scene=_scene,
    seconds=24,
    shown_as="sheet",
)
