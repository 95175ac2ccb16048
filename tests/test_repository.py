"""The repository itself: clean by its own tools, the same on every machine."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

# The tools run here, and not before the tests, so that one report says all that is
# wrong, and so that the slow one (mypy) runs beside the browser on the other core.
TOOLS = {
    "style": ["ruff", "check", "--output-format", "concise"],
    "layout": ["ruff", "format", "--check"],
    "types": ["mypy"],
}

# Put together from parts, so that this file does not find itself.
HOSTS = [
    "pypi" + ".org",
    "python" + "hosted.org",
    "registry." + "npmjs",
    "registry." + "yarnpkg",
    "deb." + "debian.org",
    "proxy." + "golang.org",
    "static." + "crates.io",
    "conda." + "anaconda.org",
]
FOLDERS = ["work", "root", "home", "tmp", "opt", "Users", "mnt", "srv"]
OPTIONS = ["index" + "-url", "find" + "-links", "trusted" + "-host"]
FORBIDDEN = re.compile(
    "|".join(
        [
            *map(re.escape, HOSTS),
            rf"(?<![\w.~:/*)\]}}>-])/(?:{'|'.join(FOLDERS)})/",
            rf"--(?:extra-)?(?:{'|'.join(OPTIONS)})",
        ]
    )
)
"""Addresses of package registries, and paths that exist on somebody's machine only.

A folder is the start of a path: the same word further inside one, or in an address, is not.
"""

SHAPELESS = {"utils", "base", "models", "helpers", "config", "constants"}
SHAPELESS |= {"asking", "laying", "keeping", "telling", "seen", "kept", "written", "opening"}
SHAPELESS |= {"choosing", "damaged", "forged", "generate", "trying", "unkept", "why"}
"""Names that say nothing of what a module holds, or are no nouns."""


@pytest.fixture(scope="module")
def files(root: Path) -> list[Path]:
    """What is, or is about to be, in the repository."""
    # In a container the clone may belong to somebody else, which git would refuse.
    command = ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others"]
    listed = subprocess.run(
        [*command, "--exclude-standard"], cwd=root, check=True, capture_output=True, text=True
    ).stdout
    return [path for name in listed.split("\0") if name and (path := root / name).is_file()]


@pytest.mark.long
@pytest.mark.parametrize("tool", TOOLS)
def test_tool_finds_nothing(root: Path, tool: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *TOOLS[tool]],
        cwd=root,
        env={**os.environ, "NO_COLOR": "1"},
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        pytest.fail(f"{' '.join(TOOLS[tool])}\n{done.stdout}{done.stderr}", pytrace=False)


def test_no_file_names_a_registry_or_a_path_of_one_machine(files: list[Path], root: Path) -> None:
    found = []
    for file in files:
        try:
            lines = file.read_text(encoding="utf-8").splitlines()
        except UnicodeDecodeError:
            continue  # a picture
        found += [
            f"{file.relative_to(root)}:{number}: {match[0]}"
            for number, line in enumerate(lines, start=1)
            if (match := FORBIDDEN.search(line))
        ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        f"see https://{HOSTS[0]}/project/x",
        f"pip install {'--' + OPTIONS[0]} x",
        f"PIP_{'--extra-' + OPTIONS[0]}=x",
        f"open('/{FOLDERS[0]}/main/x')",
        f"cd /{FOLDERS[1]}/x",
        f"path=/{FOLDERS[3]}/shot.png",
    ],
)
def test_an_address_or_a_path_is_found(line: str) -> None:
    assert FORBIDDEN.search(line)


@pytest.mark.parametrize(
    "line",
    ["#!/usr/bin/env bash", "https://example.org/home/x", "tutor/work/x", "./tmp/x", "and/or"],
)
def test_what_is_no_path_of_one_machine_is_not_found(line: str) -> None:
    assert not FORBIDDEN.search(line)


def test_every_module_says_by_its_name_what_it_holds(files: list[Path], root: Path) -> None:
    modules = [file.relative_to(root) for file in files if file.suffix == ".py"]
    assert modules
    assert [str(path) for path in modules if {path.stem, *path.parts[:-1]} & SHAPELESS] == []


def required(name: str, extras: frozenset[str], seen: set[str]) -> Iterator[str]:
    """What installing *name* with *extras* brings along here, by canonical name."""
    for line in distribution(name).requires or []:
        need = Requirement(line)
        wanted = any(
            need.marker is None or need.marker.evaluate({"extra": extra}) for extra in extras | {""}
        )
        known = f"{canonicalize_name(need.name)}{sorted(need.extras)}"
        if wanted and known not in seen:
            seen.add(known)
            yield canonicalize_name(need.name)
            yield from required(need.name, frozenset(need.extras), seen)


def test_everything_installed_for_the_tutor_is_pinned_to_what_is_installed(root: Path) -> None:
    lines = (root / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines if not line.startswith("#"))
    pinned = {str(canonicalize_name(name)): version for name, version in pins.items()}
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = frozenset(project["optional-dependencies"])
    needs = set(required(project["name"], extras, set()))
    assert {"streamlit", "pytest", "ruff", "anyio"} <= needs
    installed = {str(name): distribution(name).version for name in needs}
    assert installed == {name: pinned.get(name) for name in installed}


def test_what_the_tutor_imports_it_asks_for_itself(files: list[Path], root: Path) -> None:
    """What another package brings along it may leave out one day."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}
    brought = packages_distributions()
    ours = {"engine", "puzzles", "tutor", "lessons"}
    unasked = set()
    for file in files:
        if file.suffix != ".py" or file.relative_to(root).parts[0] not in ours:
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for package in {name.partition(".")[0] for name in names} - ours:
                if package not in sys.stdlib_module_names:
                    asks = {canonicalize_name(name) for name in brought[package]}
                    unasked |= set() if asks & asked else {package}
    assert unasked == set()


