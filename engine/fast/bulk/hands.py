"""Many hands of cards at once as arrays, from which cards are drawn at random."""

import numpy as np
from numpy.typing import NDArray

from engine.fast.bulk.tricks import Bytes, Flags


class Hands:
    """The cards in the players' hands in one deal, sorted into suits, in random order inside.

    A hand is a row of ``held``; ``left`` counts by suit and hand what has not been played, and
    ``start`` says where in ``held`` the suit begins. The next card of a suit is the last one
    left, which is one chosen at random.

    Hands are named by their rows: game by game, and in a game in the order they were dealt.
    """

    def __init__(self, dealt: Bytes, suit: Bytes, suits: int, seats: int) -> None:
        games, cards = dealt.shape
        self.suits, self.seats, self.hand = suits, seats, cards // seats
        hands = dealt.reshape(games, self.hand, seats).transpose(0, 2, 1)
        sorts = suit[hands].astype(np.uint16)
        order = np.arange(self.hand, dtype=np.uint16)
        keys = (sorts << np.uint16(5) | order) << np.uint16(6) | hands
        keys.sort(axis=-1)
        self.held = (keys & np.uint16(63)).astype(np.uint8).ravel()
        self.rows = games * seats
        counts = (sorts.reshape(self.rows, self.hand) == np.arange(suits)[:, None, None]).sum(2)
        begins = np.cumsum(counts, 0) - counts + np.arange(self.rows) * self.hand
        self.left, self.start = counts.astype(np.uint8).ravel(), begins.ravel()

    def any_suit(self, hands: NDArray[np.intp], number: Bytes) -> Bytes:
        """Return the suit of the card of this number (from 0) of those left in each hand."""
        found, before = np.zeros(len(hands), np.uint8), np.zeros(len(hands), np.uint8)
        for suit in range(self.suits - 1):
            before += self.left[suit * self.rows + hands]
            found += number >= before
        return found

    def holds(self, hands: NDArray[np.intp], suit: Bytes) -> Flags:
        """Return which hands hold a card of a suit."""
        held: Flags = self.left[suit * np.intp(self.rows) + hands] > 0
        return held

    def take(self, hands: NDArray[np.intp], suit: Bytes) -> Bytes:
        """Take a card of this suit from each hand."""
        where = suit * np.intp(self.rows) + hands
        left = self.left[where] - np.uint8(1)
        self.left[where] = left
        cards: Bytes = self.held[self.start[where] + left]
        return cards
