"""``calypso export-answers``: all answers, for other people's tools."""

import argparse
import sys
from pathlib import Path

from tutor.commands.command import Commands
from tutor.export.answers import datashop, xapi
from tutor.store import StoreError, open_store

_ABOUT = """\
Writes the answers of all learners in the database that DATABASE_URL or CALYPSO_DATA names:
as a table of DataShop transactions, or as xAPI statements, one to a line. Learners are
numbered; nothing in the file says who they are."""

_WRITE = {"datashop": datashop, "xapi": xapi}


def add(commands: Commands) -> None:
    """Add the command and its options."""
    parser = commands.add_parser(
        "export-answers",
        help="write all answers for other tools, without names",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("path", type=Path, help="the file to write")
    parser.add_argument("--format", choices=_WRITE, default="datashop", help="default: %(default)s")
    parser.set_defaults(run=_run)


def _run(asked: argparse.Namespace) -> int:
    try:
        learners = open_store().everybody()
        asked.path.write_text(_WRITE[asked.format](learners), encoding="utf-8")
    except (OSError, StoreError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    count = sum(map(len, learners))
    sys.stderr.write(f"learners: {len(learners)}, answers: {count}\n")
    return 0
