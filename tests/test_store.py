"""What is saved stays, once, in order and apart from others', on SQLite and on PostgreSQL."""

import os
import sqlite3
import stat
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from datetime import timedelta, timezone
from functools import partial
from pathlib import Path
from traceback import format_exception
from types import SimpleNamespace
from typing import Literal

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.operations import Operations
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

from engine.rules import Rule
from tests.answers import NOW, answer
from tutor.learning import Attempt
from tutor.rooms import rows as _rooms  # noqa: F401 - a database has their tables too
from tutor.store import CODE_LASTS, Store, StoreError, learner_of, new_token, open_store
from tutor.store import rows as stored_rows
from tutor.store.database import address, migrate, migrating, migrations, open_engine
from tutor.store.faults import FAULTS, explained, fault
from tutor.store.holdings import LessonProgress, Merged, StoredAmounts, Work
from tutor.store.keys import ALPHABET, digest, new_resume_code, read_resume_code
from tutor.store.tables import METADATA, VERSION_TABLE, attempts, browsers, games, learners
from tutor.words.texts import LANGUAGES, entries

pytest_plugins = ["tests.postgres"]

TOKEN = "a" * 32


def rows(store: Store, table: sa.Table) -> int:
    with store.engine.connect() as connection:
        return connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


# ------------------------------------------------------------------------ answers


def test_an_answer_is_there_after_a_restart_as_it_was_given(database: str) -> None:
    given = replace(answer(who="W", mode="lesson:ruffing"), hinted=True)
    with open_store(database) as store:
        assert store.record(learner_of(TOKEN), given)
    with open_store(database) as store:
        assert store.attempts(learner_of(TOKEN)) == (given,)


def test_a_double_click_counts_once(store: Store) -> None:
    learner = learner_of(TOKEN)
    assert [store.record(learner, answer()) for _ in range(3)] == [True, False, False]
    assert store.attempts(learner) == (answer(),)


def test_of_two_answers_of_one_id_the_first_stays(store: Store) -> None:
    learner = learner_of(TOKEN)
    store.record(learner, answer(who="W"))
    assert not store.record(learner, answer(who="E"))
    assert store.attempts(learner) == (answer(who="W"),)


def test_two_learners_may_have_answers_of_one_id(store: Store) -> None:
    one, other = learner_of(TOKEN), learner_of("b" * 32)
    assert store.record(one, answer(who="E"))
    assert store.record(other, answer(who="W"))
    assert store.attempts(one) == (answer(who="E"),)
    assert store.attempts(other) == (answer(who="W"),)


def test_answers_come_back_by_time_and_those_of_one_moment_as_given(store: Store) -> None:
    learner = learner_of(TOKEN)
    for name, after in (("c", 2), ("a", 1), ("b", 1), ("d", 0)):
        store.record(learner, answer(name, after=after))
    assert [attempt.id[-1] for attempt in store.attempts(learner)] == ["d", "a", "b", "c"]


def test_a_time_of_any_zone_comes_back_as_the_same_moment_in_utc(store: Store) -> None:
    learner = learner_of(TOKEN)
    moment = NOW.astimezone(timezone(timedelta(hours=9))) + timedelta(microseconds=1)
    store.record(learner, replace(answer(), at=moment))
    (found,) = store.attempts(learner)
    assert found.at == moment
    assert found.at.utcoffset() == timedelta(0)


@pytest.mark.parametrize(
    "change",
    [
        lambda it: replace(it, puzzle="1 who-wins partnership culbertson N=C E=S S=D W=H"),
        lambda it: replace(it, puzzle=it.puzzle + "\x00"),
        lambda it: replace(it, puzzle=it.puzzle + "\n"),
        lambda it: replace(it, id=""),
        lambda it: replace(it, id="x" * 101),
        lambda it: replace(it, answer="E\n"),
        lambda it: replace(it, answer="E" * 3000),
        lambda it: replace(it, mode="\ud800"),
        lambda it: replace(it, mode="x" * 101),
        lambda it: replace(it, misconception="x" * 101),
    ],
)
def test_what_no_file_could_carry_is_not_stored(
    store: Store, change: Callable[[Attempt], Attempt]
) -> None:
    with pytest.raises(ValueError, match=r".+"):
        store.record(learner_of(TOKEN), change(answer()))
    assert rows(store, learners) == 0


