"""What is seen of a puzzle, as values: engine values and marks, no words.

A scene is the table first and then what lies beside it. Whoever shows it (a page, a sheet of paper,
a spoken sentence) draws each of these sights in its own way, and knows no kind of question.
"""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field

from engine.calypso import FULL_SUIT, Calypso, Place, Placement
from engine.cards import Card, Rank, Suit, fan_cards
from engine.table import Seat, Table
from engine.trick import Play, Ruling, Trick
from engine.variants import Variant, major
from puzzles.puzzle import Puzzle, split_parts

LEARNER = Seat.SOUTH
"""Where the learner sits; a hand of this seat is called the learner's."""

PLACES = {
    4: ("bottom", "left", "top", "right"),
    3: ("bottom", "left", "right"),
    2: ("bottom", "top"),
}
"""Where the seats are seen, clockwise from the nearest, by how many there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """How far the answer is: parts answered, cards chosen but not handed in, and whether all is.

    ``marked`` is whether each part is told right or wrong as soon as it is answered, so that
    what it asked may be seen. ``given`` is whether the parts are the answer of whoever looks, and
    not what is right, shown to a hall or to somebody who did not answer. ``taken`` is whether an
    answer is taken here and now; else cards lie where they would, and none can be picked. Nobody
    who is asked sits at the table: every seat is called by its name.
    """

    parts: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    answered: bool = False
    marked: bool = False
    given: bool = True
    taken: bool = True


def solved(puzzle: Puzzle) -> Stage:
    """Return the stage at which what is right of *puzzle* is shown, whoever has answered it."""
    return Stage(parts=split_parts(puzzle.solution), answered=True, given=False)


@dataclass(frozen=True, slots=True)
class TableSight:
    """A table and the trick on it.

    Attributes:
        trick: What has been played, if anything.
        dealer: Who dealt, where that matters.
        turn: Who is to play.
        near: Who sits where one looks from.
        you: Who is called the learner, if anybody is.
        ruling: Who has won the trick, once that may be seen.
        asked: The index of the play that is asked about.
        chosen: The seat that was picked, by its card.
        named: The seat that was answered wrongly where no card stands for it.
        pick: Whether a seat can be picked.
        unnamed: The seats that have no trump yet.
        hands: The hands that lie open at other seats.
        out: The suits that seats are known to have no card of.
    """

    variant: Variant
    table: Table
    trick: Trick | None
    _: KW_ONLY
    dealer: Seat | None = None
    turn: Seat | None = None
    near: Seat = LEARNER
    you: Seat | None = None
    ruling: Ruling | None = None
    asked: int | None = None
    chosen: Seat | None = None
    named: Seat | None = None
    pick: bool = False
    unnamed: tuple[Seat, ...] = ()
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)
    out: Mapping[Seat, tuple[Suit, ...]] = field(default_factory=dict)

    @property
    def plays(self) -> tuple[Play, ...]:
        """The cards that lie on the table, in order."""
        return self.trick.plays if self.trick else ()

    @property
    def nearest(self) -> Seat:
        """The seat at the bottom, where there is one at *near*; else the last."""
        return self.near if self.near in self.table.seats else self.table.seats[-1]

    @property
    def own(self) -> Seat | None:
        """The learner's seat, if it is one of this table's."""
        return self.you if self.you in self.table.seats else None

    @property
    def places(self) -> dict[Seat, str]:
        """Where each seat is seen, clockwise from the nearest."""
        around = self.table.clockwise(self.nearest)
        return dict(zip(around, PLACES[len(around)], strict=True))

    @property
    def paired(self) -> bool:
        """Whether two play together."""
        return len(self.variant.feeds[0]) > 1

    @property
    def twice(self) -> bool:
        """Whether everybody plays two cards to a trick, which lie in a row between the seats."""
        return self.variant.trick > len(self.table.seats)

    def side(self, seat: Seat) -> str:
        """Return by what a seat's side is known: ``major``, ``minor`` or ``alone``."""
        if not self.paired:
            return "alone"
        return "major" if major(self.table.trump(seat)) else "minor"

    def builds(self, seat: Seat) -> tuple[Suit, ...]:
        """Return the suits that a seat builds."""
        return self.variant.builds_with(self.table.trump(seat))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSight:
    """The hand of a seat.

    Attributes:
        yours: Whether whoever looks is to think of it as their own.
        pick: Whether cards can be picked; with *many* several, to be handed in together.
        many: Whether several are picked.
        keyed: Whether a card that may be played is picked by a key, and no other can be picked.
        playable: The cards that may be played, once that may be seen.
        chosen: The cards that were picked.
        lifted: What stands for each single card that is picked now, equal cards apart.
        bound: The cards that are marked as the right ones.
        best: Those of them that are called the best.
        answer: The card that was answered.
        waiting: Whether nothing can be played now; the cards stay where they are.
        arranged: Whether the cards are in the order in which they are to be seen.
        focus: The occasion on which the hand takes the focus, if it is to.
    """

    seat: Seat
    yours: bool
    cards: tuple[Card, ...]
    pick: bool = False
    many: bool = False
    keyed: bool = False
    playable: tuple[Card, ...] | None = None
    chosen: tuple[Card, ...] = ()
    lifted: tuple[str, ...] = ()
    bound: tuple[Card, ...] = ()
    best: tuple[Card, ...] = ()
    answer: Card | None = None
    waiting: bool = False
    arranged: bool = False
    focus: str = ""

    @property
    def owner(self) -> Seat | None:
        """Whose hand it is, where it is not the learner's own."""
        return None if self.yours else self.seat

    @property
    def shown(self) -> tuple[Card, ...]:
        """The cards in the order in which they are to be seen."""
        return self.cards if self.arranged else fan_cards(self.cards)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfSight:
    """What one seat has built, the cards in its pile, and what a trick has just added.

    Attributes:
        seat: Whose calypsos they are.
        calypsos: One for every suit the seat builds, as they are after *placements*.
        full: The ranks that make a calypso.
        pile: How many cards lie in the seat's won pile, if that is to be seen.
        placements: Where the cards of the trick just won went; new cards are marked.
        winner: Who won that trick and takes what found no place; *seat*, if left out.
        laid: The cards of a trick that have come here while others wait; *calypsos* are then
            those before it, and one that they complete stays until all have come.
    """

    seat: Seat
    calypsos: tuple[Calypso, ...]
    full: frozenset[Rank] = FULL_SUIT
    pile: int | None = None
    placements: tuple[Placement, ...] = ()
    winner: Seat | None = None
    laid: tuple[Placement, ...] = ()

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks that make a calypso, the highest first."""
        return tuple(sorted(self.full, reverse=True))

    @property
    def added(self) -> tuple[Placement, ...]:
        """The cards of the trick that came here."""
        return tuple(placement for placement in self.placements if placement.builder == self.seat)

    def under_way(self, calypso: Calypso) -> frozenset[Rank]:
        """Return the ranks of the calypso under way, with the cards laid to it."""
        return calypso.ranks | self._laid(calypso.suit, Place.CURRENT)

    def begun(self, calypso: Calypso) -> frozenset[Rank] | None:
        """Return the ranks laid to the next calypso, if that is to be seen yet."""
        ranks = self._laid(calypso.suit, Place.NEXT)
        return ranks if ranks or self.under_way(calypso) == self.full else None

    def _laid(self, suit: Suit, place: Place) -> frozenset[Rank]:
        mine = (laid for laid in self.laid if laid.builder == self.seat and laid.card.suit == suit)
        return frozenset(laid.card.rank for laid in mine if laid.place == place)

    @property
    def to_pile(self) -> tuple[Card, ...]:
        """The cards of the trick that went to this seat's pile."""
        if self.winner not in (None, self.seat):
            return ()
        return tuple(placement.card for placement in self.placements if placement.builder is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelvesSight:
    """The calypsos of all seats at a glance, beside the hands and voids seen at the table."""

    built: Mapping[Seat, tuple[Calypso, ...]]
    full: frozenset[Rank]
    hands: Mapping[Seat, tuple[Card, ...]]
    out: Mapping[Seat, tuple[Suit, ...]]

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks that make a calypso, the highest first."""
        return tuple(sorted(self.full, reverse=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class TricksSight:
    """Successive tricks, the first on top.

    Attributes:
        revoke: The play that was a revoke, once that may be seen.
        revoked_in: The number of the trick it belongs to, from 1.
        turned: The plays that turned a suit marker up, each after the number of its trick.
        won: Parallel to the tricks, the index of the winning card, if that is to be seen.
        tables: Parallel to the tricks, the table of each, where trumps may have changed.
    """

    table: Table
    tricks: tuple[Trick, ...]
    revoke: Play | None = None
    revoked_in: int = 0
    turned: tuple[tuple[int, Play], ...] = ()
    won: tuple[int, ...] = ()
    tables: tuple[Table, ...] = ()

    @property
    def at_tables(self) -> tuple[Table, ...]:
        """The table of each trick."""
        return self.tables or (self.table,) * len(self.tricks)

    def renamed(self, number: int) -> bool:
        """Whether the trumps before trick *number* are to be told: at first, and when changed."""
        tables = self.at_tables
        return number == 1 or tables[number - 1].trumps != tables[number - 2].trumps


@dataclass(frozen=True, slots=True)
class LadderSight:
    """A trick told card by card: so many of its rungs, or all; with its rulebook or without."""

    ruling: Ruling
    shown: int | None = None
    named: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsSight:
    """What the sheets of all seats come to, which seats have won, and which were said to have."""

    variant: Variant
    table: Table
    points: tuple[int, ...]
    ahead: tuple[bool, ...]
    named: tuple[Seat, ...] = ()


Sight = TableSight | HandSight | ShelfSight | ShelvesSight | TricksSight | LadderSight | TotalsSight
"""The closed set of what can be seen; each pen draws all of them."""

Scene = tuple[Sight, ...]
"""The table, and then what lies beside it."""


def so_far(trick: Trick | None, count: int | None) -> Trick | None:
    """Return *trick* as it was after *count* cards; none before the first."""
    return Trick(trick.plays[:count]) if trick and count != 0 else None


def told_in_full(puzzle: Puzzle) -> Scene:
    """Return the ladder of the trick that *puzzle* shows complete, if it shows one."""
    return (LadderSight(puzzle.ruling),) if puzzle.ruling else ()
