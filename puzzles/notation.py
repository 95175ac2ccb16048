"""A puzzle as one line of text, and back; a line means the same for ever.

    1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3

Version, kind, form, rulebook and table; then the position, as its kind writes it.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from urllib.parse import parse_qs

from engine.cards import NoCardError
from engine.rulebooks import rulebook_of
from engine.table import Table
from engine.variants import VARIANTS
from puzzles.kinds import KINDS
from puzzles.position import SEPARATOR
from puzzles.puzzle import LONGEST, Puzzle

VERSION = "1"


class PuzzleLineError(ValueError):
    """A line is no puzzle; ``part`` names what of it is wrong, ``word`` is what stands there."""

    def __init__(self, part: str, word: str, message: str) -> None:
        super().__init__(message)
        self.part = part
        self.word = word


def print_puzzle(puzzle: Puzzle) -> str:
    """Write a puzzle as one line that `parse_puzzle` reads back."""
    head = f"{VERSION} {puzzle.kind} {puzzle.variant} {puzzle.table.rulebook} {puzzle.table}"
    return f"{head}{SEPARATOR}{puzzle.position}"


@lru_cache(maxsize=8192)  # a line means the same for ever, and pages read one again and again
def parse_puzzle(line: str) -> Puzzle:
    """Read a puzzle line.

    Raises:
        PuzzleLineError: The line has another form, is too long, names what does not exist, or
            shows what cannot occur in a real deal.
    """
    if len(line) > LONGEST:
        message = f"a puzzle line has at most {LONGEST} characters, not {len(line)}"
        raise PuzzleLineError("length", "", message)
    head, divided, position = line.strip().partition(SEPARATOR)
    words = head.split()
    if not divided or len(words) < 5:
        message = "not a puzzle: want version, kind, form, rulebook, table : position"
        raise PuzzleLineError("parts", "", message)
    version, kind, variant, rulebook, *seats = words
    if version != VERSION:
        message = f"no version {version!r} of puzzle lines (want {VERSION})"
        raise PuzzleLineError("version", version, message)
    if kind not in KINDS:
        message = f"no kind of puzzle {kind!r} (want one of {', '.join(KINDS)})"
        raise PuzzleLineError("kind", kind, message)
    if variant not in VARIANTS:
        message = f"no form {variant!r} (want one of {', '.join(VARIANTS)})"
        raise PuzzleLineError("form", variant, message)
    with _reading("rulebook", rulebook):
        rules = rulebook_of(rulebook)
    with _reading("table", written := " ".join(seats)):
        table = Table.parse(written, rules)
    with _reading("position", position):
        puzzle: Puzzle = KINDS[kind].puzzle.read(VARIANTS[variant], table, position)
    return puzzle


@contextmanager
def _reading(part: str, word: str) -> Iterator[None]:
    """Raise an error again as one in this part of a line, or in a card of it."""
    try:
        yield
    except NoCardError as error:
        raise PuzzleLineError("card", error.text, str(error)) from error
    except ValueError as error:
        raise PuzzleLineError(part, word, str(error)) from error


def puzzle_lines(text: str) -> Iterator[tuple[int, str]]:
    """List the lines of *text* that should be puzzles, by number from 1; ``#`` begins a remark."""
    for number, line in enumerate(text.splitlines(), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line_of(line.strip())


def read_puzzles(text: str) -> tuple[tuple[Puzzle, ...], Mapping[int, PuzzleLineError]]:
    """Return the puzzle of each line or of its link, and by number what is wrong with the rest."""
    puzzles, wrong = list[Puzzle](), dict[int, PuzzleLineError]()
    for number, line in puzzle_lines(text):
        try:
            puzzles.append(parse_puzzle(line))
        except PuzzleLineError as error:
            wrong[number] = error
    return tuple(puzzles), wrong


def line_of(text: str) -> str:
    """Take the puzzle line out of a link; what is no link is a line."""
    if "puzzle=" not in text:
        return text
    lines = parse_qs(text.partition("?")[2].partition("#")[0]).get("puzzle")
    return lines[0] if lines else text
