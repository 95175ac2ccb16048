"""A store that is late, silent or out of connections holds up no page and loses nothing."""

import gc
import os
import socket
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import sqlalchemy as sa
from streamlit.testing.v1 import AppTest

from tests.answers import answer
from tests.opened import (
    hastily,
    headings,
    on_box,
    on_button,
    opened,
    press,
    ran,
    turned,
    verdict,
    words,
)
from tests.postgres import serve, server_programs
from tests.rooms import PLAIN, token
from tutor.learning.memory import remember
from tutor.pages import rooms
from tutor.pages.frame import progress
from tutor.pages.frame.session import Settings
from tutor.rooms import Room, RoomOptions
from tutor.rooms.agenda import of_lines
from tutor.rooms.answers import Member, check_answer
from tutor.rooms.controls import Control, after_control
from tutor.rooms.store import Rooms
from tutor.store import Store, StoreError, learner_of, new_token, open_store, transactions
from tutor.store.faults import SlowError
from tutor.store.workers import BRIEF, Task, WorkerPool, WriteQueues
from tutor.words.texts import LANGUAGES, Texts, entries

pytest_plugins = ["tests.postgres"]

TOKEN = "a" * 32
SAY = Texts("en")


@pytest.fixture(autouse=True)
def _the_next_test_waits_as_if_nobody_had() -> Iterator[None]:
    yield
    for pool in (transactions._READING, transactions._WRITING):
        pool._silent_until = 0.0


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Let another program hold the file while the context lasts."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def locked_table(url: str) -> Iterator[None]:
    """Let another program hold the table of answers while the context lasts."""
    engine = sa.create_engine(url)
    with engine.connect() as other:
        other.execute(sa.text("LOCK TABLE attempts IN ACCESS EXCLUSIVE MODE"))
        yield
    engine.dispose()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "progress.db"


@pytest.fixture
def kept(path: Path) -> Iterator[Store]:
    with open_store(f"sqlite:///{path}") as store:
        yield store


# ------------------------------------------------------------------------ waiting


def test_who_waits_no_longer_is_told_and_then_nothing_is_written(kept: Store, path: Path) -> None:
    learner, hurried = learner_of(TOKEN), kept.within(0.05)
    with locked(path):
        for number in range(3):
            with pytest.raises(StoreError) as caught:
                hurried.record(learner, answer(number))
            assert caught.value.key == "slow"
        assert kept.attempts(learner) == ()
    assert kept.record(learner, answer("after"))  # queues behind those that were given up
    assert [attempt.id for attempt in kept.attempts(learner)] == ["answer-after"]


def test_readers_are_not_held_up_by_writers_that_wait(kept: Store, path: Path) -> None:
    kept.record(learner_of(TOKEN), answer())
    hurried = kept.within(60)
    with ThreadPoolExecutor(20) as pool:
        with locked(path):
            writing = [
                pool.submit(hurried.record, learner_of(token(n)), answer(n)) for n in range(20)
            ]
            assert hurried.attempts(learner_of(TOKEN)) == (answer(),)
        assert all(each.result() for each in writing)


