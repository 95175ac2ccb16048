"""Tests of what is known: before, after, and a week later; and what was gained between two.

Sets that teach and sets that test are different things: nothing is explained in a test
until it is over, and a test counts for nothing but itself and the memory of its rules.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta, tzinfo
from itertools import groupby
from math import sqrt
from random import Random
from types import MappingProxyType

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.table import Table
from engine.variants import VARIANTS, Variant
from puzzles.generate import generate
from puzzles.mixed import Asked
from puzzles.notation import parse_puzzle
from tutor.learning.attempts import Attempt
from tutor.learning.choose import askable, kinds_for
from tutor.learning.shapes import asked_of, shape, shape_of
from tutor.words.texts import Texts

ITEMS = 12
"""Questions of a test."""

TEST_OUT, PASSED = 5, 4
"""Questions of a test-out, and how many of them have to be known."""

PLACEMENT, EXIT, RETENTION = "placement", "exit", "retention"
"""The ``mode`` of the answers of each test."""

WEEK = timedelta(days=7)
"""The retention test follows so long after the exit test."""

_FEWEST = 6
"""Fewer answers than these on either side show no gain or loss worth stating."""

_TRIES = 60
_ADVICE = "plan"
"""What nobody is bound by is no part of knowing the rules."""

_GROUPED: Mapping[str, str] = MappingProxyType(
    {"two": "trick", "table": "score", "form": "score", "deal": "play"}
)
_GROUP_OF: Mapping[Rule, str] = MappingProxyType(
    dict.fromkeys(
        (
            Rule.THREE,
            Rule.TWO_NEXT_DEALER,
            Rule.TWO_NAMING,
            Rule.TWO_CHANGING,
            Rule.TWO_SUITS_EACH,
        ),
        "play",
    )
)
"""To which group rules go that are too few for one: by what is asked about them."""

_LEAST: Mapping[str, int] = MappingProxyType({"trick": ITEMS // 3})
"""A third of a test, at least, is about who wins tricks, which is hardest to learn."""

_NORMAL = 1.96
"""Standard deviations to either side between which 95 in 100 values lie."""

_Plan = tuple[tuple[str, Rule], ...]
"""What a test asks: kind and rule of each question."""


def placement(variant: Variant, tables: Sequence[Table], rng: Random) -> tuple[Asked, ...]:
    """Draw twelve questions, no two alike up to renaming, balanced over the rules.

    No rule comes twice before every rule has come; each group of rules (tricks, play,
    calypsos, score, revoke) has its share.
    """
    return _draw(_plan(variant, tables[0].rulebook, rng), frozenset(), variant, tables, rng)


def exit_test(
    attempts: Sequence[Attempt], variant: Variant, tables: Sequence[Table], rng: Random
) -> tuple[Asked, ...]:
    """Draw a test on the rules of the learner's placement test, of puzzles never seen.

    Without a placement test, the rules are drawn anew.
    """
    plan = _taken(attempts, variant, tables[0].rulebook)
    plan += _plan(variant, tables[0].rulebook, rng)[len(plan) :]
    seen = frozenset(shape(attempt.puzzle) for attempt in attempts)
    return _draw(plan, seen, variant, tables, rng)


retention_test = exit_test
"""A week later: the same rules again, in puzzles never seen."""


def form_of_lesson(rules: Collection[Rule], own: Variant, rulebook: Rulebook) -> Variant | None:
    """Give the form of the game in which a lesson's rules are asked; None if nothing asks them.

    It is the form in which most of them can be, and of several the learner's *own*: what a
    lesson says of two or three players cannot be asked at a table of four.
    """
    forms = (own, *VARIANTS.values())
    counts = [len(askable(rules, form, rulebook)) for form in forms]
    return forms[counts.index(max(counts))] if any(counts) else None


def lesson_test(
    rules: Collection[Rule],
    attempts: Sequence[Attempt],
    variant: Variant,
    tables: Sequence[Table],
    rng: Random,
) -> tuple[Asked, ...]:
    """Draw five questions for somebody who says "I know this", of puzzles never seen.

    The rules that can be asked take turns, and nothing is asked twice in other cards.

    Raises:
        ValueError: No question here is about any of the rules.
    """
    book = tables[0].rulebook
    asked = askable(rules, variant, book)
    if not asked:
        raise ValueError(f"no question of {variant.id} under {book} is about these rules")
    turns = [*rng.sample(asked, len(asked))] * TEST_OUT
    plan = tuple((rng.choice(kinds_for(rule, variant, book)), rule) for rule in turns[:TEST_OUT])
    seen = frozenset(shape(attempt.puzzle) for attempt in attempts)
    return _draw(plan, seen, variant, tables, rng)


def passed_lesson_test(answers: Sequence[Attempt]) -> bool:
    """Say whether somebody knows a lesson's rules: four of the last five, without a hint."""
    return sum(answer.known for answer in answers[-TEST_OUT:]) >= PASSED


