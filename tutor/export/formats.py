"""A set of puzzles in every format: puzzle lines, text, CSV, JSON, GIFT and Anki.

`FORMATS` is their table; `tutor.export.anki` has one that needs more.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence

from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tutor.export import AnswerOption, FullText, PartText, anki, full_text, paragraphs, write_rows
from tutor.words.explanation import Explanation
from tutor.words.texts import LANGUAGES, Texts

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
            text = full_text(puzzle, say)
            asked[language].append(_asked(number, text))
            answered[language].append(_answered(number, text, say))
    parts: list[str] = []
    for language in languages:
        heading = Texts(language)("export.answers")
        parts += [*asked[language], heading, *answered[language]]
    return ("\n\n".join(parts) + "\n").encode()


def _asked(number: int, full: FullText) -> str:
    lines = [f"{number}. {full.scene}".replace("\n", "\n   ")]
    for question in full.questions:
        options = " · ".join(f"({option.label})" for option in question.options)
        lines += [f"   {question.text}", f"   {options}"]
    return "\n".join(lines)


def _answered(number: int, full: FullText, say: Texts) -> str:
    lines = [f"{number}. {full.answer}", *full.told.sentences, *full.told.dissents]
    rule = say("verdict.rule", rule=full.told.rule.name)
    return "\n   ".join([*lines, rule, full.line])


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


def table(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:
    """Return comma-separated values: in every language a row for every question of a puzzle."""
    rows: list[Sequence[str]] = [COLUMNS]
    for number, puzzle in enumerate(puzzles, start=1):
        for language in languages:
            text = full_text(puzzle, Texts(language))
            for question in text.questions:
                right = [option.label for option in question.options if option.right]
                cells = (
                    str(number),
                    language,
                    puzzle.kind,
                    str(puzzle.variant),
                    str(puzzle.table.rulebook),
                    text.told.rule.name,
                    text.scene,
                    question.text,
                    " | ".join(option.label for option in question.options),
                    " | ".join(right),
                    "\n".join((*text.told.sentences, *text.told.dissents)),
                    text.line,
                )
                rows.append(cells)
    return write_rows(rows)


VERSION = 1
"""Rises when a key changes its meaning; new keys may come at any time."""


def structured(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:
    """Return JSON: every puzzle with its solution and, by language, its words and replies."""
    written = [_puzzle(puzzle, languages) for puzzle in puzzles]
    whole = {"version": VERSION, "puzzles": written}
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
        "texts": {text.language: _texts(text) for text in texts},
    }


def _texts(full: FullText) -> dict[str, object]:
    return {
        "position": full.scene,
        "questions": [
            {
                "question": question.text,
                "many": question.many,
                "options": [
                    {
                        "answer": option.token,
                        "text": option.label,
                        "right": option.right,
                        "told": _told(option.told()),
                    }
                    for option in question.options
                ],
            }
            for question in full.questions
        ],
        "answer": full.answer,
        "told": _told(full.told),
        "rule": {
            "name": full.told.rule.name,
            "text": full.told.rule.text,
            "sources": [{"text": text, "url": url} for text, url in full.told.rule.citations],
        },
    }


def _told(explanation: Explanation) -> dict[str, object]:
    return {
        "headline": explanation.headline,
        "sentences": explanation.sentences,
        "dissents": explanation.dissents,
    }


# ------------------------------------------------------------------------------- GIFT

_ESCAPED = str.maketrans({**{sign: f"\\{sign}" for sign in "\\~=#{}:"}, "\n": "\\n", "\r": None})
"""What GIFT reads as its own signs. Source: docs.moodle.org, "GIFT format"."""

_WHOLE = {1: "100", 2: "50", 3: "33.33333", 4: "25", 5: "20", 6: "16.66667", 7: "14.28571"}
_WHOLE |= {8: "12.5", 9: "11.11111"}
"""Equal shares of 100 as Moodle spells them; it refuses a weight that is not in its list."""


def gift(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:
    """Return a Moodle question bank in the GIFT format, with feedback on every answer.

    It has a question for every part of every puzzle, in a category for each language.
    """
    questions: dict[str, list[str]] = {language: [] for language in languages}
    for number, puzzle in enumerate(puzzles, start=1):
        for language in languages:
            questions[language] += _questions(number, full_text(puzzle, Texts(language)))
    parts = []
    for language in languages:
        parts += [f"$CATEGORY: Calypso/{LANGUAGES[language]}", *questions[language]]
    return ("\n\n".join(parts) + "\n").encode()


def gift_text(text: str) -> str:
    """Write *text* so that GIFT takes it as it stands."""
    return text.translate(_ESCAPED)


def gift_weights(count: int) -> tuple[str, ...]:
    """Share 100 per cent among *count* right answers, in weights that Moodle knows.

    Up to nine are equal; ten to twenty take tens and fives, which add up to 100.

    Raises:
        ValueError: There are none, or more than a hand can have.
    """
    if count in _WHOLE:
        return (_WHOLE[count],) * count
    tens = 20 - count
    if not 0 <= tens <= 10:
        raise ValueError(f"want 1 to 20 right answers, found {count}")
    return ("10",) * tens + ("5",) * (count - tens)


def _questions(number: int, full: FullText) -> list[str]:
    several = len(full.questions) > 1
    return [
        _question(
            f"Calypso {number}{f'.{place}' if several else ''} ({full.language})", question, full
        )
        for place, question in enumerate(full.questions, start=1)
    ]


def _question(title: str, question: PartText, full: FullText) -> str:
    asked = f"{full.scene}\n\n{question.text}"
    return "\n".join(
        (
            f"// {full.line}",
            f"::{gift_text(title)}::[plain]{gift_text(asked)} {{",
            *_answers(question),
            f"####{gift_text(full.told.rule.name)}\\n{gift_text(full.told.rule.text)}",
            "}",
        )
    )


def _answers(question: PartText) -> list[str]:
    if not question.many:
        return [_answer("=" if option.right else "~", option) for option in question.options]
    shares = iter(gift_weights(sum(option.right for option in question.options)))
    return [
        _answer(f"~%{next(shares) if option.right else '-100'}%", option)
        for option in question.options
    ]


def _answer(mark: str, option: AnswerOption) -> str:
    return f"{mark}{gift_text(option.label)}#{gift_text(chr(10).join(paragraphs(option.told())))}"


FORMATS: Mapping[str, Render] = {
    "lines": lines,
    "text": text,
    "csv": table,
    "json": structured,
    "gift": gift,
    "anki": anki.render,
}

BINARY = frozenset({"anki"})
"""Formats that a terminal cannot show."""
