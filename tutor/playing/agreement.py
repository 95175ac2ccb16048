"""What is agreed before the cards are dealt, as a value and as one short line of text.

    1 partnership culbertson N=C E=S S=D W=H dealer=W players=me,club,club,expert
    conduct=practice coach=on seed=7

Version, form, rulebook, table, first dealer, who plays at which seat (parallel to the
table), conduct, coach and seed; a later game of an evening ends with the seed of the first
(evening=7). The same line is the same deal and, for the same cards of the learner, the same
game: it can stand in an address.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from random import Random

from engine.game import Conduct
from engine.players.bots import Level
from engine.rulebooks import rulebook
from engine.table import Seat, Table
from engine.variants import VARIANTS, Variant

VERSION = "1"

LARGEST_SEED = 10**15
"""Seeds are below it: a number a browser's script can hold, of fifteen digits."""

_ME = "me"


@unique
class Manner(StrEnum):
    """How strictly the game is conducted.

    ``PRACTICE``: a wrong card is refused and explained, cards may be taken back, past tricks
    looked at. ``TABLE``: as at a real table a revoke passes until somebody proves it, and
    what has been turned over stays so.
    """

    PRACTICE = "practice"
    TABLE = "table"


CONDUCTS: Mapping[Manner, Conduct] = {
    Manner.PRACTICE: Conduct.STRICT,
    Manner.TABLE: Conduct.TABLE,
}
"""What the engine does about a revoke under either manner."""


@unique
class Coach(StrEnum):
    """Whether hints are offered while playing."""

    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What is agreed before the cards are dealt.

    ``seat`` is the learner's. ``levels`` runs parallel to ``table.seats`` and holds how
    well each practice partner plays, nothing for the learner. ``dealer`` deals first;
    ``seed`` shuffles the pack and decides wherever a practice partner is undecided.
    ``evening`` is the seed of the evening's first game, nothing in that game itself.

    Raises:
        ValueError: The table is not one of this form, or seats and levels do not fit it.
    """

    variant: Variant
    table: Table
    dealer: Seat
    seat: Seat
    levels: tuple[Level | None, ...]
    manner: Manner
    coach: Coach
    seed: int
    evening: int | None = None

    def __post_init__(self) -> None:
        self.variant.check(self.table)
        seats = self.table.seats
        for what, seat in (("dealer", self.dealer), ("learner", self.seat)):
            if seat not in seats:
                raise ValueError(f"no {what} {seat.name.title()} at the table {self.table}")
        if len(self.levels) != len(seats):
            raise ValueError(f"{len(seats)} seats need as many levels, not {len(self.levels)}")
        without = [seat for seat, level in zip(seats, self.levels, strict=True) if level is None]
        if without != [self.seat]:
            raise ValueError("every seat but the learner's needs a level, and the learner's none")
        for number in (self.seed, self.first_seed):
            if not 0 <= number < LARGEST_SEED:
                raise ValueError(f"a seed is a number of at most 15 digits, not {number}")

    def __str__(self) -> str:
        """Write the line that `Setup.parse` reads back."""
        players = ",".join(_ME if level is None else level.value for level in self.levels)
        return (
            f"{VERSION} {self.variant} {self.table.rulebook} {self.table} "
            f"dealer={self.dealer.value} players={players} conduct={self.manner.value} "
            f"coach={self.coach.value} seed={self.seed}"
            + ("" if self.evening is None else f" evening={self.evening}")
        )

    @classmethod
    def parse(cls, text: str) -> "Setup":
        """Read a line such as the one at the top of this module.

        Raises:
            ValueError: The text has another form, or names what does not exist.
        """
        match = re.fullmatch(_FORM, " ".join(text.split()), flags=re.ASCII)
        if not match:
            raise ValueError(
                f"not a setup: {text[:200]!r} (want version 1, form, rulebook, table, dealer=, "
                "players=, conduct=, coach=, seed=, perhaps evening=)"
            )
        if match["form"] not in VARIANTS:
            raise ValueError(f"no form {match['form']!r} (want one of {', '.join(VARIANTS)})")
        table = Table.parse(match["table"], rulebook(match["book"]))
        players = match["players"].split(",")
        if players.count(_ME) != 1 or len(players) != len(table.seats):
            raise ValueError(
                f"not the players of {len(table.seats)} seats: {match['players']!r} "
                "(want 'me' once, and a level for every other seat)"
            )
        return cls(
            variant=VARIANTS[match["form"]],
            table=table,
            dealer=Seat(match["dealer"]),
            seat=table.seats[players.index(_ME)],
            levels=tuple(None if player == _ME else Level(player) for player in players),
            manner=Manner(match["conduct"]),
            coach=Coach(match["coach"]),
            seed=int(match["seed"]),
            evening=None if match["evening"] is None else int(match["evening"]),
        )

    @property
    def first_seed(self) -> int:
        """The seed of the evening's first game: what stays the same all evening hangs on it."""
        return self.seed if self.evening is None else self.evening

    @property
    def place(self) -> int:
        """The index of the learner's seat in all that runs parallel to the seats."""
        return self.table.seats.index(self.seat)

    @property
    def partners(self) -> tuple[Seat, ...]:
        """The other seats of the learner's side."""
        fed = self.variant.feeds[self.place]
        return tuple(seat for seat in fed if seat != self.seat)

    def level(self, seat: Seat) -> Level:
        """Return how well the practice partner at *seat* plays.

        Raises:
            ValueError: The learner sits there, or nobody.
        """
        found = self.levels[self.table.seats.index(seat)]
        if found is None:
            raise ValueError(f"no practice partner sits {seat.name.title()}, but the learner")
        return found


