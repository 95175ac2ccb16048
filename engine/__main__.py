"""The command ``python -m engine``: the game for other programs, and matches between players."""

import argparse
import sys
from collections.abc import Sequence
from math import isnan
from time import monotonic
from typing import BinaryIO, TextIO

from engine.players.contest import PLAYERS, Contest, Result, meetings, summed_up
from engine.players.progress_bar import watched
from engine.protocol import LONGEST, Session, reply
from engine.rulebooks import RULEBOOKS, rulebook
from engine.variants import VARIANTS

_MOST = 1_000_000
"""Packs of a match."""

_TOO_LONG = b"." * (LONGEST + 1)
"""What stands for a line of which a part was not kept."""

_ABOUT = """\
Without a command it speaks a line protocol: one command a line on standard input, and
to each an answer on standard output whose last line is 'ok' or begins with 'error'.
'help' lists the commands; docs/protocol.md explains them.

  printf 'new partnership culbertson seed=7\\nlegal\\ngo club\\n' | python -m engine"""

_MATCH = """\
Lets two players meet over the same packs, every pack once in each seating: sides are
exchanged, and where three play alone, one meets two and two meet one round the table.
Packs, and what players leave to chance, come from the seed: the same command prints
the same figures.

  python -m engine match --rulebook culbertson --sides expert club --games 50"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Hold a conversation, or play a match.

    Returns:
        The exit code: 0, or 130 for who was interrupted. Arguments that make no sense end
        the program with 2.
    """
    parser = argparse.ArgumentParser(
        prog="python -m engine",
        description=_ABOUT,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    match = parser.add_subparsers(dest="command").add_parser(
        "match",
        help="let practice players meet over the same packs",
        description=_MATCH,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    _describe(match)
    asked = parser.parse_args(arguments)
    try:
        if asked.command == "match":
            sys.stdout.write(_match(asked))
        else:
            converse(sys.stdin.buffer, sys.stdout.buffer, sys.stderr)
        sys.stdout.flush()
    except BrokenPipeError:
        # Who listened has left; Python would complain once more when it closes the stream.
        sys.stdout = None
    except KeyboardInterrupt:
        sys.stderr.write("\n")
        return 130
    return 0


def converse(asked: BinaryIO, answered: BinaryIO, terminal: TextIO) -> None:
    """Answer line by line until the input ends or asks to end.

    A line too long to be kept is read to its end and refused, and bytes that are no
    text are replaced: nothing that arrives ends the conversation but 'quit'.
    """
    session = Session()
    if terminal.isatty() and asked.isatty():
        terminal.write("'help' lists the commands, 'quit' ends.\n")
    while not session.ended and (line := asked.readline(LONGEST + 2)):
        rest = line
        while not rest.endswith(b"\n") and (rest := asked.readline(LONGEST)):
            line = _TOO_LONG
        session, lines = reply(session, line.decode(errors="replace"))
        answered.write("".join(f"{said}\n" for said in lines).encode())
        answered.flush()


def _describe(match: argparse.ArgumentParser) -> None:
    add = match.add_argument
    add(
        "--rulebook",
        required=True,
        choices=[book.id for book in RULEBOOKS],
        help="who is right where the sources differ",
    )
    add("--form", default="partnership", choices=list(VARIANTS), help="of the game (partnership)")
    add(
        "--sides",
        nargs=2,
        default=["expert", "club"],
        choices=list(PLAYERS),
        metavar=("FIRST", "SECOND"),
        help=f"two of {', '.join(PLAYERS)} (expert club)",
    )
    add("--games", type=_packs, default=20, help="how many packs, each in every seating (20)")
    add("--seed", type=int, default=1, help="whole number that decides packs and luck (1)")


def _packs(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= _MOST:
        raise argparse.ArgumentTypeError(f"{text!r} packs (want 1 to {_MOST:,})")
    return int(text[:9])


def _match(asked: argparse.Namespace) -> str:
    first, second = asked.sides
    contest = Contest(
        VARIANTS[asked.form],
        rulebook(asked.rulebook),
        (PLAYERS[first], PLAYERS[second]),
        asked.seed,
    )
    met = list(watched(meetings(contest, asked.games), asked.games, sys.stderr, monotonic))
    result = summed_up(contest, met)
    return told(result, (first, second), f"{asked.form} by {asked.rulebook}, seed {asked.seed}")


def told(result: Result, names: tuple[str, str], what: str) -> str:
    """Write the outcome of a match for people; numbers stand where programs find them."""
    first, second, drawn = result.games
    error = "unknown (one pack)" if isnan(result.error) else f"{result.error:.1f}"
    return (
        f"{what}: {result.packs:,} packs, each in {result.seatings} seatings\n"
        f"points per deal: {names[0]} {result.points:+.1f} over {names[1]}, "
        f"standard error {error}\n"
        f"games: {names[0]} {first:,}, {names[1]} {second:,}, drawn {drawn:,}\n"
    )


if __name__ == "__main__":
    sys.exit(main())
