"""The tutor as a stranger installs it: the wheel, in an environment away from the checkout."""

import fcntl
import os
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path

import pytest


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def once(
    tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]
) -> Path:
    """The folder *name*, filled by the first process of this run that asks for it.

    Only what is read and never written may be shared so.
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / name
    with folder.with_suffix(".made").open("a+") as made:
        fcntl.flock(made, fcntl.LOCK_EX)
        if not made.tell():
            folder.mkdir(exist_ok=True)
            make(folder)
            made.write("made\n")
    return folder


@pytest.fixture(scope="session")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling", reason="hatchling is not installed: make test brings it")
    build = (sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d")
    (found,) = once(tmp_path_factory, "wheel", lambda to: run(*build, to, cwd=root)).glob("*.whl")
    return found


@pytest.fixture(scope="session")
def installed(wheel: Path, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an environment's commands, in which the wheel is installed.

    With CALYPSO_REQUIRE_INSTALL everything it needs is installed anew; without, the
    environment borrows the libraries of this one, but not the checkout.
    """
    return once(tmp_path_factory, "elsewhere", lambda to: _install(wheel, root, to)) / "bin"


def _install(wheel: Path, root: Path, place: Path) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", place, cwd=place.parent)
    python = place / "bin" / "python"
    what = f"{wheel}[postgres]"  # as the container has it
    # What is not imported need not be compiled, and the rest is when it first is.
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    install += ["--no-compile", what]
    if os.environ.get("CALYPSO_REQUIRE_INSTALL"):
        run(*install, "--constraint", root / "constraints.txt", cwd=place.parent)
    else:
        run(*install, "--no-deps", cwd=place.parent)
        (site,) = place.glob("lib/python*/site-packages")
        (site / "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
