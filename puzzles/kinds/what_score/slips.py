"""What is counted on a sheet, and the slips in counting it: wrong totals, and the rules missed."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.calypso import Calypso
from engine.cards import Rank
from engine.rulebooks import RevokePenalty
from engine.rules import Rule
from engine.score import CALYPSO_POINTS, POINTS

_POINTS = tuple(points for _, points in CALYPSO_POINTS)
_PENALTY = POINTS[Rule.REVOKE_PENALTY]


@dataclass(frozen=True, slots=True, kw_only=True)
class WonCards:
    """What a player has at the end, of calypsos with ``full`` ranks, and how a revoke counts.

    ``revoke`` says whose it was, if there was one: ``own`` side's or ``others``'.
    """

    calypsos: tuple[Calypso, ...]
    full: frozenset[Rank]
    pile: int
    revoke: str | None
    way: RevokePenalty

    @property
    def penalty(self) -> int:
        """What the revoke adds to this sheet."""
        if self.revoke is None:
            return 0
        added = self.way == RevokePenalty.ADDED_TO_OTHERS
        if added:
            return _PENALTY if self.revoke == "others" else 0
        return -_PENALTY if self.revoke == "own" else 0

    @property
    def unfinished(self) -> int:
        """How many cards lie in unfinished calypsos."""
        return sum(len(calypso.ranks) for calypso in self.calypsos)


@dataclass(frozen=True, slots=True)
class Slip:
    """A wrong way to count, the rule it misses, and the total it leads to.

    The id is the key of its words and stands in saved answers: never rename one.
    """

    id: str
    rule: Rule
    total: Callable[[WonCards], int]


def _counted(
    won: WonCards,
    *,
    calypsos: Callable[[int], int] = lambda completed: sum(_POINTS[:completed]),
    card: int = POINTS[Rule.UNFINISHED_CARDS],
    pile: int = POINTS[Rule.PILE_CARDS],
) -> int:
    """Count the sheet with one or two wrong rates."""
    points = sum(calypsos(calypso.completed) for calypso in won.calypsos)
    return points + card * won.unfinished + pile * won.pile + won.penalty


def _suits_together(won: WonCards) -> int:
    completed = sum(calypso.completed for calypso in won.calypsos)
    points = sum((_POINTS + (1000,) * 4)[:completed])
    return _counted(won, calypsos=lambda _: 0) + points


def _completed_too(won: WonCards) -> int:
    each = POINTS[Rule.UNFINISHED_CARDS] * len(won.full)
    return _counted(won, calypsos=lambda n: sum(_POINTS[:n]) + n * each)


SLIPS: tuple[Slip, ...] = (
    Slip(
        "every-calypso-500",
        Rule.SECOND_CALYPSO,
        lambda won: _counted(won, calypsos=lambda completed: 500 * completed),
    ),
    Slip(
        "later-calypsos-750",
        Rule.LATER_CALYPSO,
        lambda won: _counted(won, calypsos=lambda n: sum((500, 750, 750, 750)[:n])),
    ),
    Slip(
        "second-calypso-1000",
        Rule.SECOND_CALYPSO,
        lambda won: _counted(won, calypsos=lambda n: sum((500, 1000, 1000, 1000)[:n])),
    ),
    Slip(
        "last-calypso-counts",
        Rule.LATER_CALYPSO,
        lambda won: _counted(won, calypsos=lambda n: _POINTS[n - 1] if n else 0),
    ),
    Slip("suits-count-together", Rule.FIRST_CALYPSO, _suits_together),
    Slip("completed-cards-count-too", Rule.FIRST_CALYPSO, _completed_too),
    Slip("unfinished-at-ten", Rule.UNFINISHED_CARDS, lambda won: _counted(won, card=10)),
    Slip("unfinished-forgotten", Rule.UNFINISHED_CARDS, lambda won: _counted(won, card=0)),
    Slip("rates-exchanged", Rule.PILE_CARDS, lambda won: _counted(won, card=10, pile=20)),
    Slip("pile-at-twenty", Rule.PILE_CARDS, lambda won: _counted(won, pile=20)),
    Slip("pile-forgotten", Rule.PILE_CARDS, lambda won: _counted(won, pile=0)),
    Slip(
        "penalty-forgotten",
        Rule.REVOKE_PENALTY,
        lambda won: _counted(won) - won.penalty,
    ),
    Slip(
        "penalty-for-both",
        Rule.REVOKE_PENALTY,
        lambda won: (
            _counted(won)
            - won.penalty
            + {None: 0, "own": -_PENALTY, "others": _PENALTY}[won.revoke]
        ),
    ),
    Slip(
        "penalty-other-way",
        Rule.REVOKE_PENALTY,
        lambda won: (
            _counted(won)
            - won.penalty
            + {None: 0, "own": _PENALTY, "others": -_PENALTY}[won.revoke]
        ),
    ),
)
"""The slips that make the wrong totals.

A sheet's own rule picks the slips about it first; ``penalty-for-both`` counts the 260 for
one side and against the other.
"""
