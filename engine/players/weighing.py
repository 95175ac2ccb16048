"""What every card a player may play would probably bring, and what happened when it was tried.

For the coach: the expert's simulations with nothing left out. Every action is tried in the
same deals of the unseen cards, so that the difference between two is known far better
than either value. All figures are counted in the simulated deals.

What is remarkable in those deals is so by chance too: a share picked for being large is on
the whole too large. So as many deals more are played, whose shares nobody picks by.
"""

from dataclasses import dataclass
from random import Random

from engine.fast.bulk.comparing import rank
from engine.fast.bulk.sights import sights
from engine.game import Action
from engine.players.outlook import Outlook, outlook_of
from engine.players.simulation import Simulation, options
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
    ``outlook`` is what happened in those deals, ``again`` in as many others: what to say is
    picked by the one, and how often it happens told by the other.
    """

    action: Action
    then: Play | None
    deals: int
    mean: float
    error: float
    behind: float
    behind_error: float
    outlook: Outlook
    again: Outlook


def weigh(view: View, rng: Random, *, deals: int) -> tuple[Weighed, ...]:
    """Try every distinct action in the same deals of the unseen cards.

    Args:
        view: What the player whose turn it is knows.
        rng: Deals the unseen cards, and plays on; a seed repeats the figures.
        deals: How many deals, at least 2; a hundred tell good cards from bad ones. As many
            more are played for ``again``.

    Returns:
        One for each distinct legal action, best first.

    Raises:
        ValueError: There is nothing to choose, or there are fewer than two deals.
    """
    found = options(view)
    if not found or deals < 2:
        raise ValueError(f"{len(found)} actions cannot be weighed in {deals} deals")
    simulation = Simulation(view, rng)
    courses = simulation.play(simulation.worlds(deals), found)
    ranked = rank(courses.value)
    best_of: dict[Action, int] = {}
    for number in ranked.order:
        best_of.setdefault(found[number].action, number)
    seen, at = sights(simulation.position, courses), simulation.standing
    again = simulation.play(
        simulation.worlds(deals), [found[number] for number in best_of.values()]
    )
    seen_again = sights(simulation.position, again)
    now = sum(stake * points for stake, points in zip(at.stakes, simulation.sheet(), strict=True))
    return tuple(
        Weighed(
            action=action,
            then=found[number].play if found[number].naming else None,
            deals=deals,
            mean=ranked.means[number] - now,
            error=ranked.errors[number],
            behind=ranked.behind[number],
            behind_error=ranked.behind_errors[number],
            outlook=outlook_of(simulation, seen, number),
            again=outlook_of(simulation, seen_again, place),
        )
        for place, (action, number) in enumerate(best_of.items())
    )
