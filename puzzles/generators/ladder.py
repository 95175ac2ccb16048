"""Draw "how does this trick go on?": a trick that the rule governs, its last cards asked."""

from functools import partial
from random import Random

from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.generators.generator import Generator
from puzzles.generators.tricks import draw_ruling
from puzzles.kinds.ladder import Ladder
from puzzles.kinds.who_wins import governing_rules


def _rules(_: Variant, table: Table) -> tuple[Rule, ...]:
    return governing_rules(table)


def _draw(
    rule: Rule,
    variant: Variant,
    table: Table,
    rng: Random,
    *,
    separating: bool = False,
) -> Ladder:
    ruling = draw_ruling(rule, variant, table, rng, separating=separating)
    asked = rng.choice((1, 2))
    return Ladder(variant=variant, table=table, trick=ruling.trick, asked=asked)


GENERATOR = Generator(_rules, _draw, partial(_draw, separating=True))
