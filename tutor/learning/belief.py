"""What is believed of a learner about one kind of question, answer by answer.

Every answer changes the probabilities once, by Bayes' rule. Between answers people change: an
explanation may cure, a minimal pair does so more often, and answers from then on count anew.

What counts is what could be said of the learner: which misconceptions are held, or none, or
none of the known ones. A misconception that was named and treated is settled: whether it is
still there, the tricks after its pair show, and asking for it again and again would hide a second.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from engine.rules import Rule
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tutor.learning.attempts import Attempt
from tutor.learning.evidence import Evidence, evidence, forecast
from tutor.learning.hypotheses import (
    GUESSES,
    SHAPELESS,
    SLIPS,
    SOUND,
    TEMPTED,
    AnswerTally,
    Hypotheses,
    Numbers,
    cured,
    hypotheses,
    likelihood,
)

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
class Belief:
    """What is believed of a learner about one kind of question.

    ``weights`` say how probable the answers are by hypothesis, for each rate of slips: that
    rate is the learner's, and all kinds together tell it by ``slips``. ``signs`` are, by
    misconception, the numbers of the wrong answers that speak for it since it was last treated,
    ``wrongs`` those of all that no pair has explained; ``tally`` are the right and wrong answers
    by governing rule; ``told`` is the last answer if it was wrong, since its explanation may
    have cured what it fits.
    """

    kind: str
    weights: Numbers
    signs: Mapping[str, frozenset[int]] = field(default_factory=lambda: MappingProxyType({}))
    wrongs: frozenset[int] = frozenset()
    tally: Mapping[Rule, AnswerTally] = field(default_factory=lambda: MappingProxyType({}))
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

    def after(self, attempt: Attempt, number: int) -> "Belief":
        """Return the belief after one more answer about its kind, the learner's *number*."""
        known = hypotheses(self.kind)
        seen = evidence(attempt.puzzle, attempt.answer)
        if seen is None:
            return self
        tally = self.tally.get(seen.rule, (0, 0))
        weights = _moved_on(known, self) * likelihood(known, seen, tally)
        weights /= weights.sum()
        signs, wrongs = self.signs, self.wrongs
        if not seen.right:
            wrongs |= {number}
            speaking = seen.speaking(known.names)
            signs = {**signs, **{one: signs.get(one, frozenset()) | {number} for one in speaking}}
        right, wrong = tally
        tallied = {**self.tally, seen.rule: (right + seen.right, wrong + (not seen.right))}
        return Belief(self.kind, weights, signs, wrongs, tallied, None if seen.right else seen)

    def treated(self, misconception: str) -> "Belief":
        """Return the belief after the minimal pair of *misconception*: its answers count anew."""
        known = hypotheses(self.kind)
        shares = np.array([_PAIRED if one == misconception else 0.0 for one in known.names])
        explained = self.signs.get(misconception, frozenset())
        signs = {one: numbers - explained for one, numbers in self.signs.items()}
        # What is like none of the known ones may be dropped as well: the right rule is shown.
        odd = np.full(known.odd, _PAIRED)
        weights = cured(known, self.weights, shares, odd)
        weights[SOUND] += _PAIRED * weights[SHAPELESS]
        weights[SHAPELESS] *= 1 - _PAIRED
        return replace(self, weights=weights, signs=signs, wrongs=self.wrongs - explained)


def unasked(kind: str) -> Belief:
    """Return what is believed of anybody before their first answer about a kind."""
    return Belief(kind, hypotheses(kind).prior)


def _moved_on(known: Hypotheses, belief: Belief) -> Numbers:
    """Return the probabilities when the next question comes: people change now and then."""
    if not belief.tally:
        return belief.weights
    shares, odd = np.full(len(known.names), _CHANGES), np.full(known.odd, _CHANGES)
    if belief.told is not None:
        shares += _TOLD * belief.told.fits
        odd += _TOLD * belief.told.odd
    weights = cured(known, belief.weights, shares, odd)
    relapses = _RELAPSES * weights[SOUND]
    weights[SOUND] -= relapses
    return np.asarray(weights + relapses * known.prior)


@dataclass(frozen=True, slots=True, eq=False)
class _Groups:
    """Where hypotheses that come to the same thing to say go, by their order; the last is unlisted.

    The first is that nothing is held but what is settled.
    """

    single: NDArray[np.intp]
    both: NDArray[np.intp]
    count: int


@lru_cache(maxsize=256)
def _groups(kind: str, settled: frozenset[str]) -> _Groups:
    known = hypotheses(kind)
    count = len(known.names)
    each = np.array([0 if one in settled else 1 + at for at, one in enumerate(known.names)])
    one, two = each[known.pairs[:, 0]], each[known.pairs[:, 1]]
    alone = 1 + count + np.arange(len(known.pairs))
    both = np.where(one == 0, two, np.where(two == 0, one, alone))
    return _Groups(each[known.single], both, 2 + count + len(known.pairs))


def telling(puzzle: Puzzle, likely: Likely, settled: frozenset[str]) -> float:
    """Return how many bits the answer to *puzzle* tells of what could be said of the learner."""
    known, found = hypotheses(puzzle.kind), forecast(print_puzzle(puzzle))
    groups, shares = _groups(puzzle.kind, settled), likely.shares
    count = max(len(found.answers), found.ways)
    joint = np.zeros((groups.count, count))
    single, both = shares[known.singles], shares[known.both]
    np.add.at(joint, (groups.single, found.listed[known.single]), single * known.uses)
    np.add.at(joint[:, 0], groups.single, single * (1 - known.uses))
    one, two = found.listed[known.pairs[:, 0]], found.listed[known.pairs[:, 1]]
    # Either is used, and the one that errs more often, see `hypotheses.likelihood`.
    by_one = 0.5 + 0.25 * (np.sign(one) - np.sign(two))
    np.add.at(joint, (groups.both, one), both * by_one)
    np.add.at(joint, (groups.both, two), both * (1 - by_one))
    joint[0, 0] += shares[SOUND] + shares[TEMPTED]
    shapeless = shares[GUESSES] + shares[SHAPELESS] + shares[known.near].sum()
    joint[-1] = np.bincount(found.odd, shares[known.near.stop :], count) + shapeless / count
    slip = likely.slip / (count - 1)
    joint = (1 - count * slip) * joint + slip * joint.sum(axis=1, keepdims=True)
    apart = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0)
    there = joint > 0
    return float((joint[there] * np.log2(joint[there] / apart[there])).sum())
