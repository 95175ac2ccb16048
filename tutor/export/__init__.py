"""Puzzles and answers as files for others: text, spreadsheets, data, quizzes and cards.

What all that is written for a spreadsheet needs stands here: a cell is never a formula.
"""

import csv
import re
from collections.abc import Iterable
from io import StringIO

_NUMBER = re.compile(r"-?\d+")

_SIGNS = "=+@\\-＝＋＠－﹢﹣﹦﹫−"
"""Signs with which a formula begins, in every width, the minus of mathematics included."""

_UNSEEN = (
    r"[\"\s\x00-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    r"\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0]*"
)
"""What a program may pass over before such a sign: quotes, control signs, what nobody sees."""

_BEGINS = re.compile(rf"{_UNSEEN}[{_SIGNS}]|[\t\r]")
_AFTER = re.compile(rf"""([;,\t|\r\n]'*{_UNSEEN})(?!-\d+\s*(?:$|[;,\t|\r\n]))([{_SIGNS}])""")
"""Where a cell would begin for a spreadsheet that divides elsewhere than we do."""


def harmless(cell: str) -> str:
    """Return *cell* as no spreadsheet takes it for a formula; numbers stay numbers.

    Source: OWASP, "CSV Injection": an apostrophe before = + - @, tab and carriage return. It
    stands before such a sign too where the cell would be divided by another separator.
    """
    if _NUMBER.fullmatch(cell):
        return cell
    inside = _AFTER.sub(r"\1'\2", cell)
    return f"'{inside}" if _BEGINS.match(inside) else inside


def write_rows(rows: Iterable[Iterable[str]]) -> bytes:
    """Return rows as a file: every cell quoted and harmless.

    UTF-8 with a byte order mark, without which Excel takes Japanese for something else;
    lines end as RFC 4180 wants them to.
    """
    file = StringIO(newline="")
    written = csv.writer(file, lineterminator="\r\n", quoting=csv.QUOTE_ALL)
    written.writerows(map(harmless, row) for row in rows)
    return file.getvalue().encode("utf-8-sig")
