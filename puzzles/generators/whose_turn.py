"""Draw "who is next?": a trick under way or complete, or the end of a hand."""

from random import Random

from engine.rules import Rule
from engine.table import Table
from engine.trick import Trick
from engine.variants import NextDealer, Variant
from puzzles.generators.generator import Generator
from puzzles.generators.tricks import draw_ruling, trick_rules
from puzzles.kinds.whose_turn import Next, WhoseTurn


def _rules(variant: Variant, table: Table) -> tuple[Rule, ...]:
    dealing = [Rule.FOUR_DEALS]
    if variant.next_dealer == NextDealer.TRICK_LOSER:
        dealing = [Rule.TWO_NEXT_DEALER]
    elif len(table.seats) < variant.deals:
        dealing = [Rule.FOUR_DEALS, Rule.THREE]
    return (Rule.TURN, Rule.WINNER_LEADS, Rule.FIRST_LEAD, *dealing)


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> WhoseTurn:
    about = [one for one in trick_rules(table) if one != Rule.LED_TRUMP_HOLDS]
    while True:
        trick = draw_ruling(rng.choice(about), variant, table, rng).trick
        if rule == Rule.TURN:
            trick = Trick(trick.plays[: rng.randrange(1, variant.trick)])
        puzzle = _ask(rule, variant, table, trick, rng)
        # An answer that is also the seat of the lead is right for those who leave all as it is.
        if puzzle.seat != trick.lead.seat or rng.random() < _SAME:
            return puzzle


_SAME = 0.4
"""How often a puzzle stands in which whoever led is next, too."""


def _ask(rule: Rule, variant: Variant, table: Table, trick: Trick, rng: Random) -> WhoseTurn:
    if rule == Rule.TURN:
        return WhoseTurn(variant=variant, table=table, trick=trick, asked=Next.PLAY)
    if rule == Rule.WINNER_LEADS:
        return WhoseTurn(variant=variant, table=table, trick=trick, asked=Next.LEAD)
    deals = range(1, variant.deals)
    if rule == Rule.THREE:
        deals = range(len(table.seats), variant.deals)
    elif rule == Rule.FOUR_DEALS:
        deals = range(1, min(variant.deals, len(table.seats)))
    return WhoseTurn(
        variant=variant,
        table=table,
        trick=trick,
        asked=Next.FIRST if rule == Rule.FIRST_LEAD else Next.DEAL,
        deal=rng.choice(deals),
        dealer=rng.choice(table.seats),
    )


GENERATOR = Generator(_rules, _draw)
