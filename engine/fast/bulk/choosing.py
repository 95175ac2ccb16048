"""Cards chosen for many games at once, in proportion to the weights of a policy or by chance."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.fast.bulk.board import Board
from engine.fast.bulk.policy import (
    FLAGS,
    LENGTHS,
    RANKS,
    RELATIONS,
    WANTS,
    Codes,
    Policy,
    relations,
)
from engine.fast.bulk.tricks import Bytes, Flags, Values, placed

_EACH = RELATIONS * RANKS * WANTS * LENGTHS * FLAGS
_NEARLY, _HALF = 2, 6
"""A calypso that lacks no more than that is nearly complete, or half."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What stands to choose in every game: a code for every card in hand, and the legal ones."""

    code: Codes
    legal: Flags


class Players:
    """The hands of many games and how their owners choose; arrays have an entry for each game.

    A hand is a row of ``hands``, game by game and then by seat: its first cards are those
    that are left. ``out`` has a bit for every suit that a seat has shown to be out of.
    ``mates`` says by seat whose points count for it: those whose tricks it spares.
    """

    def __init__(self, board: Board, hands: Bytes) -> None:
        variant, seats = board.variant, board.seats
        self.board, self.hands, self.seats = board, hands, seats
        self.base = board.each * seats
        self.relation = relations(variant, board.look.tables)
        builds = variant.builds_at(board.table)
        self.mates = np.array(
            [[seat in counts for seat in variant.seats] for counts in variant.counts]
        )
        owners = [
            next((at for at, own in enumerate(builds) if suit in own), 0) for suit in variant.suits
        ]
        row = [suit for _, suit in board.form.row]
        self.spots = [row.index(suit) if suit in row else len(row) for suit in variant.suits]
        self.trumps = np.array(
            [[variant.suits.index(suit) for suit in table.trumps] for table in board.look.tables],
            np.uint8,
        )
        count, ranks = len(board.form.cards), len(variant.ranks)
        self.owner = np.repeat(np.array(owners, np.uint8), ranks)
        self.faces, self.ranks = count, ranks
        self.offset = (
            np.arange(count) // ranks * (board.games * ranks) + np.arange(count) % ranks
        ).astype(np.int32)
        self.own = (np.arange(board.games, dtype=np.int32) * ranks)[:, None]
        self.out = np.zeros((seats, board.games), np.uint8)
        self.begin(np.zeros(board.games, np.uint8))

    def begin(self, leader: Bytes) -> None:
        """Look at the calypsos before a trick."""
        board, games = self.board, self.board.games
        lacks = board.form.full & ~board.building[self.spots]
        count = np.bitwise_count(lacks)
        level = np.uint8(1) + (count <= _HALF) + (count <= _NEARLY).astype(np.uint8)
        bits = (lacks[:, :, None] >> np.arange(self.ranks, dtype=np.uint16)) & np.uint16(1)
        self.want = (bits.astype(np.uint8) * level[:, :, None]).ravel()
        self.leader, self.table = leader, board.tables()
        self.best = np.zeros(games, np.uint16)
        self.holder = leader.copy()
        self.wanted = np.zeros((self.seats, games), np.uint8)

    def play(self, place: int, seat: Bytes, card: Bytes) -> None:
        """Note the card that each has played at this place of the trick."""
        board, look = self.board, self.board.look
        if place == 0:
            suits = len(board.variant.suits)
            self.table = board.tables()
            self.led = look.suit[card]
            self.lead = (
                (self.table * np.intp(self.seats) + self.leader) * suits + self.led
            ) * self.seats
        else:
            suit = look.suit[card]
            failed = suit != self.led
            self.out[seat[failed], board.each[failed]] |= np.uint8(1) << self.led[failed]
        value: Values = placed(look.value[(self.lead + seat) * self.faces + card], place)
        better = value > self.best
        self.best = np.where(better, value, self.best)
        self.holder = np.where(better, seat, self.holder)
        lacked = self.want[self.offset[card] + self.own[:, 0]] > 0
        self.wanted[self.owner[card], board.each] += lacked

    def take(self, seat: Bytes, slot: NDArray[np.intp], left: int) -> Bytes:
        """Take a card of those left from every hand."""
        rows = self.base + seat
        cards: Bytes = self.hands[rows, slot]
        self.hands[rows, slot] = self.hands[rows, left - 1]
        return cards

    def held(self, seat: Bytes, left: int) -> Bytes:
        """Return the cards that each has left."""
        found: Bytes = self.hands.take(self.base + seat, axis=0)[:, :left]
        return found

    def legal(self, place: int, cards: Bytes) -> Flags:
        """Return which cards each may play."""
        if place == 0:
            return np.ones(cards.shape, np.bool_)
        same = self.board.look.suit[cards] == self.led[:, None]
        found: Flags = same | ~same.any(1)[:, None]
        return found

    def choices(self, place: int, seat: Bytes, cards: Bytes) -> Choices:
        """Put what every card has to say for itself in its situation into a number."""
        board, look = self.board, self.board.look
        table = board.tables() if place == 0 else self.table
        suit = look.suit[cards]
        shift = suit << np.uint8(3)
        packed = (np.uint64(1) << shift).sum(1, dtype=np.uint64)
        length = (packed[:, None] >> shift).astype(np.uint8)
        code = self.relation[((table * np.intp(self.seats) + seat) * self.faces)[:, None] + cards]
        want = self.want[self.offset[cards] + self.own]
        code += want * np.int32(LENGTHS * FLAGS)
        code += (np.minimum(length, LENGTHS) - np.uint8(1)) * np.int32(FLAGS)
        if place == 0:
            situation = self._leading(table, seat, packed, cards.shape[1])
            mates, rivals = self._void(seat)
            code += (rivals[:, None] >> suit) & np.uint8(1)
            code += ((mates[:, None] >> suit) & np.uint8(1)) << np.uint8(1)
            legal = np.ones(cards.shape, np.bool_)
        else:
            value = look.value[((self.lead + seat) * self.faces)[:, None] + cards]
            code += placed(value, place) > self.best[:, None]
            same = suit == self.led[:, None]
            follows = same.any(1)
            situation = self._following(place, seat, follows)
            legal = same | ~follows[:, None]
        code += (situation * np.int32(_EACH))[:, None]
        return Choices(code, legal)

    def _void(self, seat: Bytes) -> tuple[Bytes, Bytes]:
        """Return the suits that the own side's others, and some of the rest, are out of."""
        mates, rivals = (np.zeros(len(seat), np.uint8) for _ in range(2))
        for other in range(self.seats):
            friend = self.mates[seat, other]
            mates |= np.where(friend & (seat != other), self.out[other], np.uint8(0))
            rivals |= np.where(friend, np.uint8(0), self.out[other])
        return mates, rivals

    def _leading(self, table: Bytes, seat: Bytes, packed: NDArray[np.uint64], left: int) -> Codes:
        trump = self.trumps[table, seat]
        trumps = np.minimum((packed >> (trump << np.uint8(3))) & np.uint64(255), np.uint64(4))
        stage = 0 if left > 8 else 1 if left > 4 else 2
        found: Codes = (trumps + np.uint64(5 * stage)).astype(np.int32)
        return found

    def _following(self, place: int, seat: Bytes, follows: Flags) -> Codes:
        ours, all_of_them = np.zeros(len(seat), np.uint8), self.wanted.sum(0, dtype=np.uint8)
        for other in range(self.seats):
            ours += np.where(self.mates[seat, other], self.wanted[other], np.uint8(0))
        theirs = all_of_them > ours
        coming = min(2, self.board.variant.trick - 1 - place)
        holds = self.mates[seat, self.holder]
        code = ((holds * 3 + coming) * 2 + follows) * 3 + np.minimum(ours, 2)
        found: Codes = (code * 2 + theirs).astype(np.int32)
        return found

    def choose(
        self, place: int, seat: Bytes, left: int, policy: Policy | None, noise: NDArray[np.float32]
    ) -> Bytes:
        """Let every player choose one of *left* cards, and take it from the hand.

        Args:
            place: The place in the trick.
            seat: Who is to play.
            left: How many cards each has left.
            policy: How they choose; by chance without one.
            noise: Exponential random numbers, one for every card; the rows may repeat.
        """
        cards = self.held(seat, left)
        if left == 1:
            slot = np.zeros(len(seat), np.intp)
        elif policy is None:
            slot = np.where(self.legal(place, cards), noise, np.inf).argmin(1)
        else:
            found = self.choices(place, seat, cards)
            weight = (policy.follow if place else policy.lead)[found.code]
            weight *= noise
            weight[~found.legal] = np.inf
            slot = weight.argmin(1)
        return self.take(seat, slot, left)


def noise(rng: Generator, rows: int, left: int, repeat: int = 1) -> NDArray[np.float32]:
    """Draw the random numbers that choose among *left* cards, the same in *repeat* blocks."""
    drawn = rng.standard_exponential((rows, left), dtype=np.float32)
    return np.tile(drawn, (repeat, 1)) if repeat > 1 else drawn
