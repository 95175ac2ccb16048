"""The commands of ``calypso``, and what they share; `tutor.__main__` puts them together."""

from argparse import (
    ArgumentParser,
    ArgumentTypeError,
    Namespace,
    RawDescriptionHelpFormatter,
    _SubParsersAction,
)
from collections.abc import Callable, Collection, Iterable, Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import TextIO, TypeAlias, TypeVar

from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.variants import VARIANTS

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"
"""Where a command adds itself; its parser's default ``run`` takes the parsed arguments and
returns the exit code."""

Run: TypeAlias = Callable[[Namespace, ArgumentParser], int]
"""What a command does with the parsed arguments; it ends with an error through the parser."""


def command(commands: Commands, name: str, what: str, about: str, run: Run) -> ArgumentParser:
    """Add a command; return its parser, which has no options yet.

    *what* it does is told in a line of the list of commands, all *about* it in its own help.
    """
    parser = commands.add_parser(
        name, help=what, description=about, formatter_class=RawDescriptionHelpFormatter
    )
    parser.set_defaults(run=lambda asked: run(asked, parser))
    return parser


def ask_game(parser: ArgumentParser) -> None:
    """Add the options that say which game it is about: rulebook and form."""
    parser.add_argument(
        "--rulebook",
        required=True,
        choices=[rulebook.id for rulebook in RULEBOOKS],
        help="which rulebook to follow where they differ",
    )
    parser.add_argument(
        "--variant",
        default="partnership",
        choices=list(VARIANTS),
        help="form of the game (default: partnership)",
    )


def rule(name: str, offered: Collection[str] = tuple(Rule)) -> Rule:
    """Return the rule of this name; where there is none, one *offered* may have been meant.

    Raises:
        ArgumentTypeError: There is no such rule.
    """
    if name in list(Rule):
        return Rule(name)
    close = get_close_matches(name, offered, n=1)
    hint = f"did you mean '{close[0]}'?" if close else "calypso puzzles --help lists them"
    raise ArgumentTypeError(f"no rule {name!r} ({hint})")


def whole_number(least: int, most: float, wanted: str) -> Callable[[str], int]:
    """Return what reads a whole number of an option; *wanted* says which there may be."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdecimal()) or not least <= int(text[:9]) <= most:
            raise ArgumentTypeError(f"want {wanted}, found {text!r}")
        return int(text[:9])

    return read


def file_error(error: OSError, path: Path | None) -> str:
    """Return which file could not be used, and why; a full disk does not say which: *path*."""
    named = error.filename or path
    return f"{named}: {error.strerror}" if named else str(error.strerror or error)


_WIDTH = 30
_T = TypeVar("_T")


def watched(
    items: Iterable[_T], total: int, stream: TextIO, clock: Callable[[], float]
) -> Iterator[_T]:
    """Pass *items* on; from the second second a bar on a terminal says how many are done."""
    start = shown = clock()
    for done, item in enumerate(items, start=1):
        yield item
        moment = clock()
        if stream.isatty() and moment - start > 1 and (moment - shown > 0.1 or done == total):
            shown = moment
            full = _WIDTH * done // total
            stream.write(f"\r[{'#' * full}{'.' * (_WIDTH - full)}] {done:,} of {total:,}")
            stream.write("\n" if done == total else "")
            stream.flush()
