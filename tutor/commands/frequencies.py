"""``calypso frequencies``: how often things happen, counted anew."""

import argparse
import sys
from time import perf_counter

from tutor.commands import Commands, command, watched
from tutor.figures import frequencies
from tutor.figures.counting import batches, counting, together

_ABOUT = """\
Plays games of every form under every reading of the rules, at random and between
club-level practice players, counts every possible trick, and writes
tutor/figures/frequencies.json, where the rules reference gets its figures. The same seed
and numbers of games give the same file."""


def add(commands: Commands) -> None:
    """Add the command and its options."""
    parser = command(commands, "frequencies", "measure how often each rule comes up", _ABOUT)
    parser.add_argument(
        "--games", type=int, default=100_000, help="random games per form (default: %(default)s)"
    )
    parser.add_argument(
        "--club", type=int, default=300, help="club-level games per form (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1954, help="random seed (default: %(default)s)")
    parser.set_defaults(run=lambda asked: _run(asked, parser))


def _run(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    if min(asked.games, asked.club) < 1 or asked.seed < 0:
        parser.error("at least one game of each kind, and a seed of 0 or more")
    steps = counting(asked.seed, asked.games, asked.club)
    total = batches(asked.games, asked.club)
    found = together(asked.seed, watched(steps, total, sys.stderr, perf_counter))
    frequencies.FILE.write_text(frequencies.write(found), encoding="utf-8")
    return 0
