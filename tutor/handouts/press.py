"""Turns a sheet into a PDF, or its pages into pictures: the same bytes for the same sheet."""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import StrEnum, unique
from functools import cache
from pathlib import Path
from typing import Literal

import segno
import typst

from engine.cards import Card, Suit
from tutor.frontend import FIGURES, ICON, PIPS, Scheme, colours
from tutor.handouts import Block, Code, Pack, Sheet
from tutor.words.texts import Texts

_FOLDER = Path(__file__).parent
_TEXT_FORM = "\ufe0e"
_EPOCH = 0
"""When every document says it was made: what was made tells more than when."""

_MODULE = 0.45
"""The width of one square of a QR code in mm: what an old telephone still reads off paper."""

_INK = colours(Scheme.PRINT)
"""Colours on paper, by name."""

_SEEN = colours(Scheme.LIGHT)
"""Colours on a screen."""

_RED = frozenset({Suit.HEARTS, Suit.DIAMONDS})


@unique
class Paper(StrEnum):
    """The size of the paper; the value is the name by which the typesetter knows it."""

    A4 = "a4"
    LETTER = "us-letter"


def pdf(sheet: Sheet | Pack, paper: Paper) -> bytes:
    """Print *sheet*, or several bound as one, as a PDF, tagged for screen readers (PDF/UA-1)."""
    return _compile("sheet.typ", _content(sheet, paper), "pdf")[0]


def pictures(sheet: Sheet | Pack, paper: Paper, width: int) -> tuple[bytes, ...]:
    """Print every page as a PNG of about *width* pixels."""
    inches = 8.5 if paper == Paper.LETTER else 8.27
    return _compile("sheet.typ", _content(sheet, paper), "png", ppi=width / inches)


def link_picture(drawing: Sequence[Block], title: str, language: str) -> bytes:
    """Draw what a link leads to, as messengers show it: a PNG of 1200 by 630 pixels."""
    content = {
        "title": printable(title),
        "brand": Texts(language)("page.brand"),
        "language": language,
        "drawing": _plain(drawing),
        "pips": _pips(Texts(language), _SEEN),
        "figures": _figures(_SEEN),
        "colours": dict(_INK),
        "seen": dict(_SEEN),
    }
    return _compile("link_picture.typ", content, "png", ppi=72)[0]


def icon(size: int) -> bytes:
    """Draw the tutor's sign as a PNG of so many pixels each way."""
    return _compile("icon.typ", {"svg": ICON}, "png", ppi=72 * size / 64)[0]


def _compile(
    file: str, content: Mapping[str, object], form: Literal["pdf", "png"], ppi: float | None = None
) -> tuple[bytes, ...]:
    made: bytes | list[bytes] = typst.compile(
        str(_FOLDER / file),
        root=str(_FOLDER),
        font_paths=_fonts(),
        format=form,
        ppi=ppi,
        sys_inputs={"sheet": json.dumps(content, ensure_ascii=False)},
        pdf_standards=["ua-1"] if form == "pdf" else [],
        timestamp=_EPOCH,
    )
    return (made,) if isinstance(made, bytes) else tuple(made)


@cache
def _fonts() -> typst.Fonts:
    """Read the fonts once; none of the system, so that a sheet is the same everywhere."""
    return typst.Fonts(include_system_fonts=False, font_paths=[str(_FOLDER / "fonts")])


def _content(sheet: Sheet | Pack, paper: Paper) -> dict[str, object]:
    """Write out all that `sheet.typ` reads; it makes up no words of its own."""
    say = Texts(sheet.language)
    content = _plain(sheet)
    assert isinstance(content, dict)
    return {
        **content,
        "paper": paper.value,
        "colours": dict(_INK),
        "figures": _figures(_INK),
        "pips": _pips(say),
        "words": {"wins": say("picture.mark.wins"), "qr": say("handout.qr")},
    }


def _plain(value: object) -> object:
    if isinstance(value, Code):
        code = segno.make(value.address, error="m", micro=False)
        return {
            "svg": code.svg_inline(border=0, dark=_INK["code"], light=_INK["code-paper"]),
            "width": max(26, round(code.symbol_size(border=0)[0] * _MODULE)),
            "caption": _plain(value.caption),
        }
    if isinstance(value, Card):
        return {"is": "face", "rank": printable(value.rank.sign), "suit": value.suit.value}
    if is_dataclass(value):
        return {
            "is": type(value).__name__.lower().removesuffix("block"),
            **{field.name: _plain(getattr(value, field.name)) for field in fields(value)},
        }
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, Sequence):
        return [_plain(item) for item in value]
    return value


_MISSING = "〓"
"""What printers put where a letter is missing."""


@cache
def _signs() -> frozenset[str]:
    return frozenset((_FOLDER / "fonts" / "signs.txt").read_text(encoding="utf-8")) | {"\n", "\t"}


def printable(text: str) -> str:
    """Return *text* as the fonts can print it: what they lack becomes a sign that says so."""
    # Fonts know the suit signs; what follows them on a screen would be a sign more.
    plain = unicodedata.normalize("NFC", text.replace(_TEXT_FORM, ""))
    if _signs().issuperset(plain):
        return plain
    kept = (
        sign if sign in _signs() else "" if unicodedata.category(sign) in _UNSEEN else _MISSING
        for sign in plain
    )
    return "".join(kept)


_UNSEEN = frozenset({"Mn", "Me", "Mc", "Cf", "Cc", "Sk"})
"""Kinds of signs that are nothing by themselves: they join, colour or mark the one before."""


def _pips(say: Texts, seen: Mapping[str, str] | None = None) -> dict[str, object]:
    """Return the suit signs as the typesetter has them: drawing and name, by letter.

    With colours to be *seen* each suit has its own; on paper all are black, the red ones hollow.
    """
    return {suit.value: {"svg": _pip(suit, seen), "name": say.name(suit)} for suit in Suit}


def _figures(seen: Mapping[str, str]) -> dict[str, str]:
    """Return the court cards by what is written on them, in ink, paper and gold."""
    inks = {"dark": seen["ink"], "light": seen["paper"], "gold": seen["gold"]}
    return {
        letter: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -1 42 58">'
        + "".join(
            f'<path d="{outline}" fill="{inks[ink]}" stroke="{seen["ink"]}"/>'
            for ink, outline in parts
        )
        + "</svg>"
        for letter, parts in FIGURES.items()
    }


def _pip(suit: Suit, seen: Mapping[str, str] | None) -> str:
    """Draw a suit sign, told from the others by its shape alone."""
    ink, paper = _INK["ink"], _INK["paper"]
    edge = f'fill="{ink}"'
    if seen:
        edge = f'fill="{seen[suit.name.lower()]}"'
    elif suit in _RED:
        edge = f'fill="{paper}" stroke="{ink}" stroke-width="3"'
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">'
        f'<path d="{PIPS[suit]}" {edge}/></svg>'
    )