def test_an_answer_about_a_rule_of_a_later_version_is_passed_over_but_kept(store: Store) -> None:
    learner = learner_of(TOKEN)
    store.record(learner, answer(1))
    store.record(learner, answer(2))
    with store.engine.execution_options(writes=True).begin() as connection:
        later = sa.update(attempts).where(attempts.c.id == "answer-1").values(rule="bid.open")
        connection.execute(later)
    assert store.attempts(learner) == (answer(2),)
    assert store.holdings(learner).attempts == 2


# ------------------------------------------------------------------------ at once


def test_the_same_answer_from_many_threads_is_new_to_one_of_them(store: Store) -> None:
    learner = learner_of(TOKEN)
    with ThreadPoolExecutor(20) as pool:
        new = list(pool.map(lambda _: store.record(learner, answer()), range(40)))
    assert Counter(new) == {True: 1, False: 39}
    assert (rows(store, learners), rows(store, browsers), rows(store, attempts)) == (1, 1, 1)


def test_twenty_threads_lose_nothing(store: Store) -> None:
    learner = learner_of(TOKEN)

    def write(thread: int) -> None:
        for each in range(4):
            assert store.record(learner, answer(f"{thread}-{each}"))
            store.note_step(learner, "ruffing", each + 1, now=NOW)
            store.save_settings(learner, {f"setting-{thread}": str(each)}, now=NOW)

    with ThreadPoolExecutor(20) as pool:
        list(pool.map(write, range(20)))
    assert len({attempt.id for attempt in store.attempts(learner)}) == 80
    assert store.settings(learner) == {f"setting-{thread}": "3" for thread in range(20)}


def test_erasing_while_answers_come_leaves_no_half(store: Store) -> None:
    learner = learner_of(TOKEN)

    def work(each: int) -> None:
        if each % 10 == 5:
            store.erase(learner)
        else:
            store.record(learner, answer(each))

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(100)))
    store.erase(learner)
    assert (rows(store, learners), rows(store, browsers), rows(store, attempts)) == (0, 0, 0)


def test_an_answer_given_while_its_browser_goes_over_comes_along(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner, browser = learner_of(TOKEN), learner_of("b" * 32)
    store.record(browser, answer(1))
    code, read = store.resume_code(learner, now=NOW), stored_rows.work_of
    with ThreadPoolExecutor(1) as pool:

        def meanwhile(connection: sa.Connection, row: int | None) -> Work:
            had = read(connection, row)
            wait([pool.submit(store.record, browser, answer(2))], 0.3)
            return had

        monkeypatch.setattr(stored_rows, "work_of", meanwhile)
        store.resume(browser, code, now=NOW)
    assert store.attempts(learner) == (answer(1), answer(2))


def test_two_programs_may_start_at_once(database: str) -> None:
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(open_store, [database] * 4))
    assert [it.record(learner_of(TOKEN), answer()) for it in stores] == [True, False, False, False]
    for store in stores:
        store.close()


# ------------------------------------------------------------- learners and erasing


def test_who_only_looks_leaves_no_trace(store: Store) -> None:
    learner = learner_of(TOKEN)
    assert store.attempts(learner) == ()
    assert store.course(learner) == {}
    assert store.settings(learner) == {}
    assert store.holdings(learner) == StoredAmounts()
    assert store.erase(learner) == StoredAmounts()
    assert store.resume(learner, new_resume_code(), now=NOW) is None
    assert (rows(store, learners), rows(store, browsers)) == (0, 0)


