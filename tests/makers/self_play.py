"""Trains a policy by games against itself: a script, `python -m` its name.

    python -m tests.makers.self_play --rounds 400 --seed 4

goes on from the policy that a form has. Round by round it plays games with itself, and in like
situations the weights of cards that brought more than others grow (policy gradient). What a
choice brought is what its side gained on the others in the deal from that trick on, with what
calypsos under way may become: that is fitted to such games too, half way and at the end. Policy
and foresight are written to ``policies.json``, with how far the policy is ahead of the one it
began from. What is ``carried`` there was fitted when the numbers of a card were fewer: each
weight was given to all the numbers its own became. What is ``sharpened`` had its logarithms
multiplied so before the training; ``of`` so many rounds some were left out at the end.
"""

import argparse
import math
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.fast import PointValues, form_of, point_values, weights_of
from engine.fast.bulk.board import generator
from engine.fast.bulk.choices import noise
from engine.fast.bulk.games import GameBatch
from engine.fast.bulk.policy import (
    Codes,
    Floats,
    Foresight,
    Policy,
    fitted,
    foresight,
    parts,
    policy,
    shape,
)
from engine.fast.bulk.rollouts import Doubles, worth
from engine.fast.bulk.tricks import Bytes, Flags
from engine.players.contest import seatings
from engine.players.expert import foreseen
from engine.rulebooks import RULEBOOKS
from engine.table import Table
from engine.variants import VARIANTS, Variant
from tests.makers.chosen_cards import ChosenCards, follow
from tests.makers.policies import StoredFit, known, split, write

SHARES = [place / 100 for place in range(20, 96)]
"""The shares that are tried."""


@dataclass(frozen=True)
class CalypsosUnderWay:
    """Calypsos of one suit after a deal of many games, and what they came to in the end.

    ``held`` says by game and rank what is there, ``copies`` how many are still to be dealt;
    ``completed`` counts those set aside, ``final`` the points of the suit at the end.
    """

    to_come: int
    held: Flags
    copies: NDArray[np.int32]
    completed: NDArray[np.uint8]
    final: Doubles


def fitted_foresight(
    found: Sequence[CalypsosUnderWay], deals: int, prices: PointValues
) -> tuple[Foresight, ...]:
    """Return by deals to come the share and what follows that foretell best (least squares).

    Of a wanted card one copy is won with a chance that grows with the copies still to be dealt,
    the same share of what is left with each; a calypso is completed with the product of these
    chances, and then another follows it, whose cards bring points as well. The share, and what
    follows, depend on how many deals are to come.

    Args:
        found: What became of calypsos.
        deals: How many deals a game has.
        prices: The points of the score sheet, nothing foreseen in them.
    """
    rest = [Foresight(0.0, 0)]
    for to_come in range(1, deals):
        some = [one for one in found if one.to_come == to_come]
        tried = [(*_error(some, share, prices), share) for share in SHARES]
        _, then, share = min(tried)
        rest.append(Foresight(share, round(then)))
    return tuple(rest)


def _error(
    found: Sequence[CalypsosUnderWay], share: float, prices: PointValues
) -> tuple[float, float]:
    """Return the mean square by which a share misses, with what follows that misses least."""
    missed, likely = (
        np.concatenate(each) for each in zip(*_missed(found, share, prices), strict=True)
    )
    then = float(likely @ missed / (likely @ likely))
    return float(((missed - then * likely) ** 2).mean()), then


def _missed(
    found: Sequence[CalypsosUnderWay], share: float, prices: PointValues
) -> Iterator[tuple[Doubles, Doubles]]:
    """Return how many points a share gives too few, and how likely it makes the calypsos."""
    done, gain = np.array(prices.done), np.array(prices.gain)
    for one in found:
        chance = np.where(one.held, 1.0, 1 - (1 - share) ** one.copies)
        likely = chance.prod(1)
        sure = done[one.completed] + prices.card * chance.sum(1)
        yield one.final - sure - gain[one.completed] * likely, likely


Slopes = dict[bool, Doubles]
"""For leads (True) and the other cards, by code: how much more it brings to choose it oftener."""


class _Seated(ChosenCards):
    """Cards chosen at every seat by a policy of its own; trumps are named once, by chance."""

    def __init__(self, batch: GameBatch, policies: Sequence[Policy], rng: Generator) -> None:
        super().__init__(batch, policies[0], rng)
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
        prices, ranks = point_values(variant), len(variant.ranks)
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
    for rulebook in RULEBOOKS:
        batch = shuffled(variant, variant.table(rulebook), games, rng)
        source = _Watching(batch, own, rng)
        batch.play(source)
        found += source.under_way()
    return fitted_foresight(found, variant.deals, point_values(variant))


