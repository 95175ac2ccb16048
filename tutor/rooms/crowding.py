"""Which room makes way when as many run as may: one of whoever has opened the most.

A flood is to cost the one who makes it. Where everybody has one room, of the empty
ones that goes whose teacher has done nothing for the longest: whoever comes gets in, and stays
alone in a room unharmed until as many as may run have been opened after it; with one learner in
it the room stays.

Whether rooms belong together is known by the network they were opened in; of that the database
holds 16 bits of a keyed digest, while the room runs. That tells a flood from an evening, and is
far too little to tell who somebody is: thousands of networks have the same.
"""

import hmac
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from tutor.rooms.codes import RENTED, network

MANY = 6.0
"""The weight beyond which rooms with people in them make way too: twelve with one person each.
Somebody who floods sends learners of their own."""


@dataclass(frozen=True, slots=True)
class Running:
    """A room that is not over, as far as it matters here."""

    row: int
    place: int | None
    people: int
    touched: datetime


def place_of(address: str | None, key: bytes) -> int | None:
    """Return roughly where an address is; nothing, if it is not known."""
    if not address:
        return None
    whole = hmac.new(key, f"place:{network(address, RENTED)}".encode(), sha256).digest()
    return int.from_bytes(whole[:2])


def makes_way(running: Iterable[Running], place: int | None) -> int | None:
    """Return the row of the room that goes, so that one may open at *place*; none, if none should.

    A room weighs the less the more people are in it, so that a school with a class in every room
    weighs less than two that stay empty. Where the weight is greatest, the emptiest room goes,
    and of several the one that was left alone the longest.
    """
    at = defaultdict[object, list[Running]](list)
    for room in running:
        # What is opened nobody knows where has nothing to do with the others of its kind.
        at[("row", room.row) if room.place is None else room.place].append(room)

    def weight(where: object) -> float:
        opening = where == place is not None
        return opening + sum(1 / (1 + room.people) for room in at[where])

    def first(where: object) -> Running:
        return min(at[where], key=lambda room: (room.people, room.touched))

    for where in sorted(at, key=lambda one: (-weight(one), one != place, first(one).touched)):
        if not first(where).people or weight(where) > MANY:
            return first(where).row
    return None
