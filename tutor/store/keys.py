"""Secrets that stand for a learner: the browser's token, and the code that other devices take.

Either is random and long, so one round of SHA-256 hides it well: there is nothing to
guess from, and no need for salt or for a slow digest as passwords have.
"""

import hashlib
import re
import secrets
import unicodedata

_TOKEN = re.compile(r"[A-Za-z0-9_-]{32}", re.ASCII)

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32 characters: no I, L, O or U."""

_LOOK_ALIKES = str.maketrans("OILU", "011V")
"""What somebody may read for one of the characters, and that character."""

LONGEST_TYPED = 200
"""Characters of what is typed that are read: a whole link has room."""

_GROUPS, _GROUP = 4, 5
"""Four groups of five characters are 100 bits: typed in half a minute, guessed never."""

DASHES = "-‐‑–—−ー"
"""What stands between the groups of a code; a Japanese keyboard has the mark of a long vowel."""

_WRITTEN = re.compile(f"[{DASHES}]".join([f"[0-9A-Z]{{{_GROUP}}}"] * _GROUPS))
"""A code as it is shown."""


def new_token() -> str:
    """Make a token of 192 random bits, as 32 characters that a cookie may hold."""
    return secrets.token_urlsafe(24)


def is_token(text: object) -> bool:
    """Return whether *text* has the form of a token."""
    return isinstance(text, str) and _TOKEN.fullmatch(text) is not None


def new_resume_code() -> str:
    """Make a resume code of 100 random bits, as four groups of five characters."""
    groups = ("".join(secrets.choice(ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS))
    return "-".join(groups)


def capitals(typed: str) -> str:
    """Return the start of what is typed, in capitals; full-width letters become plain ones."""
    return unicodedata.normalize("NFKC", typed[:LONGEST_TYPED]).upper()


def read_resume_code(typed: str) -> str | None:
    """Read a code as a person types it; nothing if it cannot be one.

    Case, spaces, dashes and the full-width letters of a Japanese keyboard do not matter,
    and a look-alike counts as the character meant. Written with its dashes, it is also found in
    a sentence or a link.
    """
    plain = capitals(typed)
    match = _WRITTEN.search(plain)
    code = re.sub("[^0-9A-Z]", "", match[0] if match else plain).translate(_LOOK_ALIKES)
    if len(code) != _GROUPS * _GROUP or not set(code) <= set(ALPHABET):
        return None
    return "-".join(code[i : i + _GROUP] for i in range(0, len(code), _GROUP))


def digest(kind: str, secret: str) -> str:
    """Return what is stored instead of a secret; *kind* keeps tokens and codes apart."""
    return hashlib.sha256(f"{kind}:{secret}".encode()).hexdigest()
