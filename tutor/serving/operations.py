"""What the tutor is watched by: its log, its counters, and addresses that tell machines of them.

Of learners there are numbers alone, of this process, since it began. The log has no words of
theirs, and seldom what would come without end.
"""

import asyncio
import logging
import os
import secrets
from collections import Counter, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from signal import SIGTERM, getsignal, signal
from threading import Event, Lock, Timer, current_thread, main_thread
from time import monotonic, perf_counter
from traceback import walk_tb
from types import FrameType
from typing import Self

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from tutor.serving.checks import Check, is_crowded, most_of_one_address, ready
from tutor.serving.gate import is_local
from tutor.store.transactions import writes_waiting

_LOGGER = logging.getLogger(__name__)

_KEPT = 2000
"""So many of the last presses stand for how long presses take."""


@dataclass(slots=True)
class Figures:
    """Counters that any thread may raise."""

    presses: int = 0
    faults: int = 0
    sockets: int = 0
    _seconds: deque[float] = field(default_factory=lambda: deque(maxlen=_KEPT))
    _lock: Lock = field(default_factory=Lock)

    def pressed(self, seconds: float) -> None:
        """Count a press that has been answered, and how long that took."""
        with self._lock:
            self.presses += 1
            self._seconds.append(seconds)

    def fault(self) -> None:
        """Count something that went wrong and that a learner saw."""
        with self._lock:
            self.faults += 1

    @contextmanager
    def socket(self) -> Iterator[None]:
        """Count an open connection as long as it is open."""
        with self._lock:
            self.sockets += 1
        try:
            yield
        finally:
            with self._lock:
                self.sockets -= 1

    def quantile(self, share: float) -> float:
        """Return the time in seconds within which this share of the last presses was done."""
        with self._lock:
            kept = sorted(self._seconds)
        return kept[min(len(kept) - 1, int(share * len(kept)))] if kept else 0.0


FIGURES = Figures()
"""Those of this process."""


class Presses:
    """Times the presses of one stream: from when one comes in until its page is whole."""

    def __init__(self) -> None:
        self._begun: float | None = None

    def come(self) -> None:
        """Note that a press has come in; what is pressed meanwhile has the same answer."""
        if self._begun is None:
            self._begun = perf_counter()

    def answered(self) -> None:
        """Count the press whose page is whole now."""
        if self._begun is not None:
            FIGURES.pressed(perf_counter() - self._begun)
            self._begun = None


def exposition(figures: Figures, rooms: int | None, pending: int) -> str:
    """Return the figures as Prometheus reads them, and who waits for the store now.

    *rooms* is how many there are in the database; nothing if it did not answer. *pending* is how
    many changes it does not have yet.
    """
    lines = [
        ("calypso_sockets", "gauge", "Open browser connections.", figures.sockets),
        ("calypso_presses_total", "counter", "Presses answered since the start.", figures.presses),
        ("calypso_faults_total", "counter", "Runs that ended in an error.", figures.faults),
        ("calypso_press_seconds_p50", "gauge", "Half are this fast.", figures.quantile(0.5)),
        ("calypso_press_seconds_p95", "gauge", "19 of 20 are.", figures.quantile(0.95)),
        ("calypso_store_waits", "gauge", "Writes that wait for their turn now.", writes_waiting()),
        ("calypso_store_pending_writes", "gauge", "Changes not yet in the database.", pending),
    ]
    if rooms is not None:
        lines.append(("calypso_rooms", "gauge", "Rooms in the database.", rooms))
    return "".join(
        f"# HELP {name} {about}\n# TYPE {name} {kind}\n{name} {value:g}\n"
        for name, kind, about, value in lines
    )


TOKEN = "CALYPSO_METRICS_TOKEN"  # noqa: S105 - the name of the setting, not the secret
"""The environment variable whose value opens ``/metrics``; without it that address is closed."""


_LONGEST = 5
"""Seconds after which a database that says nothing counts as one that does not answer."""


async def livez(_request: Request) -> Response:
    """Answer that the process is alive; nothing else is asked."""
    return PlainTextResponse("alive\n")


class Readiness:
    """Tells whether a learner can be served now; who asks while it is looked at waits for that.

    However many ask, a silent database holds one of the threads by which pages are answered.
    """

    def __init__(self) -> None:
        self._looking: asyncio.Task[tuple[Check, ...]] | None = None

    async def answer(self, _request: Request) -> Response:
        """Answer 200 or 503, and why."""
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(run_in_threadpool(lambda: tuple(ready())))
        try:
            checks = await asyncio.wait_for(asyncio.shield(self._looking), _LONGEST)
        except TimeoutError:
            return JSONResponse({"database": "does not answer"}, status_code=503)
        well = all(check.well for check in checks)
        told = {check.name: "ok" if check.well else check.found for check in checks}
        return JSONResponse(told, status_code=200 if well else 503)


async def metrics(
    rooms: Callable[[], int | None], pending: Callable[[], int], request: Request
) -> Response:
    """Return the figures to whoever shows the token."""
    wanted = os.environ.get(TOKEN, "")
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not wanted or not secrets.compare_digest(wanted.encode(), given.encode()):
        return PlainTextResponse("closed\n", status_code=404)
    rooms_now = await run_in_threadpool(rooms)
    told = exposition(FIGURES, rooms_now, pending())
    return PlainTextResponse(told, media_type="text/plain; version=0.0.4")


