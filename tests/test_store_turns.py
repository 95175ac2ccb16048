"""Writers wait fairly: as they came, for another program too, and never for ever."""

import sqlite3
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.another_program import output, started
from tests.answers import answer
from tests.rooms import NOW, TEACHER, opened, token
from tutor.rooms import RoomRefusal
from tutor.rooms.answers import MOST_MEMBERS
from tutor.rooms.store import Rooms
from tutor.store import Store, StoreError, learner_of, open_store
from tutor.store.faults import TurnError
from tutor.store.transactions import Turns

TOKEN = "a" * 32


def slow_disk(store: Store, seconds: float) -> None:
    """Let every commit take so long, with the lock held, as a slow disk does."""
    sa.event.listen(store.engine, "commit", lambda _: time.sleep(seconds))


def test_turns_come_in_the_order_in_which_they_were_asked_for() -> None:
    turns, came = Turns(), []

    def write(number: int) -> None:
        with turns.turn(60):
            came.append(number)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    with turns.turn(60):
        for number, thread in enumerate(threads):
            thread.start()
            while turns.waiting <= number:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert came == list(range(8))


def test_who_gives_up_leaves_the_queue_to_the_others() -> None:
    turns = Turns()
    with turns.turn(60):
        with pytest.raises(TurnError), turns.turn(0.01):
            pytest.fail("two had the turn at once")
        assert turns.waiting == 0
    with turns.turn(0.01):
        pass


def test_on_a_slow_disk_nobody_is_overtaken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From when a thread asks until it writes, each other one writes about once.

    What it does between two writes, and when a busy machine lets it, is its own affair.
    """
    writers, each = 8, 12
    done: list[int] = []
    came: list[int] = []
    take = Turns._take

    def counted(turns: Turns, patience: float) -> None:
        before = len(came)
        take(turns, patience)
        came.append(len(came) - before)

    monkeypatch.setattr(Turns, "_take", counted)
    with open_store(f"sqlite:///{tmp_path / 'progress.db'}") as store:
        slow_disk(store, 0.01)

        def write(writer: int) -> None:
            for number in range(each):
                store.record(learner_of(token(writer)), answer(number))
                done.append(writer)

        with ThreadPoolExecutor(writers) as pool:
            list(pool.map(write, range(writers)))
    assert Counter(done) == dict.fromkeys(range(writers), each)
    assert len(came) >= writers * each
    assert max(came) > 0, "nobody had to wait"
    assert max(came) <= 3 * writers, "somebody was passed over again and again"


def test_on_a_slow_disk_a_crowd_fills_a_room_and_nobody_is_told_the_store_is_busy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.rooms.store.MOST_ROOMS", 10)
    with open_store(f"sqlite:///{tmp_path / 'progress.db'}") as store:
        rooms = Rooms(store)
        code = opened(rooms)
        slow_disk(store, 0.02)

        def join(number: int) -> str:
            try:
                rooms.join(code, token(number), f"bot {number}", now=NOW)
            except RoomRefusal as refusal:
                return refusal.key
            return "in"

        with ThreadPoolExecutor(8) as pool:
            came = Counter(pool.map(join, range(MOST_MEMBERS + 30)))
        assert came == {"in": MOST_MEMBERS, "full": 30}
        assert len(rooms.crowd(code, TEACHER, now=NOW).present) == MOST_MEMBERS


WRITING = """
import sys, time
import sqlalchemy as sa
from tests.answers import answer
from tests.rooms import token
from tutor.store import learner_of, open_store
with open_store(sys.argv[1]) as store:
    sa.event.listen(store.engine, "commit", lambda _: time.sleep(0.01))
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(40):
        store.record(learner_of(token(99)), answer(number))
print("done", flush=True)
"""


def test_another_program_that_writes_has_its_turn_too(root: Path, tmp_path: Path) -> None:
    """Eight threads here write without a pause until the other program is through."""
    url = f"sqlite:///{tmp_path / 'progress.db'}"
    with open_store(url) as store:
        slow_disk(store, 0.01)
        over = threading.Event()
        program = started(root, WRITING, url)
        assert output(program).readline() == "ready\n"

        def write(writer: int) -> int:
            number = 0
            while not over.is_set():
                store.record(learner_of(token(writer)), answer(number))
                number += 1
            return number

        with ThreadPoolExecutor(8) as pool:
            counts = [pool.submit(write, writer) for writer in range(8)]
            said, _ = program.communicate("go\n")
            over.set()
        assert said == "done\n"
        assert all(count.result() for count in counts)
        assert len(store.attempts(learner_of(token(99)))) == 40


def test_another_program_that_holds_the_file_for_a_while_is_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    with open_store(f"sqlite:///{path}") as store:
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        with closing(other):
            other.execute("BEGIN IMMEDIATE")
            release = threading.Timer(0.5, lambda: other.execute("ROLLBACK"))
            release.start()
            with ThreadPoolExecutor(6) as pool:
                new = pool.map(lambda n: store.record(learner_of(TOKEN), answer(n)), range(6))
                assert all(new)
            release.join()
        assert len(store.attempts(learner_of(TOKEN))) == 6


def test_the_wait_for_another_program_has_an_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "progress.db"
    with open_store(f"sqlite:///{path}") as store:
        monkeypatch.setattr("tutor.store.database.LONGEST_WAIT", 0.2)
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")

            def told(number: int) -> str:
                with pytest.raises(StoreError) as caught:
                    store.record(learner_of(TOKEN), answer(number))
                return caught.value.key

            with ThreadPoolExecutor(4) as pool:
                assert set(pool.map(told, range(4))) == {"busy"}
            other.execute("ROLLBACK")
        assert store.record(learner_of(TOKEN), answer("after"))
