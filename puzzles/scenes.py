"""What is seen of a puzzle, as values: engine values and marks, no words.

A scene is the table first and then what lies beside it. Whoever shows it (a page, a sheet of
paper, a spoken sentence) draws each of these sights in its own way, and knows no kind of
question.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.calypso import Calypso
from engine.cards import Card, Rank, Suit
from engine.table import Seat, Table
from engine.trick import Play, Ruling, Trick
from engine.variants import Variant
from engine.winnings import Placement
from puzzles.puzzle import Puzzle

LEARNER = Seat.SOUTH
"""Where the learner sits; a hand of this seat is called the learner's."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """How far the answer is: parts answered, cards chosen but not handed in, and whether all is.

    Nobody who is asked sits at the table: every seat is called by its name.
    """

    parts: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    answered: bool = False


def solved(puzzle: Puzzle) -> Stage:
    """Return the stage at which *puzzle* has been answered rightly."""
    return Stage(parts=tuple(puzzle.solution.split(" / ")), answered=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSight:
    """A table and the trick on it.

    Attributes:
        variant: The form of the game.
        table: Who sits where.
        trick: What has been played, if anything.
        dealer: Who dealt, where that matters.
        turn: Who is to play.
        near: Who sits where one looks from.
        you: Who is called the learner, if anybody is.
        ruling: Who has won the trick, once that may be seen.
        asked: The index of the play that is asked about.
        chosen: The seat that was picked.
        pick: Whether a seat can be picked.
        unnamed: The seats that have no trump yet.
        hands: The hands that lie open at other seats.
        out: The suits that seats are known to have no card of.
    """

    variant: Variant
    table: Table
    trick: Trick | None
    dealer: Seat | None = None
    turn: Seat | None = None
    near: Seat = LEARNER
    ruling: Ruling | None = None
    asked: int | None = None
    chosen: Seat | None = None
    pick: bool = False
    unnamed: tuple[Seat, ...] = ()
    hands: Mapping[Seat, tuple[Card, ...]] = field(default_factory=lambda: MappingProxyType({}))
    out: Mapping[Seat, tuple[Suit, ...]] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSight:
    """The hand of a seat.

    Attributes:
        seat: Whose hand it is.
        yours: Whether whoever looks is to think of it as their own.
        cards: The cards.
        pick: Whether cards can be picked; with *many* several, to be handed in together.
        many: Whether several are picked.
        playable: The cards that may be played, once that may be seen.
        chosen: The cards that were picked.
        lifted: What stands for each single card that is picked now, equal cards apart.
        bound: The cards that are marked as the right ones.
        best: Those of them that are called the best.
        answer: The card that was answered.
        waiting: Whether it is shown for comparison alone, the answer being given.
    """

    seat: Seat
    yours: bool
    cards: tuple[Card, ...]
    pick: bool = False
    many: bool = False
    playable: tuple[Card, ...] | None = None
    chosen: tuple[Card, ...] = ()
    lifted: tuple[str, ...] = ()
    bound: tuple[Card, ...] = ()
    best: tuple[Card, ...] = ()
    answer: Card | None = None
    waiting: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelfSight:
    """What one seat has built, the cards in its pile, and what a trick has just added."""

    seat: Seat
    calypsos: tuple[Calypso, ...]
    full: frozenset[Rank]
    pile: int | None = None
    placements: tuple[Placement, ...] = ()
    winner: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ShelvesSight:
    """The calypsos of all seats at a glance, beside the hands and voids seen at the table."""

    built: Mapping[Seat, tuple[Calypso, ...]]
    full: frozenset[Rank]
    hands: Mapping[Seat, tuple[Card, ...]]
    out: Mapping[Seat, tuple[Suit, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TricksSight:
    """Successive tricks; *revoke* in trick *at*, and the cards that turned a marker up."""

    table: Table
    tricks: tuple[Trick, ...]
    revoke: Play | None = None
    at: int = 0
    turned: tuple[tuple[int, Play], ...] = ()


@dataclass(frozen=True, slots=True)
class LadderSight:
    """A trick told card by card: so many of its rungs, or all."""

    ruling: Ruling
    shown: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalsSight:
    """What the sheets of all seats come to, and which seats have won."""

    variant: Variant
    table: Table
    points: tuple[int, ...]
    ahead: tuple[bool, ...]


Sight = TableSight | HandSight | ShelfSight | ShelvesSight | TricksSight | LadderSight | TotalsSight
"""The closed set of what can be seen; each pen draws all of them."""

Scene = tuple[Sight, ...]
"""The table, and then what lies beside it."""


def told_in_full(puzzle: Puzzle) -> Scene:
    """Return the ladder of the trick that *puzzle* shows complete, if it shows one."""
    return (LadderSight(puzzle.ruling),) if puzzle.ruling else ()
