"""Nicknames: what learners call themselves, made harmless before anybody sees it."""

import unicodedata

from tutor.rooms import RoomRefusal

LONGEST = 20
"""Letters; a name must fit on a projector beside many others."""

_MOST_SIGNS = 60
"""Code points, marks and the joints of emoji included."""

_MOST_MARKS = 2
"""Marks on one letter; a pile of them would cover the names above and below."""

_JOINER, _PICTURE = "\u200d", "\ufe0f"
"""What joins several emoji into one, and what asks for the coloured form of a sign."""

_SKIN = range(0x1F3FB, 0x1F400)
"""The five tones an emoji may have; Unicode counts them among the modifiers."""

_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5")
"""Letters and marks that look like nothing."""


def nickname(typed: str) -> str:
    """Return the name that is shown for what somebody typed.

    Left out is whatever is not seen or changes how the rest is read: control signs, signs
    that turn the direction of writing, zero-width signs, piles of marks. Emoji stay, also
    those of several signs. Full-width forms become plain ones, so that a spreadsheet's
    formula cannot hide in them.

    Raises:
        RoomRefusal: Nothing is left (``name-empty``), or too much (``name-long``).
    """
    plain = unicodedata.normalize("NFKC", typed[: 10 * _MOST_SIGNS])
    kept: list[str] = []
    marks = 0
    for at, sign in enumerate(plain):
        if _is_space(sign):
            sign = " "  # noqa: PLW2901 - every space is shown as one
        elif not _stays(sign, "".join(kept[-1:]), plain[at + 1 : at + 2]):
            continue  # what is left out parts no pile of marks
        marks = marks + 1 if _is_mark(sign) else 0
        if marks <= _MOST_MARKS:
            kept.append(sign)
    name = " ".join("".join(kept).split())
    if not any(map(_is_seen, name)):
        raise RoomRefusal("name-empty", "a nickname has at least one sign that can be seen")
    if letters(name) > LONGEST or len(name) > _MOST_SIGNS:
        raise RoomRefusal("name-long", f"a nickname has at most {LONGEST} letters")
    return name


def distinct(name: str, taken: set[str]) -> str:
    """Return *name*, numbered if somebody in the room has it already, and then no longer."""
    number, found = 2, name
    others = {other.casefold() for other in taken}
    while found.casefold() in others:
        ending = f" {number}"
        found, number = _shortened(name, LONGEST - len(ending)) + ending, number + 1
    return found


def _shortened(name: str, most: int) -> str:
    """Return so many letters of *name* at most, each whole: with its marks, tones and joints."""
    while letters(name) > most:
        name = name[:-1]  # the first sign of a letter goes last, and only then is it one fewer
    return name.rstrip()


def letters(name: str) -> int:
    """Count the letters as a reader does: marks, tones and joints belong to the sign before."""
    joined = 0
    for before, sign in zip(" " + name, name, strict=False):
        tone = ord(sign) in _SKIN
        joined += _is_mark(sign) or tone or sign == _JOINER or before == _JOINER
    return len(name) - joined


def _stays(sign: str, before: str, after: str) -> bool:
    """Return whether a sign that is no space may stand after *before* and before *after*."""
    if sign in _BLANKS:
        return False
    if sign == _JOINER:
        return _is_emoji(before) and _is_emoji(after)
    if sign == _PICTURE:
        return _is_emoji(before)
    if unicodedata.category(sign).startswith("M"):
        # Selectors of a form are marks too; only the one above is of use.
        return bool(before) and before != " " and not unicodedata.name(sign, "").startswith("VAR")
    return unicodedata.category(sign)[0] in "LNPS"


def _is_space(sign: str) -> bool:
    return sign.isspace() or unicodedata.category(sign) in {"Zs", "Zl", "Zp"}


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign).startswith("M")


def _is_emoji(sign: str) -> bool:
    return bool(sign) and (
        sign == _PICTURE or ord(sign) in _SKIN or unicodedata.category(sign) == "So"
    )


def _is_seen(sign: str) -> bool:
    return unicodedata.category(sign)[0] in "LNPS"
