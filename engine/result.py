"""How a game stands: each seat's own sheet, each side's account, and who is ahead."""

from collections.abc import Sequence

from engine.game import Game
from engine.rulebooks import RevokePenalty
from engine.rules import Rule
from engine.score import POINTS, Score, ScoreLine, score_of
from engine.table import Seat
from engine.variants import Variant


def sheets(game: Game) -> tuple[Score, ...]:
    """Write, parallel to the seats, what each seat has built and won by itself."""
    return tuple(map(score_of, game.calypsos, game.piles))


def accounts(game: Game) -> tuple[Score, ...]:
    """Write, parallel to the seats, the sheet that decides the game for each.

    It holds the lines of every seat that counts for it (`Variant.counts`) and the
    penalties for revokes that were claimed. Partners have equal accounts.

    Source: Parlett, "Revoke" (added to the other side) or the leaflet (taken from the
    offenders), as the rulebook says; where everybody plays alone each of the others
    is the other side, our choice.
    """
    seats, own = game.table.seats, sheets(game)
    return tuple(
        sum(
            (own[seats.index(counted)] for counted in game.variant.counts[place]),
            start=Score(()),
        )
        + penalties(game, seat)
        for place, seat in enumerate(seats)
    )


def penalties(game: Game, seat: Seat) -> Score:
    """Write what claimed revokes have brought, or cost, the side of *seat*.

    Source: see `accounts`.
    """
    seats, each = game.table.seats, POINTS[Rule.REVOKE_PENALTY]
    added = game.table.rulebook.revoke == RevokePenalty.ADDED_TO_OTHERS
    offences = sum(
        (seat in game.variant.feeds[seats.index(revoke.seat)]) != added for revoke in game.claimed
    )
    points = each * offences if added else -each * offences
    return Score((ScoreLine(Rule.REVOKE_PENALTY, offences, points),) if offences else ())


def totals(game: Game) -> tuple[int, ...]:
    """Return, parallel to the seats, the points that decide the game for each."""
    return tuple(account.total for account in accounts(game))


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
    """Add up, for each seat, the points of the seats that count for it.

    Args:
        variant: Says which they are.
        own: Parallel to the seats, what each has made by itself.
    """
    seats = variant.seats
    return tuple(sum(own[seats.index(seat)] for seat in mates) for mates in variant.counts)


def leading(variant: Variant, points: Sequence[int]) -> tuple[Seat, ...]:
    """List the seats with the highest of *points*, which run parallel to the seats."""
    most = max(points)
    return tuple(seat for seat, had in zip(variant.seats, points, strict=True) if had == most)


def shared(variant: Variant, leaders: Sequence[Seat]) -> bool:
    """Return whether *leaders* are of more than one side, so that the game is a draw."""
    side = variant.feeds[variant.seats.index(leaders[0])]
    return any(seat not in side for seat in leaders)
