"""A room in the store is the same for everybody, loses nothing and forgets what it should."""

import os
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from tests.another_program import output, started
from tests.rooms import NOW, TEACHER, after, do, opened, outcome, refused, token
from tutor.rooms import IDLE, KEPT, QuestionStage, RoomOptions
from tutor.rooms.answers import tally
from tutor.rooms.controls import Control, after_control, count_hands, end
from tutor.rooms.limits import LIMITS
from tutor.rooms.rows import answers, members
from tutor.rooms.rows import rooms as rooms_table
from tutor.rooms.store import Rooms
from tutor.store import Store, learner_of

pytest_plugins = ["tests.postgres"]

NEXT, OPEN, CLOSE = Control.NEXT, Control.OPEN, Control.CLOSE
REVEAL, RUNG = Control.REVEAL, Control.RUNG


def test_a_room_is_there_for_another_server_on_the_same_database(database: str) -> None:
    with Store(database) as one, Store(database) as other:
        here, there = Rooms(one), Rooms(other)
        code = opened(here)
        ann = there.join(code, token(1), "Ann", now=NOW)
        do(here, code, NEXT, OPEN)
        there.answer(code, token(1), 1, "E", now=after(61))
        assert here.pulse(code, 1) == there.pulse(code, 1)
        crowd = here.crowd(code, TEACHER, now=after(62))
        assert crowd.members == (ann,)
        assert [one.answer for one in crowd.given] == ["E"]
        do(there, code, REVEAL)
        seen = here.visit(code, token(1), now=after(70))
        assert seen.room.question
        assert seen.room.question.stage == QuestionStage.SPREAD


def test_a_code_that_a_room_has_already_is_given_to_no_other(
    rooms: Rooms, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = iter(["CDFGHJ", "CDFGHJ", "KMNPQR"])
    monkeypatch.setattr("tutor.rooms.store.new_room_code", lambda: next(codes))
    assert [opened(rooms), opened(rooms)] == ["CDFGHJ", "KMNPQR"]


def test_a_server_installed_before_its_machine_had_a_language_keeps_every_name(
    postgres: str,
) -> None:
    """Debian's then has no encoding, and whatever the driver read was bytes."""
    server = sa.create_engine(postgres, isolation_level="AUTOCOMMIT")
    name = f"no_language_{os.getpid()}"
    with server.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name} ENCODING SQL_ASCII TEMPLATE template0"))
    try:
        address = server.url.set(database=name).render_as_string(hide_password=False)
        with Store(address) as store:
            code = opened(Rooms(store))
            Rooms(store).join(code, token(1), "カリプソの会", now=NOW)
            (member,) = Rooms(store).crowd(code, TEACHER, now=after(1)).members
        assert member.name == "カリプソの会"
    finally:
        with server.connect() as connection:
            connection.execute(sa.text(f"DROP DATABASE {name} WITH (FORCE)"))
        server.dispose()


ELSEWHERE = """
import sys
from tests.rooms import after
from tutor.rooms.store import Rooms
from tutor.store import Store
with Store(sys.argv[1]) as store:
    rooms, code, token = Rooms(store), sys.argv[2], sys.argv[3]
    rooms.join(code, token, "Ben", now=after(0))
    print("joined", flush=True)
    sys.stdin.readline()
    rooms.answer(code, token, 1, "W", now=after(61))
    seen = rooms.visit(code, token, now=after(62))
    print(seen.room.question.stage, seen.version, flush=True)
"""


def test_two_programs_on_one_database_show_the_same_room(root: Path, database: str) -> None:
    with Store(database) as store:
        rooms = Rooms(store)
        code = opened(rooms)
        program = started(root, ELSEWHERE, database, code, token(2))
        assert output(program).readline() == "joined\n"
        assert [one.name for one in rooms.crowd(code, TEACHER, now=NOW).present] == ["Ben"]
        do(rooms, code, NEXT, OPEN)
        said, _ = program.communicate("go\n")
        assert said == f"open {rooms.version(code)}\n"
        assert [one.answer for one in rooms.crowd(code, TEACHER, now=after(70)).given] == ["W"]


def test_a_reloaded_telephone_keeps_its_seat_and_answers_and_the_teacher_the_room(
    rooms: Rooms,
) -> None:
    code = opened(rooms)
    ann = rooms.join(code, token(1), "Ann", now=NOW)
    do(rooms, code, NEXT, OPEN)
    rooms.answer(code, token(1), 1, "W", now=after(61))
    assert rooms.join(code, token(1), "Another name", now=after(62)) == ann
    seen = rooms.visit(code, token(1), now=after(62))
    assert (seen.member, seen.answers, seen.teaches, seen.key) == (ann, {1: "W"}, False, "")
    assert rooms.visit(code, TEACHER, now=after(62)).teaches


