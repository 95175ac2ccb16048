"""What one copy of a card is worth to the calypso of its suit, as players may think of it.

Any copy still to be played is won with the same chance, so a rank with few copies left is worth
more, a calypso that lacks little too, and one whose last copy of a rank is gone only its cards.
"""

import math
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.calypso import Calypso
from engine.fast.bulk.tricks import Bytes
from engine.rules import Rule
from engine.score import POINTS, score_of
from engine.variants import Variant

SHARE = 0.5
"""How likely a side is taken to win any one copy of a card that is still to be played."""

BOUNDS = (0.0, 15.0, 40.0, 80.0, 160.0)
"""What a card is wanted for by how many points it is worth to the calypso of its suit: the
bounds of the numbers 1, 2 … for it, as good players may think of it."""

STEP, HOPES = 2.0, 16
"""How finely the worth of a calypso under way is told apart: steps in a factor of e, and all."""

LACKED = 8
"""What is added to the number of copies of a card that is lacked."""


class Worths(NamedTuple):
    """What one copy of a card is worth, by how many there are and whether it is lacked.

    ``logarithm`` is of how likely one of them is won; a copy won now is worth ``sure``, and
    ``part`` of what completing the calypso is worth. ``want`` is the number for both, by the
    logarithm of that as well.
    """

    logarithm: NDArray[np.float32]
    sure: NDArray[np.float32]
    part: NDArray[np.float32]
    want: Bytes


@cache
def worths() -> Worths:
    """Return the table of what copies are worth."""
    card = POINTS[Rule.UNFINISHED_CARDS]
    logarithm, sure, part = (np.zeros(2 * LACKED, np.float32) for _ in range(3))
    for copies in range(LACKED):
        caught = 1 - (1 - SHARE) ** copies
        missed = (1 - SHARE) ** max(0, copies - 1)
        logarithm[LACKED + copies] = math.log(caught) if copies else -30
        sure[LACKED + copies] = missed * card
        part[LACKED + copies] = missed / caught if copies else 0
    hopes = np.exp((np.arange(HOPES) + 0.5) / STEP)
    points = sure + part * hopes[:, None]
    return Worths(logarithm, sure, part, np.searchsorted(BOUNDS, points).astype(np.uint8).ravel())


@cache
def gains(variant: Variant) -> list[float]:
    """Return by calypsos completed the logarithm of what one more adds to its cards."""
    cards = POINTS[Rule.UNFINISHED_CARDS] * len(variant.ranks)
    done = [score_of(Calypso(variant.suits[0], completed=count), 0).total for count in range(5)]
    return [*(math.log(then - now - cards) for now, then in pairwise(done)), 0.0]
