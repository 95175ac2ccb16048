"""The tables rooms are kept in; every function works within the caller's transaction.

Teachers and learners stand here by digests made for the one room: nobody can be followed from
room to room, or from a room to the progress of the same browser.

The room's row is locked first, where anything is written. On PostgreSQL, whoever answers shares
the lock (``SHARE``), and whoever controls the room or joins it has it alone: no answer slips in
behind a question that is being closed, and no learner past the limit. SQLite lets one
transaction write at a time and needs no locks.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa
from pydantic import TypeAdapter

from tutor.rooms import IDLE, KEPT, Room, RoomRefusal
from tutor.rooms.answers import Given, Member, Pulse
from tutor.rooms.limits import Running
from tutor.store.database import upsert
from tutor.store.faults import readable
from tutor.store.tables import METADATA, NUMBER, Moment

rooms = sa.Table(
    "rooms",
    METADATA,
    sa.Column("id", NUMBER, primary_key=True),
    sa.Column("code", sa.String(6), nullable=False, unique=True),
    sa.Column("key", sa.String(20), nullable=False),
    sa.Column("version", sa.Integer, nullable=False),
    sa.Column("state", sa.JSON, nullable=False),
    sa.Column("touched", Moment, nullable=False, index=True),
    sa.Column("ended", Moment),
    sa.Column("link", sa.String(64)),
    sa.Column("place", sa.Integer),
)
"""A room; ``state`` is what `write_room` returns.

``version`` counts what the teacher did: by it pages know whether anything has changed, and a
control says what it was pressed at. ``key`` stands in the link that learners join by,
``link`` is the digest of the one by which the teacher's other device controls the room.
``touched`` and ``ended`` are the state's own, for cleaning. ``place`` tells, while the room runs,
which rooms were opened in one network; `tutor.rooms.limits` says how little it holds.
"""

teachers = sa.Table(
    "room_teachers",
    METADATA,
    sa.Column("room", sa.ForeignKey(rooms.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("key", sa.String(64), primary_key=True),
)
"""The browsers that control a room, by the digest of their token for this room."""

members = sa.Table(
    "room_members",
    METADATA,
    sa.Column("id", NUMBER, primary_key=True),
    sa.Column("room", sa.ForeignKey(rooms.c.id, ondelete="CASCADE"), nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("joined", Moment, nullable=False),
    sa.Column("removed", sa.Boolean, nullable=False),
    sa.UniqueConstraint("room", "key"),
    sa.UniqueConstraint("room", "number"),
)
"""The learners in a room; the name is empty once names have vanished."""

answers = sa.Table(
    "room_answers",
    METADATA,
    sa.Column("member", sa.ForeignKey(members.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("question", sa.Integer, primary_key=True),
    sa.Column("answer", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
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


# --------------------------------------------------------------------------- rooms

MOST_ROWS = 1_000
"""Learners a room has ever had, those removed included."""


_ROOM_COLUMNS = tuple(rooms.c[name] for name in ("id", "code", "key", "version", "state", "link"))


@dataclass(frozen=True, slots=True)
class RoomRow:
    """A room as it is stored; see `rooms`."""

    id: int
    code: str
    key: str
    version: int
    room: Room
    link: str | None


_IN_TIME = datetime(2000, 1, 1, tzinfo=UTC)
"""Before anything of ours happened."""


def find(connection: sa.Connection, code: str) -> RoomRow | None:
    """Read a room's row."""
    return _read(connection, _of(code))


def share(connection: sa.Connection, code: str) -> RoomRow:
    """Read a room's row, if there is one, and keep it as it is until the transaction ends."""
    return there(_read(connection, _of(code).with_for_update(read=True)))


def seize(connection: sa.Connection, code: str) -> RoomRow:
    """Read a room's row, if there is one, to change it."""
    return there(_read(connection, _of(code).with_for_update()))


def _of(code: str) -> sa.Select[Any]:
    return sa.select(*_ROOM_COLUMNS).where(rooms.c.code == code)


def _read(connection: sa.Connection, query: sa.Select[Any]) -> RoomRow | None:
    for row in readable(connection, query, _room_row):
        if row is None:
            raise RoomRefusal("damaged", "what is stored of the room cannot be read")
        return row
    return None


def _room_row(
    id: int,  # noqa: A002
    code: str,
    key: str,
    version: int,
    state: Mapping[str, Any],
    link: str | None,
) -> RoomRow:
    if not key.isprintable() or not isinstance(version, int):
        raise ValueError("no room")
    return RoomRow(id, code, key, version, read_room(state), link)


def there(row: RoomRow | None) -> RoomRow:
    """Return the row; where there is none, raise `RoomRefusal`."""
    if row is None:
        raise RoomRefusal("no-room", "no room has this code")
    return row


def add(connection: sa.Connection, room: Room, key: str, place: int | None) -> int | None:
    """Add a room; nothing if its code is taken."""
    state = {"state": write_room(room), "touched": room.touched, "place": place}
    new = upsert(connection, rooms).values(code=room.code, key=key, version=1, **state)
    row: int | None = connection.scalar(new.on_conflict_do_nothing().returning(rooms.c.id))
    return row


