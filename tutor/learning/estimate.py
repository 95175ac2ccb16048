"""How probable it is that a learner holds a misconception, estimated answer by answer.

For each kind of question somebody may be sound, or sound and slip to the next best card of a trick,
guess, err without a rule, hold one known misconception, always or now and then, hold two at once,
think something much like a known misconception, or follow one of the wrong rules that
`tutor.learning.evidence` puts together. Whoever they are, they slip; how often is not known either.

Every answer changes the probabilities once, by Bayes' rule. Between answers people change: an
explanation may cure, a minimal pair does so more often, and answers from then on count anew.

What counts is what could be said of the learner: which misconceptions are held, or none, or
none of the known ones. A misconception that was named and treated is settled: whether it is
still there, the tricks after its pair show, and asking for it again and again would hide a second.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from itertools import accumulate, combinations, pairwise
from math import lgamma, log

import numpy as np
from numpy.typing import NDArray

from engine.rules import Rule
from puzzles.kinds import KIND_OF, KINDS
from puzzles.puzzle import Puzzle
from tutor.learning import Attempt
from tutor.learning.evidence import OPTIONS, Evidence, evidence, forecast, odd_always, odd_of_known

Numbers = NDArray[np.float64]

AnswerTally = tuple[int, int]
"""How many answers about a rule were right, and how many wrong."""

SLIPS = np.array([0.02, 0.05, 0.1, 0.2, 0.35])
"""How often somebody may answer otherwise than they think."""

SLIPS_PRIOR: Numbers = np.array([0.3, 0.3, 0.25, 0.12, 0.03])
"""How many slip so often."""

_USES = ((1.0, 0.55), (0.75, 0.15), (0.5, 0.3))
"""How often a misconception is used where it applies, and how many use it so often."""

_P_TEMPTED, _NEXT_BEST = 0.01, 0.85
"""The share of learners who know the rules, and slip to the next best card of a trick; and how
many of their slips go there. Else all their slips would speak for the same few ideas."""

_P_GUESSES, _P_SHAPELESS, _P_ODD, _P_IN_A_CASE = 0.01, 0.05, 0.185, 0.013
"""The shares of learners who guess, err without a rule that can be written down, follow one
of those that are put together, or hold a known misconception in one case alone."""

_P_SAME = 0.002
"""The share of learners who choose the same option, such as the second, of all questions."""

_IN_A_CASE = 0.1
"""By how much a wrong rule that holds in one case alone is rarer than one that always does."""

_P_EACH, _P_BOTH, _P_NEAR = 0.01, 0.0004, 0.005
"""The shares of learners who hold a certain misconception, a certain two of one kind, or think
something that is much like a certain one."""

_NEAR_ERRS, _NEAR_FITS, _NEAR_ELSE = 0.8, 0.6, 0.35
"""How often what is much like a misconception errs where that does, and then agrees with it;
and how often it errs elsewhere."""

_AFFECTED, _ERRS = 0.4, (2.0, 1.0)
"""Of the rules an idea without shape gets so many wrong, most of the time (a beta distribution)."""

SOUND, TEMPTED, GUESSES, SHAPELESS, _FIRST = 0, 1, 2, 3, 4
"""The places of the first hypotheses."""


@dataclass(frozen=True, slots=True, eq=False)
class Hypotheses:
    """The hypotheses about one kind of question, as arrays in one order.

    After the first four come the single misconceptions, those ``pairs``, those that are
    ``near`` one, and ``odd`` wrong rules. ``prior`` says how many learners are so, ``holds`` by
    misconception which hypotheses hold it, up to the last that holds any; ``singles``, ``both``
    and ``near`` are where those stand who hold one, hold two, or think something much like one.
    ``left`` says, for those of a pair who drop the first or the second, which one they keep.

    Arrays of a number for each hypothesis and each rate of slips have the rates one after the
    other in memory: there are five rates and thousands of hypotheses, and an operation is quick
    along what is long.
    """

    names: tuple[str, ...]
    uses: Numbers
    single: NDArray[np.intp]
    pairs: NDArray[np.intp]
    odd: int
    prior: Numbers
    holds: Numbers
    left: tuple[Numbers, Numbers]
    singles: slice = field(init=False)
    both: slice = field(init=False)
    near: slice = field(init=False)

    def __post_init__(self) -> None:
        # Every answer asks for these many times.
        ends = list(accumulate((_FIRST, len(self.single), len(self.pairs), len(self.names))))
        for name, bounds in zip(("singles", "both", "near"), pairwise(ends), strict=True):
            object.__setattr__(self, name, slice(*bounds))

    def held(self, shares: Numbers) -> Mapping[str, float]:
        """Return how probable each misconception is, if the hypotheses are so probable."""
        return dict(zip(self.names, (self.holds @ shares[: self.near.start]).tolist(), strict=True))


@cache
def hypotheses(kind: str) -> Hypotheses:
    """Return the hypotheses about one kind of question."""
    names = tuple(name for name, shown in KIND_OF.items() if shown == kind)
    count = len(names)
    pairs = list(combinations(range(count), 2))
    singles = [(number, use) for use, _ in _USES for number in range(count)]
    odd = _odd() if KINDS[kind].marks_of else np.full(len(OPTIONS), _P_SAME)
    shares = [
        *(_P_EACH * share for _, share in _USES for _ in range(count)),
        *([_P_BOTH] * len(pairs)),
        *([_P_NEAR] * count),
        *odd,
    ]
    rest = 1 - _P_GUESSES - _P_SHAPELESS - sum(shares)
    tempted = _P_TEMPTED if KINDS[kind].marks_of else 0.0
    prior = np.array([rest - tempted, tempted, _P_GUESSES, _P_SHAPELESS, *shares])
    holds = np.zeros((count, _FIRST + len(singles) + len(pairs)))
    for place, (number, _) in enumerate(singles, _FIRST):
        holds[number, place] = 1
    for place, pair in enumerate(pairs, _FIRST + len(singles)):
        holds[list(pair), place] = 1
    both = np.array(pairs, dtype=np.intp).reshape(-1, 2)
    numbers = np.arange(count)[:, None]
    return Hypotheses(
        names,
        np.array([use for _, use in singles]),
        np.array([number for number, _ in singles], dtype=np.intp),
        both,
        len(odd),
        np.repeat(prior[None], len(SLIPS), axis=0).T,
        holds,
        ((numbers == both[:, 1]).astype(np.float64), (numbers == both[:, 0]).astype(np.float64)),
    )


def _odd() -> Numbers:
    """Return the shares of learners who follow each of the unlisted rules."""
    weights = np.where(odd_always(), 1.0, _IN_A_CASE)
    of_known = odd_of_known()
    weights[of_known] = 0
    shares: Numbers = _P_ODD * weights / weights.sum()
    shares[of_known] = _P_IN_A_CASE / of_known.sum()
    return shares


def likelihood(known: Hypotheses, seen: Evidence, tally: AnswerTally) -> Numbers:
    """Return how probable the answer is, by hypothesis and by how often somebody slips."""
    sound, ways = float(seen.right), seen.forecast.ways
    others = ways - 1
    meant = np.zeros(len(known.prior))
    meant[SOUND] = meant[TEMPTED] = sound
    meant[known.singles] = known.uses * seen.fits[known.single] + (1 - known.uses) * sound
    meant[known.both] = _by_two(known, seen)
    meant[known.near.stop :] = seen.odd
    slips = SLIPS / others
    likely = slips + np.outer(1 - SLIPS - slips, meant).T
    if not seen.right:
        there = _NEXT_BEST if seen.next_best else (1 - _NEXT_BEST) / max(others - 1, 1)
        likely[TEMPTED] = SLIPS * there
    likely[GUESSES] = 1 / ways
    likely[known.near] = _by_near(seen)[:, None]
    wrong = error_rates(tally)
    likely[SHAPELESS] = 1 - wrong if seen.right else wrong / others
    return np.asarray(likely)


def _by_two(known: Hypotheses, seen: Evidence) -> Numbers:
    """Return how probable the answer is by two ideas: either is used, the one that errs more."""
    fits = seen.fits.astype(np.float64)
    first, second = known.pairs[:, 0], known.pairs[:, 1]
    either = (fits[first] + fits[second]) / 2
    errs_first, errs_second = seen.tempts[first], seen.tempts[second]
    erring = np.where(
        errs_first == errs_second, either, np.where(errs_first, fits[first], fits[second])
    )
    return np.asarray((either + erring) / 2)


def _by_near(seen: Evidence) -> Numbers:
    """Return how probable the answer is by what is much like each misconception."""
    errs = np.where(seen.tempts, _NEAR_ERRS, _NEAR_ELSE)
    if seen.right:
        return np.asarray(1 - errs)
    others = seen.forecast.ways - 1
    fits = np.where(seen.fits, _NEAR_FITS, (1 - _NEAR_FITS) / max(others - 1, 1))
    return np.asarray(errs * np.where(seen.tempts, fits, 1 / others))


def error_rates(tally: AnswerTally) -> Numbers:
    """Return how often an idea without shape errs on a rule, after so many answers about it.

    It is a probability for each rate of `SLIPS`, after however many answers.
    """
    right, wrong = tally
    errs, keeps = _ERRS
    # In logarithms: after some thousand answers the numbers themselves are too small for a float.
    affected = log(_AFFECTED) + _log_beta(errs + wrong, keeps + right) - _log_beta(errs, keeps)
    spared = log(1 - _AFFECTED) + wrong * np.log(SLIPS) + right * np.log1p(-SLIPS)
    share = 1 / (1 + np.exp(np.minimum(spared - affected, 700.0)))
    return np.asarray(share * (errs + wrong) / (errs + keeps + right + wrong) + (1 - share) * SLIPS)


def _log_beta(first: float, second: float) -> float:
    return lgamma(first) + lgamma(second) - lgamma(first + second)


def cured(known: Hypotheses, weights: Numbers, shares: Numbers, odd: Numbers) -> Numbers:
    """Let so large a share of those who hold each misconception, or each odd rule, drop it."""
    changed = weights.copy(order="K")
    for where, dropped in (
        (known.singles, shares[known.single]),
        (known.near, shares),
        (slice(known.near.stop, None), odd),
    ):
        gone = weights[where] * dropped[:, None]
        changed[where] -= gone
        changed[SOUND] += gone.sum(axis=0)
    always = slice(_FIRST, _FIRST + len(known.names))
    for side, left in enumerate(known.left):
        gone = changed[known.both] * shares[known.pairs[:, side]][:, None]
        changed[known.both] -= gone
        # They still hold the other one, always.
        changed[always] += left @ gone
    return changed


_SETTLED = 0.9
"""Something is suspected where soundness is less probable than so much of what it was at first."""

_CHANGES, _TOLD, _PAIRED = 0.003, 0.04, 0.6
"""How often a misconception is dropped unasked, when its answer is explained, and by its pair."""

_RELAPSES = 0.0005
"""How often somebody sound comes to be like anybody else."""


@dataclass(frozen=True, slots=True, eq=False)
class Likely:
    """How probable it is that nothing is wrong, that a wrong rule is unlisted, and what is held.

    ``before`` is how probable it was that nothing is wrong when nothing was known; ``shares`` is
    how probable each hypothesis is, ``slip`` how often the learner may be expected to slip.
    """

    before: float
    sound: float
    unlisted: float
    held: Mapping[str, float]
    shares: Numbers
    slip: float

    @property
    def suspect(self) -> bool:
        """Whether the answers speak for something that is wrong, whatever it is."""
        return self.sound < _SETTLED * self.before


@dataclass(frozen=True, slots=True, eq=False)
class Estimate:
    """What is likely of a learner about one kind of question.

    ``weights`` say how probable the answers are by hypothesis, for each rate of slips: that rate is
    the learner's, and all kinds together tell it by ``slips``. ``signs`` are, by misconception, the
    numbers of the wrong answers that speak for it since it was last treated, ``wrongs`` those of
    all that no pair has explained; ``tally`` are the right and wrong answers by governing rule;
    ``told`` is the last answer if it was wrong, since its explanation may have cured what it fits.
    """

    kind: str
    weights: Numbers
    signs: Mapping[str, frozenset[int]] = field(default_factory=dict)
    wrongs: frozenset[int] = frozenset()
    tally: Mapping[Rule, AnswerTally] = field(default_factory=dict)
    told: Evidence | None = None
    slips: Numbers = field(init=False)

    def __post_init__(self) -> None:
        # What this kind tells of the rate of slips is asked of every kind at every answer.
        object.__setattr__(self, "slips", self.weights.sum(axis=0))

    @property
    def wrong(self) -> int:
        """How many answers were wrong."""
        return sum(wrong for _, wrong in self.tally.values())

    @property
    def answers(self) -> int:
        """How many answers there were."""
        return sum(map(sum, self.tally.values()))

    @property
    def most_signs(self) -> int:
        """How many answers speak for the misconception for which most do."""
        return max(map(len, self.signs.values()), default=0)

    def likely(self, slips: Numbers) -> Likely:
        """Return how probable everything is, given how often the learner may slip."""
        known = hypotheses(self.kind)
        shares = self.weights @ slips
        shares /= shares.sum()
        rates = self.slips * slips
        unlisted = shares[GUESSES : known.singles.start].sum() + shares[known.near.start :].sum()
        return Likely(
            float(known.prior[SOUND, 0] + known.prior[TEMPTED, 0]),
            float(shares[SOUND] + shares[TEMPTED]),
            float(unlisted),
            known.held(shares),
            shares,
            float(rates @ SLIPS / rates.sum()),
        )

    def after(self, attempt: Attempt, number: int) -> "Estimate":
        """Return the estimate after one more answer about its kind, the learner's *number*."""
        known = hypotheses(self.kind)
        seen = evidence(attempt.puzzle, attempt.answer)
        if seen is None:
            return self
        rule = seen.forecast.rule
        tally = self.tally.get(rule, (0, 0))
        weights = _moved_on(known, self) * likelihood(known, seen, tally)
        weights /= weights.sum()
        signs, wrongs = self.signs, self.wrongs
        if not seen.right:
            wrongs |= {number}
            speaking = seen.speaking(known.names)
            signs = {
                **signs,
                **{name: signs.get(name, frozenset()) | {number} for name in speaking},
            }
        right, wrong = tally
        tallied = {**self.tally, rule: (right + seen.right, wrong + (not seen.right))}
        return Estimate(self.kind, weights, signs, wrongs, tallied, None if seen.right else seen)

    def treated(self, misconception: str) -> "Estimate":
        """Return the estimate after the minimal pair of *misconception*: its answers count anew."""
        known = hypotheses(self.kind)
        shares = np.array([_PAIRED if name == misconception else 0.0 for name in known.names])
        explained = self.signs.get(misconception, frozenset())
        signs = {name: numbers - explained for name, numbers in self.signs.items()}
        # What is like none of the known ones may be dropped as well: the right rule is shown.
        odd = np.full(known.odd, _PAIRED)
        weights = cured(known, self.weights, shares, odd)
        weights[SOUND] += _PAIRED * weights[SHAPELESS]
        weights[SHAPELESS] *= 1 - _PAIRED
        return replace(self, weights=weights, signs=signs, wrongs=self.wrongs - explained)


