"""What somebody writes in the workshop: checked as it grows, its words read and written back.

The table builder's tricks are written into it as steps and entries, judged by the engine.

A draft is text. Everything else, findings, the steps to be shown, where a new step goes,
is worked out from it, and no text whatever raises anything here.
"""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from functools import cache, lru_cache
from itertools import count
from pathlib import Path

from engine.rulebooks import RULEBOOKS
from engine.table import Table
from engine.trick import Trick, dissents, judge
from engine.variants import Variant
from puzzles.bank import Entry
from puzzles.kinds import KINDS
from puzzles.notation import line_of, parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from tutor.authoring import EntryShape, Finding, faults, id_of_ours, lint_text
from tutor.lessons import FOLDER
from tutor.lessons.shape import STEPS, LessonShape, known
from tutor.lessons.steps import Lesson
from tutor.lessons.yaml_lines import (
    WIDE_COLON,
    AnswerError,
    Document,
    Key,
    LessonError,
    Problem,
    parse_document,
)
from tutor.words.explanation import answer_label
from tutor.words.languages import DEFAULT
from tutor.words.texts import LANGUAGES, Texts

LARGEST = 60_000
"""Bytes; a lesson has a tenth of them, and every change is checked whole."""

MOST_FINDINGS = 50
"""The most findings shown at once."""


@unique
class Sort(StrEnum):
    """What is written: a lesson, or puzzles for the bank."""

    LESSON = "lesson"
    BANK = "bank"


_OF_LANGUAGE = re.compile(rf"^( *)(# )?({'|'.join(LANGUAGES)}): (?=\S)")
"""How a line of the templates begins that is of one language alone, a comment or not."""


@cache
def template(sort: Sort, *languages: str) -> str:
    """Return what a new draft begins with: small, sound, and with one of each common thing.

    It is in those of *languages* in which it is written, else in English.
    """
    whole = (FOLDER / "templates" / f"{sort.value}.yaml").read_text(encoding="utf-8")
    lines = [(line, _OF_LANGUAGE.match(line)) for line in whole.splitlines(keepends=True)]
    wanted = {match[3] for _, match in lines if match}.intersection(languages) or {DEFAULT}
    return "".join(
        f"{match[1]}# {line[match.end() :]}" if match and match[2] else line
        for line, match in lines
        if not match or match[3] in wanted
    )


@dataclass(frozen=True, slots=True)
class Draft:
    """A text and what is said of it.

    ``findings`` are the linter's, by line, and ``advice`` is what it would like besides.
    ``lesson`` is there when the text can be read, even if something is found in it, and the
    ``entries`` of a bank when nothing is. ``name`` is the file it would be.
    """

    sort: Sort
    text: str
    name: str
    findings: tuple[Finding, ...]
    advice: tuple[Finding, ...] = ()
    lesson: Lesson | None = None
    entries: tuple[Entry, ...] = ()

    def marks(self, say: Texts) -> Mapping[int, str]:
        """Return what is found, by line."""
        by_line: dict[int, list[str]] = {}
        for finding in self.findings:
            by_line.setdefault(finding.problem.line, []).append(
                about(finding.problem, self.sort, say)
            )
        return {line: "\n".join(told) for line, told in by_line.items()}

    @property
    def shows(self) -> int:
        """How many steps, or puzzles, there are to be shown."""
        return len(self.lesson.steps) if self.lesson else len(self.entries)


def too_large(text: str) -> bool:
    """Return whether a text is more than the workshop reads; longer ones are not kept."""
    return len(text) > LARGEST or len(text.encode(errors="replace")) > LARGEST