def test_writes_are_kept_while_the_store_is_locked_and_written_in_order_afterwards(
    kept: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.store.database.LONGEST_WAIT", 0.05)
    queues, learner = WriteQueues(), learner_of(TOKEN)
    with locked(path):
        sent = [
            queues.add("ann", lambda n=n: kept.note_step(learner, "one", n, now=answer().at))  # type: ignore[misc]
            for n in range(1, 8)
        ]
        assert not sent[0].wait(60), "what failed once is told at once, not after the patience"
        assert sent[0].trouble == "busy"
        assert len(queues.waiting("ann")) == 7
        assert queues.count == 7
    assert queues.drain(60)
    assert all(each.done.is_set() for each in sent)
    assert kept.course(learner)["one"].step == 7
    assert not queues._paused, "the next failure is tried again as soon as the first"


def test_however_often_a_write_has_failed_it_is_soon_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tutor.store.workers.FIRST_PAUSE", 0.001)
    monkeypatch.setattr("tutor.store.workers.LONGEST_PAUSE", 0.004)
    queues, pauses = WriteQueues(), list[float]()

    def fail() -> None:
        pauses.append(queues._paused.get("ann", (0.0, 0.0))[1])
        if len(pauses) < 6:
            raise StoreError("busy", "it is locked")

    queues.add("ann", fail)
    assert queues.drain(60)
    assert pauses == [0.0, 0.001, 0.002, 0.004, 0.004, 0.004]


def test_a_write_that_makes_no_sense_stops_no_other(kept: Store) -> None:
    queues, learner = WriteQueues(), learner_of(TOKEN)
    wrong = queues.add("ann", lambda: kept.note_step(learner, "one", 0, now=answer().at))
    right = queues.add("ann", lambda: kept.record(learner, answer()))
    assert queues.drain(60)
    assert isinstance(wrong.error, ValueError)
    assert right.result is True


def test_nobody_fills_the_memory_with_writes(
    kept: Store, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.store.workers.MOST", 3)
    queues = WriteQueues()
    with locked(path):
        for number in range(3):
            queues.add("ann", lambda n=number: kept.record(learner_of(TOKEN), answer(n)))  # type: ignore[misc]
        with pytest.raises(StoreError):
            queues.add("ann", lambda: kept.record(learner_of(TOKEN), answer(9)))
        queues.add("ben", lambda: kept.record(learner_of(TOKEN), answer("ben")))
    assert queues.drain(60)


# --------------------------------------------------------------------- connections


def test_a_server_with_few_connections_keeps_the_answers_of_many() -> None:
    """Four connections for twenty-five learners who answer at once, each with a thread."""
    programs = server_programs()
    if programs is None:
        pytest.skip("no PostgreSQL here")
    with (
        serve(programs, "fsync=off", "max_connections=4") as url,
        open_store(url) as store,
        ThreadPoolExecutor(25) as pool,
    ):
        new = pool.map(
            lambda n: [store.record(learner_of(token(n)), answer(i)) for i in range(4)], range(25)
        )
        assert all(all(each) for each in new)
        counts = [store.holdings(learner_of(token(n))).attempts for n in range(25)]
        assert counts == [4] * 25


def test_a_locked_table_is_waited_for(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(_limits(), "lock_timeout", "100ms")
    with open_store(postgres_database) as store:
        queues, learner = WriteQueues(), learner_of(TOKEN)
        with locked_table(postgres_database):
            sent = queues.add("ann", lambda: store.record(learner, answer()))
            assert not sent.wait(60)
            assert sent.trouble == "busy"
        assert queues.drain(60)
        assert store.attempts(learner) == (answer(),)


DAMAGE = (
    "CREATE FUNCTION damage() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
    "RAISE EXCEPTION 'invalid page in block 3' USING ERRCODE = '{}'; END $$; "
    "CREATE TRIGGER damage BEFORE INSERT ON attempts EXECUTE FUNCTION damage()"
)
"""What makes PostgreSQL refuse every answer, with this code."""


def test_a_fault_of_ours_is_not_taken_for_damaged_files(postgres_database: str) -> None:
    """A statement in a transaction that has failed is one: to wait would not put it right."""
    with open_store(postgres_database) as store:
        with store.engine.begin() as connection:
            connection.exec_driver_sql(DAMAGE.format("25P02"))
        with pytest.raises(sa.exc.InternalError):
            store.record(learner_of(TOKEN), answer())


def test_an_answer_waits_until_a_server_with_damaged_files_is_put_right(
    postgres_database: str,
) -> None:
    """It was lost, and an exception stood on the page."""
    with open_store(postgres_database) as store:
        queues, learner = WriteQueues(), learner_of(TOKEN)
        with store.engine.begin() as connection:
            connection.exec_driver_sql(DAMAGE.format("XX001"))
        sent = queues.add("ann", lambda: store.record(learner, answer()))
        assert not sent.wait(60)
        assert sent.trouble == "damaged"
        with store.engine.begin() as connection:
            connection.exec_driver_sql("DROP TRIGGER damage ON attempts")
        assert queues.drain(60)
        assert store.attempts(learner) == (answer(),)


def _limits() -> dict[str, str]:
    from tutor.store.database import _LIMITS

    return _LIMITS


def test_a_silent_server_is_given_up_and_left() -> None:
    """Or when it speaks again it has dozens of clients, who ask for nothing, and takes no more."""
    gc.collect()
    gc.disable()
    try:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            url = f"postgresql://x@127.0.0.1:{silent.getsockname()[1]}/x?connect_timeout=2"
            with pytest.raises(StoreError) as caught:
                open_store(url)
            assert caught.value.key == "unreachable"
            client, _ = silent.accept()
            with client:
                client.settimeout(2)  # for what would never come
                while client.recv(1000):
                    pass
    finally:
        gc.enable()


# --------------------------------------------------------------------------- pages


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Pages that wait for the store no longer than they do in earnest."""
    for name, seconds in (("SOON", 0.5), ("GLANCE", 0.1), ("LONGEST", 0.5)):
        monkeypatch.setattr(progress, name, seconds)
    progress._bounded.cache_clear()  # it holds a store that waits as long as in the last test
    yield
    progress._bounded.cache_clear()


@pytest.fixture
def silent(monkeypatch: pytest.MonkeyPatch, impatient: None) -> Iterator[threading.Event]:  # noqa: ARG001
    """A store that says nothing until the event is set."""
    speak, opened_now = threading.Event(), progress._opened

    def wait() -> Store:
        speak.wait(60)
        return opened_now()

    wait.cache_info = lambda: type("", (), {"currsize": 0})  # type: ignore[attr-defined]
    monkeypatch.setattr(progress, "_opened", wait)
    monkeypatch.setattr(progress, "_FIRST", progress._FirstOpening())
    yield speak
    speak.set()


def database() -> Path:
    progress.unbounded()
    return Path(os.environ["CALYPSO_DATA"]) / "progress.db"


@pytest.mark.parametrize("path", ["", "rules", "referee", "teach", "learn", "drill", "record"])
def test_pages_come_while_the_store_is_silent(path: str, silent: threading.Event) -> None:
    at = opened(path)
    assert headings(at)
    assert SAY("store.reading") in words(at)
    assert not silent.is_set()


@pytest.mark.usefixtures("silent")
def test_nobody_is_told_that_there_is_nothing_before_it_was_read() -> None:
    """Who has answered for years is not sent to lesson one, nor praised for having no mistakes."""
    assert SAY("record.empty") not in words(opened("record"))
    said = words(opened("drill", mode="mistakes"))
    assert SAY("store.reading") in said
    assert not [key for key in ("drill.no-mistakes", "drill.never-a-mistake") if SAY(key) in said]


@pytest.mark.usefixtures("silent")
def test_that_no_room_can_be_opened_is_said_once() -> None:
    at = opened("host")
    assert words(at).count(SAY("store.unreachable")) == 1
    at = ran(at.button(key="room-open").click().run())
    assert words(at).count(SAY("store.unreachable")) == 1


@pytest.mark.parametrize(("path", "address"), [("host", {}), ("room", {"room": "ABC234"})])
def test_in_rooms_too_it_is_said_once_what_is_wrong_with_the_store(
    path: str, address: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> Store:
        raise StoreError("damaged", "it is no database")

    fail.cache_info = lambda: type("", (), {"currsize": 0})  # type: ignore[attr-defined]
    monkeypatch.setattr(progress, "_opened", fail)
    monkeypatch.setattr(progress, "_FIRST", progress._FirstOpening())
    at = opened(path, **address)
    assert words(at).count(SAY("store.damaged")) == 1
    if path == "host":
        at = ran(at.button(key="room-open").click().run())
        assert words(at).count(SAY("store.damaged")) == 1


def test_one_page_waits_for_a_store_that_is_silent_and_no_other(
    silent: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited, wait = [], Task.wait

    def noted(task: Task[Any], seconds: float) -> bool:
        waited.append(seconds)
        return wait(task, seconds)

    with monkeypatch.context() as patch:
        patch.setattr(Task, "wait", noted)
        for _ in range(3):
            with pytest.raises(StoreError):
                progress.store()
    assert [seconds for seconds in waited if seconds] == [progress.LONGEST, BRIEF, BRIEF]
    silent.set()
    while progress._FIRST.late:
        with suppress(StoreError):
            progress.store()
    progress.store()


def test_a_store_whose_work_fails_does_not_speak_again() -> None:
    """Of a silent database all that was begun fails after a while, and no page waits anew."""
    pool, over = WorkerPool("one", 1), threading.Event()

    def fail(_: Task[None]) -> None:
        over.wait(60)
        raise StoreError("unreachable", "it says nothing")

    def end(work: Callable[[Task[None]], None]) -> None:
        for task in [pool.begin(work), pool.begin(work)]:  # with the second the first is noted
            assert task.wait(60)

    def late(_: Task[None]) -> None:
        raise SlowError("nobody waits for it any more")

    with pytest.raises(SlowError):
        pool.do(fail, 0)
    until = pool._silent_until
    with pytest.raises(SlowError):
        pool.do(fail, 0)
    assert pool._silent_until == until, "whoever asks meanwhile makes it no longer"
    over.set()
    end(fail)
    assert pool.silent
    end(late)
    assert not pool.silent, "the store was there, though too late"


def test_as_many_works_are_done_at_once_as_a_pool_has_threads() -> None:
    pool, together = WorkerPool("two", 2), threading.Barrier(2)
    assert pool.begin(lambda _: None).wait(60)
    while not pool._idle:
        time.sleep(0.001)
    both = [pool.begin(lambda _: together.wait(30)) for _ in range(2)]
    assert sorted(task.result() for task in both) == [0, 1]


def test_what_was_done_meanwhile_joins_what_was_kept(silent: threading.Event) -> None:
    who = new_token()
    at = opened("drill", token=who, mode="free", kind="who-wins")
    at = answered(at)
    assert SAY("store.waiting") in words(at)
    silent.set()
    assert progress.drain(60)
    held = at.session_state["ours"]["held"]
    deadline = time.monotonic() + 600
    while held.reading is not None and time.monotonic() < deadline:
        ran(at.run())
    assert SAY("store.waiting") not in words(at)
    assert not at.warning
    assert len(held.attempts) == 1
    assert len(progress.unbounded().attempts(learner_of(who))) == 1


def test_what_is_on_its_way_to_the_store_is_there_after_a_reload() -> None:
    who, speak = new_token(), threading.Event()
    at = opened("learn", who, lesson="following-suit", step="1")
    at = hastily(at, on_box("setting-letters", "large"))
    assert progress.drain(60)
    progress._WRITES.add(learner_of(who).key, speak.wait)
    try:
        at = hastily(at, on_box("setting-letters", "normal"), on_button("next-"))
        assert at.query_params["step"] == "2"
        at = opened("learn", who)
        assert "letters" not in at.query_params
        assert at.session_state["ours"]["held"].steps == {"following-suit": 2}
    finally:
        speak.set()
    assert progress.drain(60)
    assert progress.store().settings(learner_of(who)) == {"letters": "normal"}


@pytest.mark.parametrize("key", ["unreachable", "busy", "crowded", "full"])
def test_of_what_cannot_be_read_yet_nobody_hears_that_it_was_not_saved(
    key: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What lasts is told as it is."""

    def fail(*_: object) -> progress.Progress:
        raise StoreError(key, "it cannot be read")

    monkeypatch.setattr(progress, "_read", fail)
    told = {one: SAY(f"store.{one}") in words(opened("rules")) for one in ("reading", key)}
    assert told == {"reading": key != "full", key: key == "full"}


def test_what_could_not_be_read_is_read_again_though_the_clock_was_put_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """By an hour, say: for that long the page said that it was being read."""

    def fail(*_: object) -> progress.Progress:
        raise StoreError("unreachable", "it cannot be read")

    monkeypatch.setattr(progress, "AGAIN", 0.0)
    with monkeypatch.context() as patch:
        patch.setattr(progress, "_read", fail)
        at = opened("rules")
    assert SAY("store.reading") in words(at)
    earlier = progress.now() - timedelta(hours=1)
    monkeypatch.setattr(progress, "now", lambda: earlier)
    assert SAY("store.reading") not in words(ran(at.run()))


class EndedError(Exception):
    """Stands for what Streamlit raises where a run looks into its session and is to make way."""


def test_that_the_store_was_slow_is_said_no_longer_than_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever only reads on writes nothing from which it would be seen."""

    def fail(*_: object, **__: object) -> None:
        raise StoreError("slow", "nothing is said")

    with monkeypatch.context() as silent:
        silent.setattr(Store, "games", fail)
        at = opened("play")
        assert SAY("store.slow") in words(at)
    monkeypatch.setattr(progress, "AGAIN", 0)
    at = turned(at, "rules")
    assert SAY("store.slow") not in words(ran(at.run()))


def test_a_run_ended_as_it_takes_over_what_was_read_leaves_that_to_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def end() -> tuple[()]:
        raise EndedError

    given = (answer(who="W"),)
    stored = progress.Progress(
        attempts=given,
        memory=remember(given, ZoneInfo("UTC")),
        course={},
        settings={},
        unread=False,
        pending=[],
    )
    reading = WorkerPool("one", 1).begin(lambda _: stored)
    record = progress.LearnerRecord(reading=reading)
    assert reading.wait(600)
    with monkeypatch.context() as patch:
        patch.setattr(progress, "waiting", end)
        with pytest.raises(EndedError):
            progress._take(record, reading)
    assert (record.reading, record.complete) == (reading, False)
    monkeypatch.setattr(progress, "waiting", tuple)
    progress._take(record, reading)
    assert record.complete
    assert tuple(record.attempts) == given


def test_settings_that_come_late_are_taken_unless_chosen_since(silent: threading.Event) -> None:
    who = new_token()
    with open_store() as before:
        chosen = {"rulebook": "akagiri", "language": "ja"}
        before.save_settings(learner_of(who), chosen, now=answer().at)
    at = opened("rules", token=who, lang="en")
    assert at.session_state["ours"]["settings"].rulebook == "culbertson"
    silent.set()
    deadline = time.monotonic() + 600
    while not at.session_state["ours"]["held"].complete and time.monotonic() < deadline:
        ran(at.run())
    ran(at.run())
    assert at.session_state["ours"]["settings"] == Settings("en", "akagiri"), (
        "the address said the language"
    )


def test_an_answer_that_is_read_late_is_shown_again(silent: threading.Event) -> None:
    """After a restart the question is there at once, and its answer as soon as it is read."""
    who, given = new_token(), answer(who="W", mode="free")
    with open_store() as before:
        before.record(learner_of(who), given)
    at = opened("drill", token=who, mode="free", kind="who-wins", puzzle=given.puzzle)
    assert any(b.key and b.key.startswith("answer-") for b in at.button)
    silent.set()
    deadline = time.monotonic() + 600
    while not at.session_state["ours"]["held"].complete and time.monotonic() < deadline:
        ran(at.run())
    ran(at.run())
    assert not any(b.key and b.key.startswith("answer-") for b in at.button)
    assert len(progress.unbounded().attempts(learner_of(who))) == 1


def answered(at: AppTest) -> AppTest:
    """Answer the question that is asked."""
    button = next(b for b in at.button if b.key and b.key.startswith("answer-"))
    return ran(button.click().run())


@pytest.mark.usefixtures("impatient")
def test_answers_while_the_file_is_locked_are_judged_told_and_written_afterwards() -> None:
    who = new_token()
    at = opened("drill", token=who, mode="free", kind="who-wins")
    with locked(database()):
        for _ in range(3):
            at = answered(at)
            assert verdict(at)
            assert SAY("store.waiting") in words(at)
            again = opened("record", token=who)  # a reload knows them, though nothing is kept
            count = len(at.session_state["ours"]["held"].attempts)
            assert len(again.session_state["ours"]["held"].attempts) == count
            onward = next(b for b in at.button if b.key and b.key.startswith("next-"))
            at = ran(onward.click().run())
        assert progress.unbounded().attempts(learner_of(who)) == ()
    assert progress.drain(60)
    assert SAY("store.waiting") not in words(ran(at.run()))
    stored = progress.unbounded().attempts(learner_of(who))
    assert [one.id for one in stored] == [
        attempt.id for attempt in at.session_state["ours"]["held"].attempts
    ]
    assert len(stored) == 3


# --------------------------------------------------------------------------- rooms


def room_of_three() -> tuple[str, str, list[str]]:
    """A room at its first question, which is open; its code, its teacher, and who is in it."""
    drafts, _ = of_lines(PLAIN)
    teacher, learners = new_token(), [new_token() for _ in range(3)]
    code = rooms.rooms().open(teacher, drafts, RoomOptions(), now=progress.now())
    for number, learner in enumerate(learners):
        rooms.rooms().join(code, learner, f"P{number}", now=progress.now())
    control(code, teacher, Control.NEXT, Control.OPEN)
    return code, teacher, learners


def control(code: str, teacher: str, *controls: Control) -> None:
    for one in controls:
        how = partial(after_control, control=one, now=progress.now())
        assert rooms.rooms().change(code, teacher, rooms.rooms().version(code), how)


def votes(code: str, teacher: str) -> list[tuple[int, str]]:
    given = rooms.of(progress.unbounded()).crowd(code, teacher, now=progress.now()).given
    return sorted((one.member, one.answer) for one in given)


def vote(at: AppTest, place: int) -> AppTest:
    button = next(b for b in at.button if b.key and b.key.endswith(f"-0-{place}"))
    return ran(button.click().run())


@pytest.mark.usefixtures("impatient")
def test_answers_in_a_room_are_kept_while_the_file_is_locked_and_counted_afterwards() -> None:
    code, teacher, learners = room_of_three()
    phones = [opened("room", room=code, token=learner) for learner in learners]
    with locked(database()):
        phones = [vote(at, place) for place, at in enumerate(phones, start=1)]
        for at in phones:
            assert SAY("store.waiting") in words(at)
            assert SAY("room.your-answer") in words(at)
            assert SAY("room.sent") not in words(at), "it is not in yet"
        phones[0] = vote(phones[0], 4)  # thinks again
        again = opened("room", room=code, token=learners[0])  # and loads the page anew
        for at in (phones[0], again):
            (marked,) = (b.label for b in at.button if b.label.startswith("●"))
            assert "West" in marked
            assert SAY("store.waiting") in words(at)
        assert votes(code, teacher) == []
    assert progress.drain(60)
    assert votes(code, teacher) == [(1, "W"), (2, "E"), (3, "S")]
    for at in (*phones, again):
        assert SAY("room.sent") in words(ran(at.run()))
        assert SAY("store.waiting") not in words(at)


LATE = SAY("store.slow"), SAY("store.busy")
"""What is said of a store that is late: who gives up first, we or SQLite, is chance."""


@pytest.mark.usefixtures("impatient")
def test_a_link_to_run_a_room_opened_while_the_file_is_locked_is_as_good_afterwards() -> None:
    code, teacher, _ = room_of_three()
    secret, other = rooms.rooms().link(code, teacher), new_token()
    with locked(database()):
        at = opened("host", room=code, teacher=secret, token=other)
        assert any(told in words(at) for told in LATE)
    while "teacher" in at.query_params:  # the page is loaded anew, until it is not too slow
        at = opened("host", token=other, **dict(at.query_params))
    assert rooms.of(progress.unbounded()).visit(code, other, now=progress.now()).teaches


@pytest.mark.usefixtures("impatient")
def test_a_code_of_progress_taken_while_the_file_is_locked_is_as_good_afterwards() -> None:
    who, other = new_token(), new_token()
    progress.unbounded().record(learner_of(who), answer())
    code = progress.unbounded().resume_code(learner_of(who), now=progress.now())
    at = opened("record", token=other, code=code)
    with locked(database()):
        at = press(at, "bring-arrived")
        assert at.error[0].value in LATE
    while "code" in at.query_params:
        at = press(opened("record", token=other, **dict(at.query_params)), "bring-arrived")
    assert SAY("keep.brought", count=1) in words(at)


def test_an_answer_that_the_store_takes_after_the_question_has_closed_is_told_and_not_counted(
    impatient: None,  # noqa: ARG001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, teacher, learners = room_of_three()
    phones = [opened("room", room=code, token=learner) for learner in learners]
    speak = threading.Event()

    def late(room: Room, member: Member | None, question: int, answer: str, now: datetime) -> str:
        if not speak.is_set():
            raise StoreError("unreachable", "this process does not reach the database")
        return check_answer(room, member, question, answer, now)

    monkeypatch.setattr("tutor.rooms.store.check_answer", late)
    phones = [vote(at, 2) for at in phones[:2]]
    reloaded = opened("room", room=code, token=learners[0])
    control(code, teacher, Control.CLOSE)  # where the teacher is, it is reached
    assert SAY("room.no-answer") in words(ran(phones[1].run()))
    speak.set()
    assert progress.drain(60)
    for at in (*phones, reloaded):
        assert SAY("room.refused.closed") in words(ran(at.run()))
        assert SAY("room.refused.closed") in words(ran(at.run())), "it may not be read yet"
    control(code, teacher, Control.REVEAL)
    for at in (*phones, reloaded):
        assert SAY("room.refused.closed") not in words(ran(at.run())), "it is about the past"
        assert SAY("store.waiting") not in words(at)
    assert votes(code, teacher) == []


def test_nobody_waits_until_what_is_over_in_rooms_is_forgotten(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The page waited for that in vain, and then as long again for what it was to show."""
    speak, swept = threading.Event(), list[bool]()
    monkeypatch.setattr(Rooms, "sweep", lambda *_, **__: swept.append(speak.wait(60)))
    rooms._tidied.cache_clear()
    assert headings(opened("host"))
    assert headings(opened("room"))
    assert swept == []
    speak.set()
    assert progress.drain(60)
    assert swept == [True]


def test_nobody_is_led_out_of_a_room_while_the_store_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    code, teacher, learners = room_of_three()
    phone = opened("room", room=code, token=learners[0])
    hall = opened("host", room=code, token=teacher)

    def fail(*_: object, **__: object) -> None:
        raise StoreError("slow", "nothing is said")

    with monkeypatch.context() as silent:
        for name in ("visit", "crowd", "version", "pulse"):
            silent.setattr(Rooms, name, fail)
        asked = headings(phone), headings(hall)
        assert (headings(ran(phone.run())), headings(ran(hall.run()))) == asked
        for at in (phone, hall):  # nobody has asked for anything
            assert SAY("room.silent") in words(at)
            assert SAY("store.slow") not in words(at)
        new = opened("room", room=code, token=learners[1])  # whose page knows of nothing yet
        assert SAY("store.slow") in words(new)
        assert new.query_params["room"] == code
    control(code, teacher, Control.REVEAL)
    for at in (phone, hall, new):
        assert SAY("store.slow") not in words(ran(at.run()))
        assert SAY("room.silent") not in words(at)
    assert verdict(new)


def test_what_is_said_while_the_store_is_late_is_said_in_every_language() -> None:
    for key in ("store.waiting", "store.reading"):
        assert set(entries()[key]) == set(LANGUAGES)
