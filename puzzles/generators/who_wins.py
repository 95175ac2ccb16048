"""Draw "who wins?": a complete trick decided by the rule aimed at."""

from functools import partial
from random import Random

from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.generators.generator import Generator
from puzzles.generators.tricks import draw_ruling, trick_rules
from puzzles.kinds.who_wins import WhoWins


def _rules(_: Variant, table: Table) -> tuple[Rule, ...]:
    return trick_rules(table)


def _draw(
    rule: Rule,
    variant: Variant,
    table: Table,
    rng: Random,
    *,
    separating: bool = False,
) -> WhoWins:
    ruling = draw_ruling(rule, variant, table, rng, separating=separating)
    return WhoWins(variant=variant, table=table, trick=ruling.trick)


GENERATOR = Generator(_rules, _draw, partial(_draw, separating=True))
