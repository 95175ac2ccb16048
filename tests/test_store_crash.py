"""A program killed while it writes loses nothing it has acknowledged, and counts nothing twice."""

import os
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.another_program import output, started
from tests.answers import NOW, answer
from tutor.store import learner_of, open_store
from tutor.store.transfer import export_progress, import_progress

pytest_plugins = ["tests.postgres"]

TOKEN = "a" * 32


@contextmanager
def recording(root: Path, database: str, *words: str) -> Iterator["subprocess.Popen[str]"]:
    """Run `tests.recording` as a program of its own."""
    running = subprocess.Popen(
        [sys.executable, "-m", "tests.recording", database, TOKEN, *words],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield running
    finally:
        running.kill()
        running.communicate()


def lines(program: "subprocess.Popen[str]", number: int | None = None) -> list[str]:
    """What a program prints: the next *number* lines, or all whole ones to its end."""
    assert program.stdout
    if number is None:
        return [line.strip() for line in program.stdout if line.endswith("\n")]
    return [program.stdout.readline().strip() for _ in range(number)]


@pytest.mark.parametrize(
    "after", [40, *(pytest.param(after, marks=pytest.mark.soak) for after in (1, 150))]
)
def test_kill_9_loses_nothing_acknowledged_and_counts_nothing_twice(
    root: Path, database: str, after: int
) -> None:
    with recording(root, database, "run") as program:
        said = lines(program, after)
        program.kill()  # SIGKILL: no handler, no farewell to the database
        said += lines(program)
    acknowledged = [line.split()[0] for line in said]
    assert len(acknowledged) >= after
    with open_store(database) as store:
        kept = Counter(attempt.id for attempt in store.attempts(learner_of(TOKEN)))
        # At most the one under way was written, yet not acknowledged.
        assert set(acknowledged) <= set(kept)
        assert len(kept) - len(acknowledged) in {0, 1}
        assert set(kept.values()) == {1}
        # The browser, which was told nothing of that one, sends it again, and the rest goes on.
        under_way = answer(f"run-{len(acknowledged)}", after=len(acknowledged))
        assert store.record(learner_of(TOKEN), under_way) is (under_way.id not in kept)
        assert store.holdings(learner_of(TOKEN)).attempts == len(acknowledged) + 1


@pytest.mark.soak
def test_of_several_killed_at_once_nothing_is_lost(root: Path, database: str) -> None:
    with (
        recording(root, database, "one") as one,
        recording(root, database, "two") as two,
        recording(root, database, "three") as three,
    ):
        programs = (one, two, three)
        said = [line for program in programs for line in lines(program, 20)]
        for program in programs:
            program.kill()
        said += [line for program in programs for line in lines(program)]
    acknowledged = {line.split()[0] for line in said}
    assert len(acknowledged) == len(said) >= 60
    with open_store(database) as store:
        kept = [attempt.id for attempt in store.attempts(learner_of(TOKEN))]
    assert acknowledged <= set(kept)
    assert len(kept) == len(set(kept)) <= len(said) + len(programs)


def test_the_same_answers_from_two_programs_are_new_to_one_of_them(
    root: Path, database: str
) -> None:
    with (
        recording(root, database, "same", "60") as one,
        recording(root, database, "same", "60") as two,
    ):
        said = Counter(lines(one) + lines(two))
    for each in range(60):
        assert said[f"answer-same-{each} new"] == 1
        assert said[f"answer-same-{each} known"] == 1
    with open_store(database) as store:
        assert store.holdings(learner_of(TOKEN)).attempts == 60


def test_a_program_that_starts_while_another_writes_waits_for_nothing(
    root: Path, database: str
) -> None:
    with recording(root, database, "first") as program:
        lines(program, 5)
        with open_store(database) as store:
            learner = learner_of(TOKEN)
            assert store.record(learner, answer("second"))
            assert len(store.attempts(learner)) > 5


LOAD = """
import sys
from tests.answers import NOW
from tutor.store import learner_of, open_store
from tutor.store.transfer import import_progress
store = open_store(sys.argv[1])
text = sys.stdin.read()
print("ready", flush=True)
import_progress(store, learner_of(sys.argv[2]), text, now=NOW)
print("done", flush=True)
"""


@pytest.mark.parametrize("delay", [0.1, pytest.param(0.3, marks=pytest.mark.soak)])
def test_a_file_being_loaded_is_there_whole_or_not_at_all(
    root: Path, database: str, tmp_path: Path, delay: float
) -> None:
    with open_store(f"sqlite:///{tmp_path / 'other.db'}") as other:
        for each in range(300):
            other.record(learner_of(TOKEN), answer(each))
        text = export_progress(other, learner_of(TOKEN))
    program = started(root, LOAD, database, TOKEN)
    assert program.stdin
    program.stdin.write(text)
    program.stdin.close()
    assert output(program).readline() == "ready\n"
    killer = threading.Timer(delay, program.kill)
    killer.start()
    done = output(program).readline() == "done\n"
    killer.cancel()
    program.kill()
    program.wait()
    output(program).close()
    with open_store(database) as store:
        learner = learner_of(TOKEN)
        held = store.holdings(learner).attempts
        assert held == 300 if done else held in {0, 300}
        import_progress(store, learner, text, now=NOW)
        assert store.holdings(learner).attempts == 300
