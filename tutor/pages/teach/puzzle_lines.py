"""Puzzles that a teacher has pasted, a line each."""

import streamlit as st

from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle
from tutor.pages.frame import session


def read_pasted(text: str) -> tuple[Puzzle, ...] | None:
    """Read the puzzles; the lines that are none are named, and then nothing is given."""
    found: list[Puzzle] = []
    wrong: list[int] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip():
            try:
                found.append(parse_puzzle(line))
            except ValueError:
                wrong.append(number)
    if wrong:
        say = session.texts()
        st.error(say("puzzle-lines.wrong", numbers=tuple(wrong[:20]), count=len(wrong)))
        return None
    return tuple(found)
