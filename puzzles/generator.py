"""A new puzzle of a kind, aimed at a rule; which kinds can ask about which rules, and how often.

The same arguments and seed give the same puzzle.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from random import Random

from engine.rulebooks import RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.table import Table
from engine.variants import VARIANTS, Variant
from puzzles.kinds import KINDS
from puzzles.natural import TrickSource
from puzzles.puzzle import Puzzle


def generate(
    kind: str,
    rule: Rule,
    variant: Variant,
    table: Table,
    rng: Random,
    source: TrickSource = TrickSource.MIXED,
) -> Puzzle:
    """Draw a puzzle of *kind* about *rule*.

    In most, it decides, alone or beside the governing rule; where all of them would have one
    answer, in some it seems to, and another does.

    Args:
        kind: A key of `KINDS`.
        rule: One of `rules_of` this kind.
        source: Where the trick comes from; kinds that are not about one take no notice.

    Raises:
        ValueError: There is no such kind, it cannot aim at this rule here, or what it draws
            cannot be.
    """
    variant.check(table)
    if rule not in rules_of(kind, variant, table.rulebook):
        raise ValueError(
            f"{kind!r} cannot aim at {rule.value!r} in {variant.id} under {table.rulebook}"
        )
    asked = KINDS[kind]
    try:
        if asked.draw_from:
            puzzle: Puzzle = asked.draw_from(rule, variant, table, rng, source)
        else:
            puzzle = asked.draw(rule, variant, table, rng)
    except ValueError as error:
        error.args = (f"{kind!r} about {rule.value!r} in {variant.id}: {error}",)
        raise  # as the log says where an error was raised, and not what it says
    return puzzle


@cache
def rules_of(kind: str, variant: Variant, rulebook: Rulebook) -> tuple[Rule, ...]:
    """List the rules that puzzles of *kind*, if it is one (else ValueError), can aim at."""
    if kind not in KINDS:
        raise ValueError(f"no kind of puzzle {kind!r} (want one of {', '.join(KINDS)})")
    return KINDS[kind].rules(variant, variant.table(rulebook))


RULES_OF: Mapping[str, tuple[Rule, ...]] = {
    kind: tuple(
        dict.fromkeys(
            rule
            for variant in VARIANTS.values()
            for rulebook in RULEBOOKS
            for rule in rules_of(kind, variant, rulebook)
        )
    )
    for kind in KINDS
}
"""The rules each kind can ever aim at, in some form of the game under some rulebook."""


def kinds_alone(variant: Variant, rulebook: Rulebook) -> tuple[str, ...]:
    """List the kinds of question that make sense without an example before them."""
    return tuple(
        name
        for name, kind in KINDS.items()
        if not kind.completes and rules_of(name, variant, rulebook)
    )


@cache
def kinds_for(rule: Rule, variant: Variant, rulebook: Rulebook) -> tuple[str, ...]:
    """List the kinds of question by which the drill asks about *rule*.

    Where rulebooks differ is asked only about the rule in dispute.
    """
    alone = kinds_alone(variant, rulebook)
    kinds = tuple(kind for kind in alone if rule in rules_of(kind, variant, rulebook))
    if rule == Rule.LED_TRUMP_HOLDS:
        return kinds
    return tuple(kind for kind in kinds if not KINDS[kind].about_rulebooks)


def askable(rules: Iterable[Rule], variant: Variant, rulebook: Rulebook) -> tuple[Rule, ...]:
    """List those of *rules* that some question can be about, in their order."""
    return tuple(rule for rule in dict.fromkeys(rules) if kinds_for(rule, variant, rulebook))


_OFTEN: Mapping[str, Mapping[Rule, int]] = {
    "two": {Rule.LED_TRUMP_WINS: 4, Rule.SUIT_HIGHEST: 3},
    "three": {Rule.SUIT_HIGHEST: 3},
    "split": {Rule.SUIT_HIGHEST: 6},
}
"""How many times a rule comes where another comes once; elsewhere all come alike.

Where two or three play, ruffs win few tricks, and several rules are about ruffs: if all came alike,
always naming the highest ruff would do far better than at a table. No round of a form is longer
than thirteen, or a rule would not come twice in forty questions.
"""


def often(rule: Rule, variant: Variant) -> int:
    """Return how many times *rule* is asked about in this form where another is once."""
    return _OFTEN.get(variant.like, {}).get(rule, 1)


def rounds_of(rules: Iterable[Rule], variant: Variant) -> tuple[Rule, ...]:
    """Return a round of *rules*: each as many times as it comes while another comes once."""
    return tuple(rule for rule in rules for _ in range(often(rule, variant)))
