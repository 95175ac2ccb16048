"""The bank: the sources' own examples and hand-picked edge cases."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Annotated

import yaml
from pydantic import ConfigDict, Field, PlainValidator, TypeAdapter

from engine.rules import SOURCES, Source
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle

_FILE = Path(__file__).parent / "bank.yaml"
_DEFAULT = "en"
"""The language in which every mistake is told; others may be missing."""


def _source(name: object) -> Source:
    for source in SOURCES:
        if source.id == str(name).strip():
            return source
    raise ValueError(
        f"no source {name!r} (want one of {', '.join(source.id for source in SOURCES)})"
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A position worth keeping; ``expect`` is its author's answer, held to the engine by a test."""

    id: str
    puzzle: Annotated[Puzzle, PlainValidator(lambda line: parse_puzzle(str(line)))]
    source: Annotated[Source | None, PlainValidator(_source), Field(alias="from")] = None
    why: Mapping[str, str] | None = None
    expect: str
    disputed: bool = False

    def spoken(self, language: str) -> str:
        """Return the language in which who reads this one reads the mistake; empty if none."""
        why = self.why or {}
        return next((code for code in (language, _DEFAULT, *why) if code in why), "")

    def mistake(self, language: str) -> str:
        """Return the mistake it catches, in a language or else as it is; empty if it has none."""
        return (self.why or {}).get(self.spoken(language), "")


@cache
def bank() -> tuple[Entry, ...]:
    """Read the bank; what is wrong with one is told by ``calypso lint``, by file and line."""
    return read_bank(_FILE.read_text(encoding="utf-8"))


def read_bank(text: str) -> tuple[Entry, ...]:
    """Read a bank from its text, or raise ValueError."""
    return entries_of(yaml.safe_load(text))


def entries_of(value: object) -> tuple[Entry, ...]:
    """Read a bank from what its text says, or raise ValueError."""
    return _ENTRIES.validate_python(value)


_ENTRIES = TypeAdapter(
    tuple[Entry, ...], config=ConfigDict(extra="forbid", str_strip_whitespace=True)
)
