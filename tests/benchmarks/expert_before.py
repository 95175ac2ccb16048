"""The expert as it was before it played on like good players: random play, one card at a time.

It is the baseline that the benchmark `bots` sets the expert of today against, and the readable
form of what `engine.fast.bulk.rollouts` does in arrays, to which the tests hold those. One deal of
the unseen cards is a *world*; the same worlds serve every card, and inside a world the same
draws decide what happens by chance.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import mul
from random import Random
from statistics import fmean, stdev

from engine.fast import collect, standing, strengths
from engine.game import Action, NameTrump
from engine.players.club import catching, worth_of
from engine.players.expert import Option, options
from engine.score import score_of
from engine.view import View, hidden
from tests.dealing import deal

BLOCK = 40
"""So many deals before cards that fell behind are dropped, and again after as many more."""

MOST = 320
"""No more deals than that: a prototype's gains had flattened at 100 to 300."""

WORK = 95_000
"""Cards to be played in one decision, at most; it keeps a decision well below 150 ms."""

OVERHEAD = 15
"""What beginning and valuing a playout costs, in cards played."""

CLEAR = 3.0
"""A card this many standard errors behind the best is tried no longer."""

Hands = list[list[list[int]]]
"""By seat and suit, cards in random order, so that the last one is one chosen at random."""


