"""Which rule to ask next: our schedule beside simple ones, for learners who forget differently.

No model of memory is the learner's own. So each schedule is tried on six kinds of imagined
learners, at four paces, with and without days away, by items and by seconds; what counts is
how many of all rules are known a week and a month after three weeks of practice.

The parameters of the learners were fixed, with their sources, before anything was compared.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from fsrs import Scheduler

from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generator import askable

RULES = len(askable(Rule, VARIANTS["partnership"], CULBERTSON))
"""As many rules as the game for four asks about."""

LEARNERS, DAYS = 160, 21
"""Imagined learners to a cell; days of practice."""

PACES = (5, 10, 25, 50)
AWAY = ("daily", "40 %", "a week off")
"""Who comes every day, on two days in five by chance, or not at all in the second week."""

TESTED = (7, 30)
"""Days after the last on which it is tested what is known."""

RIGHT_SECONDS, WRONG_SECONDS, MEAN_SECONDS = 10, 25, 15
"""A right answer is soon given; after a wrong one the explanation is read."""

WORST, GAIN = -1.0, 3.0
"""No more points than this below the best simple schedule anywhere, this many above on average."""

Numbers = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Flags = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
Places = np.ndarray[tuple[int, ...], np.dtype[np.intp]]


def logistic(value: Numbers) -> Numbers:
    """Return the probability whose log odds are *value*."""
    return 1 / (1 + np.exp(-value))


# ------------------------------------------------------------------------- learners


class Learners(ABC):
    """Many learners at once. The first day, every rule was met in a lesson and nothing asked."""

    @abstractmethod
    def recall(self, day: float) -> Numbers:
        """Return how likely each learner knows each rule on *day*."""

    def knows(self, rows: Places, rules: Places, day: int, place: int) -> Numbers:  # noqa: ARG002
        """Return how likely the learners in *rows* know *rules*, at this place of the day."""
        return np.asarray(self.recall(day)[rows, rules])

    @abstractmethod
    def answer(self, rows: Places, rules: Places, right: Flags, day: int, place: int) -> None:
        """Learn from one question each: *rules* asked of the learners in *rows*."""


_W = np.array(Scheduler().parameters)
_DECAY = -_W[20]
_FACTOR = 0.9 ** (1 / _DECAY) - 1
_AGAIN, _GOOD = 1, 3


@dataclass(slots=True)
class Traces:
    """Memory by FSRS, version 6, with its default parameters, of whole days.

    Source: Ye, Su and Cao, "A Stochastic Shortest Path Algorithm for Optimizing Spaced
    Repetition Scheduling" (2022), and the parameters fitted to some 10,000 collections that
    come with the package fsrs.
    """

    stability: Numbers
    difficulty: Numbers
    day: Numbers

    @classmethod
    def new(cls, learners: int) -> "Traces":
        """Return traces of rules never asked."""
        return cls(*(np.full((learners, RULES), np.nan) for _ in range(3)))

    def recall(self, day: float) -> Numbers:
        """Return FSRS's estimate; of what was never asked, none."""
        return np.asarray((1 + _FACTOR * (day - self.day) / self.stability) ** _DECAY)

    def review(self, rows: Places, rules: Places, right: Flags, day: int) -> None:
        """Grade answers: good, or again."""
        at = rows, rules
        old, hard, since = self.stability[at], self.difficulty[at], day - self.day[at]
        grade = np.where(right, _GOOD, _AGAIN)
        recall = (1 + _FACTOR * since / old) ** _DECAY
        grown = old * (
            1 + np.exp(_W[8]) * (11 - hard) * old ** -_W[9] * (np.exp((1 - recall) * _W[10]) - 1)
        )
        lapsed = np.minimum(
            _W[11] * hard ** -_W[12] * ((old + 1) ** _W[13] - 1) * np.exp((1 - recall) * _W[14]),
            old / np.exp(_W[17] * _W[18]),
        )
        short = np.exp(_W[17] * (grade - 3 + _W[18])) * old ** -_W[19]
        same_day = old * np.where(right, np.maximum(short, 1), short)
        later = np.where(right, grown, lapsed)
        stability = np.where(since < 1, same_day, later)
        first = np.where(right, _W[_GOOD - 1], _W[_AGAIN - 1])
        self.stability[at] = np.maximum(np.where(np.isnan(old), first, stability), 0.001)
        easiest = _W[4] - np.exp(_W[5] * 3) + 1
        moved = hard - _W[6] * (grade - 3) * (10 - hard) / 9
        begun = _W[4] - np.exp(_W[5] * (grade - 1)) + 1
        reverted = _W[7] * easiest + (1 - _W[7]) * moved
        self.difficulty[at] = np.clip(np.where(np.isnan(hard), begun, reverted), 1, 10)
        self.day[at] = day


