"""The position that a step of a lesson shows: its table with a hand, and calypsos beside it."""

from collections.abc import Sequence

from puzzles.scenes import LEARNER, HandSight, ShelfSight, TableSight, so_far
from tutor.drawing.calypso import calypso_picture
from tutor.drawing.hand import hand_picture
from tutor.drawing.markup import Look, Picture, together
from tutor.drawing.puzzles import Illustration
from tutor.drawing.trick import trick_picture
from tutor.lessons.steps import PositionShown, Show


def position(
    look: Look, step: Show, shown: PositionShown, laid: int, *, complete: bool
) -> Illustration:
    """Draw the trick as far as it is *laid*, a hand below it, and calypsos before or after it.

    The calypsos are no part of the table, which stays where it is whatever comes to them.
    """
    table = _table(look, shown, laid, complete=complete)
    shelves = _shelves(look, shown, complete=complete)
    return Illustration(
        _one([*(table or shelves), *_hand(look, step)]),
        _one(shelves).unannounced if table and shelves else None,
    )


def apart(look: Look, step: Show, shown: PositionShown) -> tuple[Picture, Picture | None]:
    """Draw all of it in two pictures for a wide screen: the table, and what belongs beside it."""
    table = _table(look, shown, len(shown.trick.plays) if shown.trick else 0, complete=True)
    shelves = _shelves(look, shown, complete=True)
    beside = [*(shelves if table else ()), *_hand(look, step)]
    return _one(table or shelves), _one(beside) if beside else None


def _one(pictures: Sequence[Picture]) -> Picture:
    return pictures[0] if len(pictures) == 1 else together(*pictures)


def _shelves(look: Look, shown: PositionShown, *, complete: bool) -> list[Picture]:
    """Draw the calypsos of whoever gets cards from the trick, or of everybody."""
    holdings = shown.after if complete and shown.after else shown.holdings
    if not holdings:
        return []
    fed = {seat for place in shown.placements if (seat := place.builder)} or set(shown.table.seats)
    winner = shown.ruling.winning.seat if shown.ruling and complete else None
    return [
        calypso_picture(
            look,
            ShelfSight(
                seat=seat,
                calypsos=calypsos,
                placements=shown.placements if complete else (),
                winner=winner,
                full=shown.variant.full,
            ),
        )
        for seat, calypsos in zip(shown.table.seats, holdings, strict=True)
        if seat in fed or seat == winner
    ]


def _table(look: Look, shown: PositionShown, laid: int, *, complete: bool) -> list[Picture]:
    """Draw the table; of calypsos without a trick there is none."""
    if shown.holdings and not shown.trick:
        return []
    sight = TableSight(
        variant=shown.variant,
        table=shown.table,
        trick=so_far(shown.trick, laid if shown.trick else None),
        ruling=shown.ruling if complete else None,
    )
    return [trick_picture(look, sight)]


def _hand(look: Look, step: Show) -> list[Picture]:
    if not step.hand:
        return []
    return [hand_picture(look, HandSight(seat=LEARNER, yours=True, cards=step.hand))]
