"""Puzzles as files for others: text, spreadsheets, data, Moodle quizzes and Anki cards.

Each module has a function ``render(puzzles, languages) -> bytes``; `FORMATS` is their table.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tutor.export import anki, data, moodle, spreadsheet
from tutor.learning.full_text import FullText, full_text
from tutor.words.texts import Texts

Render = Callable[[Iterable[Puzzle], Sequence[str]], bytes]
"""From puzzles and the codes of languages to the content of a file."""


def lines(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:  # noqa: ARG001
    """Return one puzzle a line, as links hold it and the tutor reads it; it needs no words."""
    return "".join(f"{print_puzzle(puzzle)}\n" for puzzle in puzzles).encode()


def text(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:
    """Return a sheet to print or read aloud: the questions first, the answers after them."""
    asked: dict[str, list[str]] = {language: [] for language in languages}
    answered: dict[str, list[str]] = {language: [] for language in languages}
    for number, puzzle in enumerate(puzzles, start=1):
        for language in languages:
            say = Texts(language)
            one = full_text(puzzle, say)
            asked[language].append(_asked(number, one))
            answered[language].append(_answered(number, one, say))
    parts: list[str] = []
    for language in languages:
        heading = Texts(language)("export.answers")
        parts += [*asked[language], heading, *answered[language]]
    return ("\n\n".join(parts) + "\n").encode()


def _asked(number: int, one: FullText) -> str:
    lines = [f"{number}. {one.scene}".replace("\n", "\n   ")]
    for question in one.questions:
        options = " · ".join(f"({option.label})" for option in question.options)
        lines += [f"   {question.text}", f"   {options}"]
    return "\n".join(lines)


def _answered(number: int, one: FullText, say: Texts) -> str:
    lines = [f"{number}. {one.answer}", *one.told.sentences, *one.told.dissents]
    rule = say("verdict.rule", rule=one.told.rule.name)
    return "\n   ".join([*lines, rule, one.line])


FORMATS: Mapping[str, Render] = {
    "lines": lines,
    "text": text,
    "csv": spreadsheet.render,
    "json": data.render,
    "gift": moodle.render,
    "anki": anki.render,
}

BINARY = frozenset({"anki"})
"""Formats that a terminal cannot show."""
