"""What tricks are like at a table: those that fell in play, and how often made ones are kept.

`tests/makers/natural_tricks.py` has played games between partners of the club level and kept, for
every form of the game and every reading of a ruffed lead, some hundreds of tricks in which each
rule decides, drawn by chance from all that fell. What a puzzle is about may be chosen; beyond that
nothing is picked, so that a rule is asked about as it comes at a table.

Of the tricks that are made for a rule so many are kept that no shortcut pays more than at a table.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum, unique
from functools import cache
from pathlib import Path
from random import Random

from engine.cards import Card, Rank, Suit
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Role, Ruling, Trick, judge, play_of
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


def pool_name(variant: Variant, table: Table) -> str:
    """Return the name of a pool: the form, and what may beat a led trump."""
    return f"{variant.id} {table.led_trump.value}"


@cache
def pools() -> Mapping[str, Pool]:
    """Return all that were kept, by `pool_name`."""
    written = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        name: {
            Rule(rule): tuple(_cards(trick) for line in lines for trick in line.split())
            for rule, lines in form["kept"].items()
        }
        for name, form in written.items()
    }


def _cards(trick: str) -> tuple[Card, ...]:
    return tuple(
        Card.parse(trick[start : start + _LETTERS]) for start in range(0, len(trick), _LETTERS)
    )


def has_natural(rule: Rule, variant: Variant, table: Table) -> bool:
    """Whether tricks were kept in which *rule* is at work."""
    # Of a form added lately no games were played yet: its tricks are constructed.
    return rule in pools().get(pool_name(variant, table), {})


def natural_ruling(rule: Rule, variant: Variant, table: Table, rng: Random) -> Ruling:
    """Draw a trick that fell in play and in which *rule* is at work, judged; or ValueError."""
    kept = pools()[pool_name(variant, table)].get(rule)
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


# ------------------------------------------------ how often a made trick is kept


@dataclass(frozen=True, slots=True)
class Kept:
    """How often a made trick is kept, by what wins it: as it is at a table.

    ``leader`` and ``later`` are about tricks without a trump, ``apart`` about those that one
    follower wins while another discards. ``discard_leader`` and ``discard_later`` about those with
    a discard that seems to win; ``first_ruff`` is about the first of several. ``next_highest`` is,
    by rule, about those won by the second highest of all cards, and ``plain`` how many may be such
    as naive answers get right, where `TrickPlan` does not say it.
    """

    leader: float = 1
    later: float = 1
    apart: float = 1
    discard_leader: float = 0.25
    discard_later: float = 1
    first_ruff: float = 0.5
    next_highest: Mapping[Rule, float] = field(default_factory=dict)
    plain: Mapping[Rule, float] = field(default_factory=dict)


KEPT_FORMERLY: Mapping[str, Kept] = {
    "two": Kept(later=0.5, apart=0.5, discard_leader=1, discard_later=0.5),
    "three": Kept(leader=0.5),
    "split": Kept(leader=0.5),
}
"""As tricks were made when pupils came. Their lines hang on it: never change it."""

_NEXT_HIGHEST: Mapping[Rule, float] = {
    Rule.SUIT_HIGHEST: 0.1,
    Rule.FIRST_OF_EQUALS: 0.15,
    Rule.LED_SUIT_NO_TRUMP: 0.05,
    Rule.DISCARD_NEVER_WINS: 0.35,
    Rule.LED_TRUMP_WINS: 0.5,
    Rule.LED_TRUMP_HOLDS: 0.5,
    Rule.RUFF_WINS: 0.5,
}
"""Where the highest card is not to win, by chance the next one would in most."""

_PLAIN: Mapping[Rule, float] = {Rule.SUIT_HIGHEST: 0.5, Rule.LED_SUIT_NO_TRUMP: 0.55}

KEPT_BUILT: Mapping[str, Kept] = {"solo": Kept(discard_leader=0.7, first_ruff=0.25)}
"""Where everybody plays alone the first ruff seldom wins, and whoever leads more often does.
Puzzles of days hang on it, too."""

KEPT: Mapping[str, Kept] = {
    form: replace(KEPT_BUILT.get(form, Kept()), next_highest=_NEXT_HIGHEST, plain=_PLAIN)
    for form in ("partnership", "solo")
}
"""As tricks are made now."""

_PAYS_KEPT: Mapping[str, float] = {"two": 0.35, "three": 0.6, "split": 0.3}
"""How often a trick laid anew is kept where a shortcut is right, by the form of the game."""

_NEXT_LAID: Mapping[str, Mapping[Rule, float]] = {
    "two": {Rule.SUIT_HIGHEST: 0.2, Rule.FIRST_OF_EQUALS: 0.2},
    "three": {Rule.SUIT_HIGHEST: 0.3, Rule.FIRST_OF_EQUALS: 0.4},
    "split": {
        Rule.SUIT_HIGHEST: 0.4,
        Rule.LED_TRUMP_WINS: 0.6,
        Rule.LED_TRUMP_HOLDS: 0.5,
        Rule.DISCARD_NEVER_WINS: 0.6,
    },
}
"""The same where the second highest of all wins, by rule: less often so at a table."""

_PLAIN_OF_FEW = 0.67
"""How many tricks laid anew may be such as naive answers get right, about what nobody ruffs.

