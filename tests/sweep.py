"""Every trick there is, counted without looking at each: a fold over the cards that tell apart.

Who wins, by which rule and whether first-of-equals settled it depends only on what every
card is doing there and how strong it is. Cards alike in both are of one *kind*; the fold
goes from card to card over the kinds and merges what can no longer be told apart.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from engine.cards import Card, Suit
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import GOVERNING, POWER, Play, Role, play_of, role, strength
from engine.variants import Variant


@dataclass(frozen=True, slots=True)
class Space:
    """All tricks of ``length`` cards at one table: any leader, then any card from any seat.

    ``cards`` are the different cards of the pack, suit by suit. Nobody's hand is asked: at
    a table of two, where each player plays twice, tricks that hold a revoke are among them.
    """

    table: Table
    cards: tuple[Card, ...]
    length: int

    @property
    def tricks(self) -> int:
        """How many there are: 4 × 52⁴ = 29,246,464 with four players."""
        return len(self.table.seats) * int(len(self.cards) ** self.length)

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits that can be led."""
        return tuple(dict.fromkeys(card.suit for card in self.cards))


def space(variant: Variant, table: Table) -> Space:
    """Return the space of the tricks of one form at a table of it, or raise ValueError."""
    variant.check(table)
    return Space(table, tuple(dict.fromkeys(variant.pack)), variant.trick)


class CardClass(NamedTuple):
    """All that matters about a card in its trick: how strong it is, and its role."""

    strength: tuple[int, int]
    role: Role


class TrickOutcome(NamedTuple):
    """What becomes of a trick; ``tied`` says that another seat's card was as strong."""

    winner: Seat
    rule: Rule
    tied: bool


def kind(play: Play, lead: Play, table: Table) -> CardClass:
    """Return of what kind *play* is in the trick that *lead* began; `judge` sees it so too.

    Where two play, the leader's second card of the own trump counts as if it were led: the same
    seat wins by the same rule.
    """
    part = role(play, lead, table)
    return CardClass(strength(POWER[table.led_trump][part], play.card), part)


class _Held(NamedTuple):
    """What is left to know of a trick so far: the card that holds it, and what shared it.

    ``place`` is that card's place in the trick; of ``ruffs`` more than two are two.
    """

    kind: CardClass
    place: int
    ruffs: int
    tied: bool


_Kinds = tuple[tuple[CardClass, int], ...]
"""The kinds that may be played at one place of a trick, and how many cards are of each."""


def totals(where: Space) -> Counter[TrickOutcome]:
    """Count all tricks of *where* by what becomes of them.

    Leads that differ only in names of suits and seats are folded once.
    """
    folded: dict[tuple[_Kinds, ...], Mapping[_Held, int]] = {}
    counts: Counter[TrickOutcome] = Counter()
    table = where.table
    for leader in table.seats:
        seats = table.clockwise(leader, where.length)
        for led in where.suits:
            kinds = tuple(_kinds(where, leader, led, place) for place in range(where.length))
            if kinds not in folded:
                folded[kinds] = _fold(kinds, len(table.seats))
            for held, tricks in folded[kinds].items():
                rule = GOVERNING[held.kind.role, held.ruffs]
                counts[TrickOutcome(seats[held.place], rule, held.tied)] += tricks
    return counts


def _kinds(where: Space, leader: Seat, led: Suit, place: int) -> _Kinds:
    table, first = where.table, [card for card in where.cards if card.suit == led]
    lead, seat = play_of(leader, first[0]), table.clockwise(leader, place + 1)[place]
    cards = where.cards if place else first
    return tuple(Counter(kind(play_of(seat, card), lead, table) for card in cards).items())


def _fold(kinds: tuple[_Kinds, ...], seats: int) -> Mapping[_Held, int]:
    """Play every kind after every state, one place after another, adding up equal states."""
    states = Counter({_Held(led, 0, 0, tied=False): cards for led, cards in kinds[0]})
    for place in range(1, len(kinds)):
        after: Counter[_Held] = Counter()
        for held, tricks in states.items():
            for played, cards in kinds[place]:
                after[_after(held, played, place, seats)] += tricks * cards
        states = after
    return states


def _after(held: _Held, played: CardClass, place: int, seats: int) -> _Held:
    """Return the state after one more card; equal cards of one seat are no tie."""
    ruffs = min(held.ruffs + (played.role == Role.RUFF), 2)
    if played.strength > held.kind.strength:
        return _Held(played, place, ruffs, tied=False)
    equal = played.strength == held.kind.strength and (place - held.place) % seats != 0
    return _Held(held.kind, held.place, ruffs, held.tied or equal)
