"""Shapes of tricks: what every card does, drawn as a rule wants it.

Who leads what comes first, and who ruffs, follows or discards. Suits follow from that and ranks
come last, so that most tricks drawn are as wanted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from engine.cards import Card, Rank, Suit
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Role, Trick, play_of
from engine.variants import Variant

TrickShape = tuple[bool, int]
"""Whether the leader's own trump suit is led, and how many cards are ruffs."""


@dataclass(frozen=True, slots=True)
class TrickPlan:
    """What a trick must look like: one of these shapes, the likelier the more often it stands.

    ``owner`` wants a card of the suit led from its owner, ``equal`` two equal best cards,
    and ``discard`` somebody who cannot follow and does not ruff. ``plain`` is how often a trick
    may be one that the naive answers get right, lest they become a sign.
    """

    shapes: tuple[TrickShape, ...]
    owner: bool = False
    equal: bool = False
    discard: bool = False
    plain: float = 0.4


PLANS: Mapping[Rule, TrickPlan] = {
    Rule.SUIT_HIGHEST: TrickPlan(((False, 0),)),
    Rule.LED_TRUMP_WINS: TrickPlan(((True, 0),)),
    Rule.LED_TRUMP_HOLDS: TrickPlan(((True, 1), (True, 1), (True, 2), (True, 3))),
    Rule.RUFF_WINS: TrickPlan(((False, 1), (True, 1))),
    Rule.HIGHEST_RUFF_WINS: TrickPlan(((False, 2), (False, 2), (True, 2), (True, 3))),
    Rule.FIRST_OF_EQUALS: TrickPlan(
        (*((False, 0),) * 12, (False, 2), (True, 2), (True, 3)),
        equal=True,
        plain=0.6,
    ),
    Rule.LED_SUIT_NO_TRUMP: TrickPlan((*((False, 0),) * 4, (False, 1)), owner=True),
    Rule.DISCARD_NEVER_WINS: TrickPlan(
        (*((False, 0),) * 4, (True, 0), (False, 1), (True, 1), (True, 2)), discard=True
    ),
    Rule.TWO_LED_TRUMP: TrickPlan(((True, 1), (True, 2))),
}

_MOST_RUFFS: Mapping[int, tuple[int, int]] = {2: (3, 2), 3: (1, 2), 4: (2, 3)}
"""How many cards can ruff, by the number of seats: another suit led, and the leader's own.

Neither the leader nor the owner of the suit led can ruff, but for the leader's second card
where two play.
"""


@cache
def shapes(rule: Rule, seats: int) -> tuple[TrickShape, ...]:
    """List the shapes of a rule that are possible with so many seats."""
    most = _MOST_RUFFS[seats]
    return tuple((own, ruffs) for own, ruffs in PLANS[rule].shapes if ruffs <= most[own])


_OWNER_FOLLOWS = 0.8
"""How often whoever owns the suit led is made to follow: mostly they can, at a table."""

FOLLOWS, FOLLOWS_APART = 0.6, 0.33
"""How often a card that is no ruff follows suit; discards betray more misconceptions."""


def draw_shape(
    plan: TrickPlan, shape: TrickShape, variant: Variant, table: Table, rng: Random, follows: float
) -> Trick | None:
    """Draw one trick by *plan* and *shape*; nothing if what was drawn first leads nowhere."""
    own, ruffs = shape
    choice = rng.choice
    leader = choice(table.seats)
    led = table.trump(leader) if own else choice(_others(variant.suits, table.trump(leader)))
    order = table.clockwise(leader, variant.trick)
    owns = tuple(table.trump(seat) == led for seat in order)
    roles = _draw_roles(plan, order, owns, ruffs, rng, follows)
    if roles is None:
        return None
    ranks = [choice(variant.ranks) for _ in order]
    if plan.equal and not _equalise(ranks, roles, rng):
        return None
    suits = [led]
    for seat, what in zip(order[1:], roles[1:], strict=True):
        if what == Role.DISCARD:
            suits.append(choice(_others(variant.suits, led, table.trump(seat))))
        else:
            suits.append(table.trump(seat) if what == Role.RUFF else led)
    cards = map(_card, suits, ranks)
    return Trick(tuple(map(play_of, order, cards)))


def _draw_roles(
    plan: TrickPlan,
    order: tuple[Seat, ...],
    owns: tuple[bool, ...],
    ruffs: int,
    rng: Random,
    follows: float,
) -> list[Role] | None:
    """Return what each card does: `SUIT` for every card of the suit led, the lead included.

    *owns* says, in the order of play, whose trump the suit led is.
    """
    able = [place for place in range(1, len(order)) if not owns[place]]
    if len(able) < ruffs:
        return None
    ruffing = rng.sample(able, ruffs)
    roles = [Role.SUIT]
    roles += [Role.SUIT if rng.random() < follows else Role.DISCARD for _ in order[1:]]
    for place in ruffing:
        roles[place] = Role.RUFF
    if plan.owner or (follows > FOLLOWS_APART and rng.random() < _OWNER_FOLLOWS):
        owners = [place for place in range(1, len(order)) if owns[place]]
        if plan.owner and not owners:
            return None
        for place in owners:
            roles[place] = Role.SUIT
    if plan.discard and Role.DISCARD not in roles:
        return None
    return roles if _nobody_revokes(order, roles) else None


def _nobody_revokes(order: tuple[Seat, ...], roles: list[Role]) -> bool:
    """Where a seat plays twice: who once fails to follow suit has none left."""
    void: set[Seat] = set()
    for seat, what in zip(order, roles, strict=True):
        if what != Role.SUIT:
            void.add(seat)
        elif seat in void:
            return False
    return True


def _equalise(ranks: list[Rank], roles: list[Role], rng: Random) -> bool:
    """Return two of the cards that compete the same highest rank."""
    best = Role.RUFF if Role.RUFF in roles else Role.SUIT
    competing = [place for place, what in enumerate(roles) if what == best]
    if len(competing) < 2:
        return False
    top = max(ranks[place] for place in competing)
    for place in rng.sample(competing, 2):
        ranks[place] = top
    return True


@cache
def _others(suits: tuple[Suit, ...], *without: Suit) -> tuple[Suit, ...]:
    return tuple(suit for suit in suits if suit not in without)


@cache
def _card(suit: Suit, rank: Rank) -> Card:
    return Card(suit, rank)
