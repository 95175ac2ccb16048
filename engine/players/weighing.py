"""What every card a player may play would probably bring, and what happened when it was tried.

For the coach: the expert's simulations with nothing left out. Every action is tried in the
same deals of the unseen cards, so that the difference between two is known far better
than either value. All figures are counted in the simulated deals.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev

from engine.game import Action
from engine.players.outlook import Outlook, outlook_of
from engine.players.simulation import Option, Simulation, options
from engine.trick import Play
from engine.view import View


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """An action and what it is worth.

    ``mean`` is in points, with its standard error: what the own total gains from now to the
    deal's end, minus the mean of what the rivals' totals gain, calypsos then under way
    being counted with what they may become worth. ``behind`` is how much the best
    action gains more, over the same deals, with the standard error of that difference;
    both are 0 for the best. ``then`` is the card that does best after a trump is named.
    """

    action: Action
    then: Play | None
    deals: int
    mean: float
    error: float
    behind: float
    behind_error: float
    outlook: Outlook


def weigh(view: View, rng: Random, *, deals: int) -> tuple[Weighed, ...]:
    """Try every distinct action in the same deals of the unseen cards.

    Args:
        view: What the player whose turn it is knows.
        rng: Deals the unseen cards, and plays on; a seed repeats the figures.
        deals: How many deals, at least 2; a hundred tell good cards from bad ones.

    Returns:
        One for each distinct legal action, best first.

    Raises:
        ValueError: There is nothing to choose, or there are fewer than two deals.
    """
    found = options(view)
    if not found or deals < 2:
        raise ValueError(f"{len(found)} actions cannot be weighed in {deals} deals")
    simulation = Simulation(view, rng)
    worlds = [simulation.world() for _ in range(deals)]
    tried = {option: [simulation.play(world, option) for world in worlds] for option in found}
    values = {option: [course.value for course in courses] for option, courses in tried.items()}
    best_of: dict[Action, Option] = {}
    for option in sorted(found, key=lambda option: -fmean(values[option])):
        best_of.setdefault(option.action, option)
    top = values[next(iter(best_of.values()))]
    at, sheet = simulation.at, simulation.sheet()
    now = sum(stake * points for stake, points in zip(at.stakes, sheet, strict=True))
    return tuple(
        _weighed(
            option,
            [value - now for value in values[option]],
            [value - now for value in top],
            outlook_of(simulation, option, worlds, tried[option]),
        )
        for option in best_of.values()
    )


def _weighed(
    option: Option, values: Sequence[float], top: Sequence[float], outlook: Outlook
) -> Weighed:
    """Set the values of an action against those of the best, deal by deal."""
    behind = [most - value for most, value in zip(top, values, strict=True)]
    root = math.sqrt(len(values))
    return Weighed(
        action=option.action,
        then=option.play if option.naming else None,
        deals=len(values),
        mean=fmean(values),
        error=stdev(values) / root,
        behind=fmean(behind),
        behind_error=stdev(behind) / root,
        outlook=outlook,
    )
