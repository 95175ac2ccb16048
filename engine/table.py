"""Who sits where, with which personal trump, and under which rulebook."""

from dataclasses import dataclass, replace
from enum import StrEnum, unique

from engine.cards import Suit
from engine.rulebooks import LedTrump, Rulebook


@unique
class Seat(StrEnum):
    """A place at the table; the value is its letter in every position line."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


@dataclass(frozen=True, slots=True)
class Table:
    """Seats in clockwise order, their personal trumps, and the rulebook in force.

    ``trumps[i]`` belongs to ``seats[i]``. There is no default rulebook: a position
    always says by which rulebook it is judged.

    Raises:
        ValueError: Not two to four different seats, one trump each, all different.
    """

    seats: tuple[Seat, ...]
    trumps: tuple[Suit, ...]
    rulebook: Rulebook

    def __post_init__(self) -> None:
        if len(self.trumps) != len(self.seats):
            raise ValueError(f"{len(self.seats)} seats need as many trumps, not {len(self.trumps)}")
        if not 2 <= len(self.seats) <= 4 or len(set(self.seats)) != len(self.seats):
            raise ValueError(f"a table has two to four different seats, not {str(self)!r}")
        if len(set(self.trumps)) != len(self.trumps):
            raise ValueError(f"every seat has a trump of its own, not {str(self)!r}")

    def __str__(self) -> str:
        """Write seats clockwise, each with its trump: ``N=C E=S S=D W=H``."""
        pairs = zip(self.seats, self.trumps, strict=True)
        return " ".join(f"{seat.value}={trump.value}" for seat, trump in pairs)

    @classmethod
    def parse(cls, text: str, rulebook: Rulebook) -> "Table":
        """Read a table such as ``N=C E=S S=D W=H``, or raise ValueError."""
        seats, trumps = [], []
        for word in text.split():
            seat, _, trump = word.partition("=")
            if seat not in _SEATS or trump not in _SUITS:
                raise ValueError(f"not a seat with its trump: {word!r} (want one such as 'N=C')")
            seats.append(Seat(seat))
            trumps.append(Suit(trump))
        return cls(tuple(seats), tuple(trumps), rulebook)

    @property
    def for_two(self) -> bool:
        """Whether Calypso for Two is played here: no other form has a table of two.

        Position lines, lessons and links name a table and no form, and are judged by that alone.
        Where a `Variant` is at hand, ask it what differs.
        """
        return len(self.seats) == 2

    @property
    def led_trump(self) -> LedTrump:
        """How a ruffed lead of one's own trump is judged here.

        Two players always go by "any ruff": the only text of Calypso for Two says so itself.

        Source: Handscomb, "Play of the cards"; three and four players go by the rulebook.
        """
        return LedTrump.ANY_RUFF if self.for_two else self.rulebook.led_trump

    def trump(self, seat: Seat) -> Suit:
        """Return the personal trump of *seat*, or raise ValueError if nobody sits there."""
        try:
            return self.trumps[self.seats.index(seat)]
        except ValueError:
            raise ValueError(f"nobody sits {seat.name.title()} at the table {self}") from None

    def owner(self, suit: Suit) -> Seat | None:
        """Return the seat whose personal trump *suit* is, or nothing if it is nobody's."""
        return self.seats[self.trumps.index(suit)] if suit in self.trumps else None

    def clockwise(self, start: Seat, count: int | None = None) -> tuple[Seat, ...]:
        """List the seats clockwise from *start*, all or *count* of them, or raise ValueError."""
        first, seats = self.seats.index(start), self.seats
        many = len(seats) if count is None else count
        rounds = 1 + (first + many) // len(seats)
        return (seats * rounds)[first : first + many]

    def left_of(self, seat: Seat) -> Seat:
        """Return the seat whose turn comes after that of *seat*, or raise ValueError."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def with_trump(self, seat: Seat, suit: Suit) -> "Table":
        """Return the table after *seat* has named *suit* (Calypso for Two), or raise ValueError."""
        place = self.seats.index(seat)
        return replace(self, trumps=(*self.trumps[:place], suit, *self.trumps[place + 1 :]))


_SEATS, _SUITS = frozenset(seat.value for seat in Seat), frozenset(suit.value for suit in Suit)
