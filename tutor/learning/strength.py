"""How strong a learner is in a rule, with how little is known about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from engine.rules import Rule
from tutor.learning.attempts import Attempt
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
    wrong: int

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
    good = _PRIOR * before + sum(weight for weight, one in answers if one)
    bad = _PRIOR * (1 - before) + sum(weight for weight, one in answers if not one)
    total = good + bad
    mean = good / total
    spread = _NINETY * sqrt(good * bad / (total * total * (total + 1)))
    return Strength(
        mean, max(mean - spread, 0.0), min(mean + spread, 1.0), right, len(known) - right
    )


def strength_in_words(found: Strength, say: Texts) -> str:
    """Return how strong the learner is, in so many of a hundred."""
    return say(
        f"strength.{found.level}",
        mean=round(100 * found.mean),
        low=round(100 * found.low),
        high=round(100 * found.high),
    )
