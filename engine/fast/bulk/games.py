"""Whole games by the thousand in arrays, all of them in step, card by card.

One move is a few operations on arrays with an entry for each game. Which card beats which is
looked up, points come from `score_of`; only the building of calypsos is said again, in bits. The
tests replay games through `engine.game.play` and compare every trick.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.cards import Suit
from engine.fast import Form, form_of
from engine.fast.bulk.board import Board, Hands
from engine.fast.bulk.tricks import Bytes, Flags, Lookup, Rulings, Values, decide, lookup
from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Role
from engine.variants import NextDealer, Variant

NOT_NAMED = -1
"""Stands in ``named`` where a player named no trump."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """A batch of games played to the end; the last axis of ``cards`` to ``placed`` is the game.

    A card is its index in ``form.cards``, a seat its index at the table, and every trick of
    the game has its row, whatever the deal.

    ``packs``: by game, the shuffled pack, top card first. ``cards``: by trick and place.
    ``named``: by trick and place, the suit (index in the form's suits) that the player named
    before this card, or -1. ``leaders``: by trick, a seat. ``rulings``: by trick.
    ``trumps``: by trick, which of ``tables`` it was judged at. ``placed``: by trick and place,
    where the card went, see `PLACED`. Then by game: ``completed`` by row of calypsos (see
    `engine.fast.Form`), ``building`` likewise as bits of ranks, ``piles`` (how many cards)
    and ``totals`` (the points that decide the game) by seat.
    """

    variant: Variant
    table: Table
    dealer: Seat
    tables: tuple[Table, ...]
    packs: Bytes
    cards: Bytes
    named: NDArray[np.int8]
    leaders: Bytes
    rulings: Rulings
    trumps: Bytes
    placed: Bytes
    completed: Bytes
    building: Values
    piles: Bytes
    totals: NDArray[np.int32]

    @property
    def form(self) -> Form:
        """What the numbers of cards and rows stand for."""
        return form_of(self.variant, self.table)

    def winners(self) -> Bytes:
        """Return by trick and game the seat that won it."""
        seats = np.uint8(len(self.table.seats))
        winners: Bytes = (self.leaders + self.rulings.winner) % seats
        return winners


def playouts(variant: Variant, table: Table, dealer: Seat, games: int, rng: Generator) -> Playouts:
    """Play *games* whole games at random.

    Every card a player may play is as likely as any other, a card held twice counts twice, and a
    trump is changed as often as any one card is played.

    Args:
        games: How many; each takes about 2 kB, and below a thousand much of the speed is lost.
        rng: Shuffles the packs and chooses the cards; the same one gives the same games.

    Raises:
        ValueError: *table* is not one of this form, *dealer* does not sit at it, or there are
            no games.
    """
    variant.check(table)
    if dealer not in table.seats:
        raise ValueError(f"no dealer {dealer.name.title()} at the table {str(table)!r}")
    if games < 1:
        raise ValueError(f"a batch has at least one game, not {games}")
    cards = np.arange(len(form_of(variant, table).cards), dtype=np.uint8)
    packs = rng.permuted(np.tile(np.repeat(cards, variant.packs), (games, 1)), axis=1)
    batch = GameBatch(variant, table, dealer, packs)
    return batch.play(DrawnCards(variant, batch.look, games, rng))


class DrawnCards:
    """Cards and trumps drawn at random; arrays have an entry for each game."""

    def __init__(self, variant: Variant, look: Lookup, games: int, rng: Generator) -> None:
        self.variant, self.look, self.rng, self.games = variant, look, rng, games
        self.seats = len(variant.seats)
        self.each = np.arange(games)

    def deal(self, dealt: Bytes, first: Bytes) -> None:
        """Sort the cards of the next deal, in the order dealt, into hands from *first* on."""
        self.hands = Hands(dealt, self.look.suit, len(self.variant.suits), self.seats)
        self.first = first

    def left(self, number: int, place: int) -> int:
        """Count the cards that the player at this place still holds."""
        per_deal = self.variant.tricks
        return self.variant.hand - (number % per_deal * self.variant.trick + place) // self.seats

    def name(
        self, number: int, place: int, trump: Bytes, may_change: Flags
    ) -> tuple[Flags, Bytes] | None:
        """Return who names a trump before this card of this trick, and which of the own suits."""
        if number == 0 and place < self.seats:
            choice = self.rng.integers(self.look.own.shape[1], size=self.games, dtype=np.uint8)
            return np.ones(self.games, np.bool_), choice
        if number and place == 0:
            left = self.left(number, place)
            changes: Flags = self.rng.integers(left + 1, size=self.games, dtype=np.uint8) == left
            return may_change & changes, np.uint8(1) - trump
        return None

    def card(self, number: int, place: int, seat: Bytes, cards: Bytes) -> Bytes:
        """Return any card that each may play at this place of the trick that *cards* began."""
        rows = self.each * self.seats + (seat + np.uint8(self.seats) - self.first) % self.seats
        drawn = self.rng.integers(self.left(number, place), size=self.games, dtype=np.uint8)
        suit = self.hands.any_suit(rows, drawn)
        if place:
            follow = self.look.suit[cards[0]]
            suit = np.where(self.hands.holds(rows, follow), follow, suit)
        return self.hands.take(rows, suit)


class GameBatch(Board):
    """A batch under way; arrays have an entry for each game, as those of `Playouts` do."""

    def __init__(self, variant: Variant, table: Table, dealer: Seat, packs: Bytes) -> None:
        super().__init__(variant, table, len(packs))
        self.first, self.packs, games = dealer, packs, self.games
        tricks = variant.dealt * variant.deals // variant.trick
        shape = (tricks, variant.trick, games)
        self.cards, self.sent = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
        self.named = np.full(shape, NOT_NAMED, np.int8)
        self.leaders, self.trumps = (np.zeros((tricks, games), np.uint8) for _ in range(2))
        self.rulings: list[Rulings] = []

    def play(self, source: DrawnCards) -> Playouts:
        """Play all deals with the cards that *source* gives; write the results down."""
        variant = self.variant
        dealer = np.full(self.games, self.table.seats.index(self.first), np.uint8)
        turn, may_change = dealer, np.zeros(self.games, np.bool_)
        for deal in range(variant.deals):
            dealt = self.packs[:, deal * variant.dealt : (deal + 1) * variant.dealt]
            turn = self.seat_after(dealer)
            source.deal(dealt, turn)
            for _ in range(variant.tricks):
                leader = turn
                turn = self.trick(source, leader, may_change)
                may_change = turn != leader
            loses = variant.next_dealer == NextDealer.TRICK_LOSER
            dealer = self.seat_after(turn if loses else dealer)
        parts = zip(
            *((r.winner, r.rule, r.role, r.ruffs, r.tied) for r in self.rulings), strict=True
        )
        winner, rule, role, ruffs, tied = (np.array(part) for part in parts)
        return Playouts(
            variant=variant,
            table=self.table,
            dealer=self.first,
            tables=self.look.tables,
            packs=self.packs,
            cards=self.cards,
            named=self.named,
            leaders=self.leaders,
            rulings=Rulings(winner, rule, role, ruffs, tied),
            trumps=self.trumps,
            placed=self.sent,
            completed=self.completed.T,
            building=self.building[:-1].T,
            piles=self.piles.T,
            totals=(self.look.counts @ self.points()).T,
        )

    def trick(self, source: DrawnCards, leader: Bytes, may_change: Flags) -> Bytes:
        """Play a trick in every game and give it to its winner."""
        number = len(self.rulings)
        cards = self.cards[number]
        self.leaders[number] = leader
        for place in range(self.variant.trick):
            seat = self.seat_after(leader, place)
            if self.variant.trumps_change:
                trump = self.trump[seat, self.each]
                if named := source.name(number, place, trump, may_change):
                    names, choice = named
                    self.trump[seat[names], self.each[names]] = choice[names]
                    own = self.look.own[seat, choice]
                    self.named[number, place] = np.where(names, own, NOT_NAMED)
            cards[place] = source.card(number, place, seat, cards)
        self.trumps[number] = trumps = self.tables()
        ruling = decide(self.look.shown(trumps, leader, cards), self.seats)
        self.rulings.append(ruling)
        winner: Bytes = (leader + ruling.winner) % np.uint8(self.seats)
        self.collect(cards, winner, self.sent[number])
        return winner


_ROLES = tuple(Role)


def roles(playouts: Playouts) -> Bytes:
    """Return what every card of the batch is doing in its trick: a place in `Role`."""
    shown = lookup(playouts.variant, playouts.table).shown(
        playouts.trumps, playouts.leaders, tuple(playouts.cards.swapaxes(0, 1))
    )
    what = np.array([value & 3 for value in shown], np.uint8).swapaxes(0, 1)
    after = what[:, 1:]
    after[after == _ROLES.index(Role.LED_TRUMP)] = _ROLES.index(Role.SUIT)
    return what


def notes_by_game(playouts: Playouts, what: Bytes) -> Mapping[Rule, Flags]:
    """Return by trick and game which rules are at work beside the one that governs."""
    suit, (seats, rank) = (
        np.array(playouts.form.suit),
        (len(playouts.table.seats), len(playouts.variant.ranks)),
    )
    winner = playouts.rulings.winner[:, None, :].astype(np.intp)
    won = np.take_along_axis(playouts.cards, winner, axis=1) % rank
    discards = (what == _ROLES.index(Role.DISCARD)) & (playouts.cards % rank > won)
    players = (playouts.leaders[:, None, :] + np.arange(playouts.variant.trick)[:, None]) % seats
    owner = _owners(playouts)[playouts.trumps, suit[playouts.cards[:, 0]]]
    plain = (what == _ROLES.index(Role.SUIT)) & (players == owner[:, None, :])
    led, beaten = what[:, 0] == _ROLES.index(Role.LED_TRUMP), playouts.rulings.role
    return {
        Rule.FIRST_OF_EQUALS: playouts.rulings.tied,
        Rule.LED_SUIT_NO_TRUMP: plain.any(1) & (owner != playouts.leaders),
        Rule.DISCARD_NEVER_WINS: discards.any(1),
        Rule.TWO_LED_TRUMP: led & (beaten == _ROLES.index(Role.RUFF)) & (seats == 2),
    }


def _owners(playouts: Playouts) -> Bytes:
    """Return by table and suit the seat whose trump it is; one more than the seats is nobody."""
    nobody = len(playouts.table.seats)

    def owner(trumps: tuple[Suit, ...], suit: Suit) -> int:
        return trumps.index(suit) if suit in trumps else nobody

    suits = playouts.variant.suits
    return np.array(
        [[owner(table.trumps, suit) for suit in suits] for table in playouts.tables], np.uint8
    )


def parted(playouts: Playouts) -> Flags:
    """Return by trick and game whether some other rulebook gives the trick to another seat."""
    seats, places = len(playouts.table.seats), tuple(playouts.cards.swapaxes(0, 1))
    differ = np.zeros(playouts.leaders.shape, np.bool_)
    for rulebook in RULEBOOKS:
        table = replace(playouts.table, rulebook=rulebook)
        if table.led_trump != playouts.table.led_trump:
            shown = lookup(playouts.variant, table).shown(playouts.trumps, playouts.leaders, places)
            winner = decide(shown, seats).winner
            differ |= winner % seats != playouts.rulings.winner % seats
    return differ
