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
from puzzles.puzzle import Reason
from tutor.playing.coach_reasons import AgainstBest, reasons, totals

DEALS = 200
"""Over how many deals a decision is weighed: gains flatten from about a hundred."""

CERTAIN = 2.0
"""So many standard errors apart is more than chance would often make it.

Every "give or take" and every whisker is as wide, so that words and pictures agree.
"""


@dataclass(frozen=True, slots=True)
class WeighedOption:
    """One thing that could be done, and what speaks for it or against it.

    ``behind`` is how many points it lies behind the best at the end of the deal, where
    calypsos under way count with what they may become; ``error`` is the standard error of
    that difference, and ``give_or_take`` what is said and drawn of it. ``ours`` and
    ``theirs`` are the points alone, of the own side and, on average, of the others.
    """

    action: Action
    ours: float
    theirs: float
    behind: float
    error: float
    standing: AgainstBest
    reasons: tuple[Reason, ...]

    @property
    def give_or_take(self) -> float:
        """How far the difference may be off: `CERTAIN` standard errors."""
        return CERTAIN * self.error


@dataclass(frozen=True, slots=True)
class Advice:
    """All that could be done, best first, weighed over so many deals."""

    options: tuple[WeighedOption, ...]
    deals: int

    def of(self, action: Action) -> WeighedOption:
        """Return what is said of *action*.

        Raises:
            LookupError: It could not be done.
        """
        for option in self.options:
            if option.action == action:
                return option
        raise LookupError(f"{action} could not be done")

    @property
    def tells(self) -> bool:
        """Whether some option is worse than the best by more than chance."""
        return any(other.standing == AgainstBest.BEHIND for other in self.options)

    @property
    def clear(self) -> bool:
        """Whether one option is better than every other by more than chance."""
        return all(other.standing == AgainstBest.BEHIND for other in self.options[1:])


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
    best, *others = weighed
    worse = [one for one in others if one.behind > CERTAIN * one.behind_error]
    options = []
    for one in weighed:
        standing, other = AgainstBest.LEVEL, best if others else None
        if one is best:
            standing, other = AgainstBest.BEST, worse[0] if worse else None
        elif one in worse:
            standing = AgainstBest.BEHIND
        options.append(
            WeighedOption(
                one.action,
                *totals(view, one.outlook),
                one.behind,
                one.behind_error,
                standing,
                reasons(view, one, other, standing),
            )
        )
    return Advice(tuple(options), deals)
