"""Whole random games by the thousand with numpy, all of them in step, card by card.

Every game of a batch plays its first card, then every game its second, and so on: one
move is a few operations on arrays with an entry for each game. Which card beats which comes
from `engine.bulk`, points from `score_of`. As in `engine.playout` only the building of
calypsos is said again, in bits; the tests replay games through `engine.game.play` and
compare every trick.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from engine.bulk import Bytes, Flags, Rulings, Values, decide, placed, values
from engine.bulk_hands import Hands
from engine.calypso import Calypso
from engine.game import Action, Conduct, Game, NameTrump, new_from_pack
from engine.numbers import Form, form_of
from engine.rules import Rule
from engine.score import POINTS, score_of
from engine.table import Seat, Table
from engine.trick import play_of
from engine.variants import NextDealer, Variant

PLACED = (
    Rule.OWN_SUIT_BUILDS,
    Rule.PARTNER_GETS_CARDS,
    Rule.SAME_TRICK_STARTS_NEXT,
    Rule.ONE_AT_A_TIME,
    Rule.OTHERS_TO_PILE,
)
"""The rules that send a won card somewhere; a card's ``placed`` is a place here."""

UNUSED = PLACED.index(Rule.ONE_AT_A_TIME)
"""From here on `PLACED` are the rules that send a card to the pile."""

_NEXT = PLACED.index(Rule.SAME_TRICK_STARTS_NEXT)
_NOBODY = -1


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
    `engine.numbers.Form`), ``building`` likewise as bits of ranks, ``piles`` (how many cards)
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
    def games(self) -> int:
        """How many games there are."""
        return len(self.packs)

    @property
    def form(self) -> Form:
        """What the numbers of cards and rows stand for."""
        return form_of(self.variant, self.table)

    def start(self, which: int) -> Game:
        """Give one of the games before its first card."""
        faces = self.form.cards
        pack = tuple(faces[number] for number in self.packs[which].tolist())
        return new_from_pack(self.variant, self.table, self.dealer, pack, conduct=Conduct.STRICT)

    def actions(self, which: int) -> tuple[Action, ...]:
        """Write the log of one of the games: every card and every trump named, in order."""
        faces, seats, found = self.form.cards, self.table.seats, list[Action]()
        for trick, leader in enumerate(self.leaders[:, which].tolist()):
            for place, number in enumerate(self.cards[trick, :, which].tolist()):
                seat = seats[(leader + place) % len(seats)]
                suit = int(self.named[trick, place, which])
                if suit != _NOBODY:
                    found.append(NameTrump(seat, self.variant.suits[suit]))
                found.append(play_of(seat, faces[number]))
        return tuple(found)

    def winners(self) -> Bytes:
        """Give by trick and game the seat that won it."""
        seats = np.uint8(len(self.table.seats))
        found: Bytes = (self.leaders + self.rulings.winner) % seats
        return found


