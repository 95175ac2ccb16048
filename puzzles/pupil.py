"""A simulated newcomer who holds misconceptions about who wins, and an evening spent teaching it.

    1 partnership culbertson 2 4711
    1 partnership culbertson no-trumps+highest-card-wins 4711

Version, form, rulebook, what the pupil believes (or how many misconceptions the seed draws),
and the seed of the tricks. A line means the same for ever.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from random import Random
from types import MappingProxyType

from engine.rulebooks import rulebook
from engine.table import Seat, Table
from engine.trick import Ruling
from engine.variants import VARIANTS, Variant
from puzzles.misconceptions import MISCONCEPTIONS, Misconception, predicts
from puzzles.natural import TrickSource
from puzzles.tricks import draw_ruling, trick_rules

VERSION = "1"
MOST = 3
"""Misconceptions of one pupil, and tricks offered at a time."""

LONGEST_LINE = 200
ENOUGH = 5
"""Tricks that have to suffice to tell pupils apart who may be confused."""

_BY_ID: Mapping[str, Misconception] = MappingProxyType({one.id: one for one in MISCONCEPTIONS})

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
"""What a seed may draw, in the order in which beliefs speak; lines hang on it: never change it."""

_POOL, _POOL_SEED = 60, "pupil"
"""Tricks of each rule among which those are sought that tell pupils apart."""


class PupilError(ValueError):
    """A line of a pupil that cannot be read; ``key`` and ``what`` say why, for every language."""

    def __init__(self, key: str, what: str = "") -> None:
        """Keep what is wrong."""
        super().__init__(f"{key}: {what}" if what else key)
        self.key, self.what = key, what


@dataclass(frozen=True, slots=True)
class PupilAnswer:
    """Which seat the pupil names, and the misconception that spoke; none where it is right."""

    seat: Seat
    belief: str = ""


def answer(beliefs: tuple[str, ...], ruling: Ruling) -> PupilAnswer:
    """Return what somebody with *beliefs* says: the first that leads astray speaks."""
    for belief in beliefs:
        seat = predicted(belief, ruling)
        if seat != ruling.winning.seat:
            return PupilAnswer(seat, belief)
    return PupilAnswer(ruling.winning.seat)


def predicted(belief: str, ruling: Ruling) -> Seat:
    """Return the seat that wins for somebody who holds *belief*."""
    return predicts(_BY_ID[belief], ruling.trick, ruling.table)


def speaks_against(ruling: Ruling, belief: str) -> bool:
    """Whether a trick shows that *belief* is wrong."""
    return predicted(belief, ruling) != ruling.winning.seat


def believable(variant: Variant) -> tuple[str, ...]:
    """List what a pupil may believe in this form of the game."""
    return tuple(one for one in DRAWN if _BY_ID[one].applies(variant))


# --------------------------------------------------------------- told apart


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
"""Beliefs that no pupil holds together, in the order of `DRAWN`: in some form of the game
`told_apart` finds no five tricks that show who holds one, the other or both.

Lines hang on it: never change it.
"""


@cache
def _pool(form: str, book: str) -> tuple[tuple[Ruling, Mapping[str, Seat]], ...]:
    """Return a sample of made tricks, of every rule as many, and whom each belief names."""
    variant, rng = VARIANTS[form], Random(_POOL_SEED)
    table = variant.table(rulebook(book))
    rulings = (
        draw_ruling(rule, variant, table, rng, TrickSource.MADE)
        for rule in trick_rules(table)
        for _ in range(_POOL)
    )
    return tuple(
        (ruling, {belief: predicted(belief, ruling) for belief in believable(variant)})
        for ruling in rulings
    )


def telling_tricks(
    pupils: tuple[tuple[str, ...], ...], form: str, book: str
) -> tuple[Ruling, ...] | None:
    """Return at most five tricks on which all *pupils* answer differently, if some are found.

    They are sought in a sample of made tricks, each time the one that divides the most: what is
    found is proof, what is not found may exist.
    """
    answers = []
    for ruling, named in _pool(form, book):
        right = ruling.winning.seat
        answers.append(
            tuple(
                next((named[one] for one in pupil if named[one] != right), right)
                for pupil in pupils
            )
        )
    told: list[tuple[Seat, ...]] = [()] * len(pupils)
    found: list[Ruling] = []
    while len(set(told)) < len(pupils) and len(found) < ENOUGH:

        def parts(place: int, told: list[tuple[Seat, ...]] = told) -> int:
            return len(set(zip(told, answers[place], strict=True)))

        best = max(range(len(answers)), key=parts)
        told = [(*before, seat) for before, seat in zip(told, answers[best], strict=True)]
        found.append(_pool(form, book)[best][0])
    return tuple(found) if len(set(told)) == len(pupils) else None


def told_apart(first: str, second: str, form: str, book: str) -> bool:
    """Whether five tricks are found that tell who believes neither, one, the other and both."""
    pair = tuple(one for one in DRAWN if one in (first, second))
    return telling_tricks(((), pair[:1], pair[1:], pair), form, book) is not None


def clash(beliefs: tuple[str, ...]) -> tuple[str, str] | None:
    """Return two of *beliefs* that no pupil holds together; they are in the order of `DRAWN`."""
    return next((pair for pair in combinations(beliefs, 2) if pair in CONFUSED), None)


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