@dataclass(frozen=True, slots=True)
class World:
    """One way the unseen cards may lie.

    ``draws`` are the random numbers that choose among cards of several suits; ``chances``
    says, by calypso and rank, how likely the builder wins one more copy in later deals,
    whose cards this world knows. ``trumps`` are those that others who have still to name
    one will name (Calypso for Two).
    """

    hands: Hands
    draws: list[float]
    chances: list[list[float]]
    trumps: tuple[NameTrump, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """What became of one world after a card.

    ``value`` is what the player thinks of it (`Standing.weights`). ``tricks`` are all that
    were played, the one under way first, each as winner (a seat) and cards in order.
    ``building`` and ``completed`` at the deal's end run parallel to the row of calypsos,
    ``piles`` (cards added) to the seats.
    """

    value: float
    tricks: list[tuple[int, list[int]]]
    building: list[int]
    completed: list[int]
    piles: list[int]

    @property
    def winner(self) -> int:
        """The seat that won the trick under way."""
        return self.tricks[0][0]

    @property
    def won(self) -> list[int]:
        """The cards of the trick under way, in order."""
        return self.tricks[0][1]


class Simulation:
    """Worlds of one view and what becomes of them; cards and seats are numbers (`Standing`)."""

    def __init__(self, view: View, rng: Random) -> None:
        self.view, self.rng, self.at = view, rng, standing(view)
        self.form, ranks = self.at.form, self.at.ranks
        cards = [
            [card for card in range(low, low + ranks) for _ in range(self.at.unseen[card])]
            for low in range(0, len(self.form.cards), ranks)
        ]
        self.unseen = hidden(view, cards)
        self.catch, self.worth = catching(view.variant), worth_of(view.variant)
        self.pile_card = score_of((), 1).total
        self.owner = [view.table.seats.index(seat) for seat, _ in self.form.row]

    def world(self) -> World:
        """Deal the unseen cards."""
        at, random = self.at, self.rng.random
        later = at.unseen.copy()
        *dealt, _ = deal(self.unseen, self.rng)
        for cards in dealt:
            for card in cards:
                later[card] -= 1
        dealt[at.me] = sorted(at.hand, key=lambda _: random())
        chances = [self.catch[count] for count in later]
        return World(
            [self._by_suit(cards) for cards in dealt],
            [random() for _ in range(sum(at.held))],
            [chances[suit * at.ranks : (suit + 1) * at.ranks] for suit in at.suits],
            self._trumps(),
        )

    def _by_suit(self, cards: Sequence[int]) -> list[list[int]]:
        hand: list[list[int]] = [[] for _ in self.view.variant.suits]
        for card in cards:
            hand[self.form.suit[card]].append(card)
        return hand

    def _trumps(self) -> tuple[NameTrump, ...]:
        """Let the others who have still to name a trump name one by chance."""
        view = self.view
        return tuple(
            NameTrump(seat, self.rng.choice(view.calypsos[view.table.seats.index(seat)]).suit)
            for seat in view.unnamed
            if seat != view.seat
        )

    def _strengths(self, namings: Iterable[NameTrump]) -> list[list[list[list[int]]]]:
        """Look up the strengths of the cards after trumps were named."""
        table = self.view.table
        for naming in namings:
            table = table.with_trump(naming.seat, naming.suit)
        return strengths(self.view.variant, table)

    def play(self, world: World, option: Option) -> Course:
        """Do what *option* says, and play on by chance until the hands are empty.

        Whoever follows plays any card of the suit, whoever leads or cannot follow any card
        of the hand; trumps stay as they are.
        """
        at, form, first = self.at, self.form, option.card
        named = (*world.trumps, option.naming) if option.naming else world.trumps
        strong = self._strengths(named) if named else at.strengths
        hands = [[held.copy() for held in hand] for hand in world.hands]
        sizes, draw = list(at.held), iter(world.draws).__next__
        building, completed, piles = at.building.copy(), at.completed.copy(), [0] * len(hands)
        hands[at.me][form.suit[first]].remove(first)
        sizes[at.me] -= 1
        leader, won, tricks = at.leader, [*at.begun, first], []
        while True:
            led, order = form.suit[won[0]], form.orders[leader]
            _follow(order[len(won) :], won, led, hands, sizes, draw)
            leader = _winner(order, won, strong[leader][led])
            piles[leader] += collect(form, leader, won, building, completed)
            tricks.append((leader, won))
            if not sizes[leader]:
                break
            won = [any_card(hands[leader], int(draw() * sizes[leader]))]
            sizes[leader] -= 1
        value = self._value(world, building, completed, piles)
        return Course(value, tricks, building, completed, piles)

    def trumps(self, world: World, option: Option) -> list[int]:
        """Return every seat's trump as a suit's number, after all that is named here."""
        found, view = self.at.trumps.copy(), self.view
        for naming in (*world.trumps, *([option.naming] if option.naming else [])):
            found[view.table.seats.index(naming.seat)] = view.variant.suits.index(naming.suit)
        return found

    def sheet(self, course: Course | None = None) -> list[int]:
        """Return the points of every calypso of the row on the sheet, now or after *course*."""
        at = course or self.at
        none = [0.0] * self.at.ranks
        return [
            round(self.worth(held, completed, none))
            for held, completed in zip(at.building, at.completed, strict=False)
        ]

    def _value(
        self, world: World, building: list[int], completed: list[int], piles: list[int]
    ) -> float:
        """Value the end of a deal for the player."""
        at, worth = self.at, self.worth
        value: float = self.pile_card * sum(map(mul, at.weights, piles))
        for spot, stake in enumerate(at.stakes):
            if stake:
                value += stake * worth(building[spot], completed[spot], world.chances[spot])
        return value


def _follow(
    seats: Sequence[int],
    won: list[int],
    led: int,
    hands: Hands,
    sizes: list[int],
    draw: Callable[[], float],
) -> None:
    """Let *seats* play to the trick *won*."""
    for seat in seats:
        held = hands[seat][led]
        won.append(held.pop() if held else any_card(hands[seat], int(draw() * sizes[seat])))
        sizes[seat] -= 1


def any_card(hand: list[list[int]], place: int) -> int:
    """Take a card of the suit in which the hand, sorted into suits, has its card *place*."""
    for held in hand:
        if place < len(held):
            return held.pop()
        place -= len(held)
    raise IndexError(f"the hand ends {place} cards before the one asked for")


def _winner(order: Sequence[int], won: Sequence[int], strong: Sequence[Sequence[int]]) -> int:
    """Say who wins a trick; of equals, the first."""
    winner, best = order[0], 0
    for seat, card in zip(order, won, strict=True):
        strength = strong[seat][card]
        if strength > best:
            winner, best = seat, strength
    return winner


def choose_before(view: View, rng: Random) -> Action:
    """Choose what does best on average; of equals, the first in hand."""
    left = {option: list[float]() for option in options(view)}
    if len({option.action for option in left}) == 1:
        return next(iter(left)).action
    simulation, work = Simulation(view, rng), 0
    each = OVERHEAD + sum(view.held)
    while len(left) > 1:
        for _ in range(BLOCK):
            world = simulation.world()
            for option, values in left.items():
                values.append(simulation.play(world, option).value)
        work += BLOCK * each * len(left)
        best = max(left, key=lambda option: fmean(left[option]))
        if len(left[best]) >= MOST or work + BLOCK * each * len(left) > WORK:
            return best.action
        left = {o: values for o, values in left.items() if o == best or _near(values, left[best])}
    return next(iter(left)).action


def _near(values: list[float], best: list[float]) -> bool:
    """Say whether the best may owe its lead over these values to chance."""
    behind = [most - value for most, value in zip(best, values, strict=True)]
    return fmean(behind) <= CLEAR * stdev(behind) / math.sqrt(len(behind))
