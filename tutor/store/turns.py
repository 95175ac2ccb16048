"""Who writes next: the writers of one process queue, and whoever came first goes first.

SQLite lets one transaction write at a time and lets the others ask again and again; whoever
asks at the right moment is next. On a slow disk some of eight threads then waited longer than
any patience. So only the first of the queue asks SQLite: it competes with other programs alone.
"""

import logging
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Lock
from time import monotonic, sleep
from weakref import WeakValueDictionary

_LOGGER = logging.getLogger(__name__)

STREAK = 0.25
"""Seconds that one process writes without a pause while others of it queue."""

PAUSE = 0.03
"""Seconds of that pause: longer than another program waits before it asks again."""

SAID_AFTER = 2.0
"""Seconds of waiting after which the log says so."""


class TurnError(Exception):
    """The turn did not come within the patience of the one who waited."""


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
    def turn(self, patience: float) -> Iterator[None]:
        """Wait for the turn, at most *patience* seconds, and have it while the context lasts.

        Raises:
            TurnError: It did not come in time.
        """
        self._take(patience)
        try:
            yield
        finally:
            self._give_up()

    def _take(self, patience: float) -> None:
        with self._lock:
            if not self._busy:
                self._busy, self._since = True, monotonic()
                return
            mine = Event()
            self._queue.append(mine)
        if patience > SAID_AFTER:
            if mine.wait(SAID_AFTER):
                return
            _LOGGER.warning("a write has waited %.0f s for its turn", SAID_AFTER)
            patience -= SAID_AFTER
        if mine.wait(patience):
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
        found = _OF_FILES.get(file)
        if found is None:
            found = _OF_FILES[file] = Turns()
        return found
