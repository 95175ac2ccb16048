"""The five forms of the game, as values, and how hands are dealt in each."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from itertools import permutations

from engine.cards import Card, Rank, Suit, pack, sort_cards
from engine.rulebooks import Rulebook
from engine.table import Seat, Table

_NORTH, _EAST, _SOUTH, _WEST = Seat
_CLUBS, _DIAMONDS, _HEARTS, _SPADES = Suit


@unique
class NextDealer(StrEnum):
    """Who deals the next hand."""

    LEFT = "left"
    TRICK_LOSER = "trick-loser"


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """What one form of the game fixes before the cards are dealt.

    Three fields run parallel to ``seats``: ``builds``, the suits each seat builds
    calypsos in at the canonical table; ``feeds``, the seats its won cards go to; and
    ``counts``, the seats whose points make up its score. At a table seated otherwise
    a seat builds the group of ``builds`` that holds its trump, see `builds_at`.

    Raises:
        ValueError: A field speaks of more or fewer seats than there are, all are on one side, a
            trick has more cards of one than of another, or the deals do not use up the pack
            exactly.
    """

    id: str
    seats: tuple[Seat, ...]
    builds: tuple[tuple[Suit, ...], ...]
    feeds: tuple[tuple[Seat, ...], ...]
    counts: tuple[tuple[Seat, ...], ...]
    ranks: tuple[Rank, ...] = tuple(Rank)
    packs: int = 4
    hand: int = 13
    deals: int = 4
    trick: int = 4
    trumps_change: bool = False
    next_dealer: NextDealer = NextDealer.LEFT

    def __post_init__(self) -> None:
        for name in ("builds", "feeds", "counts"):
            if (count := len(getattr(self, name))) != len(self.seats):
                raise ValueError(
                    f"variant {self.id!r}: {name!r} wants an entry for each of the "
                    f"{len(self.seats)} seats, found {count}"
                )
        if len(set(map(frozenset, self.counts))) < 2:
            raise ValueError(f"variant {self.id!r}: 'counts' wants two sides or more, found one")
        if self.trick % len(self.seats):
            raise ValueError(
                f"variant {self.id!r}: 'trick' wants as many cards of each of the "
                f"{len(self.seats)} seats, found {self.trick} in all"
            )
        cards = self.packs * len(self.ranks) * sum(map(len, self.builds))
        if self.dealt * self.deals != cards:
            raise ValueError(
                f"variant {self.id!r}: 'deals' wants {cards / self.dealt:g} of {self.dealt} cards "
                f"each, for a pack of {cards}, found {self.deals!r}"
            )

    def __hash__(self) -> int:
        """Return the hash of the id: forms are keys of much that is worked out once."""
        return hash(self.id)

    def __str__(self) -> str:
        """Write the id, which is a key of `VARIANTS`."""
        return self.id

    @property
    def tricks(self) -> int:
        """How many tricks a deal has."""
        return self.dealt // self.trick

    @property
    def dealt(self) -> int:
        """How many cards one deal takes, all hands together."""
        return self.hand * len(self.seats)

    @property
    def suits(self) -> tuple[Suit, ...]:
        """The suits of the pack, in the order of `Suit`."""
        return _suits(self.builds)

    @property
    def full(self) -> frozenset[Rank]:
        """The ranks that make a calypso."""
        return frozenset(self.ranks)

    @property
    def pack(self) -> tuple[Card, ...]:
        """All the cards of the game, sorted."""
        return pack(self.ranks, self.suits, self.packs)

    @property
    def like(self) -> str:
        """The id of the known form built and counted in this way: what holds there, holds here."""
        if max(map(len, self.builds)) > 1:
            return "two"
        if max(map(len, self.feeds)) > 1:
            return "partnership"
        if self.counts != self.feeds:
            return "split"
        return "solo" if len(self.suits) == self.trick == 4 else "three"

    def table(self, rulebook: Rulebook) -> Table:
        """Return the canonical table: every seat with the first suit it builds."""
        return Table(self.seats, tuple(group[0] for group in self.builds), rulebook)

    def tables(self, rulebook: Rulebook) -> tuple[Table, ...]:
        """List every way to hand out the trumps that this form allows."""
        return _tables(self, rulebook)

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the seats that build with what *seat* wins, the own first."""
        return self.feeds[self.seats.index(seat)]

    def builds_at(self, table: Table) -> tuple[tuple[Suit, ...], ...]:
        """Return, parallel to ``seats``, the suits that each seat builds at *table*."""
        return tuple(map(self.builds_with, table.trumps))

    def builds_with(self, trump: Suit) -> tuple[Suit, ...]:
        """Return the suits that the seat with this trump builds."""
        return next(group for group in self.builds if trump in group)

    def check(self, table: Table) -> None:
        """Make sure that *table* is one of this form, or raise ValueError."""
        if table.seats != self.seats:
            seats = " ".join(seat.value for seat in self.seats)
            raise ValueError(f"{self.id} has the seats {seats} clockwise, not {str(table)!r}")
        if not set(table.trumps) <= set(self.suits):
            suits = " ".join(suit.value for suit in self.suits)
            raise ValueError(f"{self.id} is played with the suits {suits}, not {str(table)!r}")
        if not _allows(self, table.trumps):
            raise ValueError(
                f"{self.id} pairs spades with hearts and diamonds with clubs, not {str(table)!r}"
            )


