"""What is agreed before the cards are dealt, as a value and as one short line of text.

Also where the learner sits and which suit is whose: chosen, or cut for.

    1 partnership culbertson N=C E=S S=D W=H dealer=W players=me,club,club,expert
    conduct=practice coach=on seed=7

Version, form, rulebook, table, first dealer, who plays at which seat (parallel to the
table), conduct, coach and seed; a later game of an evening ends with the seed of the first
(evening=7). The same line is the same deal and, for the same cards of the learner, the same
game: it can stand in an address.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from itertools import permutations
from random import Random

from engine.cards import Card, Suit
from engine.game import Conduct
from engine.players import Level
from engine.rulebooks import Rulebook, rulebook_of
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
        """Read a line such as the one at the top of this module, or raise ValueError."""
        match = re.fullmatch(_FORM, " ".join(text.split()), flags=re.ASCII)
        if not match:
            raise ValueError(
                f"not a setup: {text[:200]!r} (want version 1, form, rulebook, table, dealer=, "
                "players=, conduct=, coach=, seed=, perhaps evening=)"
            )
        if match["form"] not in VARIANTS:
            raise ValueError(f"no form {match['form']!r} (want one of {', '.join(VARIANTS)})")
        table = Table.parse(match["table"], rulebook_of(match["rulebook"]))
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
        return tuple(seat for seat in self.variant.side(self.seat) if seat != self.seat)

    def level(self, seat: Seat) -> Level:
        """Return how well the partner at *seat* plays, or raise ValueError at the learner's own."""
        level = self.levels[self.table.seats.index(seat)]
        if level is None:
            raise ValueError(f"no practice partner sits {seat.name.title()}, but the learner")
        return level


_FORM = (
    rf"{VERSION} (?P<form>[a-z]+) (?P<rulebook>[a-z]+) (?P<table>[NESW]=[CDHS](?: [NESW]=[CDHS])*) "
    r"dealer=(?P<dealer>[NESW]) players=(?P<players>[a-z,]+) conduct=(?P<conduct>[a-z]+) "
    r"coach=(?P<coach>[a-z]+) seed=(?P<seed>[0-9]{1,15})(?: evening=(?P<evening>[0-9]{1,15}))?"
)


def first_dealer(table: Table, seed: int) -> Seat:
    """Draw who deals first, as a cut would; nothing else is drawn from this stream."""
    return Random(f"{seed} dealer").choice(table.seats)


def again(setup: Setup, seed: int) -> Setup:
    """Agree on another game of the same players; the deal passes to the left (our choice)."""
    next_ = replace(setup, seed=seed, dealer=setup.table.left_of(setup.dealer))
    return same_evening(next_, setup)


def same_evening(setup: Setup, before: Setup) -> Setup:
    """Agree on a game of the same evening as the one *before*, with the same people."""
    return replace(setup, evening=before.first_seed)


@dataclass(frozen=True, slots=True)
class SeatDraw:
    """A card that a player has drawn; player 0 is the learner."""

    player: int
    card: Card


Rounds = tuple[tuple[SeatDraw, ...], ...]
"""Cards drawn in turn; after the first round, those by players who had drawn equal ranks."""


@dataclass(frozen=True, slots=True)
class Cut:
    """What a cut came to.

    ``order`` lists the players, highest first, and ``rounds`` shows the cards that say so.
    ``deal_rounds`` is the second cut of Calypso for Two, for the deal; other forms have none,
    since the highest deals first. ``dealer`` is the player who does.
    """

    variant: Variant
    seed: int
    rounds: Rounds
    order: tuple[int, ...]
    deal_rounds: Rounds
    dealer: int


@dataclass(frozen=True, slots=True)
class Pick:
    """A seat and the suit its player will own; in Calypso for Two the suit stands for its pair."""

    seat: Seat
    trump: Suit


@dataclass(frozen=True, slots=True)
class Seating:
    """Who sits where after a cut; ``places`` runs parallel to the players, the learner first."""

    table: Table
    seat: Seat
    dealer: Seat
    places: tuple[Seat, ...]


# ------------------------------------------------------------------------- chosen


def chosen(variant: Variant, rulebook: Rulebook, seat: Seat, trump: Suit, seed: int) -> Table:
    """Return a table at which *seat* owns *trump*; the seed deals the suits that are left open.

    A partner has the paired suit. In Calypso for Two *trump* stands for its pair of suits,
    of which one is named later.

    Raises:
        ValueError: This form lacks the seat or the suit.

    Source: Parlett; Akagiri 1998 (the partner takes the paired suit).
    """
    fitting = [
        table
        for table in _tables(variant, rulebook)
        if seat in table.seats and trump in variant.builds_with(table.trump(seat))
    ]
    if not fitting:
        raise ValueError(f"{seat.name.title()} cannot own {trump.name.lower()} in {variant}")
    return Random(f"{seed} suits").choice(fitting)