def test_an_answer_changes_while_the_question_is_open_and_never_again(rooms: Rooms) -> None:
    code = opened(rooms)
    rooms.join(code, token(1), "Ann", now=NOW)
    do(rooms, code, NEXT)
    refused("closed", lambda: rooms.answer(code, token(1), 1, "E", now=after(61)))
    do(rooms, code, OPEN)
    for answer in ("E", "W", "W"):
        rooms.answer(code, token(1), 1, answer, now=after(61))
    for control in (CLOSE, REVEAL, RUNG, NEXT):
        do(rooms, code, control)
        refused("closed", lambda: rooms.answer(code, token(1), 1, "E", now=after(62)))
    assert rooms.visit(code, token(1), now=after(63)).answers == {1: "W"}


def test_the_same_answer_sent_twice_keeps_its_time(rooms: Rooms) -> None:
    code = opened(rooms)
    rooms.join(code, token(1), "Ann", now=NOW)
    do(rooms, code, NEXT, OPEN)
    for second, answer in enumerate(("E", "E", "W"), start=61):
        rooms.answer(code, token(1), 1, answer, now=after(second))
        (kept,) = rooms.crowd(code, TEACHER, now=after(70)).given
        assert kept.at == after({"E": 61, "W": 63}[answer])


def test_an_answer_that_had_to_wait_is_as_early_as_it_was_given_unless_the_clock_has_run_out(
    rooms: Rooms,
) -> None:
    code = opened(rooms, options=RoomOptions(clock=20))
    for number in (1, 2):
        rooms.join(code, token(number), f"P{number}", now=NOW)
    do(rooms, code, NEXT, OPEN, at=60)
    rooms.answer(code, token(1), 1, "E", now=after(62), clock=lambda: after(79))
    late = partial(rooms.answer, code, token(2), 1, "E", now=after(62), clock=lambda: after(81))
    refused("closed", late)
    (given,) = rooms.crowd(code, TEACHER, now=after(90)).given
    assert (given.member, given.at) == (1, after(62))


def test_who_comes_late_waits_for_the_next_question(rooms: Rooms) -> None:
    code = opened(rooms)
    do(rooms, code, NEXT)
    rooms.join(code, token(1), "In time", now=after(60))
    do(rooms, code, OPEN, at=61)
    rooms.join(code, token(2), "Late", now=after(62))
    rooms.answer(code, token(1), 1, "E", now=after(63))
    refused("late", lambda: rooms.answer(code, token(2), 1, "E", now=after(63)))
    do(rooms, code, REVEAL, NEXT, OPEN, at=64)
    rooms.answer(code, token(2), 2, "S", now=after(65))


def test_who_is_there_is_in_time_though_the_clock_is_put_back(rooms: Rooms) -> None:
    """As of a laptop that comes upon a network; or there are two servers, and one is ahead."""
    code = opened(rooms)
    rooms.join(code, token(1), "Ann", now=after(600))
    do(rooms, code, NEXT, OPEN)
    rooms.answer(code, token(1), 1, "E", now=after(61))
    rooms.join(code, token(2), "Bob", now=after(62))
    rooms.change(code, TEACHER, None, partial(count_hands, id=1, answer="E", by=1, now=after(63)))
    refused("late", lambda: rooms.answer(code, token(2), 1, "E", now=after(64)))


def test_a_control_pressed_twice_works_once(rooms: Rooms) -> None:
    code = opened(rooms)
    press = [
        rooms.change(code, TEACHER, 1, lambda room: after_control(room, NEXT, NOW))
        for _ in range(2)
    ]
    assert press == [True, False]
    assert rooms.visit(code, TEACHER, now=NOW).room.at == 0


def test_of_many_presses_at_once_one_is_heard(rooms: Rooms) -> None:
    code = opened(rooms)

    def press(_: int) -> bool:
        return rooms.change(code, TEACHER, 1, lambda room: after_control(room, NEXT, NOW))

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(press, range(8))) == 1


def test_cards_counted_at_once_and_among_presses_are_all_counted(rooms: Rooms) -> None:
    code = opened(rooms)
    do(rooms, code, NEXT, OPEN)

    def count(seat: str) -> bool:
        more = partial(count_hands, id=1, answer=seat, by=1, now=NOW)
        return rooms.change(code, TEACHER, None, more)

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(count, "NESW" * 4))
    question = rooms.visit(code, TEACHER, now=NOW).room.question
    assert question
    assert dict(question.hands) == {"N": 4, "E": 4, "S": 4, "W": 4}


