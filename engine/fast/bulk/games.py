"""A batch of whole games as arrays: what was played, who won, and what it came to."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.fast.bulk.tricks import Bytes, Rulings, Values
from engine.fast.numbers import Form, form_of
from engine.game import Action, Conduct, Game, NameTrump, new_from_pack
from engine.table import Seat, Table
from engine.trick import play_of
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
