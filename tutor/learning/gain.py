"""What was gained between two tests, and when it shows what has stayed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, timedelta, tzinfo
from math import sqrt

from tutor.learning.attempts import Attempt
from tutor.learning.trials import EXIT, PLACEMENT, RETENTION, sittings
from tutor.words.texts import Texts

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
