"""Draw "which suit markers lie face up?": a few tricks in which somebody runs out of suits."""

from random import Random

from engine.rules import Rule
from engine.table import Table
from engine.trick import judge
from engine.variants import Variant
from puzzles.explanations import disputed
from puzzles.generators.generator import Generator
from puzzles.generators.spot_revoke import play_trick
from puzzles.kinds.suit_markers import NONE, SuitMarkers

_TRICKS = (2, 3, 3)
_HAND = 5
"""Cards dealt: so short a hand runs out of suits, as late in a deal."""

_NONE = 0.2
"""How often nobody need have turned up a marker."""


def _rules(_variant: Variant, _table: Table) -> tuple[Rule, ...]:
    return (Rule.SUIT_MARKERS,)


def _draw(
    rule: Rule,  # noqa: ARG001
    variant: Variant,
    table: Table,
    rng: Random,
) -> SuitMarkers:
    none = rng.random() < _NONE
    while True:
        puzzle = _play(variant, table, rng)
        if puzzle and (none or puzzle.solution != NONE):
            return puzzle


def _play(variant: Variant, table: Table, rng: Random) -> SuitMarkers | None:
    """Deal short hands and play some tricks; nothing if rulebooks differ on one of them."""
    count = rng.choice(_TRICKS)
    each = count * variant.trick // len(table.seats) + _HAND - count
    pack = rng.sample(variant.pack, each * len(table.seats))
    hands = {
        owner: pack[place * each : (place + 1) * each] for place, owner in enumerate(table.seats)
    }
    leader = rng.choice(table.seats)
    tricks = []
    for _ in range(count):
        trick = play_trick(variant, table, leader, hands, None, rng)
        if trick is None or disputed(ruling := judge(trick, table)):
            return None
        tricks.append(trick)
        leader = ruling.winning.seat
    seat = rng.choice(table.seats)
    return SuitMarkers(variant=variant, table=table, tricks=tuple(tricks), seat=seat)


GENERATOR = Generator(_rules, _draw)
