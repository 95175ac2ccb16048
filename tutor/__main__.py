"""The command ``python -m tutor``: what authors of lessons need at the keyboard."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

from engine.players.progress_bar import watched
from tutor.authoring.lint import default_files, lint
from tutor.figures import frequencies
from tutor.figures.counting import batches, counting, together
from tutor.lessons import schema as lesson_schema

_LINT = """\
Checks lessons and banks of puzzles (files with the word 'bank' in their name): keys and
values, every position and 'expect' against the engine, words in every language, a
rulebook named where the rulebooks differ, a description for every picture.

One line for each finding: file, line, step, key, what was wanted and found, and a fix.

Exit code: 0 nothing was found, 1 something was, 2 the check could not be made."""

_SCHEMA = f"""\
Writes lessons/schema.json, by which editors complete and check lessons. An editor with
the YAML language server goes by this first line of a lesson:

    {lesson_schema.COMMENT}"""

_FREQUENCIES = """\
Plays games of every form by every reading of the rules, at random and between practice
partners of the club level, counts every trick there is, and writes
tutor/figures/frequencies.json, from which the rules reference takes its figures.
The same seed and numbers of games give the same file."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one of the commands.

    Returns:
        The exit code, as ``--help`` of the command tells it.
    """
    parser = argparse.ArgumentParser(prog="python -m tutor", description="Tools for authors.")
    commands = parser.add_subparsers(dest="command", required=True)
    shape = argparse.RawDescriptionHelpFormatter
    check = commands.add_parser(
        "lint",
        help="check lessons and the bank of puzzles",
        description=_LINT,
        formatter_class=shape,
    )
    check.add_argument(
        "files", nargs="*", type=Path, metavar="FILE", help="all lessons and the bank, if none"
    )
    commands.add_parser(
        "schema", help="write lessons/schema.json", description=_SCHEMA, formatter_class=shape
    )
    often = commands.add_parser(
        "frequencies",
        help="count how often things happen",
        description=_FREQUENCIES,
        formatter_class=shape,
    )
    often.add_argument("--games", type=int, default=100_000, help="of each form (%(default)s)")
    often.add_argument(
        "--club", type=int, default=300, help="of each form between partners (%(default)s)"
    )
    often.add_argument("--seed", type=int, default=1954, help="of the games (%(default)s)")
    asked = parser.parse_args(arguments)
    if asked.command == "frequencies":
        if min(asked.games, asked.club) < 1 or asked.seed < 0:
            often.error("at least one game of each kind, and a seed that is not negative")
        _count(asked.seed, asked.games, asked.club)
        return 0
    if asked.command == "schema":
        lesson_schema.FILE.write_text(lesson_schema.text(), encoding="utf-8")
        return 0
    for path in asked.files:
        if not path.is_file():
            check.error(f"no such file: {path}")
    return _lint(asked.files or default_files())


def _count(seed: int, games: int, club: int) -> None:
    total = batches(games, club)
    steps = watched(counting(seed, games, club), total, sys.stderr, perf_counter)
    found = frequencies.write(together(seed, steps))
    frequencies.FILE.write_text(found, encoding="utf-8")


def _lint(files: Sequence[Path]) -> int:
    findings = lint(files)
    here = Path.cwd()
    for finding in findings:
        sys.stdout.write(f"{finding.near(here)}\n")
    count = len({finding.path for finding in findings})
    if findings:
        sys.stderr.write(f"findings: {len(findings)}, in {count} of {len(files)} files\n")
    return 1 if findings else 0


if __name__ == "__main__":
    sys.exit(main())
