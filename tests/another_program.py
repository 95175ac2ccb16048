"""A program beside the one that tests, as it stands where several processes serve."""

import subprocess
import sys
from pathlib import Path
from typing import IO


def started(root: Path, code: str, *given: str) -> subprocess.Popen[str]:
    """Start a program of Python in the folder of the project; it is written to and read from."""
    return subprocess.Popen(
        [sys.executable, "-c", code, *given],
        cwd=root,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def output(program: subprocess.Popen[str]) -> IO[str]:
    """What it says, line by line."""
    assert program.stdout
    return program.stdout
