"""One deal played on to its end many times: every choice in many deals of the unseen cards.

All choices are tried in the same deals and under the same luck, so that the difference
between two is known far better than what either is worth. The tests hold it to the readable form,
one card at a time, in the benchmark `bots`, and to `engine.game.play`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.fast import PointValues, Standing
from engine.fast.bulk.board import Board, deals
from engine.fast.bulk.choices import Players, noise
from engine.fast.bulk.likelihood import (
    SPARE,
    DealSoFar,
    draw_deals,
    likelihood,
    of_deals,
)
from engine.fast.bulk.policy import Policy
from engine.fast.bulk.tricks import Bytes, Values
from engine.table import Table
from engine.variants import Variant
from engine.view import Unseen

Doubles = NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownPosition:
    """A position as one player knows it, and what many deals of it are played and valued by.

    ``unseen`` deals the hidden hands and the stock. ``catch`` says, by copies left for later deals,
    how likely the builder wins one more. ``unnamed`` lists the seats, other than the player's, that
    name a trump by chance. ``so_far`` is what was done in the deal, if it is known, and ``habits``
    how the others may have chosen; the last of them is how the player chooses.
    """

    variant: Variant
    table: Table
    stand: Standing
    unseen: Unseen[int]
    catch: Sequence[float]
    prices: PointValues
    unnamed: Sequence[int]
    so_far: DealSoFar | None
    habits: Sequence[Policy]

    @property
    def unplayed(self) -> list[int]:
        """How many copies of every card had not been played before the trick under way."""
        counts = self.stand.unseen.copy()
        for card in (*self.stand.hand, *self.stand.begun):
            counts[card] += 1
        return counts

    @property
    def out(self) -> Bytes:
        """By seat, in a column, a bit for every suit that it has shown to be out of."""
        bits = [sum(1 << suit for suit in shown) for shown in self.stand.out]
        return np.array(bits, np.uint8)[:, None]

    def board(self, games: int) -> Board:
        """Return so many boards of it, before the trick under way."""
        board, row = Board(self.variant, self.table, games), len(self.stand.completed)
        board.building[:row] = np.array(self.stand.building[:row], np.uint16)[:, None]
        board.completed[:] = np.array(self.stand.completed, np.uint8)[:, None]
        return board


@dataclass(frozen=True, slots=True)
class Worlds:
    """Ways the unseen cards may lie: by world, hands by seat, and the luck of what follows.

    ``chances`` says by calypso of the row, world and rank how likely one more copy is won
    in later deals; ``named`` by unnamed seat and world which of the own suits it names.
    ``styles`` says by seat and world which of the habits a player has, if that is known.
    """

    hands: Bytes
    chances: NDArray[np.float32]
    named: Bytes
    seed: int
    styles: Bytes | None

    @property
    def count(self) -> int:
        """How many there are."""
        return len(self.hands)


@dataclass(frozen=True, slots=True)
class Courses:
    """What became of every choice in every world; the last two axes are choices and worlds.

    ``value`` is what the player thinks of it. ``leaders`` and ``winners`` (seats) are by
    trick, ``cards`` by trick and place; the trick under way is the first. ``building`` and
    ``completed`` at the deal's end run parallel to the row of calypsos, ``piles`` (cards
    added) to the seats. ``tables`` says at which of the lookup's tables each was played.
    """

    value: Doubles
    leaders: Bytes
    winners: Bytes
    cards: Bytes
    building: Values
    completed: Bytes
    piles: Bytes
    tables: Bytes


def worlds(position: KnownPosition, count: int, rng: Generator) -> Worlds:
    """Deal the unseen cards *count* times."""
    stand = position.stand
    hands, styles = _hands(position, count, rng)
    copies = np.tile(np.array(stand.unseen, np.int32), count)
    base = np.arange(count)[:, None] * len(stand.unseen)
    for seat, held in enumerate(stand.held):
        if seat != stand.me:
            copies -= np.bincount((base + hands[:, seat, :held]).ravel(), minlength=copies.size)
    catch = np.array(position.catch, np.float32)
    ranks = len(position.variant.ranks)
    chances = catch[copies].reshape(count, -1, ranks)
    board = Board(position.variant, position.table, 1)
    spots = [position.variant.suits.index(suit) for _, suit in board.form.row]
    own = board.look.own.shape[1]
    luck, namings = chances[:, spots].swapaxes(0, 1), (len(position.unnamed), count)
    named = rng.integers(own, size=namings, dtype=np.uint8)
    return Worlds(hands, luck, named, int(rng.integers(1 << 62)), styles)


def _hands(position: KnownPosition, count: int, rng: Generator) -> tuple[Bytes, Bytes | None]:
    """Deal the hands, by world and seat, and say who has which habits, by seat and world.

    If habits are known, both are as likely as what was played.
    """
    stand = position.stand
    others = [
        card
        for seat, card in (position.so_far.actions if position.so_far else ())
        if seat != stand.me
    ]
    many = count * SPARE if others and position.habits else count
    *dealt, _ = deals(position.unseen, many, rng)
    hands = np.zeros((many, len(stand.held), max(stand.held)), np.uint8)
    for seat, cards in enumerate(dealt):
        if seat != stand.me:
            hands[:, seat, : cards.shape[1]] = cards
    hands[:, stand.me, : len(stand.hand)] = stand.hand
    if not position.so_far or not position.habits:
        return hands, None
    likely = np.zeros((len(position.habits), len(stand.held), many))
    if others:
        likely = likelihood(
            position.variant,
            position.table,
            stand.me,
            hands,
            stand.held,
            position.so_far,
            position.unplayed,
            position.habits,
        )
    players = likely + position.so_far.before[:, :, None]
    kept = draw_deals(of_deals(players), count, rng) if others else np.arange(count)
    likely = players[:, :, kept]  # one of the habits each, in proportion to how likely it is
    styles: Bytes = (likely + rng.gumbel(size=likely.shape)).argmax(0).astype(np.uint8)
    styles[stand.me] = len(position.habits) - 1
    return hands[kept], styles


RolloutChoice = tuple[int, int | None]
"""A card, and which of the own suits is named trump before it, if any."""


def play_out(
    position: KnownPosition, given: Worlds, choices: Sequence[RolloutChoice], policy: Policy
) -> Courses:
    """Play every choice in every world, and on to the end of the deal.

    Args:
        choices: What the player may do.
        policy: How everybody plays on, or what all do, `joined`.
    """
    stand = position.stand
    many, count = len(choices), given.count
    games, variant = many * count, position.variant
    board, row = position.board(games), len(stand.completed)
    seats, rng = board.seats, np.random.default_rng(given.seed)
    for number, namer in enumerate(position.unnamed):
        board.trump[namer] = np.tile(given.named[number], many)
    for number, (_, named) in enumerate(choices):
        if named is not None:
            board.trump[stand.me, number * count : (number + 1) * count] = named
    hands = np.tile(given.hands.reshape(count * seats, -1), (many, 1))
    players = Players(board, hands, np.array(position.unplayed, np.uint8))
    players.out[:] = position.out
    players.styles = None if given.styles is None else np.tile(given.styles, many)
    first = np.repeat(np.array([card for card, _ in choices], np.uint8), count)
    held = list(stand.held)
    tricks = (sum(held) + len(stand.begun)) // variant.trick
    cards = np.zeros((tricks, variant.trick, games), np.uint8)
    leaders, winners = (np.zeros((tricks, games), np.uint8) for _ in range(2))
    sent = np.empty((variant.trick, games), np.uint8)
    leader = np.full(games, stand.leader, np.uint8)
    for trick in range(tricks):
        players.begin(leader)
        leaders[trick] = leader
        for place in range(variant.trick):
            seat = board.seat_after(leader, place)
            if trick == 0 and place < len(stand.begun):
                card = np.full(games, stand.begun[place], np.uint8)
            elif trick == 0 and place == len(stand.begun):
                left = held[stand.me]
                slot = (players.held(seat, left) == first[:, None]).argmax(1)
                card = players.take(seat, slot, left)
                held[stand.me] -= 1
            else:
                left = _left(held, trick, position, place)
                drawn = noise(rng, count, left)
                card = players.choose(place, seat, left, policy, drawn)
                if trick == 0:
                    held[(stand.leader + place) % seats] -= 1
            players.play(place, seat, card)
            cards[trick, place] = card
        rest = min(held) if trick == 0 else held[0] - variant.trick // seats
        held = [rest] * seats
        winners[trick] = leader = players.holder
        board.collect(cards[trick], leader, sent)
    parts = (many, count)
    return Courses(
        _values(position, given, board, many).reshape(parts),
        leaders.reshape(tricks, *parts),
        winners.reshape(tricks, *parts),
        cards.reshape(tricks, variant.trick, *parts),
        board.building[:row].reshape(row, *parts),
        board.completed.reshape(row, *parts),
        board.piles.reshape(seats, *parts),
        board.tables().reshape(parts),
    )


def _left(held: Sequence[int], trick: int, position: KnownPosition, place: int) -> int:
    """Count the cards that the player at this place holds."""
    if trick == 0:
        return held[(position.stand.leader + place) % len(held)]
    return held[0] - place // len(held)


def worth(building: Values, completed: Bytes, chances: Doubles, prices: PointValues) -> Doubles:
    """Return what the calypsos of one suit are worth, game by game.

    Args:
        building: The bits of the ranks under way.
        completed: How many were set aside.
        chances: By game and rank, how likely one more copy of a card is won.
    """
    done, gain = np.array(prices.done), np.array(prices.gain)
    ranks = np.arange(chances.shape[1], dtype=np.uint16)
    held = (building[:, None] >> ranks & np.uint16(1)).astype(np.bool_)
    chance = np.where(held, chances.dtype.type(1), chances)
    worth: Doubles = (
        done[completed] + prices.card * chance.sum(1) + gain[completed] * chance.prod(1)
    )
    return worth


def _values(position: KnownPosition, given: Worlds, board: Board, many: int) -> Doubles:
    """Value the ends of the deal for the player."""
    value: Doubles = position.prices.pile * (
        np.array(position.stand.weights) @ board.piles.astype(np.float64)
    )
    for spot, stake in enumerate(position.stand.stakes):
        if stake:
            chances = np.tile(given.chances[spot], (many, 1))
            value += stake * worth(
                board.building[spot], board.completed[spot], chances, position.prices
            )
    return value
