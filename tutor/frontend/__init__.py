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
def style_sheet(*names: str) -> str:
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

_SIGN = re.compile(r'<svg id="(\w)".*?>(.*?)</svg>', re.DOTALL)
_PATH = re.compile(r'<path(?: class="(\w+)")? d="([^"]+)"')


def _drawn(name: str) -> Mapping[str, tuple[tuple[str, str], ...]]:
    """Return the outlines in a file of signs, each with its ink, by the letter of the sign."""
    return {sign[1]: tuple(_PATH.findall(sign[2])) for sign in _SIGN.finditer(text(name))}


PIPS: Mapping[str, str] = {suit: outline for suit, ((_, outline),) in _drawn("pips.svg").items()}
"""The outlines of the suit signs by the letters of suits, in a square of 32."""

FIGURES = _drawn("court.svg")
"""The court cards by their letters, in a field of 40 by 56 and three inks."""