class Fsrs(Learners):
    """Forget as FSRS says; a rule is known at the first question as often as not."""

    def __init__(self, rng: np.random.Generator, learners: int) -> None:  # noqa: ARG002
        self.traces = Traces.new(learners)

    def recall(self, day: float) -> Numbers:
        known = self.traces.recall(day)
        return np.where(np.isnan(known), 0.5, known)

    def answer(self, rows: Places, rules: Places, right: Flags, day: int, place: int) -> None:  # noqa: ARG002
        self.traces.review(rows, rules, right, day)


class ActR(Learners):
    """Activation of all meetings, each of which decays faster the more active the rule was.

    Source: Pavlik and Anderson, "Practice and Forgetting Effects on Vocabulary Memory",
    Cognitive Science 29 (2005): decay 0.177 + 0.217 exp(activation), threshold -0.704, noise
    0.255; time between sessions counts 0.025 of time within one.
    """

    BASE, SCALE, THRESHOLD, NOISE, BETWEEN = 0.177, 0.217, -0.704, 0.255, 0.025

    def __init__(self, rng: np.random.Generator, learners: int) -> None:  # noqa: ARG002
        self.count = np.ones((learners, RULES), dtype=np.intp)
        self.at = np.full((learners, RULES, 8), -np.inf)
        self.decay = np.full((learners, RULES, 8), self.BASE)
        self.at[:, :, 0] = self._time(-1, 0)

    def _time(self, day: float, place: int) -> float:
        return day * 86_400 * self.BETWEEN + place * MEAN_SECONDS

    def _activation(self, at: Numbers, decay: Numbers, now: float) -> Numbers:
        age = np.maximum(now - at, 1)
        return np.asarray(np.log((age**-decay).sum(axis=-1)))

    def recall(self, day: float) -> Numbers:
        found = self._activation(self.at, self.decay, self._time(day, 0))
        return logistic((found - self.THRESHOLD) / self.NOISE)

    def knows(self, rows: Places, rules: Places, day: int, place: int) -> Numbers:
        at = rows, rules
        found = self._activation(self.at[at], self.decay[at], self._time(day, place))
        return logistic((found - self.THRESHOLD) / self.NOISE)

    def answer(self, rows: Places, rules: Places, right: Flags, day: int, place: int) -> None:  # noqa: ARG002
        count, now = self.count[rows, rules], self._time(day, place)
        if count.max() >= self.at.shape[2]:
            self.at = np.concatenate([self.at, np.full_like(self.at, -np.inf)], axis=2)
            self.decay = np.concatenate([self.decay, np.full_like(self.decay, self.BASE)], axis=2)
        active = self._activation(self.at[rows, rules], self.decay[rows, rules], now)
        self.at[rows, rules, count] = now
        self.decay[rows, rules, count] = self.BASE + self.SCALE * np.exp(active)
        self.count[rows, rules] += 1


class HalfLife(Learners):
    """Half-life regression: a half-life in days that grows with the roots of the counts.

    Sources: Settles and Meeder, "A Trainable Spaced Repetition Model for Language Learning"
    (2016): 2 to a weighted sum of the roots of one more than the counts; the weights, 1 an
    answer, 1 a right one, 0 a wrong one, and a normal one for each rule, from Reddy, Levine and
    Dragan, "Accelerating Human Learning with Deep Reinforcement Learning" (2017).
    """

    def __init__(self, rng: np.random.Generator, learners: int) -> None:
        self.own = rng.normal(0, 1, (learners, RULES))
        self.asked, self.right = np.zeros((2, learners, RULES))
        self.day = np.full((learners, RULES), -1.0)

    def recall(self, day: float) -> Numbers:
        life = 2 ** (np.sqrt(1 + self.asked) + np.sqrt(1 + self.right) + self.own)
        return np.asarray(2 ** (-(day - self.day) / life))

    def answer(self, rows: Places, rules: Places, right: Flags, day: int, place: int) -> None:  # noqa: ARG002
        self.asked[rows, rules] += 1
        self.right[rows, rules] += right
        self.day[rows, rules] = day


