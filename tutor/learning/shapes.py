"""Which puzzles are the same up to renaming; what misconceptions an answer agrees with."""

from functools import lru_cache

from puzzles.kinds import KIND_OF, alike, betrays, foreseen, kind_of, tempts
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


@lru_cache(maxsize=4096)
def agreeing(line: str, answer: str) -> frozenset[str]:
    """List the misconceptions of the puzzle's kind by which somebody would have answered just so.

    Raises:
        ValueError: The line cannot be read.
    """
    puzzle = parse_puzzle(line)
    answers = foreseen(puzzle).items()
    return frozenset(
        misconception for misconception, said in answers if alike(puzzle, said, answer)
    )


@lru_cache(maxsize=4096)
def ways_to_answer(line: str) -> int:
    """Count the answers that can be given to a puzzle, up to a few dozen.

    Raises:
        ValueError: The line cannot be read.
    """
    count = 1
    for part in parse_puzzle(line).parts:
        count *= 2 ** len(part.choices) if part.many else len(part.choices)
    return min(count, 64)
