"""The expert: tries every card in many deals of the unseen cards, and plays the best.

The deals agree with everything the player knows; each is played to its end as good players
are likely to (`engine.fast.bulk.policy`), and valued by the score and what the calypsos under
way may become worth. All cards are tried in the same deals, and a card that has fallen behind
by more than chance is tried no longer. For a lead, deals are as likely as what the others have
played makes them; to a trick begun that brings too little for its time.
"""

from random import Random

from engine.fast.bulk.likelihood import SPARE
from engine.fast.bulk.outcomes import Comparison
from engine.game import Action
from engine.players.simulation import Simulation, options
from engine.view import View

ROUNDS = (64, 128, 256, 384)
"""In so many deals cards are tried before those that fell behind are dropped, round by round."""

WORK = 160_000
"""Cards to be looked at in one decision, at most; it keeps a decision well below 150 ms."""

WEIGHING = 2
"""What a card counts for in a deal that is weighed, beside one that is played."""

CLEAR = 2.5
"""A card this many standard errors behind the best is tried no longer."""


def choose_expert(view: View, rng: Random) -> Action:
    """Choose what does best on average; of equals, the first in hand."""
    found = options(view)
    if len({option.action for option in found}) == 1:
        return found[0].action
    leads = not view.trick
    simulation, work = Simulation(view, rng, weighed=leads), 0
    tried, each = Comparison(len(found)), sum(view.held)
    weighing = leads * WEIGHING * SPARE * (view.variant.dealt - each)
    for deals in ROUNDS:
        left = tried.left
        work += deals * (each * len(left) + weighing)
        if len(left) == 1 or work > WORK:
            break
        courses = simulation.play(simulation.worlds(deals), [found[one] for one in left])
        tried.add(courses.value)
        tried.drop(CLEAR)
    return found[tried.best].action
