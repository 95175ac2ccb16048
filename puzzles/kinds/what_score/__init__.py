"""What is this player's sheet worth?"""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from random import Random

from engine.calypso import Calypso
from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.kinds.kind import Kind
from puzzles.kinds.what_score.position import CHOICES, WhatScore
from puzzles.kinds.what_score.slips import SLIPS, Slip
from puzzles.puzzle import Hints, Reason
from puzzles.scenes import Scene, ShelfSight, Stage

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


def _rules(variant: Variant, _table: Table) -> tuple[Rule, ...]:
    return tuple(rule for rule in _COMPLETED if _possible(rule, variant))


def _possible(rule: Rule, variant: Variant) -> tuple[int, ...]:
    """Return how many calypsos of one suit the packs of this form allow."""
    return tuple(count for count in _COMPLETED[rule] if count <= variant.packs)


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> WhatScore:
    place = rng.randrange(len(table.seats))
    while True:
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


def _places(puzzle: WhatScore) -> list[int]:
    """List the places of the right total that leave room for a slip about the puzzle's own rule."""
    right = puzzle.score.total
    near = [slip.total(puzzle.won) for slip in SLIPS if slip.rule == puzzle.rule]
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
    return (
        Reason("look.sheet"),
        Reason("rule", {"rule": puzzle.rule}),
        Reason("compare.totals", {"low": low, "high": high, "points": high - low}),
    )


def _offered(slip: Slip, puzzle: WhatScore) -> str | None:
    """Return the total that *slip* leads to, if it is among the choices."""
    total = str(slip.total(puzzle.won))
    offered = {choice.token for choice in puzzle.parts[0].choices}
    return total if total in offered else None


def _scene(puzzle: WhatScore, _: Stage) -> Scene:
    return (
        ShelfSight(
            seat=puzzle.seat,
            calypsos=puzzle.calypsos,
            pile=puzzle.pile,
            full=puzzle.variant.full,
        ),
    )


KIND = Kind(
    puzzle=WhatScore,
    rules=_rules,
    draw=_draw,
    misconceptions={slip.id: partial(_offered, slip) for slip in SLIPS},
    misses={slip.id: slip.rule for slip in SLIPS},
    hints=_hints,
    scene=_scene,
    seconds=24,
    shown_as="sheet",
)
