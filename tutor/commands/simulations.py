"""``calypso match``: practice players against each other, many games played by themselves."""

import argparse
import sys
from math import isnan
from time import monotonic

from engine.players import Level
from engine.players.contest import PLAYERS, Contest, Result, meetings, summed_up
from engine.rulebooks import rulebook_of
from engine.variants import VARIANTS
from tutor.commands import Commands, ask_game, command, watched, whole_number

_MOST = 1_000_000
"""Packs of a match."""

_MATCH = """\
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
        _MATCH,
    )
    ask_game(parser)
    parser.set_defaults(run=_match)
    parser.add_argument(
        "--sides",
        nargs=2,
        default=[Level.EXPERT, Level.CLUB],
        choices=list(PLAYERS),
        metavar=("FIRST", "SECOND"),
        help=f"two of {', '.join(PLAYERS)} (default: expert club)",
    )
    parser.add_argument(
        "--games",
        type=whole_number(1, _MOST, f"1 to {_MOST:,} packs"),
        default=20,
        help="how many packs, each played in every seating (default: 20)",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="seed for the shuffles and random choices (default: 1)"
    )


def _match(asked: argparse.Namespace) -> int:
    first, second = asked.sides
    contest = Contest(
        VARIANTS[asked.variant],
        rulebook_of(asked.rulebook),
        (PLAYERS[first], PLAYERS[second]),
        asked.seed,
    )
    met = list(watched(meetings(contest, asked.games), asked.games, sys.stderr, monotonic))
    result = summed_up(contest, met)
    title = f"{asked.variant} under {asked.rulebook}, seed {asked.seed}"
    sys.stdout.write(_told(result, (first, second), title))
    return 0


def _told(result: Result, names: tuple[str, str], title: str) -> str:
    first, second, drawn = result.games
    error = "unknown (one pack)" if isnan(result.error) else f"{result.error:.1f}"
    packs = f"{result.packs:,} pack{'' if result.packs == 1 else 's'}"
    return (
        f"{title}: {packs}, each in {result.seatings} seatings\n"
        f"points per deal: {names[0]} {result.points:+.1f} over {names[1]}, "
        f"standard error {error}\n"
        f"games: {names[0]} {first:,}, {names[1]} {second:,}, drawn {drawn:,}\n"
    )
