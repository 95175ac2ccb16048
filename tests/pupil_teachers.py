"""Scripted teachers of the simulated pupil: by chance, by consistency, and by entropy."""

from collections.abc import Callable
from functools import cache
from itertools import combinations
from math import log2
from random import Random

from engine.table import Seat
from engine.trick import Ruling
from engine.variants import VARIANTS
from puzzles.beliefs import believable, clash, predicted, speaks_against
from puzzles.pupil import MOST, Evening

Teacher = Callable[[Evening, Random], Evening]
"""One move: a belief named, or a trick shown."""


def by_chance(evening: Evening, rng: Random) -> Evening:
    """Show any trick, and name anything that an answer may have come from."""
    moves: list[Evening] = [evening.show(rng.randrange(MOST))]
    if not evening.named and evening.nameable:
        moves.append(evening.name(rng.choice(evening.nameable)))
    return rng.choice(moves)


@cache
def _pupils(form: str) -> tuple[tuple[str, ...], ...]:
    beliefs = believable(VARIANTS[form])
    return tuple(
        held
        for count in range(1, MOST + 1)
        for held in combinations(beliefs, count)
        if not clash(held)
    )


def _possible(evening: Evening) -> list[tuple[str, ...]]:
    """List what the pupil may believe, as far as its answers show."""
    gone = {one.given_up for one in evening.shown if one.given_up}
    found = []
    seen = [(one, {b: predicted(b, one.ruling) for b in _all(evening)}) for one in evening.shown]
    for held in _pupils(evening.pupil.form):
        if set(held) & set(evening.wrong) or not gone <= set(held):
            continue
        if evening.named and evening.named not in held:
            continue
        left = held
        for one, named in seen:
            right = one.ruling.winning.seat
            if next((named[b] for b in left if named[b] != right), right) != one.answer.seat:
                break
            left = tuple(b for b in left if b != one.given_up)
        else:
            found.append(left)
    return found


def _all(evening: Evening) -> tuple[str, ...]:
    return believable(evening.pupil.variant)


def _likeliest(evening: Evening, possible: list[tuple[str, ...]]) -> tuple[str, float]:
    weights: dict[str, float] = {}
    nameable, total = evening.nameable, 0.0
    for held in possible:
        weight = _weight(held)
        total += weight
        for belief in held:
            if belief in nameable:
                weights[belief] = weights.get(belief, 0.0) + weight
    belief, weight = max(weights.items(), key=lambda item: item[1], default=("", 0.0))
    return belief, weight / (total or 1)


def _weight(held: tuple[str, ...]) -> float:
    """Return how likely so many beliefs are against one: as many pupils of each number."""
    return 1 / (1, 19, 171, 969)[len(held)]


def _taught(evening: Evening, sure: float, pick: Callable[[list[tuple[str, ...]]], int]) -> Evening:
    if evening.named:
        return evening.show(
            next(n for n in range(MOST) if speaks_against(evening.offers[n], evening.named))
        )
    possible = _possible(evening)
    belief, chance = _likeliest(evening, possible)
    return evening.name(belief) if chance >= sure else evening.show(pick(possible))


def by_consistency(evening: Evening, rng: Random) -> Evening:
    """Show any trick, and name what fits all answers best once something does."""
    return _taught(evening, 0.5, lambda _: rng.randrange(MOST))


def by_entropy(evening: Evening, rng: Random) -> Evening:  # noqa: ARG001 - has the shape of Teacher
    """Show the trick whose answer says the most."""
    return _taught(
        evening,
        0.5,
        lambda possible: max(range(MOST), key=lambda n: _bits(evening.offers[n], possible)),
    )


def _bits(ruling: Ruling, possible: list[tuple[str, ...]]) -> float:
    seats: dict[Seat, float] = {}
    right = ruling.winning.seat
    named = {one: predicted(one, ruling) for one in {one for held in possible for one in held}}
    for held in possible:
        seat = next((named[one] for one in held if named[one] != right), right)
        seats[seat] = seats.get(seat, 0) + _weight(held)
    total = sum(seats.values())
    return -sum(part / total * log2(part / total) for part in seats.values())


TEACHERS: tuple[Teacher, ...] = (by_chance, by_consistency, by_entropy)
"""The poorest first."""


def taken(teacher: Teacher, evening: Evening, rng: Random) -> int:
    """Return how many tricks *teacher* takes."""
    while not evening.done and evening.tricks < 60:
        evening = teacher(evening, rng)
    return evening.tricks
