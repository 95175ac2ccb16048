"""Which rules happen in a deal, and when: before the first lead, in a trick, at the end.

A rule of the table or of the deal is there before the first card; a rule of the score is
there at the end; all others happen in tricks, where the engine's ruling shows them.
"""

from collections.abc import Collection, Iterable, Sequence

from engine.result import counted, leading, shared
from engine.rules import Rule
from engine.score import Score
from engine.table import Seat
from engine.trick import Ruling
from engine.variants import Variant
from engine.winnings import Placement
from tutor.guided.deal import GuidedDeal

AT_ONCE = frozenset(
    {
        Rule.PERSONAL_TRUMP,
        Rule.PARTNERS,
        Rule.FOUR_PACKS,
        Rule.FOUR_DEALS,
        Rule.FIRST_LEAD,
        Rule.TURN,
        Rule.OWN_CARDS,
    }
)
"""Rules that the table shows as soon as somebody sits at it, whatever is played."""

MOST = 2
"""How many rules one trick may tell."""

IN_TRICKS = frozenset(
    {
        Rule.FOLLOW_SUIT,
        Rule.ANY_CARD_WHEN_VOID,
        Rule.WINNER_LEADS,
        Rule.SUIT_HIGHEST,
        Rule.LED_TRUMP_WINS,
        Rule.RUFF_WINS,
        Rule.HIGHEST_RUFF_WINS,
        Rule.FIRST_OF_EQUALS,
        Rule.LED_SUIT_NO_TRUMP,
        Rule.DISCARD_NEVER_WINS,
        Rule.OWN_SUIT_BUILDS,
        Rule.PARTNER_GETS_CARDS,
        Rule.ONE_AT_A_TIME,
        Rule.SAME_TRICK_STARTS_NEXT,
        Rule.OTHERS_TO_PILE,
    }
)
"""Rules that a trick can show."""

AT_THE_END = frozenset(
    {
        Rule.FIRST_CALYPSO,
        Rule.SECOND_CALYPSO,
        Rule.LATER_CALYPSO,
        Rule.UNFINISHED_CARDS,
        Rule.PILE_CARDS,
        Rule.HIGHER_TOTAL_WINS,
    }
)
"""Rules that the score sheet can show."""


def at_the_start(deal: GuidedDeal) -> frozenset[Rule]:
    """Return the rules that are there before the first lead."""
    under_way = any(calypso.ranks for mine in deal.calypsos for calypso in mine)
    return AT_ONCE | ({Rule.CARRIES_OVER} if under_way else set())


def in_trick(number: int, ruling: Ruling, spots: Iterable[Placement], me: Seat) -> frozenset[Rule]:
    """Return the rules that one trick shows.

    Args:
        number: Which trick of the deal it is, from 1.
        ruling: Who won it, and why.
        spots: Where its cards went.
        me: The learner, who is told to follow suit when there is something to follow.
    """
    found = {ruling.rule, *ruling.notes, *(spot.rule for spot in spots)}
    if number > 1:
        found.add(Rule.WINNER_LEADS)
    led = ruling.trick.lead
    if any(
        play.seat == me != led.seat and play.card.suit == led.card.suit
        for play in ruling.trick.plays
    ):
        found.add(Rule.FOLLOW_SUIT)
    if any(play.card.suit != led.card.suit for play in ruling.trick.plays):
        found.add(Rule.ANY_CARD_WHEN_VOID)
    return frozenset(found)


def at_the_end(variant: Variant, sheets: Sequence[Score]) -> frozenset[Rule]:
    """Return the rules by which the score is counted, from the own sheets of all seats."""
    found = {line.rule for sheet in sheets for line in sheet.lines}
    totals = counted(variant, [sheet.total for sheet in sheets])
    if not shared(variant, leading(variant, totals)):
        found.add(Rule.HIGHER_TOTAL_WINS)
    return frozenset(found)


def told(
    order: Sequence[Rule], moments: Iterable[Collection[Rule]]
) -> tuple[tuple[Rule, ...], ...]:
    """Return, parallel to the moments, which rules are told then.

    A rule is told the first time it happens after those before it in *order* were told, so
    that they come in the order in which they are taught. A trick tells no more than `MOST`.
    """
    found, at = [], 0
    for moment in moments:
        now, most = at, 0
        while now < len(order) and order[now] in moment and most < MOST:
            most += order[now] in IN_TRICKS
            now += 1
        found.append(tuple(order[at:now]))
        at = now
    return tuple(found)
