"""Misconceptions about building, as the place to which each of them sends a card."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.calypso import Place
from engine.rules import Rule
from engine.table import Seat
from engine.winnings import Placement

PILE = "pile"
"""The choice that sends a card to the winner's pile."""


@dataclass(frozen=True, slots=True)
class SentCard:
    """A won card: where it goes and why, as an answer has it, and who builds its suit.

    ``later`` says that the trick is the first of a later deal.
    """

    placement: Placement
    right: str
    owner: Seat
    winner: Seat
    later: bool

    @property
    def fed(self) -> bool:
        """Whether the winner's side builds its suit."""
        return self.placement.rule != Rule.OTHERS_TO_PILE

    @property
    def after(self) -> str:
        """The choice that sends it to its owner's next calypso."""
        return f"{self.owner.value}+"


BUILDING_MISCONCEPTIONS: Mapping[str, Callable[[SentCard], str]] = MappingProxyType(
    {
        # The partner's cards go to the pile.
        "winner-alone-builds": lambda one: one.right if one.owner == one.winner else PILE,
        # What is left when a calypso is completed goes to the pile.
        "nothing-starts-next": lambda one: PILE if one.placement.place == Place.NEXT else one.right,
        # What finds no place starts the next calypso, finished or not.
        "duplicates-start-next": lambda one: (
            one.after if one.placement.rule == Rule.ONE_AT_A_TIME else one.right
        ),
        # A calypso takes any card of its suit.
        "every-card-fits": lambda one: one.owner.value if one.fed else one.right,
        # Won cards of every suit go to its owner's calypso.
        "every-suit-builds": lambda one: one.right if one.fed else one.owner.value,
        # Each deal begins with new calypsos.
        "deal-starts-anew": lambda one: one.after if one.later and one.fed else one.right,
    }
)
"""Where somebody who holds it sends a card; the most specific first."""
