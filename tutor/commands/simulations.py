"""``calypso match`` and ``calypso frequencies``: many games played by themselves, and counted."""

import argparse
import sys
from math import isnan
from time import monotonic, perf_counter

from engine.players import Level
from engine.players.contest import PLAYERS, Contest, Result, meetings, summed_up
from engine.rulebooks import rulebook
from engine.variants import VARIANTS
from tutor import figures
from tutor.commands import Commands, ask_game, command, watched
from tutor.figures.counting import batches, counting, together


def add(commands: Commands) -> None:
    """Add both commands and their options."""
    _add_match(commands)
    _add_frequencies(commands)


_MOST = 1_000_000
"""Packs of a match."""

_MATCH = """\
Plays two practice players against each other with the same packs, each pack once in every
seating: partnerships swap sides, and where three play for themselves, one takes on two and
two take on one, all round the table. The seed decides the shuffles and any random choices:
the same command prints the same figures.

  calypso match --rulebook culbertson --sides expert club --games 50"""


def _add_match(commands: Commands) -> None:
    parser = command(
        commands,
        "match",
        "play two practice players against each other with the same deals",
        _MATCH,
    )
    ask_game(parser)
    parser.set_defaults(run=_match)
    add = parser.add_argument
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


def _match(asked: argparse.Namespace) -> int:
    first, second = asked.sides
    contest = Contest(
        VARIANTS[asked.variant],
        rulebook(asked.rulebook),
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


_FREQUENCIES = """\
Plays games of every form under every reading of the rules, at random and between
club-level practice players, counts every possible trick, and writes
tutor/figures/frequencies.json, where the rules reference gets its figures. The same seed
and numbers of games give the same file."""


def _add_frequencies(commands: Commands) -> None:
    parser = command(commands, "frequencies", "measure how often each rule comes up", _FREQUENCIES)
    parser.add_argument(
        "--games", type=int, default=100_000, help="random games per form (default: %(default)s)"
    )
    parser.add_argument(
        "--club", type=int, default=300, help="club-level games per form (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1954, help="random seed (default: %(default)s)")
    parser.set_defaults(run=lambda asked: _count(asked, parser))


def _count(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if min(asked.games, asked.club) < 1 or asked.seed < 0:
        parser.error("at least one game of each kind, and a seed of 0 or more")
    steps = counting(asked.seed, asked.games, asked.club)
    total = batches(asked.games, asked.club)
    frequencies = together(asked.seed, watched(steps, total, sys.stderr, perf_counter))
    figures.FILE.write_text(figures.write(frequencies), encoding="utf-8")
    return 0
