"""Seats called as they are seen from one of them: you, left, partner, right."""

from engine.table import Seat, Table
from engine.variants import Variant

YOU = "you"

_AROUND = {
    2: (YOU, "opposite"),
    3: (YOU, "left", "right"),
    4: (YOU, "left", "opposite", "right"),
}
"""Clockwise from one's own seat, by how many there are."""


def seen_from(variant: Variant, table: Table, me: Seat) -> tuple[tuple[Seat, str], ...]:
    """Return what every seat is called by who sits at *me*: the last part of its key."""
    seats = table.clockwise(me, len(table.seats))
    mates = variant.feeds[table.seats.index(me)]
    return tuple(
        (seat, "partner" if seat != me and seat in mates else place)
        for seat, place in zip(seats, _AROUND[len(seats)], strict=True)
    )