class FadingCounts(Learners):
    """Performance factors: right and wrong answers count, each less the longer ago it is.

    Sources: Pavlik, Cen and Koedinger, "Performance Factors Analysis" (2009), for the form and
    weights of this size; Gong, Beck and Heffernan, "How to Construct More Accurate Student
    Models" (2011), for counts that fade to 0.9 with every further answer. That they fade by a
    fiftieth a day as well is an assumption, without which this learner forgets nothing.
    """

    RIGHT, WRONG, FADE, DAY = 0.4, 0.15, 0.9, 0.98

    def __init__(self, rng: np.random.Generator, learners: int) -> None:
        self.easy = rng.normal(0, 0.7, (learners, RULES))
        self.right, self.wrong = np.zeros((2, learners, RULES))
        self.day = np.zeros((learners, RULES))

    def recall(self, day: float) -> Numbers:
        fade = self.DAY ** (day - self.day)
        return logistic(self.easy + fade * (self.RIGHT * self.right + self.WRONG * self.wrong))

    def answer(self, rows: Places, rules: Places, right: Flags, day: int, place: int) -> None:  # noqa: ARG002
        at = rows, rules
        fade = self.FADE * self.DAY ** (day - self.day[at])
        self.right[at] = self.right[at] * fade + right
        self.wrong[at] = self.wrong[at] * fade + ~right
        self.day[at] = day


class Additive(Learners):
    """Additive factors: every answer adds a tenth to the log odds; nothing is forgotten.

    Source: Koedinger, Carvalho, Liu and McLaughlin, "An Astonishing Regularity in Student
    Learning Rate" (2023): 65 % at first, 55 to 75 % between the halves of the learners, and
    0.1 in log odds for every opportunity; rules are taken to differ as much as learners do.
    """

    START, SPREAD, STEP = 0.62, 0.67, 0.1

    def __init__(self, rng: np.random.Generator, learners: int) -> None:
        own = rng.normal(0, self.SPREAD, (learners, 1))
        self.odds = self.START + own + rng.normal(0, self.SPREAD, (learners, RULES))

    def recall(self, day: float) -> Numbers:  # noqa: ARG002
        return logistic(self.odds)

    def answer(self, rows: Places, rules: Places, right: Flags, day: int, place: int) -> None:  # noqa: ARG002
        self.odds[rows, rules] += self.STEP


class Explained(Learners):
    """Know a rule or not, and learn it from the explanation of an error, hardly otherwise.

    Sources: the two states, with guesses and slips, of Corbett and Anderson, "Knowledge
    Tracing" (1995), which forget between days as in Qiu and others, "Does Time Matter?"
    (2011); an explained error teaches, to a right answer, as 0.49 to 0.05 (Van der Kleij,
    Feskens and Eggen, 2015). The size of each is an assumption.
    """

    KNOWN, GUESS, SLIP, ERROR, RIGHT, FORGET = 0.4, 0.25, 0.1, 0.3, 0.03, 0.02

    def __init__(self, rng: np.random.Generator, learners: int) -> None:
        self.rng = rng
        self.known = rng.random((learners, RULES)) < self.KNOWN
        self.day = 0

    def recall(self, day: float) -> Numbers:
        kept = self.known * (1 - self.FORGET) ** (day - self.day)
        return np.asarray(kept * (1 - self.SLIP) + (1 - kept) * self.GUESS)

    def answer(self, rows: Places, rules: Places, right: Flags, day: int, place: int) -> None:  # noqa: ARG002
        if day > self.day:
            kept = (1 - self.FORGET) ** (day - self.day)
            self.known &= self.rng.random(self.known.shape) < kept
            self.day = day
        chance = np.where(right, self.RIGHT, self.ERROR)
        self.known[rows, rules] |= self.rng.random(len(rows)) < chance


KINDS: Mapping[str, Callable[[np.random.Generator, int], Learners]] = {
    "FSRS": Fsrs,
    "ACT-R": ActR,
    "half-life": HalfLife,
    "fading counts": FadingCounts,
    "additive": Additive,
    "explained errors": Explained,
}


# ------------------------------------------------------------------------ schedules


