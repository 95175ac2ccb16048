"""What an evening showed: which rules and misconceptions need another one; also as a file."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.rules import Rule
from puzzles.kinds import fitting, rule_counted, words_of
from tutor.learning import Attempt
from tutor.learning.learner import learner_after
from tutor.rooms import Question, Room
from tutor.rooms.answers import AnswerCount, Given, Member, points, spread, tally
from tutor.words.texts import Texts

ENOUGH = 3
"""Answers below which nothing is said about a rule: too few to say."""

SETTLED = 0.75
"""The share of right answers from which on a rule does not need another evening."""

SHARED = 2
"""So many people, and a misconception needs another evening."""


@dataclass(frozen=True, slots=True)
class RuleResult:
    """How the questions on one rule were answered; ``words`` is the key of the rule's words."""

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
    """One question as it was answered; ``number`` is the one it has on the wall."""

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
    """All that was answered: by question, by rule and by misconception, the worst first."""

    questions: tuple[QuestionResult, ...]
    rules: tuple[RuleResult, ...]
    misconceptions: tuple[MisconceptionResult, ...]

    @property
    def answers(self) -> int:
        """How many answers there are to all questions."""
        return sum(result.answers for result in self.questions)

    @property
    def talked(self) -> bool:
        """Whether any of the answers are those after a talk."""
        return any(result.question.before for result in self.questions)

    @property
    def too_few(self) -> bool:
        """Whether there are too few answers to say anything about any rule."""
        return all(rule.too_few for rule in self.rules)


def hardest(summary: RoomSummary) -> QuestionResult | None:
    """Return the hardest of the questions that two or more had right: what they can be proud of."""
    seen_through = (result for result in summary.questions if 2 <= result.right < result.answers)
    return min(seen_through, key=lambda result: result.right / result.answers, default=None)


def questions_asked(room: Room) -> tuple[Question, ...]:
    """List the questions whose answer was shown: one that was passed over is not."""
    return tuple(question for question in room.questions if question.revealed)


def summarise(room: Room, given: Iterable[Given]) -> RoomSummary:
    """Work out the summary of a room; a question passed over or never shown counts for nothing."""
    answers, asked = tuple(given), questions_asked(room)
    results = tuple(
        QuestionResult(number, question, spread(question, tally(question, answers)))
        for number, question in enumerate(room.questions, start=1)
        if question in asked
    )
    return RoomSummary(results, _rules(results), _misconceptions(results, answers))


def _rules(results: Sequence[QuestionResult]) -> tuple[RuleResult, ...]:
    right: Counter[tuple[Rule, str]] = Counter()
    answers: Counter[tuple[Rule, str]] = Counter()
    for result in results:
        about = result.question.rule, result.words
        right[about] += result.right
        answers[about] += result.answers
    listed = [RuleResult(*about, right[about], count) for about, count in answers.items() if count]
    return tuple(
        sorted(
            listed, key=lambda result: (result.too_few, result.right / result.answers, result.words)
        )
    )


def _misconceptions(
    results: Sequence[QuestionResult], given: Iterable[Given]
) -> tuple[MisconceptionResult, ...]:
    """Count the people to whom each misconception would be named after all their answers here."""
    by_question = defaultdict[int, list[Given]](list)
    for answer in given:
        by_question[answer.question].append(answer)
    answers = defaultdict[int, list[Attempt]](list)
    for result in results:  # as they were asked: a fresh one has a higher number than those after
        for answer in by_question[result.question.id]:
            id_ = f"{answer.member}-{result.question.id}"
            attempt = attempt_at(result.question, answer.answer, id=id_, at=answer.at)
            answers[answer.member].append(attempt)
    counted = Counter(
        misconception
        for mine in answers.values()
        for misconception in sorted(learner_after(mine).named)
    )
    return tuple(MisconceptionResult(*named) for named in counted.most_common())


def attempt_at(question: Question, answer: str, *, id: str, at: datetime) -> Attempt:  # noqa: A002
    """Return an answer to a question as an attempt at its puzzle."""
    puzzle = question.puzzle
    verdict = puzzle.check(answer)
    return Attempt(
        id=id,
        at=at,
        puzzle=question.line,
        answer=answer,
        correct=verdict.correct,
        rule=rule_counted(puzzle, verdict, question.rule),
        mode="room",
    )


COLUMNS = (
    *("question", "line", "rule", "who", "answer", "count", "right", "misconception", "points"),
    *("rule_right", "rule_answers", "rule_again", "misconception_again"),
)
"""The first row; names for programs, hence in one language. ``room.sheet.*`` explains each.

The last four are the same in all rows of a rule or a misconception: how it was answered on the
whole evening, and whether it needs another (1) or not (0); empty where there is too little to say.
"""


def answer_rows(
    room: Room, members: Sequence[Member], given: Iterable[Given], say: Texts
) -> list[Sequence[str]]:
    """Return a row for every answer of a telephone, and one for all cards that showed the same.

    The number of a question is the one it has on the wall.
    Who answered is the nickname while the room knows it, else a number.
    """
    rows: list[Sequence[str]] = [COLUMNS]
    answers = tuple(given)
    names = {member.number: member.name or str(member.number) for member in members}
    summary = summarise(room, answers)
    for result in summary.questions:
        told = _rows(room, result, names, answers, summary, say)
        rows.extend((str(result.number), *row) for row in told)
    return rows


def _rows(
    room: Room,
    result: QuestionResult,
    names: Mapping[int, str],
    given: Iterable[Given],
    summary: RoomSummary,
    say: Texts,
) -> Iterator[tuple[str, ...]]:
    question, words = result.question, result.words
    rules = {rule.words: rule for rule in summary.rules}
    again = {result.misconception for result in summary.misconceptions if result.again}

    def row(who: str, answer: str, count: int, earned: str) -> tuple[str, ...]:
        verdict = question.puzzle.check(answer)
        ideas = fitting(question.puzzle, answer)
        named = " / ".join(say(f"misconception.{idea}.name") for idea in ideas)
        right = "1" if verdict.correct else "0"
        head = (question.line, say(f"{words}.name"), who)
        evening = (*_figures(rules[words]), str(int(not again.isdisjoint(ideas))) if ideas else "")
        return (*head, answer, str(count), right, named, earned, *evening)

    for handed_in in sorted(given, key=lambda handed_in: handed_in.member):
        if handed_in.question == question.id and handed_in.member in names:
            earned = str(points(room, question, handed_in)) if room.options.points else ""
            yield row(names[handed_in.member], handed_in.answer, 1, earned)
    for answer, count in question.hands:
        yield row(say("room.sheet.cards"), answer, count, "")


def _figures(rule: RuleResult) -> tuple[str, str, str]:
    """Return how a rule was answered; of few answers nothing is concluded."""
    again = "" if rule.too_few else str(int(rule.again))
    return str(rule.right), str(rule.answers), again
