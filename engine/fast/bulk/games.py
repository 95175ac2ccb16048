"""A batch of whole games as arrays: what was played, who won, and what was at work in it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.cards import Suit
from engine.fast.bulk.tricks import Bytes, Flags, Rulings, Values, decide, lookup
from engine.fast.numbers import Form, form_of
from engine.game import Action, Conduct, Game, NameTrump, new_from_pack
from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Role, play_of
from engine.variants import Variant

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
    `engine.fast.numbers.Form`), ``building`` likewise as bits of ranks, ``piles`` (how many cards)
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
        """Return one of the games before its first card."""
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
                if suit != NOT_NAMED:
                    found.append(NameTrump(seat, self.variant.suits[suit]))
                found.append(play_of(seat, faces[number]))
        return tuple(found)

    def winners(self) -> Bytes:
        """Return by trick and game the seat that won it."""
        seats = np.uint8(len(self.table.seats))
        found: Bytes = (self.leaders + self.rulings.winner) % seats
        return found


_ROLES = tuple(Role)


def roles(found: Playouts) -> Bytes:
    """Return what every card of the batch is doing in its trick: a place in `Role`."""
    shown = lookup(found.variant, found.table).shown(
        found.trumps, found.leaders, tuple(found.cards.swapaxes(0, 1))
    )
    return np.array([value & 3 for value in shown], np.uint8).swapaxes(0, 1)


def notes(found: Playouts, what: Bytes) -> Mapping[Rule, Flags]:
    """Return by trick and game which rules are at work beside the one that governs.

    Said again in arrays; the tests hold it to what `judge` says of every trick.

    Args:
        found: The batch.
        what: Its `roles`.
    """
    suit, (seats, rank) = (
        np.array(found.form.suit),
        (len(found.table.seats), len(found.variant.ranks)),
    )
    winner = found.rulings.winner[:, None, :].astype(np.intp)
    won = np.take_along_axis(found.cards, winner, axis=1) % rank
    discards = (what == _ROLES.index(Role.DISCARD)) & (found.cards % rank > won)
    players = (found.leaders[:, None, :] + np.arange(found.variant.trick)[:, None]) % seats
    owner = _owners(found)[found.trumps, suit[found.cards[:, 0]]]
    plain = (what == _ROLES.index(Role.SUIT)) & (players == owner[:, None, :])
    led, beaten = what[:, 0] == _ROLES.index(Role.LED_TRUMP), found.rulings.role
    return {
        Rule.FIRST_OF_EQUALS: found.rulings.tied,
        Rule.LED_SUIT_NO_TRUMP: plain.any(1) & (owner != found.leaders),
        Rule.DISCARD_NEVER_WINS: discards.any(1),
        Rule.TWO_LED_TRUMP: led & (beaten == _ROLES.index(Role.RUFF)) & (seats == 2),
    }


def _owners(found: Playouts) -> Bytes:
    """Return by table and suit the seat whose trump it is; one more than the seats is nobody."""
    nobody = len(found.table.seats)

    def owner(trumps: tuple[Suit, ...], suit: Suit) -> int:
        return trumps.index(suit) if suit in trumps else nobody

    suits = found.variant.suits
    return np.array([[owner(at.trumps, suit) for suit in suits] for at in found.tables], np.uint8)


def parted(found: Playouts) -> Flags:
    """Return by trick and game whether some other rulebook gives the trick to another seat."""
    seats, places = len(found.table.seats), tuple(found.cards.swapaxes(0, 1))
    differ = np.zeros(found.leaders.shape, np.bool_)
    for book in RULEBOOKS:
        table = replace(found.table, rulebook=book)
        if table.led_trump != found.table.led_trump:
            shown = lookup(found.variant, table).shown(found.trumps, found.leaders, places)
            winner = decide(shown, seats).winner
            differ |= winner % seats != found.rulings.winner % seats
    return differ
