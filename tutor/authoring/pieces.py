"""What the table builder of the workshop writes into a draft, judged by the engine."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum, unique

from engine.rulebooks import RULEBOOKS
from engine.table import Table
from engine.trick import Trick, dissents, judge
from engine.variants import Variant
from puzzles.kinds import KINDS
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tutor.authoring.draft import Sort, in_lines
from tutor.lessons.yaml_lines import Document, LessonError, parse_document

_FIRST_STEP = re.compile(r"^( *)- (?:say|show|ask|try|drill|choose):", flags=re.MULTILINE)


@unique
class Piece(StrEnum):
    """A step that shows a trick, one that asks about it, or an entry of a bank."""

    SHOW = "show"
    ASK = "ask"
    ENTRY = "entry"


PIECES: Mapping[Sort, tuple[Piece, ...]] = {
    Sort.LESSON: (Piece.SHOW, Piece.ASK),
    Sort.BANK: (Piece.ENTRY,),
}
"""What can be added to a draft of each sort."""


def needs_complete(piece: Piece) -> bool:
    """Return whether the trick has to be complete: a question has an answer, a picture need not."""
    return piece != Piece.SHOW


def piece_of(piece: Piece, variant: Variant, table: Table, trick: Trick, text: str) -> str:
    """Write a position as YAML, from column 0; the engine says what is to be expected.

    Where the rulebooks differ a picture names the one in force, and a question asks
    where they do. *text* is the draft, in which the id of an entry is to stand once.
    """
    ruling = judge(trick, table)
    complete = len(trick.plays) == variant.trick
    differ = complete and bool(dissents(ruling))
    form = "" if variant.id == "partnership" else f", variant: {variant.id}"
    if piece == Piece.SHOW:
        book = f", rulebook: {table.rulebook}" if differ else ""
        expect = f"\n  expect: {ruling.winning.seat.value}" if complete else ""
        return f"- show: {{table: {table}, trick: {trick}{form}{book}}}{expect}\n"
    puzzle = _puzzle(variant, table, trick, differ=differ)
    expect = json.dumps(puzzle.solution)
    if piece == Piece.ASK:
        at = f"{{table: {table}, trick: {trick}{form}}}"
        return f"- ask: {puzzle.kind}\n  at: {at}\n  expect: {expect}\n"
    return (
        f"- id: {_new_id(text)}\n  puzzle: {json.dumps(print_puzzle(puzzle))}\n"
        f"  why:\n    en: …\n    ja: …\n  expect: {expect}\n"
    )


def text_of(words: Mapping[str, str]) -> str:
    """Write a step that says something, by language, as YAML from column 0."""
    said = [line for one in words.items() for line in in_lines(*one, 4)]
    return "\n".join(["- say:", *said, ""])


def _puzzle(variant: Variant, table: Table, trick: Trick, *, differ: bool) -> Puzzle:
    """Ask who wins or, where the rulebooks differ, what each of them says.

    The puzzle names the default rulebook, whichever the author plays by.
    """
    seated = replace(table, rulebook=RULEBOOKS[0])
    puzzle: Puzzle = next(
        kind.puzzle.read(variant, seated, str(trick))
        for kind in KINDS.values()
        if kind.keys == ("trick",) and kind.about_rulebooks == differ
    )
    return puzzle


def _new_id(text: str) -> str:
    number = 1
    while f"trick-{number}" in text:
        number += 1
    return f"trick-{number}"


def added(text: str, sort: Sort, piece: str, after: int) -> str:
    """Put a piece into a draft: behind step *after* (from 1) of a lesson, else at the end.

    The rest of the draft stays as it is, comments and all; one that cannot be read gets the
    piece at its end.
    """
    lines = text.split("\n")
    at, indent = _place(text, sort, after)
    while at > 0 and _empty(lines[at - 1]):
        at -= 1
    written = [f"{' ' * indent}{line}" for line in piece.rstrip("\n").split("\n")]
    rest = lines[at:] if any(map(str.strip, lines[at:])) else [""]
    apart = [""] if len(rest) > 1 and not rest[0].strip() else []
    return "\n".join([*lines[:at], *apart, *written, *rest])


def _empty(line: str) -> bool:
    """Return whether a line before a place belongs to what follows: it is blank or a comment."""
    return not line.strip() or line.lstrip().startswith("#")


def _place(text: str, sort: Sort, after: int) -> tuple[int, int]:
    """Find the line before which a piece goes, from 0, and how far it is indented."""
    end = text.count("\n") + 1
    found = _FIRST_STEP.search(text)
    indent = len(found[1]) if found and sort == Sort.LESSON else 0
    if sort == Sort.BANK:
        return end, 0
    try:
        document = parse_document("draft", text.encode(errors="replace"))
    except LessonError:
        return end, indent if found else 2
    steps = document.value.get("steps") if isinstance(document.value, dict) else None
    if not isinstance(steps, list) or not steps or not found:
        return end, indent if found else 2
    return _behind(document, steps, after, end), indent


def _behind(document: Document, steps: Sequence[object], after: int, end: int) -> int:
    """Find where the step behind *after* begins, or else the next key of the lesson."""
    if 0 < after < len(steps):
        return document.line(("steps", after)) - 1
    last = document.line(("steps", len(steps) - 1))
    keys = (line for key, line in document.lines.items() if len(key) == 1)
    return min((line - 1 for line in keys if line > last), default=end)
