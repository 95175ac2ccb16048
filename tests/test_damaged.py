"""A damaged row costs itself alone: all else is read and shown, nothing is erased, the log says it.

SQLite takes anything in any column; PostgreSQL refuses most of it.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import (
    Column,
    Integer,
    func,
    literal_column,
    select,
    table,
    type_coerce,
    update,
)
from sqlalchemy import column as plain
from sqlalchemy.exc import IntegrityError
from sqlalchemy.types import NullType

from tests.answers import NOW, answer
from tests.opened import opened, words
from tests.rooms import DRAFTS, PLAINLY, TEACHER, after, do
from tests.rooms import token as telephone
from tests.table_talk import dealt
from tutor.learning.overview import LessonAnswers, last_mistakes
from tutor.pages.frame import progress
from tutor.playing.match_text import kept
from tutor.rooms import RoomRefusal
from tutor.rooms.controls import Control
from tutor.rooms.store import Rooms
from tutor.store import Store, StoreError, learner_of, new_token, open_store
from tutor.store.backup import back_up, count, restore
from tutor.store.holdings import Learner, new_game_id
from tutor.store.tables import METADATA
from tutor.store.transfer import export_progress, import_progress

DAMAGED = (
    "''",
    "'not so'",
    "'{'",
    "'[1]'",
    "'{\"at\": 1}'",
    "x'fffe'",
    "CAST(x'ff' AS TEXT)",
    "7",
    "-1",
    "9e999",
    "'9999-12-31 23:59:59.999999'",
    "'0001-01-01 00:00:00.000000'",
)
"""What a column may hold that nobody of ours has written, as SQLite reads it."""

EACH = 2
"""So many of them are tried in each column, others in another."""


def columns() -> list[Column[object]]:
    """Every column but those that say whose a row is."""
    every = (column for kind in METADATA.sorted_tables for column in kind.columns)
    return [column for column in every if not column.foreign_keys]


ROWID = literal_column("rowid", Integer)


def put(store: Store, column: Column[object], value: object, row: object) -> None:
    """Write a value, as it stands, into a column of one row, unless another row must differ."""
    changed = update(table(column.table.name, plain(column.name))).where(row == ROWID)
    with suppress(IntegrityError), store.engine.begin() as connection:
        connection.execute(changed.values({column.name: value}))


@contextmanager
def damaged(store: Store, column: Column[object], value: str) -> Iterator[None]:
    """The last row of a table has this value in the column."""
    query = select(ROWID, type_coerce(column, NullType())).select_from(column.table)
    with store.engine.connect() as connection:
        row, before = connection.execute(query.order_by(ROWID.desc()).limit(1)).one()
    put(store, column, literal_column(value), row)
    try:
        yield
    finally:
        put(store, column, before, row)


def filled(store: Store, token: str, times: int) -> Learner:
    """Give a learner some of everything."""
    learner = learner_of(token)
    for number in range(times):
        store.record(learner, answer(number, after=number, who="EW"[number % 2]))
        store.finish_lesson(learner, f"lesson-{number}", now=NOW)
        game = kept(dealt(), new_game_id(), started=NOW, now=NOW)
        store.save_game(learner, game, base=0)
    store.save_settings(learner, {"letters": "large"}, now=NOW)
    store.resume_code(learner, now=NOW)
    return learner


def stored(store: Store) -> dict[str, int]:
    with store.engine.connect() as connection:
        return dict(count(connection))


def test_whatever_a_column_holds_all_else_is_read_and_saved_and_nothing_erased(
    tmp_path: Path,
) -> None:
    rng = Random(1)
    with (
        open_store(f"sqlite:///{tmp_path / 'one.db'}") as store,
        open_store(f"sqlite:///{tmp_path / 'other.db'}") as other,
    ):
        learner, rooms = filled(store, TEACHER, 3), Rooms(store)
        store.secret("places")
        code = rooms.open(TEACHER, DRAFTS, PLAINLY, now=after(0))
        rooms.join(code, telephone(1), "Anna", now=after(1))
        do(rooms, code, Control.NEXT, Control.OPEN)
        rooms.answer(code, telephone(1), 1, "E", now=after(61))
        there = stored(store)
        reads: list[Callable[[], object]] = [
            lambda: store.attempts(learner),
            lambda: store.course(learner),
            lambda: store.settings(learner),
            lambda: store.games(learner, limit=9),
            lambda: store.secret("places"),
            lambda: rooms.visit(code, telephone(1), now=after(62)),
            lambda: rooms.taught(TEACHER, now=after(62)),
            lambda: rooms.joined(telephone(1), now=after(62)),
            lambda: rooms.crowd(code, TEACHER, now=after(62)),
            lambda: back_up(store.engine, tmp_path / "one.backup"),
        ]
        for column in columns():
            for value in rng.sample(DAMAGED, EACH):
                place = f"{column.table.name}.{column.name} = {value}"
                with damaged(store, column, value):
                    for read in reads:
                        with telling(place), suppress(StoreError, RoomRefusal):
                            read()
                    file = export_progress(store, learner)
                    with telling(place):
                        import_progress(other, learner, file, now=NOW)
                    if column.table.name in {"attempts", "lessons", "games"}:
                        assert len(store.attempts(learner)) >= 2, place
                        assert len(store.course(learner)) >= 2, place
                        assert len(store.games(learner, limit=9)) >= 2, place
                    assert stored(store) | {"secrets": 1} == there, place
        assert store.work(learner).settings == {"letters": "large"}


@contextmanager
def telling(place: str) -> Iterator[None]:
    """Say where it was that a fault came of."""
    try:
        yield
    except (StoreError, RoomRefusal):
        raise
    except Exception as error:
        raise AssertionError(place) from error


def test_a_backup_holds_every_row_though_some_are_damaged(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path / 'one.db'}") as store:
        learner = filled(store, TEACHER, 3)
        there = stored(store)
        with store.engine.begin() as connection:
            run = connection.exec_driver_sql
            run("UPDATE learners SET created = 'not so', settings = '{'")
            run("UPDATE attempts SET at = 'not so' WHERE id = 'answer-1'")
            run("UPDATE games SET record = CAST(x'ff' AS TEXT)")
        assert back_up(store.engine, tmp_path / "one.backup") == there
    with open_store(f"sqlite:///{tmp_path / 'other.db'}") as other:
        assert restore(other.engine, tmp_path / "one.backup") == there
        assert [attempt.id for attempt in other.attempts(learner)] == ["answer-0", "answer-2"]
        assert len(other.course(learner)) == 3


def test_a_mistake_whose_puzzle_cannot_be_read_is_not_offered_again() -> None:
    mistakes = [answer(number, after=number, who="N") for number in (1, 2)]
    damaged = replace(mistakes[1], puzzle="1 who-wins not so")
    assert last_mistakes([mistakes[0], damaged]) == (mistakes[0],)
    assert last_mistakes([damaged]) == ()
    told = LessonAnswers((mistakes[0], damaged))
    assert (told.missed, told.to_ask_again) == ((mistakes[0], damaged), [mistakes[0].puzzle])


def test_whose_browser_goes_over_leaves_behind_what_is_damaged(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path / 'one.db'}") as store:
        left, came = filled(store, TEACHER, 3), learner_of(telephone(1))
        code = store.resume_code(came, now=NOW)
        with store.engine.begin() as connection:
            connection.exec_driver_sql("UPDATE attempts SET at = '' WHERE id = 'answer-1'")
        assert store.resume(left, code, now=NOW)
        assert len(store.attempts(came)) == 2
        assert stored(store)["attempts"] == 5, "theirs, and the two that came along"


def test_pages_show_what_is_sound_and_say_that_something_is_not(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store, token, rng = progress.unbounded(), new_token(), Random(2)
    kinds = [METADATA.tables[name] for name in ("attempts", "lessons", "games")]
    spoilt = [one for one in columns() if one.table in kinds and not one.primary_key]
    filled(store, token, 1 + len(spoilt))
    with store.engine.begin() as connection:
        connection.exec_driver_sql(
            "UPDATE learners SET settings = '{' WHERE id = (SELECT max(id) FROM learners)"
        )
        last = {
            kind: connection.scalar(select(func.max(ROWID)).select_from(kind)) or 0
            for kind in kinds
        }
    for number, column in enumerate(spoilt):
        put(store, column, literal_column(rng.choice(DAMAGED[:8])), last[column.table] - number)
    for path in ("", "learn", "drill"):
        opened(path, token=token)
    assert "Part of your progress can’t be read" in words(opened("record", token=token))
    assert "can’t read 4 of your games" in words(opened("play", token=token))
    opened("drill", token=token, mode="mistakes")
    told = [one.getMessage() for one in caplog.records if one.name == "tutor.store.faults"]
    assert any("attempts.at, row" in line for line in told)
    assert any("games, row" in line for line in told), "of a row as a whole, too"
    assert len(told) == len(set(told)), "each is told once"
