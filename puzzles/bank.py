"""The bank: the sources' own examples and hand-picked edge cases."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    PlainValidator,
    StrictBool,
    TypeAdapter,
    ValidationError,
)

from engine.rules import SOURCES, Source
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle

_FILE = Path(__file__).parent / "bank.yaml"
_DEFAULT = "en"
"""The language in which every mistake is told; others may be missing."""


def _source(id: str) -> Source:  # noqa: A002 - the word the bank uses
    for source in SOURCES:
        if source.id == id:
            return source
    raise ValueError(f"no source {id!r} (want one of {', '.join(source.id for source in SOURCES)})")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A position worth keeping; ``expect`` is its author's answer, held to the engine by a test."""

    id: str
    puzzle: Annotated[Puzzle, PlainValidator(lambda line: parse_puzzle(str(line)))]
    source: Annotated[Source | None, PlainValidator(_source), Field(alias="from")] = None
    why: Mapping[str, Annotated[str, Field(min_length=1)]] | None = None
    expect: str
    disputed: StrictBool = False

    def mistake(self, language: str) -> str:
        """Return the mistake it catches, in a language or else as it is; empty if it has none."""
        why = self.why or {}
        return why.get(language) or why.get(_DEFAULT) or next(iter(why.values()), "")


@cache
def bank() -> tuple[Entry, ...]:
    """Read the bank, or raise ValueError that says which keys of which entries are wrong."""
    return read_bank(_FILE.read_text(encoding="utf-8"), _FILE.name)


def read_bank(text: str, name: str) -> tuple[Entry, ...]:
    """Read a bank from its text, as `bank` does; *name* stands in the messages."""
    try:
        entries = _ENTRIES.validate_python(yaml.safe_load(text))
    except yaml.YAMLError as error:
        raise ValueError(f"{name}: {error}") from error
    except ValidationError as error:
        faults = (_fault(name, *fault["loc"], told=fault["msg"]) for fault in error.errors())
        raise ValueError("\n".join(faults)) from error
    ids = Counter(entry.id for entry in entries)
    if twice := [id_ for id_, count in ids.items() if count > 1]:
        raise ValueError(f"{name}: ids that stand more than once: {', '.join(twice)}")
    return tuple(entries)


def _fault(name: str, place: int | str | None = None, *keys: int | str, told: str) -> str:
    """Return what is wrong where; the first entry is number 1."""
    entry = f", entry {place + 1}" if isinstance(place, int) else ""
    key = f", key {'.'.join(map(str, keys))}" if keys else ""
    return f"{name}{entry}{key}: {told.removeprefix('Value error, ')}"


def _sound(entry: Entry) -> Entry:
    if (entry.source is None) == (entry.why is None):
        raise ValueError("want either 'from' or 'why'")
    if entry.why is not None and _DEFAULT not in entry.why:
        raise ValueError(f"'why' wants words by language, with {_DEFAULT!r}")
    return entry


_ENTRIES = TypeAdapter(
    list[Annotated[Entry, AfterValidator(_sound)]], config=ConfigDict(extra="forbid")
)
