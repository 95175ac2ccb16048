"""The wheel starts: built, installed away from the checkout, and opened in the browser."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import free_port, healthy, settle, watched_page
from tests.browser.installed import run
from tutor import __version__
from tutor.lessons import FOLDER

pytest_plugins = ["tests.browser.installed"]


def test_everything_travels_in_the_wheel(wheel: Path, root: Path) -> None:
    names = set(ZipFile(wheel).namelist())
    assert {"tutor/app/streamlit_app.py", "tutor/app/.streamlit/config.toml"} <= names
    tracked = subprocess.run(
        ["git", "ls-files", "engine", "puzzles", "tutor", "lessons"],
        cwd=root, check=True, capture_output=True, text=True,
    ).stdout.split()  # fmt: skip
    assert [path for path in tracked if path not in names and (root / path).is_file()] == []
    assert [name for name in names if name.startswith(("tests", "docs"))] == []


def test_the_installed_command_knows_its_version_and_lessons(
    installed: Path, tmp_path: Path
) -> None:
    assert run(installed / "calypso", "--version", cwd=tmp_path) == f"calypso {__version__}\n"
    code = "import tutor.lessons as l; print(l.__file__, len(l.load_all(l.FOLDER)))"
    file, count = run(installed / "python", "-c", code, cwd=tmp_path).split()
    assert Path(file).is_relative_to(installed.parent)
    assert int(count) == len(list(FOLDER.glob("*.yaml")))


@pytest.fixture
def served(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The address at which the installed tutor serves, from a folder of nobody's."""
    command = [str(installed / "calypso"), "serve", "--port", str(port := free_port())]
    command += ["--", "--server.headless=true", "--server.address=127.0.0.1"]
    with (tmp_path / "output.txt").open("wb") as output:
        process = subprocess.Popen(
            command, cwd=tmp_path, stdout=output, stderr=subprocess.STDOUT,
            env={**os.environ, "CALYPSO_DATA": str(tmp_path)},
        )  # fmt: skip
    url = f"http://127.0.0.1:{port}"
    try:
        assert healthy(url, process), (tmp_path / "output.txt").read_text("utf-8")
        yield url
    finally:
        process.terminate()
        process.wait()


def test_the_installed_tutor_opens_with_its_own_settings(browser: Browser, served: str) -> None:
    context = browser.new_context()
    page = watched_page(context)
    page.goto(served)
    settle(page)
    assert "Calypso" in page.locator("body").inner_text()
    colour = "it => getComputedStyle(it).backgroundColor"
    paper = page.locator("[data-testid=stApp]").evaluate(colour)
    assert paper == "rgb(253, 252, 248)"  # theme.light of .streamlit/config.toml
    context.close()
