"""A simulated newcomer as a line of text: what it may believe, and what it answers then.

    1 partnership culbertson 2 4711
    1 partnership culbertson no-trumps+highest-card-wins 4711

Version, form, rulebook, what the pupil believes (or how many misconceptions the seed draws),
and the seed of the tricks. A line means the same for ever.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from random import Random

from engine.rulebooks import rulebook_of
from engine.table import Seat, Table
from engine.trick import Play, Role, Ruling
from engine.variants import VARIANTS, Variant
from puzzles.misconceptions import BY_ID, predicted_play, predicts
from puzzles.natural import KEPT_FORMERLY, TrickSource
from puzzles.tricks import draw_ruling, trick_rules

DRAWN = (
    "first-ruff-wins",
    "last-ruff-wins",
    "led-trump-is-unbeatable",
    "last-of-equals-wins",
    "equal-cards-cancel",
    "partner-shares-led-trump",
    "ruff-must-outrank",
    "tens-above-kings",
    "led-trump-is-nothing-special",
    "aces-are-low",
    "twos-are-high",
    "partners-suit-is-my-trump",
    "no-trumps",
    "following-is-trumping",
    "highest-card-wins",
    "not-following-is-trumping",
    "leader-unless-ruffed",
    "leaders-suit-is-trump",
    "spades-are-trumps",
)
"""What a seed may draw, in the order in which a pupil answers by it; lines hang on it: never
change it."""

_SAMPLE = 60
"""Tricks of each rule among which those are sought that tell pupils apart."""

_SAMPLE_SEED = "pupil"


@dataclass(frozen=True, slots=True)
class PupilAnswer:
    """Which card wins for the pupil, what it sees it doing, and by which misconception, if any."""

    play: Play
    role: Role
    misconception: str = ""

    @property
    def seat(self) -> Seat:
        """Whose card it is."""
        return self.play.seat


def answer(misconceptions: tuple[str, ...], ruling: Ruling) -> PupilAnswer:
    """Return what somebody with *misconceptions* says: the first that leads astray decides."""
    trick, table = ruling.trick, ruling.table
    for misconception in misconceptions:
        held = BY_ID[misconception]
        play = predicted_play(held, trick, table, ruling.roles)
        if play.seat != ruling.winning.seat:
            right = ruling.roles[trick.plays.index(play)]
            return PupilAnswer(play, held.role(right, play, trick.plays[0], table), misconception)
    return PupilAnswer(ruling.winning, ruling.roles[ruling.winner])


def predicted(misconception: str, ruling: Ruling) -> Seat:
    """Return the seat that wins for somebody who holds *misconception*."""
    return predicts(BY_ID[misconception], ruling.trick, ruling.table)


@lru_cache(maxsize=2048)
def predictions(ruling: Ruling, variant: Variant) -> Mapping[str, Seat]:
    """Return which seat wins a trick by each misconception that a pupil may hold."""
    return {
        misconception: predicted(misconception, ruling) for misconception in believable(variant)
    }


def speaks_against(ruling: Ruling, misconception: str) -> bool:
    """Whether a trick shows that *misconception* is wrong."""
    return predicted(misconception, ruling) != ruling.winning.seat


@cache
def believable(variant: Variant) -> tuple[str, ...]:
    """List what a pupil may believe in this form of the game."""
    return tuple(believed for believed in DRAWN if BY_ID[believed].applies(variant))


CONFUSED: frozenset[tuple[str, str]] = frozenset(
    {
        ("last-of-equals-wins", "equal-cards-cancel"),
        ("ruff-must-outrank", "no-trumps"),
        ("ruff-must-outrank", "leaders-suit-is-trump"),
        ("led-trump-is-nothing-special", "no-trumps"),
        ("led-trump-is-nothing-special", "leaders-suit-is-trump"),
        ("led-trump-is-nothing-special", "spades-are-trumps"),
    }
)
"""Misconceptions that no pupil holds together, in the order of `DRAWN`: in some form of the game
no five tricks are found that show who holds one, the other or both.

