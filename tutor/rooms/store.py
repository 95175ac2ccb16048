"""What can be done with rooms: what a method writes, it writes in one transaction.

Everything about a room is in the database, so that all servers on it show the same room. Who has
tried wrong codes and who has opened rooms is counted by each process; `tutor.rooms.limits` says
why.
"""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime

from sqlalchemy import Connection

from tutor.rooms import Room, RoomOptions, RoomRefusal, Slide, new_room_code, read_room_code, rows
from tutor.rooms.agenda import DraftQuestion
from tutor.rooms.answers import MOST_MEMBERS, Crowd, Member, Pulse, Visit, check_answer
from tutor.rooms.controls import forget_votes, questions_of, talk
from tutor.rooms.limits import Guesses, Opened, makes_way, place_of
from tutor.rooms.nicknames import distinct, nickname
from tutor.store import Store
from tutor.store.keys import digest, is_token, new_token

MOST_ROOMS = 1_000
"""Rooms that may run at one time; `tutor.rooms.limits` counts on few."""

_KEY_BYTES = 9
"""The key of a join link: 72 random bits, twelve characters, so that the QR code stays coarse."""


class Rooms:
    """Keeps the rooms of a store; one of it serves all threads of a process.

    Whatever a method has returned from is committed. Methods raise `RoomRefusal` when a room
    refuses (there is none, or another browser controls it), and `StoreError` when the database
    fails; nothing is then half done.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._guesses = Guesses()
        self._opened = Opened()

    def count(self, *, now: datetime) -> int:
        """Return how many rooms are running."""
        return self._store.reading(lambda connection: rows.running(connection, now))

    # ---------------------------------------------------------------------- teacher

    def open(
        self,
        token: str,
        drafts: Sequence[DraftQuestion],
        options: RoomOptions,
        *,
        closing: Sequence[Slide] = (),
        address: str | None = None,
        now: datetime,
    ) -> str:
        """Open a room that asks *drafts*, controlled by the browser of *token*; give its code.

        Raises:
            RoomRefusal: There is nothing to ask (``no-question``), this browser or its
                address has opened too many rooms (``too-many-rooms``), or too many run, and
                none should make way (``busy``).
            ValueError: There are more than `MOST_QUESTIONS` drafts.
        """
        if not drafts:
            raise RoomRefusal("no-question", "a room has something to ask")
        key = secrets.token_urlsafe(_KEY_BYTES)

        def add(connection: Connection) -> str:
            rows.sweep(connection, now)
            _make_way(connection, place, now)
            while True:
                room = Room(
                    code=new_room_code(),
                    options=options,
                    questions=questions_of(drafts),
                    closing=tuple(closing),
                    opened=now,
                    touched=now,
                )
                row = rows.add(connection, room, key, place)
                if row is not None:
                    rows.add_teacher(connection, row, _digest("teacher", room.code, token))
                    return room.code

        browser = _browser(token)
        if not self._opened.take(browser, address, now):
            raise RoomRefusal("too-many-rooms", "this browser or address has opened too many")
        try:
            place = place_of(address, self._store.secret("places"))
            return self._store.writing(add)
        except BaseException:
            self._opened.give_back(browser, address, now)
            raise

    def taught(self, token: str, *, now: datetime) -> tuple[tuple[str, int], ...]:
        """Return the running rooms this browser controls, last used first, and how many are in."""

        def look(connection: Connection) -> tuple[tuple[str, int], ...]:
            return tuple(
                (code, rows.count_members(connection, row)[0])
                for row, code, key in rows.taught(connection, now)
                if key == _digest("teacher", code, token)
            )

        return self._store.reading(look)

    def joined(self, token: str, *, now: datetime) -> tuple[str, ...]:
        """Return the running rooms this browser is in, the last joined first."""

        def look(connection: Connection) -> tuple[str, ...]:
            keys = [_digest("member", code, token) for code in rows.codes(connection, now)]
            return tuple(rows.rooms_of(connection, keys))

        return self._store.reading(look)

    def change(
        self, code: str, token: str, seen: int | None, change: Callable[[Room], Room]
    ) -> bool:
        """Change a room as its teacher says, if it still is at the version *seen*.

        Pressed twice a control works once, and of two teachers who press at once one is heard. A
        difference, such as one card more, has no version: it holds whatever else has happened.
        Return whether it was done; not, if the room has gone on.
        """

        def apply(connection: Connection) -> bool:
            row = _as_teacher(connection, code, token)
            if seen is not None and row.version != seen:
                return False
            _go_on(connection, row, change(row.room))
            return True

        return self._store.writing(apply)

    def talk(self, code: str, token: str, seen: int, *, now: datetime) -> bool:
        """Keep how the answers are spread, show nobody, and take answers again after a talk.

        In one transaction: an answer is in the first vote or comes after it. Return whether it
        was done; not, if the room has gone on since the version *seen*.
        """

        def apply(connection: Connection) -> bool:
            row = _as_teacher(connection, code, token)
            if row.version != seen:
                return False
            _go_on(connection, row, talk(row.room, rows.given(connection, row.id), now))
            return True

        return self._store.writing(apply)

    def remove(self, code: str, token: str, number: int) -> bool:
        """Remove a member with name and answers, and say whether there was one."""

        def remove(connection: Connection) -> bool:
            row = _as_teacher(connection, code, token)
            gone = rows.remove_member(connection, row.id, number)
            if gone:
                rows.save(connection, row.id, forget_votes(row.room, number))
            return gone

        return self._store.writing(remove)

    def crowd(self, code: str, token: str, *, now: datetime) -> Crowd:
        """Return everybody in the room and all they answered."""

        def look(connection: Connection) -> Crowd:
            row = rows.there(rows.find(connection, code))
            _check_teacher(connection, row, token)
            room, members = row.room, rows.members_of(connection, row.id)
            if room.over(now) and not room.names_kept:  # those of an idle room are still there
                members = tuple(replace(member, name="") for member in members)
            return Crowd(members, rows.given(connection, row.id))

        return self._store.reading(look)

    def link(self, code: str, token: str) -> str:
        """Make the secret by which another device of the teacher's controls the room.

        The one made before no longer works. Only its digest is stored: it cannot be shown again.
        """
        secret = new_token()

        def keep(connection: Connection) -> None:
            row = _as_teacher(connection, code, token)
            rows.set_link(connection, row.id, _digest("link", code, secret))

        self._store.writing(keep)
        return secret

    def adopt(
        self, code: str, secret: str, token: str, *, address: str | None, now: datetime
    ) -> bool:
        """Let a browser control the room whose link holds *secret*; return whether it does.

        A wrong one counts as a wrong code.
        """
        browser = _browser(token)
        # Nobody guesses 192 bits: what others at this address have tried does not matter.
        if not is_token(secret) or self._guesses.guessed(browser, now):
            return False

        def adopt(connection: Connection) -> bool:
            row = rows.find(connection, code)
            if row is None or row.link != _digest("link", code, secret):
                return False
            rows.add_teacher(connection, row.id, _digest("teacher", code, token))
            return True

        done = self._store.writing(adopt)
        if not done:
            self._guesses.note(browser, address, now)
        return done

    # --------------------------------------------------------------------- everybody

    def visit(
        self, typed: str, token: str, *, key: str = "", address: str | None = None, now: datetime
    ) -> Visit:
        """Look into the room of a code, as a person typed it or a link says it.

        With the right *key*, which the join link says beside the code, it is no guess.

        Raises:
            RoomRefusal: There is no such room (``no-room``), or too many wrong codes were
                tried (``too-many-guesses``); then a right one is refused too.
        """
        code, browser = read_room_code(typed), _browser(token)

        def look(connection: Connection) -> Visit | None:
            row = rows.find(connection, code) if code else None
            if code is None or row is None:
                return None
            mine = rows.member_row(connection, row.id, _digest("member", code, token))
            teaches = rows.teaches(connection, row.id, _digest("teacher", code, token))
            known = mine is not None or teaches or secrets.compare_digest(key, row.key)
            if not known and not self._guesses.may_look(browser, row.code, address, now):
                raise too_many
            return Visit(
                room=row.room,
                version=row.version,
                member=mine[1] if mine else None,
                given=rows.given_by(connection, mine[0]) if mine else (),
                teaches=teaches,
                key=row.key if teaches else "",
            )

        too_many = RoomRefusal("too-many-guesses", "too many wrong codes; wait ten minutes")
        key = key if key.isascii() else ""  # as compare_digest wants it
        seen = self._store.reading(look)
        if seen is not None:
            self._guesses.came(seen.room.code, address, now)
            return seen
        if not self._guesses.allowed(browser, address, now):
            raise too_many
        self._guesses.note(browser, address, now)
        raise RoomRefusal("no-room", "no room has this code")

    def join(self, code: str, token: str, typed: str, *, now: datetime) -> Member:
        """Let a learner who visited the room in under a nickname; who is in already stays so."""
        name = nickname(typed)

        def come(connection: Connection) -> Member:
            row = rows.seize(connection, code)
            room = row.room
            if room.over(now):
                raise RoomRefusal("over", "the room has ended")
            key = _digest("member", code, token)
            mine = rows.member_row(connection, row.id, key)
            if mine is not None and not mine[1].removed:
                return mine[1]
            if room.shut:
                raise RoomRefusal("shut", "the teacher lets nobody else join")
            present, ever = rows.count_members(connection, row.id)
            another = mine is None  # who was removed has a row
            if present >= MOST_MEMBERS or (another and ever >= rows.MOST_ROWS):
                raise RoomRefusal("full", f"a room has at most {MOST_MEMBERS} learners")
            free = distinct(name, {member.name for member in rows.members_of(connection, row.id)})
            return rows.add_member(connection, row.id, key, ever + 1, free, now)

        return self._store.writing(come)

    def rename(self, code: str, token: str, typed: str, *, now: datetime) -> Member:
        """Let a learner who is in the room go by another nickname."""
        name = nickname(typed)

        def change(connection: Connection) -> Member:
            row = rows.seize(connection, code)
            if row.room.over(now):
                raise RoomRefusal("over", "the room has ended")
            mine = rows.member_row(connection, row.id, _digest("member", code, token))
            if mine is None or mine[1].removed:
                raise RoomRefusal("not-member", "whoever goes by another name has to join first")
            id_, member = mine
            everybody = rows.members_of(connection, row.id)
            taken = {somebody.name for somebody in everybody if somebody.number != member.number}
            rows.rename_member(connection, id_, free := distinct(name, taken))
            return replace(member, name=free)

        return self._store.writing(change)

    def answer(
        self,
        code: str,
        token: str,
        question: int,
        answer: str,
        *,
        now: datetime,
        clock: Callable[[], datetime] | None = None,
    ) -> str:
        """Keep a learner's answer, instead of the one they gave before; return it as it is kept.

        It was given at the time *now*. Where the store may have let it wait, *clock* says how late
        it is when it is written: what was closed meanwhile takes no answer.
        """

        def put(connection: Connection) -> str:
            row = rows.share(connection, code)
            mine = rows.member_row(connection, row.id, _digest("member", code, token))
            member = mine[1] if mine else None
            late = clock() if clock else now
            kept = check_answer(row.room, member, question, answer, late)
            assert mine
            rows.put_answer(connection, mine[0], question, kept, now)
            return kept

        return self._store.writing(put)

    def pulse(self, code: str, question: int | None) -> Pulse | None:
        """Return the numbers by which the teacher's page knows what has changed."""
        return self._store.reading(lambda connection: rows.pulse(connection, code, question))

    def version(self, code: str) -> int | None:
        """Return the number by which a telephone knows whether anything has changed."""
        return self._store.reading(lambda connection: rows.version(connection, code))

    def sweep(self, *, now: datetime) -> None:
        """Forget what is long over, and the names of rooms that ended by themselves."""
        self._store.writing(lambda connection: rows.sweep(connection, now))