def routes(rooms: Callable[[], int | None], pending: Callable[[], int]) -> list[Route]:
    """Return the addresses for machines.

    *rooms* counts those in the database, if it answers; *pending* the changes that are not there.
    """
    return [
        Route("/livez", livez),
        Route("/readyz", Readiness().answer),
        Route("/metrics", partial(metrics, rooms, pending)),
    ]


_STOPPING = Event()
_LONGEST_STOP = 10.0
"""Seconds after which a process that was asked to stop no longer waits for those connected."""


def heed_stop(farewell: Callable[[], object]) -> None:
    """See to it that a process which is asked to stop ends, besides what it does then.

    A server that stops closes the streams it has, and waits for them. One that came in that very
    moment, as of a browser that another process has left, it would wait for as long as it stays:
    from then on no stream opens. Nor has somebody who reads no longer what was asked for to be
    waited for: after ten seconds *farewell* is called, and the process ends.
    """
    before = getsignal(SIGTERM)
    if callable(before) and current_thread() is main_thread():

        def stop(sign: int, frame: FrameType | None) -> None:
            if not _STOPPING.is_set():
                _STOPPING.set()
                last = Timer(_LONGEST_STOP, _end, (farewell,))
                last.daemon = True
                last.start()
            before(sign, frame)

        signal(SIGTERM, stop)


def _end(farewell: Callable[[], object]) -> None:
    """End the process, whoever is still connected."""
    farewell()
    os._exit(0)


class CountedSockets:
    """Counts the browsers that are connected, and lets no more come than there is room for.

    Where no file can be opened any more, the server tries and writes so thousands of times a
    second, and nobody is served. From one address a quarter of them come at most, by our own
    limit a school of five hundred: who opens streams without end leaves room for others.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._crowded = False
        self._from = Counter[str]()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, counted if it stays open."""
        if scope["type"] != "websocket" or not HTTPConnection(scope).url.path.endswith("/stream"):
            await self._app(scope, receive, send)
            return
        crowded = is_crowded()
        if crowded and not self._crowded:
            _LOGGER.warning("hardly any open files are left: browsers are turned away")
        self._crowded = crowded
        caller = str((scope.get("client") or ("",))[0])
        too_many = self._from[caller] >= most_of_one_address() and not is_local(caller)
        if _STOPPING.is_set() or crowded or too_many:
            # As a server that restarts: the browser comes again by itself.
            await send({"type": "websocket.close", "code": 1012})
            return
        self._from[caller] += 1
        try:
            with FIGURES.socket():
                await self._app(scope, receive, send)
        finally:
            self._from -= Counter([caller])  # and forgets those that have none left


class LogLine(logging.LogRecord):
    """One line of the log; of an error it says what kind it is and where it was raised.

    What an error itself says may be a learner's: PostgreSQL quotes the row that breaks a rule.
    """

    fault = ""

    def without_words_of_errors(self) -> Self:
        """Return the line with no more than that of every error."""
        if self.exc_info and self.exc_info[1]:
            self.fault = _kind(self.exc_info[1])
        if isinstance(self.args, tuple):
            self.args = tuple(
                _kind(arg) if isinstance(arg, BaseException) else arg for arg in self.args
            )
        self.exc_info = self.stack_info = None
        return self

    def getMessage(self) -> str:  # noqa: N802 - as logging calls it
        """Return what is said, in one line; beside an error only what it begins with."""
        lines = super().getMessage().splitlines()
        return f"{lines[0] if lines else ''}: {self.fault}" if self.fault else " ".join(lines)


DEEP = 6
"""Places named of an error: the one where it was raised, and those that led there."""


def _kind(error: BaseException) -> str:
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    places = [f"{'/'.join(Path(file).parts[-2:])}:{line}" for file, line in frames[::-1][:DEEP]]
    cause = error.__cause__ or error.__context__
    from_ = f" from {type(cause).__name__}" if cause else ""
    return f"{type(error).__name__}{from_} at {' < '.join(places)}"


_OUT_OF_FILES = "socket.accept() out of system resource"
"""What asyncio says where it can open no file for a connection, and goes on trying."""

_SELDOM = 60.0
"""Seconds from one such line to the next."""


def loop_faults() -> Callable[[asyncio.AbstractEventLoop, dict[str, object]], None]:
    """Return what hears of the faults of a loop: it logs them, and one of them seldom.

    asyncio tells that one thousands of times a second. While it is written those who are
    connected wait, and the disk fills.
    """
    last = -_SELDOM

    def hear(loop: asyncio.AbstractEventLoop, fault: dict[str, object]) -> None:
        nonlocal last
        if fault.get("message") == _OUT_OF_FILES:
            if monotonic() - last < _SELDOM:
                return
            last = monotonic()
        loop.default_exception_handler(fault)

    return hear


@contextmanager
def log_lines() -> Iterator[None]:
    """Let every logger of this process write such lines."""
    before = logging.getLogRecordFactory()
    logging.setLogRecordFactory(
        lambda *told, **more: LogLine(*told, **more).without_words_of_errors()
    )
    try:
        yield
    finally:
        logging.setLogRecordFactory(before)
