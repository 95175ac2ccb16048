"""Who is in a room, what they answered, how the answers are spread, and what one browser sees."""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.rulebooks import Rulebook
from engine.table import Seat
from puzzles.kinds import fitting, kind_of, right_by
from puzzles.kinds.kind import tokens_of
from puzzles.puzzle import Puzzle, print_answer, read_answer
from tutor.rooms import Question, Room, RoomRefusal

MOST_MEMBERS = 100
"""Learners in a room; a hall has fewer, and whoever sends a thousand fills one room, not the
server."""

_UNHURRIED = 60
"""Seconds in which points are lost, where no clock says how long a question is open."""

_MOST_POINTS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A learner in a room; ``number`` is theirs there alone.

    The name is empty once names have vanished. Who was removed may come in again, under
    another name.
    """

    number: int
    name: str
    joined: datetime
    removed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The answer a member gave to a question, and when it was given or last changed."""

    member: int
    question: int
    answer: str
    at: datetime


@dataclass(frozen=True, slots=True)
class AnswerCount:
    """How many gave one answer, whether it is right, and what is behind it if it is not.

    ``fits`` are misconceptions it fits; of many people's single answers none of them is said to
    be held. ``rulebooks`` are those by which it would be right.
    ``before`` is how many gave it before neighbours talked; nothing where they did not.
    """

    answer: str
    count: int
    correct: bool
    fits: tuple[str, ...]
    rulebooks: tuple[Rulebook, ...]
    before: int | None


def too_late(member: Member, question: Question) -> bool:
    """Return whether *member* came when *question* was open already: they wait for the next.

    Opened again, as after a talk, it is there for everybody, whoever came meanwhile too.
    """
    return question.opened is not None and member.joined > question.opened


def could_answer(member: Member, question: Question) -> bool:
    """Return whether *question* was open at some time while *member* was in the room."""
    return question.first_opened is not None and not too_late(member, question)


def check_answer(
    room: Room, member: Member | None, question: int, answer: str, now: datetime
) -> str:
    """Check that a member may give this answer now, and give it as it is stored.

    Raises:
        RoomRefusal: The learner is not in the room or was removed, came too late, another
            question is shown, its answers are closed or the room is over, or it has no such answer.
    """
    if member is None or member.removed:
        raise RoomRefusal("not-member", "whoever answers has to join first")
    shown = room.question
    if shown is None or shown.id != question or not room.accepts(now):
        raise RoomRefusal("closed", "answers to this question are not taken now")
    if too_late(member, shown):
        raise RoomRefusal("late", "who comes late waits for the next question")
    try:
        return print_answer(read_answer(answer, shown.puzzle.parts))
    except ValueError as error:
        raise RoomRefusal("no-answer", str(error)) from error


def expected(members: Iterable[Member], question: Question) -> int:
    """Count those who may answer *question*."""
    return sum(not member.removed and not too_late(member, question) for member in members)


def tally(question: Question, given: Iterable[Given]) -> Mapping[str, int]:
    """Count every answer to *question*, those of telephones and of hold-up cards together."""
    counted = Counter(answer.answer for answer in given if answer.question == question.id)
    counted.update(dict(question.hands))
    return counted


def changed(question: Question, given: Iterable[Given]) -> int:
    """Count the telephones whose answer is new, or another than before the talk."""
    now = {(answer.member, answer.answer) for answer in given if answer.question == question.id}
    return len(now - set(question.voters))


def spread(question: Question, counted: Mapping[str, int]) -> tuple[AnswerCount, ...]:
    """Return how many gave every answer, and what each wrong one fits.

    Where one of a few is to be picked, all of them are listed in their order; elsewhere the right
    one, which a wall that nobody scrolls is to show, and then those given, the most frequent first.
    Answers in which equal cards change places are one.
    """
    puzzle = question.puzzle
    right = print_answer(read_answer(puzzle.solution, puzzle.parts))
    written = {_said(puzzle, right): right}
    before = _together(puzzle, dict(question.before), written)
    counted = _together(puzzle, counted, written)
    if simple(question.puzzle):
        answers = [choice.token for choice in puzzle.parts[0].choices]
    else:
        answers = sorted(
            {*counted, *before, right},
            key=lambda answer: (answer != right, -counted.get(answer, 0), answer),
        )
    bars = []
    for answer in answers:
        count, correct = counted.get(answer, 0), puzzle.check(answer).correct
        fits, rulebooks = fitting(puzzle, answer), () if correct else right_by(puzzle, answer)
        first = before.get(answer, 0) if before else None
        bars.append(AnswerCount(answer, count, correct, fits, rulebooks, first))
    return tuple(bars)


