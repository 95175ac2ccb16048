"""``calypso``: without a command the tutor opens; every command has help; Ctrl-C is no fault."""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Never

import pytest

from tutor.__main__ import main
from tutor.commands import modules, serve
from tutor.words import languages


class Started(Exception):
    """Stands for the process that would take this one's place."""


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> None:
    def start(program: str, command: list[str]) -> Never:
        assert program == command[0]
        raise Started(*command[1:])

    monkeypatch.setattr(os, "execv", start)


@pytest.mark.parametrize(
    ("given", "port"), [([], 8501), (["serve"], 8501), (["serve", "--port", "8600"], 8600)]
)
def test_the_tutor_is_opened(given: list[str], port: int) -> None:
    with pytest.raises(Started) as found:
        main(given)
    assert found.value.args == (
        "-m", "streamlit", "run", str(serve.APP), f"--server.port={port}"
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


@pytest.mark.parametrize(
    ("given", "proxy", "said"),
    [
        (["--port", "99999"], "", "no port 99999 (want 1 to 65535)"),
        (["--processes", "0"], "", "not 0 processes"),
        (["--lessons", "nowhere"], "", "no folder 'nowhere'"),
        ([], "caddy", "CALYPSO_PROXY: 'caddy'"),
    ],
)
def test_what_cannot_be_served_is_said_in_a_line(
    given: list[str],
    proxy: str,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CALYPSO_PROXY", proxy)
    assert main(["serve", *given]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["move-store", "nonsense"], "no address of a database: 'nonsense'"),
        (["move-store", ""], "no address of a database: ''"),
        (["pack", "README.md"], "README.md"),
        (["pack", "ruffing", "--address", "javascript:alert(1)"], "no address 'javascript"),
        (["pack", "ruffing", "--output", "nowhere/x.pdf"], "nowhere/x.pdf can't be written"),
    ],
)
def test_a_mistake_in_words_is_no_traceback(
    given: list[str],
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(serve.APP.parent)
    with pytest.raises(SystemExit) as found:
        main(given)
    assert found.value.code == 2
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("CALYPSO_ADDRESS", "https://[bad"),
        ("CALYPSO_ADDRESS", "https://cards.example.org:abc"),
        ("CALYPSO_ADDRESS", "https://cards.example.org/?x=1"),
        ("CALYPSO_PROXY", "caddy"),
    ],
)
def test_the_doctor_finds_settings_that_cannot_be(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(name, value)
    assert main(["doctor"]) == 1
    assert next(line for line in capsys.readouterr().out.splitlines() if value in line)[:3] == "BAD"


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
    assert f"usage: calypso {name}" in capsys.readouterr().out
