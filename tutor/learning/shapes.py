"""Which puzzles are the same up to renaming, and which questions nobody would call two."""

from functools import lru_cache

from puzzles.kinds import kind_of
from puzzles.mixed import canonical
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle


@lru_cache(maxsize=4096)
def shape(line: str) -> str:
    """Return what two puzzle lines share if they are equal up to renaming seats and suits.

    Who wins a trick, by whichever rulebook, and how it came about are questions about one
    trick. A line that cannot be read (any longer) equals only itself.
    """
    try:
        return shape_of(parse_puzzle(line))
    except ValueError:
        return line


def shape_of(puzzle: Puzzle) -> str:
    """Return the shape of a puzzle, see `shape`."""
    written = canonical(puzzle)
    if not kind_of(puzzle).about_trick:
        return written
    return f"{puzzle.variant} : {written.split(' : ')[1]}"


def asked_of(puzzle: Puzzle) -> str:
    """Return what two questions share if nobody would call them two: wording, and facts that count.

    Who deals next at a table of four hangs on who has dealt, whatever cards lie there; who
    leads next, on the cards. Whoever leads may lead any card, and whoever has two suits may
    name either, whatever the hand.
    """
    part = puzzle.parts[0]
    told: tuple[object, ...] = (puzzle.variant, part.key, *part.facts.values())
    apart = kind_of(puzzle).told_apart(puzzle)
    return print_puzzle(puzzle) if apart is None else " ".join(map(str, (*told, *apart)))
