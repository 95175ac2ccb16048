"""``calypso backup``, ``restore``, ``move-store``, ``export-answers``: a whole database copied."""

import argparse
import os
import sys
import tempfile
from datetime import UTC, datetime
from functools import wraps
from math import inf
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from tutor.commands import Commands, Run, command, file_error, whole_number
from tutor.export.answers import datashop, xapi
from tutor.rooms import rows as _rooms  # noqa: F401 - theirs are in the database too
from tutor.store import open_store
from tutor.store.backup import BackupError, back_up, move_database, restore
from tutor.store.database import address, address_in, file_of, opened
from tutor.store.faults import StoreError


def add(commands: Commands) -> None:
    """Add the four commands and their options."""
    what = "write everything in the database to a file"
    option = command(commands, "backup", what, _BACKUP, _back_up).add_argument
    option("path", type=_place, help="a file, or an existing folder")
    number = whole_number(1, inf, "1 or more")
    option("--keep", type=number, metavar="N", help="in a folder: delete all but the newest N")

    what = "put a backup into an empty database"
    option = command(commands, "restore", what, _RESTORE, _put_back).add_argument
    option("path", type=Path, help="a file written by 'calypso backup'")

    what = "copy everything to another database"
    option = command(commands, "move-store", what, _MOVE, _move).add_argument
    option("to", type=_url, metavar="URL", help="the address of the new database")

    what = "write all answers for other tools, without names"
    option = command(commands, "export-answers", what, _EXPORT, _export).add_argument
    option("path", type=Path, help="the file to write")
    told = "for which tools (default: %(default)s)"
    option("--format", choices=_WRITE, default="datashop", help=told)


def _told(run: Run) -> Run:
    """Let a fault of a database or a backup end a command with a line instead of a traceback."""

    @wraps(run)
    def carry_out(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
        try:
            return run(asked, parser)
        except (StoreError, BackupError) as error:
            parser.exit(2, f"{parser.prog}: {error}\n")

    return carry_out


def _filled() -> str | URL:
    """Return the address of the database, from which there must be something to copy.

    Opened as for the tutor it would be made wherever a setting is misspelt or another user
    runs the command, and every copy of it would be empty.
    """
    named = address()
    file = file_of(named)
    if file and not file.is_file():
        raise BackupError(
            f"no database at {file}: name the tutor's with CALYPSO_DATA or DATABASE_URL, "
            "or run this as the user who runs the tutor"
        )
    return named


_BACKUP = """\
Writes everything in the database that DATABASE_URL or CALYPSO_DATA names to one file,
while the tutor keeps running. Given a folder, it names the file after the time. A file
that is there already is replaced if it is a backup, and left alone if it is not."""


def _place(text: str) -> Path:
    """Return where a backup is to go; what ends as folders do is to be one."""
    if text.endswith(os.sep) and not Path(text).is_dir():
        raise argparse.ArgumentTypeError(f"there is no folder {text}")
    return Path(text)


@_told
def _back_up(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    path: Path = asked.path
    if path.is_dir():
        path /= f"{datetime.now(UTC):calypso-%Y%m%dT%H%M%SZ}.backup"
    elif asked.keep is not None:
        parser.error(f"--keep needs a folder, and there is none at {path}")
    try:
        with opened(_filled()) as engine:
            counts = back_up(engine, path)
        if asked.keep:
            # Not the one just written, though the clock has been put back since the others.
            others = sorted({*path.parent.glob("calypso-*.backup")} - {path})
            for old in others[: max(0, len(others) + 1 - asked.keep)]:
                old.unlink()
    except OSError as error:
        parser.exit(2, f"{parser.prog}: {file_error(error, path)}\n")
    sys.stdout.write(f"{path}: {sum(counts.values()):,} rows\n")
    return 0


_RESTORE = """\
Puts a backup into the database that DATABASE_URL or CALYPSO_DATA names, which must be
empty: all of it or nothing. Rows are counted before and after."""


@_told
def _put_back(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if not asked.path.is_file():  # before a database is made for it
        parser.error(f"there is no file {asked.path}")
    file = file_of(named := address())
    try:
        with opened(named) as engine:
            counts = restore(engine, asked.path)
    finally:  # of a backup that is none too, an empty database is there
        _hand_over(file)
    sys.stdout.write("".join(f"{name}: {rows:,}\n" for name, rows in counts.items()))
    return 0


def _hand_over(file: Path | None) -> None:
    """Let a file that root has made belong to whom its folder belongs: the tutor writes into it."""
    if file and os.name == "posix" and os.geteuid() == 0 and file.exists():
        owner = file.parent.stat()
        os.chown(file, owner.st_uid, owner.st_gid)


_MOVE = """\
Copies everything from the current database to another, empty one, for example from a
SQLite file to PostgreSQL, and counts both. Stop the tutor first; the old database is left
as it is. Afterwards start the tutor with DATABASE_URL set to the new address.

  calypso move-store postgresql://calypso:secret@localhost/calypso"""


def _url(text: str) -> URL:
    try:
        return address_in(text)
    except (ArgumentError, ValueError) as error:
        raise argparse.ArgumentTypeError(
            "want the address of a database, such as "
            "postgresql://calypso:secret@localhost/calypso, and @ in the password as %40"
        ) from error


@_told
def _move(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    old = address()
    try:
        same = make_url(old) == asked.to
    except (ArgumentError, ValueError):
        parser.error("DATABASE_URL is not the address of a database")
    if same:
        parser.error("both addresses are the same database")
    try:
        with (
            opened(_filled()) as origin,
            opened(asked.to) as target,
            tempfile.TemporaryDirectory() as folder,
        ):
            before, after = move_database(origin, target, Path(folder))
    finally:
        _hand_over(file_of(asked.to))
    for name, rows in before.items():
        sys.stdout.write(f"{name}: {rows:,} before, {after[name]:,} after\n")
    return 0


_EXPORT = """\
Writes the answers of all learners in the database that DATABASE_URL or CALYPSO_DATA names:
as a table of DataShop transactions, or as xAPI statements, one to a line. Learners are
numbered; nothing in the file says who they are."""

_WRITE = {"datashop": datashop, "xapi": xapi}


@_told
def _export(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    try:
        named = _filled()
        file = file_of(named)
        if file and asked.path.resolve() == file.resolve():
            parser.error(f"{asked.path} is the database itself; name another file")
        with open_store(named) as store:
            learners = store.everybody()
        asked.path.write_text(_WRITE[asked.format](learners), encoding="utf-8")
    except OSError as error:
        parser.exit(2, f"{parser.prog}: {file_error(error, asked.path)}\n")
    count = sum(map(len, learners))
    sys.stderr.write(f"learners: {len(learners)}, answers: {count}\n")
    return 0
