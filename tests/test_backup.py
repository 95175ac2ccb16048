"""A backup holds everything, comes back byte for byte, and is refused where it would do harm."""

import gzip
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stderr
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import Engine, create_engine, event, text

from engine.rules import Rule
from tests.learner import NOW, attempt
from tests.postgres import BACKENDS
from tutor.__main__ import main
from tutor.rooms import RoomOptions
from tutor.rooms.agenda import DraftQuestion
from tutor.rooms.store import Rooms
from tutor.store import Store, backup, learner_of, new_token, open_store
from tutor.store.backup import BackupError, back_up, count, move_database, restore
from tutor.store.database import open_engine, opened
from tutor.store.faults import StoreError

pytest_plugins = ["tests.postgres"]
LINE = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"


def filled(url: str) -> None:
    """Two learners with answers, settings, a lesson and a code; and a room with a member."""
    with open_store(url) as store:
        for number in range(2):
            learner = learner_of(new_token())
            for _ in range(3):
                given = attempt(Rule.RUFF_WINS, misconception="no-trumps")
                assert store.record(learner, replace(given, puzzle=LINE, answer="N"))
            store.save_settings(learner, {"language": "ja"}, now=NOW)
            store.note_step(learner, f"lesson-{number}", 3, now=NOW)
            store.resume_code(learner, now=NOW)


@pytest.fixture(params=BACKENDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'first.db'}"
    return str(request.getfixturevalue("postgres_database"))


@pytest.fixture
def engine(url: str) -> Iterator[Engine]:
    filled(url)
    found = open_engine(url)
    yield found
    found.dispose()


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Engine]:
    found = open_engine(f"sqlite:///{tmp_path / 'empty.db'}")
    yield found
    found.dispose()


def test_a_restored_backup_is_the_same_byte_for_byte(
    engine: Engine, empty: Engine, tmp_path: Path
) -> None:
    counts = back_up(engine, tmp_path / "1")
    assert counts["attempts"] == 6
    assert counts["learners"] == counts["browsers"] == counts["lessons"] == 2
    assert restore(empty, tmp_path / "1") == counts
    assert back_up(empty, tmp_path / "2") == counts
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_after_a_move_everything_goes_on(engine: Engine, tmp_path: Path) -> None:
    new = f"sqlite:///{tmp_path / 'new.db'}"
    target = open_engine(new)
    before, after = move_database(engine, target, tmp_path)
    target.dispose()
    assert before == after
    assert not list(tmp_path.glob("*backup*")), "everybody's answers lie about nowhere"
    filled(new)  # numbers of new rows do not meet those that came along
    moved = open_engine(new)
    with moved.connect() as connection:
        assert count(connection)["attempts"] == 12
    moved.dispose()


def test_postgresql_numbers_new_rows_after_those_that_came(
    postgres_database: str, tmp_path: Path
) -> None:
    filled(first := f"sqlite:///{tmp_path / 'first.db'}")
    origin, target = open_engine(first), open_engine(postgres_database)
    move_database(origin, target, tmp_path)
    origin.dispose()
    target.dispose()
    filled(postgres_database)
    after = open_engine(postgres_database)
    with after.connect() as connection:
        assert count(connection)["attempts"] == 12
    after.dispose()


def test_a_database_with_anything_in_it_is_not_written_over(engine: Engine, tmp_path: Path) -> None:
    counts = back_up(engine, tmp_path / "1")
    with pytest.raises(BackupError, match="not empty: learners"):
        restore(engine, tmp_path / "1")
    assert back_up(engine, tmp_path / "2") == counts


SECRET = b'["secrets", {"name": %s, "value": %s}]'


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda lines: lines[:-1], "ends too early"),
        (lambda lines: [b'{"format": "x"}', *lines[1:]], "no backup of the tutor"),
        (lambda lines: [re.sub(rb'"schema": "', b'\\g<0>9', lines[0]), *lines[1:]], "of version"),
        (lambda lines: [re.sub(rb'n": 1\b', b'n": 2', lines[0]), *lines[1:]], "not know"),
        (lambda lines: [lines[0], b'["learners", {}]', *lines[1:]], "damaged"),
        (lambda lines: [lines[0], b'["learners"]', *lines[1:]], "no row of ours"),
        (lambda lines: [*lines[:-1], b'{"learners": 2}', lines[-1]], "no row of ours"),
        (lambda lines: [lines[0], b"nonsense", *lines[1:]], "cannot be read"),
        (lambda lines: [lines[0], *lines[2:]], "belongs to none|rows"),
        (lambda lines: [lines[0], b"[" * 200_000, *lines[1:]], "cannot be read"),
        (lambda lines: [lines[0], b'[["learners"], {}]', *lines[1:]], "no row of ours"),
        (lambda lines: [re.sub(rb'"schema": "\d+"', b'"schema": []', lines[0])], "of version"),
        (lambda lines: [lines[0], SECRET % (b"[]", b"{}"), lines[-1]], "no database"),
        (lambda lines: [lines[0], SECRET % (b'"a"', b'"\\ud800"'), lines[-1]], "no database"),
    ],
)  # fmt: skip
def test_what_is_damaged_is_refused_and_nothing_is_written(
    change: object, said: str, tmp_path: Path, empty: Engine
) -> None:
    assert callable(change)
    filled(first := f"sqlite:///{tmp_path / 'first.db'}")
    origin = open_engine(first)
    back_up(origin, good := tmp_path / "good")
    origin.dispose()
    lines = gzip.decompress(good.read_bytes()).splitlines()
    bad = tmp_path / "bad"
    bad.write_bytes(gzip.compress(b"\n".join(change(lines)) + b"\n"))
    with pytest.raises(BackupError, match=said):
        restore(empty, bad)
    with empty.connect() as connection:
        assert set(count(connection).values()) == {0}


