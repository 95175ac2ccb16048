"""What a won trick adds: to whose calypso each card goes, and what is left for the pile."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.calypso import Calypso, Place, collect, places
from engine.cards import Card
from engine.rules import Rule
from engine.table import Seat, Table
from engine.variants import Variant

Holdings = tuple[tuple[Calypso, ...], ...]
"""Calypsos of a table, parallel to its seats; each seat has one for every suit it builds."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where one won card goes, and the rule that sends it there.

    ``builder`` is the seat whose calypso takes the card; nobody's if it goes to the
    winner's pile.
    """

    card: Card
    builder: Seat | None
    place: Place
    rule: Rule


def holdings(variant: Variant, table: Table) -> Holdings:
    """Give the empty calypsos with which a game begins."""
    return tuple(tuple(Calypso(suit) for suit in group) for group in variant.builds_at(table))


def share(
    variant: Variant, table: Table, before: Holdings, won: Sequence[Card], winner: Seat
) -> tuple[Holdings, tuple[Card, ...]]:
    """Put the cards of a trick that *winner* won where they belong.

    Returns:
        The calypsos of all seats afterwards, and what goes to the winner's pile.

    Source: Parlett; Akagiri 1998: the side's cards go to the partner whose suit they
    are, whoever of the two won the trick; all others to the pile.
    """
    suits = {card.suit for card in won}
    fed = variant.feeds[table.seats.index(winner)]
    after, kept = list(before), list(won)
    for seat in fed:
        place = table.seats.index(seat)
        if suits.isdisjoint(calypso.suit for calypso in after[place]):
            continue
        grown = []
        for calypso in after[place]:
            mine = [card for card in won if card.suit == calypso.suit]
            if mine:
                calypso, unused = collect(calypso, mine, variant.full)  # noqa: PLW2901
                kept = [card for card in kept if card.suit != calypso.suit] + list(unused)
            grown.append(calypso)
        after[place] = tuple(grown)
    return tuple(after), tuple(kept)


def placements(
    variant: Variant, table: Table, before: Holdings, won: Sequence[Card], winner: Seat
) -> tuple[Placement, ...]:
    """Say of every card of a won trick, in order of play, where it goes and why.

    Args:
        variant: Gives the sides and the ranks of a full calypso.
        table: Whose suit is whose.
        before: All seats' calypsos before the trick was won.
        won: The cards of the trick.
        winner: Who won it.
    """
    fed = variant.feeds[table.seats.index(winner)]
    found: dict[int, Placement] = {}
    for seat in fed:
        for calypso in before[table.seats.index(seat)]:
            mine = [index for index, card in enumerate(won) if card.suit == calypso.suit]
            spots = places(calypso, [won[index] for index in mine], variant.full)
            for index, spot in zip(mine, spots, strict=True):
                builder = None if spot == Place.NONE else seat
                rule = _RULES.get(spot) or (
                    Rule.OWN_SUIT_BUILDS if seat == winner else Rule.PARTNER_GETS_CARDS
                )
                found[index] = Placement(won[index], builder, spot, rule)
    return tuple(
        found.get(index, Placement(card, None, Place.NONE, Rule.OTHERS_TO_PILE))
        for index, card in enumerate(won)
    )


_RULES = {Place.NEXT: Rule.SAME_TRICK_STARTS_NEXT, Place.NONE: Rule.ONE_AT_A_TIME}