def save(connection: sa.Connection, row: int, room: Room) -> None:
    """Write what has become of a room; with its end the names vanish, unless they are kept."""
    changed = sa.update(rooms).where(rooms.c.id == row)
    new = {"state": write_room(room), "touched": room.touched, "ended": room.ended}
    connection.execute(changed.values(version=rooms.c.version + 1, **new))
    if room.ended:
        connection.execute(changed.values(place=None))
    if room.ended and not room.names_kept:
        connection.execute(sa.update(members).where(members.c.room == row).values(name=""))


def _open(now: datetime) -> sa.ColumnElement[bool]:
    """Return what holds of the rooms that are not over."""
    return rooms.c.ended.is_(None) & (rooms.c.touched >= now - IDLE)


def running(connection: sa.Connection, now: datetime) -> int:
    """Count the rooms that are not over."""
    return connection.scalar(sa.select(sa.func.count()).select_from(rooms).where(_open(now))) or 0


def all_running(connection: sa.Connection, now: datetime) -> tuple[Running, ...]:
    """Read the rooms that are not over, to choose among them."""
    inside = (members.c.room == rooms.c.id) & ~members.c.removed
    people = sa.select(sa.func.count()).select_from(members).where(inside).correlate(rooms)
    query = sa.select(rooms.c.id, rooms.c.place, people.scalar_subquery(), rooms.c.touched)
    rows = connection.execute(query.where(_open(now)).order_by(rooms.c.id))
    return tuple(Running(*row) for row in rows)


def drop(connection: sa.Connection, row: int) -> None:
    """Forget a room."""
    connection.execute(sa.delete(rooms).where(rooms.c.id == row))


def sweep(connection: sa.Connection, now: datetime) -> None:
    """Forget the names and places of rooms that ended by themselves, and rooms long over."""
    idle = sa.select(rooms.c.id).where(rooms.c.ended.is_(None), rooms.c.touched < now - IDLE)
    placed = sa.update(rooms).where(rooms.c.id.in_(idle), rooms.c.place.is_not(None))
    connection.execute(placed.values(place=None))
    nameless = sa.update(members).where(members.c.room.in_(idle), members.c.name != "")
    connection.execute(nameless.values(name=""))
    past = now - KEPT
    long_over = (rooms.c.ended < past) | (rooms.c.touched < past - IDLE)
    connection.execute(sa.delete(rooms).where(long_over))


# ------------------------------------------------------------------------ teachers


def teaches(connection: sa.Connection, row: int, key: str) -> bool:
    """Return whether the browser of this digest controls the room."""
    mine = sa.select(teachers.c.key).where(teachers.c.room == row, teachers.c.key == key)
    return connection.scalar(mine) is not None


def add_teacher(connection: sa.Connection, row: int, key: str) -> None:
    """Let the browser of this digest control the room."""
    connection.execute(
        upsert(connection, teachers).values(room=row, key=key).on_conflict_do_nothing()
    )


def taught(connection: sa.Connection, now: datetime) -> Sequence[tuple[int, str, str]]:
    """Read the rooms that are not over, each with the digest of a browser that controls it."""
    both = rooms.join(teachers, teachers.c.room == rooms.c.id)
    query = sa.select(rooms.c.id, rooms.c.code, teachers.c.key).select_from(both)
    ordered = query.where(_open(now)).order_by(rooms.c.touched.desc())
    return [(row.id, row.code, row.key) for row in connection.execute(ordered)]


def codes(connection: sa.Connection, now: datetime) -> Sequence[str]:
    """Read the codes of the rooms that are not over."""
    return connection.scalars(sa.select(rooms.c.code).where(_open(now))).all()


def set_link(connection: sa.Connection, row: int, link: str) -> None:
    """Keep the digest of the teacher's link, instead of any other."""
    connection.execute(sa.update(rooms).where(rooms.c.id == row).values(link=link))


# ------------------------------------------------------------------------- members


def member_row(connection: sa.Connection, row: int, key: str) -> tuple[int, Member] | None:
    """Read the member with this digest, and the number of the row."""
    mine = sa.select(*_MEMBER_COLUMNS).where(members.c.room == row, members.c.key == key)
    return next(readable(connection, mine, _member_row), None)


def rooms_of(connection: sa.Connection, keys: Sequence[str]) -> Sequence[str]:
    """Read the codes of the rooms in which one of these digests is a member's, the last first."""
    both = members.join(rooms, members.c.room == rooms.c.id)
    query = sa.select(rooms.c.code).select_from(both)
    query = query.where(members.c.key.in_(keys), members.c.removed.is_(False))
    return connection.scalars(query.order_by(members.c.joined.desc())).all()


_MEMBER_COLUMNS = (
    members.c.id,
    members.c.number,
    members.c.name,
    members.c.joined,
    members.c.removed,
)


