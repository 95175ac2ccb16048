"""Packs what is needed to look into a problem into one text, without personal data."""

from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tutor import __version__
from tutor.learning.explanation import Explanation
from tutor.words.texts import Texts


def report(puzzle: Puzzle, answer: str, told: Explanation | None, say: Texts) -> str:
    """Write the report: position line, rulebook, version, answer, and the text that was shown."""
    shown = [say(f"part.{part.key}", **part.facts) for part in puzzle.parts]
    if told:
        shown += [
            told.headline,
            *told.sentences,
            *(told.misconception or ()),
            *told.perhaps,
            *told.dissents,
        ]
    return "\n".join(
        (
            f"puzzle: {print_puzzle(puzzle)}",
            f"rulebook: {puzzle.table.rulebook}",
            f"rule: {puzzle.rule.value}",
            f"answer: {answer or '-'}",
            *([f"solution: {puzzle.solution}"] if told else []),
            f"version: {__version__}",
            f"language: {say.language}",
            "shown:",
            *(f"  {line}" for line in shown),
        )
    )
