"""A bank of puzzles held against the engine and against itself, entry by entry."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from engine.rules import SOURCES
from engine.trick import dissents
from puzzles.bank import Entry
from puzzles.kinds import kind_of
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from tutor.authoring.words_lint import of_language, stages, unheard
from tutor.lessons.checks import check_answer, source_of
from tutor.lessons.shape import ByLanguage, Shape, Text, shaped
from tutor.lessons.yaml_lines import (
    Document,
    Key,
    Problem,
    missing,
    shown,
)
from tutor.words import languages
from tutor.words.texts import LANGUAGES


class EntryShape(Shape):
    """One entry of a bank of puzzles."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
    puzzle: Text
    expect: Text
    source: Annotated[Text | None, Field(alias="from")] = None
    why: ByLanguage | None = None
    disputed: bool = False


_Seen = dict[str, int]
"""What may stand once, and the entry in which it stands first."""


def bank_problems(document: Document, entries: list[Entry]) -> Iterator[Problem]:
    """Check a bank and read its entries; a step's number and name are the entry's number and id."""
    for key, line, message in document.faults:
        yield _at(document, key, message, line)
    if not isinstance(document.value, list):
        message = f"want a list of entries, found {shown(document.value)}"
        yield _at(document, (), message)
        return
    seen: _Seen = {}
    for place, raw in enumerate(document.value):
        found = list(_entry(raw, place, seen, entries))
        yield from (_at(document, (place, *key), message) for key, message in found)
        yield from (
            replace(_at(document, (place, *key), message), advice=True)
            for key, message in _advice(raw)
        )


def _at(document: Document, key: Key, message: str, line: int = 0) -> Problem:
    number = key[0] + 1 if key and isinstance(key[0], int) else 0
    entries = document.value if isinstance(document.value, list) else []
    raw = entries[number - 1] if 0 < number <= len(entries) else None
    name = raw.get("id") if isinstance(raw, dict) else ""
    return Problem(
        document.file,
        line or document.line(key),
        number,
        name if isinstance(name, str) else "",
        ".".join(map(str, key[1:])),
        message,
    )


def _entry(raw: object, place: int, seen: _Seen, entries: list[Entry]) -> Iterator[tuple[Key, str]]:
    entry, found = shaped(EntryShape, raw)
    yield from found
    if entry is None:
        return
    yield from _once(("id",), f"the id {entry.id!r}", place, seen)
    if (entry.source is None) == (entry.why is None):
        yield (), "want either 'from' or 'why' (a source, or the mistake it catches)"
    if entry.source is not None:
        yield from _fails(("from",), source_of, entry.source)
    for language in entry.why or {}:
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            yield ("why", language), f"no language {language!r} (want {known})"
    try:
        puzzle = parse_puzzle(entry.puzzle)
    except ValueError as error:
        yield ("puzzle",), str(error)
        return
    yield from _once(("puzzle",), f"the puzzle {print_puzzle(puzzle)!r}", place, seen)
    yield from _answers(entry, puzzle)
    source = next((one for one in SOURCES if one.id == entry.source), None)
    read = Entry(
        id=entry.id,
        puzzle=puzzle,
        source=source,
        why=entry.why,
        expect=entry.expect,
        disputed=entry.disputed,
    )
    entries.append(read)


def _advice(raw: object) -> Iterator[tuple[Key, str]]:
    """Yield where words are missing, or stand under the wrong language."""
    entry, _ = shaped(EntryShape, raw)
    why = (entry.why or {}) if entry else {}
    for language, name in languages.complete().items() if why else ():
        if language not in why:
            yield ("why", language), missing(language, name)
    for language, words in why.items():
        if language in LANGUAGES and (message := of_language(language, words)):
            yield ("why", language), message


def _answers(entry: EntryShape, puzzle: Puzzle) -> Iterator[tuple[Key, str]]:
    """Compare with the engine what an entry expects and whether it says that books differ."""
    yield from _fails(("expect",), lambda expect: check_answer(puzzle, expect), entry.expect)
    differ = puzzle.ruling is not None and bool(dissents(puzzle.ruling))
    differ &= not kind_of(puzzle).about_rulebooks
    if differ and not entry.disputed:
        yield ("puzzle",), "the rulebooks differ here (want 'disputed: true')"
    elif entry.disputed and not differ:
        yield ("disputed",), "the rulebooks agree here (want no 'disputed')"
    if message := unheard(stages(puzzle)):
        yield ("puzzle",), message


def _once(key: Key, what: str, place: int, seen: _Seen) -> Iterator[tuple[Key, str]]:
    if what in seen:
        yield key, f"{what} stands once, it is in entry {seen[what]} already"
    seen.setdefault(what, place + 1)


def _fails(key: Key, check: Callable[[str], object], value: str) -> Iterator[tuple[Key, str]]:
    try:
        check(value)
    except ValueError as error:
        yield key, str(error)
