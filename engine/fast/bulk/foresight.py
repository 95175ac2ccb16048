"""How much the calypsos of a deal's end bring by the end of the game, fitted to games played on.

Of a wanted card one copy is won with a chance that grows with the copies still to be dealt, the
same share of what is left with each; a calypso is completed with the product of these
chances, and then another follows it, whose cards bring points as well. The share, and what
follows, depend on how many deals are to come. Games that a policy plays against itself tell
both.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.fast.bulk.policy import Foresight
from engine.fast.bulk.rollouts import Doubles, PointValues
from engine.fast.bulk.tricks import Flags

SHARES = [place / 100 for place in range(20, 96)]
"""The shares that are tried."""


@dataclass(frozen=True)
class CalypsosUnderWay:
    """Calypsos of one suit after a deal of many games, and what they came to in the end.

    ``held`` says by game and rank what is there, ``copies`` how many are still to be dealt;
    ``completed`` counts those set aside, ``final`` the points of the suit at the end.
    """

    to_come: int
    held: Flags
    copies: NDArray[np.int32]
    completed: NDArray[np.uint8]
    final: Doubles


def fitted_foresight(
    found: Sequence[CalypsosUnderWay], deals: int, prices: PointValues
) -> tuple[Foresight, ...]:
    """Return by deals to come the share and what follows that foretell best (least squares).

    Args:
        found: What became of calypsos.
        deals: How many deals a game has.
        prices: The points of the score sheet, nothing foreseen in them.
    """
    rest = [Foresight(0.0, 0)]
    for to_come in range(1, deals):
        some = [one for one in found if one.to_come == to_come]
        tried = [(*_error(some, share, prices), share) for share in SHARES]
        _, then, share = min(tried)
        rest.append(Foresight(share, round(then)))
    return tuple(rest)


def _error(
    found: Sequence[CalypsosUnderWay], share: float, prices: PointValues
) -> tuple[float, float]:
    """Return the mean square by which a share misses, with what follows that misses least."""
    missed, likely = (
        np.concatenate(each) for each in zip(*_missed(found, share, prices), strict=True)
    )
    then = float(likely @ missed / (likely @ likely))
    return float(((missed - then * likely) ** 2).mean()), then


def _missed(
    found: Sequence[CalypsosUnderWay], share: float, prices: PointValues
) -> Iterator[tuple[Doubles, Doubles]]:
    """Return how many points a share gives too few, and how likely it makes the calypsos."""
    done, gain = np.array(prices.done), np.array(prices.gain)
    for one in found:
        chance = np.where(one.held, 1.0, 1 - (1 - share) ** one.copies)
        likely = chance.prod(1)
        sure = done[one.completed] + prices.card * chance.sum(1)
        yield one.final - sure - gain[one.completed] * likely, likely
