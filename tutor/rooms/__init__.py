"""Rooms: one teacher and many learners at the same question, as values; nothing here waits.

What a room is stands here: its code, its questions and slides, what is shown, and why it refuses.
`controls` says what the teacher may do to it, `answers` who may answer and how the answers are
spread, `summary` what the evening showed. A field with a default may be missing in a room that an
earlier version has stored, and ``alias`` is what a field is called there.
"""

import re
import secrets
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum, unique
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, PlainSerializer, PlainValidator

from engine.cards import Card
from engine.rulebooks import CULBERTSON, rulebook_of
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle
from tutor.lessons.steps import NO_WORDS, Setting, Show, Try, Words
from tutor.store.keys import DASHES, capitals


class RoomRefusal(Exception):
    """A room refuses; it is as it was. Its words are ``room.refused.<key>``."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


IDLE = timedelta(days=1)
"""A room whose teacher has done nothing for so long is over."""

KEPT = timedelta(days=7)
"""How long the teacher of a room that is over can still read its summary."""

MOST_QUESTIONS = 100
LONGEST_CLOCK = 600

LOBBY = -1
"""The place before the first question, where learners come in."""


CODE_CHARACTERS = "CDFGHJKMNPQRTWXY3479"
"""Of letters and digits those that nobody takes for one another in writing (no 0 O, 1 I L, 2 Z,
5 S, 6 8 B, U V); the vowels are out as well, so that no code spells a word."""

CODE_LENGTH = 6
"""Twenty characters in six places: 64 million codes, enough for `tutor.rooms.limits`."""

_GROUP = f"([{CODE_CHARACTERS}]{{3}})"
_WRITTEN = re.compile(f"(?<![0-9A-Z]){_GROUP}[{DASHES} ]?{_GROUP}(?![0-9A-Z])")
"""A code among other words."""


def new_room_code() -> str:
    """Make the code of a new room, short enough to be called across a hall."""
    return "".join(secrets.choice(CODE_CHARACTERS) for _ in range(CODE_LENGTH))


def read_room_code(typed: str) -> str | None:
    """Read a code as a person types it; nothing if it cannot be one.

    Case, spaces, dashes and the full-width letters of a Japanese keyboard do not matter. It is
    also found in a link or a sentence, if nothing else there can be one.
    """
    plain = capitals(typed)
    code = "".join(character for character in plain if character.isascii() and character.isalnum())
    if len(code) == CODE_LENGTH and set(code) <= set(CODE_CHARACTERS):
        return code
    written = {"".join(groups) for groups in _WRITTEN.findall(plain)}
    return written.pop() if len(written) == 1 else None


def spaced(code: str) -> str:
    """Write a code in two groups, as it is read aloud."""
    return f"{code[:3]} {code[3:]}"


def _pairs(value: Any) -> Any:  # noqa: ANN401 - whatever is stored
    return tuple(value.items()) if isinstance(value, Mapping) else value


_Counts = Annotated[tuple[tuple[str, int], ...], BeforeValidator(_pairs), PlainSerializer(dict)]
"""Pairs of an answer and how often it was given, stored as a mapping."""

_Told = Annotated[
    Words,
    BeforeValidator(lambda stored: {"texts": stored}),
    PlainSerializer(lambda words: dict(words.texts)),
]
"""Words, stored as a mapping."""


def _write_picture(show: Show | None) -> dict[str, Any] | None:
    if show is None:
        return None
    rulebook = show.setting.rulebook
    return {
        "variant": show.setting.variant.id,
        "seating": show.setting.seating,
        "rulebook": rulebook.id if rulebook else None,
        "trick": show.trick,
        "calypsos": show.calypsos,
        "hand": " ".join(map(str, show.hand)),
        "sheet": show.sheet,
        "whole": show.whole,
    }


def _read_picture(stored: Mapping[str, Any] | None) -> Show | None:
    if stored is None:
        return None
    setting = Setting(
        variant=VARIANTS[stored["variant"]],
        seating=stored["seating"],
        rulebook=rulebook_of(stored["rulebook"]) if stored["rulebook"] else None,
    )
    show = Show(
        setting=setting,
        trick=stored["trick"],
        calypsos=stored["calypsos"],
        hand=tuple(map(Card.parse, stored["hand"].split())),
        sheet=stored["sheet"],
        whole=stored["whole"],
    )
    # What cannot be shown is found here, and not by a page.
    show.under(CULBERTSON)
    show.scored(CULBERTSON)
    return show


_Picture = Annotated[Show | None, PlainValidator(_read_picture), PlainSerializer(_write_picture)]
"""A position without its words, if there is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slide:
    """A page of a lesson that asks nothing.

    ``picture`` is the position shown, with the rulebook it is judged by; ``words`` are what is
    said to it, and ``title`` is the lesson's. Where ``tried``, phones let the cards of its hand
    be tried.
    """

    title: _Told
    words: _Told = NO_WORDS
    picture: _Picture = None
    tried: bool = False

    @property
    def trial(self) -> Try | None:
        """The hand to be tried and the trick under way, if this is one."""
        if not self.tried or self.picture is None:
            return None
        shown = self.picture
        return Try(shown.setting, shown.trick, shown.hand, self.words)


@unique
class QuestionStage(StrEnum):
    """How far a question has been shown; what is stored in rooms, never rename one.

    Answers are taken while it is open, and can be changed as long. From the spread on they are
    settled, and everybody sees what is right.
    """

    READY = "ready"
    OPEN = "open"
    CLOSED = "closed"
    SPREAD = "spread"
    LADDER = "ladder"
    RULE = "rule"


