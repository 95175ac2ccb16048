"""All of a learner's progress as one file, to keep or to take elsewhere, and back.

The file is JSON with a version, packed by gzip; what it says is the same for ever, and one that is
not packed, as earlier versions saved them, is read like the others. Whatever is loaded is
checked to the last part first, and then added in one transaction: a file that is not ours, or is
damaged, changes nothing.
"""

import gzip
import json
import zlib
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from itertools import chain
from threading import Lock
from typing import Annotated, Literal, Self

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    ConfigDict,
    FailFast,
    Field,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import from_json

from engine.rules import Rule
from puzzles.kinds import KIND_OF
from tutor.learning import LONGEST_ANSWER, Attempt
from tutor.playing.match_text import KeptGame
from tutor.store import Store
from tutor.store.holdings import (
    KEEP,
    LONGEST_NAME,
    Learner,
    LessonProgress,
    Merged,
    Work,
    check_attempt,
    check_game,
    check_plain,
)

FORMAT = "calypso-progress"
VERSION = 3
"""Version 1 had no games, version 2 no seconds; both are still read."""

MEGABYTES = 20
"""Of a file as it comes, packed or not: some browsers unpack what they have fetched."""

LARGEST = MEGABYTES * 1_000_000
"""Bytes once unpacked: sixty thousand answers, thirty a day for more than five years."""

ALL_FIT = 30_000
"""So many answers are in the file, however long; of more, the oldest may not be."""

MOST_KEYS = 50
"""Of a part of a file; ours have at most thirteen."""

_CHECKING = Lock()
"""Of the largest file a hundred megabytes are held while it is checked: of one at a time."""

_DAWN = datetime(2000, 1, 1, tzinfo=UTC)
"""No answer is older, as a clock would say that was never set."""

_DUSK = datetime(3000, 1, 1, tzinfo=UTC)
"""Nor is any later, on whatever day its file will be loaded."""

_AHEAD = timedelta(days=2)
"""How far another device's clock may be ahead of ours; the schedule waits for what is later."""


