"""What drilling is worth at a table, to somebody who learns by examples and knows no rule.

The learner of `tests.exemplars` is shown 600 tricks of what is asked, and then meets as many
new ones of the same, and tricks as they fall between partners of the club level. Wanted: at
most four points worse on natural tricks than on what is asked, and at least 85 % there.
"""

from random import Random
from statistics import fmean

from engine.rulebooks import AKAGIRI, CULBERTSON, Rulebook
from engine.rules import Rule
from engine.trick import Ruling
from engine.variants import VARIANTS, Variant
from puzzles.kinds.who_wins import WhoWins
from puzzles.sets import mixed
from tests.exemplars import learn
from tests.students import any_natural

SHOWN, ASKED = 600, 1_500
WORSE, LEAST = 0.04, 0.85
SEEDS = 5


def stream(variant: Variant, rulebook: Rulebook, count: int, rng: Random) -> list[Ruling]:
    """Draw the tricks that are asked, all rules in turn."""
    tables, found = variant.tables(rulebook), list[Ruling]()
    for one in mixed((WhoWins.kind,), frozenset(Rule), variant, tables, rng):
        assert one.puzzle.ruling
        found.append(one.puzzle.ruling)
        if len(found) == count:
            break
    return found


def natural(variant: Variant, rulebook: Rulebook, count: int, rng: Random) -> list[Ruling]:
    """Draw tricks as they fall."""
    tables = variant.tables(rulebook)
    return [any_natural(variant, rng.choice(tables), rng) for _ in range(count)]


def transfer(
    variant: Variant, rulebook: Rulebook, seed: int, asked: int = ASKED
) -> tuple[float, float, float]:
    """Return how much is right of what is asked, and at a table; and that, if learnt there."""
    rng = Random(seed)
    met = natural(variant, rulebook, asked, rng)
    drilled = learn(stream(variant, rulebook, SHOWN, rng))
    played = learn(natural(variant, rulebook, SHOWN, rng))
    return (
        drilled.right(stream(variant, rulebook, asked, rng)),
        drilled.right(met),
        played.right(met),
    )


def main() -> int:
    """Print the shares for every form and rulebook; say whether all are as wanted."""
    print(f"  learnt from {SHOWN} tricks, means of {SEEDS} learners")
    print("                          asked   at a table   worse   learnt at a table")
    good = True
    for variant in VARIANTS.values():
        for rulebook in (CULBERTSON, AKAGIRI):
            if variant.id == "two" and rulebook == AKAGIRI:
                continue
            runs = [transfer(variant, rulebook, seed) for seed in range(SEEDS)]
            drill, table, played = (fmean(column) for column in zip(*runs, strict=True))
            fine = drill - table <= WORSE and table >= LEAST
            good &= fine
            print(
                f"  {variant.id:<12}{rulebook.id:<11}{drill:>6.1%}{table:>13.1%}"
                f"{drill - table:>8.1%}{played:>20.1%}{'' if fine else '  missed'}"
            )
    print(f"  wanted                {'':>19}{LEAST:>7.0%}{WORSE:>8.0%}")
    return int(not good)
