"""``calypso schema``: the schema of lesson files, written anew."""

import argparse

from tutor.commands.command import Commands
from tutor.lessons import schema

_ABOUT = f"""\
Writes lessons/schema.json, by which editors complete and check lessons. An editor with
the YAML language server goes by this first line of a lesson:

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
