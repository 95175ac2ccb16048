"""What follows from code and words, written anew: ``python -m tests.makers.golden``.

The schema of lessons, what every language says (`tests.sentences`), and for each kind of question
and form of the game that has none yet a puzzle that keeps its meaning for ever. To be read before
it is committed.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random

from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS
from puzzles.notation import print_puzzle
from tests import sentences
from tests.makers import lesson_schema
from tutor.words import languages

PUZZLES = Path(__file__).parents[1] / "golden" / "puzzles.txt"
"""One line a puzzle, and its answer; a line that is here is never changed."""


def lines() -> list[list[str]]:
    """The puzzles that are kept, each with its answer."""
    return [line.split(" => ") for line in PUZZLES.read_text(encoding="utf-8").splitlines()]


def lacking() -> Iterator[tuple[str, str]]:
    """Kinds of question and forms of the game in which they make sense, but have no line."""
    found = {tuple(line.split()[1:3]) for line, _ in lines()}
    for variant in VARIANTS.values():
        for kind in KINDS:
            if (kind, variant.id) not in found and rules_of(kind, variant, CULBERTSON):
                yield kind, variant.id


def drawn(kind: str, form: str) -> str:
    """A puzzle of a kind in a form, as it is kept."""
    variant, rng = VARIANTS[form], Random(1)
    rule = rng.choice(rules_of(kind, variant, CULBERTSON))
    puzzle = generate(kind, rule, variant, rng.choice(variant.tables(CULBERTSON)), rng)
    return f"{print_puzzle(puzzle)} => {puzzle.solution}\n"


if __name__ == "__main__":
    lesson_schema.FILE.write_text(lesson_schema.text(), encoding="utf-8")
    new = "".join(drawn(*one) for one in lacking())
    with PUZZLES.open("a", encoding="utf-8") as file:
        file.write(new)
    for each in languages.complete():
        sentences.path(each).write_text(sentences.golden(each), encoding="utf-8")