def test_every_dependency_says_why_it_is_there(root: Path) -> None:
    text = (root / "pyproject.toml").read_text(encoding="utf-8")
    lines = re.findall(r'^    "[][\w.-]+[<>]=?.*$', text, flags=re.MULTILINE)
    project = tomllib.loads(text)["project"]
    every = [project["dependencies"], *project["optional-dependencies"].values()]
    assert len(lines) == sum(map(len, every))
    assert [line for line in lines if "#" not in line] == []


def test_make_lists_every_command(root: Path) -> None:
    text = (root / "Makefile").read_text(encoding="utf-8")
    commands = set(re.findall(r"^\.PHONY: (\S+)$", text, flags=re.MULTILINE))
    assert {"help", "app", "test", "lint", "bench", "soak", "clean"} <= commands
    shown = subprocess.run(
        ["make", "--no-print-directory"], cwd=root, check=True, capture_output=True, text=True
    ).stdout
    assert commands == set(re.findall(r"^  make (\S+)", shown, flags=re.MULTILINE))


def test_what_make_leaves_out_is_run_before_anything_is_taken_in(root: Path) -> None:
    # As nobody's child: inside `.ci/run` it would take TESTS from there.
    alone = {
        name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "TESTS"))
    }

    def command(*given: str) -> str:
        return subprocess.run(
            ["make", "--dry-run", "test", *given],
            cwd=root, env=alone, check=True, capture_output=True, text=True,
        ).stdout  # fmt: skip

    assert '-m "not soak and (journey or not browser)"' in command()
    last = (root / ".ci/run").read_text(encoding="utf-8").splitlines()[-1]
    assert last == 'make "${1:-test}" TESTS="not soak"'
    assert '-m "not soak"' in command("TESTS=not soak")


def test_docstrings_say_what_comes_back(files: list[Path], root: Path) -> None:
    """Not "Give" or "Say": "Return" or a noun tells a caller what is had."""
    modules = [
        file for file in files if file.suffix == ".py" and not file.is_relative_to(root / "tests")
    ]
    found = [
        f"{file.relative_to(root)}:{node.lineno}: {node.name}"
        for file in modules
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        and (ast.get_docstring(node) or "").startswith(("Give ", "Give,", "Say ", "Say,"))
    ]
    assert found == []
