"""A teacher of the simulated pupil who makes the most of every trick: the mark to reach."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from math import comb, log2

from engine.table import Seat
from engine.trick import Ruling, Trick
from engine.variants import VARIANTS
from puzzles.pupil import MOST, Pupil, believable, clash, predictions, sample
from puzzles.pupil_round import PupilRound, begin

Beliefs = tuple[str, ...]
"""What a pupil may believe, together."""

SURE = 0.5
"""How likely a belief is when it is named: in vain it costs a trick, and so does waiting."""

_WRONG = 0.1
"""Bits that a wrong answer is worth beyond what it says."""

LONGEST = 60
"""Tricks after which a teacher gives up."""


@cache
def _pupils(form: str) -> tuple[Beliefs, ...]:
    """List all that pupils of this form may believe."""
    beliefs = believable(VARIANTS[form])
    return tuple(
        held
        for count in range(1, MOST + 1)
        for held in combinations(beliefs, count)
        if not clash(held)
    )


def possible(now: PupilRound) -> tuple[tuple[Beliefs, float], ...]:
    """List what the pupil may still believe, as far as its answers show, and how likely that is.

    A pupil holds one, two or three misconceptions equally often.
    """
    size = len(believable(now.pupil.variant))
    gone = {one.given_up for one in now.shown if one.given_up}
    seen = [
        (
            predictions(one.ruling, now.pupil.variant),
            one.ruling.winning.seat,
            one.answer.seat,
            one.given_up,
        )
        for one in now.shown
    ]
    found: list[tuple[Beliefs, float]] = []
    for held in _pupils(now.pupil.form):
        if not gone <= set(held) or not set(held).isdisjoint(now.wrong):
            continue
        if now.named and now.named not in held:
            continue
        left = held
        for named, right, seat, given_up in seen:
            if _said(left, named, right) != seat:
                break
            if given_up:
                left = tuple(belief for belief in left if belief != given_up)
        else:
            found.append((left, 1 / comb(size, len(held))))
    return tuple(found)


def _said(held: Beliefs, named: Mapping[str, Seat], right: Seat) -> Seat:
    for belief in held:  # the first that leads astray speaks, as in `puzzles.pupil.answer`
        if named[belief] != right:
            return named[belief]
    return right


def likeliest(now: PupilRound, among: Sequence[tuple[Beliefs, float]]) -> tuple[str, float]:
    """Return the likeliest belief that may be named, and how likely it is; none is nothing."""
    weights = dict.fromkeys(now.nameable, 0.0)
    for held, weight in among:
        for belief in held:
            if belief in weights:
                weights[belief] += weight
    belief, weight = max(weights.items(), key=lambda item: item[1], default=("", 0.0))
    return belief, weight / (sum(weight for _, weight in among) or 1)


def bits(ruling: Ruling, now: PupilRound, among: Sequence[tuple[Beliefs, float]]) -> float:
    """Return how much the pupil's answer to a trick says, in bits."""
    named, right = predictions(ruling, now.pupil.variant), ruling.winning.seat
    seats: dict[Seat, float] = {}
    for held, weight in among:
        seat = _said(held, named, right)
        seats[seat] = seats.get(seat, 0) + weight
    return _worth(seats, right)


def _worth(seats: Mapping[Seat, float], right: Seat) -> float:
    """Return the bits of an answer; a wrong one is worth more, for a belief can then be named."""
    total = sum(seats.values())
    parts = [part / total for part in seats.values() if part]
    told = -sum(part * log2(part) for part in parts)
    return told + _WRONG * (1 - seats.get(right, 0) / total)


@dataclass(frozen=True, slots=True)
class _Telling:
    """A trick, whom each belief names, and what pupils answer, by their place in `_pupils`."""

    trick: Trick
    named: Mapping[str, Seat]
    right: Seat
    said: tuple[Seat, ...]


@cache
def _telling(form: str, book: str) -> tuple[_Telling, ...]:
    """Return the tricks of the sample, but none that says the same of every belief as another."""
    found: dict[tuple[int, ...], _Telling] = {}
    for ruling, named in sample(form, book):
        right = ruling.winning.seat
        numbers: dict[Seat, int] = {right: 0}
        alike = tuple(numbers.setdefault(seat, len(numbers)) for seat in named.values())
        if alike not in found:
            said = tuple(_said(held, named, right) for held in _pupils(form))
            found[alike] = _Telling(ruling.trick, named, right, said)
    return tuple(found.values())


@cache
def _first(form: str, book: str) -> Trick:
    """Return the trick that says the most of a pupil of whom nothing is known."""
    size = len(believable(VARIANTS[form]))
    return _most(tuple((held, 1 / comb(size, len(held))) for held in _pupils(form)), form, book, "")


def _most(among: Sequence[tuple[Beliefs, float]], form: str, book: str, against: str) -> Trick:
    """Return the trick of a sample that says the most, where wanted *against* a belief."""
    tricks = [one for one in _telling(form, book) if not against or one.named[against] != one.right]
    places = [(_place(form)[held], weight) for held, weight in among if held]
    nothing = sum(weight for held, weight in among if not held)

    def worth(one: _Telling) -> float:
        seats = {one.right: nothing}
        for place, weight in places:
            seat = one.said[place]
            seats[seat] = seats.get(seat, 0) + weight
        return _worth(seats, one.right)

    return max(tricks, key=worth).trick


@cache
def _place(form: str) -> Mapping[Beliefs, int]:
    return {held: place for place, held in enumerate(_pupils(form))}


def best_move(now: PupilRound) -> PupilRound:
    """Name a belief that is likely, or lay the trick that says the most."""
    form, book = now.pupil.form, now.pupil.book
    if not now.shown:
        return now.lay(_first(form, book))
    among = possible(now)
    belief, chance = likeliest(now, among)
    if chance >= SURE:
        return now.name(belief)
    return now.lay(_most(among, form, book, now.named))


@lru_cache(maxsize=1024)
def good_teaching(pupil: Pupil) -> int:
    """Return how many tricks a teacher takes who makes the most of each, and knows nothing."""
    now = begin(pupil)
    while not now.done and now.tricks < LONGEST:
        now = best_move(now)
    return now.tricks
