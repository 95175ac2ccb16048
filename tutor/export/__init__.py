"""Puzzles and answers as files for others: text, spreadsheets, data, quizzes and cards.

What they share stands here: a puzzle wholly in words, with what is said to every answer, and rows
in which no cell is a formula.
"""

import csv
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from io import StringIO

from puzzles.kinds import kind_of
from puzzles.notation import print_puzzle
from puzzles.puzzle import Part, Puzzle, print_answer, split_parts
from puzzles.scenes import Stage
from tutor.words.explanation import Explanation, answer_label, choice_label, explain
from tutor.words.sights import description
from tutor.words.texts import Texts


@dataclass(frozen=True, slots=True)
class AnswerOption:
    """One answer to a question: how it is written and named, and what is said to it.

    Most formats print nothing of what is said to wrong answers, so it is worked out when asked.
    """

    token: str
    label: str
    right: bool
    told: Callable[[], Explanation]


@dataclass(frozen=True, slots=True)
class PartText:
    """One part of a puzzle; with ``many`` all right options are to be picked."""

    text: str
    many: bool
    options: tuple[AnswerOption, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FullText:
    """A puzzle as it is handed out.

    ``scene`` describes the position so fully that the answer follows from it; ``answer``
    names the right options; ``told`` is what the tutor says to them.
    """

    line: str
    language: str
    scene: str
    questions: tuple[PartText, ...]
    answer: str
    told: Explanation


def full_text(puzzle: Puzzle, say: Texts) -> FullText:
    """Put *puzzle* into words, as the pages do, but for the lessons: a file has no way to them."""
    solution = tuple(tuple(part.split()) for part in split_parts(puzzle.solution))
    explanation = _told(puzzle, puzzle.solution, say)
    questions = tuple(
        _question(puzzle, place, part, solution, explanation, say)
        for place, part in enumerate(puzzle.parts)
    )
    scene = kind_of(puzzle).scene(puzzle, Stage())
    return FullText(
        line=print_puzzle(puzzle),
        language=say.language,
        scene="\n".join(description(sight, say) for sight in scene),
        questions=questions,
        answer=answer_label(say, puzzle, puzzle.solution),
        told=explanation,
    )


def _told(puzzle: Puzzle, answer: str, say: Texts) -> Explanation:
    return explain(puzzle, puzzle.check(answer), say, ())


def _question(
    puzzle: Puzzle,
    place: int,
    part: Part,
    solution: Sequence[Sequence[str]],
    explanation: Explanation,
    say: Texts,
) -> PartText:
    """Put one part into words: another option is judged with the other parts right."""
    options = []
    for choice in part.choices:
        wanted = choice.token in solution[place]
        answer = print_answer((*solution[:place], (choice.token,), *solution[place + 1 :]))
        # Of cards to play several may be right.
        right = wanted or puzzle.check(answer).correct
        # One right card of several is not the whole answer, but it is not a mistake either.
        told = (lambda: explanation) if wanted else partial(_told, puzzle, answer, say)
        label = choice_label(say, puzzle, part, choice)
        options.append(AnswerOption(choice.token, label, right, told))
    return PartText(say(f"part.{part.key}", **part.facts), part.many, tuple(options))


def paragraphs(explanation: Explanation) -> tuple[str, ...]:
    """Return what a page shows after an answer but for the rule: right or wrong, why, dissents."""
    return (explanation.headline, *explanation.sentences, *explanation.dissents)


# ------------------------------------------------------------------------ for spreadsheets

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
