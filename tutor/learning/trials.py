"""The tests: what they ask before the lessons, after them, a week later and of a lesson alone.

Which of them a learner has taken, their answers say; and what was gained between two of them,
and when it shows what has stayed.

Sets that teach and sets that test are different things: nothing is explained in a test
until it is over, and a test counts for nothing but itself and the memory of its rules.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, timedelta, tzinfo
from itertools import groupby
from math import sqrt
from random import Random

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.table import Table
from engine.variants import VARIANTS, Variant
from puzzles.generator import askable, generate, kinds_for, often, rounds_of
from puzzles.kinds import KINDS
from puzzles.natural import TrickSource
from puzzles.sets import AimedPuzzle, asked_of, shape, shape_of
from tutor.learning import Attempt
from tutor.learning.schedule import Syllabus
from tutor.words.texts import Texts

SIZES: Mapping[int, int] = {12: 34, 24: 60, 36: 79}
"""How long a test can be, and how often, of 100, it shows a gain of 30 points."""

ITEMS = min(SIZES)
"""Questions of a short test, and of every one there was when their number was not kept."""

PLACEMENT, EXIT, RETENTION = "placement", "exit", "retention"
"""The tests; an answer's ``mode`` says which, how long and which time: ``exit:24:9f86d081``."""

ENOUGH = (4, 7, 9)
"""So many right answers show that a lesson is known: with no wrong one, with one, with two."""

MOST = ENOUGH[-1] + len(ENOUGH) - 1
"""No more questions than these are needed to tell."""

_TOO_FEW = 2
"""Two wrong answers and no more right ones than these show that it is not; three always do."""

_TRIES = 60
"""So often a puzzle is drawn anew whose like has been seen."""

_ADVICE = "plan"
"""The family of rules that are advice: a test asks for rules alone."""

_GROUPED: Mapping[str, str] = {"two": "trick", "table": "score", "form": "score", "deal": "play"}
_ABOUT_PLAY = frozenset(
    (Rule.THREE, Rule.TWO_NEXT_DEALER, Rule.TWO_NAMING, Rule.TWO_CHANGING, Rule.TWO_SUITS_EACH)
)
"""To which group rules go that are too few for one: by what is asked about them."""

_LEAST: Mapping[str, float] = {"trick": 1 / 3}
"""A third of a test, at least, is about who wins tricks, which is hardest to learn."""

_Plan = tuple[tuple[str, Rule], ...]
"""What a test asks: kind and rule of each question."""


def mode_of(test: str, count: int, rng: Random) -> str:
    """Return the ``mode`` of the answers to a new *test* of so many questions."""
    return f"{test}:{count}:{rng.getrandbits(32):08x}"


def sittings(attempts: Sequence[Attempt], test: str) -> tuple[tuple[Attempt, ...], ...]:
    """List the tests of this name that were taken to their end, each as its answers, in order.

    Answers of old say neither how many nor which time: the last twelve are one test.
    """
    by_mode: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        if attempt.mode.partition(":")[0] == test:
            by_mode.setdefault(attempt.mode, []).append(attempt)
    taken = ((answers, _count(mode)) for mode, answers in by_mode.items())
    return tuple(
        tuple(answers[-count:]) for answers, count in taken if count and len(answers) >= count
    )


def answers_of(attempts: Sequence[Attempt], mode: str) -> tuple[Attempt, ...]:
    """Return the answers of the test of this ``mode``; none if it was not taken to its end."""
    listed = sittings(attempts, mode.partition(":")[0])
    return next((answers for answers in listed if answers[0].mode == mode), ())


def _count(mode: str) -> int:
    """Return how many questions a test of this ``mode`` has; none where it is not one of ours."""
    parts = mode.split(":")
    if len(parts) == 1:
        return ITEMS
    return int(parts[1]) if parts[1] in map(str, SIZES) else 0


