"""``calypso serve``, or ``calypso`` alone: the tutor, opened; ``calypso doctor``: can it be?"""

import argparse
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from tutor.authoring.club import VARIABLE
from tutor.commands import Commands, command
from tutor.lessons.curriculum import FOLDER, load_all
from tutor.lessons.yaml_lines import LessonError
from tutor.serving.gate import ADDRESS, PROXY, networks
from tutor.serving.operations import Check, examined
from tutor.store.database import data_folder

_HERE = Path(__file__).parents[1]

APP = next(
    folder / "streamlit_app.py"
    for folder in (_HERE / "app", _HERE.parent)
    if (folder / "streamlit_app.py").is_file()
)
"""What is served; its settings are in ``.streamlit`` beside it. The wheel carries both in
``tutor/app``, a clone has them at its top."""

_LAST_PORT = 65_535

_ABOUT = """\
Starts the tutor and opens it in the browser; 'calypso' alone does the same. Anything
after '--' goes to Streamlit, for example 'calypso serve -- --server.headless true'."""


def add(commands: Commands) -> None:
    """Add both commands and their options."""
    _add_serve(commands)
    _add_doctor(commands)


def _add_serve(commands: Commands) -> None:
    parser = command(
        commands, "serve", "open the tutor in the browser (so does 'calypso' alone)", _ABOUT
    )
    parser.add_argument("--port", type=int, default=8501, help="port to use (default: %(default)s)")
    parser.add_argument(
        "--lessons", type=Path, metavar="FOLDER", help="folder of your club's own lessons"
    )
    parser.add_argument(
        "--processes", type=int, metavar="N", help="why more than one needs a proxy"
    )
    parser.add_argument("rest", nargs="*", metavar="-- OPTION", help="options for Streamlit")
    parser.set_defaults(run=_run)


_MANY = """\
One command serves one process. Who is on which page is in a process's memory, so several need
something in front that keeps every browser with its process: Caddy or nginx, which hosting
needs for https anyway. docs/hosting.md has both ready: 'docker compose up --scale tutor=%d'
does all of it, and deploy/ has the files for a machine without containers.
"""


def _run(asked: argparse.Namespace) -> int:
    if (asked.processes or 1) > 1:
        sys.stderr.write(_MANY % asked.processes)
        return 2
    if wrong := _refused(asked):
        sys.stderr.write(f"calypso serve: {wrong}\n")
        return 2
    if asked.lessons:
        os.environ[VARIABLE] = str(asked.lessons.resolve())
    return serve([f"--server.port={asked.port}", *_under(os.environ), *asked.rest])


def _refused(asked: argparse.Namespace) -> str:
    """Return why the tutor cannot be served so; nothing, if it can."""
    if not 1 <= asked.port <= _LAST_PORT:
        return f"no port {asked.port} (want 1 to {_LAST_PORT})"
    if asked.processes is not None and asked.processes < 1:
        return f"not {asked.processes} processes (want 1 or more)"
    if asked.lessons and not asked.lessons.is_dir():
        return f"no folder {str(asked.lessons)!r} (want one with lessons in it)"
    try:
        networks(os.environ.get(PROXY, ""))
    except ValueError as error:
        return f"{PROXY}: {error} (want addresses or networks, such as 127.0.0.1, 172.16.0.0/12)"
    return ""


def _under(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the path under which the tutor is to answer, if its address has one."""
    try:
        path = urlsplit(environment.get(ADDRESS, "").strip()).path.strip("/")
    except ValueError:  # `calypso doctor` says what is wrong with it
        return ()
    return (f"--server.baseUrlPath={path}",) if path else ()


def serve(options: Sequence[str] = ()) -> int:
    """Serve until interrupted, and return the exit code.

    Where the system allows it this process becomes the server, so that whatever ends the
    one ends the other.

    Args:
        options: Further options of ``streamlit run``.
    """
    command = [sys.executable, "-m", "streamlit", "run", str(APP), *options]
    if os.name == "posix":
        os.execv(command[0], command)  # noqa: S606 - our own script
    return subprocess.call(command)  # noqa: S603 - the same


_CHECKS = """\
Checks what the tutor needs to run: lessons, database, free disk, open files, address.

Exit code: 0 all is well, 1 something needs fixing (it says what and how)."""


def _add_doctor(commands: Commands) -> None:
    parser = command(commands, "doctor", "check whether this machine can run the tutor", _CHECKS)
    parser.set_defaults(run=_doctor)


def _doctor(asked: argparse.Namespace) -> int:  # noqa: ARG001
    checks = (*_lessons(os.environ), *examined(os.environ))
    for check in checks:
        advice = "" if check.well else f"; {check.advice}"
        sys.stdout.write(f"{'ok ' if check.well else 'BAD'} {check.name}: {check.found}{advice}\n")
    return 0 if all(check.well for check in checks) else 1


def _lessons(environment: Mapping[str, str]) -> Iterator[Check]:
    """Yield whether the lessons are sound, and where a club's own would be."""
    try:
        yield Check(name="lessons", found=f"{len(load_all(FOLDER))} sound")
    except LessonError as error:
        yield Check(name="lessons", found="faulty", advice=str(error).partition("\n")[0])
    club = environment.get(VARIABLE) or data_folder(environment) / "lessons"
    there = "" if Path(club).is_dir() else " (not there yet)"
    yield Check(name="club lessons", found=f"{club}{there}")
