"""The tutor as a stranger installs it: the wheel, in an environment away from the checkout."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest


def run(*command: object, cwd: Path) -> str:
    done = subprocess.run(
        list(map(str, command)), cwd=cwd, check=False, capture_output=True, text=True
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="session")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("hatchling", reason="hatchling is not installed: make test brings it")
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=root)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def installed(wheel: Path, root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an environment's commands, in which the wheel is installed.

    With CALYPSO_REQUIRE_INSTALL everything it needs is installed anew; without, the
    environment borrows the libraries of this one, but not the checkout.
    """
    place = tmp_path_factory.mktemp("elsewhere") / "environment"
    run(sys.executable, "-m", "venv", "--without-pip", place, cwd=place.parent)
    python = place / "bin" / "python"
    what = f"{wheel}[postgres]"  # as the container has it
    install = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", what]
    if os.environ.get("CALYPSO_REQUIRE_INSTALL"):
        run(*install, "--constraint", root / "constraints.txt", cwd=place.parent)
    else:
        run(*install, "--no-deps", cwd=place.parent)
        (site,) = place.glob("lib/python*/site-packages")
        (site / "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return place / "bin"