def ahead_by(
    variant: Variant, own: Policy, other: Policy, packs: int, seed: int
) -> tuple[float, float]:
    """Return by how many points a deal a policy is ahead of another, with the standard error.

    The same packs are played with the sides exchanged, by every rulebook.
    """
    each = list[Doubles]()
    for number, rulebook in enumerate(RULEBOOKS):
        found = list[Doubles]()
        for seating in seatings(variant):
            rng = np.random.default_rng((seed, number))
            batch = shuffled(variant, variant.table(rulebook), packs, rng)
            totals = batch.play(_Seated(batch, [(own, other)[at] for at in seating], rng)).totals
            ours = np.array(seating) == 0
            found.append(totals[:, ours].mean(1) - totals[:, ~ours].mean(1))
        each.append(np.mean(found, axis=0) / variant.deals)
    points = np.concatenate(each)
    return float(points.mean()), float(points.std(ddof=1) / math.sqrt(len(points)))


GAMES = 1_024
"""So many games make a round, all by one rulebook."""

STEP, MOMENTUM, SCALE = 0.03, 0.9, 0.99
"""How far the logarithm of a weight moves in the first round at most, less and less then; how
long the mean slope and its mean square are remembered (Adam)."""

FLAT = 1e-4
"""Slopes below that move a weight less."""

PACKS = 2_048
"""So many packs, by each rulebook, tell how far one policy is ahead of another."""

Weights = dict[bool, list[Doubles]]
"""For leads (True) and the other cards, part by part: the logarithms of the weights."""


class Trainee:
    """The weights of a policy while it learns."""

    def __init__(self, variant: Variant, stored: StoredFit, step: float = STEP) -> None:
        self.variant, self.step = variant, step
        self.weights: Weights = {
            leads: [
                np.array(values, np.float64).reshape([shape(leads=leads)[at] for at in part]) / 100
                for part, values in zip(parts(leads=leads), stored[name], strict=True)
            ]
            for name, leads in (("lead", True), ("follow", False))
        }
        self.mean, self.square = (
            {leads: [np.zeros_like(part) for part in own] for leads, own in self.weights.items()}
            for _ in range(2)
        )
        self.rounds = 0

    def policy(self) -> Policy:
        """Return the policy as it is now."""
        lead, follow = (
            [part.astype(np.float32) for part in self.weights[leads]] for leads in (True, False)
        )
        return policy(lead, follow)

    def train(self, rounds: int, of: int, ahead: Sequence[Foresight], rng: Generator) -> None:
        """Play so many more rounds *of* all there are to be."""
        for _ in range(rounds):
            rulebook = RULEBOOKS[self.rounds % len(RULEBOOKS)]
            step = self.step * (1 - self.rounds / of)
            batch = shuffled(self.variant, self.variant.table(rulebook), GAMES, rng)
            slopes = learned(batch, self.policy(), ahead, rng)
            self.rounds += 1
            for leads, slope in slopes.items():
                full = slope.reshape(shape(leads=leads))
                axes = range(full.ndim)
                slopes_of = [
                    full.sum(tuple(axis for axis in axes if axis not in part))
                    for part in parts(leads=leads)
                ]
                means, squares = self.mean[leads], self.square[leads]
                for place, each in enumerate(slopes_of):
                    means[place] = MOMENTUM * means[place] + (1 - MOMENTUM) * each
                    squares[place] = SCALE * squares[place] + (1 - SCALE) * each**2
                    likely = means[place] / (1 - MOMENTUM**self.rounds)
                    size = np.sqrt(squares[place] / (1 - SCALE**self.rounds))
                    self.weights[leads][place] += step * likely / (size + FLAT)


def trained(
    variant: Variant, before: StoredFit, rounds: int, seed: int, step: float = STEP
) -> StoredFit:
    """Train a form's policy further, and say beside its weights what was done."""
    rng = generator(Random(f"{seed} {variant.id}"))
    trainee, ahead = Trainee(variant, before, step), foresight(variant.id)
    for half in (rounds // 2, rounds - rounds // 2):
        trainee.train(half, rounds, ahead, rng)
        ahead = foreseen_by(variant, trainee.policy(), GAMES, rng)
    points, error = ahead_by(variant, trainee.policy(), fitted(variant.id), PACKS, seed)
    about: StoredFit = {
        "level": "self-play",
        "seed": seed,
        "rounds": rounds,
        "step": step,
        "games": rounds * GAMES,
        "ahead": [round(points), round(error)],
        "after": {key: before[key] for key in before if key not in {"lead", "follow"}},
        "foresight": [[round(100 * one.share), one.then] for one in ahead],
    }
    for name, leads in (("lead", True), ("follow", False)):
        flat = np.concatenate([part.ravel() for part in trainee.weights[leads]])
        about[name] = split(flat, leads=leads)
    return about


def main(arguments: Sequence[str] | None = None) -> None:
    """Train and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=800)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--step", type=float, default=STEP)
    parser.add_argument("forms", nargs="*", default=list(VARIANTS))
    asked = parser.parse_args(arguments)
    for form in asked.forms:
        found = trained(VARIANTS[form], known()[form], asked.rounds, asked.seed, asked.step)
        write({form: found})
        points, error = found["ahead"]
        sys.stdout.write(f"{form} {points:+} ± {error} points a deal, {found['foresight']}\n")


if __name__ == "__main__":
    main()