def _member_row(
    id: int,  # noqa: A002
    number: int,
    name: str | None,
    joined: datetime | None,
    removed: object,
) -> tuple[int, Member]:
    """Return a member; who came nobody knows when came in time, and may go without a name."""
    if not isinstance(number, int):
        raise TypeError("no member")
    plain = name if isinstance(name, str) else ""
    return id, Member(number=number, name=plain, joined=joined or _IN_TIME, removed=removed is True)


def members_of(connection: sa.Connection, row: int) -> tuple[Member, ...]:
    """Read everybody who is or was in a room, as they came."""
    everybody = sa.select(*_MEMBER_COLUMNS).where(members.c.room == row).order_by(members.c.number)
    read = readable(connection, everybody, _member_row)
    return tuple(pair[1] for pair in read if pair is not None)


def count_members(connection: sa.Connection, row: int) -> tuple[int, int]:
    """Count who is in a room, and who ever was."""
    mine = sa.select(sa.func.count()).select_from(members).where(members.c.room == row)
    ever = connection.scalar(mine) or 0
    return connection.scalar(mine.where(~members.c.removed)) or 0, ever


def add_member(
    connection: sa.Connection, row: int, key: str, number: int, name: str, now: datetime
) -> Member:
    """Add a member, or bring back one who was removed."""
    values = {"name": name, "joined": now, "removed": False}
    old = member_row(connection, row, key)
    if old is not None:
        id_, was = old
        connection.execute(sa.update(members).where(members.c.id == id_).values(**values))
        return Member(number=was.number, name=name, joined=now)
    connection.execute(sa.insert(members).values(room=row, key=key, number=number, **values))
    return Member(number=number, name=name, joined=now)


def come_in_time(connection: sa.Connection, row: int, opened: datetime) -> None:
    """Let nobody have come after *opened*: a clock was put back, or another server's is ahead."""
    ahead = (members.c.room == row) & (members.c.joined > opened)
    connection.execute(sa.update(members).where(ahead).values(joined=opened))


def rename_member(connection: sa.Connection, member: int, name: str) -> None:
    """Call a member otherwise."""
    connection.execute(sa.update(members).where(members.c.id == member).values(name=name))


def remove_member(connection: sa.Connection, row: int, number: int) -> bool:
    """Forget the name and the answers of a member; say whether there was one."""
    who = (members.c.room == row) & (members.c.number == number) & ~members.c.removed
    member = connection.scalar(sa.select(members.c.id).where(who))
    if member is None:
        return False
    connection.execute(sa.delete(answers).where(answers.c.member == member))
    gone = sa.update(members).where(members.c.id == member)
    connection.execute(gone.values(name="", removed=True))
    return True


# ------------------------------------------------------------------------- answers


def put_answer(
    connection: sa.Connection, member: int, question: int, answer: str, now: datetime
) -> None:
    """Keep an answer instead of the one given before, if that was another."""
    values = {"answer": answer, "at": now}
    new = upsert(connection, answers).values(member=member, question=question, **values)
    connection.execute(
        new.on_conflict_do_update(
            index_elements=["member", "question"],
            set_=values,
            where=answers.c.answer != new.excluded.answer,  # the same sent twice came once
        )
    )


def given_by(connection: sa.Connection, member: int) -> tuple[Given, ...]:
    """Read what one member answered."""
    return _all_given(connection, members.c.id == member)


def given(connection: sa.Connection, row: int) -> tuple[Given, ...]:
    """Read all answers of a room."""
    return _all_given(connection, members.c.room == row)


def _all_given(connection: sa.Connection, whose: sa.ColumnElement[bool]) -> tuple[Given, ...]:
    query = (
        sa.select(answers.c.question, answers.c.answer, answers.c.at, members.c.number)
        .join(members, members.c.id == answers.c.member)
        .where(whose)
        .order_by(answers.c.at, members.c.number)
    )
    return tuple(given for given in readable(connection, query, _given) if given is not None)


def _given(question: int, answer: str, at: datetime | None, member: int) -> Given:
    if not answer.isprintable():
        raise ValueError("no answer")
    return Given(member=member, question=question, answer=answer, at=at or _IN_TIME)


def pulse(connection: sa.Connection, code: str, question: int | None) -> Pulse | None:
    """Count what changes, in one statement."""
    inside = (members.c.room == rooms.c.id) & ~members.c.removed
    answered = (
        sa.select(sa.func.count())
        .select_from(answers.join(members, members.c.id == answers.c.member))
        .where(inside, answers.c.question == question)
    )
    row = connection.execute(
        sa.select(
            rooms.c.version, answered.correlate(rooms).scalar_subquery().label("answered")
        ).where(rooms.c.code == code)
    ).one_or_none()
    return Pulse(row.version, row.answered) if row else None


def version(connection: sa.Connection, code: str) -> int | None:
    """Read what changes for telephones: one number of one row."""
    version: int | None = connection.scalar(sa.select(rooms.c.version).where(rooms.c.code == code))
    return version
