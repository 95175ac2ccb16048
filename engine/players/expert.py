"""The expert: tries every card in many deals of the unseen cards, and plays the best.

The deals agree with everything the player knows, and are as likely as what the others have
played makes them; each is played to its end as they seem to play, and valued by the score and
what the calypsos under way may become worth. All cards are tried in the same deals, and a card
that has fallen behind by more than chance is tried no longer. Rounds get longer until the time
for a decision is used up.
"""

from random import Random

from engine.fast.bulk.outcomes import Comparison
from engine.game import Action
from engine.players.simulation import Simulation, options
from engine.view import View

FIRST, LONGER = 160, 3
"""In so many deals cards are tried before those that fell behind are dropped; then in so many
times as many, and so on."""

FEWEST = 32
"""A last round of fewer deals is not worth beginning."""

WORK = 210_000
"""Cards to be looked at in one decision, at most; it keeps a decision well below 150 ms."""

BEGINNING = 600
"""What a round costs beside its deals: for each card of a deal, as many cards looked at."""

WEIGHING = 1.8
"""What a card played so far counts for in a deal that is weighed, beside one to be played."""

CLEAR = 1.6
"""A card this many standard errors behind the best is tried no longer."""


def choose_expert(view: View, rng: Random) -> Action:
    """Choose what does best on average; of equals, the first in hand."""
    found = options(view)
    if len({option.action for option in found}) == 1:
        return found[0].action
    simulation, tried = Simulation(view, rng, weighed=True), Comparison(len(found))
    dealt, each, deals, work = view.variant.dealt, sum(view.held), FIRST, float(WORK)
    weighing = WEIGHING * (dealt - each)
    while len(tried.left) > 1:
        work -= BEGINNING * dealt
        cards = each * len(tried.left) + weighing
        enough = int(work // cards)
        if tried.values.size and enough < FEWEST:
            break
        if enough < deals + deals // 2:  # What is left is for one round.
            deals = max(FEWEST, enough)
        courses = simulation.play(simulation.worlds(deals), [found[one] for one in tried.left])
        tried.add(courses.value)
        tried.drop(CLEAR)
        work -= deals * cards
        deals *= LONGER
    return found[tried.best].action
