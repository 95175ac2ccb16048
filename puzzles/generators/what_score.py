"""Draw "what is this sheet worth?"."""

from collections.abc import Mapping
from random import Random

from engine.calypso import Calypso
from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.generators.generator import Generator
from puzzles.kinds.what_score import WhatScore

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


def _rules(_variant: Variant, _table: Table) -> tuple[Rule, ...]:
    return tuple(_COMPLETED)


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> WhatScore:
    place = rng.randrange(len(table.seats))
    while True:
        most = rng.choice(_COMPLETED[rule])
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
            return puzzle


GENERATOR = Generator(_rules, _draw)
