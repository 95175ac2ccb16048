"""Many hands as arrays: cards drawn from them at random, and every deal of the unseen cards."""

from random import Random

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.fast.bulk.tricks import Bytes, Flags
from engine.view import Unseen


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


def generator(rng: Random) -> Generator:
    """Begin a stream for arrays; the same state of *rng* begins the same one."""
    return np.random.default_rng(rng.getrandbits(64))


def deals(unseen: Unseen[int], count: int, rng: Generator) -> list[Bytes]:
    """Deal *count* times, as `Unseen.deal` does once.

    Returns:
        For every hand, the stock among them, a row of cards for every deal.
    """
    cards = np.array(unseen.every, np.uint8)
    keys = rng.random((count, len(cards)), dtype=np.float32)
    party = np.full(keys.shape, len(unseen.parties), np.float32)
    if unseen.parties:
        taken, at = _divided(unseen, count, rng), 0
        for suit, counts in zip(unseen.suits, taken, strict=True):
            rank = keys[:, at : at + len(suit)].argsort(1).argsort(1)
            party[:, at : at + len(suit)] = sum(
                (rank >= bound[:, None]).astype(np.float32) for bound in np.cumsum(counts, 1).T
            )
            at += len(suit)
        keys = rng.random(keys.shape, dtype=np.float32)
    mixed = cards[(keys + party).argsort(1)]
    found: list[Bytes] = [mixed[:, :0]] * len(unseen.sizes)
    at = 0
    for hands in (*unseen.parties, unseen.free):
        for hand in hands:
            found[hand] = mixed[:, at : at + unseen.sizes[hand]]
            at += unseen.sizes[hand]
    return found


def _divided(unseen: Unseen[int], count: int, rng: Generator) -> list[Bytes]:
    """Draw, suit by suit and for every deal, how many cards each party gets."""
    rooms = np.tile(np.array(unseen.rooms, np.uint8), (count, 1))
    scale = (max(unseen.rooms) + 1) ** np.arange(len(unseen.rooms))
    found = []
    for place in range(len(unseen.suits)):
        drawn, counts = rng.random(count), np.zeros_like(rooms)
        _, firsts, alike = np.unique(rooms @ scale, return_index=True, return_inverse=True)
        for number, first in enumerate(firsts):
            here, room = alike == number, rooms[first]
            ways, taken = unseen.divisions(place, tuple(room.tolist()))
            bounds = np.array([way / ways[-1] for way in ways])
            counts[here] = np.array(taken, np.uint8)[bounds.searchsorted(drawn[here], "right")]
        rooms -= counts
        found.append(counts)
    return found
