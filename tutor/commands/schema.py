"""``calypso schema``: the schema of lesson files, written anew."""

import argparse

from tutor.commands.command import Commands
from tutor.lessons import schema

_ABOUT = f"""\
Writes lessons/schema.json, which editors use to complete and check lessons. With the YAML
language server, put this line at the top of a lesson:

    {schema.COMMENT}"""


def add(commands: Commands) -> None:
    """Add the command."""
    parser = commands.add_parser(
        "schema",
        help="write lessons/schema.json",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_run)


def _run(asked: argparse.Namespace) -> int:  # noqa: ARG001
    schema.FILE.write_text(schema.text(), encoding="utf-8")
    return 0
