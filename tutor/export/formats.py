"""A set of puzzles in every format there is: by line, as a text, as data, and what others make.

`FORMATS` is their table; `tutor.export.spreadsheet`, `moodle` and `anki` have the larger ones.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tutor.export import anki, moodle, spreadsheet
from tutor.learning.explanation import Explanation, FullText, full_text
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


VERSION = 1
"""Rises when a key changes its meaning; new keys may come at any time."""


def structured(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:
    """Return JSON: every puzzle with its solution and, by language, its words and replies."""
    found = [_puzzle(puzzle, languages) for puzzle in puzzles]
    whole = {"version": VERSION, "puzzles": found}
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def _puzzle(puzzle: Puzzle, languages: Sequence[str]) -> dict[str, object]:
    texts = [full_text(puzzle, Texts(language)) for language in languages]
    return {
        "line": texts[0].line,
        "kind": puzzle.kind,
        "variant": puzzle.variant.id,
        "rulebook": puzzle.table.rulebook.id,
        "rule": puzzle.rule.value,
        "solution": puzzle.solution,
        "texts": {one.language: _texts(one) for one in texts},
    }


def _texts(one: FullText) -> dict[str, object]:
    return {
        "position": one.scene,
        "questions": [
            {
                "question": question.text,
                "many": question.many,
                "options": [
                    {
                        "answer": option.token,
                        "text": option.label,
                        "right": option.right,
                        "told": _told(option.told),
                    }
                    for option in question.options
                ],
            }
            for question in one.questions
        ],
        "answer": one.answer,
        "told": _told(one.told),
        "rule": {
            "name": one.told.rule.name,
            "text": one.told.rule.text,
            "sources": [{"text": text, "url": url} for text, url in one.told.rule.citations],
        },
    }


def _told(told: Explanation) -> dict[str, object]:
    return {
        "headline": told.headline,
        "sentences": told.sentences,
        "dissents": told.dissents,
    }


FORMATS: Mapping[str, Render] = {
    "lines": lines,
    "text": text,
    "csv": spreadsheet.render,
    "json": structured,
    "gift": moodle.render,
    "anki": anki.render,
}

BINARY = frozenset({"anki"})
"""Formats that a terminal cannot show."""
