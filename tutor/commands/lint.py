"""``calypso lint`` and ``calypso find-deal``: what authors of lessons need."""

import argparse
import sys
from math import inf
from pathlib import Path
from random import Random

from engine.table import Seat
from engine.variants import VARIANTS
from tutor.authoring import default_files, faults, files_in, lint, lint_words
from tutor.authoring.deal_search import TRIES, DealAim, search
from tutor.commands import Commands, command, rule, whole_number

_ABOUT = """\
Checks lessons and banks of puzzles (files with the word 'bank' in their name): keys and
values, every position and 'expect' against the engine, words in every language, a
rulebook named where the rulebooks differ, a description for every picture. Without files,
first that every rule, rulebook, form, kind, misconception and partner has its words; if
one has none, only that is said.

Prints one line per problem: file, line, step and key, what was wanted and what was found.
A line with 'advice:' keeps nothing from being used: a lesson needs one language.

Exit code: 0 no problems, 1 problems found, 2 the check could not be run."""


def add(commands: Commands) -> None:
    """Add the commands and their options."""
    _add_lint(commands)
    _add_find_deal(commands)


def _add_lint(commands: Commands) -> None:
    what = "check lessons and the bank of puzzles"
    command(commands, "lint", what, _ABOUT, _run).add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="files, or folders of them (default: all lessons, the bank and the tutor's words)",
    )


def _run(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    given: list[Path] = []
    for path in asked.files:
        try:
            held = files_in(path) if path.is_dir() else [path]
        except OSError as error:
            parser.error(f"{path}: {error.strerror}")
        if not held or not path.exists():
            parser.error(f"want a file, or a folder that holds some, found {path}")
        given += held
    findings = () if asked.files else lint_words()
    # A name without words is missing in every picture of every lesson: first things first.
    findings += () if faults(findings) else lint(given or default_files())
    here = Path.cwd()
    for finding in findings:
        sys.stdout.write(f"{finding.near(here)}\n")
    wrong = faults(findings)
    if wrong:
        files = len({finding.path for finding in wrong})
        sys.stderr.write(f"findings: {len(wrong)}, files: {files}\n")
    return 1 if wrong else 0


_FIND_DEAL = """\
Looks for the last deal of a game, of four in partnerships, that shows the named rules in this
order whatever you play, and prints it for a 'play' step of a lesson. The same options find the
same deal; above each deal of our lessons stands the command that found it. How far it is from
perfect comes last: what learners miss on average, and how many tricks they lack. The search
takes some minutes.

  calypso find-deal --lacking 3 7 3 6 --completed 0 0 0 0 --seed 2 \\
      trick.suit-highest trick.ruff-wins"""


_FORM = VARIANTS["partnership"]


def _add_find_deal(commands: Commands) -> None:
    what = "find the cards of a guided deal"
    add = command(commands, "find-deal", what, _FIND_DEAL, _find_deal).add_argument
    add("rules", nargs="+", type=rule, metavar="RULE", help="the rules to be told, in order")
    add("--table", default="N=C E=S S=D W=H", help="whose suit is whose (default: %(default)s)")
    by_seat = tuple(seat.value for seat in _FORM.seats)
    add("--dealer", default="S", choices=by_seat, help="who deals (default: %(default)s)")
    for name, numbers, what in (
        ("--lacking", range(1, len(_FORM.ranks) + 1), "how many cards each calypso lacks"),
        ("--completed", range(_FORM.packs), "how many calypsos each has completed"),
    ):
        add(name, nargs=4, type=int, choices=numbers, required=True, metavar=by_seat, help=what)
    add("--seed", type=int, required=True, help="seed of the search")
    tries = whole_number(0, inf, "0 or more")
    add("--tries", type=tries, default=TRIES, help="how many deals to try (default: %(default)s)")


def _find_deal(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    aim = DealAim(
        variant=_FORM,
        seating=asked.table,
        dealer=Seat(asked.dealer),
        order=tuple(asked.rules),
        lacking=tuple(asked.lacking),
        completed=tuple(asked.completed),
    )
    try:
        deal, (missed, idle) = search(aim, Random(f"{asked.seed} deal"), asked.tries)
    except ValueError as error:
        parser.error(str(error))
    sys.stdout.write(f"{deal}\n")
    sys.stderr.write(f"missed: {missed:.3f}, tricks lacking: {idle:.3f}\n")
    return 0
