"""Alive, ready and figures: what machines are told, and that nobody else is told more."""

import asyncio
import inspect
import os
import re
import signal
import subprocess
import sys
from asyncio import gather, new_event_loop, selector_events
from collections import Counter
from collections.abc import Iterator
from errno import ENOSPC
from pathlib import Path
from threading import Event, Thread

import pytest
from sqlalchemy import URL, create_engine, make_url, text
from starlette.applications import Starlette
from starlette.types import Message

from tests.asgi import Answer, ask, asked, finish
from tests.closed import not_entered
from tutor.__main__ import main
from tutor.commands import databases
from tutor.pages.frame import progress, startup
from tutor.serving import checks, operations
from tutor.serving.operations import FIGURES, Figures, exposition
from tutor.store import open_store
from tutor.store.database import where_is
from tutor.store.transactions import turns_of
from tutor.store.workers import WriteQueues

pytest_plugins = ["tests.postgres"]

APP = Starlette(routes=operations.routes(lambda: 3, lambda: 2))


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path))
    monkeypatch.delenv("DATABASE_URL", raising=False)


def test_a_process_that_answers_is_alive() -> None:
    assert ask(APP, "/livez").status == 200


def test_it_is_ready_with_a_database() -> None:
    answer = ask(APP, "/readyz")
    assert answer.status == 200
    assert set(answer.json().values()) == {"ok"}


def test_it_is_not_ready_without_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path / "file"))
    answer = ask(APP, "/readyz")
    assert (answer.status, answer.json()) == (503, {"database": "cannot be used"})


@pytest.mark.parametrize("place", ["progress.db", ""])
def test_it_is_not_ready_with_a_file_that_it_may_only_read(
    place: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Restored by root, say: it can be read, all looked well, and nobody's answers were kept."""
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path))
    open_store().close()
    assert not bad(capsys)
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != tmp_path / place)
    assert f"may not write {tmp_path / place}" in bad(capsys)["database"]
    assert ask(APP, "/readyz").status == 503
    monkeypatch.setattr(progress, "unbounded", open_store)  # as in a process that has none yet
    startup.tell_of_store()
    assert "Nothing can be saved yet" in capsys.readouterr().err