def first_estimate(kind: str) -> Estimate:
    """Return the estimate of anybody before their first answer about a kind."""
    return Estimate(kind, hypotheses(kind).prior)


def _moved_on(known: Hypotheses, estimate: Estimate) -> Numbers:
    if not estimate.tally:
        return estimate.weights
    shares, odd = np.full(len(known.names), _CHANGES), np.full(known.odd, _CHANGES)
    if estimate.told is not None:
        shares += _TOLD * estimate.told.fits
        odd += _TOLD * estimate.told.odd
    weights = cured(known, estimate.weights, shares, odd)
    relapses = _RELAPSES * weights[SOUND]
    weights[SOUND] -= relapses
    return np.asarray(weights + relapses * known.prior)


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """Numbers of groups of hypotheses of which the same would be said, parallel to them.

    In the first nothing is held but what is settled, in the last a wrong rule that no list has.
    """

    single: NDArray[np.intp]
    both: NDArray[np.intp]
    count: int


@lru_cache(maxsize=256)
def _groups(kind: str, settled: frozenset[str]) -> _Groups:
    known = hypotheses(kind)
    count = len(known.names)
    each = np.array([0 if name in settled else 1 + place for place, name in enumerate(known.names)])
    first, second = each[known.pairs[:, 0]], each[known.pairs[:, 1]]
    alone = 1 + count + np.arange(len(known.pairs))
    both = np.where(first == 0, second, np.where(second == 0, first, alone))
    return _Groups(each[known.single], both, 2 + count + len(known.pairs))


