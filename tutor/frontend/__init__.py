"""Style sheets, scripts and drawn signs as text; colours by name, for what is no style sheet."""

import re
from collections.abc import Mapping
from enum import StrEnum, unique
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent
_BLOCK = re.compile(r":root(?:\.dark)? \{([^}]*)\}")
_PROPERTY = re.compile(r"--([\w-]+):\s*([^;]+);")
_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_USED = re.compile(r"var\(--([\w-]+)\)")


@unique
class Scheme(StrEnum):
    """In which light colours are seen."""

    LIGHT = "light"
    DARK = "dark"
    PRINT = "print"


@cache
def text(name: str) -> str:
    """Return what the file *name* of this folder holds."""
    return (_FOLDER / name).read_text(encoding="utf-8")


@cache
def sheet(*names: str) -> str:
    """Return these style sheets as one."""
    return "\n".join(text(f"{name}.css") for name in names)


@cache
def colours(scheme: Scheme) -> Mapping[str, str]:
    """Return what `colours.css` sets, by name: of the dark and of print, over what is light."""
    plain = _COMMENT.sub("", text("colours.css"))
    light, *over = (dict(_PROPERTY.findall(block)) for block in _BLOCK.findall(plain))
    return light | dict(zip(list(Scheme)[1:], over, strict=True)).get(scheme, {})


ICON = _USED.sub(lambda used: colours(Scheme.LIGHT)[used[1]], text("icon.svg"))
"""The tutor's sign, with its colours written out: no style sheet reaches it."""


# ---------------------------------------------------------------- signs that are drawn


PIPS: Mapping[str, str] = {
    "S": "M16 2C13 8 3 13 3 20a6.6 6.6 0 0 0 11.4 4.6Q14 28 10.5 30h11"
    "Q18 28 17.6 24.6A6.6 6.6 0 0 0 29 20C29 13 19 8 16 2z",
    "H": "M16 29.5C12 23 2.5 17.5 2.5 10.5A7 7 0 0 1 16 8a7 7 0 0 1 13.5 2.5"
    "C29.5 17.5 20 23 16 29.5z",
    "D": "M16 1.5Q20 9 27 16q-7 7-11 14.5Q12 23 5 16 12 9 16 1.5z",
    "C": "M16 2a6.7 6.7 0 0 1 5.2 11A6.7 6.7 0 1 1 17.6 23.2Q18 28 21.5 30h-11"
    "Q14 28 14.4 23.2A6.7 6.7 0 1 1 10.8 13 6.7 6.7 0 0 1 16 2z",
}
"""The outlines of the suit signs by the letters of suits, in a square of 32; drawn, so that none
becomes an emoji."""


def _pearl(x: float, y: float) -> str:
    return f"M{x - 2.7} {y}a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0z"


_ROBE = "M2 56C2 46 8 40 15 38h10c7 2 13 8 13 18z"
_COLLAR = "M14.5 38h11l2.5 2.5L20 52l-8-11.5z"
_FACE = "M12 27a8 9.5 0 1 0 16 0a8 9.5 0 1 0-16 0z"
_EYES = "M15.4 26h2.4v2.2h-2.4zM22.2 26h2.4v2.2h-2.4z"
_BAND = "M9.5 18.5h21v4.6h-21z"

FIGURES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "J": (
        ("dark", _ROBE),
        ("dark", "M10.5 22c-2 7-1 12 1 16h17c2-4 3-9 1-16z"),
        ("light", _FACE),
        ("dark", _EYES),
        ("gold", _COLLAR),
        ("dark", "M6 21C4 12 12 8 20 9c9 0 15 4 15 9 0 2-1 3-3 3z"),
        ("gold", _BAND),
        ("gold", "M25 12C28 5 33 2 39 0c1 8-4 14-11 15z"),
    ),
    "Q": (
        ("dark", _ROBE),
        ("dark", "M10 22c-1 9-1 15-5 20h30c-4-5-4-11-5-20z"),
        ("light", _FACE),
        ("dark", _EYES),
        ("gold", _COLLAR),
        ("dark", "M9.5 19L7.5 8l7 5 5.5-9 5.5 9 7-5-2 11z"),
        ("gold", _BAND),
        ("gold", _pearl(7.5, 7) + _pearl(20, 3.2) + _pearl(32.5, 7)),
    ),
    "K": (
        ("dark", _ROBE),
        ("light", _FACE),
        ("dark", _EYES),
        ("gold", _COLLAR),
        (
            "dark",
            "M11 23v8c0 11 3 17 9 17s9-6 9-17v-8l-1.8 1c0 5-1 8.5-3 8.5h-8.4c-2 0-3-3.5-3-8.5z",
        ),
        ("dark", "M9.5 19C5 10 12 7 20 10.5 28 7 35 10 30.5 19z"),
        ("gold", _BAND),
        ("gold", "M18.4 0h3.2v3h3v3.2h-3v4.6h-3.2V6.2h-3V3h3z"),
    ),
}
"""The court cards by their letters, in a field of 40 by 56 and three inks: the jack has a cap with
a feather, the queen a crown of pearls, the king a beard and a crown with a cross."""
