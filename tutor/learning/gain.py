"""The tests that a learner has taken, and what was gained between two of them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta, tzinfo
from math import sqrt
from random import Random
from types import MappingProxyType

from tutor.learning.attempts import Attempt
from tutor.words.texts import Texts

SIZES: Mapping[int, int] = MappingProxyType({12: 34, 24: 60, 36: 79})
"""How long a test can be, and how often, of 100, it shows a gain of 30 points."""

ITEMS = min(SIZES)
"""Questions of a short test, and of every one there was when their number was not kept."""

PLACEMENT, EXIT, RETENTION = "placement", "exit", "retention"
"""The tests; an answer's ``mode`` says which, how long and which time: ``exit:24:9f86d081``."""

WEEK = timedelta(days=7)
"""The retention test follows so long after the exit test."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One test taken to its end: its answers, in order."""

    mode: str
    answers: tuple[Attempt, ...]

    @property
    def right(self) -> int:
        """How many answers showed that the rule is known."""
        return sum(attempt.known for attempt in self.answers)


def mode_of(test: str, count: int, rng: Random) -> str:
    """Return the ``mode`` of the answers to a new *test* of so many questions."""
    return f"{test}:{count}:{rng.getrandbits(32):08x}"


def sittings(attempts: Sequence[Attempt], test: str) -> tuple[Sitting, ...]:
    """List the tests of this name that were taken to their end, the first one first.

    Answers of old say neither how many nor which time: the last twelve are one test.
    """
    found: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        if attempt.mode.partition(":")[0] == test:
            found.setdefault(attempt.mode, []).append(attempt)
    taken = ((mode, answers, _count(mode)) for mode, answers in found.items())
    return tuple(
        Sitting(mode, tuple(answers[-count:]))
        for mode, answers, count in taken
        if count and len(answers) >= count
    )


def _count(mode: str) -> int:
    """Return how many questions a test of this ``mode`` has; none where it is not one of ours."""
    parts = mode.split(":")
    if len(parts) == 1:
        return ITEMS
    return int(parts[1]) if parts[1] in map(str, SIZES) else 0


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


def gained(attempts: Sequence[Attempt]) -> Gain | None:
    """Compare the first exit test with the first placement test before it.

    No other pair is compared: of many tests one turns out well by chance.
    """
    before = sittings(attempts, PLACEMENT)
    if not before:
        return None
    end = before[0].answers[-1].at
    after = [one.answers for one in sittings(attempts, EXIT) if one.answers[0].at >= end]
    return gain(before[0].answers, after[0]) if after else None


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
    down, up = then - then_low, first_high - first
    low = estimate - sqrt(down**2 + up**2 - 2 * alike * down * up)
    up, down = then_high - then, first - first_low
    high = estimate + sqrt(up**2 + down**2 - 2 * alike * up * down)
    return Gain(estimate, low, high, low > 0, first, then)


def _agreement(before: Sequence[Attempt], after: Sequence[Attempt]) -> float:
    """Return the correlation of answers about the same rule, corrected for continuity."""
    pairs = [sorted(answers, key=lambda answer: answer.rule) for answers in (before, after)]
    if [one.rule for one in pairs[0]] != [one.rule for one in pairs[1]]:
        return 0
    counts = Counter((one.known, two.known) for one, two in zip(*pairs, strict=True))
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


def retention_date(attempts: Sequence[Attempt], zone: tzinfo = UTC) -> date | None:
    """Return the day from which the retention test shows what has stayed.

    None where no exit test was taken, or it was followed by a retention test.
    """
    ends = [one.answers[-1].at for one in sittings(attempts, EXIT)]
    later = [one.answers[-1].at for one in sittings(attempts, RETENTION)]
    if not ends or (later and max(later) > max(ends)):
        return None
    return max(ends).astimezone(zone).date() + WEEK


def gain_in_words(found: Gain | None, say: Texts) -> str:
    """Return what was gained: so many more of a hundred, or that it cannot be told from chance."""
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
