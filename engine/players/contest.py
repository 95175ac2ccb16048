"""Practice players against each other: the same packs, with the sides exchanged."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from math import nan, sqrt
from random import Random
from statistics import fmean, stdev

from engine.game import Action, new, play
from engine.players import CHOOSERS
from engine.rulebooks import Rulebook
from engine.score import ahead, totals
from engine.table import Seat
from engine.variants import Variant
from engine.view import View, legal, view

Player = Callable[[View, Random], Action]

PLAYERS: Mapping[str, Player] = {
    "random": lambda seen, rng: rng.choice(legal(seen)),  # the yardstick below every level
    **{level.value: chooser for level, chooser in CHOOSERS.items()},
}
"""Who may play a match, by name."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Two players, the form and the rulebook they meet at, and the seed of packs and luck."""

    variant: Variant
    rulebook: Rulebook
    players: tuple[Player, Player]
    seed: int


SidesBySeat = tuple[int, ...]
"""Parallel to the seats: which of the two players sits there, 0 or 1."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """What one pack came to over all seatings.

    ``difference`` is what the first player's seats scored more than the second's, in
    points of a game, the mean of all seatings; ``games`` counts those won by the first,
    won by the second, and drawn.
    """

    difference: float
    games: tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class Result:
    """What a match came to: points per deal by which the first player is ahead.

    ``error`` is the standard error of ``points``, from the spread between packs; it is
    not a number where there was one pack alone.
    """

    packs: int
    seatings: int
    points: float
    error: float
    games: tuple[int, int, int]


def seatings(variant: Variant) -> tuple[SidesBySeat, ...]:
    """List the ways to seat two players so that both have been everywhere alike.

    Partners belong together; where everybody plays alone with three at the table, one
    meets two, and then two meet one, round the table. Elsewhere neighbours are opponents.
    """
    count = len(variant.seats)
    if count % 2:
        return tuple(taken for taken in product((0, 1), repeat=count) if len(set(taken)) == 2)
    first = tuple(place % 2 for place in range(count))
    return first, tuple(1 - player for player in first)


def meetings(contest: Contest, packs: int) -> Iterator[Meeting]:
    """Play *packs* packs, each in every seating; the first dealer goes round the table."""
    for number in range(packs):
        differences, games = [], [0, 0, 0]
        for seating in seatings(contest.variant):
            points, best = _game(contest, seating, number)
            first, second = (
                fmean(had for had, player in zip(points, seating, strict=True) if player == side)
                for side in (0, 1)
            )
            differences.append(first - second)
            games[best.pop() if len(best) == 1 else 2] += 1
        yield Meeting(fmean(differences), (games[0], games[1], games[2]))


def _game(contest: Contest, seating: SidesBySeat, number: int) -> tuple[tuple[int, ...], set[int]]:
    """Play one game; return all seats' points, and which of the two players have the highest."""
    variant = contest.variant
    table = variant.table(contest.rulebook)
    dealer = table.seats[number % len(table.seats)]
    game = new(variant, table, dealer, Random(f"{contest.seed} {number}"))
    luck = Random(f"{contest.seed} {number} luck")
    player: Mapping[Seat, int] = dict(zip(table.seats, seating, strict=True))
    while not game.over:
        game, _ = play(game, contest.players[player[game.turn]](view(game, game.turn), luck))
    return totals(game), {player[seat] for seat in ahead(game)}


def summed_up(contest: Contest, met: list[Meeting]) -> Result:
    """Sum a match up, or raise ValueError if nothing was played."""
    if not met:
        raise ValueError("a match needs one pack at least")
    each = [meeting.difference / contest.variant.deals for meeting in met]
    first, second, drawn = (sum(meeting.games[place] for meeting in met) for place in range(3))
    error = stdev(each) / sqrt(len(each)) if len(each) > 1 else nan
    ways = len(seatings(contest.variant))
    return Result(len(met), ways, fmean(each), error, (first, second, drawn))