REVEALED = frozenset({QuestionStage.SPREAD, QuestionStage.LADDER, QuestionStage.RULE})


def _read_line(line: str) -> str:
    parse_puzzle(line)
    return line


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """One question of a room.

    ``id`` is its own within the room, whatever is put before it later. ``rule`` is what it asks
    about. ``rung`` is how many rungs of the ladder are shown. ``first_opened`` decides how early
    an answer is; ``opened``, the last time, who came too late for it, and begins the clock.
    ``hands`` are hold-up cards as the teacher counted them: pairs of an answer and how many showed
    it. ``before`` is how often each was given before neighbours talked, phones and cards together;
    nothing where they did not. ``voters`` are the phones among them: pairs of a member's number and
    the answer, so that whoever is removed is taken from that count too. ``words`` are what a lesson
    says with it, ``slides`` what it shows before. A ``skipped`` question counts for nothing.
    """

    id: int
    line: Annotated[str, AfterValidator(_read_line)]
    rule: Rule
    stage: QuestionStage = QuestionStage.READY
    rung: int = 0
    first_opened: Annotated[datetime | None, Field(alias="first")] = None
    opened: datetime | None = None
    hands: _Counts = ()
    before: _Counts = ()
    voters: tuple[tuple[int, str], ...] = ()
    words: _Told = NO_WORDS
    slides: tuple[Slide, ...] = ()
    skipped: bool = False

    @property
    def untouched(self) -> bool:
        """Whether it was neither opened nor shown nor passed over."""
        return not (self.first_opened or self.revealed or self.skipped)

    @property
    def undecided(self) -> bool:
        """Whether answers to it were taken, and what is right is not shown yet."""
        return self.first_opened is not None and not (self.revealed or self.skipped)

    @property
    def held_up_before(self) -> Counter[str]:
        """How many cards showed each answer before neighbours talked."""
        return Counter(dict(self.before)) - Counter(answer for _, answer in self.voters)

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of its line."""
        return parse_puzzle(self.line)

    @property
    def rungs(self) -> int:
        """How many rungs its ladder has; none where it shows no complete trick."""
        ruling = self.puzzle.ruling
        return len(ruling.trick.plays) if ruling else 0

    @property
    def revealed(self) -> bool:
        """Whether everybody may see what is right."""
        return self.stage in REVEALED


@dataclass(frozen=True, slots=True, kw_only=True)
class RoomOptions:
    """What a teacher may switch on; nothing is to begin with.

    ``clock`` is how many seconds a question is open, 0 for no clock. ``points``: a right
    answer earns more the sooner it comes.
    """

    clock: int = 0
    points: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.clock <= LONGEST_CLOCK:
            raise ValueError(f"a clock has 0 to {LONGEST_CLOCK} seconds, not {self.clock}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Room:
    """A room as everybody in it sees it, names and answers apart.

    ``at`` is the place among the questions: `LOBBY` before the first, their number after the
    last. ``turned`` is how many slides were turned there, and ``closing`` are those of the end.
    ``touched`` is when the teacher last did something. ``names_kept`` is whether the
    teacher has saved the names beyond the end, ``shut`` whether nobody else may join.
    """

    code: str
    options: RoomOptions
    questions: tuple[Question, ...]
    opened: datetime
    touched: datetime
    closing: tuple[Slide, ...] = ()
    at: int = LOBBY
    turned: int = 0
    ended: datetime | None = None
    names_kept: Annotated[bool, Field(alias="names")] = False
    shut: bool = False

    def __post_init__(self) -> None:
        if not 1 <= len(self.questions) <= MOST_QUESTIONS:
            raise ValueError(
                f"a room has 1 to {MOST_QUESTIONS} questions, not {len(self.questions)}"
            )
        if not LOBBY <= self.at <= len(self.questions):
            raise ValueError(f"no question {self.at} among {len(self.questions)}")

    @property
    def question(self) -> Question | None:
        """The question that is shown, if one is."""
        return self.questions[self.at] if 0 <= self.at < len(self.questions) else None

    @property
    def slide(self) -> Slide | None:
        """The slide that is shown, if one is: before a question, or after the last."""
        slides = self.closing if self.at == len(self.questions) else ()
        if self.question and self.question.stage == QuestionStage.READY:
            slides = self.question.slides
        return slides[self.turned] if self.turned < len(slides) else None

    @property
    def all_shown(self) -> bool:
        """Whether nothing is left to show."""
        return self.at == len(self.questions) and not self.slide

    def find(self, id: int) -> Question | None:  # noqa: A002 - the field's own name
        """Return the question of this id, if there is one."""
        return next((question for question in self.questions if question.id == id), None)

    def over(self, now: datetime) -> bool:
        """Return whether the room has ended, by the teacher's word or by itself."""
        return self.ended is not None or now - self.touched > IDLE

    def until(self) -> datetime | None:
        """Return when the clock of the open question runs out, if there is one."""
        question = self.question
        if not (self.options.clock and question and question.opened):
            return None
        if question.stage != QuestionStage.OPEN:
            return None
        return question.opened + timedelta(seconds=self.options.clock)

    def accepts(self, now: datetime) -> bool:
        """Return whether answers to the question that is shown are taken now."""
        if self.question is None or self.question.stage != QuestionStage.OPEN or self.over(now):
            return False
        until = self.until()
        return until is None or now < until
