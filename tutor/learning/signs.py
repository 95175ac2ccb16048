"""What one answer says about misconceptions: whether it could show one, and which it fits."""

from functools import lru_cache

from puzzles.kinds import KIND_OF, betrays, tempts
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle


@lru_cache(maxsize=8192)
def tempting(line: str, misconception: str) -> bool:
    """Return whether somebody who holds *misconception* answers the puzzle of this line wrongly."""
    try:
        return tempts(parse_puzzle(line), misconception)
    except ValueError:
        return False


@lru_cache(maxsize=4096)
def betrayed(line: str, answer: str) -> tuple[str, ...]:
    """List the misconceptions that predict this wrong answer, the most specific first.

    Nothing fits the right answer, nor what cannot be read (any longer).
    """
    try:
        puzzle = parse_puzzle(line)
        return tuple(
            misconception for misconception in KIND_OF if betrays(puzzle, answer, misconception)
        )
    except ValueError:
        return ()


def fits(puzzle: Puzzle, answer: str) -> tuple[str, ...]:
    """List the misconceptions that a wrong answer fits; none where another rulebook has it right.

    Of whoever gave it that says little: only several answers show what somebody thinks.
    """
    return betrayed(print_puzzle(puzzle), answer) if puzzle.check(answer).misconception else ()