@pytest.mark.parametrize(
    "token", ["", "a" * 31, "a" * 33, "a" * 31 + "ä", "a" * 31 + "\n", "٣" * 32]
)
def test_what_is_no_token_is_refused(token: str) -> None:
    with pytest.raises(ValueError, match="not a token"):
        learner_of(token)


def test_neither_token_nor_code_stands_in_the_database(tmp_path: Path) -> None:
    token = new_token()
    with open_store(f"sqlite:///{tmp_path / 'progress.db'}") as store:
        learner = learner_of(token)
        store.record(learner, answer())
        code = store.resume_code(learner, now=NOW)
    held = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert digest("token", token).encode() in held
    assert token.encode() not in held
    assert code.encode() not in held
    assert code.replace("-", "").encode() not in held


def test_erasing_says_what_it_erases_and_leaves_others_alone(store: Store) -> None:
    learner, other = learner_of(TOKEN), learner_of("b" * 32)
    store.record(other, answer())
    for each in range(3):
        store.record(learner, answer(each))
    store.note_step(learner, "ruffing", 2, now=NOW)
    store.save_settings(learner, {"language": "ja", "colours": "two"}, now=NOW)
    store.resume_code(learner, now=NOW)
    held = StoredAmounts(attempts=3, lessons=1, browsers=1)
    assert store.holdings(learner) == held
    assert store.erase(learner) == held
    assert store.erase(learner) == StoredAmounts()
    assert store.holdings(learner) == StoredAmounts()
    assert store.attempts(other) == (answer(),)
    assert store.record(learner, answer(1)), "the same cookie begins afresh"


def test_what_is_erased_is_overwritten_in_the_file(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path / 'progress.db'}") as store:
        learner = learner_of(TOKEN)
        store.record(learner, answer("remarkable"))
        store.erase(learner)
    assert b"remarkable" not in b"".join(path.read_bytes() for path in tmp_path.iterdir())


# ------------------------------------------------------------- lessons and settings


def test_a_lesson_keeps_the_last_step_and_the_first_end(store: Store) -> None:
    learner = learner_of(TOKEN)
    later = NOW + timedelta(days=1)
    store.note_step(learner, "ruffing", 5, now=NOW)
    store.finish_lesson(learner, "ruffing", now=NOW)
    store.note_step(learner, "ruffing", 2, now=later)
    store.finish_lesson(learner, "ruffing", now=later)
    store.finish_lesson(learner, "the-table", now=later)
    assert store.course(learner) == {
        "ruffing": LessonProgress("ruffing", 2, later, NOW),
        "the-table": LessonProgress("the-table", 1, later, later),
    }


def test_there_is_no_step_nought(store: Store) -> None:
    with pytest.raises(ValueError, match="count from 1"):
        store.note_step(learner_of(TOKEN), "ruffing", 0, now=NOW)


def test_saved_settings_change_and_the_others_stay(store: Store) -> None:
    learner = learner_of(TOKEN)
    store.save_settings(learner, {"language": "ja", "colours": "two"}, now=NOW)
    store.save_settings(learner, {"language": "en"}, now=NOW)
    assert store.settings(learner) == {"language": "en", "colours": "two"}


def test_a_setting_is_replaced_only_where_it_is_as_it_was_known(store: Store) -> None:
    replace_ = partial(store.replace_setting, learner_of(TOKEN), "deal", now=NOW)
    store.save_settings(learner_of(TOKEN), {"language": "en"}, now=NOW)
    assert replace_("1", base="") == "1"
    assert replace_("2", base="1") == "2"
    assert replace_("2", base="1") == "2", "it was sent twice"
    assert replace_("3", base="1") == "2"
    assert store.settings(learner_of(TOKEN)) == {"language": "en", "deal": "2"}
    store.erase(learner_of(TOKEN))
    assert replace_("3", base="2") == ""
    assert (rows(store, learners), rows(store, browsers)) == (0, 0)


