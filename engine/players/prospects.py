"""What a calypso under way may become worth."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from engine.fast import PointValues, point_values
from engine.fast.bulk.policy import Foresight, fitted_form
from engine.variants import Variant

SHARE: Mapping[str, float] = {
    "partnership": 0.59,
    "solo": 0.38,
    "three": 0.53,
    "split": 0.53,
    "two": 0.53,
}
"""How likely a side is to win one wanted card before the game ends, by form.

Fitted (maximum likelihood) to whether calypsos under way at the end of deals 1 to 3 were
completed, in 60 games of each form between club players, as the product `worth_of` makes
of it.
"""

Worth = Callable[[int, int, Sequence[float]], float]


@cache
def catching(variant: Variant) -> tuple[float, ...]:
    """Return, by the number of copies to come, how likely the builder's side wins one of them.

    A form for which nothing was fitted is taken for the one it is like.
    """
    miss = 1 - SHARE[fitted_form(variant)]
    return tuple(1 - miss**copies for copies in range(variant.packs + 1))


@cache
def foreseen(variant: Variant, ahead: Foresight) -> tuple[tuple[float, ...], PointValues]:
    """Return what is to be expected of calypsos after a deal.

    Returns:
        How likely one more copy of a card is won, by the number of copies to come (see
        `catching`); and the points of the score sheet, with those that follow a calypso.
    """
    prices = point_values(variant)
    chances = tuple(1 - (1 - ahead.share) ** copies for copies in range(variant.packs + 1))
    gain = (*(points + ahead.then for points in prices.gain[:-1]), 0)
    return chances, replace(prices, gain=gain)


@cache
def worth_of(variant: Variant) -> Worth:
    """Return the function that values the calypsos of one suit.

    It takes the bits of the ranks under way, the number completed, and for every rank how
    likely one more copy of it is won (`catching`). It returns the points of the score
    sheet, the points that single cards to come may add, and what completing the calypso
    under way would bring times the chance that every rank it lacks is won.
    """
    prices, bits = point_values(variant), [1 << place for place in range(len(variant.ranks))]
    card, done, gain = prices.card, prices.done, prices.gain

    def worth(held: int, completed: int, chances: Sequence[float]) -> float:
        cards, all_come = float(len(bits)), 1.0
        for bit, chance in zip(bits, chances, strict=True):
            if not held & bit:
                cards += chance - 1
                all_come *= chance
        return done[completed] + card * cards + gain[completed] * all_come

    return worth
