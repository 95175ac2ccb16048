"""Answers in words, as the teacher reads them out and a telephone says what it has sent."""

from puzzles.answer import read_answer
from puzzles.puzzle import Puzzle
from tutor.words.choices import choice_label
from tutor.words.texts import Texts


def answer_label(say: Texts, puzzle: Puzzle, answer: str) -> str:
    """Name an answer to *puzzle*: what was picked in every part.

    Raises:
        ValueError: It is no answer to this puzzle.
    """
    said = []
    for part, tokens in zip(puzzle.parts, read_answer(answer, puzzle.parts), strict=True):
        chosen = (choice for choice in part.choices if choice.token in tokens)
        said.append(say.series(tuple(choice_label(say, puzzle, part, one) for one in chosen)))
    return " / ".join(said)