def test_of_a_line_without_an_end_no_more_is_read_than_a_row_has(
    empty: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A megabyte of a backup may be a line of gigabytes once unpacked."""
    monkeypatch.setattr(backup, "_LONGEST_LINE", 1_000)
    bad = tmp_path / "bad"
    bad.write_bytes(gzip.compress(b'{"format": "calypso-backup", "x": "' + b"x" * 10_000 + b'"}'))
    with pytest.raises(BackupError, match="cannot be read"):
        restore(empty, bad)


def test_half_a_file_and_no_file_are_refused(empty: Engine, tmp_path: Path) -> None:
    filled(first := f"sqlite:///{tmp_path / 'first.db'}")
    origin = open_engine(first)
    back_up(origin, good := tmp_path / "good")
    origin.dispose()
    half = tmp_path / "half"
    half.write_bytes(good.read_bytes()[:-20])
    for bad in (half, tmp_path / "none"):
        with pytest.raises(BackupError):
            restore(empty, bad)


def test_a_backup_is_for_its_owner_alone(engine: Engine, tmp_path: Path) -> None:
    path = tmp_path / "whole.backup"
    (tmp_path / "whole.backup.unfinished").write_bytes(b"of one that was killed")
    for _ in range(2):
        back_up(engine, path)
        assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o600
        path.chmod(0o644)  # as an older version left it


def test_a_backup_that_cannot_be_finished_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(url := f"sqlite:///{(file := tmp_path / 'first.db')}")
    with opened(url) as engine, engine.connect() as connection:
        wanted = "SELECT rootpage FROM sqlite_master WHERE name = 'attempts'"
        page = connection.exec_driver_sql(wanted).scalar_one()
        size = connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    with file.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(b"\xff" * size)
    (folder := tmp_path / "backups").mkdir()
    told = said("backup", str(folder), monkeypatch=monkeypatch, url=url)
    assert "the file is damaged" in told
    assert not list(folder.iterdir())


def test_why_a_database_takes_no_backup_is_told(empty: Engine, tmp_path: Path) -> None:
    filled(first := f"sqlite:///{tmp_path / 'first.db'}")
    with opened(first) as origin:
        back_up(origin, good := tmp_path / "good")
    empty.dispose()
    event.listen(empty, "connect", lambda raw, _: raw.execute("PRAGMA query_only=1"))
    with pytest.raises(StoreError, match="cannot be written"):
        restore(empty, good)


def test_a_database_without_japanese_is_not_taken_for_a_damaged_backup(
    postgres: str, tmp_path: Path
) -> None:
    with open_store(first := f"sqlite:///{tmp_path / 'first.db'}") as store:
        rooms(store)
    server = create_engine(postgres, isolation_level="AUTOCOMMIT")
    name = f"of_the_west_{os.getpid()}"
    with server.connect() as connection:
        kind = "ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0"
        connection.execute(text(f"CREATE DATABASE {name} {kind}"))
    url = server.url.set(database=name)
    told = pytest.raises(BackupError, match="anew with --encoding UTF8")
    with opened(first) as origin, opened(url) as target, told:
        move_database(origin, target, tmp_path)
    with server.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.dispose()


def test_rooms_are_kept_too(tmp_path: Path, empty: Engine) -> None:
    with open_store(f"sqlite:///{tmp_path / 'rooms.db'}") as store:
        rooms(store)
    origin = open_engine(f"sqlite:///{tmp_path / 'rooms.db'}")
    counts = back_up(origin, tmp_path / "1")
    origin.dispose()
    assert counts["rooms"] == 1
    assert restore(empty, tmp_path / "1") == counts


@pytest.mark.parametrize(
    ("schema", "lacking"),
    [("0004", {"seconds", "place"}), ("0005", {"place"}), ("0006", set[str]())],
)
def test_a_backup_of_before_rooms_were_in_it_is_restored(
    schema: str, lacking: set[str], tmp_path: Path, empty: Engine
) -> None:
    """As it was written by the versions before, down to the tables the foot counts."""
    filled(first := f"sqlite:///{tmp_path / 'first.db'}")
    origin = open_engine(first)
    back_up(origin, today := tmp_path / "today")
    origin.dispose()
    head, *rows, foot = map(json.loads, gzip.decompress(today.read_bytes()).splitlines())
    for _, row in rows:
        for column in lacking:
            row.pop(column, None)
    counts = {name: n for name, n in foot["rows"].items() if not name.startswith("room")}
    old = [{**head, "schema": schema}, *rows, {"rows": counts}]
    path = tmp_path / "old"
    path.write_bytes(gzip.compress("\n".join(map(json.dumps, old)).encode()))
    found = restore(empty, path)
    assert {name: n for name, n in found.items() if n} == {k: n for k, n in counts.items() if n}
    assert back_up(empty, tmp_path / "again") == foot["rows"]


def test_the_commands_know_every_table_by_themselves(root: Path, tmp_path: Path) -> None:
    """The tests have the rooms' tables anyhow; a process of its own has what it asks for."""
    named = [f"sqlite:///{tmp_path / name}.db" for name in ("first", "moved")]
    with open_store(named[0]) as store:
        rooms(store)

    def calypso(*words: str, url: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "tutor", *words],
            cwd=root,
            env={**os.environ, "DATABASE_URL": url},
            check=True,
            capture_output=True,
            text=True,
        )
        return done.stdout

    calypso("backup", str(tmp_path / "copy"), url=named[0])
    with gzip.open(tmp_path / "copy", "rt", encoding="utf-8") as copy:
        counts = json.loads(copy.readlines()[-1])["rows"]
    assert {name: counts[name] for name in ("rooms", "room_members")} == {
        "rooms": 1,
        "room_members": 1,
    }
    assert "rooms: 1 before, 1 after" in calypso("move-store", named[1], url=named[0])
    with open_store(named[1]) as moved:
        assert Rooms(moved).count(now=NOW) == 1