Lines hang on it: never change it.
"""


@cache
def sample(form: str, rulebook: str) -> tuple[tuple[Ruling, Mapping[str, Seat]], ...]:
    """Return a sample of made tricks, of every rule as many, and whom each misconception names."""
    variant, rng = VARIANTS[form], Random(_SAMPLE_SEED)
    table = variant.table(rulebook_of(rulebook))
    rulings = (
        draw_ruling(rule, variant, table, rng, TrickSource.MADE, KEPT_FORMERLY)
        for rule in trick_rules(table)
        for _ in range(_SAMPLE)
    )
    return tuple((ruling, predictions(ruling, variant)) for ruling in rulings)


def clash(misconceptions: tuple[str, ...]) -> tuple[str, str] | None:
    """Return two of *misconceptions*, in the order of `DRAWN`, that no pupil holds together."""
    return next((pair for pair in combinations(misconceptions, 2) if pair in CONFUSED), None)


VERSION = "1"
MOST = 3
"""Misconceptions of one pupil, and tricks offered at a time."""

LONGEST_LINE = 200

TRIES = 1_000
"""So often something is drawn anew for a pupil, before it is said that there is none."""


class PupilError(ValueError):
    """A line of a pupil that cannot be read; ``key`` and ``what`` say why, for every language."""

    def __init__(self, key: str, what: str = "") -> None:
        super().__init__(f"{key}: {what}" if what else key)
        self.key, self.what = key, what


@dataclass(frozen=True, slots=True)
class Pupil:
    """Who is taught: form, rulebook, misconceptions and the seed, which may have drawn these."""

    form: str
    rulebook: str
    misconceptions: tuple[str, ...]
    seed: int
    drawn: bool = False

    def __str__(self) -> str:
        """Write the line that `parse_pupil` reads."""
        held = str(len(self.misconceptions)) if self.drawn else "+".join(self.misconceptions)
        return f"{VERSION} {self.form} {self.rulebook} {held} {self.seed}"

    @property
    def variant(self) -> Variant:
        """The form of the game."""
        return VARIANTS[self.form]

    @property
    def table(self) -> Table:
        """Whose suit is whose."""
        return self.variant.table(rulebook_of(self.rulebook))


def parse_pupil(line: str) -> Pupil:
    """Read the line of a pupil.

    Raises:
        PupilError: It has another form, names what does not exist, or joins misconceptions that
            cannot be told apart.
    """
    words = line.split()
    if len(line) > LONGEST_LINE or len(words) != 5:
        raise PupilError("form")
    version, form, rulebook, held, seed = words
    if version != VERSION:
        raise PupilError("version", version)
    if form not in VARIANTS:
        raise PupilError("variant", form)
    try:
        rulebook_of(rulebook)
    except ValueError:
        raise PupilError("rulebook", rulebook) from None
    if not (seed.isascii() and seed.isdigit() and len(seed) <= 9):
        raise PupilError("seed", seed)
    if held in map(str, range(1, MOST + 1)):
        return draw_pupil(form, rulebook, int(held), int(seed))
    return Pupil(form, rulebook, _read_misconceptions(held, VARIANTS[form]), int(seed))


def _read_misconceptions(held: str, variant: Variant) -> tuple[str, ...]:
    misconceptions = held.split("+")
    for misconception in misconceptions:
        if misconception not in believable(variant):
            raise PupilError("misconception", misconception)
    if len(set(misconceptions)) != len(misconceptions) or len(misconceptions) > MOST:
        raise PupilError("count", held)
    ordered = tuple(believed for believed in DRAWN if believed in misconceptions)
    if clashing := clash(ordered):
        raise PupilError("together", "+".join(clashing))
    return ordered


def draw_pupil(form: str, rulebook: str, count: int, seed: int) -> Pupil:
    """Draw a pupil with *count* misconceptions that can be told apart.

    Raises:
        PupilError: None was found.
    """
    rng = Random(f"pupil {form} {rulebook} {count} {seed}")
    for _ in range(TRIES):
        chosen = rng.sample(believable(VARIANTS[form]), count)
        misconceptions = tuple(believed for believed in DRAWN if believed in chosen)
        if not clash(misconceptions):
            return Pupil(form, rulebook, misconceptions, seed, drawn=True)
    raise PupilError("count", str(count))
