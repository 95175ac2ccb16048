"""How likely each deal of the unseen cards is, by what the others have played so far.

Players use up short suits, so that a hand is out of a suit more often than by shuffling alone: of
hands that hold some of it in 85 of 100 equally likely deals 77 do. Two policies, that of a club
player and that of good players, say how; which of them a player is like, its cards say as well.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.fast.bulk.board import Board
from engine.fast.bulk.choices import Players
from engine.fast.bulk.policy import Policy
from engine.fast.bulk.tricks import Bytes, Flags, Values
from engine.table import Table
from engine.variants import Variant

Likelihoods = NDArray[np.float64]

TRUST = 0.8
"""The weight of the logarithm of a likelihood: no player follows a policy exactly."""

OPEN = 3.0
"""The most that earlier deals add to a logarithm: players do not play alike all evening."""

FEWEST = 3
"""Where what is drawn comes down to fewer deals than one in so many, likelihoods count for less."""

ASTRAY = 0.05
"""How often a player is taken to play any legal card, by chance."""

SPARE = 3
"""So many deals are made for each that is drawn from them."""

SeatAction = tuple[int, int]
"""A seat and the card it plays, or where it names one of its own suits trump, -1 - its number."""


class DealStart(NamedTuple):
    """The open cards of one game before a deal's first card, as `Board` has them."""

    building: Values
    completed: Bytes
    trump: Bytes


@lru_cache(maxsize=256)
def deal_start(variant: Variant, table: Table, actions: tuple[SeatAction, ...]) -> DealStart:
    """Play the actions of earlier deals over."""
    board = Board(variant, table, 1)
    copies = np.full(len(board.form.cards), variant.packs)
    players = Players(board, np.zeros((board.seats, variant.hand), np.uint8), copies)
    for _ in _replayed(board, players, actions):
        pass
    return DealStart(board.building, board.completed, board.trump)


def _replayed(
    board: Board, players: Players, actions: Sequence[SeatAction]
) -> Iterator[tuple[int, Bytes]]:
    """Play actions over on a board of one game; yield before each card its place and its seat."""
    sent, trick = np.empty((board.variant.trick, 1), np.uint8), list[int]()
    for number, card in actions:
        if card < 0:
            board.trump[number] = -1 - card
            continue
        seat = np.full(1, number, np.uint8)
        if not trick:
            players.begin(seat)
        yield len(trick), seat
        players.play(len(trick), seat, np.full(1, card, np.uint8))
        trick.append(card)
        if len(trick) == board.variant.trick:
            board.collect(np.array(trick, np.uint8)[:, None], players.holder, sent)
            trick = []


class DealSoFar(NamedTuple):
    """What was done in the deal so far; ``before`` is what earlier deals say (`habits_before`)."""

    start: DealStart
    actions: tuple[SeatAction, ...]
    before: Likelihoods


def likelihood(  # noqa: PLR0913 - arrays of one position
    variant: Variant,
    table: Table,
    me: int,
    hands: Bytes,
    held: Sequence[int],
    so_far: DealSoFar,
    copies: Sequence[int],
    policies: Sequence[Policy],
) -> Likelihoods:
    """Return by policy, seat and deal the logarithm of how likely the others play as they have.

    Args:
        me: The player who asks, whose own cards say nothing; nobody is -1.
        hands: By deal, seat and place, the cards that are left.
        held: How many are left, by seat.
        copies: How many of every card had not been played before the trick under way.
        policies: How a player may choose.
    """
    count, length = len(hands), variant.trick
    board = Board(variant, table, 1)  # What was played is open; the deals differ in hands alone.
    board.building[:], board.completed[:], board.trump[:] = so_far.start
    later = [
        [card for seat, card in so_far.actions if seat == each and card >= 0]
        for each in range(board.seats)
    ]
    left = [now + len(gone) for now, gone in zip(held, later, strict=True)]
    whole = np.zeros((count, board.seats, max(left)), np.uint8)
    for seat, gone in enumerate(later):
        whole[:, seat, : held[seat]] = hands[:, seat, : held[seat]]
        # A hand's first cards are those left; the one played last is the next of them.
        whole[:, seat, held[seat] : left[seat]] = gone[::-1]
    gone = [card for _, card in so_far.actions if card >= 0]
    begun, before = len(gone) // length * length, np.array(copies)
    before += np.bincount(gone[:begun], minlength=len(before))
    players = Players(board, np.zeros((board.seats, 1), np.uint8), before)
    likely = np.zeros((len(policies), board.seats, count))
    for place, who in _replayed(board, players, so_far.actions):
        number = int(who[0])
        if number != me and left[number] > 1:
            cards = whole[:, number, : left[number]]
            likely[:, number] += _chosen(players, place, who, cards, policies)
        left[number] -= 1
    trusted: Likelihoods = TRUST * likely
    return trusted