class ProgressFileError(ValueError):
    """A file cannot be loaded; what is stored is as it was.

    ``key`` says why: ``too-large``, ``not-json``, ``not-ours``, ``newer``, ``faulty`` or
    ``altered``; learners read the words of ``progress-file.<key>``. ``place`` is where a faulty
    file is wrong (``attempts[3].rule``); an altered one is wrong as a whole.
    """

    def __init__(self, key: str, message: str, place: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.place = place


# ------------------------------------------------------------------- the file's shape


def _plain(text: str) -> str:
    check_plain("this", text)
    return text


def _misconception(text: str) -> str:
    if text not in KIND_OF:
        raise ValueError(f"no misconception {text[:40]!a}")
    return text


def _possible(at: datetime, info: ValidationInfo) -> datetime:
    assert info.context, "the file is read at a moment"
    if not _DAWN < at < info.context["now"] + _AHEAD:
        raise ValueError(f"{at} is no time at which anybody learns")
    return at.astimezone(UTC)


_NAME_IN_FILES = "belief"
"""What a misconception is called in the files that learners have kept: the name stays."""

_IN_FILES = {"misconception": _NAME_IN_FILES}

Name = Annotated[str, Field(max_length=LONGEST_NAME), AfterValidator(_plain)]
Time = Annotated[AwareDatetime, AfterValidator(_possible)]


class _Part(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _Lesson(_Part):
    lesson: Name
    step: int = Field(ge=1, le=1000)
    at: Time
    finished: Time | None = None


class _Attempt(_Part):
    id: Name
    at: Time
    puzzle: str
    answer: str
    correct: bool
    rule: Rule
    misconception: Annotated[str, AfterValidator(_misconception)] | None = Field(
        None, alias=_NAME_IN_FILES
    )
    hinted: bool = False
    mode: Name
    seconds: Annotated[float, Field(ge=0, le=LONGEST_ANSWER)] | None = None
    app: Annotated[Name, Field(max_length=50)]

    @model_validator(mode="after")
    def _can_be_stored(self) -> Self:
        check_attempt(Attempt(**self.model_dump(exclude={"app"})))
        return self


class _Game(_Part):
    id: Name
    setup: str
    extras: str
    record: str
    revision: int
    started: Time
    updated: Time
    finished: Time | None = None

    @model_validator(mode="after")
    def _can_be_stored(self) -> Self:
        check_game(self.kept())
        return self

    def kept(self) -> KeptGame:
        return KeptGame(**self.model_dump())


class _Head(BaseModel):
    """What says that a file is ours; the rest may be of a version to come."""

    format: Literal["calypso-progress"]
    version: int


class _File(_Part):
    # Without FailFast a small file with millions of faults would fill the memory with them.
    format: Literal["calypso-progress"]
    version: Literal[1, 2, 3]
    settings: Annotated[dict[Name, Name], FailFast()] = Field(max_length=50)
    lessons: Annotated[list[_Lesson], FailFast()] = Field(max_length=500)
    attempts: Annotated[list[_Attempt], FailFast()]
    games: Annotated[list[_Game], FailFast()] = Field(default=[], max_length=KEEP)

    @model_validator(mode="after")
    def _each_once(self) -> Self:
        for what, ids in (
            ("lesson", [part.lesson for part in self.lessons]),
            ("attempt", [part.id for part in self.attempts]),
            ("game", [part.id for part in self.games]),
        ):
            if len(set(ids)) != len(ids):
                ((twice, _),) = Counter(ids).most_common(1)
                raise ValueError(f"{what} {twice!r} stands there twice")
        return self


# ------------------------------------------------------------------------ out and in


def export_progress(store: Store, learner: Learner) -> str:
    """Write a learner's progress as one text, always the same; if too much, without the oldest."""
    work = store.work(learner)
    head = {"format": FORMAT, "version": VERSION, "settings": work.settings}
    parts = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    lines = {
        "lessons": deque(_lines(_Lesson, map(asdict, work.lessons))),
        "attempts": deque(_lines(_Attempt, work.attempts)),
        "games": deque(_lines(_Game, map(asdict, work.games))),
    }
    too_long = sum(len(line) + 2 for rows in lines.values() for line in rows) + _ROOM - LARGEST
    answers, games = lines["attempts"], lines["games"]
    while too_long > 0 and (answers or games):
        oldest = answers.popleft() if answers else games.pop()
        too_long -= len(oldest) + 2
    parts += [f'"{name}": [' + ",\n".join(rows) + "]" for name, rows in lines.items()]
    return "{" + ",\n".join(parts) + "}\n"


_ROOM = 20_000
"""Bytes for the settings, and for what stands round the lists."""


def save_progress(store: Store, learner: Learner) -> bytes:
    """Return the progress of *learner* as the file that is saved; `import_progress` reads it."""
    return gzip.compress(export_progress(store, learner).encode(), mtime=0)


def _lines(part: type[_Part], rows: Iterable[Mapping[str, object]]) -> Iterator[str]:
    """Yield the line of each row; for a damaged one among them the whole file would be refused."""
    for line in map(_line, rows):
        try:
            part.model_validate_json(line, context={"now": _DUSK})
        except ValidationError:
            continue
        yield line


def _line(row: Mapping[str, object]) -> str:
    """Write one line, in ASCII; what is missing or not so is left out, as it is read."""
    return json.dumps(
        {
            _IN_FILES.get(key, key): value.isoformat() if isinstance(value, datetime) else value
            for key, value in row.items()
            if value is not None and (key, value) != ("hinted", False)
        }
    )


def import_progress(store: Store, learner: Learner, text: str | bytes, *, now: datetime) -> Merged:
    """Add to the progress of *learner* what is new in a file; all of it, or nothing.

    Raises:
        ProgressFileError: It is no progress file, one of a later version, or damaged.
    """
    with _CHECKING:
        work = _work(_read(text, now))
    return store.add(learner, work, now=now)


def _work(file: _File) -> Work:
    return Work(
        settings=file.settings,
        lessons=tuple(LessonProgress(**part.model_dump()) for part in file.lessons),
        attempts=tuple({**part.model_dump(), "rule": part.rule.value} for part in file.attempts),
        games=tuple(part.kept() for part in file.games),
    )


def _read(text: str | bytes, now: datetime) -> _File:
    # A lone surrogate cannot be encoded; as a question mark it is found to be no plain text.
    raw = text.encode(errors="replace") if isinstance(text, str) else _unpacked(text)
    if len(raw) > LARGEST:
        raise ProgressFileError("too-large", f"more than {LARGEST} bytes")
    _check_head(raw)
    try:
        return _File.model_validate_json(raw, context={"now": now})
    except ValidationError as error:
        place, message = _first(error)
        key, where = ("faulty", place) if place else ("altered", "the file")
        raise ProgressFileError(key, f"{where}: {message}", place) from None


def _check_head(raw: bytes) -> None:
    """Check that a file is ours and of a version we read, and that no part has too many keys."""
    try:
        head = _Head.model_validate(parts := from_json(raw))
    except ValidationError as error:
        raise ProgressFileError("not-ours", f"no progress file: {_first(error)[1]}") from None
    except ValueError as error:
        raise ProgressFileError("not-json", f"no progress file: {error}") from None
    if head.version > VERSION:
        message = f"version {head.version}, and this program reads up to {VERSION}"
        raise ProgressFileError("newer", message)
    if _crowded(parts):
        raise ProgressFileError("altered", f"a part has more than {MOST_KEYS} keys")


def _crowded(parts: Mapping[str, object]) -> bool:
    """Whether a part has more keys than any of ours; each that is too many would be a fault."""
    lists = (part for part in parts.values() if isinstance(part, list))
    every = chain((parts,), *lists)
    return any(len(part) > MOST_KEYS for part in every if isinstance(part, dict))


def _unpacked(raw: bytes) -> bytes:
    """Unpack a file if it is packed; of one that holds too much, no more than shows that."""
    if not raw.startswith(b"\x1f\x8b"):
        return raw
    try:
        return zlib.decompressobj(wbits=31).decompress(raw, LARGEST + 1)
    except zlib.error as error:
        raise ProgressFileError("not-json", f"no gzip: {error}") from None


def _first(error: ValidationError) -> tuple[str, str]:
    """Return the place of the first fault, none for the whole file, and what is wrong there."""
    fault = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ""
    for step in fault["loc"]:
        place += f"[{step}]" if isinstance(step, int) else f".{step}" if place else str(step)
    return place, fault["msg"]
