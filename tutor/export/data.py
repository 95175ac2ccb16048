"""A set as JSON, for programs: structure once, words by language."""

import json
from collections.abc import Iterable, Sequence

from puzzles.puzzle import Puzzle
from tutor.learning.explanation import Explanation
from tutor.learning.full_text import FullText, full_text
from tutor.words.texts import Texts

VERSION = 1
"""Rises when a key changes its meaning; new keys may come at any time."""


def render(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:
    """Write every puzzle with its solution and, by language, its words and replies."""
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
