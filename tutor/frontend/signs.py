"""The signs that are drawn, wherever they are drawn: suits, and ranks as cards show them."""

from collections.abc import Mapping

from engine.cards import Rank, Suit

PIPS: Mapping[Suit, str] = {
    Suit.SPADES: "M16 2C13 8 3 13 3 20a6.6 6.6 0 0 0 11.4 4.6Q14 28 10.5 30h11"
    "Q18 28 17.6 24.6A6.6 6.6 0 0 0 29 20C29 13 19 8 16 2z",
    Suit.HEARTS: "M16 29.5C12 23 2.5 17.5 2.5 10.5A7 7 0 0 1 16 8a7 7 0 0 1 13.5 2.5"
    "C29.5 17.5 20 23 16 29.5z",
    Suit.DIAMONDS: "M16 1.5Q20 9 27 16q-7 7-11 14.5Q12 23 5 16 12 9 16 1.5z",
    Suit.CLUBS: "M16 2a6.7 6.7 0 0 1 5.2 11A6.7 6.7 0 1 1 17.6 23.2Q18 28 21.5 30h-11"
    "Q14 28 14.4 23.2A6.7 6.7 0 1 1 10.8 13 6.7 6.7 0 0 1 16 2z",
}
"""The outlines of the suit signs in a square of 32; drawn, so that none becomes an emoji."""


def rank_sign(rank: Rank) -> str:
    """Write a rank as cards show it, which is the same in every language."""
    return "10" if rank == Rank.TEN else rank.letter
