"""What the workshop writes into a draft: other words of a step, and new steps and entries.

A trick of the table builder becomes a step or an entry, judged by the engine. All else of the
draft stays as it is, comments and all, and no text whatever raises anything here.
"""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum, unique
from functools import lru_cache
from itertools import count

from engine.rulebooks import RULEBOOKS
from engine.table import Table
from engine.trick import Trick, dissents, judge
from engine.variants import Variant
from puzzles.kinds import KINDS
from puzzles.notation import line_of, parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from tutor.authoring.draft import Sort
from tutor.lessons.shape import STEPS
from tutor.lessons.yaml_lines import Document, Key, LessonError, parse_document

WIDTH = 110
"""Letters of a line."""

TITLE = -1
"""Stands for the title where the number of a step is asked for."""

_OWN_LINE = re.compile(r"^(?: *(?:- )?(?:say|words)|title):")


def words_of_step(text: str, step: int) -> Mapping[str, str]:
    """Return the words of a step (from 1), or the `TITLE`, by language.

    They can be changed where they begin a line of their own; of others nothing is returned.
    """
    document = _document(text)
    key = _key(document, step) if document else None
    return _at(document, key) if document and key and _range(text, document, key) else {}


def reworded(text: str, step: int, words: Mapping[str, str]) -> str:
    """Put other words into a step, or another title; all else stays as it is, comments and all.

    A language without words is left out. Where nothing can be changed the text is as it was.
    """
    written = {language: said.strip() for language, said in words.items() if said.strip()}
    document = _document(text)
    key = _key(document, step) if document else None
    place = _range(text, document, key) if document and key else None
    if not (written and place):
        return text
    lines, (start, end) = text.split("\n"), place
    head = lines[start][: lines[start].index(":") + 1]
    indent = len(head) - len(head.lstrip(" -")) + 2
    new = [line for item in written.items() for line in in_lines(*item, indent)]
    new_text = "\n".join([*lines[:start], head, *new, *lines[end:]])
    again = _document(new_text)
    return new_text if again and key and _at(again, key) == written else text