def placement(
    variant: Variant, tables: Sequence[Table], rng: Random, count: int
) -> tuple[AimedPuzzle, ...]:
    """Draw questions, no two alike up to renaming, balanced over the rules.

    No rule comes twice before every rule of its group has come, but for those that decide most
    tricks where two or three play; each group (tricks, play, calypsos, score, revoke) has its
    share.
    """
    plan = plan_of(variant, tables[0].rulebook, rng, count)
    return _draw(plan, frozenset(), variant, tables, rng)


def parallel_test(
    attempts: Sequence[Attempt], variant: Variant, tables: Sequence[Table], rng: Random
) -> tuple[AimedPuzzle, ...]:
    """Draw a test parallel to the learner's placement test, of puzzles never seen.

    It is the exit test, and a week later the retention test.

    The same rules in the same numbers, by the same kinds of question, natural in the same
    places. Without a placement test, the rules are drawn anew.
    """
    before = sittings(attempts, PLACEMENT)
    answers = before[0] if before else ()
    plan = _taken(answers, variant, tables[0].rulebook)
    count = max(len(answers), ITEMS)
    plan += plan_of(variant, tables[0].rulebook, rng, count)[len(plan) :]
    seen = frozenset(shape(attempt.puzzle) for attempt in attempts)
    return _draw(plan, seen, variant, tables, rng)


def form_of_lesson(rules: Collection[Rule], own: Variant, rulebook: Rulebook) -> Variant | None:
    """Return the form of the game in which a lesson's rules are asked; None if nothing asks them.

    It is the form in which most of them can be, and of several the learner's *own*: what a
    lesson says of two or three players cannot be asked at a table of four.
    """
    forms = (own, *VARIANTS.values())
    counts = [len(askable(rules, form, rulebook)) for form in forms]
    return forms[counts.index(max(counts))] if any(counts) else None


def lesson_test(
    syllabus: Syllabus,
    attempts: Sequence[Attempt],
    rng: Random,
    asked: Sequence[AimedPuzzle],
    taught: Iterable[Rule],
) -> AimedPuzzle:
    """Draw the next question for somebody who says "I know this", of puzzles never seen.

    A question that differs from an earlier one by its cards alone comes where no other is left.
    The rules of the lesson that can be asked take turns, after what was *asked* in this test
    already, by kinds of question introduced if there are any. In a lesson about tricks for two or
    three, what decides most of them takes a turn too, if it was *taught* before: who takes every
    ruff for the winner does not know ruffs.

    Raises:
        ValueError: No question here is about any of the rules.
    """
    variant, rules = syllabus.variant, syllabus.some_askable()
    counts = Counter(question.aim for question in asked)
    turns = {rule: counts[rule] / often(rule, variant) for rule in rules}
    if any(KINDS[kind].draw_from for rule in rules for kind in syllabus.kinds_for(rule)):
        known = replace(syllabus, rules=tuple(taught)).askable
        common = (rule for rule in known if often(rule, variant) > 1)
        turns |= {rule: float(counts[rule]) for rule in common if rule not in turns}
    rule = rng.choice([rule for rule in turns if turns[rule] == min(turns.values())])
    plan = ((rng.choice(syllabus.kinds_to_ask(rule)), rule),)
    met = frozenset(shape(attempt.puzzle) for attempt in attempts)
    met |= {shape_of(question.puzzle) for question in asked}
    told_apart = met.union(asked_of(question.puzzle) for question in asked)
    with suppress(ValueError):
        return _draw(plan, told_apart, variant, syllabus.tables, rng)[0]
    # A rule about which there are few questions, such as who deals the last hand of three.
    return _draw(plan, met, variant, syllabus.tables, rng)[0]


def knows_lesson(known: Sequence[bool]) -> bool | None:
    """Return whether these answers show that a lesson is known; None while it is unclear.

    Of those who know nine in ten, 91 in 100 pass, after five questions on average; of those
    who know half, 9 in 100 (Wald's sequential test, cut off).
    """
    wrong = known.count(False)
    right = len(known) - wrong
    if wrong < len(ENOUGH) and right >= ENOUGH[wrong]:
        return True
    failed = wrong >= len(ENOUGH) or (wrong == len(ENOUGH) - 1 and right <= _TOO_FEW)
    return False if failed else None


