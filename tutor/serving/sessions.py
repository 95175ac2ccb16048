"""Which session is whose: the browser that began it, told by the signed token in its cookie."""

import hmac
from base64 import urlsafe_b64encode
from collections import OrderedDict
from hashlib import sha256
from threading import Lock

from tutor.store.keys import is_token

_LENGTH = 22
"""Characters of a signature: 132 bits."""


def signed(token: str, secret: bytes) -> str:
    """Return the token as the cookie holds it."""
    return f"{token}.{_signature(token, secret)}"


def opened(value: str, secret: bytes) -> str | None:
    """Return the token in a cookie's value, if this server signed it."""
    token, _, signature = value.partition(".")
    if not is_token(token) or not signature.isascii():
        return None
    return token if hmac.compare_digest(signature, _signature(token, secret)) else None


def _signature(token: str, secret: bytes) -> str:
    made = hmac.new(secret, f"cookie:{token}".encode(), sha256).digest()
    return urlsafe_b64encode(made).decode()[:_LENGTH]


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