@cache
def _tables(variant: Variant, rulebook: Rulebook) -> tuple[Table, ...]:
    return tuple(
        Table(variant.seats, trumps, rulebook)
        for trumps in permutations(variant.suits, len(variant.seats))
        if _allows(variant, trumps)
    )


@cache
def _allows(variant: Variant, trumps: tuple[Suit, ...]) -> bool:
    """Return whether the seats may have these trumps.

    Partners have paired suits, spades with hearts and diamonds with clubs; in Calypso
    for Two the two trumps come from different pairs.
    """
    if any(len(set(group)) > 1 for group in variant.builds):
        return len(set(map(major, trumps))) == len(trumps)
    return all(
        major(trumps[place]) == major(trumps[variant.seats.index(mate)])
        for place, mates in enumerate(variant.feeds)
        for mate in mates
    )


@cache
def _suits(builds: tuple[tuple[Suit, ...], ...]) -> tuple[Suit, ...]:
    return tuple(suit for suit in Suit if any(suit in group for group in builds))


def major(suit: Suit) -> bool:
    """Return whether *suit* is spades or hearts, which go together; so do the other two.

    Source: Parlett; Akagiri 1998 (partners' suits); Handscomb (one player's two suits).
    """
    return suit in (_SPADES, _HEARTS)


_FOUR = (_NORTH, _EAST, _SOUTH, _WEST)
_FOUR_SUITS = ((_CLUBS,), (_SPADES,), (_DIAMONDS,), (_HEARTS,))
_THREE = (_NORTH, _EAST, _SOUTH)
_THREE_SUITS = ((_DIAMONDS,), (_HEARTS,), (_CLUBS,))
_TWO = (_NORTH, _SOUTH)
_SIDES = ((_NORTH, _SOUTH), (_EAST, _WEST), (_SOUTH, _NORTH), (_WEST, _EAST))


def _alone(seats: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    return tuple((seat,) for seat in seats)


def by_id(forms: Iterable[Variant]) -> Mapping[str, Variant]:
    """Return forms by their ids, or raise ValueError if two share one, or one has a space."""
    listed: dict[str, Variant] = {}
    for form in forms:
        if form.id in listed or " " in form.id:
            raise ValueError(f"want an id of its own and without spaces, found {form.id!r}")
        listed[form.id] = form
    return listed


VARIANTS: Mapping[str, Variant] = by_id(
    (
        Variant(id="partnership", seats=_FOUR, builds=_FOUR_SUITS, feeds=_SIDES, counts=_SIDES),
        Variant(
            id="solo",
            seats=_FOUR,
            builds=_FOUR_SUITS,
            feeds=_alone(_FOUR),
            counts=_alone(_FOUR),
        ),
        Variant(
            id="three",
            seats=_THREE,
            builds=_THREE_SUITS,
            feeds=_alone(_THREE),
            counts=_alone(_THREE),
            trick=3,
        ),
        Variant(
            id="split",
            seats=_THREE,
            builds=_THREE_SUITS,
            feeds=_alone(_THREE),
            counts=((_NORTH, _SOUTH), (_EAST, _NORTH), (_SOUTH, _EAST)),
            trick=3,
        ),
        Variant(
            id="two",
            seats=_TWO,
            builds=((_SPADES, _HEARTS), (_DIAMONDS, _CLUBS)),
            feeds=_alone(_TWO),
            counts=_alone(_TWO),
            ranks=tuple(rank for rank in Rank if rank >= Rank.SEVEN),
            hand=16,
            trumps_change=True,
            next_dealer=NextDealer.TRICK_LOSER,
        ),
    )
)
"""The forms by id. Sources: Parlett (partnership, solo, split); Parlett and pokerwiner.com
(three), with the pack and deals our choice; Handscomb (two). Seats and suits of the
partnership game are pokerwiner.com's."""


def deal_hands(
    variant: Variant, table: Table, dealer: Seat, stock: tuple[Card, ...]
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Deal one card at a time, dealer's left first; hands come back sorted, by seat.

    Source: Parlett; Akagiri 1998.
    """
    count = len(table.seats)
    dealt, rest = stock[: variant.dealt], stock[variant.dealt :]
    order = table.clockwise(table.left_of(dealer), count)
    hands = {seat: sort_cards(dealt[i::count]) for i, seat in enumerate(order)}
    return tuple(hands[seat] for seat in table.seats), rest


def next_dealer(variant: Variant, table: Table, dealer: Seat, winner: Seat) -> Seat:
    """Pass the deal to the left; in Calypso for Two the loser of the last trick deals.

    Source: Parlett; Akagiri 1998; Handscomb, "Play of the cards".
    """
    if variant.next_dealer == NextDealer.TRICK_LOSER:
        return table.left_of(winner)
    return table.left_of(dealer)