def test_thirty_answers_at_once_are_all_there_and_each_once(rooms: Rooms) -> None:
    code = opened(rooms)
    with ThreadPoolExecutor(10) as pool:
        list(pool.map(lambda n: rooms.join(code, token(n), f"P{n}", now=NOW), range(30)))
        do(rooms, code, NEXT, OPEN)
        list(
            pool.map(
                lambda n: rooms.answer(code, token(n % 30), 1, "NESW"[n % 4], now=after(61)),
                range(60),
            )
        )
    crowd = rooms.crowd(code, TEACHER, now=after(62))
    assert sorted(one.member for one in crowd.given) == list(range(1, 31))
    assert sorted(member.number for member in crowd.members) == list(range(1, 31))
    pulse = rooms.pulse(code, 1)
    assert pulse
    assert pulse.answers == 30


def test_no_answer_slips_in_behind_a_question_that_is_revealed(rooms: Rooms) -> None:
    code = opened(rooms)
    for number in range(20):
        rooms.join(code, token(number), f"P{number}", now=NOW)
    do(rooms, code, NEXT, OPEN)

    def answer(number: int) -> str:
        if number == 7:
            do(rooms, code, REVEAL)
            return "revealed"
        answered = partial(rooms.answer, code, token(number), 1, "E", now=after(61))
        return outcome(answered) or "taken"

    with ThreadPoolExecutor(8) as pool:
        came = Counter(pool.map(answer, range(20)))
    assert set(came) <= {"taken", "revealed", "closed"}
    assert len(rooms.crowd(code, TEACHER, now=after(62)).given) == came["taken"]


def test_a_vote_before_the_talk_holds_every_answer_that_came_before_it(rooms: Rooms) -> None:
    code = opened(rooms)
    for number in range(12):
        rooms.join(code, token(number), f"P{number}", now=NOW)
    do(rooms, code, NEXT, OPEN)
    version = rooms.version(code)
    assert version is not None
    refused("no-vote", lambda: rooms.talk(code, TEACHER, version, now=after(61)))  # no answer yet

    def answer(number: int) -> None:
        if number == 7:
            assert rooms.talk(code, TEACHER, version, now=after(62))
        else:
            rooms.answer(code, token(number), 1, "E", now=after(61))

    rooms.answer(code, token(7), 1, "W", now=after(60))
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(answer, range(12)))
    question = rooms.visit(code, TEACHER, now=after(63)).room.question
    assert question
    before, now = dict(question.before), tally(question, rooms.crowd(code, TEACHER, now=NOW).given)
    assert now == {"E": 11, "W": 1}  # nothing is lost, whichever vote it came into
    assert before["W"] == 1
    assert 0 <= before.get("E", 0) <= 11
    refused("not-teacher", lambda: rooms.talk(code, token(1), version, now=after(64)))
    assert not rooms.talk(code, TEACHER, version, now=after(64))  # pressed twice
    again = rooms.version(code)
    assert again is not None
    refused("not-now", lambda: rooms.talk(code, TEACHER, again, now=after(64)))


def test_a_removed_name_is_gone_from_the_vote_before_the_talk_too(rooms: Rooms) -> None:
    code = opened(rooms)
    for number in (1, 2, 3):
        rooms.join(code, token(number), f"P{number}", now=NOW)
    do(rooms, code, NEXT, OPEN)
    for number, answer in ((1, "N"), (2, "N"), (3, "W")):
        rooms.answer(code, token(number), 1, answer, now=after(61))
    rooms.talk(code, TEACHER, rooms.version(code) or 0, now=after(62))
    rooms.answer(code, token(1), 1, "E", now=after(63))  # what was answered first is gone there
    for number, left in ((1, {"N": 1, "W": 1}), (3, {"N": 1}), (2, {})):
        assert rooms.remove(code, TEACHER, number)
        question = rooms.visit(code, TEACHER, now=after(64)).room.question
        assert question
        assert dict(question.before) == left
        assert number not in dict(question.voters)


def test_a_removed_name_is_gone_with_its_answers_and_may_come_back_under_another(
    rooms: Rooms,
) -> None:
    code = opened(rooms)
    rooms.join(code, token(1), "Rude", now=NOW)
    rooms.join(code, token(2), "Ben", now=NOW)
    do(rooms, code, NEXT, OPEN)
    rooms.answer(code, token(1), 1, "E", now=after(61))
    before = rooms.version(code)
    assert rooms.remove(code, TEACHER, 1)
    assert not rooms.remove(code, TEACHER, 1)
    assert rooms.version(code) != before, "the telephone would not notice"
    refused("not-member", lambda: rooms.answer(code, token(1), 1, "E", now=after(62)))
    seen = rooms.visit(code, token(1), now=after(62))
    assert seen.member
    assert (seen.member.removed, seen.member.name, seen.answers) == (True, "", {})
    assert rooms.join(code, token(1), "Polite", now=after(63)).name == "Polite"
    assert [member.name for member in rooms.crowd(code, TEACHER, now=after(64)).present] == [
        "Polite",
        "Ben",
    ]


