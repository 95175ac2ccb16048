"""A form of the game as arrays: how strong every card is, and where it goes when it is won."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np

from engine.fast.bulk.tricks import Bytes, Values, placed, values
from engine.fast.numbers import form_of
from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant

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


@dataclass(frozen=True, slots=True)
class Lookup:
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

    def shown(self, trumps: Bytes, leader: Bytes, cards: Sequence[Bytes]) -> tuple[Values, ...]:
        """Look up the cards of many tricks, ready for `decide`.

        Args:
            trumps: Which of the tables each trick is played at.
            leader: Who leads to it.
            cards: For every place in the trick the cards there.
        """
        count, suits = len(self.suit), int(self.suit[-1]) + 1
        seats = len(self.tables[0].seats)
        lead = (trumps * np.intp(seats) + leader) * suits + self.suit[cards[0]]
        return tuple(
            placed(self.value[(lead * seats + (leader + place) % seats) * count + card], place)
            for place, card in enumerate(cards)
        )


@cache
def lookup(variant: Variant, table: Table) -> Lookup:
    """Put a form of the game at one table into arrays."""
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
    return Lookup(
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
