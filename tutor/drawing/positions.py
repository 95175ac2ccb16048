"""The position that a step of a lesson shows: its table, calypsos and a hand in one picture."""

from puzzles.scenes import LEARNER, HandSight, ShelfSight, TableSight, so_far
from tutor.drawing.calypso import calypso_picture
from tutor.drawing.hand import hand_picture
from tutor.drawing.markup import Look, Picture, together
from tutor.drawing.trick import trick_picture
from tutor.lessons.steps import PositionShown, Show


def position(look: Look, step: Show, shown: PositionShown, laid: int, *, complete: bool) -> Picture:
    """Draw the trick as far as it is *laid*, and calypsos before or after it."""
    pictures = []
    holdings = shown.after if complete and shown.after else shown.holdings
    if holdings:
        fed = {seat for place in shown.placements if (seat := place.builder)} or set(
            shown.table.seats
        )
        winner = shown.ruling.winning.seat if shown.ruling and complete else None
        pictures += [
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
    if shown.trick or not shown.holdings:
        pictures.append(
            trick_picture(
                look,
                TableSight(
                    variant=shown.variant,
                    table=shown.table,
                    trick=so_far(shown.trick, laid if shown.trick else None),
                    ruling=shown.ruling if complete else None,
                ),
            )
        )
    if step.hand:
        pictures.append(hand_picture(look, HandSight(seat=LEARNER, yours=True, cards=step.hand)))
    return pictures[0] if len(pictures) == 1 else together(*pictures)
