"""The expert: tries every card in many deals of the unseen cards, and plays the best.

The deals agree with everything the player knows; each is played to its end by chance, and
valued by the score and what the calypsos under way may become worth. All cards are tried
in the same deals, and a card that has fallen behind by more than chance is tried no longer.

Random play is the measured choice: greedy play was worse in a prototype, and fourteen
ways of following, ruffing and leading with more sense, tried on 70 positions against what
club players make of them, gained no more than chance explains and cost more time.
"""

import math
from random import Random
from statistics import fmean, stdev

from engine.game import Action
from engine.players.simulation import Simulation, options
from engine.view import View

BLOCK = 40
"""So many deals before cards that fell behind are dropped, and again after as many more."""

MOST = 320
"""No more deals than that: a prototype's gains had flattened at 100 to 300."""

WORK = 95_000
"""Cards to be played in one decision, at most; it keeps a decision well below 150 ms."""

OVERHEAD = 15
"""What beginning and valuing a playout costs, in cards played."""

CLEAR = 3.0
"""A card this many standard errors behind the best is tried no longer."""


def choose_expert(view: View, rng: Random) -> Action:
    """Choose what does best on average; of equals, the first in hand."""
    left = {option: list[float]() for option in options(view)}
    if len({option.action for option in left}) == 1:
        return next(iter(left)).action
    simulation, work = Simulation(view, rng), 0
    each = OVERHEAD + sum(view.held)
    while len(left) > 1:
        for _ in range(BLOCK):
            world = simulation.world()
            for option, values in left.items():
                values.append(simulation.play(world, option).value)
        work += BLOCK * each * len(left)
        best = max(left, key=lambda option: fmean(left[option]))
        if len(left[best]) >= MOST or work + BLOCK * each * len(left) > WORK:
            return best.action
        left = {o: values for o, values in left.items() if o == best or _near(values, left[best])}
    return next(iter(left)).action


def _near(values: list[float], best: list[float]) -> bool:
    """Say whether the best may owe its lead over these values to chance."""
    behind = [most - value for most, value in zip(best, values, strict=True)]
    return fmean(behind) <= CLEAR * stdev(behind) / math.sqrt(len(behind))
