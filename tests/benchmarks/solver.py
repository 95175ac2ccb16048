"""Milliseconds to solve an ending, by the tricks left, and to draw one that has a best card.

Measured in the processor's time, so that whatever else the machine does counts for
nothing. The figure required is for the last four tricks of the partnership game: a
learner waits for them. `CALYPSO_ENDINGS` says how many endings of each sort are solved.
"""

import os
from random import Random
from time import thread_time

from engine.fast.solver import Solver, last_deal, play_on
from engine.rulebooks import RULEBOOKS
from engine.variants import VARIANTS, Variant
from puzzles.generator import generate, rules_of

ENDINGS = int(os.environ.get("CALYPSO_ENDINGS", "200"))
TRICKS = (3, 4, 5)
SLOWEST = 0.100
"""Seconds that nine in ten endings of four tricks may take."""

_FROM_ONE_DEAL = 10


def solved(variant: Variant, tricks: int) -> list[float]:
    """Return the seconds to value every card of endings of all tables and seats, sorted."""
    rng, taken = Random(tricks), []
    left = tricks * variant.trick // len(variant.seats)
    for _ in range(ENDINGS // _FROM_ONE_DEAL):
        tables = variant.tables(rng.choice(RULEBOOKS))
        deal = last_deal(variant, rng.choice(tables), rng)
        for _ in range(_FROM_ONE_DEAL):
            game = play_on(deal, left, rng, rng.choice(variant.seats))
            began = thread_time()
            Solver(game).solve(game)
            taken.append(thread_time() - began)
    return sorted(taken)


def drawn(variant: Variant) -> list[float]:
    """Return the seconds to draw endings about each piece of advice in turn, sorted."""
    rng, taken = Random(1), []
    rules, tables = rules_of("best-card", variant, RULEBOOKS[0]), variant.tables(RULEBOOKS[0])
    for number in range(ENDINGS // 2):
        began = thread_time()
        generate("best-card", rules[number % len(rules)], variant, rng.choice(tables), rng)
        taken.append(thread_time() - began)
    return sorted(taken)


def told(name: str, what: str, taken: list[float]) -> float:
    """Print one line; give what nine in ten take at most."""
    p50, p90, p99 = (taken[int(len(taken) * share)] * 1000 for share in (0.5, 0.9, 0.99))
    print(f"  {name:<12}{what:<22}{p50:>10.1f}{p90:>10.1f}{p99:>10.1f}")
    return p90 / 1000


def main() -> int:
    """Print the figures; say whether the last four tricks are solved quickly enough."""
    print(f"  {'':<34}{'p50 ms':>10}{'p90 ms':>10}{'p99 ms':>10}")
    good = True
    for variant in VARIANTS.values():
        for tricks in TRICKS:
            slow = told(variant.id, f"the last {tricks} tricks", solved(variant, tricks))
            if (variant.id, tricks) == ("partnership", 4):
                good = slow <= SLOWEST
        if rules_of("best-card", variant, RULEBOOKS[0]):
            told(variant.id, "a puzzle drawn", drawn(variant))
    print(f"  required: the last 4 tricks of partnership, p90 {SLOWEST * 1000:.0f} ms")
    return 0 if good else 1
