"""How a game stands: each seat's own sheet, each side's account, and who is ahead."""

from engine.game import Game
from engine.rulebooks import RevokePenalty
from engine.rules import Rule
from engine.score import POINTS, Score, ScoreLine, score_of
from engine.table import Seat


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
    """Give, parallel to the seats, the points that decide the game for each."""
    return tuple(account.total for account in accounts(game))


def ahead(game: Game) -> tuple[Seat, ...]:
    """List the seats with the highest total; when they are not one side, it is a draw.

    Source: Akagiri 1998 (equal totals are a draw).
    """
    points = totals(game)
    return tuple(
        seat for seat, total in zip(game.table.seats, points, strict=True) if total == max(points)
    )


def drawn(game: Game) -> bool:
    """Say whether more than one side has the highest total."""
    leaders = ahead(game)
    return any(
        seat not in game.variant.feeds[game.table.seats.index(leaders[0])] for seat in leaders
    )
