"""An evening at the club: the hall, the telephones, and the teacher between them.

What their pages share is here: the rooms, this browser, and the address learners join at.
"""

from collections import deque
from collections.abc import Callable
from functools import cache, lru_cache, partial
from typing import TypeVar
from urllib.parse import urlsplit

import streamlit as st

from tutor.pages.frame import address, progress, session
from tutor.rooms import CODE_LENGTH, Room, RoomRefusal, read_room_code
from tutor.rooms.store import Rooms
from tutor.store import Store, StoreError

Result = TypeVar("Result")

EVERY, HALL_EVERY = 1.0, 0.5
"""Seconds after which a telephone, and the teacher's page, look whether the room has gone on.
There are many telephones and one teacher, who is to see every answer within two seconds."""


@cache
def of(store: Store) -> Rooms:
    """Return the rooms of a store."""
    return Rooms(store)


def rooms() -> Rooms:
    """Return the rooms of the store, or raise StoreError."""
    return of(progress.store())


_ARRIVED: deque[str] = deque(maxlen=1_000)
"""The marks of links that were opened lately; a check lasts minutes.

They are the process's own. Where there are several, a setting names their address: there the
teacher goes by what the phone shows.
"""

_LONGEST_MARK = 20


def arrived() -> None:
    """Note that a phone has opened the link of a teacher's check."""
    mark = session.asked("try")
    if mark is not None:
        session.untell("try")
        if len(mark) <= _LONGEST_MARK:
            _ARRIVED.append(mark)


def came(mark: str) -> bool:
    """Whether a phone has opened the link of the check with this mark."""
    return mark in _ARRIVED


def running() -> int | None:
    """Return how many rooms are running; nothing if the store does not say."""
    try:
        return rooms().count(now=progress.now())
    except StoreError:
        return None


def tidy() -> None:
    """Let the store forget what is over: names of idle rooms, and rooms of last week.

    Once an hour at the most, whenever somebody opens a page of rooms; nobody waits for it.
    """
    _tidied(progress.now().strftime("%Y-%m-%d %H"))


@lru_cache(maxsize=4)
def _tidied(hour: str) -> None:  # noqa: ARG001 - what makes it once an hour
    progress.write_beside("tidying", lambda store: of(store).sweep(now=progress.now()))


_REFUSED = "room-refused"
"""Where the session keeps the key of what was refused last."""

_TOLD_AT = "room-told-at"
"""Where it keeps at which step that was told first."""

_SILENT = "room-silent"
"""Where it keeps what this run has not found out, because the store failed."""


def begin() -> None:
    """Begin a page of rooms: what was refused on a visit before is past."""
    session.on_arrival(partial(session.forget, _REFUSED))
    tidy()


def attempt(what: Callable[[], Result]) -> Result | None:
    """Return what comes of doing this in a room, in a callback; a refusal is told instead."""
    session.forget(_REFUSED)
    try:
        return what()
    except RoomRefusal as refusal:
        refuse(refusal.key)
    except StoreError as error:
        tell(f"store.{error.key}")
    return None


def refuse(refusal: str) -> None:
    """Let `told` say why a room has refused."""
    tell(f"room.refused.{refusal}")


def tell(words: str) -> None:
    """Let `told` say the words of this key."""
    session.remember(_REFUSED, words)
    session.forget(_TOLD_AT)


def take_code(box: str) -> None:
    """Lead, in a callback, to the room whose code, link or message stands in a *box*."""
    if typed := session.typed(box).strip():
        session.tell(room=read_room_code(typed) or typed[: 4 * CODE_LENGTH])
    else:
        tell("room.join.empty")


def look(code: str, what: str, find: Callable[[], Result]) -> Result | None:
    """Return what is found out about the room of the address; nothing if it refuses, or fails.

    *what* tells it from other things known of the room. `told` says why. While the store fails,
    what was found last holds, and the address stays: nobody is led out of a room by a database
    that says nothing for a while.
    """
    known: dict[tuple[str, str], Result] = session.remembered("room-known", dict)
    try:
        known[code, what] = find()
    except RoomRefusal as refusal:
        refuse(refusal.key)
        session.untell("room", "key")
        return None
    except StoreError as error:
        if (code, what) not in known:
            session.remember(_SILENT, f"store.{error.key}")
    return known.get((code, what))


def step(room: Room) -> object:
    """Return what a room shows, and how far."""
    return room.code, room.at, room.question and room.question.stage


def told(step: object) -> None:
    """Show what was refused, as long as the page shows the same *step* and nothing else is done.

    It is not shown once alone: the page runs once more by itself, when the room goes on or the
    store is quick again. What stands above every page is not said again.
    """
    refused, silent = session.remembered(_REFUSED, str), session.remembered(_SILENT, str)
    session.forget(_SILENT)
    if session.remembered(_TOLD_AT, lambda: step) != step or refused == _above():
        session.forget(_REFUSED)
        refused = ""
    keys = [key for key in dict.fromkeys((refused, silent)) if key and key != _above()]
    if keys:
        with st.container(key="room-told-here"):
            for key in keys:
                st.warning(session.texts()(key), icon=":material/info:")


def _above() -> str:
    return f"store.{progress.trouble()}"


def join_address(code: str, key: str) -> str:
    """Return the address, with its key, at which learners join, if others can reach it."""
    if not address.reachable():
        return ""
    return address.of("room", room=code, key=key)


def shown_address(address: str) -> str:
    """Write an address as people type it: without the beginning and the code."""
    parts = urlsplit(address)
    return f"{parts.netloc}{parts.path}"
