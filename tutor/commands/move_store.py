"""``calypso move-store``: everything from one database to another."""

import argparse
import sys
import tempfile
from pathlib import Path

from sqlalchemy import make_url

from tutor.commands.command import Commands
from tutor.store.backup import BackupError, move
from tutor.store.database import address, open_engine
from tutor.store.faults import StoreError

_ABOUT = """\
Copies everything from the current database to another, empty one, for example from a
SQLite file to PostgreSQL, and counts both. Stop the tutor first; the old database is left
as it is. Afterwards start the tutor with DATABASE_URL set to the new address.

  calypso move-store postgresql://calypso:secret@localhost/calypso"""


def add(commands: Commands) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "move-store",
        help="copy everything to another database",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("to", metavar="URL", help="the address of the new database")
    parser.add_argument(
        "--origin", metavar="URL", help="the database to copy (default: the current one)"
    )
    parser.set_defaults(run=lambda asked: _run(asked, parser))


def _run(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    old = asked.origin or address()
    if make_url(old) == make_url(asked.to):
        parser.error("both addresses are the same database")
    try:
        origin, target = open_engine(old), open_engine(asked.to)
        with tempfile.TemporaryDirectory() as folder:
            before, after = move(origin, target, Path(folder))
        origin.dispose()
        target.dispose()
    except (StoreError, BackupError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    for name, rows in before.items():
        sys.stdout.write(f"{name}: {rows:,} before, {after[name]:,} after\n")
    return 0
