"""Cards chosen for many games at once, in proportion to the weights of a policy.

The weights ask what one copy of a card is worth to the calypso of its suit. Any copy still to
be played is won with the same chance, so a rank with few copies left is worth more, a calypso
that lacks little too, and one whose last copy of a rank is gone only its cards.
"""

import math
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.fast import point_values
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
    shape,
)
from engine.fast.bulk.tricks import Bytes, Flags, Values, placed
from engine.rules import Rule
from engine.score import POINTS

SHARE = 0.5
"""How likely a side is taken to win any one copy of a card that is still to be played."""

BOUNDS = (0.0, 15.0, 40.0, 80.0, 160.0)
"""What a card is wanted for by how many points it is worth to the calypso of its suit: the
bounds of the numbers 1, 2 … for it, as good players may think of it."""

STEP, HOPES = 2.0, 16
"""How finely the worth of a calypso under way is told apart: steps in a factor of e, and all."""

LACKED = 8
"""What is added to the number of copies of a card that is lacked."""


class Worths(NamedTuple):
    """What one copy of a card is worth, by how many there are and whether it is lacked.

    ``logarithm`` is of how likely one of them is won; a copy won now is worth ``sure``, and
    ``part`` of what completing the calypso is worth. ``want`` is the number for both, by the
    logarithm of that as well.
    """

    logarithm: NDArray[np.float32]
    sure: NDArray[np.float32]
    part: NDArray[np.float32]
    want: Bytes


@cache
def worths() -> Worths:
    """Return the table of what copies are worth."""
    card = POINTS[Rule.UNFINISHED_CARDS]
    logarithm, sure, part = (np.zeros(2 * LACKED, np.float32) for _ in range(3))
    for copies in range(LACKED):
        caught = 1 - (1 - SHARE) ** copies
        missed = (1 - SHARE) ** max(0, copies - 1)
        logarithm[LACKED + copies] = math.log(caught) if copies else -30
        sure[LACKED + copies] = missed * card
        part[LACKED + copies] = missed / caught if copies else 0
    hopes = np.exp((np.arange(HOPES) + 0.5) / STEP)
    points = sure + part * hopes[:, None]
    return Worths(logarithm, sure, part, np.searchsorted(BOUNDS, points).astype(np.uint8).ravel())


_EACH = RELATIONS * RANKS * WANTS * LENGTHS * FLAGS
_LEADS, _FOLLOWS = (math.prod(shape(leads=leads)) for leads in (True, False))

_OURS, _THEIRS = (0.5, 40.0, 120.0), (0.5, 60.0)
"""Points that cards in the trick are worth to the own side and to the others: the bounds of the
numbers 1, 2 … for them."""

_MANY, _SOME = 8, 4
"""A calypso that lacks more than that lacks many or some."""


@dataclass(frozen=True, slots=True)
class Choices:
    """What stands to choose in every game: a code for every card in hand, and the legal ones."""

    code: Codes
    legal: Flags


