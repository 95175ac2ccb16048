"""The cookie's value: a token with a signature, so that only what this server gave is accepted."""

import hmac
from base64 import urlsafe_b64encode
from hashlib import sha256

from tutor.store.keys import is_token

_LENGTH = 22
"""Signs of a signature: 132 bits."""


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
