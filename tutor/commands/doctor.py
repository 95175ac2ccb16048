"""``calypso doctor``: whether this machine can serve the tutor, check by check."""

import argparse
import sys

from tutor.commands.command import Commands
from tutor.serving.readiness import examined

_ABOUT = """\
Checks what the tutor needs to run: lessons, database, free disk, open files, address.

Exit code: 0 all is well, 1 something needs fixing (it says what and how)."""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "doctor",
        help="check whether this machine can run the tutor",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_run)


def _run(asked: argparse.Namespace) -> int:  # noqa: ARG001
    checks = tuple(examined())
    for check in checks:
        advice = "" if check.well else f"; {check.advice}"
        sys.stdout.write(f"{'ok ' if check.well else 'BAD'} {check.name}: {check.found}{advice}\n")
    return 0 if all(check.well for check in checks) else 1