def telling(puzzle: Puzzle, likely: Likely, settled: frozenset[str]) -> float:
    """Return how many bits the answer to *puzzle* tells of what could be said of the learner."""
    known, seen = hypotheses(puzzle.kind), forecast(puzzle)
    groups, shares = _groups(puzzle.kind, settled), likely.shares
    count = max(len(seen.answers), seen.ways)
    joint = np.zeros((groups.count, count))
    single, both = shares[known.singles], shares[known.both]
    np.add.at(joint, (groups.single, seen.listed[known.single]), single * known.uses)
    np.add.at(joint[:, 0], groups.single, single * (1 - known.uses))
    first, second = seen.listed[known.pairs[:, 0]], seen.listed[known.pairs[:, 1]]
    # Either is used, and the one that errs more often, see `likelihood`.
    by_first = 0.5 + 0.25 * (np.sign(first) - np.sign(second))
    np.add.at(joint, (groups.both, first), both * by_first)
    np.add.at(joint, (groups.both, second), both * (1 - by_first))
    joint[0, 0] += shares[SOUND] + shares[TEMPTED]
    shapeless = shares[GUESSES] + shares[SHAPELESS] + shares[known.near].sum()
    joint[-1] = np.bincount(seen.odd, shares[known.near.stop :], count) + shapeless / count
    slip = likely.slip / (count - 1)
    joint = (1 - count * slip) * joint + slip * joint.sum(axis=1, keepdims=True)
    apart = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0)
    there = joint > 0
    return float((joint[there] * np.log2(joint[there] / apart[there])).sum())