def test_a_member_may_go_by_another_name_and_keeps_the_answers(rooms: Rooms) -> None:
    code = opened(rooms)
    rooms.join(code, token(1), "Anm", now=NOW)
    do(rooms, code, NEXT, OPEN)
    rooms.answer(code, token(1), 1, "E", now=after(61))
    assert rooms.rename(code, token(1), "Ann", now=after(62)).name == "Ann"
    seen = rooms.visit(code, token(1), now=after(62))
    assert seen.member
    assert (seen.member.number, seen.member.name, seen.answers) == (1, "Ann", {1: "E"})
    refused("name-long", lambda: rooms.rename(code, token(1), "A" * 50, now=after(63)))
    refused("not-member", lambda: rooms.rename(code, token(2), "Eve", now=after(63)))
    assert rooms.remove(code, TEACHER, 1)
    refused("not-member", lambda: rooms.rename(code, token(1), "Ann", now=after(64)))
    seen_at = rooms.version(code)
    rooms.change(code, TEACHER, seen_at, lambda room: end(room, after(65), keep_names=False))
    refused("over", lambda: rooms.rename(code, token(1), "Ann", now=after(70)))


def test_names_vanish_at_the_end_unless_the_teacher_keeps_them(rooms: Rooms) -> None:
    for keep, left in ((False, ""), (True, "Ann")):
        code = opened(rooms)
        rooms.join(code, token(1), "Ann", now=NOW)
        version = rooms.version(code)
        assert version
        rooms.change(code, TEACHER, version, lambda room, k=keep: end(room, NOW, keep_names=k))  # type: ignore[misc]
        assert [member.name for member in rooms.crowd(code, TEACHER, now=NOW).members] == [left]


def test_the_names_of_an_idle_room_are_not_told_and_then_overwritten(
    rooms: Rooms, store: Store
) -> None:
    code = opened(rooms)
    rooms.join(code, token(1), "Ann", now=NOW)
    idle = NOW + IDLE + timedelta(minutes=1)
    assert [member.name for member in rooms.crowd(code, TEACHER, now=idle).members] == [""]
    rooms.sweep(now=idle)
    names = sa.select(members.c.name)
    assert store.reading(lambda connection: connection.scalars(names).all()) == [""]


def test_a_room_long_over_is_forgotten_with_everything_in_it(rooms: Rooms, store: Store) -> None:
    code = opened(rooms)
    rooms.join(code, token(1), "Ann", now=NOW)
    do(rooms, code, NEXT, OPEN)
    rooms.answer(code, token(1), 1, "E", now=after(61))
    secret = rooms.link(code, TEACHER)
    rooms.sweep(now=after(60) + IDLE + KEPT)
    assert rooms.visit(code, TEACHER, now=NOW).teaches
    rooms.sweep(now=after(61) + IDLE + KEPT)
    refused("no-room", lambda: rooms.visit(code, TEACHER, now=NOW))
    assert (rooms.version(code), rooms.pulse(code, 1)) == (None, None)
    assert not rooms.adopt(code, secret, "o" * 32, address=None, now=NOW)
    for table in (rooms_table, members, answers):
        count = sa.select(sa.func.count()).select_from(table)
        assert store.reading(lambda connection, c=count: connection.scalar(c)) == 0  # type: ignore[misc]


def test_the_teachers_link_carries_the_room_to_another_device_and_a_new_one_ends_the_old(
    rooms: Rooms,
) -> None:
    code, other = opened(rooms), "o" * 32
    first = rooms.link(code, TEACHER)
    second = rooms.link(code, TEACHER)
    assert not rooms.adopt(code, first, other, address=None, now=NOW)
    for _ in range(LIMITS["browser"]):
        assert rooms.adopt(code, second, other, address=None, now=NOW), "a right one is no guess"
    assert rooms.visit(code, other, now=NOW).teaches
    assert rooms.change(code, other, 1, lambda room: after_control(room, NEXT, NOW))


def test_neither_token_nor_link_stands_in_the_database(tmp_path: Path) -> None:
    file = tmp_path / "rooms.db"
    with Store(f"sqlite:///{file}") as store:
        rooms = Rooms(store)
        code = opened(rooms)
        rooms.join(code, token(77), "Ann", now=NOW)
        secret = rooms.link(code, TEACHER)
        assert learner_of(token(77)).key
        digests = (learner_of(token(77)).key, learner_of(TEACHER).key)
    kept = b"".join(path.read_bytes() for path in file.parent.glob("rooms.db*"))
    for text in (TEACHER, token(77), secret, *digests):
        assert text.encode() not in kept
    assert b"Ann" in kept, "the name is what is looked for in the wrong place"
