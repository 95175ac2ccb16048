"""The server loads what everybody needs before its first visitor."""

import asyncio
import gc
import logging
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from importlib.resources import files
from io import StringIO
from pathlib import Path

import pytest
import streamlit
from streamlit.error_util import _log_uncaught_app_exception

from puzzles.natural import pools
from tests.asgi import finish
from tests.browser.chromium import PATIENCE, free_port, healthy
from tutor.learning.evidence import odd_rules
from tutor.pages.frame import library, progress, startup
from tutor.pages.frame.startup import lifespan, tell_of_store, who_can_open
from tutor.store import StoreError, open_store

UNREACHABLE = "postgresql://club:secret@127.0.0.1:1/none"
"""A database that nobody serves."""


def test_what_every_visit_needs_is_loaded_and_never_searched_again() -> None:
    async def serve() -> None:
        async with lifespan(None):
            assert library._shelf.cache_info().currsize == 1
            assert gc.get_freeze_count() > 50_000

    library._shelf.cache_clear()
    gc.unfreeze()  # tests/conftest.py freezes too
    assert gc.get_freeze_count() == 0
    finish(serve())


def test_nothing_is_worked_out_only_when_the_first_learners_answer_at_once() -> None:
    async def serve() -> None:
        async with lifespan(None):
            assert pools.cache_info().currsize == odd_rules.cache_info().currsize == 1

    pools.cache_clear()
    finish(serve())


def test_of_what_is_open_nothing_is_held_open_by_the_server() -> None:
    there, here = os.pipe()
    os.set_blocking(there, False)
    startup.send_at_once()
    os.close(here)
    with os.fdopen(there, "rb", buffering=0) as pipe:
        assert pipe.read(1) == b"", "somebody may write there yet"


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="nothing lists what is open")
@pytest.mark.parametrize(("family", "here"), [("AF_INET", "127.0.0.1"), ("AF_INET6", "::1")])
def test_browsers_are_sent_each_message_at_once(family: str, here: str) -> None:
    """As Streamlit opens its socket, asyncio takes it for none of TCP and lets messages wait."""

    async def serve() -> None:
        async with lifespan(None):
            browser = socket.create_connection(opened.getsockname()[:2], PATIENCE)
            with browser, opened.accept()[0] as connection:
                assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)

    try:
        opened = socket.socket(getattr(socket, family))
        opened.bind((here, 0))
    except OSError:
        pytest.skip(f"no {family} here")
    with opened:
        opened.listen()
        finish(serve())


def fail(nickname: str) -> None:
    try:
        dict[str, str]().pop(nickname)
    except KeyError as error:
        raise ValueError(f"no room for {nickname}\n{nickname}") from error


@pytest.mark.parametrize("level", ["info", "debug", "DEBUG"])
def test_a_fault_is_one_line_of_the_log_without_what_learners_typed(
    level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = streamlit.get_option
    monkeypatch.setattr(
        streamlit, "get_option", lambda name: level if name == "logger.level" else asked(name)
    )
    written = StringIO()
    handler = logging.StreamHandler(written)
    loggers = [logging.getLogger(name) for name in (None, "streamlit.error_util", "uvicorn.error")]

    async def gone() -> None:
        fail("Ann")

    async def serve() -> None:
        async with lifespan(None):
            try:
                fail("Ann")
            except ValueError as error:
                _log_uncaught_app_exception(error)
                loggers[0].warning("not kept yet: %s", error)
                loggers[2].exception("Exception in ASGI application\n")
            task = asyncio.create_task(gone())
            await asyncio.wait([task])
            del task  # nobody has asked what became of it: asyncio says so
            gc.collect()

    for logger in loggers:
        logger.addHandler(handler)
    try:
        finish(serve())
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
    lines = written.getvalue().splitlines()
    if level != "info":
        assert "Ann" in written.getvalue()
        assert len(lines) > 20
    else:
        assert "Ann" not in written.getvalue()
        assert len(lines) == 4
        for line in lines:
            assert re.search(r": ValueError from KeyError at tests/test_startup\.py:\d+ < ", line)


def told(monkeypatch: pytest.MonkeyPatch, **options: object) -> str:
    chosen = {"server.port": 8501, "server.baseUrlPath": "", "server.address": None}
    chosen.update({f"server.{name}": value for name, value in options.items()})
    monkeypatch.setattr(streamlit, "get_option", chosen.__getitem__)
    return who_can_open()


def test_who_starts_the_tutor_is_told_where_it_is_and_who_can_open_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(startup, "networks", lambda: ("192.168.1.9", "10.8.0.2"))
    for everywhere in (None, "", "0.0.0.0", "::"):  # noqa: S104
        open_ = told(monkeypatch, address=everywhere, port=8600, baseUrlPath="/calypso/")
        assert re.findall(r"http://\S+", open_) == [
            "http://localhost:8600/calypso",
            "http://192.168.1.9:8600/calypso",
            "http://10.8.0.2:8600/calypso",
        ]
        assert "every network" in open_
    for alone, at in (("localhost", "localhost"), ("10.8.0.2", "10.8.0.2"), ("::1", "[::1]")):
        words = f"  The tutor answers at http://{at}:8501/ alone.\n"
        assert told(monkeypatch, address=alone) == words


@pytest.mark.parametrize(
    ("listens", "too"),
    [
        (None, "; on this machine at http://localhost:8501/ too"),
        ("127.0.0.1", "; on this machine at http://127.0.0.1:8501/ too"),
        ("192.168.1.9", ""),
    ],
)
def test_where_an_address_is_set_no_other_is_told_that_stays_closed(
    monkeypatch: pytest.MonkeyPatch, listens: str | None, too: str
) -> None:
    monkeypatch.setattr(startup, "networks", lambda: ("192.168.1.9", "10.8.0.2"))
    monkeypatch.setenv("CALYPSO_ADDRESS", "https://cards.example.org/")
    words = f"  The tutor is open at https://cards.example.org, as CALYPSO_ADDRESS says{too}.\n"
    assert told(monkeypatch, address=listens) == words


@contextmanager
def serving(
    root: Path, port: int, log: Path, settings: Mapping[str, str]
) -> Iterator["subprocess.Popen[bytes]"]:
    """Serve the tutor as its command does, until the context is left."""
    with log.open("wb") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "tutor", "serve", f"--port={port}", "--",
             "--server.address=127.0.0.1", "--server.headless=true"],
            cwd=root, stdout=output, stderr=output, env={**os.environ, **settings},
        )  # fmt: skip
    try:
        yield server
    finally:
        server.kill()
        server.wait()


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("CALYPSO_DATA", __file__, Path(__file__).name),  # a file is no folder
        ("DATABASE_URL", "club:secret", "DATABASE_URL"),
        ("DATABASE_URL", UNREACHABLE, "127.0.0.1:1"),
    ],
)
def test_whoever_starts_the_tutor_is_told_that_nothing_can_be_saved(
    name: str,
    value: str,
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path))
    monkeypatch.setenv(name, value)
    monkeypatch.setattr(progress, "unbounded", open_store)  # as in a process that has none yet
    tell_of_store()
    (told,) = capsys.readouterr().err.splitlines()
    assert "saved" in told
    assert said in told
    assert "secret" not in told


