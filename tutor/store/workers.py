"""Work for the store done beside the pages, so that no page waits for a database.

A `WorkerPool` does what a page waits for, but not for ever. `WriteQueues` hold what a learner has
done and the page need not wait for: kept in memory, written in order, and tried until the store
has it.
"""

import logging
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Condition, Event, Lock, Thread
from time import monotonic
from typing import TypeVar

from tutor.store.faults import SlowError, StoreError

_LOGGER = logging.getLogger(__name__)

Result = TypeVar("Result")

BRIEF = 0.05
"""Seconds that are waited while the store is known to be silent."""

SILENCE = 30.0
"""Seconds for which a store that has not answered is taken to be silent."""


class Task(Future[Result]):
    """Work that is done beside; ``wanted`` says whether anybody still waits for it."""

    def __init__(self, work: Callable[["Task[Result]"], Result]) -> None:
        super().__init__()
        self._work = work
        self.wanted = True

    def wait(self, seconds: float) -> bool:
        """Wait for the end of the work; return whether it has come."""
        return bool(wait([self], seconds).done)

    @property
    def failed(self) -> bool:
        """Whether the store has failed, and has not only come too late."""
        error = self.exception()
        return isinstance(error, StoreError) and error.key != "slow"

    def run(self) -> None:
        """Do the work, in whatever thread this is."""
        try:
            self.set_result(self._work(self))
        except BaseException as error:  # noqa: BLE001 - whoever waits is told
            self.set_exception(error)


class WorkerPool:
    """A few threads that do work in turn."""

    def __init__(self, name: str, number: int) -> None:
        self._name, self._number = name, number
        self._tasks: SimpleQueue[Task[object]] = SimpleQueue()
        self._lock = Lock()
        self._started = 0
        self._idle = 0
        self._silent_until = 0.0

    @property
    def silent(self) -> bool:
        """Whether somebody has waited for the store in vain lately."""
        return monotonic() < self._silent_until

    def begin(self, work: Callable[[Task[Result]], Result]) -> Task[Result]:
        """Let the work be done; whoever wants the result waits for it."""
        task = Task(work)
        with self._lock:
            new = self._idle == 0 and self._started < self._number
            if new:
                self._started += 1
            else:
                self._idle -= 1
        self._tasks.put(task)  # type: ignore[arg-type]
        if new:
            Thread(target=self._work, name=f"{self._name}-{self._started}", daemon=True).start()
        return task

    def do(self, work: Callable[[Task[Result]], Result], seconds: float) -> Result:
        """Return what comes of the work within so many seconds.

        While nothing comes from the store, those who ask next hardly wait at all.

        Raises:
            SlowError: It was not done in time.
        """
        task, silent = self.begin(work), self.silent
        if not task.wait(BRIEF if silent else seconds):
            task.wanted = False
            if not silent:
                self._silent_until = monotonic() + SILENCE
            raise SlowError(f"not done within {seconds} s")
        return task.result()

    def _work(self) -> None:
        while True:
            task = self._tasks.get()
            task.run()
            if not task.failed:  # else it is not known whether the store speaks again
                self._silent_until = 0.0
            with self._lock:
                self._idle += 1


@dataclass(slots=True, eq=False)
class PendingWrite:
    """Something to write, and what it says for whoever reads in the meantime."""

    work: Callable[[], object]
    what: object
    done: Event = field(default_factory=Event)
    heard: Event = field(default_factory=Event)
    result: object = None
    trouble: str = ""
    error: BaseException | None = None

    def wait(self, seconds: float) -> bool:
        """Wait until it is written, or could not be for now; return whether it is written."""
        self.heard.wait(seconds)
        return self.done.is_set()


FIRST_PAUSE, LONGEST_PAUSE = 0.1, 3.0
"""Seconds before a write that failed is tried again: at first, and at last."""

MOST = 2_000
"""Pending writes of one learner that are kept; whoever sends more is told that it is too much."""


class WriteQueues:
    """What is on its way to the store; one of it serves all threads.

    The writes of one learner are carried out one after the other, as they came. One that fails
    because of the store is tried again, for as long as the process lives.
    """

    def __init__(self) -> None:
        self._workers = WorkerPool("writes", 6)
        self._changed = Condition()
        self._of: dict[str, deque[PendingWrite]] = {}
        self._paused: dict[str, tuple[float, float]] = {}
        self._waker: Thread | None = None

    def add(self, who: str, work: Callable[[], object], what: object = None) -> PendingWrite:
        """Write something to the store, after all else of *who*.

        Raises:
            StoreError: Too much of *who* is on its way.
        """
        pending = PendingWrite(work, what)
        with self._changed:
            queue = self._of.setdefault(who, deque())
            if len(queue) >= MOST:
                raise StoreError("busy", f"{MOST} writes of one learner are waiting")
            queue.append(pending)
            first = len(queue) == 1
        if first:
            self._workers.begin(lambda _: self._write(who))
        return pending

    def waiting(self, who: str) -> tuple[PendingWrite, ...]:
        """Return what of *who* is still on its way."""
        with self._changed:
            return tuple(self._of.get(who, ()))

    @property
    def count(self) -> int:
        """The number of all pending writes."""
        with self._changed:
            return sum(map(len, self._of.values()))

    def drain(self, seconds: float) -> bool:
        """Wait until everything is written; return whether it is."""
        with self._changed:
            return self._changed.wait_for(lambda: not self._of, seconds)

    def _write(self, who: str) -> None:
        while True:
            with self._changed:
                pending = self._of[who][0]
            try:
                pending.result = pending.work()
            except StoreError as error:
                if not pending.trouble:
                    _LOGGER.warning("not kept yet (%s), will be tried again: %s", error.key, error)
                pending.trouble = error.key
                pending.heard.set()
                self._pause(who)
                return
            except Exception as error:
                _LOGGER.exception("a write cannot be carried out")
                pending.error = error
            with self._changed:
                self._paused.pop(who, None)
                queue = self._of[who]
                queue.popleft()
                if not queue:
                    del self._of[who]
                    self._changed.notify_all()
            pending.done.set()
            pending.heard.set()
            if not queue:
                return

    def _pause(self, who: str) -> None:
        """Try the writes of *who* again in a while; no thread waits for each of them."""
        with self._changed:
            _, before = self._paused.get(who, (0.0, FIRST_PAUSE / 2))
            pause = min(2 * before, LONGEST_PAUSE)
            self._paused[who] = (monotonic() + pause, pause)
            if self._waker is None:
                self._waker = Thread(target=self._wake, name="writes-again", daemon=True)
                self._waker.start()
            self._changed.notify_all()

    def _wake(self) -> None:
        while True:
            with self._changed:
                due = [when for when, _ in self._paused.values() if when]
                self._changed.wait(max(0.0, min(due) - monotonic()) if due else None)
                now = monotonic()
                again = [who for who, (when, _) in self._paused.items() if when and when <= now]
                for who in again:
                    self._paused[who] = (0.0, self._paused[who][1])
            for who in again:
                self._workers.begin(lambda _, who=who: self._write(who))  # type: ignore[misc]
