"""Whole games by the thousand, all of them in step, card by card.

Every game of a batch plays its first card, then every game its second, and so on: one
move is a few operations on arrays with an entry for each game. Which card beats which is
looked up, points come from `score_of`. As in `engine.fast.playout` only the building of
calypsos is said again, in bits; the tests replay games through `engine.game.play` and
compare every trick.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
from numpy.random import Generator

from engine.fast.bulk.board import Board, Hands
from engine.fast.bulk.games import NOT_NAMED, Playouts
from engine.fast.bulk.tricks import Bytes, Flags, Lookup, Rulings, decide
from engine.fast.numbers import form_of
from engine.game import Game, NameTrump
from engine.table import Seat, Table
from engine.trick import Play
from engine.variants import NextDealer, Variant


def playouts(
    variant: Variant,
    table: Table,
    dealer: Seat,
    games: int,
    rng: Generator,
) -> Playouts:
    """Play *games* whole games at random.

    As in `engine.fast.playout` every card a player may play is as likely as any other, a card held
    twice counts twice, and a trump is changed as often as any one card is played.

    Args:
        variant: The form of the game.
        table: Who owns which suit, and the rulebook in force.
        dealer: Who deals first.
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


def gather(games: Sequence[Game]) -> Playouts:
    """Put finished games, whoever has played them, into the arrays of a batch.

    Raises:
        ValueError: There are none; they differ in form, table or first dealer; one is not
            over or was set up by hand; or a revoke was claimed, which the arrays do not hold.
    """
    batch = batch_of(games)
    return batch.play(LoggedCards(batch.variant, batch.table, games))


def batch_of(games: Sequence[Game]) -> "GameBatch":
    """Begin a batch with the packs of finished games."""
    starts = [game.start for game in games if game.start and game.over]
    if not starts or len(starts) < len(games):
        raise ValueError("a batch is gathered from finished games that began with a deal")
    variant, table, dealer = games[0].variant, starts[0].table, starts[0].dealer
    alike = all(game.variant == variant and not game.claimed for game in games)
    if not alike or any((start.table, start.dealer) != (table, dealer) for start in starts):
        raise ValueError("games of one batch have form, table and dealer alike, and no claims")
    number = form_of(variant, table).number
    packs = np.array([[number[card] for card in start.pack] for start in starts], np.uint8)
    return GameBatch(variant, table, dealer, packs)


class CardSource(Protocol):
    """Where the cards of a batch come from; all arrays have an entry for each game."""

    def deal(self, dealt: Bytes, first: Bytes, /) -> None:
        """Take the cards of the next deal, in the order dealt, and who was given the first."""

    def name(
        self, number: int, place: int, trump: Bytes, may_change: Flags, /
    ) -> tuple[Flags, Bytes] | None:
        """Return who names a trump before this card of this trick, and which of the own suits."""

    def card(self, number: int, place: int, seat: Bytes, cards: Bytes, /) -> Bytes:
        """Return the card each plays at this place of the trick that *cards* began."""


class DrawnCards:
    """Cards and trumps drawn at random."""

    def __init__(self, variant: Variant, look: Lookup, games: int, rng: Generator) -> None:
        self.variant, self.look, self.rng, self.games = variant, look, rng, games
        self.seats = len(variant.seats)
        self.each = np.arange(games)

    def deal(self, dealt: Bytes, first: Bytes) -> None:
        """Sort the cards of the next deal into hands."""
        self.hands = Hands(dealt, self.look.suit, len(self.variant.suits), self.seats)
        self.first = first

    def left(self, number: int, place: int) -> int:
        """Count the cards that the player at this place still holds."""
        per_deal = self.variant.tricks
        return self.variant.hand - (number % per_deal * self.variant.trick + place) // self.seats

    def name(
        self, number: int, place: int, trump: Bytes, may_change: Flags
    ) -> tuple[Flags, Bytes] | None:
        """Return who names a trump, and which."""
        if number == 0 and place < self.seats:
            choice = self.rng.integers(self.look.own.shape[1], size=self.games, dtype=np.uint8)
            return np.ones(self.games, np.bool_), choice
        if number and place == 0:
            left = self.left(number, place)
            changes: Flags = self.rng.integers(left + 1, size=self.games, dtype=np.uint8) == left
            return may_change & changes, np.uint8(1) - trump
        return None

    def card(self, number: int, place: int, seat: Bytes, cards: Bytes) -> Bytes:
        """Return any card that each may play."""
        rows = self.each * self.seats + (seat + np.uint8(self.seats) - self.first) % self.seats
        drawn = self.rng.integers(self.left(number, place), size=self.games, dtype=np.uint8)
        suit = self.hands.any_suit(rows, drawn)
        if place:
            follow = self.look.suit[cards[0]]
            suit = np.where(self.hands.holds(rows, follow), follow, suit)
        return self.hands.take(rows, suit)


class LoggedCards:
    """Cards and trumps as they stand in the histories of games."""

    def __init__(self, variant: Variant, table: Table, games: Sequence[Game]) -> None:
        number = form_of(variant, table).number
        shape = (variant.dealt * variant.deals // variant.trick, variant.trick, len(games))
        self.cards, self.named = np.zeros(shape, np.uint8), np.full(shape, NOT_NAMED, np.int8)
        builds = variant.builds_at(table)
        for which, game in enumerate(games):
            at = 0
            for action in game.history:
                trick, place = divmod(at, variant.trick)
                if isinstance(action, Play):
                    self.cards[trick, place, which] = number[action.card]
                    at += 1
                elif isinstance(action, NameTrump):
                    own = builds[table.seats.index(action.seat)]
                    self.named[trick, place, which] = own.index(action.suit)

    def deal(self, _dealt: Bytes, _first: Bytes) -> None:
        """Take no notice: the cards are known."""

    def name(
        self, number: int, place: int, trump: Bytes, _may_change: Flags
    ) -> tuple[Flags, Bytes] | None:
        """Return who named a trump then, and which."""
        named = self.named[number, place]
        now = named != NOT_NAMED
        return now, np.where(now, named, trump).astype(np.uint8)

    def card(self, number: int, place: int, _seat: Bytes, _cards: Bytes) -> Bytes:
        """Return the cards that were played then."""
        cards: Bytes = self.cards[number, place]
        return cards


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

    def play(self, source: CardSource) -> Playouts:
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
            totals=self.totals(),
        )

    def trick(self, source: CardSource, leader: Bytes, may_change: Flags) -> Bytes:
        """Play a trick in every game and give it to its winner."""
        number = len(self.rulings)
        cards = self.cards[number]
        self.leaders[number] = leader
        for place in range(self.variant.trick):
            seat = self.seat_after(leader, place)
            if self.variant.trumps_change:
                trump = self.trump[seat, self.each]
                if named := source.name(number, place, trump, may_change):
                    self.name_trumps(seat, *named)
                    now, choice = named
                    own = self.look.own[seat, choice]
                    self.named[number, place] = np.where(now, own, NOT_NAMED)
            cards[place] = source.card(number, place, seat, cards)
        return self.take_in(number, leader)

    def take_in(self, number: int, leader: Bytes) -> Bytes:
        """Rule on a complete trick, share its cards out, and give its winner."""
        cards, look = self.cards[number], self.look
        self.trumps[number] = trumps = self.tables()
        shown = look.shown(trumps, leader, cards)
        ruling = decide(shown, self.seats)
        self.rulings.append(ruling)
        winner: Bytes = (leader + ruling.winner) % np.uint8(self.seats)
        self.collect(cards, winner, self.sent[number])
        return winner