def test_it_is_not_ready_with_a_server_that_it_may_only_read(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As managed ones are when the disk is nearly full: it can be read, and all looked well."""
    open_store(postgres_database).close()
    monkeypatch.setenv("DATABASE_URL", postgres_database)
    assert ask(APP, "/readyz").status == 200
    address = make_url(postgres_database)
    options = f"{address.query['options']} -cdefault_transaction_read_only=on"
    refusing = address.update_query_dict({"options": options}).render_as_string(hide_password=False)
    monkeypatch.setenv("DATABASE_URL", refusing)
    assert ask(APP, "/readyz").status == 503
    assert "the server is read-only" in bad(capsys)["database"]


def test_however_many_ask_a_silent_database_is_looked_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    speaks, looks = Event(), []

    def silent() -> Iterator[checks.Check]:
        looks.append(1)
        speaks.wait()
        yield checks.Check(name="database", found="here")

    monkeypatch.setattr(operations, "ready", silent)
    monkeypatch.setattr(operations, "_LONGEST", 0.1)

    async def everybody() -> tuple[list[Answer], Answer]:
        try:
            found = await gather(*(asked(APP, "/readyz") for _ in range(100)))
        finally:
            speaks.set()
        monkeypatch.setattr(operations, "_LONGEST", 60)
        return found, await asked(APP, "/readyz")

    waited, later = finish(everybody())
    assert {answer.status for answer in waited} == {503}
    assert waited[0].json() == {"database": "does not answer"}
    assert (later.status, later.json()) == (200, {"database": "ok"})
    assert len(looks) <= 2, "one for all who waited, another perhaps for who came later"


def test_it_is_not_ready_when_the_disk_is_nearly_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "FREE_BYTES", 10**18)
    answer = ask(APP, "/readyz")
    assert answer.status == 503
    assert answer.json()["database"] == "ok"
    assert "MB free" in answer.json()["disk"]


def test_figures_are_for_who_has_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    assert ask(APP, "/metrics").status == 404
    assert ask(APP, "/metrics", authorization="Bearer ").status == 404
    monkeypatch.setenv(operations.TOKEN, "open sesame")
    assert ask(APP, "/metrics").status == 404
    assert ask(APP, "/metrics", authorization="Bearer no").status == 404
    told = ask(APP, "/metrics", authorization="Bearer open sesame")
    assert told.status == 200
    assert "\ncalypso_rooms 3\n" in told.text
    assert "\ncalypso_store_pending_writes 2\n" in told.text


def test_figures_count() -> None:
    figures = Figures()
    for seconds in (0.1, 0.2, 0.3, 0.4):
        figures.pressed(seconds)
    figures.fault()
    with figures.socket():
        told = exposition(figures, None, 0)
    assert "calypso_presses_total 4\n" in told
    assert "calypso_faults_total 1\n" in told
    assert "calypso_sockets 1\n" in told
    assert "rooms" not in told
    assert "calypso_sockets 0\n" in exposition(figures, 0, 0)
    assert (figures.quantile(0.5), figures.quantile(0.95)) == (0.3, 0.4)


def test_who_waits_for_the_store_is_counted() -> None:
    def figure(name: str) -> int:
        told = exposition(Figures(), None, queues.count)
        lines = dict(line.rsplit(" ", 1) for line in told.splitlines())
        return int(lines[f"calypso_store_{name}"])

    turns, queues, done = turns_of("counted.db"), WriteQueues(), Event()

    def write() -> None:
        with turns.turn(30):
            pass

    waits, pending = figure("waits"), figure("pending_writes")
    with turns.turn(1):
        (writer := Thread(target=write)).start()
        while not turns.waiting:
            pass
        assert figure("waits") == waits + 1
    writer.join()
    queues.add("ann", done.wait)
    queues.add("ann", done.wait)
    assert figure("pending_writes") == pending + 2
    done.set()
    assert queues.drain(30)
    assert (figure("waits"), figure("pending_writes")) == (waits, pending)


def test_an_open_socket_is_counted_and_nothing_else() -> None:
    seen = []

    async def app(*_connection: object) -> None:
        seen.append(FIGURES.sockets)

    async def call(kind: str, path: str) -> None:
        scope = {"type": kind, "path": path, "headers": [], "server": ("x", 1), "scheme": "ws"}
        await operations.CountedSockets(app)(scope, None, None)  # type: ignore[arg-type]

    before = FIGURES.sockets
    for kind, path in (("websocket", "/_stcore/stream"), ("http", "/"), ("websocket", "/x")):
        finish(call(kind, path))
    assert seen == [before + 1, before, before]
    assert FIGURES.sockets == before


def test_once_a_process_is_asked_to_stop_no_stream_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    """What serves closes the streams that it has by then, and would wait for others for ever."""
    opened, stopped, said = list[bool](), list[int](), list[Message]()
    monkeypatch.setattr(operations, "_STOPPING", Event())
    monkeypatch.setattr(operations, "_end", lambda farewell: farewell())
    before = signal.signal(signal.SIGTERM, lambda sign, _: stopped.append(sign))

    async def app(*_connection: object) -> None:
        opened.append(True)

    async def send(message: Message) -> None:
        said.append(message)

    def call() -> None:
        scope = {
            "type": "websocket", "path": "/_stcore/stream", "headers": [], "server": ("x", 1),
            "scheme": "ws",
        }  # fmt: skip
        finish(operations.CountedSockets(app)(scope, None, send))  # type: ignore[arg-type]

    try:
        operations.heed_stop(lambda: None)
        call()
        assert (len(opened), said) == (1, [])
        signal.raise_signal(signal.SIGTERM)
        assert stopped == [signal.SIGTERM], "what serves stops as before"
        call()
        assert (len(opened), [one["type"] for one in said]) == (1, ["websocket.close"])
    finally:
        signal.signal(signal.SIGTERM, before)


def test_with_hardly_any_open_files_left_no_stream_opens(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where none is left, asyncio writes thousands of lines a second, and nobody is served."""
    opened, said = list[bool](), list[Message]()

    async def app(*_connection: object) -> None:
        opened.append(True)

    async def send(message: Message) -> None:
        said.append(message)

    serving = operations.CountedSockets(app)
    scope = {
        "type": "websocket", "path": "/_stcore/stream", "headers": [], "server": ("x", 1),
        "scheme": "ws",
    }  # fmt: skip
    for allowed in (checks.SPARE_FILES, checks.SPARE_FILES, 10**6, None):
        monkeypatch.setattr(checks, "raise_open_files", lambda allowed=allowed: allowed)
        finish(serving(scope, None, send))  # type: ignore[arg-type]
    assert [one["type"] for one in said] == ["websocket.close"] * 2
    assert opened == [True, True]
    assert len(caplog.messages) == 1


def test_who_opens_streams_without_end_leaves_room_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One machine held two thousand, and nobody else came in for as long as it did."""
    monkeypatch.setattr(operations, "most_of_one_address", lambda: 2)
    closed = list[Message]()

    async def stay(*_connection: object) -> None:
        await asyncio.sleep(3600)

    async def close(message: Message) -> None:
        closed.append(message)

    serving = operations.CountedSockets(stay)

    async def come(address: str) -> asyncio.Task[None]:
        scope = {
            "type": "websocket", "path": "/_stcore/stream", "headers": [], "server": ("x", 1),
            "scheme": "ws", "client": (address, 1),
        }  # fmt: skip
        stream = asyncio.create_task(serving(scope, None, close))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        return stream

    async def evening() -> None:
        callers = ["192.0.2.7"] * 3 + ["192.0.2.8"] * 2 + ["127.0.0.1"] * 5
        streams = [await come(address) for address in callers]
        assert [stream.done() for stream in streams] == [False] * 2 + [True] + [False] * 7
        assert [message["code"] for message in closed] == [1012]
        streams[0].cancel()
        await asyncio.wait(streams[:1])
        streams.append(await come("192.0.2.7"))
        assert not streams[-1].done()
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)
        assert not serving._from

    finish(evening())


def test_one_address_may_fill_a_quarter_and_a_hall_at_least(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for allowed, most in ((8192, 512), (None, 512), (1024, 200)):
        monkeypatch.setattr(checks, "raise_open_files", lambda allowed=allowed: allowed)
        assert checks.most_of_one_address() == most


def test_that_no_file_can_be_opened_is_logged_once_a_minute(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Asyncio would say it thousands of times a second, and nobody would be served."""
    hear, loop = operations.loop_faults(), new_event_loop()
    try:
        for moment in (1000, 1001, 1059, 1061):
            monkeypatch.setattr(operations, "monotonic", lambda moment=moment: moment)
            hear(loop, {"message": "socket.accept() out of system resource"})
            hear(loop, {"message": "another"})
    finally:
        loop.close()
    assert Counter(caplog.messages) == {
        "socket.accept() out of system resource": 2,
        "another": 4,
    }


def test_the_line_that_is_logged_seldom_is_one_of_asyncio() -> None:
    assert f"'{operations._OUT_OF_FILES}'" in inspect.getsource(selector_events)


def test_the_doctor_counts_four_open_files_for_every_browser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "raise_open_files", lambda: 1_060)
    assert main(["doctor"]) == 1
    assert "about 250 browsers" in capsys.readouterr().out