At such a table these are mostly won by the highest card: to make them traps takes a discard, and
then the leader wins too often.
"""

_PLAIN_LAID: Mapping[str, Mapping[Rule, float]] = {
    "three": {Rule.FIRST_OF_EQUALS: 0.8, Rule.LED_TRUMP_HOLDS: 0.95},
    "split": {Rule.SUIT_HIGHEST: 0.8, Rule.FIRST_OF_EQUALS: 0.85},
}
"""The same where of three cards nearly every trap is won by the second highest."""

_LOWEST_LAID = 0.6
"""The same where of three cards the lowest leads and wins, for neither of the others follows."""

_LEADER_BESIDE = 0.25
"""How often a made trick is kept where the leader wins and yet something else is at work."""

_LATER_EQUAL_KEPT = 0.9
"""How often a made trick is kept where a later one of equal cards wins, in every form."""

SHORTCUT = frozenset(
    (Rule.SUIT_HIGHEST, Rule.FIRST_OF_EQUALS, Rule.LED_SUIT_NO_TRUMP, Rule.DISCARD_NEVER_WINS)
)
"""Rules about tricks that nobody ruffs."""

_THREE = 3


def share_made(rule: Rule, ruling: Ruling, kept: Kept) -> float:
    """Return how often a trick made for *rule* is kept."""
    share = kept.next_highest.get(rule, 1) if _next_highest_wins(ruling) else 1
    return share * _share(rule, ruling, kept)


def _share(rule: Rule, ruling: Ruling, kept: Kept) -> float:
    leads = not ruling.winner
    if rule == Rule.FIRST_OF_EQUALS:
        return 1 if leads else _LATER_EQUAL_KEPT
    if rule == Rule.SUIT_HIGHEST:
        if leads:
            return kept.leader
        return kept.apart if Role.DISCARD in ruling.roles else kept.later
    if rule == Rule.DISCARD_NEVER_WINS and not leads and kept.discard_later < 1:
        return kept.discard_later
    if ruling.rule == Rule.SUIT_HIGHEST and leads:
        return kept.discard_leader if rule == Rule.DISCARD_NEVER_WINS else _LEADER_BESIDE
    if ruling.roles.count(Role.RUFF) > 1 and ruling.winner == ruling.roles.index(Role.RUFF):
        return kept.first_ruff
    return 1


def plain_laid_anew(rule: Rule, variant: Variant, source: TrickSource) -> float | None:
    """Return how many tricks laid anew may be plain; nothing where the rule's plan says it."""
    of_few = _PLAIN_OF_FEW if rule in SHORTCUT - {Rule.DISCARD_NEVER_WINS} else None
    if source in (TrickSource.OF_A_DAY, TrickSource.BUILT):
        return of_few
    return _PLAIN_LAID.get(variant.id, {}).get(rule, of_few)


def share_laid_anew(rule: Rule, ruling: Ruling, variant: Variant, source: TrickSource) -> float:
    """Return how often a trick that fell is kept with other ranks."""
    now = source != TrickSource.OF_A_DAY
    pays = _pays(rule, ruling) or (now and _owner_wins(rule, ruling))
    share = _PAYS_KEPT.get(variant.id, 1) if pays else 1
    if not now or source == TrickSource.BUILT:
        return share
    if _lowest_wins(rule, ruling):
        return _LOWEST_LAID
    return share * (
        _NEXT_LAID.get(variant.id, {}).get(rule, 1) if _next_highest_wins(ruling) else 1
    )


def _pays(rule: Rule, ruling: Ruling) -> bool:
    """Whether a shortcut is right: a ruff, else the leader; of one ruff, the highest card.

    Three rules of seven are about ruffs and leads that win; the tricks of the others make up for
    that. Where two play, nearly every trick is won so: but the leader's first card not always.
    """
    if len(ruling.table.seats) < _THREE:
        return rule == Rule.SUIT_HIGHEST and not ruling.winner
    if rule == Rule.RUFF_WINS:
        return ruling.winning.card.rank == max(card.rank for card in ruling.trick.cards)
    return rule in SHORTCUT and (not ruling.winner or ruling.roles[ruling.winner] == Role.RUFF)


def _owner_wins(rule: Rule, ruling: Ruling) -> bool:
    """Whether one of three follows to a suit of their own and wins, though it is no trump."""
    best = ruling.winning
    own = best.card.suit == ruling.table.trump(best.seat)
    return own and rule == Rule.SUIT_HIGHEST and len(ruling.table.seats) == _THREE


def _lowest_wins(rule: Rule, ruling: Ruling) -> bool:
    """Whether of three cards the lowest wins, though nobody ruffs."""
    cards, best = ruling.trick.cards, ruling.winning.card
    able = rule == Rule.SUIT_HIGHEST and len(cards) == _THREE
    return able and sum(card.rank > best.rank for card in cards) == _THREE - 1


def _next_highest_wins(ruling: Ruling) -> bool:
    """Whether one card alone is above the one that wins: higher, or as high and played before."""
    cards, winner = ruling.trick.cards, ruling.winner
    best = (cards[winner].rank, -winner)
    return sum((card.rank, -place) > best for place, card in enumerate(cards)) == 1