def test_of_many_who_replace_a_setting_at_once_one_does(store: Store) -> None:
    learner = learner_of(TOKEN)
    store.save_settings(learner, {"deal": "before"}, now=NOW)

    def move(number: int) -> bool:
        return store.replace_setting(learner, "deal", f"{number}", base="before", now=NOW) == str(
            number
        )

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(move, range(20))) == 1


# ------------------------------------------------------------------- resume codes


def test_a_code_has_a_hundred_bits_and_no_look_alikes() -> None:
    assert (len(ALPHABET), len(set(ALPHABET))) == (32, 32)
    assert not set(ALPHABET) & set("ILOU")
    code = new_resume_code()
    assert [len(group) for group in code.split("-")] == [5, 5, 5, 5]
    assert len({new_resume_code() for _ in range(1000)}) == 1000


@pytest.mark.parametrize(
    "typed",
    [
        "7kq2m-0a1bc-defgh-jkvnp",
        " 7KQ2M 0A1BC DEFGH JKVNP ",
        "7KQ2M0A1BCDEFGHJKVNP",
        "7KQ2M-OAIBC-DEFGH-JKUNP",
        "7KQ2M-OALBC-DEFGH-JKVNP",
        "７ＫＱ２Ｍー０Ａ１ＢＣ－ＤＥＦＧＨ‐ＪＫＶＮＰ",
        "My code is 7kq2m-0a1bc-defgh-jkvnp, for the next hour",
        "コードは７ＫＱ２Ｍー０Ａ１ＢＣーＤＥＦＧＨーＪＫＶＮＰです",
        "https://calypso.example.org/record?lang=ja&code=7KQ2M-0A1BC-DEFGH-JKVNP",
    ],
)
def test_a_code_is_read_as_people_type_it(typed: str) -> None:
    assert read_resume_code(typed) == "7KQ2M-0A1BC-DEFGH-JKVNP"


@pytest.mark.parametrize("typed", ["", "7KQ2M", "7KQ2M-0A1BC-DEFGH-JKVN?", "x" * 10**6, "東" * 20])
def test_what_cannot_be_a_code_is_none(store: Store, typed: str) -> None:
    assert read_resume_code(typed) is None
    assert store.resume(learner_of(TOKEN), typed, now=NOW) is None


def test_another_browser_resumes_by_the_code(store: Store) -> None:
    learner, browser = learner_of(TOKEN), learner_of("b" * 32)
    store.record(learner, answer(1))
    code = store.resume_code(learner, now=NOW)
    assert store.resume(browser, code.lower(), now=NOW) == Merged()
    assert store.resume(browser, code, now=NOW) == Merged(shared=True), "twice is once"
    store.record(browser, answer(2))
    assert store.attempts(learner) == store.attempts(browser) == (answer(1), answer(2))
    assert store.holdings(learner).browsers == 2
    assert store.erase(browser).attempts == 2
    assert store.attempts(learner) == ()


def test_a_code_works_for_one_browser(store: Store) -> None:
    learner, browser, thief, other = (learner_of(sign * 32) for sign in "abcd")
    store.record(learner, answer(1))
    code, theirs = store.resume_code(learner, now=NOW), store.resume_code(other, now=NOW)
    assert store.resume(browser, code, now=NOW) == Merged()
    assert store.resume(thief, code, now=NOW) is None
    assert store.attempts(thief) == ()
    new = store.resume_code(learner, now=NOW)
    assert store.resume(thief, new, now=NOW) == Merged()
    assert store.resume(learner_of("e" * 32), theirs, now=NOW) == Merged(), "nobody has used it"


def test_of_many_browsers_that_send_a_code_at_once_one_is_let_in(store: Store) -> None:
    learner = learner_of(TOKEN)
    store.record(learner, answer(1))
    code = store.resume_code(learner, now=NOW)
    with ThreadPoolExecutor(8) as pool:
        came = pool.map(lambda n: store.resume(learner_of(f"{n:032d}"), code, now=NOW), range(8))
        assert sum(found is not None for found in came) == 1
    assert store.holdings(learner).browsers == 2