def _said(puzzle: Puzzle, answer: str) -> Hashable:
    """Return what an answer says; of those in which equal cards change places it is the same."""
    parts = sorted(tokens_of(answer))
    return tuple(parts), tuple(kind_of(puzzle).compared(puzzle, answer))


def _together(
    puzzle: Puzzle, counted: Mapping[str, int], written: dict[Hashable, str]
) -> Mapping[str, int]:
    """Count what says the same as one, as it is *written* first."""
    together = Counter[str]()
    for answer, count in counted.items():
        together[written.setdefault(_said(puzzle, answer), answer)] += count
    return together


def simple(puzzle: Puzzle) -> bool:
    """Return whether one of a few choices is the answer."""
    parts = puzzle.parts
    return len(parts) == 1 and not parts[0].many and len(parts[0].choices) <= 4


def can_be_held_up(puzzle: Puzzle) -> bool:
    """Return whether a seat is the answer: cards to hold up are printed for seats alone."""
    choices = puzzle.parts[0].choices
    return simple(puzzle) and {choice.token for choice in choices} <= set(Seat)


def points(room: Room, question: Question, given: Given) -> int:
    """Return what an answer earns: half of the most for any right one, the rest for an early one.

    It is early by when the question was opened first: opened again, or after a talk, it makes
    no late answer early. Nothing where points are not switched on, or before the answer is shown.
    """
    if not (room.options.points and question.revealed and question.first_opened):
        return 0
    if not question.puzzle.check(given.answer).correct:
        return 0
    limit = room.options.clock or _UNHURRIED
    taken = min(max((given.at - question.first_opened).total_seconds() / limit, 0), 1)
    return round(_MOST_POINTS * (1 - taken / 2))


def earnings(room: Room, given: Iterable[Given]) -> Counter[int]:
    """Count the points of every member, by number."""
    earned: Counter[int] = Counter()
    for answer in given:
        if question := room.find(answer.question):
            earned[answer.member] += points(room, question, answer)
    return earned


def standings(
    room: Room, members: Sequence[Member], given: Iterable[Given]
) -> tuple[tuple[Member, int], ...]:
    """List who has how many points, the most first; who has none, or no name, is left out."""
    earned = earnings(room, given)
    ranked = [
        (member, earned[member.number])
        for member in members
        if earned[member.number] and member.name
    ]
    return tuple(sorted(ranked, key=lambda pair: (-pair[1], pair[0].number)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A room as one browser finds it.

    ``version`` counts what the teacher did. ``member`` is who this browser is there, ``given``
    what it answered. ``teaches`` says that it controls the room, and only then
    is there a ``key``, which stands in the link that learners join by.
    """

    room: Room
    version: int
    member: Member | None
    given: tuple[Given, ...]
    teaches: bool
    key: str

    @property
    def answers(self) -> Mapping[int, str]:
        """What this browser answered, by question."""
        return {answer.question: answer.answer for answer in self.given}


@dataclass(frozen=True, slots=True)
class Pulse:
    """What changes in a room, as numbers: what the teacher did, and how many have answered."""

    version: int
    answers: int


@dataclass(frozen=True, slots=True)
class Crowd:
    """Everybody who is or was in a room, and all they answered; for the teacher alone."""

    members: tuple[Member, ...]
    given: tuple[Given, ...]

    @property
    def present(self) -> tuple[Member, ...]:
        """Those who were not removed."""
        return tuple(member for member in self.members if not member.removed)