class Players:
    """The hands of many games and how their owners choose; arrays have an entry for each game.

    A hand is a row of ``hands``, game by game and then by seat: its first cards are those
    that are left. ``out`` has a bit for every suit that a seat has shown to be out of.
    ``mates`` says by seat whose points count for it: those whose tricks it spares. Where players
    do not all choose alike, ``styles`` says by seat which of the policies `joined` is whose.
    """

    def __init__(self, board: Board, hands: Bytes, copies: NDArray[np.integer]) -> None:
        variant, seats = board.variant, board.seats
        self.board, self.hands, self.seats = board, hands, seats
        self.base = board.each * seats
        self.relation = relations(variant, board.look.tables)
        builds = variant.builds_at(board.table)
        self.mates = board.look.counts
        owners = [
            next((place for place, own in enumerate(builds) if suit in own), 0)
            for suit in variant.suits
        ]
        row = [suit for _, suit in board.form.row]
        self.spots = [row.index(suit) if suit in row else len(row) for suit in variant.suits]
        count, ranks = len(board.form.cards), len(variant.ranks)
        self.owner = np.repeat(np.array(owners, np.uint8), ranks)
        self.faces, self.ranks = count, ranks
        self.offset = (
            np.arange(count) // ranks * (board.games * ranks) + np.arange(count) % ranks
        ).astype(np.int32)
        self.own = (np.arange(board.games, dtype=np.int32) * ranks)[:, None]
        self.out = np.zeros((seats, board.games), np.uint8)
        self.styles: Bytes | None = None
        logarithms = map(math.log, point_values(variant).gain[:-1])
        self.gains = np.array([*logarithms, 0.0], np.float32)
        by_suit = np.broadcast_to(copies, (board.games, count)).reshape(board.games, -1, ranks)
        self.copies = by_suit.swapaxes(0, 1).astype(np.uint8).ravel()
        self.begin(np.zeros(board.games, np.uint8))

    def begin(self, leader: Bytes) -> None:
        """Look at the calypsos before a trick."""
        board, games, look = self.board, self.board.games, worths()
        lacks = board.form.full & ~board.building[self.spots]
        self.lacking = np.bitwise_count(lacks)
        octets = lacks.astype("<u2").reshape(-1, 1).view(np.uint8)
        state = np.unpackbits(octets, axis=1, count=self.ranks, bitorder="little")
        state <<= np.uint8(LACKED.bit_length() - 1)
        state += self.copies.reshape(-1, self.ranks)
        completed = np.zeros((len(self.spots), games), np.uint8)
        for suit, spot in enumerate(self.spots):
            if spot < len(board.completed):
                completed[suit] = board.completed[spot]
        hope = look.logarithm.take(state) @ np.ones(self.ranks, np.float32)
        hope += self.gains[completed.ravel()]
        level = (hope * np.float32(STEP)).clip(0, HOPES - 1).astype(np.uint8)
        self.want = look.want.take(state + (level << np.uint8(4))[:, None]).ravel()
        self.state, self.hope = state.ravel(), np.exp(hope)
        self.leader, self.table = leader, board.tables()
        self.best = np.zeros(games, np.uint16)
        self.holder = leader.copy()
        self.wanted = np.zeros((self.seats, games), np.float32)

    def play(self, place: int, seat: Bytes, card: Bytes) -> None:
        """Note the card that each has played at this place of the trick."""
        board, look, table = self.board, self.board.look, worths()
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
        value: Values = placed(look.value.take((self.lead + seat) * self.faces + card), place)
        better = value > self.best
        self.best = np.where(better, value, self.best)
        self.holder = np.where(better, seat, self.holder)
        where = self.offset[card] + self.own[:, 0]
        state, hope = self.state.take(where), self.hope.take(where // self.ranks)
        points = table.part.take(state) * hope + table.sure.take(state)
        self.wanted[self.owner.take(card), board.each] += points
        self.state[where] = 0  # A second copy of it in the trick finds no place.
        self.copies[where] -= np.uint8(1)

    def take(self, seat: Bytes, slot: NDArray[np.intp], left: int) -> Bytes:
        """Take a card of those left from every hand."""
        rows = self.base + seat
        cards: Bytes = self.hands[rows, slot]
        self.hands[rows, slot] = self.hands[rows, left - 1]
        return cards

    def held(self, seat: Bytes, left: int) -> Bytes:
        """Return the cards that each has left."""
        cards: Bytes = self.hands[:, :left].take(self.base + seat, axis=0)
        return cards

    def choices(self, place: int, seat: Bytes, cards: Bytes) -> Choices:
        """Return the code of every card in its situation, and which of the cards are legal."""
        board, look = self.board, self.board.look
        table = board.tables() if place == 0 else self.table
        suit = look.suit.take(cards)
        shift = suit << np.uint8(3)
        packed = (np.uint64(1) << shift).sum(1, dtype=np.uint64)
        length = (packed[:, None] >> shift).astype(np.uint8)
        row = ((table * np.intp(self.seats) + seat) * self.faces)[:, None]
        code = self.relation.take(row + cards)
        want = self.want.take(self.offset.take(cards) + self.own)
        code += want * np.int32(LENGTHS * FLAGS)
        code += (np.minimum(length, LENGTHS) - np.uint8(1)) * np.int32(FLAGS)
        if place == 0:
            situation = self._leading(table, seat, packed, cards.shape[1])
            mates, rivals = self._void(seat)
            code += (rivals[:, None] >> suit) & np.uint8(1)
            code += ((mates[:, None] >> suit) & np.uint8(1)) << np.uint8(1)
            legal = np.ones(cards.shape, np.bool_)
        else:
            value = look.value.take(((self.lead + seat) * self.faces)[:, None] + cards)
            code += placed(value, place) > self.best[:, None]
            code += self._may_ruff(place, seat)[:, None]
            same = suit == self.led[:, None]
            follows = same.any(1)
            situation = self._following(place, seat, follows)
            legal = same | ~follows[:, None]
        code += (situation * np.int32(_EACH))[:, None]
        return Choices(code, legal)

    def _void(self, seat: Bytes) -> tuple[Bytes, Bytes]:
        """Return the suits that the own side's others, and some of the rest, are out of."""
        mates, rivals = (np.zeros(len(seat), np.uint8) for _ in range(2))
        for player in range(self.seats):
            friend = self.mates[seat, player]
            mates |= np.where(friend & (seat != player), self.out[player], np.uint8(0))
            rivals |= np.where(friend, np.uint8(0), self.out[player])
        return mates, rivals

    def _may_ruff(self, place: int, seat: Bytes) -> Codes:
        """Return 2 where one of the others, still to play, is out of the suit led."""
        ruffs = np.zeros(len(seat), np.uint8)
        for later in range(1, min(self.seats, self.board.variant.trick - place)):
            follower = self.board.seat_after(seat, later)
            void = self.out[follower, self.board.each] >> self.led & np.uint8(1)
            ruffs |= void & ~self.mates[seat, follower]
        code: Codes = ruffs.astype(np.int32) * np.int32(2)
        return code

    def _leading(self, table: Bytes, seat: Bytes, packed: NDArray[np.uint64], left: int) -> Codes:
        trump = self.board.look.trumps[table, seat]
        trumps = np.minimum((packed >> (trump << np.uint8(3))) & np.uint64(255), np.uint64(4))
        stage = 0 if left > 8 else 1 if left > 4 else 2
        lacking = self.lacking[trump, self.board.each]
        much = (lacking > _SOME) + (lacking > _MANY).astype(np.int32)
        code: Codes = (trumps.astype(np.int32) + np.int32(5 * stage)) * np.int32(3) + much
        return code

    def _following(self, place: int, seat: Bytes, follows: Flags) -> Codes:
        ours, all_of_them = np.zeros(len(seat), np.float32), self.wanted.sum(0)
        for player in range(self.seats):
            ours += np.where(self.mates[seat, player], self.wanted[player], np.float32(0))
        theirs = all_of_them - ours
        coming = min(2, self.board.variant.trick - 1 - place)
        holds = self.mates[seat, self.holder]
        code = (holds * 3 + coming) * 2 + follows
        for points, bounds in ((ours, _OURS), (theirs, _THEIRS)):
            code = code * (len(bounds) + 1)
            for bound in bounds:
                code += points > bound
        codes: Codes = code.astype(np.int32)
        return codes

    def choose(
        self, place: int, seat: Bytes, left: int, policy: Policy, noise: NDArray[np.float32]
    ) -> Bytes:
        """Let every player choose one of *left* cards, and take it from the hand.

        Args:
            left: How many cards each has left.
            policy: How they choose.
            noise: Exponential random numbers, one for every card; block by block of the games
                the same ones.
        """
        cards = self.held(seat, left)
        if left == 1:
            slot = np.zeros(len(seat), np.intp)
        else:
            options = self.choices(place, seat, cards)
            if self.styles is not None:
                size = np.int32(_FOLLOWS if place else _LEADS)
                options.code[:] += (self.styles[seat, self.board.each] * size)[:, None]
            weight = (policy.follow if place else policy.lead).take(options.code)
            repeated = weight.reshape(-1, *noise.shape)
            repeated *= noise
            np.copyto(weight, np.inf, where=~options.legal)
            slot = weight.argmin(1)
        return self.take(seat, slot, left)


def noise(rng: Generator, rows: int, left: int) -> NDArray[np.float32]:
    """Draw the random numbers that choose among *left* cards."""
    return rng.standard_exponential((rows, left), dtype=np.float32)