@dataclass(slots=True)
class History:
    """What a schedule may look at: every learner's answers to every rule, summed up."""

    rng: np.random.Generator
    learners: int
    at: Numbers = field(init=False)
    day: Numbers = field(init=False)
    count: Numbers = field(init=False)
    row: Numbers = field(init=False)
    wrong: Flags = field(init=False)
    box: Numbers = field(init=False)
    place: Numbers = field(init=False)
    last: Places = field(init=False)
    traces: Traces = field(init=False)

    def __post_init__(self) -> None:
        """Begin with nothing asked."""
        shape = self.learners, RULES
        self.at, self.day = np.full(shape, -np.inf), np.full(shape, -np.inf)
        self.count, self.row, self.box = np.zeros((3, *shape))
        self.wrong = np.zeros(shape, dtype=bool)
        self.place, self.last = np.zeros(self.learners), np.full(self.learners, -1)
        self.traces = Traces.new(self.learners)

    def note(self, rows: Places, rules: Places, right: Flags, day: int) -> None:
        """Take down an answer of each learner in *rows*."""
        at = rows, rules
        self.at[at], self.day[at] = self.place[rows], day
        self.place[rows] += 1
        self.count[at] += 1
        self.row[at] = np.where(right, self.row[at] + 1, 0)
        self.wrong[at] = ~right
        self.box[at] = np.where(right, np.minimum(self.box[at] + 1, 4), 0)
        self.last[rows] = rules
        self.traces.review(rows, rules, right, day)


Schedule = Callable[[History, int], Numbers]
"""How much each learner needs each rule on this day; the most needed is asked."""


def at_random(past: History, day: int) -> Numbers:  # noqa: ARG001
    return past.rng.random((past.learners, RULES))


def in_turn(past: History, day: int) -> Numbers:  # noqa: ARG001
    """Go round: the rule after the last one, in an order that never changes."""
    return np.asarray(-((np.arange(RULES) - past.last[:, None] - 1) % RULES), dtype=float)


def longest_ago(past: History, day: int) -> Numbers:  # noqa: ARG001
    return np.asarray(-past.at)


def mistakes_first(past: History, day: int) -> Numbers:  # noqa: ARG001
    return np.asarray(-np.maximum(past.at, -1) + 1e6 * past.wrong)


def leitner(past: History, day: int) -> Numbers:
    """Five boxes, looked into every 1, 2, 4, 8 and 16 days; new rules after what is due."""
    over = (day - past.day) / 2**past.box
    never = past.count == 0
    return np.asarray(np.where(never, 1.0, np.where(over >= 1, 1 + over, over)))


def fsrs_alone(past: History, day: int) -> Numbers:
    """Ask what is due (below 90 %), the most forgotten first; then new; then the most forgotten."""
    forgotten = 1 - past.traces.recall(day)
    never = np.isnan(forgotten)
    return np.asarray(np.where(never, 1.0, np.where(forgotten >= 0.1, 1 + forgotten, forgotten)))


def ours(past: History, day: int) -> Numbers:  # noqa: ARG001
    """As `tutor.learning.schedule.next_rule` does, for many at once; a test holds them together."""
    ago = past.place[:, None] - past.at
    weight = np.select([past.count < 2, past.wrong, past.row < 2], [1.0, 2.0, 1.0], 0.6)
    return np.asarray(np.where(past.count == 0, np.inf, ago * weight))


def until_known(past: History, day: int) -> Numbers:
    """As ours was: a missed rule comes again the same day until it is known; then as FSRS says."""
    missed = past.wrong & (past.day == day)
    ago = past.place[:, None] - past.at
    score = fsrs_alone(past, day)
    score = np.where(missed & (ago < 3), -1.0, score)
    return np.asarray(np.where(missed & (ago >= 3), 10 + ago, score))


SIMPLE: Mapping[str, Schedule] = {
    "random": at_random,
    "round-robin": in_turn,
    "Leitner": leitner,
    "mistakes first": mistakes_first,
    "longest ago": longest_ago,
    "FSRS alone": fsrs_alone,
}


FORMER = "ours until now"
POLICIES: Mapping[str, Schedule] = {**SIMPLE, FORMER: until_known, "ours": ours}


# --------------------------------------------------------------------------- trials


def comes(away: str, day: int, rng: np.random.Generator, learners: int) -> Flags:
    """Return which learners practise on *day*; on the first and the last, all do."""
    if away == AWAY[1] and 0 < day < DAYS - 1:
        return rng.random(learners) < 0.4
    return np.full(learners, away != AWAY[2] or not 7 <= day < 14)


