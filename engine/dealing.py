"""How hands are dealt, and who deals the next."""

from engine.cards import Card, sort_cards
from engine.table import Seat, Table
from engine.variants import NextDealer, Variant


def deal_hands(
    variant: Variant, table: Table, dealer: Seat, stock: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Deal one card at a time, dealer's left first; hands come back sorted, by seat.

    Source: Parlett; Akagiri 1998.
    """
    count = len(table.seats)
    dealt, rest = stock[: variant.dealt], stock[variant.dealt :]
    order = table.clockwise(table.left_of(dealer), count)
    hands = {seat: sort_cards(dealt[i::count]) for i, seat in enumerate(order)}
    return tuple(hands[seat] for seat in table.seats), rest


def next_dealer(variant: Variant, table: Table, dealer: Seat, winner: Seat) -> Seat:
    """Pass the deal to the left; in Calypso for Two the loser of the last trick deals.

    Source: Parlett; Akagiri 1998; Handscomb, "Play of the cards".
    """
    if variant.next_dealer == NextDealer.TRICK_LOSER:
        return table.left_of(winner)
    return table.left_of(dealer)