def retention_date(attempts: Sequence[Attempt], zone: tzinfo = UTC) -> date | None:
    """Give the day from which the retention test shows what has stayed.

    None where no exit test was taken, or it was followed by a retention test.
    """
    tests = [attempt for attempt in attempts if attempt.mode in (EXIT, RETENTION)]
    if not tests or tests[-1].mode == RETENTION:
        return None
    return tests[-1].at.astimezone(zone).date() + WEEK


def last_test(attempts: Sequence[Attempt], mode: str) -> tuple[Attempt, ...]:
    """Give the answers of the last test of *mode*, at most twelve."""
    return tuple(attempt for attempt in attempts if attempt.mode == mode)[-ITEMS:]


def _plan(variant: Variant, rulebook: Rulebook, rng: Random) -> _Plan:
    """Draw rules, each group by its share, and a kind of question for each; no advice."""
    rules = [rule for rule in askable(Rule, variant, rulebook) if _group(rule) != _ADVICE]
    rules.sort(key=_group)
    groups = {name: list(group) for name, group in groupby(rules, key=_group)}
    shares = [
        max(len(group) * ITEMS / len(rules), _LEAST.get(name, 1)) for name, group in groups.items()
    ]
    counts = [int(share) for share in shares]
    while sum(counts) < ITEMS:
        gaps = [share - count for share, count in zip(shares, counts, strict=True)]
        counts[gaps.index(max(gaps))] += 1
    while sum(counts) > ITEMS:
        counts[counts.index(max(counts))] -= 1
    picked = [
        rule
        for group, count in zip(groups.values(), counts, strict=True)
        for rule in rng.sample(group, min(count, len(group)))
    ]
    rng.shuffle(picked)
    return tuple((rng.choice(kinds_for(rule, variant, rulebook)), rule) for rule in picked)


def _group(rule: Rule) -> str:
    """Name the group of a rule; of what is peculiar to two players, who wins is about tricks."""
    return _GROUP_OF.get(rule) or _GROUPED.get(family := rule.partition(".")[0], family)


def _taken(attempts: Sequence[Attempt], variant: Variant, rulebook: Rulebook) -> _Plan:
    """Give the plan of the last placement test, as far as it can be asked here."""
    found = []
    for attempt in last_test(attempts, PLACEMENT):
        try:
            kind = parse_puzzle(attempt.puzzle).kind
        except ValueError:
            continue
        if kind in kinds_for(attempt.rule, variant, rulebook):
            found.append((kind, attempt.rule))
    return tuple(found)


def _draw(
    plan: _Plan, seen: frozenset[str], variant: Variant, tables: Sequence[Table], rng: Random
) -> tuple[Asked, ...]:
    found: list[Asked] = []
    met: set[str] = set(seen)
    for kind, rule in plan:
        for _ in range(_TRIES):
            puzzle = generate(kind, rule, variant, rng.choice(tables), rng, separating=True)
            made = {shape_of(puzzle), asked_of(puzzle)}
            if not made & met:
                found.append(Asked(puzzle, rule))
                met |= made
                break
        else:
            raise ValueError(f"{kind!r} has no more new puzzles about {rule.value!r}")
    return tuple(found)


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


def gain(before: Sequence[Attempt], after: Sequence[Attempt]) -> Gain | None:
    """Compare two tests; nothing where either has too few answers.

    The interval is Newcombe's for two independent shares, from their Wilson intervals. That
    both tests ask about the same rules is not made use of, which errs on the careful side.

    Source: Newcombe, "Interval estimation for the difference between independent
    proportions", Statistics in Medicine 17 (1998), method 10.
    """
    if min(len(before), len(after)) < _FEWEST:
        return None
    first, first_low, first_high = _share(before)
    then, then_low, then_high = _share(after)
    estimate = then - first
    low = estimate - sqrt((then - then_low) ** 2 + (first_high - first) ** 2)
    high = estimate + sqrt((then_high - then) ** 2 + (first - first_low) ** 2)
    return Gain(estimate, low, high, low > 0, first, then)


def _share(attempts: Sequence[Attempt]) -> tuple[float, float, float]:
    """Give the share of known answers and its Wilson interval."""
    count = len(attempts)
    share = sum(attempt.known for attempt in attempts) / count
    bend = _NORMAL**2 / count
    middle = (share + bend / 2) / (1 + bend)
    reach = _NORMAL * sqrt(share * (1 - share) / count + bend / count / 4) / (1 + bend)
    return share, middle - reach, middle + reach


def gain_in_words(found: Gain | None, say: Texts) -> str:
    """Say what was gained: so many more of a hundred, or that it cannot be told from chance."""
    if found is None:
        return say("gain.too-few", count=_FEWEST)
    key = "improved" if found.improved else "fell" if found.high < 0 else "unclear"
    sign = -1 if key == "fell" else 1
    low, high = sorted((sign * found.low, sign * found.high))
    return say(
        f"gain.{key}",
        before=round(100 * found.before),
        after=round(100 * found.after),
        low=max(round(100 * low), 1),
        high=round(100 * high),
        estimate=round(100 * sign * found.estimate),
    )
