"""Scripted teachers of the simulated pupil, from poor to best, and the evenings they teach."""

from collections.abc import Callable, Sequence
from random import Random

from engine.table import Seat
from engine.trick import Ruling
from puzzles import pupil_round
from puzzles.pupil import MOST, Pupil, draw_pupil, predictions, speaks_against
from puzzles.pupil_round import (
    LONGEST,
    SURE,
    Misconceptions,
    PupilRound,
    begin,
    best_move,
    likeliest,
    possible,
)

Teacher = Callable[[PupilRound, Random], PupilRound]
"""One move: a misconception named, or a trick shown."""

ROUNDS = 12
"""Pupils of an evening: an hour, at five minutes each."""


def by_chance(now: PupilRound, rng: Random) -> PupilRound:
    """Show any trick, and name anything that an answer may have come from."""
    moves: list[PupilRound] = [now.show(rng.randrange(MOST))]
    if now.nameable:
        moves.append(now.name(rng.choice(now.nameable)))
    return rng.choice(moves)


def by_consistency(now: PupilRound, rng: Random) -> PupilRound:
    """Show any trick offered, and name what fits all answers best once something does."""
    if now.named:
        fit = [n for n in range(MOST) if speaks_against(now.offers[n], now.named)]
        return now.show(rng.choice(fit))
    misconception, chance = likeliest(now, possible(now))
    return now.name(misconception) if chance >= SURE else now.show(rng.randrange(MOST))


def bits(ruling: Ruling, now: PupilRound, among: Sequence[tuple[Misconceptions, float]]) -> float:
    """How much the pupil's answer to a trick says, in bits."""
    named, right = predictions(ruling, now.pupil.variant), ruling.winning.seat
    seats: dict[Seat, float] = {}
    for held, weight in among:
        seat = pupil_round._said(held, named, right)
        seats[seat] = seats.get(seat, 0) + weight
    return pupil_round._worth(seats, right)


def best_offered(now: PupilRound, among: Sequence[tuple[Misconceptions, float]]) -> int:
    """Return the number of the offered trick that says the most, against what is named."""
    fit = [n for n in range(MOST) if not now.named or speaks_against(now.offers[n], now.named)]
    return max(fit, key=lambda number: bits(now.offers[number], now, among))


def by_offers(now: PupilRound, rng: Random) -> PupilRound:  # noqa: ARG001 - has the shape of Teacher
    """Show the trick offered whose answer says the most."""
    among = possible(now)
    misconception, chance = likeliest(now, among)
    return now.name(misconception) if chance >= SURE else now.show(best_offered(now, among))


def by_entropy(now: PupilRound, rng: Random) -> PupilRound:  # noqa: ARG001 - as above
    """Lay the trick whose answer says the most of all."""
    return best_move(now)


TEACHERS: tuple[Teacher, ...] = (by_chance, by_consistency, by_offers, by_entropy)
"""The poorest first."""


def taken(teacher: Teacher, now: PupilRound, rng: Random) -> int:
    """Return how many tricks *teacher* takes."""
    while not now.done and now.tricks < LONGEST:
        now = teacher(now, rng)
    return now.tricks


def pupils(evening: int) -> tuple[Pupil, ...]:
    """Return the pupils of an evening, with one, two and three misconceptions in turn."""
    return tuple(
        draw_pupil("partnership", "culbertson", 1 + number % MOST, evening * ROUNDS + number)
        for number in range(ROUNDS)
    )


def needed(evening: int) -> tuple[int, ...]:
    """Return how many tricks each teacher takes for the same pupils."""
    rng = Random(f"evening {evening}")
    return tuple(
        sum(taken(teacher, begin(pupil), rng) for pupil in pupils(evening)) for teacher in TEACHERS
    )
