"""Draw "who has won?": sheets as a game may end, sometimes with equal totals."""

from random import Random

from engine.calypso import Calypso
from engine.rules import Rule
from engine.score import score_of
from engine.table import Table
from engine.variants import Variant
from puzzles.generators.generator import Generator
from puzzles.kinds.who_has_won import DRAW, WhoHasWon

_RULES = {
    "partnership": (Rule.PARTNERS, Rule.HIGHER_TOTAL_WINS),
    "solo": (Rule.SOLO, Rule.HIGHER_TOTAL_WINS),
    "split": (Rule.SPLIT, Rule.HIGHER_TOTAL_WINS),
}
_DRAWN = 0.25
"""How often, where the higher total is the subject, totals are equal."""

_COMPLETED = (0, 1, 1, 1, 2, 2)
_TRIES = 2_000


def _rules(variant: Variant, _table: Table) -> tuple[Rule, ...]:
    return _RULES.get(variant.id, (Rule.HIGHER_TOTAL_WINS,))


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> WhoHasWon:
    # Handscomb is silent on equal totals of two players; with four and three they are a draw.
    drawn = rule == Rule.HIGHER_TOTAL_WINS and rng.random() < _DRAWN and len(table.seats) > 2
    for _ in range(_TRIES):
        points = [_sheet(variant, rng) for _ in table.seats]
        if drawn:
            points = _level(variant, points)
        if min(points) < 0:
            continue
        puzzle = WhoHasWon(variant=variant, table=table, points=tuple(points))
        if puzzle.rule == rule and (puzzle.solution == DRAW) == drawn:
            return puzzle
    raise ValueError(f"found no totals of {variant.id} about {rule.value!r}")


def _sheet(variant: Variant, rng: Random) -> int:
    """Score one player's calypsos and pile, drawn at random."""
    own = len(variant.builds[0])
    suit = variant.suits[0]
    calypsos = [
        Calypso(
            suit,
            frozenset(rng.sample(variant.ranks, rng.randrange(len(variant.ranks)))),
            rng.choice(_COMPLETED),
        )
        for _ in range(own)
    ]
    return score_of(calypsos, rng.randint(8, 36)).total


def _level(variant: Variant, points: list[int]) -> list[int]:
    """Make the two best totals equal by changing the last sheet but one, or the best pair's."""
    if variant.id == "partnership":
        north, east, south, _ = points
        return [north, east, south, north + south - east]
    first, *_ = sorted(points, reverse=True)
    place = points.index(first)
    other = (place + 1) % len(points)
    if variant.id != "split":
        return [first if at == other else had for at, had in enumerate(points)]
    # North counts South too, East counts North, South counts East: two sums that share one.
    return [max(points), min(points), min(points)]


GENERATOR = Generator(_rules, _draw)