def playouts(variant: Variant, table: Table, dealer: Seat, games: int, rng: Generator) -> Playouts:
    """Play *games* whole games at random.

    As in `engine.playout` every card a player may play is as likely as any other, a card held
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
    return _Batch(variant, table, dealer, games, rng).play()


@dataclass(frozen=True, slots=True)
class _Lookup:
    """What a batch looks up: a form of the game as flat arrays.

    ``tables`` are all that naming trumps may lead to, and ``strides`` says how much a seat's
    choice of its first, second … suit adds to a table's index. ``value`` is by table, leader,
    suit led, seat and card; ``spot`` by winner and card; ``sent`` by 0 or 1 (whether a
    calypso takes the card), winner and card.
    """

    tables: tuple[Table, ...]
    strides: Bytes
    own: Bytes
    suit: Bytes
    bit: Values
    value: Values
    spot: Bytes
    sent: Bytes


@cache
def _lookup(variant: Variant, table: Table) -> _Lookup:
    form, built, seats = form_of(variant, table), variant.builds_at(table), table.seats
    tables = tuple(Table(seats, trumps, table.rulebook) for trumps in product(*built))
    choices = [len(own) for own in built]
    strides = [int(np.prod(choices[place + 1 :])) for place in range(len(seats))]
    builders = [seat for seat, _ in form.row]

    def sent(winner: int, spot: int) -> tuple[Rule, Rule]:
        if spot == len(form.row):
            return Rule.OTHERS_TO_PILE, Rule.OTHERS_TO_PILE
        own = builders[spot] == seats[winner]
        return Rule.ONE_AT_A_TIME, Rule.OWN_SUIT_BUILDS if own else Rule.PARTNER_GETS_CARDS

    rules = [[sent(winner, spot) for spot in form.spots[winner]] for winner in range(len(seats))]
    return _Lookup(
        tables=tables,
        strides=np.array(strides, np.uint8),
        own=np.array([[variant.suits.index(suit) for suit in own] for own in built], np.uint8),
        suit=np.array(form.suit, np.uint8),
        bit=np.array(form.bit, np.uint16),
        value=np.array([values(at, form.cards, variant.suits) for at in tables]).ravel(),
        spot=np.array(form.spots, np.uint8).ravel(),
        sent=np.array(
            [[[PLACED.index(pair[taken]) for pair in row] for row in rules] for taken in (0, 1)],
            np.uint8,
        ).ravel(),
    )


class _Batch:
    """A batch under way; arrays have an entry for each game, as those of `Playouts` do."""

    def __init__(
        self, variant: Variant, table: Table, dealer: Seat, games: int, rng: Generator
    ) -> None:
        self.variant, self.table, self.first, self.rng = variant, table, dealer, rng
        self.form, self.look = form_of(variant, table), _lookup(variant, table)
        self.games, self.seats = games, len(table.seats)
        self.each = np.arange(games)
        suits, count = variant.suits, len(self.form.cards)
        pack = np.repeat(np.arange(count, dtype=np.uint8), variant.packs)
        self.packs = rng.permuted(np.tile(pack, (games, 1)), axis=1)
        self.trump = np.zeros((self.seats, games), np.uint8)
        for seat, trump in enumerate(table.trumps):
            self.trump[seat] = np.flatnonzero(self.look.own[seat] == suits.index(trump))[0]
        tricks = variant.dealt * variant.deals // variant.trick
        shape = (tricks, variant.trick, games)
        self.cards, self.sent = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
        self.named = np.full(shape, _NOBODY, np.int8)
        self.leaders, self.trumps = (np.zeros((tricks, games), np.uint8) for _ in range(2))
        self.rulings: list[Rulings] = []
        row = len(self.form.row)
        self.building = np.zeros((row + 1, games), np.uint16)
        self.building[row] = self.form.full
        self.completed = np.zeros((row, games), np.uint8)
        self.piles = np.zeros((self.seats, games), np.uint8)

    def play(self) -> Playouts:
        """Play all deals; write the results down."""
        variant = self.variant
        dealer = np.full(self.games, self.table.seats.index(self.first), np.uint8)
        turn, may_change = dealer, np.zeros(self.games, np.bool_)
        for deal in range(variant.deals):
            dealt = self.packs[:, deal * variant.dealt : (deal + 1) * variant.dealt]
            hands = Hands(dealt, self.look.suit, len(variant.suits), self.seats)
            first = turn = self.seat_after(dealer)
            for _ in range(variant.dealt // variant.trick):
                leader = turn
                turn = self.trick(hands, leader, first, may_change)
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
            totals=self.points(),
        )

    def seat_after(self, seat: Bytes, places: int = 1) -> Bytes:
        """Give the seat so many places to the left."""
        found: Bytes = (seat + np.uint8(places)) % np.uint8(self.seats)
        return found

    def trick(self, hands: Hands, leader: Bytes, first: Bytes, may_change: Flags) -> Bytes:
        """Play a trick in every game and give it to its winner."""
        number, rng = len(self.rulings), self.rng
        per_deal = self.variant.dealt // self.variant.trick
        played = number % per_deal * self.variant.trick
        led: Bytes | None = None
        self.leaders[number] = leader
        for place in range(self.variant.trick):
            seat = self.seat_after(leader, place)
            left = hands.hand - (played + place) // self.seats
            if self.variant.trumps_change:
                self.name_trumps(number, place, seat, may_change, left)
            rows = self.each * self.seats + (seat + np.uint8(self.seats) - first) % self.seats
            suit = hands.any_suit(rows, rng.integers(left, size=self.games, dtype=np.uint8))
            if led is None:
                led = suit
            else:
                suit = np.where(hands.holds(rows, led), led, suit)
            self.cards[number, place] = hands.take(rows, suit)
        return self.take_in(number, leader)

    def name_trumps(
        self, number: int, place: int, seat: Bytes, may_change: Flags, left: int
    ) -> None:
        """Name trumps in the first trick; change them as often as any one card is played."""
        games, trump = self.each, self.trump[seat, self.each]
        if number == 0 and place < self.seats:
            choice = self.rng.integers(self.look.own.shape[1], size=self.games, dtype=np.uint8)
            now = np.ones(self.games, np.bool_)
        elif number and place == 0:
            choice = np.uint8(1) - trump
            now = may_change & (self.rng.integers(left + 1, size=self.games) == left)
        else:
            return
        self.trump[seat, games] = np.where(now, choice, trump)
        self.named[number, place] = np.where(now, self.look.own[seat, choice], _NOBODY)

    def take_in(self, number: int, leader: Bytes) -> Bytes:
        """Rule on a complete trick, share its cards out, and give its winner."""
        look, cards, seats = self.look, self.cards[number], np.uint8(self.seats)
        count = len(self.form.cards)
        self.trumps[number] = tables = self.look.strides @ self.trump
        lead = (tables * np.intp(self.seats) + leader) * len(self.variant.suits)
        under = (lead + look.suit[cards[0]]) * (self.seats * count)
        shown = [
            placed(
                look.value[under + self.seat_after(leader, place) * np.intp(count) + card], place
            )
            for place, card in enumerate(cards)
        ]
        ruling = decide(shown, self.seats)
        self.rulings.append(ruling)
        winner: Bytes = (leader + ruling.winner) % seats
        self.collect(cards, winner, self.sent[number])
        return winner

    def collect(self, cards: Bytes, winner: Bytes, sent: Bytes) -> None:
        """Build calypsos from won tricks; what finds no place goes to the winner's pile.

        Source: see `engine.calypso.collect`, which says the same of cards.
        """
        look, building = self.look, self.building.reshape(-1)
        fed = winner * np.intp(len(self.form.cards)) + cards
        spots = look.spot[fed]
        where, bits = spots * np.intp(self.games) + self.each, look.bit[cards]
        taken = np.empty(cards.shape, np.bool_)
        for place, bit in enumerate(bits):
            held = building[where[place]]
            taken[place] = held & bit == 0
            building[where[place]] = held | bit
        sent[:] = look.sent[taken * np.intp(look.spot.size) + fed]
        full = np.flatnonzero(building[: self.completed.size] == self.form.full)
        if full.size:
            self.complete(full, spots, bits, sent)
        self.piles[winner, self.each] += (sent >= UNUSED).sum(0, dtype=np.uint8)

    def complete(self, full: NDArray[np.intp], spots: Bytes, bits: Values, sent: Bytes) -> None:
        """Set finished calypsos aside; the same trick's cards that are left start the next."""
        building, completed = self.building.reshape(-1), self.completed.reshape(-1)
        completed[full] += np.uint8(1)
        building[full] = 0
        spot, game = np.divmod(full, self.games)
        for place, bit in enumerate(bits):
            unused = (spots[place, game] == spot) & (sent[place, game] >= UNUSED)
            begins = unused & (building[full] & bit[game] == 0)
            building[full[begins]] |= bit[game[begins]]
            sent[place, game[begins]] = _NEXT

    def points(self) -> NDArray[np.int32]:
        """Give by game and seat the points that decide it; `score_of` says what each is worth."""
        some = self.variant.suits[0]
        worth = [score_of(Calypso(some, completed=count), 0).total for count in range(5)]
        row = np.array(worth, np.int32)[self.completed]
        row += np.bitwise_count(self.building[:-1]) * np.int32(POINTS[Rule.UNFINISHED_CARDS])
        own = self.piles * np.int32(POINTS[Rule.PILE_CARDS])
        for points, (seat, _) in zip(row, self.form.row, strict=True):
            own[self.table.seats.index(seat)] += points
        counted = _counted(self.variant, self.table.seats)
        return (counted @ own).T


def _counted(variant: Variant, seats: Sequence[Seat]) -> NDArray[np.int32]:
    """Say by seat which seats' points make up its score, as 0 and 1."""
    return np.array(
        [[int(seat in counts) for seat in seats] for counts in variant.counts], np.int32
    )
