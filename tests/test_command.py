"""``calypso``: without a command the tutor opens; every command has help; Ctrl-C is no fault."""

import argparse
import errno
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import Never
from unittest.mock import Mock

import pytest

from tutor.__main__ import main, modules
from tutor.commands import serve
from tutor.store.database import FILE
from tutor.words import languages


class Started(Exception):
    """Stands for the process that would take this one's place."""


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(program: str, command: list[str]) -> Never:
        assert program == command[0]
        raise Started(*command[1:])

    monkeypatch.setattr(os, "execv", start)


@pytest.fixture(autouse=True)
def ports(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the ports named here nothing answers, though somebody may have the tutor open."""
    bind = socket.create_server

    def elsewhere(
        address: tuple[str, int], family: socket.AddressFamily = socket.AF_INET
    ) -> socket.socket:
        free = address[1] in (8501, 8600)
        return bind((address[0], 0) if free else address, family=family)

    monkeypatch.setattr(socket, "create_server", elsewhere)


@pytest.mark.parametrize(
    ("given", "port"),
    [
        ([], 8501),
        (["serve"], 8501),
        (["serve", "--port", "8600"], 8600),
        (["--port", "8600"], 8600),
    ],
)
def test_the_tutor_is_opened(given: list[str], port: int) -> None:
    with pytest.raises(Started) as found:
        main(given)
    assert found.value.args == (
        "-m", "streamlit", "run", str(serve.APP), f"--server.port={port}"
    )  # fmt: skip


def test_a_port_where_something_answers_already_is_told(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Most often it is the tutor, opened a second time; in one line, with the way out."""
    with socket.create_server(("localhost", 0)) as other:
        port = other.getsockname()[1]
        assert main(["serve", "--port", str(port)]) == 2
        (told,) = capsys.readouterr().err.splitlines()
        assert main(["serve", "--", f"--server.port={port}"]) == 2
        assert capsys.readouterr().err.splitlines() == [told]
        with pytest.raises(Started):  # elsewhere it is free
            main(["serve", "--port", str(port), "--", "--server.address", "127.0.0.2"])
    assert f"http://localhost:{port}" in told
    assert "calypso serve --port " in told
    assert "make app PORT=" in told
    with pytest.raises(Started):
        main(["serve", "--port", str(port)])
    assert not capsys.readouterr().err


def test_an_address_may_be_written_as_it_stands_in_a_link(monkeypatch: pytest.MonkeyPatch) -> None:
    """In brackets, if it is one of IPv6: of that it was said that no machine has it."""
    listened = Mock()
    monkeypatch.setattr(socket, "create_server", listened)
    with pytest.raises(Started) as found:
        main(["serve", "--port", "8600", "--", "--server.address", "[::1]"])
    assert found.value.args[-1] == "--server.address=::1"
    listened.assert_called_once_with(("::1", 8600), family=socket.AF_INET6)


@pytest.mark.parametrize(
    ("address", "error", "told"),
    [
        (["--server.address", "192.0.2.1"], None, "this machine has no address 192.0.2.1"),
        (["--server.address=no.such.name.invalid"], None, "has no address no.such.name.invalid"),
        ([], PermissionError(errno.EACCES, "Permission denied"), "take one from 1024 on"),
    ],
)
def test_where_nobody_can_be_served_is_told_in_one_line(
    address: list[str],
    error: OSError | None,
    told: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if error:
        monkeypatch.setattr(socket, "create_server", Mock(side_effect=error))
    assert main(["serve", "--port", "80", "--", *address]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


def test_a_port_that_is_none_is_told_also_among_the_options_of_streamlit(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for given in (["--port", "99999"], ["--", "--server.port", "99999"]):
        with pytest.raises(SystemExit):
            main(["serve", *given])
        assert "want a port from 1 to 65535" in capsys.readouterr().err


def test_make_opens_the_tutor_as_the_command_does(root: Path) -> None:
    make = shutil.which("make")
    if make is None:
        pytest.skip("no make here")
    given = ["PORT=8600", "ARGS=--server.headless true -- --lessons evenings"]
    # As nobody's child: inside `make test` it would say where it is, and take ARGS from there.
    alone = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    said = subprocess.run(
        [make, "--dry-run", "app", *given],
        cwd=root, env=alone, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    command = shlex.split(said.splitlines()[-1])
    assert Path(command[0]).name == "calypso"
    with pytest.raises(Started) as found:
        main(command[1:])
    assert found.value.args[4:] == (
        "--server.port=8600", "--server.headless", "true", "--", "--lessons", "evenings"
    )  # fmt: skip


def test_what_follows_two_dashes_goes_to_streamlit() -> None:
    with pytest.raises(Started) as found:
        main(["serve", "--", "--server.headless", "true"])
    assert found.value.args[-2:] == ("--server.headless", "true")


def test_a_clubs_folder_is_named_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CALYPSO_LESSONS", "")
    monkeypatch.chdir(serve.APP.parent)
    with pytest.raises(Started):
        main(["serve", "--lessons", "lessons"])
    assert os.environ["CALYPSO_LESSONS"] == str(serve.APP.parent / "lessons")


def test_the_app_that_is_served_and_its_settings_exist() -> None:
    assert serve.APP.is_file()
    assert (serve.APP.parent / ".streamlit" / "config.toml").is_file()


def test_words_at_fault_are_told_in_a_line(tmp_path: Path) -> None:
    folder = tmp_path / "text"
    shutil.copytree(languages.FOLDER, folder)
    (folder / "de").mkdir()
    (folder / "de" / "names.yaml").write_text("name.language: Deutsch\nname.suit.C: [Kreuz]\n")
    code = (
        "import sys\n"
        "from pathlib import Path\n"
        "from tutor.words import languages\n"
        "languages.FOLDER = Path(sys.argv[1])\n"
        "from tutor.__main__ import main\n"
        "raise SystemExit(main(['lint']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], check=False, capture_output=True, text=True
    )
    told = "tutor/words/text/de/names.yaml, line 2: 'name.suit.C' wants one text, found ['Kreuz']\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", told)


def names() -> list[str]:
    """The commands that the modules add."""
    commands = argparse.ArgumentParser().add_subparsers()
    for module in modules():
        module.add(commands)
    return list(commands.choices)


@pytest.mark.parametrize("name", names())
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert f"usage: calypso {name}" in told
    options = re.findall(r"^  -.*(?:\n {10,}.*)*", told, re.MULTILINE)
    assert options
    for option in options:
        assert re.search(r"\s{2,}(?!default)\w.* ", option[3:]), "more words than its default"


_AIM = ["--lacking", "3", "7", "3", "6", "--completed", "0", "0", "0", "0", "--seed", "2"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["serve", "--port", "99999"], "want a port from 1 to 65535"),
        (["serve", "--processes", "0"], "want 1 or more"),
        (["serve", "--processes=-3"], "want 1 or more"),
        (["serve", "--server.headless=true"], "those for Streamlit come after '--'"),
        (["doctor", "--server.headless=true"], "arguments: --server.headless=true"),
        (["backup", "/nonexistent", "--keep", "9"], "a folder, and there is none at /nonexistent"),
        (["serve", "8600"], "'8600' is no option; those for Streamlit come after '--'"),
        (["move-store", "nonsense"], "want the address of a database"),
        (["move-store", ""], "want the address of a database"),
        (["move-store", "postgresql://me:p@ss@machine/base"], "@ in the password as %40"),
        (["move-store", "mysql://a/b"], "only SQLite and PostgreSQL are known"),
        (["pack", "/etc/passwd"], "passwd"),
        (["pack", "following-suit", "--tables", "x"], "want 1 to 8, found 'x'"),
        (["pack", "following-suit", "--tables", "0"], "want 1 to 8, found '0'"),
        (["pack", "following-suit", "--cards", "\u00b2"], "want 0 to 8"),
        (["find-deal", "ruff-wins", *_AIM], "did you mean 'trick.ruff-wins'?"),
        (["puzzles", "--rulebook", "culbertson", "--rule", "x"], "--help lists them"),
        (
            ["pack", "following-suit", "--output", "/nonexistent/x.pdf"],
            "pack: /nonexistent/x.pdf: No such file or directory",
        ),
        (
            ["puzzles", "--rulebook", "culbertson", "--output", "/nonexistent/x"],
            "error: /nonexistent/x: No such file or directory",
        ),
        (["pack", "following-suit", "--address", "javascript:alert(1)"], "want http"),
        (["pack", "following-suit", "--address", "https://x.example/?x"], "without spaces or"),
    ],
)
def test_what_makes_no_sense_is_told_in_a_line(
    given: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CALYPSO_DATA", str(tmp_path))
    (tmp_path / FILE).touch()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        main(given)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err.splitlines()[-1]


_NO_ADDRESSES = ("cards.example.org", "ftp://x", "http://[", "https://x/?a", "https://https://x")


@pytest.mark.parametrize("address", _NO_ADDRESSES)
def test_an_address_that_is_none_is_told_before_anybody_is_sent_there(
    address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without ``https://`` the name was taken for a path: the tutor opened under it alone."""
    monkeypatch.setenv("CALYPSO_ADDRESS", address)
    assert main(["serve"]) == 2
    assert f"CALYPSO_ADDRESS={address}: write" in capsys.readouterr().err


def test_who_interrupts_while_a_command_is_being_read_in_sees_no_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted() -> Never:
        raise KeyboardInterrupt

    monkeypatch.setattr("tutor.__main__.modules", interrupted)
    assert main(["lint"]) == 130
    assert capsys.readouterr().err == "\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_behind_what_is_printed_is_told_in_a_line(root: Path, tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "tutor", "doctor"],
            cwd=root,
            env={**os.environ, "CALYPSO_DATA": str(tmp_path)},
            check=False,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("calypso: ")


@pytest.mark.parametrize(
    "asked", [["doctor"], ["puzzles", "--rulebook", "akagiri", "--kind", "who-wins"]]
)
def test_who_reads_no_further_is_told_of_no_fault(
    asked: list[str], root: Path, tmp_path: Path
) -> None:
    """As with ``| head``; the system tells of it when something more is printed."""
    there, here = os.pipe()
    os.close(there)
    done = subprocess.run(
        [sys.executable, "-m", "tutor", *asked],
        cwd=root,
        env={**os.environ, "CALYPSO_DATA": str(tmp_path)},
        check=False,
        stdout=here,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(here)
    assert (done.returncode, "error" in done.stderr) == (0, False)


@pytest.mark.parametrize("data", ["", "~nobody-is-called-so/calypso"])
@pytest.mark.parametrize("command", ["doctor", "serve --port 8723"])
def test_who_has_no_home_folder_is_told_to_name_one_for_progress(
    command: str,
    data: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """As in a container that is run by a number."""

    def homeless(*_: object, **__: object) -> Never:
        raise RuntimeError("could not determine the home directory")

    monkeypatch.setattr("tutor.store.database.user_data_path", homeless)
    monkeypatch.setenv("CALYPSO_DATA", data)
    for name in ("DATABASE_URL", "CALYPSO_LESSONS"):
        monkeypatch.delenv(name, raising=False)
    assert main(command.split()) == 2
    told = capsys.readouterr().err
    assert "this user has no home folder; name the folder for progress" in told
    assert told.count("\n") == 1


def test_a_folder_of_lessons_that_is_not_there_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CALYPSO_LESSONS", "")
    with pytest.raises(Started):
        main(["serve", "--lessons", "/nonexistent"])
    assert "no folder /nonexistent" in capsys.readouterr().err


def test_a_folder_of_lessons_is_checked_file_by_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a shell makes no list of ``*.yaml``, as on Windows, a club names its folder."""
    for name in ("a.yaml", "b.yml", "C.YAML"):
        (tmp_path / name).write_text("hello", encoding="utf-8")
    assert main(["lint", str(tmp_path)]) == 1
    told = capsys.readouterr()
    assert [line.partition(": ")[2] for line in told.out.splitlines()] == [
        "want keys and values, found 'hello'"
    ] * 3
    (empty := tmp_path / "empty").mkdir()
    for path in (empty, tmp_path / "none.yaml"):
        with pytest.raises(SystemExit, match="2"):
            main(["lint", str(path)])
        assert f"want a file, or a folder that holds some, found {path}" in capsys.readouterr().err


def test_a_folder_that_nobody_may_list_is_told_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def closed(_folder: Path) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "iterdir", closed)
    with pytest.raises(SystemExit, match="2"):
        main(["lint", str(tmp_path)])
    assert f"{tmp_path}: {os.strerror(errno.EACCES)}" in capsys.readouterr().err


@pytest.mark.parametrize("letters", ["cp1252", "cp932"])
def test_what_is_found_can_be_put_into_a_file_on_windows(
    letters: str, root: Path, tmp_path: Path
) -> None:
    """A file there has the letters of the west, or of Japan, and neither has the suits."""
    (lesson := tmp_path / "ours.yaml").write_text('id: "♠"\n', encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "tutor", "lint", str(lesson)],
        cwd=root,
        env={**os.environ, "PYTHONIOENCODING": letters, "PYTHONUTF8": "0"},
        check=False,
        capture_output=True,
        encoding=letters,
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 1
    assert r"found '\u2660'" in done.stdout
