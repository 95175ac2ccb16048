"""A simulated newcomer who holds misconceptions about who wins, and an evening spent teaching it.

    1 partnership culbertson 2 4711
    1 partnership culbertson no-trumps+highest-card-wins 4711

Version, form, rulebook, what the pupil believes (or how many misconceptions the seed draws),
and the seed of the tricks. A line means the same for ever.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from engine.rulebooks import rulebook
from engine.table import Table
from engine.trick import Ruling
from engine.variants import VARIANTS, Variant
from puzzles.beliefs import DRAWN, PupilAnswer, answer, believable, clash, predicted, speaks_against
from puzzles.natural import TrickSource
from puzzles.tricks import draw_ruling, trick_rules

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


# -------------------------------------------------------------------- lines


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


# ------------------------------------------------------------- the evening


@cache
def offers(pupil: Pupil, turn: int, named: str) -> tuple[Ruling, ...]:
    """Return the three tricks on offer; where a belief is named, some speak against it, not all."""
    rng = Random(f"tricks {pupil.form} {pupil.book} {pupil.seed} {turn} {named}")
    rules, variant, table = trick_rules(pupil.table), pupil.variant, pupil.table
    while True:
        drawn = tuple(
            draw_ruling(rule, variant, table, rng, TrickSource.MADE)
            for rule in rng.choices(rules, k=MOST)
        )
        if not named or len({speaks_against(one, named) for one in drawn}) == 2:
            return drawn


@dataclass(frozen=True, slots=True)
class PupilTrick:
    """A trick the pupil was shown, what it said, and the misconception it gave up for it."""

    ruling: Ruling
    answer: PupilAnswer
    given_up: str = ""


@dataclass(frozen=True, slots=True)
class Evening:
    """How far the teaching has come; ``wrong`` are beliefs named that the pupil does not hold."""

    pupil: Pupil
    held: tuple[str, ...]
    shown: tuple[PupilTrick, ...] = ()
    named: str = ""
    wrong: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """Whether nothing wrong is believed any more."""
        return not self.held

    @property
    def tricks(self) -> int:
        """How many tricks it took; a belief named in vain counts as one."""
        return len(self.shown) + len(self.wrong)

    @property
    def offers(self) -> tuple[Ruling, ...]:
        """The tricks that may be shown now."""
        return offers(self.pupil, len(self.shown), self.named)

    @property
    def nameable(self) -> tuple[str, ...]:
        """What some wrong answer so far may have come from, but for what is settled."""
        settled = {self.named, *self.wrong, *(one.given_up for one in self.shown)}
        return tuple(
            belief
            for belief in believable(self.pupil.variant)
            if belief not in settled
            and any(
                one.answer.belief and predicted(belief, one.ruling) == one.answer.seat
                for one in self.shown
            )
        )

    def show(self, number: int) -> "Evening":
        """Show the trick of this number; a named belief goes if the trick speaks against it.

        Raises:
            ValueError: There is no such trick, or nothing left to teach.
        """
        if self.done or not 0 <= number < MOST:
            raise ValueError(f"no trick {number} to show")
        ruling = self.offers[number]
        proved = bool(self.named) and speaks_against(ruling, self.named)
        gone = self.named if proved else ""
        return replace(
            self,
            held=tuple(one for one in self.held if one != gone),
            shown=(*self.shown, PupilTrick(ruling, answer(self.held, ruling), gone)),
            named="" if proved else self.named,
        )

    def name(self, belief: str) -> "Evening":
        """Name what the pupil believes.

        Raises:
            ValueError: No answer so far can have come from it, or it is settled.
        """
        if self.done or belief not in self.nameable:
            raise ValueError(f"nothing points at {belief!r}")
        if belief in self.held:
            return replace(self, named=belief)
        return replace(self, wrong=(*self.wrong, belief))


def begin(pupil: Pupil) -> Evening:
    """Return the evening before the first trick."""
    return Evening(pupil, pupil.beliefs)


def replay(pupil: Pupil, moves: tuple[str, ...]) -> Evening:
    """Return the evening after *moves*: numbers of tricks, and beliefs named.

    Raises:
        ValueError: A move is not possible.
    """
    evening = begin(pupil)
    for move in moves:
        evening = evening.show(int(move)) if move.isdigit() else evening.name(move)
    return evening


def fewest(pupil: Pupil) -> int:
    """Return the fewest tricks that could have sufficed, by search through all that were offered.

    Whoever needs no more has chosen every trick well and never named a belief in vain.
    """
    reached = {(pupil.beliefs, "", frozenset[str]()): begin(pupil)}
    while True:
        after: dict[tuple[tuple[str, ...], str, frozenset[str]], Evening] = {}
        for evening in reached.values():
            for named in (evening, *_named(evening)):
                for number in range(MOST):
                    one = named.show(number)
                    if one.done:
                        return one.tricks
                    known = frozenset(one.nameable) & set(one.held)
                    after.setdefault((one.held, one.named, known), one)
        reached = after


def _named(evening: Evening) -> Iterator[Evening]:
    for belief in evening.nameable:
        if belief in evening.held:
            yield evening.name(belief)
