"""Draw "who wins by each rulebook?": a trick on which they differ, or one on which they agree."""

from dataclasses import replace
from functools import partial
from random import Random

from engine.rulebooks import AKAGIRI
from engine.rules import Rule
from engine.table import Table
from engine.trick import Role
from engine.variants import Variant
from puzzles.generators.generator import Generator
from puzzles.generators.tricks import draw_ruling
from puzzles.kinds.rulebooks_differ import RulebooksDiffer

_RULES = (
    Rule.LED_TRUMP_HOLDS,
    Rule.LED_TRUMP_WINS,
    Rule.RUFF_WINS,
    Rule.HIGHEST_RUFF_WINS,
)
"""The disputed rule, and those by which they agree although a trump was led."""


def _rules(_: Variant, table: Table) -> tuple[Rule, ...]:
    return _RULES if len(table.seats) > 2 else ()


def _draw(
    rule: Rule,
    variant: Variant,
    table: Table,
    rng: Random,
    *,
    separating: bool = False,
) -> RulebooksDiffer:
    """Draw under the rulebook that knows every rule: tricks on which all agree are the same."""
    book = replace(table, rulebook=AKAGIRI)
    while True:
        ruling = draw_ruling(rule, variant, book, rng, separating=separating)
        if ruling.roles[0] == Role.LED_TRUMP:
            return RulebooksDiffer(variant=variant, table=table, trick=ruling.trick)


GENERATOR = Generator(_rules, _draw, partial(_draw, separating=True))
