"""``calypso lint`` and ``calypso schema``: lessons and the bank of puzzles, checked."""

import argparse
import sys
from pathlib import Path

from tutor.authoring.lint import default_files, faults, lint, lint_words
from tutor.commands import Commands, command
from tutor.lessons import schema

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
    """Add both commands and their options."""
    _add_lint(commands)
    _add_schema(commands)


def _add_lint(commands: Commands) -> None:
    parser = command(commands, "lint", "check lessons and the bank of puzzles", _ABOUT)
    parser.add_argument(
        "files",
        nargs="*",
        type=Path,
        metavar="FILE",
        help="files to check (default: all lessons, the bank and the words of the tutor)",
    )
    parser.set_defaults(run=lambda asked: _run(asked, parser))


def _run(asked: argparse.Namespace, parser: argparse.ArgumentParser) -> int:
    for path in asked.files:
        if not path.is_file():
            parser.error(f"no such file: {path}")
    files = asked.files or default_files()
    findings = () if asked.files else lint_words()
    # A name without words is missing in every picture of every lesson: first things first.
    findings += () if faults(findings) else lint(files)
    here = Path.cwd()
    for finding in findings:
        sys.stdout.write(f"{finding.near(here)}\n")
    wrong = faults(findings)
    if wrong:
        files = len({finding.path for finding in wrong})
        sys.stderr.write(f"findings: {len(wrong)}, files: {files}\n")
    return 1 if wrong else 0


_SCHEMA = f"""\
Writes lessons/schema.json, which editors use to complete and check lessons. With the YAML
language server, put this line at the top of a lesson:

    {schema.COMMENT}"""


def _add_schema(commands: Commands) -> None:
    parser = command(commands, "schema", "write lessons/schema.json", _SCHEMA)
    parser.set_defaults(run=_schema)


def _schema(asked: argparse.Namespace) -> int:  # noqa: ARG001
    schema.FILE.write_text(schema.text(), encoding="utf-8")
    return 0
