"""The command ``calypso``: opens the tutor; for authors, teachers and players it holds more."""

import argparse
import sys
from collections.abc import Sequence
from types import ModuleType

from tutor import __version__
from tutor.words.languages import WordsError


def modules() -> tuple[ModuleType, ...]:
    """Return the modules whose ``add`` adds a command or some, in the order of the help.

    Raises:
        WordsError: They read all words when they are imported, and some are at fault.
    """
    from tutor.commands import (  # noqa: PLC0415 - so that the fault can be told in a line
        databases,
        frequencies,
        lint,
        match,
        pack,
        puzzles,
        serve,
    )

    return serve, lint, puzzles, pack, match, frequencies, databases


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the commands; without one, open the tutor.

    Returns:
        The exit code, as ``--help`` of the command tells it; 130 if it was interrupted, 1 if a
        file of words is at fault. Arguments that make no sense end the program with 2.
    """
    try:
        found = modules()
    except WordsError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    parser = argparse.ArgumentParser(
        prog="calypso", description="A tutor for Calypso. Without a command it opens the tutor."
    )
    parser.add_argument("--version", action="version", version=f"calypso {__version__}")
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    for module in found:
        module.add(commands)
    given = sys.argv[1:] if arguments is None else arguments
    asked = parser.parse_args(given or ["serve"])
    try:
        code: int = asked.run(asked)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has left; Python would complain once more when it closes the stream.
        sys.stdout = None
        return 0
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
