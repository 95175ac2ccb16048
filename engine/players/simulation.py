"""Plays the deal under way to its end, from what one player knows: many deals, many cards.

One deal of the unseen cards is a *world*. The same worlds serve every card that might be
played, and inside a world the same draws decide what happens by chance, so that two cards
are compared under the same luck. Play is random as in `engine.fast.playout`; here the trick
under way, the hand and the calypsos are copied for every card, and nothing else.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import mul
from random import Random

from engine.fast.numbers import any_card, collect, form_of, strengths
from engine.game import Action, NameTrump
from engine.players.prospects import catching, worth_of
from engine.players.standing import standing
from engine.score import score_of
from engine.trick import Play, legal_cards, play_of
from engine.view import View, hidden, legal

Hands = list[list[list[int]]]
"""By seat and suit, cards in random order, so that the last one is one chosen at random."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something a player may do now: a card, and the trump named just before it, if any."""

    action: Action
    naming: NameTrump | None
    play: Play
    card: int


def options(view: View) -> tuple[Option, ...]:
    """List what the player of *view* may do; a trump to be named once with every card after it."""
    number = form_of(view.variant, view.table).number
    led = view.trick[0].card.suit if view.trick else None
    cards = dict.fromkeys(legal_cards(view.hand, led))
    found = []
    for action in legal(view):
        if isinstance(action, NameTrump):
            plays = [play_of(view.seat, card) for card in cards]
            found += [Option(action, action, play, number[play.card]) for play in plays]
        elif isinstance(action, Play):
            found.append(Option(action, None, action, number[action.card]))
    return tuple(found)


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
        *dealt, _ = self.unseen.deal(self.rng)
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
        """Give every seat's trump as a suit's number, after all that is named here."""
        found, view = self.at.trumps.copy(), self.view
        for naming in (*world.trumps, *([option.naming] if option.naming else [])):
            found[view.table.seats.index(naming.seat)] = view.variant.suits.index(naming.suit)
        return found

    def sheet(self, course: Course | None = None) -> list[int]:
        """Give the points of every calypso of the row on the score sheet, now or after *course*."""
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


def _winner(order: Sequence[int], won: Sequence[int], strong: Sequence[Sequence[int]]) -> int:
    """Say who wins a trick; of equals, the first."""
    winner, best = order[0], 0
    for seat, card in zip(order, won, strict=True):
        strength = strong[seat][card]
        if strength > best:
            winner, best = seat, strength
    return winner
