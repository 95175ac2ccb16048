"""What a running tutor counts about itself: presses and how long they took, faults, sockets.

There is nothing about learners here: numbers alone, of this process, since it began.
"""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Lock
from time import perf_counter

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

    @contextmanager
    def press(self) -> Iterator[None]:
        """Count what a press of a button sets off, and how long it takes."""
        begun = perf_counter()
        try:
            yield
        finally:
            with self._lock:
                self.presses += 1
                self._seconds.append(perf_counter() - begun)

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


def exposition(figures: Figures, rooms: int | None) -> str:
    """Return the figures as Prometheus reads them.

    Args:
        figures: What was counted.
        rooms: How many rooms there are in the database; nothing if it did not answer.
    """
    lines = [
        ("calypso_sockets", "gauge", "Open browser connections.", figures.sockets),
        ("calypso_presses_total", "counter", "Runs of a page since the start.", figures.presses),
        ("calypso_faults_total", "counter", "Runs that ended in an error.", figures.faults),
        ("calypso_press_seconds_p50", "gauge", "Half are this fast.", figures.quantile(0.5)),
        ("calypso_press_seconds_p95", "gauge", "19 of 20 are.", figures.quantile(0.95)),
    ]
    if rooms is not None:
        lines.append(("calypso_rooms", "gauge", "Rooms in the database.", rooms))
    return "".join(
        f"# HELP {name} {about}\n# TYPE {name} {kind}\n{name} {value:g}\n"
        for name, kind, about, value in lines
    )
