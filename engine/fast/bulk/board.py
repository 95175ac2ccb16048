"""Many tables as arrays: the hands and every deal of the unseen cards, and what has been won."""

from random import Random

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.fast import form_of, point_values
from engine.fast.bulk.tricks import PLACED, UNUSED, Bytes, Flags, Values, lookup
from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
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
        self.suits, self.hand = suits, cards // seats
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
        suits, before = np.zeros(len(hands), np.uint8), np.zeros(len(hands), np.uint8)
        for suit in range(self.suits - 1):
            before += self.left[suit * self.rows + hands]
            suits += number >= before
        return suits

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
    """Deal *count* times, each possible deal alike: for every hand, the stock too, a row a deal."""
    cards = np.array(unseen.every, np.uint8)
    keys = rng.random((count, len(cards)), dtype=np.float32)
    party = np.full(keys.shape, len(unseen.parties), np.float32)
    if unseen.parties:
        taken, start = _divided(unseen, count, rng), 0
        for suit, counts in zip(unseen.suits, taken, strict=True):
            rank = keys[:, start : start + len(suit)].argsort(1).argsort(1)
            party[:, start : start + len(suit)] = sum(
                (rank >= bound[:, None]).astype(np.float32) for bound in np.cumsum(counts, 1).T
            )
            start += len(suit)
        keys = rng.random(keys.shape, dtype=np.float32)
    mixed = cards[(keys + party).argsort(1)]
    dealt: list[Bytes] = [mixed[:, :0]] * len(unseen.sizes)
    start = 0
    for hands in (*unseen.parties, unseen.free):
        for hand in hands:
            dealt[hand] = mixed[:, start : start + unseen.sizes[hand]]
            start += unseen.sizes[hand]
    return dealt


def _divided(unseen: Unseen[int], count: int, rng: Generator) -> list[Bytes]:
    """Draw, suit by suit and for every deal, how many cards each party gets."""
    rooms = np.tile(np.array(unseen.rooms, np.uint8), (count, 1))
    scale = (max(unseen.rooms) + 1) ** np.arange(len(unseen.rooms))
    parts = []
    for place in range(len(unseen.suits)):
        drawn, counts = rng.random(count), np.zeros_like(rooms)
        _, firsts, alike = np.unique(rooms @ scale, return_index=True, return_inverse=True)
        for number, first in enumerate(firsts):
            here, room = alike == number, rooms[first]
            ways, taken = unseen.divisions(place, tuple(room.tolist()))
            bounds = np.array([way / ways[-1] for way in ways])
            counts[here] = np.array(taken, np.uint8)[bounds.searchsorted(drawn[here], "right")]
        rooms -= counts
        parts.append(counts)
    return parts


_NEXT = PLACED.index(Rule.SAME_TRICK_STARTS_NEXT)


class Board:
    """The open cards of many games of one form at one table; arrays have an entry for each game.

    ``trump`` says by seat which of the own suits is trump; ``building`` (bits of ranks, one
    row more for the piles, which lack nothing) and ``completed`` run parallel to the row of
    calypsos, ``piles`` (how many cards) to the seats.
    """

    def __init__(self, variant: Variant, table: Table, games: int) -> None:
        self.variant, self.table, self.games = variant, table, games
        self.form, self.look = form_of(variant, table), lookup(variant, table)
        self.seats, self.each = len(table.seats), np.arange(games)
        self.trump = np.zeros((self.seats, games), np.uint8)
        for seat, trump in enumerate(table.trumps):
            number = variant.suits.index(trump)
            self.trump[seat] = np.flatnonzero(self.look.own[seat] == number)[0]
        row = len(self.form.row)
        self.building = np.zeros((row + 1, games), np.uint16)
        self.building[row] = self.form.full
        self.completed = np.zeros((row, games), np.uint8)
        self.piles = np.zeros((self.seats, games), np.uint8)

    def seat_after(self, seat: Bytes, places: int = 1) -> Bytes:
        """Return the seat so many places to the left."""
        after: Bytes = (seat + np.uint8(places)) % np.uint8(self.seats)
        return after

    def tables(self) -> Bytes:
        """Return which of the lookup's tables each game is played at now."""
        numbers: Bytes = self.look.strides @ self.trump
        return numbers

    def collect(self, cards: Bytes, winner: Bytes, sent: Bytes) -> None:
        """Build calypsos from won tricks; what finds no place goes to the winner's pile.

        Args:
            cards: The trick of every game, by place.
            sent: Takes where each card went, see `PLACED`.

        Source: see `engine.calypso.collect`, which says the same of cards.
        """
        look, building = self.look, self.building.reshape(-1)
        fed = winner * np.intp(len(self.form.cards)) + cards
        spots = look.spot[fed]
        where, bits = spots * np.intp(self.games) + self.each, look.bit[cards]
        taken = np.empty(cards.shape, np.bool_)
        for place, bit in enumerate(bits):
            held = building[where[place]]
            taken[place] = held & bit == 0
            building[where[place]] = held | bit
        sent[:] = look.sent[taken * np.intp(look.spot.size) + fed]
        full = np.flatnonzero(building[: self.completed.size] == self.form.full)
        if full.size:
            self._complete(full, spots, bits, sent)
        self.piles[winner, self.each] += (sent >= UNUSED).sum(0, dtype=np.uint8)

    def _complete(self, full: NDArray[np.intp], spots: Bytes, bits: Values, sent: Bytes) -> None:
        """Set finished calypsos aside; the same trick's cards that are left start the next."""
        building, completed = self.building.reshape(-1), self.completed.reshape(-1)
        completed[full] += np.uint8(1)
        building[full] = 0
        spot, game = np.divmod(full, self.games)
        for place, bit in enumerate(bits):
            unused = (spots[place, game] == spot) & (sent[place, game] >= UNUSED)
            begins = unused & (building[full] & bit[game] == 0)
            building[full[begins]] |= bit[game[begins]]
            sent[place, game[begins]] = _NEXT

    def points(self) -> NDArray[np.int32]:
        """Return by seat and game the points on the seat's own score sheet."""
        values = point_values(self.variant)
        row = np.array(values.done, np.int32)[self.completed]
        row += np.bitwise_count(self.building[:-1]) * np.int32(values.card)
        own = self.piles * np.int32(values.pile)
        for points, (seat, _) in zip(row, self.form.row, strict=True):
            own[self.table.seats.index(seat)] += points
        return own
