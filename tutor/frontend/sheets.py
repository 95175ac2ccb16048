"""Style sheets, scripts and signs as text; every colour by name, for what is no style sheet."""

import re
from collections.abc import Mapping
from enum import StrEnum, unique
from functools import cache
from pathlib import Path
from types import MappingProxyType

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
    light, *over = (dict(_PROPERTY.findall(block)) for block in _blocks())
    return MappingProxyType(light | dict(zip(list(Scheme)[1:], over, strict=True)).get(scheme, {}))


def filled(drawing: str) -> str:
    """Return *drawing* with its colours written out, for where no style sheet reaches."""
    return _USED.sub(lambda used: colours(Scheme.LIGHT)[used[1]], drawing)


def _blocks() -> list[str]:
    """Return what stands in the blocks of light, dark and print, without comments."""
    return _BLOCK.findall(_COMMENT.sub("", text("colours.css")))