@lru_cache(maxsize=32)
def read(sort: Sort, text: str) -> Draft:
    """Check a text; the last few are remembered, because a page asks again at every click.

    A lone surrogate, which no file can hold, is read as a question mark.

    Raises:
        ValueError: It is `too_large`.
    """
    if too_large(text):
        raise ValueError(f"want at most {LARGEST:,} bytes, found more")
    data, name = text.encode(errors="replace"), _file_name(sort, text)
    checked = lint_text(name, data)
    findings = (*faults(checked.findings), *id_of_ours(Path(name), checked))[:MOST_FINDINGS]
    advice = tuple(item for item in checked.findings if item.problem.advice)[:MOST_FINDINGS]
    return Draft(sort, text, name, findings, advice, checked.lesson, checked.entries)


def about(problem: Problem, sort: Sort, say: Texts) -> str:
    """Return what was found, and where.

    The linter speaks English. Another language says before its words where that is and what
    belongs there, as far as it has words for it.
    """
    words = "workshop.fault."
    if not say.has(f"{words}at"):
        told = problem.about
        return told.replace("step", "entry", 1) if sort == Sort.BANK and problem.step else told
    place = [say(f"{words}{sort}", number=problem.step)] if problem.step else []
    if problem.name:
        place.append(problem.name)
    parts = [part for part in problem.key.split(".") if part and not part.isdecimal()]
    if parts:
        place.append(say(f"{words}key", name=problem.key))
    keys = _known(problem, sort, tuple(parts[:-1]))
    names = (".".join(parts[-2:]), *parts[-1:]) if parts else ("step",) if problem.step else ()
    wants = (f"{words}want.{name}" for name in names)
    wanted = next((say(want) for want in wants if say.has(want)), "")
    if parts and keys and parts[-1] not in keys:
        wanted = say(f"{words}unknown", keys=say.series(keys))
    if WIDE_COLON in problem.message:
        wanted = say(f"{words}colon")
    elif problem.answer:
        wanted = _judged(problem.answer, say)
    elif problem.slip:
        wanted = say(f"{words}slip.{problem.slip}")
    elif parts and _WIDE.search(problem.message):
        wanted = " ".join(filter(None, (wanted, say(f"{words}slip.wide"))))
    where = " ".join(place)
    told = say(f"{words}at", place=where, wanted=wanted) if wanted and where else wanted or where
    told = told or say(f"{words}whole")
    return "\n".join((told, say(f"{words}detail", message=problem.message)))


def listed(finding: Finding, say: Texts) -> str:
    """Return a finding in a lesson among others, with its file and line."""
    if not say.has("workshop.fault.at"):
        return str(finding)
    return f"{finding.path}:{finding.problem.line}: {about(finding.problem, Sort.LESSON, say)}"


_WIDE = re.compile(r"[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
"""Letters and digits as wide as a Japanese sign: no key and no card is written in them."""


def _judged(error: AnswerError, say: Texts) -> str:
    """Return what the engine answers, and what may be written where that was no choice."""
    words, puzzle = "workshop.fault.judged", error.puzzle
    right = puzzle.solution
    answer = answer_label(say, puzzle, right)
    if answer != right:  # a total is written as it is called
        answer = say(f"{words}.answer", answer=answer, written=right)
    if error.possible or len(puzzle.parts) > 1:
        return say(words, answer=answer)
    choices = say.series(tuple(choice.token for choice in puzzle.parts[0].choices))
    return say(f"{words}.choices", choices=choices, answer=answer)


def _known(problem: Problem, sort: Sort, place: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys that there may be where a problem is; none where that is not known."""
    if sort == Sort.BANK:
        return known(EntryShape, place)
    if problem.step and problem.name not in STEPS:
        return () if place else tuple(STEPS)
    return known(STEPS[problem.name] if problem.step else LessonShape, place)


def _file_name(sort: Sort, text: str) -> str:
    """Name the file after the lesson's id; the linter knows a bank by the word in its name."""
    if sort == Sort.BANK:
        return "bank-of-our-own.yaml"
    match = re.search(r"^id:[ \t]*([a-z0-9]+(?:-[a-z0-9]+)*)[ \t]*$", text, flags=re.MULTILINE)
    return f"{match[1][:60]}.yaml" if match else "lesson.yaml"


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