_FORM = (
    rf"{VERSION} (?P<form>[a-z]+) (?P<book>[a-z]+) (?P<table>[NESW]=[CDHS](?: [NESW]=[CDHS])*) "
    r"dealer=(?P<dealer>[NESW]) players=(?P<players>[a-z,]+) conduct=(?P<conduct>[a-z]+) "
    r"coach=(?P<coach>[a-z]+) seed=(?P<seed>[0-9]{1,15})(?: evening=(?P<evening>[0-9]{1,15}))?"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameWishes:
    """What a learner wishes for: how well the others play, all alike or by seat, and the rest."""

    level: Level | Mapping[Seat, Level]
    manner: Manner = Manner.PRACTICE
    coach: Coach = Coach.OFF


def arranged(
    variant: Variant,
    table: Table,
    seat: Seat,
    wishes: GameWishes,
    seed: int,
    dealer: Seat | None = None,
) -> Setup:
    """Agree on a game.

    Args:
        variant: The form of the game.
        table: Who owns which suit, and the rulebook.
        seat: Where the learner sits.
        wishes: How well the practice partners play, how strictly, and whether with hints.
        seed: Shuffles the pack.
        dealer: Who deals first; nobody named, the seed draws one.

    Raises:
        ValueError: These do not fit together; see `Setup`. A KeyError, if the levels lack a seat.
    """
    # Drawn among the seats, as a cut would; nothing else is drawn from this stream.
    drawn = dealer or Random(f"{seed} dealer").choice(table.seats)
    level = wishes.level
    levels = tuple(
        None if other == seat else level if isinstance(level, Level) else level[other]
        for other in table.seats
    )
    return Setup(
        variant=variant,
        table=table,
        dealer=drawn,
        seat=seat,
        levels=levels,
        manner=wishes.manner,
        coach=wishes.coach,
        seed=seed,
    )


def again(setup: Setup, seed: int) -> Setup:
    """Agree on another game of the same players in the same seats; the deal passes to the left.

    Our choice: the sources end with the fourth deal.
    """
    next_ = replace(setup, seed=seed, dealer=setup.table.left_of(setup.dealer))
    return same_evening(next_, setup)


def same_evening(setup: Setup, before: Setup) -> Setup:
    """Agree on a game of the same evening as the one *before*, with the same people."""
    return replace(setup, evening=before.first_seed)
