"""What the pages of rooms share: the rooms, this browser, and the address learners join at."""

import socket
from collections.abc import Callable
from functools import cache
from ipaddress import ip_address
from urllib.parse import urlencode, urlsplit, urlunsplit

import streamlit as st

from tutor.pages import identity, progress, session
from tutor.rooms.refusal import RoomRefusal
from tutor.store import Rooms, Store, StoreError, new_token

EVERY, HALL_EVERY = 1.0, 0.5
"""Seconds after which a telephone, and the teacher's page, look whether the room has gone on.
There are many telephones and one teacher, who is to see every answer within two seconds."""


@cache
def _rooms(store: Store) -> Rooms:
    """Keep one for the process: it counts wrong codes."""
    return Rooms(store)


def rooms() -> Rooms:
    """Give the rooms of the store.

    Raises:
        StoreError: The store cannot be used.
    """
    return _rooms(progress.store())


def token() -> str:
    """Give what tells this browser from others: its cookie, else this session alone."""
    return str(session.remembered("token", lambda: identity.token() or new_token()))


def network() -> str | None:
    """Give the browser's address on the network, where it is known."""
    found = st.context.ip_address
    return found if isinstance(found, str) else None


def attempt(what: Callable[[], object]) -> bool:
    """Do something to a room in a callback; what is refused is told once, by `told`."""
    try:
        what()
    except RoomRefusal as refusal:
        session.put("room-told", f"room.refused.{refusal.key}")
    except StoreError as error:
        session.put("room-told", f"store.{error.key}")
    else:
        return True
    return False


def told() -> None:
    """Say, once, what was refused."""
    key = session.widget("room-told")
    if isinstance(key, str):
        session.drop("room-told")
        with st.container(key="room-told-here"):
            st.warning(session.texts()(key), icon=":material/info:")


def join_address(code: str, key: str) -> str:
    """Give the address at which learners join, key included; others can reach it.

    A teacher who runs the tutor on their own machine sees it at an address that only this
    machine knows; learners need the one it has in the network.
    """
    at = urlsplit(str(st.context.url or "http://localhost/host"))
    where = at.netloc
    if _only_here(at.hostname or "") and (found := _in_network()):
        where = f"{found}:{at.port}" if at.port else found
    path = at.path.rstrip("/").rpartition("/")[0] + "/room"
    return urlunsplit((at.scheme, where, path, urlencode({"room": code, "key": key}), ""))


def shown_address(address: str) -> str:
    """Write an address as people type it: without the beginning and the code."""
    at = urlsplit(address)
    return f"{at.netloc}{at.path}"


def _only_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


@cache
def _in_network() -> str | None:
    """Give this machine's address in its network; nothing is sent to find out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # RFC 5737: an address nobody has
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if _only_here(found) or found.startswith("0.") else found
