"""What one player at the table may know: the own hand, and everything that was shown.

A view is made of copies of what lies open, so that whoever holds it cannot reach the other
hands, the order of the stock or the pack. It remembers every card played, as a good player does.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import accumulate, product
from math import comb
from typing import Generic, NamedTuple, TypeVar

from engine.calypso import Holdings
from engine.cards import Card, Suit, sort_cards
from engine.game import Action, Conduct, Game, lies_open, markers
from engine.game import legal as legal_in
from engine.table import Seat, Table
from engine.trick import Play
from engine.variants import Variant


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A position as the player at *seat* knows it.

    ``held`` (how many cards are in each hand), ``voids``, ``calypsos`` and ``piles`` run parallel
    to ``table.seats``; ``stock`` is how many cards have not been dealt. The piles lie face down,
    but every card went there before everybody's eyes. ``unseen`` are the cards of the other hands
    and the stock, sorted, so that they say nothing about who holds which: what is left of the pack
    when the own hand and the cards that were played are taken out. ``voids`` are the suits that a
    seat has shown in this deal to be out of: by not following, and where revokes can pass, without
    having played the suit since. ``history`` is every action of the game, all of them public; a
    position set up by hand has none of what went before.
    """

    variant: Variant
    table: Table
    seat: Seat
    hand: tuple[Card, ...]
    dealer: Seat
    turn: Seat
    trick: tuple[Play, ...]
    held: tuple[int, ...]
    voids: tuple[frozenset[Suit], ...]
    calypsos: Holdings
    piles: tuple[tuple[Card, ...], ...]
    stock: int
    unseen: tuple[Card, ...]
    conduct: Conduct
    unnamed: tuple[Seat, ...]
    may_change: bool
    history: tuple[Action, ...]

    @property
    def deal(self) -> int:
        """The number of the deal under way, from 1."""
        return self.variant.deals - self.stock // self.variant.dealt

    @property
    def place(self) -> int:
        """The index of the own seat in everything that runs parallel to the seats."""
        return self.table.seats.index(self.seat)

    @property
    def side(self) -> tuple[Seat, ...]:
        """The seats whose calypsos this player's tricks feed, the own first."""
        return self.variant.side(self.seat)


def view(game: Game, seat: Seat) -> View:
    """Return *game* as the player at *seat* knows it, whoever's turn it is, or raise ValueError."""
    seats = game.table.seats
    if seat not in seats:
        raise ValueError(f"nobody sits {seat.name.title()} at the table {game.table}")
    place = seats.index(seat)
    hidden = [card for number, hand in enumerate(game.hands) if number != place for card in hand]
    return View(
        variant=game.variant,
        table=game.table,
        seat=seat,
        hand=game.hands[place],
        dealer=game.dealer,
        turn=game.turn,
        trick=game.trick,
        held=tuple(map(len, game.hands)),
        voids=_voids(game),
        calypsos=game.calypsos,
        piles=game.piles,
        stock=len(game.stock),
        unseen=sort_cards((*hidden, *game.stock)),
        conduct=game.conduct,
        unnamed=game.unnamed,
        may_change=game.may_change,
        history=game.history,
    )


def _voids(game: Game) -> tuple[frozenset[Suit], ...]:
    """Return the suits each seat has shown to be out of; a revoke that lies open shows nothing.

    Where revokes can pass, failing to follow is evidence and no proof. A good player takes
    it as it looks until the suit is played after all: our choice.
    """
    shown = markers(game)
    lies = [revoke for revoke in game.revokes if revoke.deal == game.deal]
    if not lies:
        return shown
    untrue = {(revoke.seat, revoke.led) for revoke in lies if lies_open(game, revoke)}
    return tuple(
        frozenset(suit for suit in suits if (seat, suit) not in untrue)
        for seat, suits in zip(game.table.seats, shown, strict=True)
    )


def legal(view: View) -> tuple[Action, ...]:
    """List what this player may do now, as `engine.game.legal` does; nothing out of turn."""
    if view.turn != view.seat:
        return ()
    seen = Game(
        variant=view.variant,
        table=view.table,
        dealer=view.dealer,
        stock=(),
        hands=tuple(view.hand if seat == view.seat else () for seat in view.table.seats),
        turn=view.turn,
        trick=view.trick,
        calypsos=view.calypsos,
        piles=view.piles,
        unnamed=view.unnamed,
        may_change=view.may_change,
    )
    return legal_in(seen)


CardT = TypeVar("CardT")
FreePlaces = tuple[int, ...]


