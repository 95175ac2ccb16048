"""A round with a simulated newcomer: tricks are shown, misconceptions named, and minds changed.

A good teacher, who makes the most of every trick, sets the mark to reach.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from functools import cache, lru_cache
from itertools import combinations
from math import comb, log2
from random import Random

from engine.table import Seat
from engine.trick import Ruling, Trick, judge
from engine.variants import VARIANTS
from puzzles.natural import KEPT_FORMERLY, TrickSource
from puzzles.position import check_cards
from puzzles.pupil import (
    MOST,
    TRIES,
    Pupil,
    PupilAnswer,
    answer,
    believable,
    clash,
    predictions,
    sample,
    speaks_against,
)
from puzzles.tricks import draw_ruling, trick_rules


@unique
class Effect(StrEnum):
    """What a trick does to the misconception that was named.

    Attributes:
        NONE: No misconception was named.
        GIVEN_UP: It shows that the misconception is wrong.
        SHAKEN: It does so too, after one that seemed to show the misconception right: once more.
        CONFIRMED: It comes out as the misconception says; now it takes two to show it wrong.
    """

    NONE = "none"
    GIVEN_UP = "given-up"
    SHAKEN = "shaken"
    CONFIRMED = "confirmed"


@lru_cache(maxsize=1024)
def offers(pupil: Pupil, turn: int, named: str) -> tuple[Ruling, ...]:
    """Return the three tricks on offer; some speak against the misconception named, not all.

    Raises:
        ValueError: No such three were found.
    """
    rng = Random(f"tricks {pupil.form} {pupil.rulebook} {pupil.seed} {turn} {named}")
    rules, variant, table = trick_rules(pupil.table), pupil.variant, pupil.table
    for _ in range(TRIES):
        drawn = tuple(
            draw_ruling(rule, variant, table, rng, TrickSource.MADE, KEPT_FORMERLY)
            for rule in rng.choices(rules, k=MOST)
        )
        if not named or len({speaks_against(ruling, named) for ruling in drawn}) == 2:
            return drawn
    raise ValueError(f"no tricks for and against {named!r} within {TRIES} tries")


@dataclass(frozen=True, slots=True)
class PupilTrick:
    """A trick the pupil was shown, what it said, and what that did to the misconception named.

    ``number`` is its own in the round, where what was named in vain has one too.
    """

    ruling: Ruling
    answer: PupilAnswer
    effect: Effect
    named: str
    number: int

    @property
    def given_up(self) -> str:
        """The misconception given up for this trick, if one was."""
        return self.named if self.effect == Effect.GIVEN_UP else ""


@dataclass(frozen=True, slots=True)
class PupilRound:
    """How far the teaching has come.

    ``named`` is the misconception that is to be shown wrong, ``sure`` whether the pupil has been
    misled to think that it is right; ``wrong`` are misconceptions named that the pupil does not
    hold.
    """

    pupil: Pupil
    held: tuple[str, ...]
    shown: tuple[PupilTrick, ...] = ()
    named: str = ""
    sure: bool = False
    wrong: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """Whether nothing wrong is believed any more."""
        return not self.held

    @property
    def tricks(self) -> int:
        """How many tricks it took; a misconception named in vain counts as one."""
        return len(self.shown) + len(self.wrong)

    @property
    def offers(self) -> tuple[Ruling, ...]:
        """The tricks that are offered now."""
        return offers(self.pupil, len(self.shown), self.named)

    @property
    def nameable(self) -> tuple[str, ...]:
        """What a wrong answer may have come from, but for what is settled; one at a time."""
        if self.named:
            return ()
        settled = {*self.wrong, *(trick.given_up for trick in self.shown)}
        return tuple(
            misconception
            for misconception in believable(self.pupil.variant)
            if misconception not in settled
            and any(
                shown.answer.misconception
                and predictions(shown.ruling, self.pupil.variant)[misconception]
                == shown.answer.seat
                for shown in self.shown
            )
        )

    def show(self, number: int) -> "PupilRound":
        """Show the offered trick of this number, or raise ValueError."""
        if not 0 <= number < MOST:
            raise ValueError(f"no trick {number} to show")
        return self._shown(self.offers[number])

    def lay(self, trick: Trick) -> "PupilRound":
        """Show a whole trick of the teacher's own, or raise ValueError."""
        variant = self.pupil.variant
        check_cards(variant, trick.cards)
        if len(trick.cards) != variant.trick:
            raise ValueError(f"{trick} is no trick of {variant.id}")
        return self._shown(judge(trick, self.pupil.table))

    def _shown(self, ruling: Ruling) -> "PupilRound":
        """Let the pupil answer, and change its mind if there is reason to."""
        if self.done:
            raise ValueError("nothing is left to teach")
        effect = _effect(self, ruling)
        gone = self.named if effect == Effect.GIVEN_UP else ""
        said = answer(self.held, ruling)
        trick = PupilTrick(ruling, said, effect, self.named, number=self.tricks + 1)
        return replace(
            self,
            held=tuple(misconception for misconception in self.held if misconception != gone),
            shown=(*self.shown, trick),
            named="" if gone else self.named,
            sure=effect == Effect.CONFIRMED,
        )

    def name(self, misconception: str) -> "PupilRound":
        """Name what the pupil believes, or raise ValueError if no answer can come from it."""
        if self.done or misconception not in self.nameable:
            raise ValueError(f"nothing points at {misconception!r}")
        if misconception in self.held:
            return replace(self, named=misconception)
        return replace(self, wrong=(*self.wrong, misconception))