def test_the_doctor_says_what_is_well_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(checks, "OPEN_FILES", 1)
    assert main(["doctor"]) == 0
    assert "BAD" not in capsys.readouterr().out
    monkeypatch.setattr(checks, "OPEN_FILES", 10**9)
    monkeypatch.setenv("CALYPSO_ADDRESS", "cards.example.org")
    assert main(["doctor"]) == 1
    told = capsys.readouterr().out.splitlines()
    bad = {line.split()[1]: line for line in told if line.startswith("BAD")}
    assert set(bad) <= {"open", "address:"}
    assert "https://cards.example.org" in bad["address:"]


def test_the_doctor_knows_a_database_without_japanese(
    postgres: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of an encoding for the west alone; only the UTF8 of the guide takes every name."""
    engine = create_engine(postgres, isolation_level="AUTOCOMMIT")
    for encoding, told in (("LATIN1", True), ("UTF8", False)):
        name = f"of_{encoding.lower()}_{os.getpid()}"
        kind = f"ENCODING '{encoding}' LOCALE 'C' TEMPLATE template0"
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name} {kind}"))
        url = engine.url.set(database=name).render_as_string(hide_password=False)
        monkeypatch.setenv("DATABASE_URL", url)
        open_store().close()
        main(["doctor"])
        assert ("in LATIN1" in capsys.readouterr().out) == told
        with engine.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    engine.dispose()


def test_the_doctor_makes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file of root's, who asked before the first start, the tutor may not write."""
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path / "data"))
    assert not bad(capsys)
    assert not any(tmp_path.iterdir())
    monkeypatch.setattr(os, "access", lambda path, _mode: Path(path) != tmp_path)
    assert f"write {tmp_path}" in bad(capsys)["database"]
    with pytest.raises(SystemExit) as ended:
        main(["restore", str(tmp_path / "none.backup")])
    assert ended.value.code == 2
    assert f"there is no file {tmp_path / 'none.backup'}" in capsys.readouterr().err
    assert not any(tmp_path.iterdir())


