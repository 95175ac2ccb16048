"""The score sheet, line by line, and how a game stands: sheets, totals, and who is ahead."""

from collections.abc import Iterable, Mapping, Sequence, Sized
from dataclasses import dataclass

from engine.calypso import Calypso
from engine.game import Game
from engine.rulebooks import RevokePenalty
from engine.rules import Rule
from engine.table import Seat
from engine.variants import Variant

CALYPSO_POINTS: tuple[tuple[Rule, int], ...] = (
    (Rule.FIRST_CALYPSO, 500),
    (Rule.SECOND_CALYPSO, 750),
    (Rule.LATER_CALYPSO, 1000),
    (Rule.LATER_CALYPSO, 1000),
)
"""What one player's first, second, third and fourth calypso of a suit are worth."""


def gained(before: int, after: int) -> int:
    """Return the points for the calypsos of a suit completed since there were *before*."""
    return sum(points for _, points in CALYPSO_POINTS[before:after])


POINTS: Mapping[Rule, int] = {
    **dict(CALYPSO_POINTS),
    Rule.UNFINISHED_CARDS: 20,
    Rule.PILE_CARDS: 10,
    Rule.REVOKE_PENALTY: 260,
}
"""What one of each thing on the score sheet is worth."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score sheet: how many of what, and their points together."""

    rule: Rule
    count: int
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """A score sheet; its total is the sum of its lines."""

    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> int:
        """The points of all lines together."""
        return sum(line.points for line in self.lines)


def score_of(calypsos: Calypso | Iterable[Calypso], pile: int | Sized) -> Score:
    """Write the score sheet of one seat; lines worth nothing are left out.

    Args:
        calypsos: The seat's calypsos, one for each suit it builds. Each suit counts
            its own first, second, … calypso.
        pile: The seat's won pile, or how many cards lie in it.

    Source: Akagiri 1998 ("each player's first …"); Parlett; the leaflet. Two suits
    each: Handscomb, "Collecting Calypsos".
    """
    suits = (calypsos,) if isinstance(calypsos, Calypso) else tuple(calypsos)
    counts = dict.fromkeys(POINTS, 0)
    for calypso in suits:
        for rule, _ in CALYPSO_POINTS[: calypso.completed]:
            counts[rule] += 1
        counts[Rule.UNFINISHED_CARDS] += len(calypso.ranks)
    counts[Rule.PILE_CARDS] = pile if isinstance(pile, int) else len(pile)
    there = ((rule, count) for rule, count in counts.items() if count)
    return Score(tuple(ScoreLine(rule, count, count * POINTS[rule]) for rule, count in there))


def sheets(game: Game) -> tuple[Score, ...]:
    """Write, parallel to the seats, what each seat has built and won by itself."""
    return tuple(map(score_of, game.calypsos, game.piles))


def penalties(game: Game, seat: Seat) -> Score:
    """Write what claimed revokes have brought, or cost, the side of *seat*.

    Source: Parlett, "Revoke" (added to the other side) or the leaflet (taken from the
    offenders), as the rulebook says; where everybody plays alone each of the others
    is the other side, our choice.
    """
    each = POINTS[Rule.REVOKE_PENALTY]
    added = game.table.rulebook.revoke == RevokePenalty.ADDED_TO_OTHERS
    offences = sum((seat in game.variant.side(revoke.seat)) != added for revoke in game.claimed)
    points = each * offences if added else -each * offences
    return Score((ScoreLine(Rule.REVOKE_PENALTY, offences, points),) if offences else ())


def totals(game: Game) -> tuple[int, ...]:
    """Return, parallel to the seats, the points that decide the game for each.

    They are those of every seat that counts for it (`Variant.counts`), and the penalties for
    revokes that were claimed.
    """
    own = counted(game.variant, [sheet.total for sheet in sheets(game)])
    pairs = zip(own, game.table.seats, strict=True)
    return tuple(points + penalties(game, seat).total for points, seat in pairs)


def ahead(game: Game) -> tuple[Seat, ...]:
    """List the seats with the highest total; when they are not one side, it is a draw.

    Source: Akagiri 1998 (equal totals are a draw).
    """
    return leading(game.variant, totals(game))


def drawn(game: Game) -> bool:
    """Return whether more than one side has the highest total."""
    return shared(game.variant, ahead(game))


# The same from points alone, as they stand on paper


def counted(variant: Variant, own: Sequence[int]) -> tuple[int, ...]:
    """Add up, for each seat, the points of the seats that count for it; *own* is by seat."""
    seats = variant.seats
    return tuple(sum(own[seats.index(seat)] for seat in mates) for mates in variant.counts)


def leading(variant: Variant, points: Sequence[int]) -> tuple[Seat, ...]:
    """List the seats with the highest of *points*, which run parallel to the seats."""
    most = max(points)
    return tuple(seat for seat, had in zip(variant.seats, points, strict=True) if had == most)


def shared(variant: Variant, leaders: Sequence[Seat]) -> bool:
    """Return whether *leaders* are of more than one side, so that the game is a draw."""
    side = variant.side(leaders[0])
    return any(seat not in side for seat in leaders)
