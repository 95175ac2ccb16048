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
    """What an author expects is not the answer to ``puzzle``, if it is ``possible`` at all."""

    def __init__(self, message: str, puzzle: Puzzle, *, possible: bool = True) -> None:
        self.puzzle, self.possible = puzzle, possible
        super().__init__(message)


def answer_error(error: object) -> AnswerError | None:
    """Return *error* if it is about the answer that was expected."""
    return error if isinstance(error, AnswerError) else None


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with a lesson file.

    ``step`` counts from 1 and is 0 for what belongs to the whole file; ``name`` is the
    name of that step, ``key`` the way to the value inside the step or file. An ``advice`` keeps
    nothing from being used. ``answer`` is what is wrong with the answer that was expected.
    """

    file: str
    line: int
    step: int
    name: str
    key: str
    message: str
    advice: bool = False
    answer: AnswerError | None = field(default=None, compare=False)

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
    faults: tuple[tuple[Key, int, str], ...]

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


def missing(language: str, name: str) -> str:
    """Return that a text lacks a language."""
    return f"the text in {name} is missing (want {language!r})"


def shown(value: object) -> str:
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


def _error(file: str, line: int, message: str) -> LessonError:
    return LessonError((Problem(file, line, 0, "", "", message),))


def _bytes(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _error(path.name, 1, f"cannot be read: {reason}") from None


def _text(name: str, data: bytes) -> str:
    if len(data) > LARGEST:
        raise _error(name, 1, f"want at most {LARGEST:,} bytes, found more")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        byte = f"0x{data[error.start]:02x}"
        raise _error(name, line, f"want text in UTF-8, found the byte {byte}") from None


class _Reader:
    """Turns the events of a YAML file into values, noting lines and faults."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.lines: dict[Key, int] = {}
        self.faults: list[tuple[Key, int, str]] = []

    def document(self) -> Document:
        try:
            stream = iter(YAML(typ="safe", pure=True).parse(self.text))
            value = self._only_document(stream)
        except MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            said = " ".join(filter(None, (error.context, error.problem))) or "this cannot be read"
            line = mark.line + 1 if mark else 1
            if wide := self._wide_colon(line):
                raise wide from None
            before = self.text.split("\n")[mark.line][: mark.column] if mark else ""
            plain = _plainly(said, before) or f"{said} {_MEND}"
            raise _error(self.file, line, f"not YAML: {plain}") from None
        except YAMLError as error:
            said = " ".join(str(error).split())
            raise _error(self.file, 1, f"not YAML: {said[:200]} {_MEND}") from None
        return Document(self.file, value, self.lines, tuple(self.faults))

    def _wide_colon(self, line: int) -> LessonError | None:
        """Return that a full-width colon is why *line* (from 1) cannot be read, if it is.

        The reader of YAML takes it for words, and often notices only in the next line.
        """
        lines = enumerate(self.text.split("\n")[:line], start=1)
        written = [(n, text) for n, text in lines if text.split("#")[0].strip()]
        for number, text in reversed(written[-2:]):
            if said := wide_colon(text):
                return _error(self.file, number, f"not YAML: {said}")
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
                name = shown(self._value(event, stream, (*key, "?")))
                self.faults.append((key, line, f"want a word as a key, found {name}"))
            inner = (*key, name)
            if name in mapping:
                first = self.lines[inner]
                self.faults.append((inner, line, f"this key is already in line {first}"))
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


def _plainly(said: str, before: str) -> str:
    """Return the commonest mistakes as a writer sees them; nothing for the others.

    *said* is what the reader of YAML says, *before* what stands before the place it means.
    """
    if "character '\\t'" in said:
        return "found a tab (want spaces in its place)"
    if "mapping values are not allowed" in said and ": " in before:
        return (
            "found a colon and a space inside words "
            "(want the words in quotes: a colon and a space end a key)"
        )
    if "mapping values are not allowed" in said:
        return (
            "found a key indented unlike those above it, or a colon and a space inside words "
            "(want such keys one below the other, and such words in quotes)"
        )
    if "expected ',' or '}', but got ':'" in said:
        return (
            "found a colon and a space inside words, or a key without a comma before it "
            "(want the words in quotes, or the comma)"
        )
    return ""


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