def test_the_doctor_knows_that_a_file_is_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (file := tmp_path / "data").touch()
    monkeypatch.setenv("CALYPSO_DATA", str(file))
    assert f"name a folder in CALYPSO_DATA: {file} is a file" in bad(capsys)["database"]


@pytest.mark.parametrize("folder", ["太郎", "a b%20?#"])
def test_the_doctor_names_the_file_as_its_folder_is_called(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As an address it was sqlite:///C%3A%5CUsers%5C%E5%A4%AA..., which nobody finds."""
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path / folder))
    open_store().close()
    main(["doctor"])
    assert f"database: {tmp_path / folder / 'progress.db'}\n" in capsys.readouterr().out
    windows = r"C:\Users\太郎\progress.db"
    assert where_is(URL.create("sqlite", database=windows)) == windows


def test_the_doctor_looks_at_a_folder_that_it_may_not_enter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is another user's: all that was told was that permission was denied, and to what."""
    monkeypatch.setenv("CALYPSO_DATA", str(data := tmp_path / "data"))
    data.mkdir()
    not_entered(data, monkeypatch)
    assert f"let the user who runs the tutor write {data}" in bad(capsys)["database"]


@pytest.mark.parametrize(
    ("name", "meant"),
    [("CALYPSO_ADRESS", "CALYPSO_ADDRESS"), ("CALYPSO_METRIC_TOKEN", "CALYPSO_METRICS_TOKEN")],
)
def test_the_doctor_knows_a_misspelt_setting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, meant: str
) -> None:
    monkeypatch.setenv("CALYPSO_PASSWORD", "of compose.yaml")
    assert not bad(capsys)
    monkeypatch.setenv(name, "https://example.org")
    assert bad(capsys)["setting"] == f"BAD setting: {name} is none; write {meant}"


def test_the_doctor_knows_all_settings(root: Path) -> None:
    words = "".join(path.read_text("utf-8") for path in (root / "tutor").rglob("*.py"))
    assert set(re.findall(r'"(CALYPSO_[A-Z_]+)"', words)) == set(checks.SETTINGS)


def test_a_backup_goes_into_no_folder_that_is_not_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path / "data"))
    open_store().close()
    with pytest.raises(SystemExit):
        main(["backup", f"{tmp_path / 'copies'}{os.sep}"])
    assert "there is no folder" in capsys.readouterr().err
    assert not (tmp_path / "copies").exists()


@pytest.mark.skipif(os.name != "posix", reason="files have no owner to be given to")
def test_what_root_restores_or_moves_belongs_to_whom_the_folder_belongs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path / "data"))
    open_store().close()
    copy = tmp_path / "ours.backup"
    assert main(["backup", str(copy)]) == 0
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path / "other"))
    handed: list[tuple[Path, int, int]] = []
    monkeypatch.setattr(os, "chown", lambda *given: handed.append(given))
    for user in (1000, 0):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        assert main(["restore", str(copy)]) == 0
        owner = (tmp_path / "other").stat()
        wanted = [(tmp_path / "other" / "progress.db", owner.st_uid, owner.st_gid)]
        assert handed == (wanted if user == 0 else [])
    handed.clear()
    copy.write_text("cut short")
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path / "third"))
    with pytest.raises(SystemExit):
        main(["restore", str(copy)])
    assert [path for path, *_ in handed] == [tmp_path / "third" / "progress.db"]
    handed.clear()
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path / "data"))
    moved = tmp_path / "moved" / "progress.db"
    moved.parent.mkdir()
    assert main(["move-store", f"sqlite:///{moved}"]) == 0
    assert [path for path, *_ in handed] == [moved]


