"""Draw "who may name a trump?": a hand before the first lead, or a trick that is over."""

from random import Random

from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.generators.generator import Generator
from puzzles.generators.tricks import draw_ruling, trick_rules
from puzzles.kinds.may_name import MayName, Naming


def _rules(variant: Variant, _table: Table) -> tuple[Rule, ...]:
    rules = (Rule.TWO_NAMING, Rule.TWO_CHANGING, Rule.TWO_SUITS_EACH)
    return rules if variant.trumps_change else ()


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> MayName:
    if rule == Rule.TWO_NAMING:
        return MayName(
            variant=variant,
            table=table,
            asked=Naming.FIRST,
            seat=rng.choice(table.seats),
            hand=tuple(rng.sample(variant.pack, variant.hand)),
        )
    while True:
        ruling = draw_ruling(rng.choice(trick_rules(table)), variant, table, rng)
        if rule == Rule.TWO_CHANGING:
            return MayName(variant=variant, table=table, asked=Naming.CHANGE, trick=ruling.trick)
        if ruling.winning.seat != ruling.trick.lead.seat:
            return MayName(variant=variant, table=table, asked=Naming.TO, trick=ruling.trick)


GENERATOR = Generator(_rules, _draw)
