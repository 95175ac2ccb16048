"""A program that answers without end and prints what was acknowledged, to be killed by tests.

python -m tests.recording DATABASE TOKEN NAME [COUNT]
"""

import sys
from itertools import count, islice

from tests.answers import answer
from tutor.store import learner_of, open_store


def main(database: str, token: str, name: str, number: str = "") -> None:
    """Record answers named *name*-0, *name*-1 …; print each id once `record` has returned."""
    store = open_store(database)
    learner = learner_of(token)
    for each in islice(count(), int(number) if number else None):
        attempt = answer(f"{name}-{each}", after=each)
        new = store.record(learner, attempt)
        sys.stdout.write(f"{attempt.id} {'new' if new else 'known'}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