def test_a_code_works_for_an_hour(store: Store) -> None:
    learner, browser = learner_of(TOKEN), learner_of("b" * 32)
    code = store.resume_code(learner, now=NOW)
    late = NOW + CODE_LASTS + timedelta(seconds=1)
    assert store.resume(browser, code, now=late) is None
    assert store.resume(browser, code, now=NOW + CODE_LASTS) == Merged()


def test_a_new_code_ends_the_old_one(store: Store) -> None:
    learner = learner_of(TOKEN)
    old, new = (store.resume_code(learner, now=NOW) for _ in range(2))
    assert store.resume(learner_of("b" * 32), old, now=NOW) is None
    assert store.resume(learner_of("b" * 32), new, now=NOW) == Merged()


def test_what_the_other_browser_had_comes_along(store: Store) -> None:
    learner, browser = learner_of(TOKEN), learner_of("b" * 32)
    store.record(learner, answer(1))
    store.save_settings(learner, {"language": "en"}, now=NOW)
    store.record(browser, answer(1))
    store.record(browser, answer(2))
    store.note_step(browser, "ruffing", 3, now=NOW)
    store.save_settings(browser, {"language": "ja", "colours": "two"}, now=NOW)
    code = store.resume_code(learner, now=NOW)
    assert store.resume(browser, code, now=NOW) == Merged(1, 1, known=1)
    assert store.attempts(learner) == store.attempts(browser) == (answer(1), answer(2))
    assert store.settings(browser) == {"language": "en", "colours": "two"}
    assert rows(store, learners) == 1, "the learner nobody can find any more is gone"


def test_a_double_click_on_resume_does_it_once(store: Store) -> None:
    learner, browser = learner_of(TOKEN), learner_of("b" * 32)
    store.record(learner, answer(1))
    store.record(browser, answer(2))
    code = store.resume_code(learner, now=NOW)
    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(store.resume, browser, code, now=NOW) for _ in range(4)]
    results = [it.result() for it in done]
    assert sorted(result.attempts for result in results if result) == [0, 0, 0, 1]
    assert store.attempts(learner) == store.attempts(browser) == (answer(1), answer(2))
    assert (rows(store, learners), rows(store, browsers)) == (1, 2)


# --------------------------------------------------------------------- migrations


def revisions() -> list[str]:
    script = ScriptDirectory.from_config(migrations())
    return [step.revision for step in script.walk_revisions()][::-1]