def _tables(variant: Variant, rulebook: Rulebook) -> tuple[Table, ...]:
    """List the tables of a form; where a seat builds two suits, the first stands for both."""
    firsts = {group[0] for group in variant.builds}
    tables = variant.tables(rulebook)
    return tuple(table for table in tables if firsts.issuperset(table.trumps))


# ------------------------------------------------------------------------ cut for


def cut(variant: Variant, seed: int) -> Cut:
    """Cut for seats, suits and the deal, with one pack.

    Whoever draw equal ranks draw again among themselves, for their places only: our choice,
    since the sources are silent.

    Source: Parlett; the leaflet; Akagiri 1998 (the highest chooses, and deals first);
    Handscomb (Calypso for Two: a cut for the choice, and one for the deal).
    """
    rng = Random(f"{seed} cut")
    rounds, order = _draw(variant, range(len(variant.seats)), rng)
    deal_rounds, dealing = _draw(variant, order, rng) if variant.trumps_change else ((), order)
    return Cut(variant, seed, rounds, order, deal_rounds, dealing[0])


def _draw(variant: Variant, players: Sequence[int], rng: Random) -> tuple[Rounds, tuple[int, ...]]:
    """Let players draw from a spread pack until their order is clear."""
    pack = [Card(suit, rank) for suit in variant.suits for rank in variant.ranks]
    draws = tuple(map(SeatDraw, players, rng.sample(pack, len(players))))
    rounds: Rounds = (draws,)
    order: tuple[int, ...] = ()
    for rank in sorted({draw.card.rank for draw in draws}, reverse=True):
        equal = tuple(draw.player for draw in draws if draw.card.rank == rank)
        if len(equal) > 1:
            later, equal = _draw(variant, equal, rng)
            rounds += later
        order += equal
    return rounds, order


def options(cut: Cut, rulebook: Rulebook) -> tuple[Pick, ...]:
    """List what the learner may choose after those who cut higher have chosen.

    There is one entry where nothing is left to choose. The sources let the highest choose
    seat and suit; that the others choose after them in order is ours.
    """
    ways = _before_me(cut, rulebook)
    place = cut.order.index(0)
    picks = dict.fromkeys(way[place] for way in ways)
    return tuple(sorted(picks, key=lambda pick: (tuple(Seat).index(pick.seat), pick.trump)))


def seated(cut: Cut, rulebook: Rulebook, pick: Pick) -> Seating:
    """Seat everybody after the learner's choice; whoever cut lower chooses by the seed.

    Raises:
        ValueError: That choice is none of `options`.
    """
    place = cut.order.index(0)
    ways = [way for way in _before_me(cut, rulebook) if way[place] == pick]
    if not ways:
        raise ValueError(
            f"{pick.seat.name.title()} with {pick.trump.name.lower()} is taken, or not of this form"
        )
    way = Random(f"{cut.seed} after {pick.seat.value}{pick.trump.value}").choice(ways)
    picked = dict(zip(cut.order, way, strict=True))
    places = tuple(picked[player].seat for player in range(len(picked)))
    trumps = {it.seat: it.trump for it in way}
    seats = cut.variant.seats
    table = Table(seats, tuple(trumps[seat] for seat in seats), rulebook)
    return Seating(table, places[0], places[cut.dealer], places)


def _before_me(cut: Cut, rulebook: Rulebook) -> list[tuple[Pick, ...]]:
    """List the ways to seat everybody that agree with the choices made before the learner's."""
    ways, rng = _ways(cut, rulebook), Random(f"{cut.seed} before")
    for place in range(cut.order.index(0)):
        taken = rng.choice([way[place] for way in ways])
        ways = [way for way in ways if way[place] == taken]
    return ways


def _ways(cut: Cut, rulebook: Rulebook) -> list[tuple[Pick, ...]]:
    """List every way to seat the players, parallel to the order of the cut.

    In partnership the two highest are partners.

    Source: Parlett.
    """
    sides = dict(zip(cut.variant.seats, cut.variant.feeds, strict=True))
    return [
        tuple(map(Pick, seats, map(table.trump, seats)))
        for table in _tables(cut.variant, rulebook)
        for seats in permutations(cut.variant.seats)
        if len(sides[seats[0]]) == 1 or seats[1] in sides[seats[0]]
    ]
