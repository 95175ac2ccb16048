"""Milliseconds to keep one answer, and to read a thousand, on SQLite and on PostgreSQL.

Both as learners would have them: a file on this disk, and a server that waits for the disk
at every commit. PostgreSQL is left out where it is not installed.
"""

import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from time import perf_counter

from tests.answers import answer
from tests.postgres import serve, server_programs
from tutor.store import Store, learner_of, new_token, open_store

ANSWERS, THREADS = 1_000, 20
SLOWEST = 0.020
"""Seconds that 95 in 100 answers may take to be kept, of the 0.3 in which the page must answer."""


def alone(store: Store) -> tuple[list[float], float]:
    """One learner answers: seconds for each answer, sorted, and to read them all again."""
    learner, taken = learner_of(new_token()), []
    for each in range(ANSWERS):
        attempt = answer(each, after=each)
        began = perf_counter()
        assert store.record(learner, attempt)
        taken.append(perf_counter() - began)
    began = perf_counter()
    assert len(store.attempts(learner)) == ANSWERS
    return sorted(taken), perf_counter() - began


def together(store: Store) -> float:
    """Twenty learners answer at once: answers kept in a second."""

    def work(_: int) -> None:
        learner = learner_of(new_token())
        for each in range(ANSWERS // THREADS):
            store.record(learner, answer(each))

    began = perf_counter()
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(work, range(THREADS)))
    return ANSWERS / (perf_counter() - began)


def main() -> int:
    """Print the figures; say whether answers are kept quickly enough."""
    good = True
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        places = {"SQLite": f"sqlite:///{Path(folder) / 'progress.db'}"}
        if programs := server_programs():
            places["PostgreSQL"] = stack.enter_context(serve(programs, "fsync=on"))
        print("                p50 ms    p95 ms   1,000 read ms   a second, 20 at once")
        for name, place in places.items():
            with open_store(place) as store:
                taken, read = alone(store)
                half, slow = taken[ANSWERS // 2], taken[int(ANSWERS * 0.95)]
                print(
                    f"  {name:<12}{half * 1000:>8.2f}{slow * 1000:>10.2f}{read * 1000:>16.1f}"
                    f"{together(store):>23,.0f}"
                )
                good &= slow <= SLOWEST
    print(f"  required    p95 {SLOWEST * 1000:.0f} ms")
    return 0 if good else 1