@pytest.mark.parametrize("start", [None, *revisions()])
def test_migrations_lead_to_the_tables_from_wherever_they_start(
    database: str, start: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if start:
        with monkeypatch.context() as patch:
            patch.setattr("tutor.store.database._bring_up_to_date", lambda *_: None)
            engine = open_engine(database)
        with migrating(engine) as connection:
            migrate(connection, start)
        engine.dispose()
    engine = open_engine(database)
    with engine.connect() as connection:
        context = MigrationContext.configure(
            connection, opts={"version_table": VERSION_TABLE, "compare_server_default": True}
        )
        assert compare_metadata(context, METADATA) == []
        assert context.get_current_revision() == revisions()[-1]
    engine.dispose()


def saved_under_the_first_version(engine: sa.Engine) -> None:
    """Make the tables of version 0.1.0 and write a learner there, as that version did."""
    now = NOW.replace(tzinfo=None) if engine.dialect.name == "sqlite" else NOW
    given = answer()
    parts = {"puzzle": given.puzzle, "answer": "E", "correct": True, "hinted": False, "app": "0.1"}
    with migrating(engine) as connection:
        migrate(connection, "0003")
        first = sa.MetaData()
        first.reflect(connection)
        for table, values in {
            "learners": {"id": 7, "created": now, "settings": {"hints": "on"}},
            "browsers": {"key": digest("token", TOKEN), "learner": 7, "since": now},
            "lessons": {"learner": 7, "lesson": "ruffing", "step": 3, "at": now},
            "attempts": {"learner": 7, "id": given.id, "at": now, "mode": given.mode, **parts}
            | {"rule": given.rule.value},
        }.items():
            connection.execute(sa.insert(first.tables[table]).values(values))


def test_what_was_saved_under_the_first_version_is_there_under_the_last(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("tutor.store.database._bring_up_to_date", lambda *_: None)
        engine = open_engine(database)
    saved_under_the_first_version(engine)
    engine.dispose()
    with open_store(database) as store:
        learner = learner_of(TOKEN)
        assert store.attempts(learner) == (answer(),)
        assert store.course(learner) == {"ruffing": LessonProgress("ruffing", 3, NOW)}
        assert store.settings(learner) == {"hints": "on"}
        assert rows(store, games) == 0
        assert store.record(learner, answer(2)), "the count of attempts goes on"


ANEW: Mapping[str, Literal["always", "auto"]] = {"sqlite": "always", "postgresql": "auto"}
"""Where Alembic makes a table anew to change it."""


def test_a_migration_may_make_a_table_anew_without_losing_what_belongs_to_it(database: str) -> None:
    kind = sa.make_url(database).get_backend_name()
    with open_store(database) as store:
        learner = learner_of(TOKEN)
        store.record(learner, answer())
        with migrating(store.engine) as connection:
            operations = Operations(MigrationContext.configure(connection))
            with operations.batch_alter_table("learners", recreate=ANEW[kind]) as batch:
                batch.add_column(sa.Column("extra", sa.String(10)))
        assert store.attempts(learner) == (answer(),)


def test_a_migration_that_fails_changes_nothing(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(connection: sa.Connection, revision: str) -> None:
        migrate(connection, revision)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("tutor.store.database.migrate", fail)
        with pytest.raises(KeyboardInterrupt):
            open_store(database)
    engine = sa.create_engine(database)
    assert sa.inspect(engine).get_table_names() == []
    engine.dispose()
    with open_store(database) as store:
        assert store.record(learner_of(TOKEN), answer())


def test_tables_of_a_newer_program_are_left_alone(database: str) -> None:
    with open_store(database) as store:
        store.record(learner_of(TOKEN), answer())
        with store.engine.execution_options(writes=True).begin() as connection:
            reached = sa.table(VERSION_TABLE, sa.column("version_num"))
            connection.execute(sa.update(reached).values(version_num="9999"))
    with pytest.raises(StoreError, match="newer version of the tutor") as caught:
        open_store(database)
    assert caught.value.key == "newer"
    engine = sa.create_engine(database)
    with engine.connect() as connection:
        assert connection.scalar(sa.select(sa.func.count()).select_from(attempts)) == 1
    engine.dispose()


# ------------------------------------------------------------------------- faults


def test_every_fault_has_words_in_every_language() -> None:
    for key in FAULTS:
        assert set(entries()[f"store.{key}"]) == set(LANGUAGES)


def test_what_a_database_says_in_many_lines_is_told_in_one() -> None:
    said = str(fault("unreachable", "x", "connection refused\n\tIs the server running?"))
    assert said.endswith("(connection refused Is the server running?)")


def test_a_locked_file_is_said_to_be_busy_and_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.store.database.LONGEST_WAIT", 0.1)
    path = tmp_path / "progress.db"
    with open_store(f"sqlite:///{path}") as store:
        learner = learner_of(TOKEN)
        store.record(learner, answer(1))
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="nothing was written") as caught:
            store.record(learner, answer(2))
        assert caught.value.key == "busy"
        assert store.attempts(learner) == (answer(1),), "who reads does not wait"
        other.execute("ROLLBACK")
        other.close()
        assert store.record(learner, answer(2))


def test_what_is_written_into_a_removed_file_is_not_said_to_be_kept(tmp_path: Path) -> None:
    """On Unix a file that is open goes on without its name: all of it was lost, and no word."""
    folder = tmp_path / "data"
    url = f"sqlite:///{folder / 'progress.db'}"
    with open_store(url) as store:
        learner = learner_of(TOKEN)
        store.record(learner, answer(1))
        folder.rename(tmp_path / "away")
        for _ in range(2):
            with pytest.raises(StoreError, match="it is gone") as caught:
                store.record(learner, answer(2))
            assert caught.value.key == "unwritable"
        with pytest.raises(StoreError, match="it is gone"):
            store.attempts(learner)
        with pytest.raises(StoreError, match="it is gone"):
            open_store(url)  # as whoever asks whether the tutor is ready
        assert not folder.exists(), "an empty one in its place would be taken for it"
        (tmp_path / "away").rename(folder)
        assert store.record(learner, answer(2))
    with open_store(url) as store:
        assert store.attempts(learner) == (answer(1), answer(2))


def test_a_file_that_was_put_in_the_place_of_another_is_the_one_that_is_used(
    tmp_path: Path,
) -> None:
    """A copy that was restored beside a running tutor would be written by nobody."""
    learner = learner_of(TOKEN)
    with open_store(f"sqlite:///{tmp_path / 'copy.db'}") as copy:
        copy.record(learner, answer(1))
    with open_store(f"sqlite:///{tmp_path / 'progress.db'}") as store:
        store.record(learner, answer(2))
        (tmp_path / "copy.db").replace(tmp_path / "progress.db")
        for end in ("-wal", "-shm"):
            (tmp_path / f"progress.db{end}").unlink(missing_ok=True)
        assert store.attempts(learner) == (answer(1),)
        assert store.record(learner, answer(3))
    with open_store(f"sqlite:///{tmp_path / 'progress.db'}") as store:
        assert store.attempts(learner) == (answer(1), answer(3))


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    path.write_bytes(b"my grandmother's recipes " * 1000)
    with pytest.raises(StoreError) as caught:
        open_store(f"sqlite:///{path}")
    assert caught.value.key == "damaged"
    assert str(path) in str(caught.value)
    assert path.read_bytes() == b"my grandmother's recipes " * 1000


def test_a_database_of_somebody_else_is_left_as_it_is(database: str) -> None:
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(sa.text("CREATE TABLE learners (name VARCHAR(20))"))
        connection.execute(sa.text("INSERT INTO learners VALUES ('Josephine')"))
    with pytest.raises(StoreError) as caught:
        open_store(database)
    assert caught.value.key == "damaged"
    with engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT name FROM learners")) == "Josephine"
    assert sa.inspect(engine).get_table_names() == ["learners"]
    engine.dispose()


def test_a_damaged_page_is_told_and_the_file_kept(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    with open_store(f"sqlite:///{path}") as store:
        for each in range(200):
            store.record(learner_of(TOKEN), answer(each))
    held = bytearray(path.read_bytes())
    held[4096:] = b"\xff" * (len(held) - 4096)
    path.write_bytes(held)
    with pytest.raises(StoreError) as caught, open_store(f"sqlite:///{path}") as store:
        store.attempts(learner_of(TOKEN))
    assert caught.value.key == "damaged"
    assert path.stat().st_size == len(held)


@pytest.mark.parametrize(("free", "key"), [(0, "full"), (4096, "full"), (10**9, "damaged")])
def test_a_sound_file_on_a_full_disk_is_not_called_damaged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, key: str
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=free))
    said = sa.exc.OperationalError("BEGIN", {}, sqlite3.OperationalError("disk I/O error"))
    with pytest.raises(StoreError) as caught, explained(f"{tmp_path}/progress.db"):
        raise said
    assert caught.value.key == key
    assert ("put it aside" in str(caught.value)) is (key == "damaged")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError) as caught:
        open_store(f"sqlite:///{tmp_path / 'file' / 'progress.db'}")
    assert caught.value.key == "unwritable"


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("postgresql://nobody@127.0.0.1:1/none?connect_timeout=2", "unreachable"),
        ("not an address", "unreachable"),
        ("frobnicate://x/y", "driver"),
        ("sqlite://", "unwritable"),
    ],
)
def test_a_database_that_cannot_be_opened_is_told(url: str, key: str) -> None:
    with pytest.raises(StoreError) as caught:
        open_store(url)
    assert caught.value.key == key


