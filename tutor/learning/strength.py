"""How strong a learner is in a rule, with how little is known about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from engine.rules import Rule
from tutor.learning.attempts import Attempt
from tutor.words.texts import Texts

FEWEST = 8
"""Nothing is said until there are so many answers, about all rules together."""

_PRIOR = 2
"""A rule is taken at first to be known as well as the others, with the weight of two answers."""

_HALF_LIFE = 10
"""An answer counts half as much once so many others about the rule have followed."""

_NINETY = 1.645
"""Standard deviations to either side of the mean between which nine in ten values lie."""

_FIRM, _GOOD = 0.85, 0.6


@dataclass(frozen=True, slots=True)
class Strength:
    """How many of 1 answers about a rule would be right now; nine times in ten, low to high."""

    mean: float
    low: float
    high: float
    right: int
    wrong: int


def strength(attempts: Sequence[Attempt], rule: Rule) -> Strength | None:
    """Estimate the strength in *rule*; nothing where there is too little to say.

    Before its first answer, a rule is as likely to be known as the learner's other rules were
    right; each answer, with more weight the later it was, moves that (a Beta distribution,
    whose mean and spread are given). A hinted answer counts as wrong. How hard the puzzles
    were is left out: the schedule asks every rule at much the same difficulty.
    """
    known = [attempt.known for attempt in attempts if attempt.rule == rule]
    others = [attempt.known for attempt in attempts if attempt.rule != rule]
    right = sum(known)
    if len(attempts) < FEWEST or not known:
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


def strength_in_words(found: Strength | None, say: Texts) -> str:
    """Return how strong the learner is, in so many of a hundred."""
    if found is None:
        return say("strength.too-few")
    level = "firm" if found.mean >= _FIRM else "good" if found.mean >= _GOOD else "shaky"
    return say(
        f"strength.{level}",
        mean=round(100 * found.mean),
        low=round(100 * found.low),
        high=round(100 * found.high),
    )
