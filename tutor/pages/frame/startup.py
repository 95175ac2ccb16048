"""What the server does once, before its first visitor."""

import gc
import logging
import socket
import sys
from asyncio import get_running_loop
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from threading import Thread

import streamlit as st

from puzzles.natural import pools
from tutor.learning.estimate import hypotheses
from tutor.learning.evidence import ABOUT
from tutor.pages.frame import progress
from tutor.pages.frame.address import base, bound, is_set, networks
from tutor.pages.frame.library import lessons
from tutor.serving.checks import raise_open_files
from tutor.serving.gate import ADDRESS, is_local
from tutor.serving.operations import heed_stop, log_lines, loop_faults
from tutor.store import StoreError
from tutor.store.database import require_writable

_FAREWELL = 5.0
"""Seconds that a server which is stopped takes to write what is on its way to the store."""


_GARBAGE = (10_000, 20, 20)
"""After how many new objects Python looks for garbage, and after how many such looks further: a
press makes a few hundred that last, and Python's own 700 would look at every second press."""


def load_for_all() -> None:
    """Load what every visit needs, and leave it out of Python's search for garbage.

    That search goes through all that is loaded while everybody waits. With fifty learners,
    leaving it out brought the time of 95 in 100 verdicts from 0.36 s down to 0.13 s. What is
    worked out at the first answer would be worked out by all who answer in that moment.
    """
    lessons()
    pools()
    for kind in ABOUT:
        hypotheses(kind)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


_DESCRIPTORS = Path("/dev/fd")
"""Where Linux and macOS list what a process has open."""
_TCP = socket.AF_INET, socket.SOCK_STREAM


def send_at_once() -> None:
    """Have the system send browsers each message at once.

    Otherwise it holds the next ones back until the first has been acknowledged: a round trip
    more before every verdict, up to a fifth of a second with who acknowledges late. asyncio asks
    for this wherever a socket says it is TCP; of the one that Streamlit opens it cannot tell
    (github.com/Kludex/uvicorn/issues/3149). Connections have it from the socket they come to.
    """
    for descriptor in filter(Path.is_socket, _DESCRIPTORS.glob("*")):
        with suppress(OSError), socket.fromfd(int(descriptor.name), *_TCP) as opened:
            if opened.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def tell_of_store() -> None:
    """Open the store, and tell the person at the terminal if it cannot be used.

    The tutor serves all the same: a database may come later, and much needs none.
    """
    try:
        require_writable(progress.unbounded().engine)
    except StoreError as error:
        sys.stderr.write(f"  Nothing can be saved yet: {error}\n")


def who_can_open() -> str:
    """Return what the person at the terminal should know: where the tutor is, and for whom."""
    alone = bound()
    if is_set():
        here = alone or "localhost"
        too = f"; on this machine at {_at(here)} too" if is_local(here) else ""
        return f"  The tutor is open at {base()}, as {ADDRESS} says{too}.\n"
    if alone:
        return f"  The tutor answers at {_at(alone)} alone.\n"
    here, *others = (_at(host) for host in ("localhost", *networks()))
    return (
        f"  The tutor is open at {here}\n"
        + "".join(f"  and for others at {url}\n" for url in others)
        + "  It answers on every network of this machine, so that phones can join a room.\n"
        "  To keep it to yourself: calypso serve -- --server.address localhost\n"
        '  (with make: make app ARGS="--server.address localhost")\n'
    )


def _at(host: str) -> str:
    named = f"[{host}]" if ":" in host else host
    path = st.get_option("server.baseUrlPath").strip("/")
    return f"http://{named}:{st.get_option('server.port')}/{path}"


@asynccontextmanager
async def lifespan(_app: object) -> AsyncIterator[None]:
    """Serve from when everything is loaded until what learners did last is written."""
    logging.basicConfig(format=st.get_option("logger.messageFormat"))  # as Streamlit's own lines
    # For who looks for faults the log may quote learners; Streamlit reads the word in capitals too.
    tells_all = str(st.get_option("logger.level")).lower() == "debug"
    with nullcontext() if tells_all else log_lines():
        raise_open_files()
        send_at_once()
        get_running_loop().set_exception_handler(loop_faults())
        farewell = partial(progress.drain, _FAREWELL)
        heed_stop(farewell)
        load_for_all()
        sys.stderr.write(who_can_open())
        # Beside: nobody waits for a database that is silent, least of all who stops the server.
        Thread(target=tell_of_store, name="store", daemon=True).start()
        yield
        await get_running_loop().run_in_executor(None, farewell)
