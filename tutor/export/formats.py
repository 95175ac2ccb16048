"""The formats in which a set of puzzles can be written, by name."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tutor.export import anki, data, moodle, plain, spreadsheet

Render = Callable[[Iterable[Puzzle], Sequence[str]], bytes]
"""From puzzles and the codes of languages to the content of a file."""


def lines(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:  # noqa: ARG001
    """Return one puzzle a line, as links hold it and the tutor reads it; it needs no words."""
    return "".join(f"{print_puzzle(puzzle)}\n" for puzzle in puzzles).encode()


FORMATS: Mapping[str, Render] = {
    "lines": lines,
    "text": plain.render,
    "csv": spreadsheet.render,
    "json": data.render,
    "gift": moodle.render,
    "anki": anki.render,
}

BINARY = frozenset({"anki"})
"""Formats that a terminal cannot show."""
