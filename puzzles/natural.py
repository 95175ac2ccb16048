"""Natural tricks: as they fall in play between partners of the club level.

`tests/makers/natural_tricks.py` has played games and kept, for every form of the game and
every reading of a ruffed lead, some hundreds of tricks in which each rule decides, drawn by
chance from all that fell. What a puzzle is about may be chosen; beyond that nothing is picked,
so that a rule is asked about as it comes at a table.
"""

import json
from collections.abc import Mapping
from enum import StrEnum, unique
from functools import cache
from pathlib import Path
from random import Random

from engine.cards import Card, Rank, Suit
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Ruling, Trick, judge, play_of
from engine.variants import Variant
from puzzles.position import suits_between

FILE = Path(__file__).parent / "natural.json"


@unique
class TrickSource(StrEnum):
    """Where the trick of a puzzle comes from.

    Attributes:
        MIXED: A third to a half are natural, the others made: what is asked unless somebody
            has a reason.
        NATURAL: As it falls in play.
        MADE: Built for the rule, so that naive answers are often wrong.
        SEPARATING: Made so that every wrong answer betrays a misconception of its own: to find
            out which somebody holds, never to test.
        FORMERLY: Mixed as it was until November 2026: days gone by keep their puzzles.
        OF_A_DAY: Mixed as it was when the puzzles of later days were laid down.
        BUILT: Mixed as what a trick builds was asked then; some days ask that.
    """

    MIXED = "mixed"
    NATURAL = "natural"
    MADE = "made"
    SEPARATING = "separating"
    FORMERLY = "formerly"
    OF_A_DAY = "of a day"
    BUILT = "built"


SHARE = 0.48
"""How much of what is mixed is natural."""

SHIFTED = 0.5
"""How often ranks are moved where no comparison changes by it, so that tricks do not run out."""

_LETTERS = 2
"""Letters of a card."""


Pool = Mapping[Rule, tuple[tuple[Card, ...], ...]]
"""By rule, the cards of tricks in which it is at work, in order of play.

They fell in games of one form under one reading of a ruffed lead, and are written as if the first
seat of the canonical table had led.
"""


def pool(variant: Variant, table: Table) -> Pool:
    """Return the pool for a form of the game and the rulebook of *table*."""
    return pools()[name_of(variant, table)]


def name_of(variant: Variant, table: Table) -> str:
    """Return the name of a pool: the form, and what may beat a led trump."""
    return f"{variant.id} {table.led_trump.value}"


@cache
def pools() -> Mapping[str, Pool]:
    """Return all that were kept, by `name_of`."""
    written = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: {
            Rule(rule): tuple(_cards(trick) for line in lines for trick in line.split())
            for rule, lines in found["kept"].items()
        }
        for name, found in written.items()
    }


def _cards(trick: str) -> tuple[Card, ...]:
    return tuple(Card.parse(trick[at : at + _LETTERS]) for at in range(0, len(trick), _LETTERS))


def has_natural(rule: Rule, variant: Variant, table: Table) -> bool:
    """Whether tricks were kept in which *rule* is at work."""
    # Of a form added lately no games were played yet: its tricks are constructed.
    return rule in pools().get(name_of(variant, table), {})


def natural_ruling(rule: Rule, variant: Variant, table: Table, rng: Random) -> Ruling:
    """Draw a trick that fell in play and in which *rule* is at work, judged; or ValueError."""
    kept = pool(variant, table).get(rule)
    if not kept:
        raise ValueError(f"no natural trick of {variant.id} is about {rule.value!r}")
    cards = rng.choice(kept)
    ranks = _shifted(cards, variant, rng) if rng.random() < SHIFTED else {}
    leader = rng.choice(table.seats)
    suits = _renamed(variant, table, leader)
    order = table.clockwise(leader, variant.trick)
    renamed = (Card(suits[card.suit], ranks.get(card.rank, card.rank)) for card in cards)
    return judge(Trick(tuple(map(play_of, order, renamed))), table)


@cache
def _renamed(variant: Variant, table: Table, leader: Seat) -> Mapping[Suit, Suit]:
    """Return which suit each suit of a kept trick becomes where *leader* leads to it at *table*."""
    model = variant.table(table.rulebook)
    seats = dict(zip(model.seats, table.clockwise(leader, len(model.seats)), strict=True))
    return suits_between(variant, model, table, seats)


def _shifted(cards: tuple[Card, ...], variant: Variant, rng: Random) -> Mapping[Rank, Rank]:
    """Move ranks up or down by one where they stay in their order, and equal ones equal."""
    ranks = sorted({card.rank for card in cards})
    moved: dict[Rank, Rank] = {}
    for place, rank in enumerate(ranks):
        below = moved[ranks[place - 1]] if place else variant.ranks[0] - 1
        above = ranks[place + 1] if place + 1 < len(ranks) else variant.ranks[-1] + 1
        able = [near for near in (rank - 1, rank, rank + 1) if below < near < above]
        moved[rank] = Rank(rng.choice(able))
    return moved