def practise(
    kind: str, schedule: Schedule, pace: int, away: str, unit: str, seed: int, learners: int
) -> tuple[Numbers, History]:
    """Let learners practise for three weeks; return what is known when tested, and the history."""
    rng, chance = np.random.default_rng(seed), np.random.default_rng(seed + 1)
    who, past = KINDS[kind](rng, learners), History(np.random.default_rng(seed + 2), learners)
    for day in range(DAYS):
        here, spent = comes(away, day, chance, learners), np.zeros(learners)
        most = pace if unit == "items" else pace * MEAN_SECONDS // RIGHT_SECONDS
        for number in range(most):
            rows = np.flatnonzero(here & ((unit == "items") | (spent < pace * MEAN_SECONDS)))
            if not len(rows):
                break
            wanted = schedule(past, day) + 1e-9 * past.rng.random((learners, RULES))
            wanted[rows, past.last[rows]] = np.where(past.last[rows] < 0, wanted[rows, -1], -np.inf)
            rules = wanted[rows].argmax(axis=1)
            right = rng.random(len(rows)) < who.knows(rows, rules, day, number)
            who.answer(rows, rules, right, day, number)
            past.note(rows, rules, right, day)
            spent[rows] += np.where(right, RIGHT_SECONDS, WRONG_SECONDS)
    known = np.array([who.recall(DAYS - 1 + later).mean(axis=1) for later in TESTED])
    return known, past


def points(
    kind: str, pace: int, unit: str, learners: int, away: Sequence[str] = AWAY
) -> dict[str, Numbers]:
    """Return for each schedule how many of 100 rules are known: by attendance, by test."""
    return {
        name: np.array(
            [
                100 * practise(kind, schedule, pace, how, unit, 1, learners)[0].mean(axis=1)
                for how in away
            ]
        )
        for name, schedule in POLICIES.items()
    }


def never_asked(kind: str, schedule: Schedule, learners: int) -> int:
    """Count the rules that some learner was never asked in three weeks of ten a day."""
    _, past = practise(kind, schedule, 10, AWAY[0], "items", 1, learners)
    return int((past.count == 0).any(axis=0).sum())


def table(unit: str, learners: int, paces: Sequence[int]) -> dict[str, list[float]]:
    """Print for each learner and pace how far each schedule is from the best simple one."""
    print(f"\n  points of 100 from the best simple schedule, equal {unit}: mean of a week and a")
    print(f"  month later, and of {', '.join(AWAY)}; {learners} learners to a cell")
    print(f"  {'':<18}{'a day':>5}{'best':>6}" + "".join(f"{name[:14]:>15}" for name in POLICIES))
    gaps: dict[str, list[float]] = {name: [] for name in POLICIES}
    for kind in KINDS:
        for pace in paces:
            found = {
                name: float(one.mean()) for name, one in points(kind, pace, unit, learners).items()
            }
            best = max(found[name] for name in SIMPLE)
            for name, known in found.items():
                gaps[name].append(known - best)
            cells = "".join(f"{known - best:>+15.1f}" for known in found.values())
            print(f"  {kind:<18}{pace:>5}{best:>6.0f}{cells}", flush=True)
    for title, over in (("worst", min), ("mean", np.mean)):
        cells = "".join(f"{float(over(gap)):>+15.1f}" for gap in gaps.values())
        print(f"  {title:<29}{cells}")
    return gaps


def main() -> int:
    """Print the tables; say whether ours is nowhere beaten by more than a point.

    By items, that is. By seconds no schedule that asks everything soon holds at the slowest pace:
    who errs on nearly all runs out of time, and does better to repeat a few rules.
    """
    good = True
    for unit in ("items", "seconds"):
        gaps = table(unit, LEARNERS, PACES)
        worst = min(gaps["ours"])
        steady = max((name for name in SIMPLE), key=lambda name: float(np.mean(gaps[name])))
        above = float(np.mean(gaps["ours"]) - np.mean(gaps[steady]))
        print(f"  ours at its worst: {worst:+.1f} (wanted: {WORST:+.0f} or better)")
        print(
            f"  ours on average: {float(np.mean(gaps['ours'])):+.1f} from the best of each row, "
            f"{above:+.1f} from {steady!r}, the best simple one over all (wanted: {GAIN:+.0f})"
        )
        good &= round(worst, 1) >= WORST or unit == "seconds"
    left = {kind: never_asked(kind, ours, LEARNERS) for kind in KINDS}
    print(f"  rules never asked in three weeks at 10 a day: {max(left.values())} (wanted: 0)")
    return int(not good or any(left.values()))