def _effect(pupil_round: PupilRound, ruling: Ruling) -> Effect:
    if not pupil_round.named:
        return Effect.NONE
    if not speaks_against(ruling, pupil_round.named):
        return Effect.CONFIRMED
    return Effect.SHAKEN if pupil_round.sure else Effect.GIVEN_UP


def begin(pupil: Pupil) -> PupilRound:
    """Return the round before the first trick."""
    return PupilRound(pupil, pupil.misconceptions)


def replay(pupil: Pupil, moves: tuple[str, ...]) -> PupilRound:
    """Return the round after *moves*: numbers, tricks as lines, names; or raise ValueError."""
    state = begin(pupil)
    for move in moves:
        if move.isdigit():
            state = state.show(int(move))
        elif " " in move:
            state = state.lay(Trick.parse(move, pupil.table))
        else:
            state = state.name(move)
    return state


def least(pupil: Pupil) -> int:
    """Return the fewest tricks that put a pupil right, for a teacher who knows its misconceptions.

    The first trick changes no mind, for nothing is named before it; each later one changes one.
    """
    return len(pupil.misconceptions) + 1


Misconceptions = tuple[str, ...]
"""What a pupil may believe, together."""

SURE = 0.5
"""How likely a misconception is when it is named: in vain it costs a trick, and so does waiting."""

_WRONG = 0.1
"""Bits that a wrong answer is worth beyond what it says."""

LONGEST = 60
"""Tricks after which a teacher gives up."""


@cache
def _pupils(form: str) -> tuple[Misconceptions, ...]:
    """List all that pupils of this form may believe."""
    misconceptions = believable(VARIANTS[form])
    return tuple(
        held
        for count in range(1, MOST + 1)
        for held in combinations(misconceptions, count)
        if not clash(held)
    )


def possible(pupil_round: PupilRound) -> tuple[tuple[Misconceptions, float], ...]:
    """List what the pupil may still believe, as far as its answers show, and how likely that is.

    A pupil holds one, two or three misconceptions equally often.
    """
    size = len(believable(pupil_round.pupil.variant))
    gone = {trick.given_up for trick in pupil_round.shown if trick.given_up}
    seen = [
        (
            predictions(trick.ruling, pupil_round.pupil.variant),
            trick.ruling.winning.seat,
            trick.answer.seat,
            trick.given_up,
        )
        for trick in pupil_round.shown
    ]
    pupils: list[tuple[Misconceptions, float]] = []
    for held in _pupils(pupil_round.pupil.form):
        if not gone <= set(held) or not set(held).isdisjoint(pupil_round.wrong):
            continue
        if pupil_round.named and pupil_round.named not in held:
            continue
        left = held
        for named, right, seat, given_up in seen:
            if _said(left, named, right) != seat:
                break
            if given_up:
                left = tuple(misconception for misconception in left if misconception != given_up)
        else:
            pupils.append((left, 1 / comb(size, len(held))))
    return tuple(pupils)


