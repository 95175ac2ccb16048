"""A lesson file as plain values that know their lines, and what may be wrong with it.

Lessons need little of YAML 1.2: mappings, lists, texts, whole numbers and true or
false. Everything else (anchors, tags, several documents, deep nesting) is refused, so
that no file, however it came to be, costs more than the reading of its characters.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from ruamel.yaml import YAML, events
from ruamel.yaml.error import MarkedYAMLError, YAMLError

from puzzles.notation import PuzzleLineError, parse_puzzle
from puzzles.puzzle import Puzzle

LARGEST = 200_000
"""Bytes; the longest lesson so far has a twentieth of them."""

DEEPEST = 8
"""Levels of nesting; a lesson has five."""

MOST_PROBLEMS = 50
"""The most problems told at once."""

_LONGEST = 70
_MEND = "(want brackets, quotes and indentation that match)"

Key = tuple[str | int, ...]
"""Where a value stands in the file, such as ``("steps", 2, "at", "trick")``."""


class AnswerError(ValueError):
    """An author expects another answer to ``puzzle``; ``possible`` is whether it can be given."""

    def __init__(self, message: str, puzzle: Puzzle, *, possible: bool = True) -> None:
        self.puzzle, self.possible = puzzle, possible
        super().__init__(message)


def answer_error(error: object) -> AnswerError | None:
    """Return *error* if it is about the answer that was expected."""
    return error if isinstance(error, AnswerError) else None


class TwiceError(ValueError):
    """What may stand once stands twice: a key, a name, a puzzle."""


def slip_of(error: object, document: "Document") -> str:
    """Return the name of a common mistake that *error* is, or nothing."""
    if isinstance(error, TwiceError):
        return "twice"
    return "empty" if document.value is None else ""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a lesson file.

    ``step`` counts from 1 and is 0 for what belongs to the whole file; ``name`` is the
    name of that step, ``key`` the way to the value inside the step or file. An ``advice`` keeps
    nothing from being used. ``answer`` is what is wrong with the answer that was expected, and
    ``slip`` a common mistake by its name in ``workshop.fault.slip.*``.
    """

    file: str
    line: int
    step: int
    name: str
    key: str
    message: str
    advice: bool = False
    answer: AnswerError | None = field(default=None, compare=False)
    slip: str = field(default="", compare=False)

    def __str__(self) -> str:
        """Write file, line, step, key and what was wanted and found, in one line."""
        return f"{self.file}:{self.line}: {'advice: ' if self.advice else ''}{self.about}"

    @property
    def about(self) -> str:
        """Step, key and what was wanted and found, for who sees the line already."""
        where = []
        if self.step:
            where.append(f"step {self.step} ({self.name})" if self.name else f"step {self.step}")
        if self.key:
            where.append(f"key {self.key!r}")
        return ": ".join(filter(None, (", ".join(where), self.message)))


