"""``calypso match``: two practice players over the same packs."""

import argparse
import sys
from math import isnan
from time import monotonic

from engine.players.bots import Level
from engine.players.contest import PLAYERS, Contest, Result, meetings, summed_up
from engine.rulebooks import rulebook
from engine.variants import VARIANTS
from tutor.commands import Commands, ask_game, command, watched

_MOST = 1_000_000
"""Packs of a match."""

_ABOUT = """\
Plays two practice players against each other with the same packs, each pack once in every
seating: partnerships swap sides, and where three play for themselves, one takes on two and
two take on one, all round the table. The seed decides the shuffles and any random choices:
the same command prints the same figures.

  calypso match --rulebook culbertson --sides expert club --games 50"""


def add(commands: Commands) -> None:
    """Add the command and its options."""
    parser = command(
        commands,
        "match",
        "play two practice players against each other with the same deals",
        _ABOUT,
    )
    _describe(parser)
    parser.set_defaults(run=_run)


def _run(asked: argparse.Namespace) -> int:
    sys.stdout.write(_match(asked))
    return 0


def _describe(match: argparse.ArgumentParser) -> None:
    ask_game(match)
    add = match.add_argument
    add(
        "--sides",
        nargs=2,
        default=[Level.EXPERT, Level.CLUB],
        choices=list(PLAYERS),
        metavar=("FIRST", "SECOND"),
        help=f"two of {', '.join(PLAYERS)} (default: expert club)",
    )
    add(
        "--games",
        type=_packs,
        default=20,
        help="how many packs, each played in every seating (default: 20)",
    )
    add("--seed", type=int, default=1, help="seed for the shuffles and random choices (default: 1)")


def _packs(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 1 <= int(text[:9]) <= _MOST:
        raise argparse.ArgumentTypeError(f"{text!r} packs (want 1 to {_MOST:,})")
    return int(text[:9])


def _match(asked: argparse.Namespace) -> str:
    first, second = asked.sides
    contest = Contest(
        VARIANTS[asked.variant],
        rulebook(asked.rulebook),
        (PLAYERS[first], PLAYERS[second]),
        asked.seed,
    )
    met = list(watched(meetings(contest, asked.games), asked.games, sys.stderr, monotonic))
    result = summed_up(contest, met)
    return told(result, (first, second), f"{asked.variant} by {asked.rulebook}, seed {asked.seed}")


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
