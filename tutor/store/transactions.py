"""Transactions: who writes next, how long one waits, and what is tried again.

SQLite lets one transaction write at a time and lets the others ask again and again; whoever
asks at the right moment is next. On a slow disk some of eight threads then waited for longer
than they may. So only the first of the queue asks SQLite: it competes with other programs alone.
"""

import logging
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from copy import copy
from threading import Event, Lock
from time import monotonic, sleep
from typing import Self, TypeVar
from weakref import WeakValueDictionary

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError

from tutor.store import database
from tutor.store.faults import SlowError, TurnError, explained, kind
from tutor.store.workers import Task, WorkerPool

_LOGGER = logging.getLogger(__name__)

STREAK = 0.25
"""Seconds that one process writes without a pause while others of it queue."""

PAUSE = 0.03
"""Seconds of that pause: longer than another program waits before it asks again."""

SAID_AFTER = 2.0
"""Seconds of waiting after which the log says so."""


class Turns:
    """A queue of those who write to one file; one of it serves all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._queue: deque[Event] = deque()
        self._busy = False
        self._since = 0.0

    @property
    def waiting(self) -> int:
        """The number of those who wait."""
        return len(self._queue)

    @contextmanager
    def turn(self, seconds: float) -> Iterator[None]:
        """Wait for the turn, so many seconds at most, and have it while the context lasts."""
        self._take(seconds)
        try:
            yield
        finally:
            self._give_up()

    def _take(self, seconds: float) -> None:
        with self._lock:
            if not self._busy:
                self._busy, self._since = True, monotonic()
                return
            mine = Event()
            self._queue.append(mine)
        if seconds > SAID_AFTER:
            if mine.wait(SAID_AFTER):
                return
            _LOGGER.warning("a write has waited %.0f s for its turn", SAID_AFTER)
            seconds -= SAID_AFTER
        if mine.wait(seconds):
            return
        with self._lock:
            if mine.is_set():  # it came in this very moment
                return
            self._queue.remove(mine)
        raise TurnError(f"{self.waiting + 1} writes are waiting")

    def _give_up(self) -> None:
        if self._queue and monotonic() - self._since > STREAK:
            sleep(PAUSE)  # while nobody of this process asks, another program comes in
            self._since = monotonic()
        with self._lock:
            if self._queue:
                self._queue.popleft().set()
            else:
                self._busy = False


_OF_FILES: WeakValueDictionary[str, Turns] = WeakValueDictionary()
_FINDING = Lock()


def turns_of(file: str) -> Turns:
    """Return the queue of all in this process who write to *file*."""
    with _FINDING:
        turns = _OF_FILES.get(file)
        if turns is None:
            turns = _OF_FILES[file] = Turns()
        return turns


def writes_waiting() -> int:
    """Return how many of this process wait for their turn to write, whatever the file."""
    with _FINDING:
        return sum(turns.waiting for turns in _OF_FILES.values())


Result = TypeVar("Result")

_READING, _WRITING = WorkerPool("reading", 8), WorkerPool("writing", 8)
"""Who reads and writes for those who do not wait for ever; writers do not hold up readers."""

_CROWDED = 0.02
"""Seconds before a connection is asked for again where the server has none left."""

_TRIES = 3
"""How often a transaction is tried before its fault is told."""

_TIES = frozenset({"40001", "40P01"})
"""PostgreSQL's codes for transactions it ended in favour of others: serialisation, deadlock."""


class Transactions:
    """Those of one database; one of it serves all threads.

    What has returned is committed. A method raises `StoreError` when the database fails;
    nothing is then half done.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.url = database.where_is(engine.url)
        self._writer = engine.execution_options(writes=True)
        file = engine.url.database or ""
        self._turns = turns_of(file) if engine.dialect.name == "sqlite" else None
        self._seconds: float | None = None

    def within(self, seconds: float) -> Self:
        """Return the same transactions, which wait at most *seconds*."""
        limited = copy(self)
        limited._seconds = seconds
        return limited

    def read(self, work: Callable[[Connection], Result]) -> Result:
        """Read in one transaction."""
        return self._beside(
            _READING, lambda wanted: self._carry_out(self.engine.begin, wanted), work
        )

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Write in one transaction, committed when this returns.

        If the connection breaks during the commit, nobody knows whether it was; it is
        tried again. Written twice is written once, but for a difference (a card more that is
        held up in a hall), which may then count twice; the teacher sees it and takes it back.
        """
        return self._beside(_WRITING, self._write_at_once, work)

    def _write_at_once(self, work: Callable[[Connection], Result]) -> Result:
        if self._turns is None:
            return self._carry_out(self._writer.begin, work)
        with explained(self.url), self._turns.turn(database.LONGEST_WAIT):
            return self._carry_out(self._writer.begin, work)

    def _beside(
        self,
        hands: WorkerPool,
        carry_out: Callable[[Callable[[Connection], Result]], Result],
        work: Callable[[Connection], Result],
    ) -> Result:
        """Carry it out; with `within`, beside this thread, and undone if it comes too late."""
        if self._seconds is None:
            return carry_out(work)

        def begin(task: Task[Result]) -> Result:
            def unless_given_up(connection: Connection) -> Result:
                if not task.wanted:
                    raise SlowError("nobody waits for it any more")
                return work(connection)

            return carry_out(unless_given_up)

        with explained(self.url):
            return hands.do(begin, self._seconds)

    def _carry_out(
        self,
        begin: Callable[[], AbstractContextManager[Connection]],
        work: Callable[[Connection], Result],
    ) -> Result:
        until = monotonic() + database.LONGEST_WAIT
        tries = 1
        with explained(self.url):
            while True:
                try:
                    with begin() as connection:
                        return work(connection)
                except DBAPIError as error:
                    if _worth_another_try(error) and tries < _TRIES:
                        tries += 1
                    elif not self._may_wait(error) or monotonic() >= until:
                        raise

    def _may_wait(self, error: DBAPIError) -> bool:
        """Wait for what others hold; return whether there is anything to wait for."""
        if kind(error) == "crowded":
            sleep(_CROWDED)  # meanwhile a connection of ours may have come back
            return True
        # SQLite has waited by itself. PostgreSQL has waited for as long as it was told to.
        return self._turns is not None and kind(error) == "busy"


def _worth_another_try(error: DBAPIError) -> bool:
    """Return whether the connection was lost or the database broke a tie against us."""
    tie = getattr(error.orig, "sqlstate", None) in _TIES
    return tie or error.connection_invalidated