class LessonError(ValueError):
    """A lesson file is not a lesson; ``problems`` lists everything that was found, by line."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = tuple(sorted(problems, key=lambda problem: problem.line))[:MOST_PROBLEMS]
        super().__init__("\n".join(map(str, self.problems)))


@dataclass(frozen=True, slots=True)
class Document:
    """What a file says, the line of every value, and what YAML allows but a lesson does not."""

    file: str
    value: object
    lines: Mapping[Key, int]
    faults: tuple[tuple[Key, int, str | TwiceError], ...]

    @property
    def steps(self) -> list[object]:
        """The steps of a lesson as they are written; none where they are no list."""
        steps = self.value.get("steps") if isinstance(self.value, dict) else None
        return steps if isinstance(steps, list) else []

    def line(self, key: Key) -> int:
        """Return the line of *key*, or of the nearest thing around it that is there."""
        while key and key not in self.lines:
            key = key[:-1]
        return self.lines.get(key, 1)


def language_missing(language: str, name: str) -> str:
    """Return that a text lacks a language."""
    return f"the text in {name} is missing (want {language!r})"


def quoted(value: object) -> str:
    """Write what was found, short enough for a message."""
    text = repr(value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def suggestion(found: str, wanted: Iterator[str] | tuple[str, ...]) -> str:
    """Write ``; did you mean 'ask'?`` if *found* looks like something that was wanted."""
    close = get_close_matches(found[:80], list(wanted), n=1)
    return f"; did you mean {close[0]!r}?" if close else ""


WIDE_COLON = "found a full-width colon"


def wide_colon(text: object) -> str:
    """Return that *text* begins with a key whose colon is full-width, or nothing."""
    match = _WIDE_KEY.match(text) if isinstance(text, str) else None
    return f"{WIDE_COLON} after {match[1]!r} (want ':' and a space)" if match else ""


_WIDE_KEY = re.compile(r" *(?:- +)?([a-z]+)：")


def read_document(path: Path) -> Document:
    """Read the file at *path*, or raise LessonError: it is missing, too large, or not YAML."""
    return parse_document(path.name, _bytes(path))


def parse_document(name: str, data: bytes) -> Document:
    """Read what stands, or would stand, in the file *name*, or raise LessonError."""
    return _Reader(name, _text(name, data)).document()


def _error(file: str, line: int, message: str, slip: str = "") -> LessonError:
    return LessonError((Problem(file, line, 0, "", "", message, slip=slip),))


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _error(path.name, 1, f"cannot be read: {reason}") from None


def _text(name: str, data: bytes) -> str:
    if len(data) > LARGEST:
        raise _error(name, 1, f"want at most {LARGEST:,} bytes, found more", "large")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"0x{data[error.start]:02x}"
        raise _error(name, line, f"want text in UTF-8, found the byte {byte}", "encoding") from None


class _Reader:
    """Turns the events of a YAML file into values, noting lines and faults."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.lines: dict[Key, int] = {}
        self.faults: list[tuple[Key, int, str | TwiceError]] = []

    def document(self) -> Document:
        try:
            stream = iter(YAML(typ="safe", pure=True).parse(self.text))
            value = self._only_document(stream)
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            said = " ".join(filter(None, (error.context, error.problem))) or "this cannot be read"
            line = mark.line + 1 if mark else 1
            if wide := self._wide(line):
                raise wide from None
            written = self.text.split("\n")[mark.line] if mark else ""
            slip, plain = _plainly(said, written, written[: mark.column] if mark else "")
            plain = plain or f"{said} {_MEND}"
            raise _error(self.file, line, f"not YAML: {plain}", slip) from None
        except YAMLError as error:
            said = " ".join(str(error).split())
            raise _error(self.file, 1, f"not YAML: {said[:200]} {_MEND}") from None
        return Document(self.file, value, self.lines, tuple(self.faults))

    def _wide(self, line: int) -> LessonError | None:
        """Return that a full-width colon or space is why *line* (from 1) cannot be read, if it is.

        The reader of YAML takes it for words, and often notices only some lines later.
        """
        lines = enumerate(self.text.split("\n")[:line], start=1)
        written = [(n, text) for n, text in lines if text.split("#")[0].strip()]
        for number, text in reversed(written[-2:]):
            if said := wide_colon(text):
                return _error(self.file, number, f"not YAML: {said}")
        for number, text in reversed(written[-4:]):
            if "\u3000" in text[: len(text) - len(text.lstrip())]:
                said = "found a full-width space at the beginning of the line (want spaces)"
                return _error(self.file, number, f"not YAML: {said}", "wide")
        return None

    def _only_document(self, stream: Iterator[events.Event]) -> object:
        value, documents = None, 0
        for event in stream:
            if isinstance(event, events.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    line = event.start_mark.line + 1
                    raise _error(self.file, line, "want one lesson, found a second document")
                value = self._value(next(stream), stream, ())
        return value

    def _value(self, event: events.Event, stream: Iterator[events.Event], key: Key) -> object:
        line = event.start_mark.line + 1
        self.lines.setdefault(key, line)
        if len(key) > DEEPEST:
            raise _error(self.file, line, f"want at most {DEEPEST} levels, found more")
        self._refuse(event, key, line)
        if isinstance(event, events.MappingStartEvent):
            return self._mapping(stream, key)
        if isinstance(event, events.SequenceStartEvent):
            items: list[object] = []
            while not isinstance(event := next(stream), events.SequenceEndEvent):
                items.append(self._value(event, stream, (*key, len(items))))
            return items
        return _scalar(event) if isinstance(event, events.ScalarEvent) else None

    def _mapping(self, stream: Iterator[events.Event], key: Key) -> dict[str, object]:
        mapping: dict[str, object] = {}
        while not isinstance(event := next(stream), events.MappingEndEvent):
            line = event.start_mark.line + 1
            if isinstance(event, events.ScalarEvent):
                self._refuse(event, key, line)
                name = event.value
            else:
                name = quoted(self._value(event, stream, (*key, "?")))
                self.faults.append((key, line, f"want a word as a key, found {name}"))
            inner = (*key, name)
            if name in mapping:
                first = self.lines[inner]
                twice = TwiceError(f"this key is already in line {first}")
                self.faults.append((inner, line, twice))
                self._value(next(stream), stream, (*key, "?"))
            else:
                self.lines[inner] = line
                mapping[name] = self._value(next(stream), stream, inner)
        return mapping

    def _refuse(self, event: events.Event, key: Key, line: int) -> None:
        if isinstance(event, events.AliasEvent):
            self.faults.append((key, line, f"want a value, found the alias *{event.anchor}"))
        elif isinstance(event, events.NodeEvent) and event.anchor:
            self.faults.append((key, line, f"want no anchors, found &{event.anchor}"))
        if isinstance(event, events.ScalarEvent | events.CollectionStartEvent) and event.tag:
            self.faults.append((key, line, f"want no tags, found {event.tag}"))


_WIDE_SIGNS = {
    "｛": "{",
    "｝": "}",
    "［": "[",
    "］": "]",
    "、": ",",
    "，": ",",
    "ー": "-",
    "－": "-",
}
"""Signs that a Japanese keyboard writes, and those that YAML wants."""

_WIDE_SIGN = re.compile(r"^ *([ー－])|[:{] ?([｛［])|([｝］]) *$|\{[^{}]*([、，]) ?[a-z]+:")
_PUZZLE_LINE = re.compile(r"\d+ [a-z-]+ [a-z]+ [a-z]+ [NESW]=")
_CURLY = re.compile(r"(?::|-) +([“”„‘’])")


def _plainly(said: str, line: str, before: str) -> tuple[str, str]:
    """Return the commonest mistakes by their names and as a writer sees them; else nothing.

    *said* is what the reader of YAML says, *before* what stands in the *line* before the place
    it means.
    """
    if "character '\\t'" in said:
        return "tab", "found a tab (want spaces in its place)"
    if _PUZZLE_LINE.match(line):
        try:
            parse_puzzle(line)
        except PuzzleLineError as error:
            return "line", f"found a puzzle line with a fault: {error}"
    if match := _WIDE_SIGN.search(line):
        sign = match[match.lastindex or 0]
        return "wide", f"found the full-width sign {sign!r} (want {_WIDE_SIGNS[sign]!r})"
    if curly := _CURLY.search(line):
        return "quotes", f'found the quotation mark {curly[1]} (want straight ones: ")'
    if "mapping values are not allowed" in said and ": " in before:
        return "inside", (
            "found a colon and a space inside words "
            "(want the words in quotes: a colon and a space end a key)"
        )
    if "mapping values are not allowed" in said:
        return "", (
            "found a key indented unlike those above it, or a colon and a space inside words "
            "(want such keys one below the other, and such words in quotes)"
        )
    if "expected ',' or '}', but got ':'" in said:
        return "", (
            "found a colon and a space inside words, or a key without a comma before it "
            "(want the words in quotes, or the comma)"
        )
    return "", ""


_WORDS: Mapping[str, object] = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
}


def _scalar(event: events.ScalarEvent) -> object:
    text: str = event.value
    if not event.implicit[0]:
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else text
