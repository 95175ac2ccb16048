"""A simulated newcomer who holds misconceptions about who wins, as a line of text.

    1 partnership culbertson 2 4711
    1 partnership culbertson no-trumps+highest-card-wins 4711

Version, form, rulebook, what the pupil believes (or how many misconceptions the seed draws),
and the seed of the tricks. A line means the same for ever.
"""

from dataclasses import dataclass
from random import Random

from engine.rulebooks import rulebook
from engine.table import Table
from engine.variants import VARIANTS, Variant
from puzzles.beliefs import DRAWN, believable, clash

VERSION = "1"
MOST = 3
"""Misconceptions of one pupil, and tricks offered at a time."""

LONGEST_LINE = 200


class PupilError(ValueError):
    """A line of a pupil that cannot be read; ``key`` and ``what`` say why, for every language."""

    def __init__(self, key: str, what: str = "") -> None:
        """Keep what is wrong."""
        super().__init__(f"{key}: {what}" if what else key)
        self.key, self.what = key, what


@dataclass(frozen=True, slots=True)
class Pupil:
    """Who is taught: the form and rulebook, what is believed, and the seed of the tricks.

    ``drawn`` is whether the seed has drawn the beliefs, so that the line does not name them.
    """

    form: str
    book: str
    beliefs: tuple[str, ...]
    seed: int
    drawn: bool = False

    def __str__(self) -> str:
        """Write the line that `parse_pupil` reads."""
        held = str(len(self.beliefs)) if self.drawn else "+".join(self.beliefs)
        return f"{VERSION} {self.form} {self.book} {held} {self.seed}"

    @property
    def variant(self) -> Variant:
        """The form of the game."""
        return VARIANTS[self.form]

    @property
    def table(self) -> Table:
        """Whose suit is whose."""
        return self.variant.table(rulebook(self.book))


def parse_pupil(line: str) -> Pupil:
    """Read the line of a pupil.

    Raises:
        PupilError: It has another form, names what does not exist, or joins beliefs that
            cannot be told apart.
    """
    words = line.split()
    if len(line) > LONGEST_LINE or len(words) != 5:
        raise PupilError("form")
    version, form, book, held, seed = words
    if version != VERSION:
        raise PupilError("version", version)
    if form not in VARIANTS:
        raise PupilError("variant", form)
    try:
        rulebook(book)
    except ValueError:
        raise PupilError("rulebook", book) from None
    if not (seed.isascii() and seed.isdigit() and len(seed) <= 9):
        raise PupilError("seed", seed)
    if held in map(str, range(1, MOST + 1)):
        return draw_pupil(form, book, int(held), int(seed))
    return Pupil(form, book, _read_beliefs(held, VARIANTS[form]), int(seed))


def _read_beliefs(held: str, variant: Variant) -> tuple[str, ...]:
    beliefs = held.split("+")
    for belief in beliefs:
        if belief not in believable(variant):
            raise PupilError("belief", belief)
    if len(set(beliefs)) != len(beliefs) or len(beliefs) > MOST:
        raise PupilError("count", held)
    ordered = tuple(one for one in DRAWN if one in beliefs)
    if clashing := clash(ordered):
        raise PupilError("together", "+".join(clashing))
    return ordered


def draw_pupil(form: str, book: str, count: int, seed: int) -> Pupil:
    """Draw a pupil with *count* misconceptions that can be told apart."""
    rng = Random(f"pupil {form} {book} {count} {seed}")
    while True:
        chosen = rng.sample(believable(VARIANTS[form]), count)
        beliefs = tuple(one for one in DRAWN if one in chosen)
        if not clash(beliefs):
            return Pupil(form, book, beliefs, seed, drawn=True)
