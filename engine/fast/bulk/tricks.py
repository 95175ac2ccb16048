"""Tricks by the million with numpy: a form of the game as small arrays, and one ruling by them.

No rule is said again here: `engine.trick` is asked once for every table, leader, suit led, seat
and card; the rest is comparing numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import product

import numpy as np
from numpy.typing import NDArray

from engine.cards import Card, Suit
from engine.fast import form_of
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import GOVERNING, POWER, Role, play_of, role, strength
from engine.variants import Variant

Bytes = NDArray[np.uint8]
"""Small whole numbers: cards, seats and codes of rules."""
Values = NDArray[np.uint16]
"""How cards compare: see `values`."""
Flags = NDArray[np.bool_]

RULED = tuple(dict.fromkeys(GOVERNING.values()))
"""The rules that may decide a trick; a rule's code is its place here."""

_ROLES = tuple(Role)
_LED_TRUMP, _RUFF = map(_ROLES.index, (Role.LED_TRUMP, Role.RUFF))
_LAST = 3
"""The place of the fourth card, the last there is."""


def _governed() -> Bytes:
    """Write `GOVERNING` as an array: by the winner's role, and by 0, 1 or more ruffs."""
    ruled = np.full((len(_ROLES), _LAST), len(RULED), np.uint8)
    for (what, ruffs), rule in GOVERNING.items():
        ruled[_ROLES.index(what), ruffs] = RULED.index(rule)
    return ruled.ravel()


_GOVERNED = _governed()


def values(table: Table, cards: Sequence[Card], suits: Sequence[Suit]) -> Values:
    """Look at every card under every lead, as `judge` does.

    Returns:
        Numbers that compare as strengths do; their last two bits are the role. By leader,
        suit led, player and card; the two bits before the role are free for the place in
        the trick, see `placed`.
    """

    def value(leader: Seat, led: Suit, seat: Seat, card: Card) -> int:
        lead = play_of(leader, next(card for card in cards if card.suit == led))
        # Where two play, the leader's second card of the own trump counts as if it were led.
        what = role(play_of(seat, card), lead, table)
        power, rank = strength(POWER[table.led_trump][what], card)
        return (power << 4 | rank) << 4 | _ROLES.index(what)

    def under(leader: Seat, led: Suit) -> list[list[int]]:
        return [[value(leader, led, seat, card) for card in cards] for seat in table.seats]

    return np.array([[under(leader, led) for led in suits] for leader in table.seats], np.uint16)


def placed(value: Values, place: int) -> Values:
    """Add to a card's value its place in the trick, so that of equal cards the first is best."""
    return value + np.uint16(_LAST - place << 2)


@dataclass(frozen=True, slots=True)
class Rulings:
    """What became of many tricks; the arrays have one shape.

    ``winner`` is a place in the trick, ``rule`` a code of `RULED`, ``role`` the winner's
    place in `Role`; of ``ruffs`` more than two are two; ``tied`` says that another seat's
    card was as strong.
    """

    winner: Bytes
    rule: Bytes
    role: Bytes
    ruffs: Bytes
    tied: Flags


def decide(tricks: Sequence[Values], seats: int) -> Rulings:
    """Rule on many tricks at once.

    Args:
        tricks: For every place in the trick the `placed` values of the cards there; arrays
            of shapes that numpy fits together.
        seats: How many sit at the table; in a trick of more cards they go round again.
    """
    best = reduce(np.maximum, tricks)
    winner = (_LAST - (best >> 2 & 3)).astype(np.uint8)
    ruff = [(value & 3 == _RUFF).view(np.uint8) for value in tricks]
    ruffs = np.minimum(reduce(np.add, ruff), 2)
    role = (best & 3).astype(np.uint8)
    winner[role == _LED_TRUMP] = 0  # where two play, not the leader's next of the same suit
    tied = np.zeros(best.shape, np.bool_)
    for place, value in enumerate(tricks):
        rival = winner % seats != place % seats
        tied |= rival & (value >> 4 == best >> 4)
    return Rulings(winner, _GOVERNED[role * np.uint8(_LAST) + ruffs], role, ruffs, tied)


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
    choice of its first, second … suit adds to a table's index; ``trumps`` are by table and
    seat, ``counts`` says by seat whose points make up its score. ``value`` is by table, leader,
    suit led, seat and card; ``spot`` by winner and card; ``sent`` by 0 or 1 (whether a
    calypso takes the card), winner and card.
    """

    tables: tuple[Table, ...]
    strides: Bytes
    own: Bytes
    trumps: Bytes
    counts: Flags
    suit: Bytes
    bit: Values
    value: Values
    spot: Bytes
    sent: Bytes

    def shown(self, trumps: Bytes, leader: Bytes, cards: Sequence[Bytes]) -> tuple[Values, ...]:
        """Look up the cards of many tricks, ready for `decide`.

        Args:
            trumps: Which of the tables each trick is played at.
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
        trumps=np.array(
            [[variant.suits.index(s) for s in there.trumps] for there in tables], np.uint8
        ),
        counts=np.array([[seat in own for seat in seats] for own in variant.counts]),
        suit=np.array(form.suit, np.uint8),
        bit=np.array(form.bit, np.uint16),
        value=np.array([values(there, form.cards, variant.suits) for there in tables]).ravel(),
        spot=np.array(form.spots, np.uint8).ravel(),
        sent=np.array(
            [[[PLACED.index(pair[taken]) for pair in row] for row in rules] for taken in (0, 1)],
            np.uint8,
        ).ravel(),
    )
