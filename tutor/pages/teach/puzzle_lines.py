"""Puzzles that a teacher has pasted, a line each."""

from dataclasses import dataclass

import streamlit as st

from puzzles.notation import parse_puzzle, puzzle_lines
from puzzles.puzzle import Puzzle
from tutor.pages.frame import session


@dataclass(frozen=True, slots=True)
class PastedPuzzles:
    """The puzzles of a text, and the numbers of its lines that are none."""

    puzzles: tuple[Puzzle, ...]
    wrong: tuple[int, ...]


def read_puzzles(text: str) -> PastedPuzzles:
    """Read a puzzle, or the link of one, in each line that says something."""
    found: list[Puzzle] = []
    wrong: list[int] = []
    for number, line in puzzle_lines(text):
        try:
            found.append(parse_puzzle(line))
        except ValueError:
            wrong.append(number)
    return PastedPuzzles(tuple(found), tuple(wrong))


def say_wrong(found: PastedPuzzles) -> bool:
    """Name the lines that are no puzzles, if there are any; whether there are."""
    if found.wrong:
        say = session.texts()
        st.error(say("puzzle-lines.wrong", numbers=found.wrong[:20], count=len(found.wrong)))
    return bool(found.wrong)


def read_pasted(text: str) -> tuple[Puzzle, ...] | None:
    """Read the puzzles; the lines that are none are named, and then nothing is given."""
    found = read_puzzles(text)
    return None if say_wrong(found) else found.puzzles
