"""The codes of rooms: short enough to be called across a hall, with no signs that look alike."""

import secrets
import unicodedata

ALPHABET = "CDFGHJKMNPQRTWXY3479"
"""Of letters and digits those that nobody takes for one another in writing (no 0 O, 1 I L, 2 Z,
5 S, 6 8 B, U V); the vowels are out as well, so that no code spells a word."""

LENGTH = 6
"""Twenty signs in six places: 64 million codes; `tutor.rooms.guesses` says why that is enough."""


def new_code() -> str:
    """Make the code of a new room."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read_code(typed: str) -> str | None:
    """Read a code as a person types it; nothing if it cannot be one.

    Case, spaces, dashes and the full-width letters of a Japanese keyboard do not matter.
    """
    plain = unicodedata.normalize("NFKC", typed[:100]).upper()
    signs = "".join(sign for sign in plain if sign.isalnum())
    return signs if len(signs) == LENGTH and set(signs) <= set(ALPHABET) else None


def spaced(code: str) -> str:
    """Write a code in two groups, as it is read aloud."""
    return f"{code[:3]} {code[3:]}"