def in_lines(language: str, text: str, indent: int) -> list[str]:
    """Write a text of one language, folded into lines where that keeps every letter.

    None of the lines looks like a comment.
    """
    before = " " * indent
    plain = " " in text and text == " ".join(text.split())
    if not plain or text.startswith("#") or " #" in text:
        return [f"{before}{language}: {json.dumps(text, ensure_ascii=False)}"]
    inner = f"{before}  "
    folded = textwrap.wrap(
        text,
        WIDTH,
        initial_indent=inner,
        subsequent_indent=inner,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return [f"{before}{language}: >-", *folded]


@lru_cache(maxsize=8)
def _document(text: str) -> Document | None:
    try:
        return parse_document("draft", text.encode(errors="replace"))
    except LessonError:
        return None


def _key(document: Document, step: int) -> Key | None:
    if step == TITLE:
        value = document.value
        return (
            ("title",) if isinstance(value, dict) and isinstance(value.get("title"), dict) else None
        )
    steps = document.steps
    written = steps[step - 1] if 0 < step <= len(steps) else None
    if not isinstance(written, dict):
        return None
    name = next((field for field in ("say", "words") if isinstance(written.get(field), dict)), None)
    return ("steps", step - 1, name) if name else None


def _at(document: Document, key: Key) -> dict[str, str]:
    words: object = document.value
    for part in key:
        if isinstance(words, list) and isinstance(part, int):
            words = words[part]
        else:
            words = words.get(part) if isinstance(words, dict) else None
    return (
        {str(language): str(text) for language, text in words.items()}
        if isinstance(words, dict)
        else {}
    )


def _range(text: str, document: Document, key: Key) -> tuple[int, int] | None:
    """Find the lines of the words, from 0: the first, and the one behind the last."""
    lines = text.split("\n")
    start = document.line(key) - 1
    if start >= len(lines) or not _OWN_LINE.match(lines[start]):
        return None
    later = [
        line - 1
        for place, line in document.lines.items()
        if line - 1 > start and place[: len(key)] != key
    ]
    end = min(later, default=len(lines))
    while end > start + 1 and _empty(lines[end - 1]):
        end -= 1
    return start, end


_FIRST_STEP = re.compile(rf"^( *)- (?:id|{'|'.join(STEPS)}):", flags=re.MULTILINE)
"""How a lesson's first step begins: with its name, if it has one."""


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


def piece_of(
    piece: Piece, variant: Variant, table: Table, trick: Trick, text: str, language: str
) -> str:
    """Write a position as YAML, from column 0; the engine says what is to be expected.

    Where the rulebooks differ a picture names the one in force, and a question asks
    where they do. *text* is the draft, in which the id of an entry is to stand once; what an
    entry still lacks is asked for in *language*.
    """
    ruling = judge(trick, table)
    complete = len(trick.plays) == variant.trick
    differ = complete and bool(dissents(ruling))
    form = "" if variant.id == "partnership" else f", variant: {variant.id}"
    if piece == Piece.SHOW:
        rulebook = f", rulebook: {table.rulebook}" if differ else ""
        expect = f"\n  expect: {ruling.winning.seat.value}" if complete else ""
        return f"- show: {{table: {table}, trick: {trick}{form}{rulebook}}}{expect}\n"
    puzzle = _puzzle(variant, table, trick, differ=differ)
    if piece == Piece.ASK:
        position = f"{{table: {table}, trick: {trick}{form}}}"
        expect = json.dumps(puzzle.solution)
        return f"- ask: {puzzle.kind}\n  at: {position}\n  expect: {expect}\n"
    return _entry(puzzle, next(_new_ids(text)), language)


def _entry(puzzle: Puzzle, id_: str, language: str) -> str:
    return (
        f"- id: {id_}\n  puzzle: {json.dumps(print_puzzle(puzzle))}\n"
        f"  why:\n    {language}: …\n  expect: {json.dumps(puzzle.solution)}\n"
    )


def with_entries(text: str, language: str) -> str:
    """Write a pasted line of a puzzle, or a link to one, as an entry of a bank.

    All else stays as it is: in a bank no line begins like that.
    """
    lines, ids = text.split("\n"), _new_ids(text)
    for number, line in enumerate(lines):
        if line[:1] not in _NO_LINE and (puzzle := _puzzle_of(line)):
            lines[number] = _entry(puzzle, next(ids), language).rstrip("\n")
    return "\n".join(lines)


_NO_LINE = ("", " ", "-", "#")
"""How lines of a bank begin."""


def _puzzle_of(line: str) -> Puzzle | None:
    try:
        return parse_puzzle(line_of(line.strip()))
    except ValueError:
        return None


def text_of(words: Mapping[str, str]) -> str:
    """Write a step that says something, by language, as YAML from column 0."""
    lines = [line for item in words.items() for line in in_lines(*item, 4)]
    return "\n".join(["- say:", *lines, ""])


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


def _new_ids(text: str) -> Iterator[str]:
    """Yield ids that stand nowhere in a text, one after the other."""
    ids = (f"trick-{number}" for number in count(1))
    return (id_ for id_ in ids if id_ not in text)


def added(text: str, sort: Sort, piece: str, after: int) -> str:
    """Put a piece into a draft: behind step *after* (from 1) of a lesson, else at the end.

    The rest of the draft stays as it is, comments and all; one that cannot be read gets the
    piece at its end.
    """
    lines = text.split("\n")
    end, indent = _place(text, sort, after)
    while end > 0 and _empty(lines[end - 1], indent):
        end -= 1
    written = [f"{' ' * indent}{line}" for line in piece.rstrip("\n").split("\n")]
    rest = lines[end:] if any(map(str.strip, lines[end:])) else [""]
    apart = [""] if len(rest) > 1 and not rest[0].strip() else []
    return "\n".join([*lines[:end], *apart, *written, *rest])


def _empty(line: str, most: int | None = None) -> bool:
    """Return whether a line before a place belongs to what follows: it is blank or a comment.

    What looks like a comment and is indented by more than *most* may be words of a step.
    """
    written = line.lstrip()
    indent = len(line) - len(written)
    return not written or (written.startswith("#") and (most is None or indent <= most))


def _place(text: str, sort: Sort, after: int) -> tuple[int, int]:
    """Find the line before which a piece goes, from 0, and how far it is indented."""
    end = text.count("\n") + 1
    match = _FIRST_STEP.search(text)
    indent = len(match[1]) if match and sort == Sort.LESSON else 0
    if sort == Sort.BANK:
        return end, 0
    document = _document(text)
    if not (document and document.steps and match):
        return end, indent if match else 2
    return _behind(document, after, end), indent


def _behind(document: Document, after: int, end: int) -> int:
    """Find where the step behind *after* begins, or else the next key of the lesson."""
    if 0 < after < len(document.steps):
        return document.line(("steps", after)) - 1
    last = document.line(("steps", len(document.steps) - 1))
    keys = (line for key, line in document.lines.items() if len(key) == 1)
    return min((line - 1 for line in keys if line > last), default=end)
