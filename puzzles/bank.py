"""The bank: the sources' own examples and hand-picked edge cases."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from engine.rules import SOURCES, Source
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle

_FILE = Path(__file__).parent / "bank.yaml"
_KEYS = {"id", "puzzle", "from", "why", "expect", "disputed"}
_DEFAULT = "en"
"""The language in which every mistake is told; others may be missing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A position worth keeping; ``expect`` is its author's answer, held to the engine by a test."""

    id: str
    puzzle: Puzzle
    source: Source | None
    why: Mapping[str, str] | None
    expect: str
    disputed: bool

    def mistake(self, language: str) -> str:
        """Return the mistake it catches, in a language or else as it is; empty if it has none."""
        why = self.why or {}
        return why.get(language) or why.get(_DEFAULT) or next(iter(why.values()), "")


@cache
def bank() -> tuple[Entry, ...]:
    """Read the bank, or raise ValueError that says what is wrong with which entry."""
    return read_bank(_FILE.read_text(encoding="utf-8"), _FILE.name)


def read_bank(text: str, name: str) -> tuple[Entry, ...]:
    """Read a bank from its text, as `bank` does; *name* stands in the messages."""
    try:
        items = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(f"{name}: not YAML: {error}") from error
    if not isinstance(items, list):
        raise ValueError(f"{name}: want a list of entries")  # noqa: TRY004
    entries: dict[str, Entry] = {}
    for number, item in enumerate(items, 1):
        entry = _read_entry(item, f"{name}, entry {number}")
        if entry.id in entries:
            raise ValueError(f"{name}, entry {number}: the id {entry.id!r} stands twice")
        entries[entry.id] = entry
    return tuple(entries.values())


def _read_entry(item: object, where: str) -> Entry:
    # A fault in a file is a wrong value, whatever its type: hence no TypeError.
    if not isinstance(item, dict):
        raise ValueError(f"{where}: want keys and values, not {item!r}")  # noqa: TRY004
    for key in ("id", "puzzle", "expect"):
        if not isinstance(item.get(key), str):
            raise ValueError(f"{where}: {key!r} wants text, not {item.get(key)!r}")  # noqa: TRY004
    where = f"{where} ({item['id']})"
    if unknown := set(item) - _KEYS:
        raise ValueError(f"{where}: no key {min(map(str, unknown))!r} (want {sorted(_KEYS)})")
    if ("from" in item) == ("why" in item):
        raise ValueError(f"{where}: want either 'from' or 'why'")
    disputed = item.get("disputed", False)
    if not isinstance(disputed, bool):
        raise ValueError(f"{where}: 'disputed' wants true or false, not {disputed!r}")  # noqa: TRY004
    try:
        puzzle = parse_puzzle(item["puzzle"])
    except ValueError as error:
        raise ValueError(f"{where}: {error}") from error
    return Entry(
        id=item["id"],
        puzzle=puzzle,
        source=_read_source(item["from"], where) if "from" in item else None,
        why=_read_why(item["why"], where) if "why" in item else None,
        expect=item["expect"],
        disputed=disputed,
    )


def _read_source(value: object, where: str) -> Source:
    for source in SOURCES:
        if source.id == value:
            return source
    ids = ", ".join(source.id for source in SOURCES)
    raise ValueError(f"{where}: no source {value!r} (want one of {ids})")


def _read_why(value: object, where: str) -> Mapping[str, str]:
    if (
        not isinstance(value, dict)
        or _DEFAULT not in value
        or not all(isinstance(words, str) and words for words in value.values())
    ):
        raise ValueError(
            f"{where}: 'why' wants words by language, with {_DEFAULT!r}, not {value!r}"
        )
    return value