def test_backup_restore_and_move_at_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path / "data"))
    open_store().close()
    (copies := tmp_path / "copies").mkdir()
    for name in ("calypso-20200101T000000Z.backup", "calypso-20210101T000000Z.backup"):
        (copies / name).touch()
    assert main(["backup", str(copies), "--keep", "2"]) == 0
    kept = sorted(path.name for path in copies.iterdir())
    assert len(kept) == 2
    assert kept[0] == "calypso-20210101T000000Z.backup"
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path / "other"))
    assert main(["restore", str(copies / kept[1])]) == 0
    assert main(["move-store", f"sqlite:///{tmp_path / 'third.db'}"]) == 0
    assert "attempts: 0 before, 0 after" in capsys.readouterr().out
    with pytest.raises(SystemExit) as ended:
        main(["restore", str(copies / kept[0])])
    assert ended.value.code == 2
    assert "is no backup" in capsys.readouterr().err


def test_a_backup_just_written_is_kept_though_the_clock_was_ahead(tmp_path: Path) -> None:
    open_store().close()
    (ahead := tmp_path / "calypso-29990101T000000Z.backup").touch()
    assert main(["backup", str(tmp_path), "--keep", "1"]) == 0
    (kept,) = tmp_path.glob("*.backup")
    assert kept != ahead


def test_a_backup_that_finds_no_room_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(_engine: object, _path: Path) -> None:
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    open_store().close()
    monkeypatch.setattr(databases, "back_up", full)
    with pytest.raises(SystemExit) as ended:
        main(["backup", str(path := tmp_path / "ours.backup")])
    assert ended.value.code == 2
    assert capsys.readouterr().err == f"calypso backup: {path}: {os.strerror(ENOSPC)}\n"


def test_keeping_needs_a_folder(tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["backup", str(tmp_path / "one.backup"), "--keep", "3"])
    assert ended.value.code == 2


def test_the_limit_of_open_files_is_raised_for_a_thousand_browsers() -> None:
    program = (
        "import resource as r; from tutor.serving.checks import raise_open_files as up\n"
        "most = r.getrlimit(r.RLIMIT_NOFILE)[1]; r.setrlimit(r.RLIMIT_NOFILE, (256, most))\n"
        "print(up() == r.getrlimit(r.RLIMIT_NOFILE)[0] > 256, most)"
    )
    told = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    raised, most = told.stdout.split()
    assert raised == "True" or int(most) <= 256, told.stderr


def test_several_processes_are_told_what_they_need(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--processes", "2"]) == 2
    said = capsys.readouterr().err
    assert "CALYPSO_PROCESSES=2" in said
    assert "docs/hosting.md" in said


def bad(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """What the doctor finds wrong, by the first word of its name; open files aside."""
    main(["doctor"])
    lines = capsys.readouterr().out.splitlines()
    found = {line.split()[1].rstrip(":"): line for line in lines if line.startswith("BAD")}
    return {name: line for name, line in found.items() if name not in {"open", "disk"}}


@pytest.mark.parametrize(
    "address",
    [
        "https://[bad",
        "https://cards.example.org:abc",
        "https://cards.example.org/?x=1",
        "https://cards.example.org/#x",
        "https://cards example.org",
        "https://cards.example.org/our club",
    ],
)
def test_the_doctor_knows_an_address_that_is_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], address: str
) -> None:
    monkeypatch.setenv("CALYPSO_ADDRESS", "https://example.org/calypso")
    assert not bad(capsys)
    monkeypatch.setenv("CALYPSO_ADDRESS", address)
    assert set(bad(capsys)) == {"address"}


def test_a_proxy_that_is_no_address_is_told_before_a_page_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CALYPSO_PROXY", "127.0.0.1, caddy")
    assert main(["serve"]) == 2
    said = capsys.readouterr().err
    assert "172.16.0.0/12, found 'caddy'\n" in said
    assert "found 'caddy'" in bad(capsys)["proxy"]
    monkeypatch.setenv("CALYPSO_PROXY", "127.0.0.1, 10.0.0.0/8")
    assert not bad(capsys)


def test_the_doctor_reads_a_clubs_lessons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CALYPSO_LESSONS", str(tmp_path / "club"))
    assert "not there yet" in bad(capsys)["club"]
    (tmp_path / "club").mkdir()
    assert not bad(capsys)
    (tmp_path / "club" / "ours.yaml").write_text("id: 5\n")
    assert "calypso lint" in bad(capsys)["club"]
    monkeypatch.delenv("CALYPSO_LESSONS")
    assert not bad(capsys), "nobody has to have lessons of their own"
