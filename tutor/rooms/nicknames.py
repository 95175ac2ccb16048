"""Nicknames: what learners call themselves, made harmless before anybody sees it."""

import unicodedata
from functools import cache, partial

from tutor.rooms import RoomRefusal

LONGEST = 20
"""Letters; a name must fit on a projector beside many others."""

_MOST_SIGNS = 60
"""Code points, marks and the joints of emoji included."""

_MOST_MARKS = 2
"""Marks on one letter; a pile of them would cover the names above and below."""

_JOINER, _PICTURE = "\u200d", "\ufe0f"
"""What joins several emoji into one, and what asks for the coloured form of a character."""

_SKIN = range(0x1F3FB, 0x1F400)
"""The five tones an emoji may have; Unicode counts them among the modifiers."""

_BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\ufffc\U0001d159")
"""Letters and marks that look like nothing."""


def nickname(typed: str) -> str:
    """Return the name that is shown for what somebody typed.

    Left out is whatever is not seen or changes how the rest is read: control characters, those
    that turn the direction of writing or have no width, piles of marks. Emoji stay, also
    those of several characters. Full-width forms become plain ones, so that a spreadsheet's
    formula cannot hide in them.

    Raises:
        RoomRefusal: Nothing is left (``name-empty``), or too much (``name-long``).
    """
    plain = unicodedata.normalize("NFKC", typed[: 10 * _MOST_SIGNS])
    kept: list[str] = []
    marks = 0
    for number, character in enumerate(plain):
        if character.isspace():
            character = " "  # noqa: PLW2901 - every space is shown as one
        elif not _stays(character, "".join(kept[-1:]), plain[number + 1 : number + 2]):
            continue  # what is left out parts no pile of marks
        marks = marks + 1 if _is_mark(character) else 0
        if marks <= _MOST_MARKS:
            kept.append(character)
    name = " ".join("".join(kept).split())
    if not any(map(_is_seen, name)):
        raise RoomRefusal("name-empty", "a nickname has at least one character that can be seen")
    if count_letters(name) > LONGEST or len(name) > _MOST_SIGNS:
        raise RoomRefusal("name-long", f"a nickname has at most {LONGEST} letters")
    return name


def distinct(name: str, taken: set[str]) -> str:
    """Return *name*, numbered if somebody in the room has it already, and then no longer."""
    number, free = 2, name
    others = {name_taken.casefold() for name_taken in taken}
    shortened = cache(partial(_shortened, name))  # many numbers are equally long
    while free.casefold() in others:
        ending = f" {number}"
        free, number = shortened(LONGEST - len(ending)) + ending, number + 1
    return free


def _shortened(name: str, most: int) -> str:
    """Return so many letters of *name* at most, each whole: with its marks, tones and joints."""
    while count_letters(name) > most:
        name = name[:-1]  # the first character of a letter goes last, and only then is it one fewer
    return name.rstrip()


def count_letters(name: str) -> int:
    """Count the letters as a reader does: marks, tones and joints count with what they follow."""
    joined = 0
    for before, character in zip(" " + name, name, strict=False):
        tone = ord(character) in _SKIN
        joined += _is_mark(character) or tone or character == _JOINER or before == _JOINER
    return len(name) - joined


def _stays(character: str, before: str, after: str) -> bool:
    """Return whether a character that is no space may stand after *before* and before *after*."""
    if character in _BLANKS:
        return False
    if character == _JOINER:
        return _is_emoji(before) and _is_emoji(after)
    if character == _PICTURE:
        return _is_emoji(before)
    if _is_mark(character):
        # Selectors of a form are marks too; only the one above is of use.
        selects = "VARIATION SELECTOR" in unicodedata.name(character, "")
        return bool(before) and before != " " and not selects
    return _is_seen(character)


def _is_mark(character: str) -> bool:
    return unicodedata.category(character).startswith("M")


def _is_emoji(character: str) -> bool:
    return bool(character) and (
        character == _PICTURE or ord(character) in _SKIN or unicodedata.category(character) == "So"
    )


def _is_seen(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNPS"