def test_a_password_is_never_told() -> None:
    with pytest.raises(StoreError) as caught:
        open_store("postgresql://me:geheim@127.0.0.1:1/none?connect_timeout=2")
    assert "geheim" not in str(caught.value)


def test_nor_is_what_stands_behind_an_at_in_it() -> None:
    with pytest.raises(StoreError) as caught:
        open_store("postgresql://me:ge@heim@127.0.0.1:1/none?connect_timeout=2")
    assert "heim" not in str(caught.value)
    assert "@ in the password as %40" in str(caught.value)


def test_a_fault_tells_the_log_nothing_of_a_learner(database: str) -> None:
    engine = sa.create_engine(database)
    with open_store(database) as store:
        learner, given = learner_of(TOKEN), answer()
        with engine.begin() as connection:
            connection.execute(sa.text("DROP TABLE attempts"))
        with pytest.raises(StoreError) as caught:
            store.record(learner, given)
    engine.dispose()
    told = "".join(format_exception(caught.value))
    assert "INSERT INTO attempts" in told
    for private in (TOKEN, learner.key, given.id, given.puzzle):
        assert private not in told


def test_a_broken_connection_is_made_again(postgres: str, postgres_database: str) -> None:
    cut = sa.text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name"
    )
    with open_store(postgres_database) as store:
        learner = learner_of(TOKEN)
        store.record(learner, answer(1))
        engine = sa.create_engine(postgres)
        with engine.connect() as connection:
            name = sa.make_url(postgres_database).query["application_name"]
            assert connection.execute(cut, {"name": name}).all()
        engine.dispose()
        assert store.record(learner, answer(2))
        assert store.attempts(learner) == (answer(1), answer(2))


