"""Which phones have found the way here: what the teacher's check before an evening ticks."""

from collections import OrderedDict
from threading import Lock

MOST_KEPT = 1_000
"""Marks that are remembered; a check lasts minutes."""


class Arrivals:
    """Remembers the marks of links that were opened; one of it serves all threads of a process.

    It is the process's own: where there are several, they have an address that others reach.
    """

    def __init__(self) -> None:
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._lock = Lock()

    def note(self, mark: str) -> None:
        """Remember that the link with this mark was opened."""
        with self._lock:
            self._seen[mark] = None
            self._seen.move_to_end(mark)
            while len(self._seen) > MOST_KEPT:
                self._seen.popitem(last=False)

    def came(self, mark: str) -> bool:
        """Whether the link with this mark was opened."""
        with self._lock:
            return mark in self._seen