def _said(held: Misconceptions, named: Mapping[str, Seat], right: Seat) -> Seat:
    for misconception in held:  # the first that leads astray decides, as in `puzzles.pupil.answer`
        if named[misconception] != right:
            return named[misconception]
    return right


def likeliest(
    pupil_round: PupilRound, among: Sequence[tuple[Misconceptions, float]]
) -> tuple[str, float]:
    """Return the likeliest misconception that may be named, and how likely it is; or nothing."""
    weights = dict.fromkeys(pupil_round.nameable, 0.0)
    for held, weight in among:
        for misconception in held:
            if misconception in weights:
                weights[misconception] += weight
    misconception, weight = max(weights.items(), key=lambda item: item[1], default=("", 0.0))
    return misconception, weight / (sum(weight for _, weight in among) or 1)


def _worth(seats: Mapping[Seat, float], right: Seat) -> float:
    """Return the bits of an answer; a wrong one is worth more: it lets one be named."""
    total = sum(seats.values())
    parts = [part / total for part in seats.values() if part]
    entropy = -sum(part * log2(part) for part in parts)
    return entropy + _WRONG * (1 - seats.get(right, 0) / total)


@dataclass(frozen=True, slots=True)
class _Telling:
    """A trick, its winner by each misconception, and answers by their place in `_pupils`."""

    trick: Trick
    named: Mapping[str, Seat]
    right: Seat
    said: tuple[Seat, ...]


@cache
def _telling(form: str, rulebook: str) -> tuple[_Telling, ...]:
    """Return the tricks of the sample that differ in what they say of some misconception."""
    tricks: dict[tuple[int, ...], _Telling] = {}
    for ruling, named in sample(form, rulebook):
        right = ruling.winning.seat
        numbers: dict[Seat, int] = {right: 0}
        alike = tuple(numbers.setdefault(seat, len(numbers)) for seat in named.values())
        if alike not in tricks:
            answers = tuple(_said(held, named, right) for held in _pupils(form))
            tricks[alike] = _Telling(ruling.trick, named, right, answers)
    return tuple(tricks.values())


@cache
def _first(form: str, rulebook: str) -> Trick:
    """Return the trick that says the most of a pupil of whom nothing is known."""
    size = len(believable(VARIANTS[form]))
    return _most(
        tuple((held, 1 / comb(size, len(held))) for held in _pupils(form)), form, rulebook, ""
    )


def _most(
    among: Sequence[tuple[Misconceptions, float]], form: str, rulebook: str, against: str
) -> Trick:
    """Return the trick of a sample that says the most, where wanted *against* a misconception."""
    tricks = [
        trick
        for trick in _telling(form, rulebook)
        if not against or trick.named[against] != trick.right
    ]
    places = [(_place(form)[held], weight) for held, weight in among if held]
    nothing = sum(weight for held, weight in among if not held)

    def worth(trick: _Telling) -> float:
        seats = {trick.right: nothing}
        for place, weight in places:
            seat = trick.said[place]
            seats[seat] = seats.get(seat, 0) + weight
        return _worth(seats, trick.right)

    return max(tricks, key=worth).trick


@cache
def _place(form: str) -> Mapping[Misconceptions, int]:
    return {held: place for place, held in enumerate(_pupils(form))}


def best_move(pupil_round: PupilRound) -> PupilRound:
    """Name a misconception that is likely, or lay the trick that says the most."""
    form, rulebook = pupil_round.pupil.form, pupil_round.pupil.rulebook
    if not pupil_round.shown:
        return pupil_round.lay(_first(form, rulebook))
    among = possible(pupil_round)
    misconception, chance = likeliest(pupil_round, among)
    if chance >= SURE:
        return pupil_round.name(misconception)
    return pupil_round.lay(_most(among, form, rulebook, pupil_round.named))


@lru_cache(maxsize=1024)
def good_teaching(pupil: Pupil) -> int:
    """Return the tricks that a teacher needs who makes the most of each, but is told no idea."""
    state = begin(pupil)
    while not state.done and state.tricks < LONGEST:
        state = best_move(state)
    return state.tricks