# -------------------------------------------------------------------- where it is


def test_progress_is_kept_where_the_environment_says() -> None:
    named = {"DATABASE_URL": "postgresql://db/calypso", "CALYPSO_DATA": "folder"}
    assert address(named) == "postgresql://db/calypso"
    del named["DATABASE_URL"]
    assert str(address(named)) == f"sqlite:///{Path('folder').absolute() / 'progress.db'}"
    del named["CALYPSO_DATA"]
    assert str(address(named)).startswith("sqlite:///")
    assert "calypso-tutor" in str(address(named))


def test_the_folder_is_made_on_the_first_run(tmp_path: Path) -> None:
    folder = tmp_path / "new folder" / "100 %, what? #1 カリプソ"
    with open_store(address({"CALYPSO_DATA": str(folder)})) as store:
        assert store.record(learner_of(TOKEN), answer())
    assert stat.S_ISREG((folder / "progress.db").stat().st_mode)
    if os.name == "posix":  # the secret by which cookies are signed is nobody else's to read
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_in_a_folder_that_all_may_read_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with open_store(address({"CALYPSO_DATA": str(tmp_path)})) as store:
        assert store.record(learner_of(TOKEN), answer())
        kept = list(tmp_path.glob("progress.db*"))
        assert len(kept) > 1, "what is not in the file yet stands beside it"
        assert {stat.S_IMODE(path.stat().st_mode) for path in kept} == {0o600}


def test_rules_fit_their_column() -> None:
    assert max(len(rule.value) for rule in Rule) <= 100
