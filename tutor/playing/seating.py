"""Where the learner sits and which suit is whose: chosen, or cut for."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from random import Random

from engine.cards import Card, Rank, Suit
from engine.rulebooks import Rulebook
from engine.table import Seat, Table
from engine.variants import Variant


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
        if seat in table.seats and trump in variant.builds_at(table)[table.seats.index(seat)]
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
        equal = _of_rank(draws, rank)
        if len(equal) > 1:
            later, equal = _draw(variant, equal, rng)
            rounds += later
        order += tuple(equal)
    return rounds, order


def _of_rank(draws: Sequence[SeatDraw], rank: Rank) -> tuple[int, ...]:
    return tuple(draw.player for draw in draws if draw.card.rank == rank)


def options(cut: Cut, rulebook: Rulebook) -> tuple[Pick, ...]:
    """List what the learner may choose after those who cut higher have chosen.

    There is one entry where nothing is left to choose. The sources let the highest choose
    seat and suit; that the others choose after them in order is ours.
    """
    found = _before_me(cut, rulebook)
    place = cut.order.index(0)
    picks = dict.fromkeys(way[place] for way in found)
    return tuple(sorted(picks, key=lambda pick: (tuple(Seat).index(pick.seat), pick.trump)))


def seated(cut: Cut, rulebook: Rulebook, pick: Pick) -> Seating:
    """Seat everybody after the learner's choice; whoever cut lower chooses by the seed.

    Raises:
        ValueError: *pick* is not one of the learner's `options`.
    """
    place = cut.order.index(0)
    found = [way for way in _before_me(cut, rulebook) if way[place] == pick]
    if not found:
        raise ValueError(
            f"{pick.seat.name.title()} with {pick.trump.name.lower()} is taken, or not of this form"
        )
    way = Random(f"{cut.seed} after {pick.seat.value}{pick.trump.value}").choice(found)
    picked = dict(zip(cut.order, way, strict=True))
    places = tuple(picked[player].seat for player in range(len(picked)))
    trumps = {it.seat: it.trump for it in way}
    seats = cut.variant.seats
    table = Table(seats, tuple(trumps[seat] for seat in seats), rulebook)
    return Seating(table, places[0], places[cut.dealer], places)


PickPath = tuple[Pick, ...]
"""One way to seat everybody: parallel to the order of a cut."""


def _before_me(cut: Cut, rulebook: Rulebook) -> list[PickPath]:
    """List the ways to seat everybody that agree with the choices made before the learner's."""
    ways, rng = _ways(cut, rulebook), Random(f"{cut.seed} before")
    for place in range(cut.order.index(0)):
        taken = rng.choice([way[place] for way in ways])
        ways = [way for way in ways if way[place] == taken]
    return ways


def _ways(cut: Cut, rulebook: Rulebook) -> list[PickPath]:
    """List every way to seat the players; of four in partnership the highest two are partners.

    Source: Parlett; the leaflet ("two highest against two lowest").
    """
    variant = cut.variant
    return [
        tuple(map(Pick, seats, map(table.trump, seats)))
        for table in _tables(variant, rulebook)
        for seats in permutations(variant.seats)
        if _partners_agree(variant, seats)
    ]


def _partners_agree(variant: Variant, seats: Sequence[Seat]) -> bool:
    """Return whether the first two of *seats* are partners, in a form that has partners."""
    side = variant.feeds[variant.seats.index(seats[0])]
    return len(side) == 1 or seats[1] in side
