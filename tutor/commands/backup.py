"""``calypso backup``: everything in the database as one file."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from tutor.commands.command import Commands
from tutor.store.backup import back_up
from tutor.store.database import address, open_engine
from tutor.store.faults import StoreError

_ABOUT = """\
Writes everything in the database that DATABASE_URL or CALYPSO_DATA names to one file,
while the tutor keeps running. Given a folder, it names the file after the time."""


def add(commands: Commands) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "backup",
        help="write everything in the database to a file",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("path", type=Path, help="a file, or an existing folder")
    parser.add_argument(
        "--keep", type=int, metavar="N", help="in a folder: delete all but the newest N"
    )
    parser.set_defaults(run=lambda asked: _run(asked, parser))


def _run(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    path: Path = asked.path
    if path.is_dir():
        path /= f"{datetime.now(UTC):calypso-%Y%m%dT%H%M%SZ}.backup"
    elif asked.keep is not None:
        parser.error("--keep needs a folder")
    if asked.keep is not None and asked.keep < 1:
        parser.error("--keep needs at least 1")
    try:
        engine = open_engine(address())
        try:
            counts = back_up(engine, path)
        finally:
            engine.dispose()
        if asked.keep:
            for old in sorted(path.parent.glob("calypso-*.backup"))[: -asked.keep]:
                old.unlink()
    except (StoreError, OSError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    sys.stdout.write(f"{path}: {sum(counts.values()):,} rows\n")
    return 0