def _go_on(connection: Connection, row: rows.RoomRow, room: Room) -> None:
    """Write what the teacher has done; who is in the room when a question is opened is in time."""
    rows.save(connection, row.id, room)
    shown = room.question
    before = shown and row.room.find(shown.id)
    if shown and shown.opened and not (before and before.opened == shown.opened):
        rows.come_in_time(connection, row.id, shown.opened)


def _make_way(connection: Connection, place: int | None, now: datetime) -> None:
    """Forget a running room, if as many run as may and one should make way; else refuse."""
    if rows.running(connection, now) >= MOST_ROOMS:
        gone = makes_way(rows.all_running(connection, now), place)
        if gone is None:
            raise RoomRefusal("busy", f"{MOST_ROOMS} rooms are running")
        rows.drop(connection, gone)


def _as_teacher(connection: Connection, code: str, token: str) -> rows.RoomRow:
    row = rows.seize(connection, code)
    _check_teacher(connection, row, token)
    return row


def _check_teacher(connection: Connection, row: rows.RoomRow, token: str) -> None:
    if not rows.teaches(connection, row.id, _digest("teacher", row.code, token)):
        raise RoomRefusal("not-teacher", "only the teacher controls a room")


def _digest(who: str, code: str, secret: str) -> str:
    """Return what is stored instead of a token: another digest in every room."""
    return digest(f"{who} of room {code}", secret)


def _browser(token: str) -> str:
    """Return the browser a name under which its wrong codes are counted."""
    return digest("guessing", token)
