"""What an evening showed: which rules and which misconceptions need another one."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.rules import Rule
from tutor.learning.attempts import Attempt
from tutor.learning.explanation import words_of
from tutor.learning.learner import learner_after
from tutor.rooms.answers import AnswerCount, Given, spread, tally
from tutor.rooms.room import Question, Room

ENOUGH = 3
"""Answers below which nothing is said about a rule: too few to say."""

SETTLED = 0.75
"""The share of right answers from which on a rule does not need another evening."""

SHARED = 2
"""So many people, and a misconception needs another evening."""


@dataclass(frozen=True, slots=True)
class RuleResult:
    """How the questions on one rule were answered.

    ``words`` is the key of its words, since a ruff of a led trump has words of its own.
    """

    rule: Rule
    words: str
    right: int
    answers: int

    @property
    def again(self) -> bool:
        """Whether the rule needs another evening."""
        return self.answers >= ENOUGH and self.right < SETTLED * self.answers

    @property
    def too_few(self) -> bool:
        """Whether there are too few answers to say."""
        return self.answers < ENOUGH


@dataclass(frozen=True, slots=True)
class MisconceptionResult:
    """How many people's answers are explained by a misconception, as far as the model can tell."""

    misconception: str
    people: int

    @property
    def again(self) -> bool:
        """Whether the misconception needs another evening."""
        return self.people >= SHARED


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """One question as it was answered; ``number`` is the one it had on the wall."""

    number: int
    question: Question
    bars: tuple[AnswerCount, ...]

    @property
    def words(self) -> str:
        """The key of the words for its rule."""
        return words_of(self.question.puzzle, self.question.rule)

    @property
    def answers(self) -> int:
        """How many answers there are."""
        return sum(bar.count for bar in self.bars)

    @property
    def right(self) -> int:
        """How many of them are right."""
        return sum(bar.count for bar in self.bars if bar.correct)

    @property
    def before(self) -> tuple[int, int] | None:
        """How many were right before neighbours talked, of how many; nothing if they did not."""
        if not self.question.before:
            return None
        right = sum(bar.before or 0 for bar in self.bars if bar.correct)
        return right, sum(count for _, count in self.question.before)


@dataclass(frozen=True, slots=True)
class RoomSummary:
    """All that was answered: by question, by rule and by misconception, the worst first.

    A rule without answers is not among them.
    """

    questions: tuple[QuestionResult, ...]
    rules: tuple[RuleResult, ...]
    misconceptions: tuple[MisconceptionResult, ...]


def asked(room: Room) -> tuple[Question, ...]:
    """List the questions whose answer was shown and that were not passed over."""
    return tuple(question for _, question in numbered(room))


def numbered(room: Room) -> tuple[tuple[int, Question], ...]:
    """List the same questions, each with the number it had on the wall."""
    return tuple(
        (number, one)
        for number, one in enumerate(room.questions, start=1)
        if one.revealed and not one.skipped
    )


def summarise(room: Room, given: Iterable[Given]) -> RoomSummary:
    """Work out the summary of a room; a question passed over or never shown counts for nothing."""
    answers = tuple(given)
    results = tuple(
        QuestionResult(number, question, spread(question, tally(question, answers)))
        for number, question in numbered(room)
    )
    return RoomSummary(results, _rules(results), _misconceptions(results, answers))


def _rules(results: Sequence[QuestionResult]) -> tuple[RuleResult, ...]:
    right: Counter[tuple[Rule, str]] = Counter()
    answers: Counter[tuple[Rule, str]] = Counter()
    for result in results:
        about = result.question.rule, result.words
        right[about] += result.right
        answers[about] += result.answers
    found = [RuleResult(*about, right[about], count) for about, count in answers.items() if count]
    return tuple(sorted(found, key=lambda one: (one.too_few, one.right / one.answers, one.words)))


def _misconceptions(
    results: Sequence[QuestionResult], given: Iterable[Given]
) -> tuple[MisconceptionResult, ...]:
    """Count the people to whom each misconception would be named after all their answers here."""
    asked = {result.question.id: result.question for result in results}
    answers: dict[int, list[Attempt]] = {}
    for one in sorted(given, key=lambda one: (one.member, one.question)):
        if question := asked.get(one.question):
            answers.setdefault(one.member, []).append(_attempt(question, one))
    counted = Counter(one for mine in answers.values() for one in sorted(learner_after(mine).named))
    return tuple(MisconceptionResult(*one) for one in counted.most_common())


def _attempt(question: Question, given: Given) -> Attempt:
    return Attempt(
        id=f"{given.member}-{question.id}",
        at=given.at,
        puzzle=question.line,
        answer=given.answer,
        correct=question.puzzle.check(given.answer).correct,
        rule=question.rule,
        mode="room",
    )
