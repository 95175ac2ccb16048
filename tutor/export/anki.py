"""A set as an Anki package: a card for every puzzle, drawn as the tutor draws it."""

import re
from collections.abc import Iterable, Sequence
from contextlib import closing
from functools import cache
from html import escape
from io import BytesIO
from itertools import count
from sqlite3 import connect
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo
from zlib import crc32

import genanki

from puzzles.puzzle import Puzzle
from puzzles.scenes import Stage, solved
from tutor.drawing.markup import Look, style_alone
from tutor.drawing.scenes import illustrate
from tutor.export import FullText, full_text
from tutor.words.texts import LANGUAGES, Texts

_MODEL, _DECKS = 1_732_071_954, {"en": 1_732_071_955, "ja": 1_732_071_956}
"""Drawn once: by them Anki knows our cards again. Never change one."""

_MORE_DECKS = 1_800_000_000
"""From here on: the decks of other languages, each at a place that follows from its code."""

_MADE = 1_767_225_600
"""1 January 2026. All cards have one date, so that the same set is the same file."""

_FIELDS = ("Line", "Position", "Question", "Solved", "Answer", "Explanation")
_FRONT = '<div class="tutor">{{Position}}{{Question}}</div>'
_BACK = '<div class="tutor">{{Solved}}{{Question}}<hr id="answer">{{Answer}}{{Explanation}}</div>'
_OWN_CSS = """
.card { font-family: system-ui, sans-serif; font-size: 18px; }
.tutor { max-width: 44rem; margin: 0 auto; text-align: left; }
.nightMode .tutor, .night_mode .tutor { color-scheme: dark; }
.asked { font-weight: 700; margin: 1rem 0 0.3rem; }
.answer { font-weight: 700; }
.source { font-size: 0.8rem; opacity: 0.8; }
"""
_CLASSES = re.compile(r'class="([^"]*)"')
_PRESSED = re.compile(r"<button [^>]*?(class=\"[^\"]*\")[^>]*>")


def render(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:
    """Make a deck for each language, all cards of one note type.

    A puzzle made twice is one card: its line and language are what Anki knows it by.
    """
    model = genanki.Model(
        _MODEL,
        "Calypso",
        fields=[{"name": name} for name in _FIELDS],
        templates=[{"name": "Calypso", "qfmt": _FRONT, "afmt": _BACK}],
        css=_OWN_CSS + stylesheet(),
    )
    decks = {
        language: genanki.Deck(_deck(language), f"Calypso::{LANGUAGES[language]}")
        for language in languages
    }
    for puzzle in puzzles:
        for language in languages:
            decks[language].add_note(_note(model, puzzle, language))
    return _package(list(decks.values()))


def _deck(language: str) -> int:
    return _DECKS.get(language) or _MORE_DECKS + crc32(language.encode())


def _note(model: genanki.Model, puzzle: Puzzle, language: str) -> genanki.Note:
    say = Texts(language)
    full, look = full_text(puzzle, say), Look(say)
    fields = [
        full.line,
        still(illustrate(look, puzzle, Stage()).whole.html),
        _asked(full),
        still(illustrate(look, puzzle, solved(puzzle)).whole.html),
        _paragraph(full, "answer", full.answer),
        _explained(full, say),
    ]
    return genanki.Note(
        model,
        fields,
        guid=genanki.guid_for(full.line, language),
        tags=["calypso", f"calypso::{puzzle.kind}", f"calypso::{puzzle.rule}"],
    )


def _asked(text: FullText) -> str:
    return "".join(
        _paragraph(text, "asked", question.text)
        + _paragraph(text, "choices", "\n".join(f"○ {option.label}" for option in question.options))
        for question in text.questions
    )


def _explained(full: FullText, say: Texts) -> str:
    rule = full.told.rule
    sources = say("citation.between").join(text for text, _ in rule.citations)
    return "".join(
        [
            *(
                _paragraph(full, "why", text)
                for text in (*full.told.sentences, *full.told.dissents)
            ),
            _paragraph(full, "rule-text", f"{say('verdict.rule', rule=rule.name)}\n{rule.text}"),
            _paragraph(full, "source", say("citation.sources", sources=sources)),
            _paragraph(full, "source", full.line),
        ]
    )


def _paragraph(full: FullText, kind: str, text: str) -> str:
    words = escape(text, quote=False).replace("\n", "<br>")
    return f'<p class="{kind}" lang="{Texts(full.language).tag}">{words}</p>'


def still(html: str) -> str:
    """Make a picture of the tutor's stand alone in an Anki card.

    Nothing can be pressed there, so buttons become what they look like; their names are
    in the description. Anki calls the whole page ``card``: ours get another class.
    """
    plain = _PRESSED.sub(r'<span \1 aria-hidden="true">', html).replace("</button>", "</span>")
    return _CLASSES.sub(lambda match: f'class="{_renamed(match[1])}"', plain)


def _renamed(classes: str) -> str:
    return " ".join("playing-card" if name == "card" else name for name in classes.split())


@cache
def stylesheet() -> str:
    """Return the tutor's style sheet for pictures, with the classes as `still` names them.

    Anki has its own sign that it is dark.
    """
    style = style_alone(".nightMode .tutor, .night_mode .tutor")
    return re.sub(r"\.card\b(?!-)", ".playing-card", style)


def _package(decks: list[genanki.Deck]) -> bytes:
    """Return the package: the collection and a list of media, which is empty.

    The collection is written in memory: `genanki.Package.write_to_file` leaves it in the
    system's temporary folder each time, and archives note the hour of their files.
    """
    with closing(connect(":memory:")) as collection:
        numbers = count(_MADE * 1000)
        genanki.Package(decks).write_to_db(collection.cursor(), _MADE, numbers)
        collection.commit()
        files = {"collection.anki2": collection.serialize(), "media": b"{}"}
    packed = BytesIO()
    with ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(ZipInfo(name), data, ZIP_DEFLATED)
    return packed.getvalue()