class Divisions(NamedTuple):
    """How the cards of one suit may be divided, given the room left; parallel, by division.

    ``ways`` are running sums of the number of deals each division leads to, the first 0, and
    ``taken`` the cards that each party gets; the first stands for no division.
    """

    ways: tuple[int, ...]
    taken: tuple[FreePlaces, ...]


class Unseen(Generic[CardT]):
    """Cards of which so many lie in each hidden hand; what is left over is not dealt.

    A seat that has failed to follow a suit holds none of it. Hands can be dealt in two steps:
    first how many cards of each suit go to the seats that are out of one (`divisions`), each
    division as often as there are cards to make it with; then which cards, by chance. Every deal
    that agrees with what was shown is then equally likely, and none is tried in vain.

    The stock is one more hand, if its order matters. Hands that lack the same suits are one party,
    and dealt as one: ``parties`` lists those that lack some suit, ``free`` the hands that may hold
    anything. ``suits`` are the cards by suit, first those that most parties lack, because they
    leave least to choose; ``open`` says, parallel to them, which parties may hold the suit.

    Args:
        cards: The cards, by suit.
        sizes: How many cards each hidden hand holds.
        lacking: Parallel to *sizes*, the suits (as indices of *cards*) a hand has none of.

    Raises:
        ValueError: No deal of the cards agrees with that.
    """

    def __init__(
        self,
        cards: Sequence[Sequence[CardT]],
        sizes: Sequence[int],
        lacking: Sequence[Collection[int]],
    ) -> None:
        self.sizes = tuple(sizes)
        alike: dict[frozenset[int], list[int]] = {}
        for place, suits in enumerate(lacking):
            out = frozenset(suit for suit in suits if cards[suit])
            alike.setdefault(out, []).append(place)
        self.free = alike.pop(frozenset(), [])
        self.parties = list(alike.values())
        self.rooms: FreePlaces = tuple(
            sum(self.sizes[place] for place in party) for party in self.parties
        )
        order = sorted(range(len(cards)), key=lambda suit: -sum(suit in out for out in alike))
        self.suits = [tuple(cards[suit]) for suit in order]
        self.open = [[suit not in out for out in alike] for suit in order]
        self.every = [card for suit in self.suits for card in suit]
        self.known: dict[tuple[int, FreePlaces], Divisions] = {}
        if sum(sizes) > len(self.every) or not self.count(0, self.rooms):
            raise ValueError(
                f"no deal of {list(map(len, cards))} cards by suit into hands of "
                f"{list(sizes)} agrees with the suits they lack"
            )

    def count(self, place: int, rooms: FreePlaces) -> int:
        """Count the ways to fill *rooms* with cards of the suits from *place* on."""
        if place == len(self.suits):
            return int(not any(rooms))
        return self.divisions(place, rooms).ways[-1]

    def divisions(self, place: int, rooms: FreePlaces) -> Divisions:
        """Return the ways to divide the suit at *place* of ``suits``, worked out once."""
        if known := self.known.get((place, rooms)):
            return known
        cards, may = len(self.suits[place]), self.open[place]
        last = place == len(self.suits) - 1
        ways, taken = [0], [(0,) * len(rooms)]
        choices = [
            range(room if last else 0, min(room, cards if can else 0) + 1)
            for room, can in zip(rooms, may, strict=True)
        ]
        for counts in product(*choices):
            if sum(counts) > cards:
                continue
            left = tuple(room - count for room, count in zip(rooms, counts, strict=True))
            if deals := self.count(place + 1, left):
                ways.append(deals * _deals(cards, counts))
                taken.append(counts)
        divisions = self.known[place, rooms] = Divisions(tuple(accumulate(ways)), tuple(taken))
        return divisions


def _deals(cards: int, counts: FreePlaces) -> int:
    """Count the ways to give so many of so many cards away."""
    ways = 1
    for count in counts:
        ways *= comb(cards, count)
        cards -= count
    return ways


def hidden(view: View, cards: Sequence[Sequence[CardT]]) -> Unseen[CardT]:
    """Return how the unseen cards may lie: a hand for every seat, the own one empty, and the stock.

    Where revokes can pass and the cards cannot lie as the voids say, somebody has revoked
    and nobody knows who; the voids are then disregarded.

    Args:
        view: Gives the sizes of the hands and the voids.
        cards: The unseen cards by suit, parallel to ``variant.suits``, as cards or whatever
            stands for them.
    """
    suits, sizes = view.variant.suits, [*view.held, view.stock]
    sizes[view.place] = 0
    lacking = [[suits.index(suit) for suit in shown] for shown in view.voids]
    try:
        return Unseen(cards, sizes, [*lacking, ()])
    except ValueError:
        if view.conduct == Conduct.STRICT:
            raise
        return Unseen(cards, sizes, [()] * len(sizes))
