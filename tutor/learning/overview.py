"""What a learner's answers add up to: how strong in each rule, day by day, lesson by lesson."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta, tzinfo
from math import sqrt

from engine.rules import Rule
from tutor.learning import Attempt, given_mode, lesson_mode
from tutor.words.texts import Texts

_PRIOR = 2
"""A rule is taken at first to be known as well as the others, with the weight of two answers."""

_HALF_LIFE = 10
"""An answer counts half as much once so many others about the rule have followed."""

_NINETY = 1.645
"""Standard deviations to either side of the mean between which nine in ten values lie."""

_FIRM, _GOOD = 0.85, 0.6

_PROVED = 2
"""A rule is called secure after so many right answers of its own, whatever the others promise;
what takes a glance is asked no more after as many."""


@dataclass(frozen=True, slots=True)
class Strength:
    """How many of 1 answers about a rule would be right now; nine times in ten, low to high."""

    mean: float
    low: float
    high: float
    right: int

    @property
    def level(self) -> str:
        """In one word, as ``strength.<level>`` says it."""
        if self.mean >= _FIRM and self.right >= _PROVED:
            return "firm"
        return "good" if self.mean >= _GOOD else "shaky"


def strength(attempts: Sequence[Attempt], rule: Rule) -> Strength | None:
    """Estimate the strength in *rule*, from its first answer on; nothing before that.

    Before its first answer, a rule is as likely to be known as the learner's other rules were
    right; each answer, with more weight the later it was, moves that (a Beta distribution,
    whose mean and spread are given). A hinted answer counts as wrong. How hard the puzzles
    were is left out: the schedule asks every rule at much the same difficulty.
    """
    known = [attempt.known for attempt in attempts if attempt.rule == rule]
    others = [attempt.known for attempt in attempts if attempt.rule != rule]
    right = sum(known)
    if not known:
        return None
    before = (sum(others) + 1) / (len(others) + 2)
    weights = [0.5 ** (ago / _HALF_LIFE) for ago in range(len(known))]
    answers = list(zip(weights, reversed(known), strict=True))
    good = _PRIOR * before + sum(weight for weight, was_known in answers if was_known)
    bad = _PRIOR * (1 - before) + sum(weight for weight, was_known in answers if not was_known)
    total = good + bad
    mean = good / total
    spread = _NINETY * sqrt(good * bad / (total * total * (total + 1)))
    return Strength(mean, max(mean - spread, 0.0), min(mean + spread, 1.0), right)


def strength_in_words(estimate: Strength, say: Texts) -> str:
    """Return how strong the learner is, in so many of a hundred."""
    shares = (estimate.mean, estimate.low, estimate.high)
    mean, low, high = (round(100 * share) for share in shares)
    return say(f"strength.{estimate.level}", mean=mean, low=low, high=high)


WEEKS = 8
"""How far back the calendar looks."""

MISTAKES = 5
"""How many of the last mistakes are offered again."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """One rule that was asked: its strength, and its turn in practice (1 is next) or none."""

    rule: Rule
    strength: Strength
    turn: int | None


def rule_lines(attempts: Sequence[Attempt], coming: Sequence[Rule]) -> tuple[RuleLine, ...]:
    """List the rules the learner has met, in the order of `Rule`; practice asks those *coming*."""
    turns = {rule: turn for turn, rule in enumerate(coming, 1)}
    return tuple(
        RuleLine(rule, estimate, turns.get(rule))
        for rule in Rule
        if (estimate := strength(attempts, rule))
    )


@dataclass(frozen=True, slots=True)
class Day:
    """One day: how many answers, and how many of them showed that the rule is known."""

    date: date
    answers: int
    known: int


def days(attempts: Sequence[Attempt], zone: tzinfo, today: date) -> tuple[Day, ...]:
    """Count the answers of the last weeks, day by day, from a Monday to *today*."""
    given = [(attempt.at.astimezone(zone).date(), attempt.known) for attempt in attempts]
    answers = Counter(day for day, _ in given)
    known = Counter(day for day, right in given if right)
    first = today - timedelta(days=today.weekday() + 7 * (WEEKS - 1))
    span = (first + timedelta(days=step) for step in range((today - first).days + 1))
    return tuple(Day(day, answers[day], known[day]) for day in span)


def last_mistakes(attempts: Sequence[Attempt]) -> tuple[Attempt, ...]:
    """Return the last wrong answers, newest first, each puzzle once.

    A puzzle that cannot be read, or no longer, cannot be asked again and is left out.
    """
    mistakes: dict[str, Attempt] = {}
    for attempt in reversed(attempts):
        if len(mistakes) == MISTAKES:
            break
        if not attempt.correct and attempt.puzzle not in mistakes and attempt.question:
            mistakes[attempt.puzzle] = attempt
    return tuple(mistakes.values())


def by_week(days: Sequence[Day]) -> Mapping[date, tuple[int, int]]:
    """Add the days up by week (its Monday): answers, and those that showed the rule known."""
    weeks: dict[date, tuple[int, int]] = {}
    for day in days:
        monday = day.date - timedelta(days=day.date.weekday())
        answers, known = weeks.get(monday, (0, 0))
        weeks[monday] = (answers + day.answers, known + day.known)
    return weeks


@dataclass(frozen=True, slots=True)
class LessonAnswers:
    """The last answer to each question of a lesson that was answered, in the order given."""

    attempts: tuple[Attempt, ...]

    @property
    def right(self) -> int:
        """How many were right; with a hint too."""
        return sum(attempt.correct for attempt in self.attempts)

    @property
    def missed(self) -> tuple[Attempt, ...]:
        """Those that were wrong."""
        return tuple(attempt for attempt in self.attempts if not attempt.correct)

    @property
    def to_ask_again(self) -> list[str]:
        """The puzzles of those that were wrong, as far as they can be read."""
        return [attempt.puzzle for attempt in self.missed if attempt.question]


def lesson_answers(
    lesson: str, own: Mapping[str, int], drawn: int, attempts: Sequence[Attempt]
) -> LessonAnswers:
    """Find the last answers to a lesson's own questions, and as many as it draws to those drawn.

    *own* has which question a line asks: by another rulebook it is the same.
    """
    last: dict[str | int, Attempt] = {}
    modes = (lesson_mode(lesson), given_mode(lesson_mode(lesson)))
    for attempt in reversed(attempts):
        question = own.get(attempt.puzzle, attempt.puzzle)
        if attempt.mode not in modes or question in last:
            continue
        if attempt.puzzle in own:
            last[question] = attempt
        elif drawn:
            last[question], drawn = attempt, drawn - 1
    return LessonAnswers(tuple(reversed(last.values())))
