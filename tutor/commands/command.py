"""What a command is: a name, its options, and what it does."""

from argparse import ArgumentParser, _SubParsersAction
from typing import TypeAlias

from engine.rulebooks import RULEBOOKS
from engine.variants import VARIANTS

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"
"""Where a command adds itself; its parser's default ``run`` takes the parsed arguments and
returns the exit code."""


def ask_game(parser: ArgumentParser) -> None:
    """Add the options that say which game it is about: rulebook and form."""
    parser.add_argument(
        "--rulebook",
        required=True,
        choices=[book.id for book in RULEBOOKS],
        help="which rulebook to follow where they differ",
    )
    parser.add_argument(
        "--variant",
        default="partnership",
        choices=list(VARIANTS),
        help="form of the game (default: partnership)",
    )
