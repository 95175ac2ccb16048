"""What every card of a decision was worth: the position played on from many simulated deals.

The figures are those of `engine.players.weighing`, the reasons those of
`tutor.playing.coach_reasons`.
"""

from dataclasses import dataclass
from functools import lru_cache
from random import Random

from engine.game import Action
from engine.players.weighing import weigh
from engine.view import View
from puzzles.reasons import Reason
from tutor.playing.coach_reasons import Standing, reasons, totals

DEALS = 120
"""Over how many deals a decision is weighed: gains flatten from about a hundred."""

_CERTAIN = 2.0
"""So many standard errors apart is more than chance would often make it."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that could be done, and what speaks for it or against it.

    ``behind`` is how many points it lies behind the best at the end of the deal, where
    calypsos under way count with what they may become; ``error`` is the standard error of
    that difference. ``ours`` and ``theirs`` are the points alone, of the own side and, on
    average, of the others.
    """

    action: Action
    ours: float
    theirs: float
    behind: float
    error: float
    standing: Standing
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """All that could be done, best first, weighed over so many deals."""

    options: tuple[Option, ...]
    deals: int

    def of(self, action: Action) -> Option:
        """Give what is said of *action*.

        Raises:
            LookupError: It could not be done.
        """
        for option in self.options:
            if option.action == action:
                return option
        raise LookupError(f"{action} could not be done")

    @property
    def clear(self) -> bool:
        """Whether one option is better than every other by more than chance."""
        return all(other.standing == Standing.BEHIND for other in self.options[1:])


@lru_cache(maxsize=2_048)
def advise(view: View, seed: int, deals: int = DEALS) -> Advice:
    """Weigh every card *view*'s player may play, and say what speaks for each.

    The same view, seed and number of deals give the same advice, so that what a learner
    was told while playing stands in the review too.

    Raises:
        ValueError: It is not this player's turn.
    """
    if view.turn != view.seat:
        raise ValueError(f"it is not the turn of {view.seat.name.title()}")
    weighed = weigh(view, Random(seed), deals=deals)
    best = weighed[0]
    options = []
    for number, one in enumerate(weighed):
        standing = Standing.BEHIND
        if number == 0:
            standing = Standing.BEST
        elif one.behind <= _CERTAIN * one.behind_error:
            standing = Standing.LEVEL
        other = next((w for w in weighed if w is not one), None) if number == 0 else best
        options.append(
            Option(
                one.action,
                *totals(view, one.outlook),
                one.behind,
                one.behind_error,
                standing,
                reasons(view, one, other, standing),
            )
        )
    return Advice(tuple(options), deals)
