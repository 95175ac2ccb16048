"""Games that policies play against themselves and each other, and what is to be learnt from them.

What a choice brought is what its side gained on the others in the deal from that trick on,
with what calypsos under way may become. In like situations cards that brought more than
others are to be chosen oftener (policy gradient); `engine.fast.bulk.training` does that.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.fast.bulk.batch import ChosenCards, GameBatch, follow
from engine.fast.bulk.choosing import noise
from engine.fast.bulk.foresight import CalypsosUnderWay, fitted_foresight
from engine.fast.bulk.policy import Codes, Floats, Foresight, Policy, shape
from engine.fast.bulk.rollouts import Doubles, worth
from engine.fast.bulk.tricks import Bytes, Flags
from engine.fast.numbers import form_of
from engine.players.contest import seatings
from engine.players.prospects import foreseen, prices_of, weights_of
from engine.rulebooks import RULEBOOKS
from engine.table import Table
from engine.variants import Variant

Slopes = dict[bool, Doubles]
"""For leads (True) and the other cards, by code: how much more it brings to choose it oftener."""


class _Seated(ChosenCards):
    """Cards chosen at every seat by a policy of its own; trumps are named once, by chance."""

    def __init__(self, batch: GameBatch, policies: Sequence[Policy], rng: Generator) -> None:
        super().__init__(batch, None, rng)
        different = list({id(each): each for each in policies}.values())
        self.size = {True: different[0].lead.size, False: different[0].follow.size}
        self.weights = {
            True: np.concatenate([each.lead for each in different]),
            False: np.concatenate([each.follow for each in different]),
        }
        which = [[each is own for own in different].index(True) for each in policies]
        self.which = np.array(which, np.int32)

    def name(
        self, number: int, place: int, trump: Bytes, may_change: Flags
    ) -> tuple[Flags, Bytes] | None:
        return super().name(number, place, trump, may_change) if number == 0 else None

    def card(self, number: int, place: int, seat: Bytes, cards: Bytes) -> Bytes:
        left, players, leads = self.left(number, place), self.players, place == 0
        follow(players, place, seat, cards)
        if left == 1:
            card = players.take(seat, np.zeros(self.games, np.intp), left)
            self.close(place, seat, card)
            return card
        found = players.choices(place, seat, players.held(seat, left))
        at = found.code + (self.which[seat] * np.int32(self.size[leads]))[:, None]
        weight = self.weights[leads][at]
        drawn = weight * noise(self.rng, self.games, left)
        for each in (weight, drawn):
            each[~found.legal] = np.inf
        slot = drawn.argmin(1)
        self.note(seat, found.code, weight, slot, leads=leads)
        card = players.take(seat, slot, left)
        self.close(place, seat, card)
        return card

    def note(
        self, seat: Bytes, code: Codes, weight: Floats, slot: NDArray[np.intp], *, leads: bool
    ) -> None:
        """Note what stood to choose, and what was chosen."""


@dataclass(frozen=True)
class _Step:
    """A card chosen in every game: how likely each was, and what was expected before the trick."""

    leads: bool
    seat: Bytes
    code: Codes
    likely: Floats
    slot: NDArray[np.intp]
    before: Doubles


class _Learning(_Seated):
    """Cards chosen by one policy at all seats, and what was to be learnt from them.

    ``slopes`` says for leads (True) and the other cards, by code, how much more it brought
    to choose a card of that code oftener, in standard deviations of what a choice brings.
    """

    def __init__(
        self, batch: GameBatch, own: Policy, ahead: Sequence[Foresight], rng: Generator
    ) -> None:
        variant, table = batch.variant, batch.table
        super().__init__(batch, [own] * len(table.seats), rng)
        self.stakes = np.array([weights_of(variant, place) for place in range(self.seats)])
        self.owners = [table.seats.index(seat) for seat, _ in batch.form.row]
        self.suits = [variant.suits.index(suit) for _, suit in batch.form.row]
        self.foreseen = [foreseen(variant, one) for one in ahead]
        self.unseen = np.full((self.games, len(batch.form.cards)), variant.packs, np.int32)
        self.to_come, self.steps = variant.deals, list[_Step]()
        self.slopes = {leads: np.zeros(math.prod(shape(leads=leads))) for leads in (True, False)}

    def deal(self, dealt: Bytes, first: Bytes) -> None:
        super().deal(dealt, first)
        self.settle()
        self.to_come -= 1

    def card(self, number: int, place: int, seat: Bytes, cards: Bytes) -> Bytes:
        if place == 0:
            self.before = self.expected()
        card = super().card(number, place, seat, cards)
        self.unseen[self.each, card] -= 1
        return card

    def note(
        self, seat: Bytes, code: Codes, weight: Floats, slot: NDArray[np.intp], *, leads: bool
    ) -> None:
        likely: Floats = np.float32(1) / weight
        likely /= likely.sum(1, keepdims=True)
        self.steps.append(_Step(leads, seat, code, likely, slot, self.before))

    def expected(self) -> Doubles:
        """Return by seat and game what the points there are, and those to come, are worth."""
        board = self.board
        catch, prices = self.foreseen[self.to_come]
        chances = np.array(catch)[self.unseen].reshape(self.games, -1, len(board.variant.ranks))
        own = prices.pile * board.piles.astype(np.float64)
        for spot, (owner, suit) in enumerate(zip(self.owners, self.suits, strict=True)):
            own[owner] += worth(
                board.building[spot], board.completed[spot], chances[:, suit], prices
            )
        points: Doubles = self.stakes @ own
        return points

    def settle(self) -> None:
        """Learn from the deal that is over."""
        if not self.steps:
            return
        after = self.expected()
        gains = [(after - step.before)[step.seat, self.each] for step in self.steps]
        gains = [gain - gain.mean() for gain in gains]
        scale = float(np.mean([gain.std() for gain in gains])) * self.games
        found: dict[bool, list[tuple[Codes, Doubles]]] = {True: [], False: []}
        for step, gain in zip(self.steps, gains, strict=True):
            slope = -step.likely * gain[:, None]
            slope[self.each, step.slot] += gain
            found[step.leads].append((step.code.ravel(), slope.ravel() / scale))
        for leads, each in found.items():
            codes, slopes = (np.concatenate(part) for part in zip(*each, strict=True))
            self.slopes[leads] += np.bincount(codes, slopes, self.slopes[leads].size)
        self.steps = []


class _Watching(_Seated):
    """Cards chosen by one policy at all seats, and the calypsos under way after every deal."""

    def __init__(self, batch: GameBatch, own: Policy, rng: Generator) -> None:
        super().__init__(batch, [own] * len(batch.table.seats), rng)
        self.batch, self.seen = batch, list[tuple[NDArray[np.uint16], Bytes]]()

    def deal(self, dealt: Bytes, first: Bytes) -> None:
        super().deal(dealt, first)
        self.seen.append((self.board.building[:-1].copy(), self.board.completed.copy()))

    def under_way(self) -> list[CalypsosUnderWay]:
        """Return the calypsos after every deal but the last, once the games are over."""
        variant, batch, found = self.batch.variant, self.batch, list[CalypsosUnderWay]()
        prices, ranks = prices_of(variant), len(variant.ranks)
        final = np.array(prices.done)[batch.completed]
        final += prices.card * np.bitwise_count(batch.building[:-1])
        places = np.arange(ranks, dtype=np.uint16)
        for deal, (building, completed) in enumerate(self.seen[1:], start=1):
            rest = batch.packs[:, deal * variant.dealt :]
            cards = np.arange(len(batch.form.cards), dtype=np.uint8)
            copies = (rest[:, :, None] == cards).sum(1).reshape(self.games, -1, ranks)
            for spot, (_, suit) in enumerate(batch.form.row):
                held = (building[spot][:, None] >> places & np.uint16(1)).astype(np.bool_)
                left = copies[:, variant.suits.index(suit)].astype(np.int32)
                to_come = variant.deals - deal
                found.append(CalypsosUnderWay(to_come, held, left, completed[spot], final[spot]))
        return found


def shuffled(variant: Variant, table: Table, games: int, rng: Generator) -> GameBatch:
    """Shuffle the packs of many games; who deals first is drawn for all of them."""
    cards = np.repeat(np.arange(len(form_of(variant, table).cards), dtype=np.uint8), variant.packs)
    packs = rng.permuted(np.tile(cards, (games, 1)), axis=1)
    return GameBatch(variant, table, table.seats[int(rng.integers(len(table.seats)))], packs)


def learned(batch: GameBatch, own: Policy, ahead: Sequence[Foresight], rng: Generator) -> Slopes:
    """Play a batch of games, and return what was to be learnt from them (`_Learning`).

    Args:
        batch: The games, before their first card.
        own: The policy at every seat.
        ahead: What calypsos under way may become, by deals to come.
        rng: Chooses the cards.
    """
    source = _Learning(batch, own, ahead, rng)
    batch.play(source)
    source.settle()
    return source.slopes


def foreseen_by(variant: Variant, own: Policy, games: int, rng: Generator) -> tuple[Foresight, ...]:
    """Return what calypsos under way become between players of a policy, by deals to come."""
    found = list[CalypsosUnderWay]()
    for book in RULEBOOKS:
        batch = shuffled(variant, variant.table(book), games, rng)
        source = _Watching(batch, own, rng)
        batch.play(source)
        found += source.under_way()
    return fitted_foresight(found, variant.deals, prices_of(variant))


def ahead_by(
    variant: Variant, own: Policy, other: Policy, packs: int, seed: int
) -> tuple[float, float]:
    """Return by how many points a deal a policy is ahead of another, with the standard error.

    The same packs are played with the sides exchanged, by every rulebook.
    """
    each = list[Doubles]()
    for number, book in enumerate(RULEBOOKS):
        found = list[Doubles]()
        for seating in seatings(variant):
            rng = np.random.default_rng((seed, number))
            batch = shuffled(variant, variant.table(book), packs, rng)
            totals = batch.play(_Seated(batch, [(own, other)[at] for at in seating], rng)).totals
            ours = np.array(seating) == 0
            found.append(totals[:, ours].mean(1) - totals[:, ~ours].mean(1))
        each.append(np.mean(found, axis=0) / variant.deals)
    points = np.concatenate(each)
    return float(points.mean()), float(points.std(ddof=1) / math.sqrt(len(points)))
