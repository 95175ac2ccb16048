"""What many games have won so far, as arrays: calypsos, piles and trumps, trick by trick."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from engine.calypso import Calypso
from engine.fast.bulk.tricks import PLACED, UNUSED, Bytes, Flags, Values, lookup
from engine.fast.numbers import form_of
from engine.rules import Rule
from engine.score import POINTS, score_of
from engine.table import Seat, Table
from engine.variants import Variant

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
        found: Bytes = (seat + np.uint8(places)) % np.uint8(self.seats)
        return found

    def tables(self) -> Bytes:
        """Return which of the lookup's tables each game is played at now."""
        found: Bytes = self.look.strides @ self.trump
        return found

    def name_trumps(self, seat: Bytes, now: Flags, choice: Bytes) -> None:
        """Let those name a trump who do so now."""
        self.trump[seat[now], self.each[now]] = choice[now]

    def collect(self, cards: Bytes, winner: Bytes, sent: Bytes) -> None:
        """Build calypsos from won tricks; what finds no place goes to the winner's pile.

        Args:
            cards: The trick of every game, by place.
            winner: The seat that won it.
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
        some = self.variant.suits[0]
        worth = [score_of(Calypso(some, completed=count), 0).total for count in range(5)]
        row = np.array(worth, np.int32)[self.completed]
        row += np.bitwise_count(self.building[:-1]) * np.int32(POINTS[Rule.UNFINISHED_CARDS])
        own = self.piles * np.int32(POINTS[Rule.PILE_CARDS])
        for points, (seat, _) in zip(row, self.form.row, strict=True):
            own[self.table.seats.index(seat)] += points
        return own

    def totals(self) -> NDArray[np.int32]:
        """Return by game and seat the points that decide it."""
        counted = _counted(self.variant, self.table.seats)
        return (counted @ self.points()).T


def _counted(variant: Variant, seats: Sequence[Seat]) -> NDArray[np.int32]:
    """Return by seat which seats' points make up its score, as 0 and 1."""
    return np.array(
        [[int(seat in counts) for seat in seats] for counts in variant.counts], np.int32
    )
