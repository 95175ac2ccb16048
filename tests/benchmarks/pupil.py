"""In how many evenings the scripted teachers of the simulated pupil come out in their order.

An evening is an hour: twelve pupils, the same for every teacher. The better teacher is the one
who needs fewer tricks for all of them together; a draw counts as wrong.
"""

import os
import sys
from collections.abc import Sequence
from itertools import pairwise
from multiprocessing import Pool

from tests.pupil_teachers import ROUNDS, TEACHERS, needed

EVENINGS = int(os.environ.get("EVENINGS", "500"))
WANTED = 0.95

TOLD = 50
"""Evenings after which the share so far is printed."""


def main() -> int:
    """Print the tricks that each teacher needs, and how surely an evening ranks them."""
    found: list[tuple[int, ...]] = []
    with Pool() as pool:
        for one in pool.imap(needed, range(EVENINGS), chunksize=5):
            found.append(one)
            if len(found) % TOLD == 0:
                print(f"{_ranked(found):.1%} in order after {len(found)} evenings", flush=True)
    for number, teacher in enumerate(TEACHERS):
        mean = sum(one[number] for one in found) / EVENINGS / ROUNDS
        print(f"{teacher.__name__:16}{mean:6.2f} tricks a pupil")
    for (low, poorer), (high, better) in pairwise(enumerate(TEACHERS)):
        share = sum(one[low] > one[high] for one in found) / EVENINGS
        print(f"{better.__name__} before {poorer.__name__}: {share:.1%}")
    ranked = _ranked(found)
    print(f"all in order in {ranked:.1%} of {EVENINGS} evenings (wanted {WANTED:.0%})")
    return 0 if ranked >= WANTED else 1


def _ranked(found: Sequence[tuple[int, ...]]) -> float:
    return sum(all(a > b for a, b in pairwise(one)) for one in found) / len(found)


if __name__ == "__main__":
    sys.exit(main())
