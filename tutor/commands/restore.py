"""``calypso restore``: a backup, put into an empty database."""

import argparse
import sys
from pathlib import Path

from tutor.commands.command import Commands
from tutor.store.backup import BackupError, restore
from tutor.store.database import address, open_engine
from tutor.store.faults import StoreError

_ABOUT = """\
Puts a backup into the database that DATABASE_URL or CALYPSO_DATA names, which must be
empty: all of it or nothing. Rows are counted before and after."""


def add(commands: Commands) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "restore",
        help="put a backup into an empty database",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("path", type=Path, help="a file written by 'calypso backup'")
    parser.set_defaults(run=lambda asked: _run(asked, parser))


def _run(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    try:
        engine = open_engine(address())
        try:
            counts = restore(engine, asked.path)
        finally:
            engine.dispose()
    except (StoreError, BackupError) as error:
        parser.exit(2, f"{parser.prog}: {error}\n")
    sys.stdout.write("".join(f"{name}: {rows:,}\n" for name, rows in counts.items()))
    return 0
