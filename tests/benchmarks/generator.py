"""Puzzles a second of "who wins?", each rule in turn, mixed and with every wrong answer telling.

Measured in the processor's time, so that whatever else the machine does counts for
nothing. Each rulebook and form takes its turn; the figures required are for four
players in partnership.
"""

from random import Random
from time import thread_time

from engine.rulebooks import AKAGIRI, CULBERTSON, Rulebook
from engine.variants import VARIANTS, Variant
from puzzles.generator import generate, rules_of
from puzzles.misconceptions import separates
from puzzles.natural import TrickSource
from puzzles.tricks import tricky

REQUIRED = {TrickSource.MIXED: 1_000, TrickSource.SEPARATING: 300}
"""Puzzles a second required."""
SLOWEST = 0.020
"""Seconds that 99 in 100 puzzles may take."""
PUZZLES = 1_500


def times(
    variant: Variant, rulebook: Rulebook, source: TrickSource
) -> tuple[list[float], int, int]:
    """Return the seconds of each puzzle, sorted, how many are tricky, and how many separate."""
    rules, tables, rng = (
        rules_of("who-wins", variant, rulebook),
        variant.tables(rulebook),
        Random(1),
    )
    taken, traps, apart = [], 0, 0
    for count in range(PUZZLES):
        rule, table = rules[count % len(rules)], rng.choice(tables)
        began = thread_time()
        puzzle = generate("who-wins", rule, variant, table, rng, source)
        taken.append(thread_time() - began)
        assert puzzle.ruling
        traps += tricky(puzzle.ruling)
        apart += separates(puzzle.ruling, variant)
    return sorted(taken), traps, apart


def main() -> int:
    """Print the figures; say whether puzzles come quickly enough."""
    good = True
    print(
        "                                a second    p99 ms  naive answer wrong  all wrong telling"
    )
    for variant in VARIANTS.values():
        for rulebook in (CULBERTSON, AKAGIRI):
            for source, least in REQUIRED.items():
                taken, traps, apart = times(variant, rulebook, source)
                rate, slow = PUZZLES / sum(taken), taken[int(PUZZLES * 0.99)]
                print(
                    f"  {variant.id:<12}{rulebook.id:<11}{source:<11}{rate:>7,.0f}"
                    f"{slow * 1000:>10.2f}{traps / PUZZLES:>19.0%} {apart / PUZZLES:>18.1%}"
                )
                if variant.id == "partnership":
                    good &= rate >= least and slow <= SLOWEST
    rates = ", ".join(f"{least:,} {source}" for source, least in REQUIRED.items())
    print(f"  required     {rates}, p99 {SLOWEST * 1000:.0f} ms")
    return 0 if good else 1
