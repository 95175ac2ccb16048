"""Draw "where does each card go?": a won trick, and calypsos such that the rule is at work."""

from random import Random

from engine.calypso import Calypso
from engine.cards import Card, Rank, Suit
from engine.rules import Rule
from engine.table import Table
from engine.trick import Ruling
from engine.variants import Variant
from puzzles.generators.generator import Generator
from puzzles.generators.tricks import draw_ruling
from puzzles.kinds.what_is_built import BUILDING_RULES, WhatIsBuilt

_TRICKS = (
    Rule.LED_TRUMP_WINS,
    Rule.LED_TRUMP_WINS,
    Rule.SUIT_HIGHEST,
    Rule.RUFF_WINS,
    Rule.FIRST_OF_EQUALS,
)
"""How the trick is won: often by a led trump, since then cards of one suit fall together."""

_PILE_TRICKS = (Rule.SUIT_HIGHEST, Rule.FIRST_OF_EQUALS)
"""The same where the winner's side gets nothing to build: somebody else's suit is led."""

_TRIES = 4_000


def _rules(variant: Variant, _: Table) -> tuple[Rule, ...]:
    alone = all(len(fed) == 1 for fed in variant.feeds)
    return tuple(rule for rule in BUILDING_RULES if not (alone and rule == Rule.PARTNER_GETS_CARDS))


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> WhatIsBuilt:
    deal = rng.randint(2, variant.deals) if rule == Rule.CARRIES_OVER else None
    for _ in range(_TRIES):
        tricks = _PILE_TRICKS if rule == Rule.OTHERS_TO_PILE else _TRICKS
        ruling = draw_ruling(rng.choice(tricks), variant, table, rng)
        if not _suits_fit(rule, ruling, variant):
            continue
        puzzle = _with_calypsos(rule, ruling, variant, deal, rng)
        if puzzle and puzzle.rule == rule:
            return puzzle
    raise ValueError(f"found no won trick of {variant.id} at {table} about {rule.value!r}")


def _suits_fit(rule: Rule, ruling: Ruling, variant: Variant) -> bool:
    """Say whether the trick has the cards that the rule needs."""
    fed = _fed(ruling, variant)
    mine = [card for card in ruling.trick.cards if card.suit in fed]
    if rule == Rule.OTHERS_TO_PILE:
        return not mine
    if rule == Rule.SAME_TRICK_STARTS_NEXT:
        return any(sum(card.suit == suit for card in mine) > 1 for suit in fed)
    return bool(mine)


def _fed(ruling: Ruling, variant: Variant) -> tuple[Suit, ...]:
    """List the suits that the winner's side builds."""
    table, groups = ruling.table, variant.builds_at(ruling.table)
    seats = variant.feeds[table.seats.index(ruling.winning.seat)]
    return tuple(suit for seat in seats for suit in groups[table.seats.index(seat)])


def _with_calypsos(
    rule: Rule, ruling: Ruling, variant: Variant, deal: int | None, rng: Random
) -> WhatIsBuilt | None:
    """Lay out calypsos; nothing if more cards would be shown than there are."""
    fed = _fed(ruling, variant)
    calypsos = []
    for suit in variant.suits:
        won = [card for card in ruling.trick.cards if card.suit == suit]
        ranks = _ranks(rule if suit in fed else None, won, variant, rng)
        calypsos.append(Calypso(suit, frozenset(ranks), rng.choice((0, 0, 0, 1))))
    try:
        return WhatIsBuilt(
            variant=variant,
            table=ruling.table,
            trick=ruling.trick,
            calypsos=tuple(calypsos),
            deal=deal,
        )
    except ValueError:
        return None


def _ranks(rule: Rule | None, won: list[Card], variant: Variant, rng: Random) -> set[Rank]:
    """Draw the ranks under way: nearly all, if the trick is to complete them; else some."""
    falling = list(dict.fromkeys(card.rank for card in won))
    if rule == Rule.SAME_TRICK_STARTS_NEXT and len(won) > 1:
        most = min(len(falling), len(won) - 1)
        return set(variant.ranks) - set(rng.sample(falling, rng.randint(1, most)))
    some = set(rng.sample(variant.ranks, rng.randint(2, len(variant.ranks) - 3)))
    if rule == Rule.ONE_AT_A_TIME and falling:
        return some | {rng.choice(falling)}
    return some - set(falling) if rule else some


GENERATOR = Generator(_rules, _draw)
