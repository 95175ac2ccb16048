"""``calypso serve``, or ``calypso`` alone: the tutor, opened; ``calypso doctor``: can it be?"""

import argparse
import errno
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from math import inf
from pathlib import Path
from urllib.parse import urlsplit

from tutor.authoring import faults
from tutor.authoring.club import VARIABLE, club, folder
from tutor.commands import Commands, command, whole_number
from tutor.lessons import FOLDER, load_all
from tutor.lessons.steps import Lesson
from tutor.lessons.yaml_lines import LessonError
from tutor.serving.checks import Check, examined, own_address
from tutor.serving.gate import ADDRESS, PROXY, trusted_proxies
from tutor.store.database import address as place_of_progress
from tutor.store.database import data_folder, is_there

_HERE = Path(__file__).parents[1]

APP = next(
    folder / "streamlit_app.py"
    for folder in (_HERE / "app", _HERE.parent)
    if (folder / "streamlit_app.py").is_file()
)
"""What is served; its settings are in ``.streamlit`` beside it. The wheel carries both in
``tutor/app``, a clone has them at its top."""

_ABOUT = """\
Starts the tutor and opens it in the browser; 'calypso' alone does the same. Anything
after '--' goes to Streamlit, for example 'calypso serve -- --server.headless true'."""


def add(commands: Commands) -> None:
    """Add both commands and their options."""
    what = "open the tutor in the browser (so does 'calypso' alone)"
    option = command(commands, "serve", what, _ABOUT, _run).add_argument
    option("--port", type=_PORT, default=8501, help="port to use (default: %(default)s)")
    option("--lessons", type=Path, metavar="FOLDER", help="folder of your club's own lessons")
    number = whole_number(1, inf, "1 or more")
    more = "how to run more than one, behind a proxy"
    option("--processes", type=number, metavar="N", help=more)
    option("rest", nargs="*", metavar="-- OPTION", help="options for Streamlit")
    command(commands, "doctor", "check whether this machine can run the tutor", _CHECKS, _doctor)


_PORT = whole_number(1, 65_535, "a port from 1 to 65535")


_MANY = """\
One command serves one process. Who is on which page is in a process's memory, so several need
something in front that keeps every browser with its process: Caddy or nginx, which hosting
needs for https anyway. The tutor's source has both ready, as its docs/hosting.md says:
CALYPSO_PROCESSES=%d in .env and 'docker compose up --detach', or the files in deploy/ for a
machine without containers.
"""


_CLOSED = {
    errno.EADDRINUSE: """\
something answers at port {port} already, perhaps the tutor: open http://localhost:{port}, \
or take another: calypso serve --port {other} (make app PORT={other})
""",
    errno.EACCES: """\
only the administrator may serve at port {port}; take one from 1024 on: calypso serve --port 8501
""",
}
"""Why the tutor cannot be served at a port, by the system's number of the error."""

_NO_ADDRESS = (
    "this machine has no address {address}; without --server.address all of its own serve\n"
)


def _run(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if asked.rest and not asked.rest[0].startswith("-"):
        parser.error(f"{asked.rest[0]!r} is no option; those for Streamlit come after '--'")
    if (asked.processes or 1) > 1:
        sys.stderr.write(_MANY % asked.processes)
        return 2
    try:
        trusted_proxies(os.environ.get(PROXY, ""))
    except ValueError as error:
        sys.stderr.write(f"calypso serve: {error}\n")
        return 2
    told = own_address(os.environ)
    if not told.well:
        sys.stderr.write(f"calypso serve: {ADDRESS}={told.found}: {told.advice}\n")
        return 2
    if asked.lessons:
        if not asked.lessons.is_dir():
            sys.stderr.write(f"calypso serve: no folder {asked.lessons}, so no club lessons yet\n")
        os.environ[VARIABLE] = str(asked.lessons.resolve())
    named, port = (_option(asked.rest, f"--server.{which}") for which in ("address", "port"))
    address = named.strip("[]")  # as an address of IPv6 stands in a link
    try:
        closed = _closed(address, _PORT(port) if port else asked.port)
    except argparse.ArgumentTypeError as error:
        parser.error(f"argument --server.port: {error}")
    if closed:
        sys.stderr.write(f"calypso serve: {closed}")
        return 2
    place_of_progress()  # there is one
    last = [f"--server.address={address}"] if address != named else []
    return serve([f"--server.port={asked.port}", *_under(os.environ), *asked.rest, *last])


def _option(options: Sequence[str], name: str) -> str:
    """Return the value of an option of Streamlit, if it is among *options*."""
    for option, following in zip_longest(options, options[1:], fillvalue=""):
        if option.partition("=")[0] == name:
            return option.partition("=")[2] or following
    return ""


def _closed(address: str, port: int) -> str:
    """Return why nobody can be served there, if so; Streamlit would end with a traceback."""
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    try:
        socket.create_server((address, port), family=family).close()
    except OSError as error:
        why = _CLOSED.get(error.errno or 0, _NO_ADDRESS)
        return why.format(port=port, other=port % 65_535 + 1, address=address)
    return ""


def _under(environment: Mapping[str, str]) -> tuple[str, ...]:
    """Return the path under which the tutor is to answer, if its address has one."""
    path = urlsplit(environment.get(ADDRESS, "").strip()).path.strip("/")
    return (f"--server.baseUrlPath={path}",) if path else ()


def serve(options: Sequence[str]) -> int:
    """Serve until interrupted, with these options of ``streamlit run``; return the exit code.

    Where the system allows it this process becomes the server, so that whatever ends the
    one ends the other.
    """
    command = [sys.executable, "-m", "streamlit", "run", str(APP), *options]
    if os.name == "posix":
        os.execv(command[0], command)  # noqa: S606 - our own script
    return subprocess.call(command)  # noqa: S603 - the same


_CHECKS = """\
Checks what the tutor needs to run: lessons, database, free disk, settings, open files,
address. It makes nothing.

Exit code: 0 all is well, 1 something needs fixing (it says what and how)."""


def _doctor(_: argparse.Namespace, __: argparse.ArgumentParser) -> int:
    checks = (*_lessons(os.environ), *examined(os.environ))
    for check in checks:
        advice = "" if check.well else f"; {check.advice}"
        sys.stdout.write(f"{'ok ' if check.well else 'BAD'} {check.name}: {check.found}{advice}\n")
    return 0 if all(check.well for check in checks) else 1


def _lessons(environment: Mapping[str, str]) -> Iterator[Check]:
    """Yield whether the lessons are sound, and where a club's own would be."""
    ours: tuple[Lesson, ...] = ()
    try:
        ours = load_all(FOLDER)
        yield Check(name="lessons", found=f"{len(ours)} sound")
    except LessonError as error:
        yield Check(name="lessons", found="faulty", advice=str(error).partition("\n")[0])
    named = folder((), environment)
    place = named or data_folder(environment) / "lessons"
    if not is_there(place):
        advice = f"make this folder, or name another in {VARIABLE}" if named else ""
        yield Check(name="club lessons", found=f"{place} (not there yet)", advice=advice)
        return
    held = club(place, ours)
    wrong = len(faults(held.findings))
    advice = f"calypso lint {place}/*.yaml says what is wrong" if wrong else held.trouble
    report = f"{place}: {len(held.lessons)} sound, faults: {wrong}"
    yield Check(name="club lessons", found=report, advice=advice)