def test_a_silent_database_holds_up_no_start(monkeypatch: pytest.MonkeyPatch) -> None:
    asked, speak = threading.Event(), threading.Event()

    def silent() -> None:
        asked.set()
        speak.wait(PATIENCE)
        raise StoreError("unreachable", "it says nothing")

    monkeypatch.setattr(progress, "unbounded", silent)

    async def serve() -> None:
        async with lifespan(None):
            assert asked.wait(PATIENCE)
            assert not speak.is_set()

    finish(serve())
    speak.set()


def test_a_process_without_a_database_serves_asks_no_other_machine_and_ends(
    root: Path, tmp_path: Path
) -> None:
    """Whoever starts it is told before anybody opens a page; and it ends when it is asked to.

    Whatever it asked over HTTP would come to the proxy that it is told of. Somebody no longer
    reads, and what serves would wait for as long as that connection stays.
    """
    port, log = free_port(), tmp_path / "log.txt"
    with socket.create_server(("127.0.0.1", 0)) as proxy:
        proxy.settimeout(0)
        there = f"http://127.0.0.1:{proxy.getsockname()[1]}"
        settings = {"http_proxy": there, "https_proxy": there, "no_proxy": ""}
        settings |= {"CALYPSO_DATA": str(tmp_path), "DATABASE_URL": UNREACHABLE}
        with serving(root, port, log, settings) as server:
            deadline = time.monotonic() + PATIENCE
            while "saved" not in log.read_text("utf-8") and time.monotonic() < deadline:
                time.sleep(0.1)
            assert healthy(f"http://127.0.0.1:{port}", server), log.read_text("utf-8")
            scripts = Path(str(files("streamlit") / "static" / "static" / "js")).iterdir()
            largest = max(scripts, key=lambda file: file.stat().st_size).name
            with socket.socket() as reader:
                reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                reader.connect(("127.0.0.1", port))
                asked = f"GET /static/js/{largest} HTTP/1.1\r\nHost: localhost\r\n\r\n"
                reader.sendall(asked.encode() * 40)
                assert reader.recv(1)
                server.terminate()
                assert server.wait(PATIENCE) == 0, log.read_text("utf-8")
        with pytest.raises(BlockingIOError):
            proxy.accept()
    said = log.read_text("utf-8")
    assert f"http://127.0.0.1:{port}/ alone" in said
    assert "secret" not in said
    assert sum("saved" in line for line in said.splitlines()) == 1


def test_the_way_to_keep_it_to_oneself_tells_streamlit_and_not_our_script(root: Path) -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("no make here")
    (told,) = re.findall(r"make app .*[^)\n]", who_can_open())
    command = [make, "--dry-run", *shlex.split(told)[1:]]
    said = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout
    (run,) = [line for line in said.splitlines() if "calypso serve" in line]
    _, _, options = run.partition(" -- ")
    (serve,) = re.findall(r"calypso serve -- (.*)", who_can_open())
    assert options == serve, "both ways tell Streamlit the same"