def plan_of(variant: Variant, rulebook: Rulebook, rng: Random, size: int) -> _Plan:
    """Draw *size* rules, each group by its share, and a kind of question for each; no advice."""
    rules = [rule for rule in askable(Rule, variant, rulebook) if _group(rule) != _ADVICE]
    rules.sort(key=_group)
    groups = {name: list(group) for name, group in groupby(rules, key=_group)}
    shares = [
        max(len(group) * size / len(rules), size * _LEAST.get(name, 0), 1)
        for name, group in groups.items()
    ]
    counts = [int(share) for share in shares]
    while sum(counts) < size:
        gaps = [share - count for share, count in zip(shares, counts, strict=True)]
        counts[gaps.index(max(gaps))] += 1
    while sum(counts) > size:
        counts[counts.index(max(counts))] -= 1
    picked = [
        rule
        for group, count in zip(groups.values(), counts, strict=True)
        for rule in _in_turn(rounds_of(group, variant), count, rng)
    ]
    rng.shuffle(picked)
    return tuple((rng.choice(kinds_for(rule, variant, rulebook)), rule) for rule in picked)


def _in_turn(rules: Sequence[Rule], count: int, rng: Random) -> list[Rule]:
    """Draw *count* of a round of rules, and of others like it where they are more."""
    rounds = [rng.sample(rules, len(rules)) for _ in range(count // len(rules) + 1)]
    return [rule for turn in rounds for rule in turn][:count]


def _group(rule: Rule) -> str:
    """Return the group of a rule; of what is peculiar to two players, who wins is about tricks."""
    family = rule.partition(".")[0]
    return "play" if rule in _ABOUT_PLAY else _GROUPED.get(family, family)


def _taken(answers: Sequence[Attempt], variant: Variant, rulebook: Rulebook) -> _Plan:
    """Return the plan of a test that was taken, as far as it can be asked here."""
    return tuple(
        (answer.kind, answer.rule)
        for answer in answers
        if answer.question and answer.kind in kinds_for(answer.rule, variant, rulebook)
    )


def _draw(
    plan: _Plan, seen: frozenset[str], variant: Variant, tables: Sequence[Table], rng: Random
) -> tuple[AimedPuzzle, ...]:
    """Draw what a plan says; of several questions about tricks every other one is natural."""
    drawn: list[AimedPuzzle] = []
    met: set[str] = set(seen)
    tricks = 0
    for kind, rule in plan:
        source = TrickSource.MIXED
        if len(plan) > 1 and KINDS[kind].draw_from:
            source = (TrickSource.NATURAL, TrickSource.MADE)[tricks % 2]
            tricks += 1
        for tries in range(_TRIES):
            if tries == _TRIES // 2:
                source = TrickSource.MIXED  # a rare rule may have no more that are new
            puzzle = generate(kind, rule, variant, rng.choice(tables), rng, source)
            marks = {shape_of(puzzle), asked_of(puzzle)}
            if not marks & met:
                drawn.append(AimedPuzzle(puzzle, rule))
                met |= marks
                break
        else:
            raise ValueError(f"{kind!r} has no more new puzzles about {rule.value!r}")
    return tuple(drawn)


WEEK = timedelta(days=7)
"""The retention test follows so long after the exit test."""

_FEWEST = 6
"""Fewer answers than these on either side show no gain or loss worth stating."""

_NORMAL = 1.96
"""Standard deviations to either side between which 95 in 100 values lie."""


@dataclass(frozen=True, slots=True)
class Gain:
    """What changed between two tests, as shares of 1: the difference and its 95 % interval.

    ``improved`` only where the whole interval lies above zero: of learners who have gained
    nothing, hardly one in forty is told otherwise. ``before`` and ``after`` are the shares.
    """

    estimate: float
    low: float
    high: float
    improved: bool
    before: float
    after: float


def gain_of(attempts: Sequence[Attempt]) -> Gain | None:
    """Compare the first exit test with the first placement test before it, and no other pair.

    Both are of one form of the game: another asks other rules.
    """
    before = sittings(attempts, PLACEMENT)
    if not before:
        return None
    form, end = before[0][0].form, before[0][-1].at
    taken = (answers for answers in sittings(attempts, EXIT) if answers[0].at >= end)
    after = [answers for answers in taken if answers[0].form == form]
    return gain(before[0], after[0]) if after else None


def gain(before: Sequence[Attempt], after: Sequence[Attempt]) -> Gain | None:
    """Compare two tests; nothing where either has too few answers.

    The interval is Newcombe's for two shares of pairs, from their Wilson intervals and how far
    the answers about the same rule agree; of tests on other rules it is taken that they do not.

    Source: Newcombe, "Improved confidence intervals for the difference between binomial
    proportions based on paired data", Statistics in Medicine 17 (1998), method 10.
    """
    if min(len(before), len(after)) < _FEWEST:
        return None
    first, first_low, first_high = _share(before)
    then, then_low, then_high = _share(after)
    estimate, alike = then - first, _agreement(before, after)
    low = estimate - _width(then - then_low, first_high - first, alike)
    high = estimate + _width(then_high - then, first - first_low, alike)
    return Gain(estimate, low, high, low > 0, first, then)


def _width(then: float, first: float, alike: float) -> float:
    """Return how far the difference of two shares may lie, by how far each of them may."""
    return sqrt(then**2 + first**2 - 2 * alike * then * first)


def _agreement(before: Sequence[Attempt], after: Sequence[Attempt]) -> float:
    """Return the correlation of answers about the same rule, corrected for continuity."""
    pairs = [sorted(answers, key=lambda answer: answer.rule) for answers in (before, after)]
    if [answer.rule for answer in pairs[0]] != [answer.rule for answer in pairs[1]]:
        return 0
    counts = Counter((first.known, second.known) for first, second in zip(*pairs, strict=True))
    both, neither = counts[True, True], counts[False, False]
    lost, won = counts[True, False], counts[False, True]
    spread = (both + lost) * (won + neither) * (both + won) * (lost + neither)
    excess = float(both * neither - lost * won)
    if excess > 0:
        excess = max(excess - len(before) / 2, 0)
    return excess / sqrt(spread) if spread else 0


def _share(attempts: Sequence[Attempt]) -> tuple[float, float, float]:
    """Return the share of known answers and its Wilson interval."""
    count = len(attempts)
    share = sum(attempt.known for attempt in attempts) / count
    bend = _NORMAL**2 / count
    middle = (share + bend / 2) / (1 + bend)
    reach = _NORMAL * sqrt(share * (1 - share) / count + bend / count / 4) / (1 + bend)
    return share, middle - reach, middle + reach


def retention_date(attempts: Sequence[Attempt], zone: tzinfo) -> date | None:
    """Return the day from which the retention test shows what has stayed, if one is to be taken."""
    ends = [answers[-1].at for answers in sittings(attempts, EXIT)]
    later = [answers[-1].at for answers in sittings(attempts, RETENTION)]
    if not ends or (later and max(later) > max(ends)):
        return None
    return max(ends).astimezone(zone).date() + WEEK


def gain_in_words(gained: Gain | None, say: Texts) -> str:
    """Return what was gained: so many more of a hundred, or that it cannot be told from chance."""
    if gained is None:
        return say("gain.too-few", count=_FEWEST)
    key = "improved" if gained.improved else "fell" if gained.high < 0 else "unclear"
    sign = -1 if key == "fell" else 1
    low, high = sorted((sign * gained.low, sign * gained.high))
    return say(
        f"gain.{key}",
        before=round(100 * gained.before),
        after=round(100 * gained.after),
        low=max(round(100 * low), 1),
        high=round(100 * high),
        estimate=round(100 * sign * gained.estimate),
    )