def said(*words: str, monkeypatch: pytest.MonkeyPatch, url: str = "") -> str:
    """What a command of ours tells when it fails, with this database."""
    told = io.StringIO()
    with monkeypatch.context() as patch, redirect_stderr(told):
        patch.setenv("DATABASE_URL", url)
        try:
            code = main(list(words))
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 1
    assert code
    return told.getvalue()


def test_no_command_writes_a_copy_over_the_database_or_any_file_but_a_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(url := f"sqlite:///{(file := tmp_path / 'progress.db')}")
    before = file.read_bytes()
    (notes := tmp_path / "notes.txt").write_text("members: 30\n")
    (packed := tmp_path / "notes.gz").write_bytes(gzip.compress(b'{"members": 30}\n'))
    for path in (file, notes, packed):
        told = said("backup", str(path), monkeypatch=monkeypatch, url=url)
        assert "no backup; name another file" in told
    told = said("export-answers", str(file), monkeypatch=monkeypatch, url=url)
    assert "the database itself" in told
    assert file.read_bytes() == before
    assert notes.read_text() == "members: 30\n"
    assert not list(tmp_path.glob("*.unfinished"))
    with monkeypatch.context() as patch:
        patch.setenv("DATABASE_URL", url)
        for _ in range(2):  # a backup may take the place of another
            assert main(["backup", str(tmp_path / "copy")]) == 0


@pytest.mark.parametrize("setting", ["CALYPSO_DATA", "DATABASE_URL"])
def test_nothing_is_copied_from_a_database_that_is_not_there(
    setting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A backup of nought rows every night looks like one, until it is wanted."""
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path / "misspelt"))
    url = f"sqlite:///{tmp_path / 'misspelt' / 'progress.db'}" if setting == "DATABASE_URL" else ""
    for words in (
        ("backup", str(tmp_path / "copy")),
        ("export-answers", str(tmp_path / "copy")),
        ("move-store", f"sqlite:///{tmp_path / 'new.db'}"),
    ):
        told = said(*words, monkeypatch=monkeypatch, url=url)
        assert "no database at" in told.splitlines()[-1]
        assert "CALYPSO_DATA" in told
    assert not list(tmp_path.iterdir())


def rooms(store: Store) -> None:
    code = Rooms(store).open(
        new_token(), [DraftQuestion(LINE, Rule.SUIT_HIGHEST)], RoomOptions(), now=NOW
    )
    Rooms(store).join(code, new_token(), "花子", now=NOW)
