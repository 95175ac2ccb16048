"""The command ``calypso``: opens the tutor; for authors, teachers and players it holds more."""

import argparse
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from types import ModuleType

from tutor import __version__
from tutor.store.faults import StoreError
from tutor.words.languages import WordsError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the commands; without one, open the tutor.

    Returns:
        The exit code, as ``--help`` of the command tells it; 130 if it was interrupted.
        Arguments that make no sense end the program with 2, a faulty file of words with 1.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        # On Windows a file or a pipe has the letters of one part of the world, and no ♠.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        asked = _asked(sys.argv[1:] if arguments is None else arguments)
        code: int = asked.run(asked)
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has left; Python would complain once more when it closes the stream.
        sys.stdout = None
        return 0
    except (OSError, StoreError) as error:  # such as a full disk behind what is printed
        sys.stderr.write(f"calypso: {error}\n")
        sys.stdout = None
        return 2
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130
    return code


_OF_ALL = ("-h", "--help", "--version")
"""The options that are of no one command; any others are of the one that opens the tutor."""


def _asked(given: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="calypso", description="A tutor for Calypso. Without a command it opens the tutor."
    )
    parser.add_argument("--version", action="version", version=f"calypso {__version__}")
    commands = parser.add_subparsers(dest="command", title="commands", metavar="COMMAND")
    for module in modules():
        module.add(commands)
    opens = not given or (given[0].startswith("-") and given[0] not in _OF_ALL)
    asked, unknown = parser.parse_known_args(["serve", *given] if opens else given)
    if unknown:
        advice = "; those for Streamlit come after '--'" if asked.command == "serve" else ""
        parser.error(f"unrecognized arguments: {' '.join(unknown)}{advice}")
    return asked


def modules() -> tuple[ModuleType, ...]:
    """Return the modules whose ``add`` adds a command or some, in the order of the help.

    Raises:
        SystemExit: They read all words when they are imported, and some are at fault.
    """
    try:
        from tutor.commands import (  # noqa: PLC0415 - so that the fault can be told in a line
            databases,
            lint,
            materials,
            serve,
        )
    except WordsError as error:
        raise SystemExit(str(error)) from error
    return serve, lint, materials, databases


if __name__ == "__main__":
    sys.exit(main())
