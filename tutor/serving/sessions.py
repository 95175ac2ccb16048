"""Which session is whose: the browser that began it, by a digest of its cookie."""

from collections import OrderedDict
from threading import Lock

MOST = 20_000
"""Sessions remembered; of more, those that began first are forgotten, and cannot be resumed."""


class Sessions:
    """The owners of sessions; one of it serves all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._owner: OrderedDict[str, str] = OrderedDict()

    def begin(self, session: str, owner: str) -> None:
        """Note whose session it is; who has begun it keeps it."""
        with self._lock:
            self._owner.setdefault(session, owner)
            while len(self._owner) > MOST:
                self._owner.popitem(last=False)

    def belongs(self, session: str, owner: str) -> bool:
        """Whether the session was begun by this browser."""
        with self._lock:
            return self._owner.get(session) == owner


SESSIONS = Sessions()
"""Those of this process."""
