"""The tables rooms are kept in, and a room as the data that stands in them.

Teachers and learners stand here by digests made for the one room: nobody can be followed from
room to room, or from a room to the progress of the same browser.
"""

from collections.abc import Mapping
from typing import Any

from pydantic import TypeAdapter
from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from tutor.rooms import Room
from tutor.store.tables import METADATA, NUMBER, Moment

rooms = Table(
    "rooms",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("code", String(6), nullable=False, unique=True),
    Column("key", String(20), nullable=False),
    Column("version", Integer, nullable=False),
    Column("state", JSON, nullable=False),
    Column("touched", Moment, nullable=False, index=True),
    Column("ended", Moment),
    Column("link", String(64)),
    Column("place", Integer),
)
"""A room; ``state`` is what `tutor.rooms.tables` writes.

``version`` counts what the teacher did: by it pages know whether anything has changed, and a
control says what it was pressed at. ``key`` stands in the link that learners join by,
``link`` is the digest of the one by which the teacher's other device controls the room.
``touched`` and ``ended`` are the state's own, for cleaning. ``place`` tells, while the room runs,
which rooms were opened in one network; `tutor.rooms.limits` says how little it holds.
"""

teachers = Table(
    "room_teachers",
    METADATA,
    Column("room", ForeignKey(rooms.c.id, ondelete="CASCADE"), primary_key=True),
    Column("key", String(64), primary_key=True),
)
"""The browsers that control a room, by the digest of their token for this room."""

members = Table(
    "room_members",
    METADATA,
    Column("id", NUMBER, primary_key=True),
    Column("room", ForeignKey(rooms.c.id, ondelete="CASCADE"), nullable=False),
    Column("key", String(64), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("joined", Moment, nullable=False),
    Column("removed", Boolean, nullable=False),
    UniqueConstraint("room", "key"),
    UniqueConstraint("room", "number"),
)
"""The learners in a room; the name is empty once names have vanished."""

answers = Table(
    "room_answers",
    METADATA,
    Column("member", ForeignKey(members.c.id, ondelete="CASCADE"), primary_key=True),
    Column("question", Integer, primary_key=True),
    Column("answer", Text, nullable=False),
    Column("at", Moment, nullable=False),
)
"""The answer of a member to a question: one row, so that nothing counts twice."""


_ROOM = TypeAdapter(Room)


def write_room(room: Room) -> dict[str, Any]:
    """Return the room as plain data for JSON."""
    data = _ROOM.dump_python(room, mode="json", by_alias=True)
    return {"version": 1, **data.pop("options"), **data}


def read_room(data: Mapping[str, Any]) -> Room:
    """Return the room that `write_room` has written."""
    return _ROOM.validate_python({**data, "options": data})
