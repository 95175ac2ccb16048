"""What the answer to a puzzle will tell of a learner: so the one that tells most can be asked.

What counts is what could be said of the learner: which misconceptions are held, or none, or
none of the known ones. A misconception that was named and treated is settled: whether it is
still there, the tricks after its pair show, and asking for it again and again would hide a second.
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tutor.learning.belief import Likely
from tutor.learning.evidence import forecast
from tutor.learning.hypotheses import GUESSES, SHAPELESS, SOUND, hypotheses


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
    joint[0, 0] += shares[SOUND]
    shapeless = shares[GUESSES] + shares[SHAPELESS] + shares[known.near].sum()
    joint[-1] = np.bincount(found.odd, shares[known.near.stop :], count) + shapeless / count
    slip = likely.slip / (count - 1)
    joint = (1 - count * slip) * joint + slip * joint.sum(axis=1, keepdims=True)
    apart = joint.sum(axis=1, keepdims=True) * joint.sum(axis=0)
    there = joint > 0
    return float((joint[there] * np.log2(joint[there] / apart[there])).sum())
