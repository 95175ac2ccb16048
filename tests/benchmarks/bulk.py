"""Tricks ruled on in a second by `judge`, by the fold and by numpy; cards played likewise.

All ways take turns, so that whatever else the machine does meets them alike; the best round
of each counts. The readable engine and `judge` meet a sample, the others everything there is.
"""

from collections.abc import Callable
from random import Random
from time import perf_counter

import numpy as np

from engine.fast.bulk.games import playouts
from engine.game import legal, new, play
from engine.rulebooks import CULBERTSON
from engine.trick import Trick, judge, play_of
from engine.variants import VARIANTS
from tests import sweep
from tests.chunks import chunks_of

PARTNERSHIP = VARIANTS["partnership"]
TABLE = PARTNERSHIP.table(CULBERTSON)
SPACE = sweep.space(PARTNERSHIP, TABLE)
SAMPLE, GAMES, BATCH, ROUNDS = 20_000, 10, 4_096, 5

NUMPY_SWEEP, FOLD, PLAYOUTS = 500, 100, 40
"""How many times as fast as the readable way each of them must be."""


def some_tricks() -> list[Trick]:
    """Random tricks, made before the clock runs: `judge` alone is measured."""
    rng = Random(1)
    return [
        Trick(tuple(play_of(seat, rng.choice(SPACE.cards)) for seat in order))
        for order in (TABLE.clockwise(rng.choice(TABLE.seats), 4) for _ in range(SAMPLE))
    ]


def by_numpy() -> int:
    """Every trick's winner, rule and tie, each read from its byte."""
    tricks = 0
    for chunk in chunks_of(SPACE):
        answers = (chunk.winner, chunk.rule, chunk.tied)
        tricks += min(answer.size for answer in answers)
    return tricks


def by_play() -> int:
    rng, cards = Random(1), 0
    for _ in range(GAMES):
        game = new(PARTNERSHIP, TABLE, TABLE.seats[0], rng)
        while actions := legal(game):
            game, _ = play(game, actions[int(rng.random() * len(actions))])
            cards += 1
    return cards


def by_batch(games: int) -> int:
    found = playouts(PARTNERSHIP, TABLE, TABLE.seats[0], games, np.random.default_rng(1))
    return found.cards.size


def rate(way: Callable[[], int]) -> float:
    began = perf_counter()
    done = way()
    return done / (perf_counter() - began)


def main() -> int:
    """Print the figures and ratios; say whether they are as asked."""
    tricks = some_tricks()
    sweeps: dict[str, Callable[[], int]] = {
        "judge": lambda: len([judge(trick, TABLE) for trick in tricks]),
        "fold": lambda: sweep.totals(SPACE).total(),
        "numpy": by_numpy,
    }
    games: dict[str, Callable[[], int]] = {
        "play": by_play,
        f"numpy, {BATCH:,} games": lambda: by_batch(BATCH),
        f"numpy, {4 * BATCH:,} games": lambda: by_batch(4 * BATCH),
    }
    good = True
    for what, ways, required in (
        ("tricks", sweeps, {"fold": FOLD, "numpy": NUMPY_SWEEP}),
        ("cards", games, {name: PLAYOUTS for name in games if name.startswith("numpy")}),
    ):
        rounds = [[rate(way) for way in ways.values()] for _ in range(ROUNDS)]
        best = dict(zip(ways, map(max, zip(*rounds, strict=True)), strict=True))
        readable = next(iter(best.values()))
        for name, each in best.items():
            ratio, wanted = each / readable, required.get(name)
            good &= wanted is None or ratio >= wanted
            least = f"   at least {wanted:,} x" if wanted else ""
            print(f"  {name:<20}{each:>14,.0f} {what}/s{ratio:>9,.1f} x{least}")
    return int(not good)
