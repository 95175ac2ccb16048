"""A set as comma-separated values, one question a row, safe to open in a spreadsheet."""

import csv
import re
from collections.abc import Iterable, Sequence
from io import StringIO

from puzzles.puzzle import Puzzle
from tutor.export.handout import handout
from tutor.words.texts import Texts

COLUMNS = (
    "number",
    "language",
    "kind",
    "variant",
    "rulebook",
    "rule",
    "position",
    "question",
    "choices",
    "answer",
    "explanation",
    "line",
)
"""The first row; names for programs, hence in one language."""

_NUMBER = re.compile(r"-?\d+")


def render(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:
    """Write one row for every question of every puzzle, in each of the languages.

    UTF-8 with a byte order mark, without which Excel takes Japanese for something else;
    lines end as RFC 4180 wants them to.
    """
    file = StringIO(newline="")
    rows = csv.writer(file, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for number, puzzle in enumerate(puzzles, start=1):
        for language in languages:
            say = Texts(language)
            one = handout(puzzle, say)
            for question in one.questions:
                right = [option.label for option in question.options if option.right]
                cells = (
                    str(number),
                    language,
                    puzzle.kind,
                    str(puzzle.variant),
                    str(puzzle.table.rulebook),
                    one.told.rule.name,
                    one.scene,
                    question.text,
                    " | ".join(option.label for option in question.options),
                    " | ".join(right),
                    "\n".join((*one.told.sentences, *one.told.dissents)),
                    one.line,
                )
                rows.writerow(map(harmless, cells))
    return file.getvalue().encode("utf-8-sig")


def harmless(cell: str) -> str:
    """Keep a spreadsheet from taking *cell* for a formula; numbers stay numbers.

    Source: OWASP, "CSV Injection": an apostrophe before = + - @, tab and carriage return.
    """
    risky = cell.startswith(("=", "+", "-", "@", "\t", "\r")) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if risky else cell