def habits_before(
    variant: Variant, table: Table, actions: Sequence[SeatAction], policies: Sequence[Policy]
) -> Likelihoods:
    """Return by policy and seat the logarithm of how likely earlier deals were played so.

    What counts is how it compares with the other policies, and that only so far (`OPEN`).
    """
    total = np.zeros((len(policies), len(table.seats)))
    begin, played = 0, 0
    for end, (_, card) in enumerate(actions, start=1):
        played += card >= 0
        if played == variant.dealt:
            total += _of_deal(variant, table, tuple(actions[:end]), begin, tuple(policies))
            begin, played = end, 0
    total -= total.max(0)
    return np.maximum(total, -OPEN)


@lru_cache(maxsize=256)
def _of_deal(
    variant: Variant,
    table: Table,
    actions: tuple[SeatAction, ...],
    begin: int,
    policies: tuple[Policy, ...],
) -> Likelihoods:
    """Return by policy and seat how likely the last deal was played so; it began at *begin*."""
    seats, start = len(table.seats), deal_start(variant, table, actions[:begin])
    so_far = DealSoFar(start, actions[begin:], np.zeros((len(policies), seats)))
    played = [card for _, card in actions if card >= 0]
    copies = variant.packs - np.bincount(played, minlength=len(variant.pack) // variant.packs)
    none = np.zeros((1, seats, 0), np.uint8)
    likely = likelihood(variant, table, -1, none, [0] * seats, so_far, copies.tolist(), policies)
    return likely[:, :, 0]


def _chosen(
    players: Players, place: int, seat: Bytes, cards: Bytes, policies: Sequence[Policy]
) -> Likelihoods:
    """Return by policy and deal the logarithm of how likely the last of the *cards* is chosen."""
    stood = players.choices(place, seat, cards)
    ones = np.ones(cards.shape[1], np.float32)
    copies, legal = _counted(cards == cards[:, -1:]), _counted(stood.legal)
    shares = np.empty((len(policies), len(cards)))
    for number, policy in enumerate(policies):
        weight = stood.legal / (policy.follow if place else policy.lead)[stood.code]
        shares[number] = weight[:, -1] * copies / (weight @ ones)
    # A card that was a revoke is not legal at all.
    by_chance = stood.legal[:, -1] * copies / legal
    logarithms: Likelihoods = np.log(np.maximum((1 - ASTRAY) * shares + ASTRAY * by_chance, 1e-4))
    return logarithms


def _counted(flags: Flags) -> NDArray[np.float32]:
    """Return how many of each row hold, counted in whole numbers.

    Of the same product in floats numpy has said, in one process of many, that a value was
    invalid, though there is none but 0 and 1.
    """
    whole: Bytes = flags.view(np.uint8) @ np.ones(flags.shape[1], np.uint8)
    return whole.astype(np.float32)


def of_deals(players: Likelihoods) -> Likelihoods:
    """Return by deal the logarithm of how likely it makes what was played, see `likelihood`."""
    logarithms: Likelihoods = np.logaddexp.reduce(players, axis=0).sum(0)
    return logarithms


def draw_deals(likely: Likelihoods, count: int, rng: Generator) -> NDArray[np.intp]:
    """Draw *count* deals in proportion to their likelihood, as evenly as can be.

    Where that comes down to fewer deals than one in `FEWEST`, likelihoods count for less.
    """
    shares = np.exp(likely - likely.max())
    while shares.sum() ** 2 / (shares @ shares) < min(count, len(shares)) / FEWEST:
        shares **= 0.8
    sums = shares.cumsum()
    points = (np.arange(count) + rng.random()) * (sums[-1] / count)
    places: NDArray[np.intp] = sums.searchsorted(points).clip(0, len(likely) - 1)
    return places
