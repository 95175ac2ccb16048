"""Complete tricks in which a chosen rule is at work, built rather than searched for.

What every card does is drawn first, as the rule wants it: who leads what, who ruffs,
who follows, who discards. Suits follow from that and ranks come last, so that most
tricks drawn are as wanted; the few that are not are drawn again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from engine.cards import Card, Rank, Suit
from engine.rulebooks import LedTrump
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import GOVERNING, Play, Role, Ruling, Trick, judge, legal_cards, play_of
from engine.variants import Variant
from puzzles.explanations import disputed, matters
from puzzles.misconceptions import separates

_Shape = tuple[bool, int]
"""Whether the leader's own trump suit is led, and how many cards are ruffs."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a trick must look like: one of these shapes, the likelier the more often it stands.

    ``owner`` wants a card of the suit led from its owner, ``equal`` two equal best cards,
    and ``discard`` somebody who cannot follow and does not ruff.
    """

    shapes: tuple[_Shape, ...]
    owner: bool = False
    equal: bool = False
    discard: bool = False


_PLANS: Mapping[Rule, _Plan] = {
    Rule.SUIT_HIGHEST: _Plan(((False, 0),)),
    Rule.LED_TRUMP_WINS: _Plan(((True, 0),)),
    Rule.LED_TRUMP_HOLDS: _Plan(((True, 1), (True, 1), (True, 2), (True, 3))),
    Rule.RUFF_WINS: _Plan(((False, 1), (True, 1))),
    Rule.HIGHEST_RUFF_WINS: _Plan(((False, 2), (False, 2), (True, 2), (True, 3))),
    Rule.FIRST_OF_EQUALS: _Plan(
        ((False, 0), (False, 0), (False, 2), (True, 2), (True, 3)), equal=True
    ),
    Rule.LED_SUIT_NO_TRUMP: _Plan(((False, 0), (False, 0), (False, 1)), owner=True),
    Rule.DISCARD_NEVER_WINS: _Plan(
        ((False, 0), (True, 0), (False, 1), (True, 1), (True, 2)), discard=True
    ),
    Rule.TWO_LED_TRUMP: _Plan(((True, 1), (True, 2))),
}

_MOST_RUFFS: Mapping[int, tuple[int, int]] = {2: (3, 2), 3: (1, 2), 4: (2, 3)}
"""How many cards can ruff, by the number of seats: another suit led, and the leader's own.

Neither the leader nor the owner of the suit led can ruff, but for the leader's second card
where two play.
"""


@cache
def _shapes(rule: Rule, seats: int) -> tuple[_Shape, ...]:
    """List the shapes of a rule that are possible with so many seats."""
    most = _MOST_RUFFS[seats]
    return tuple((own, ruffs) for own, ruffs in _PLANS[rule].shapes if ruffs <= most[own])


_PLAIN = 0.1
"""How often a trick may be one that the naive answers get right, lest they become a sign."""

_PLAIN_TRIES = 30
_FOLLOWS, _FOLLOWS_APART = 0.5, 0.33
"""How often a card that is no ruff follows suit; discards betray more misconceptions."""

_SHAPE_TRIES = 8
_TRIES = 400


def trick_rules(table: Table) -> tuple[Rule, ...]:
    """List the rules that a trick at *table* can be aimed at, under its rulebook."""
    missing = set()
    if table.led_trump == LedTrump.ANY_RUFF:
        missing.add(Rule.LED_TRUMP_HOLDS)
    if not table.for_two:
        missing.add(Rule.TWO_LED_TRUMP)
    return tuple(rule for rule in _PLANS if rule not in missing)


def governing_rules(table: Table) -> tuple[Rule, ...]:
    """List the rules that may govern a trick at *table*, under its rulebook."""
    rules = dict.fromkeys(GOVERNING.values())
    if table.led_trump == LedTrump.ANY_RUFF:
        del rules[Rule.LED_TRUMP_HOLDS]
    return tuple(rules)


def draw_ruling(
    rule: Rule, variant: Variant, table: Table, rng: Random, *, separating: bool = False
) -> Ruling:
    """Draw a trick in which *rule* decides, and judge it.

    Rulebooks agree on it, unless *rule* is the disputed one. In most, somebody who names
    the highest card, or the highest of the suit led, is wrong.

    Args:
        rule: One of `trick_rules`.
        variant: The form of the game.
        table: Whose suit is whose, under which rulebook.
        rng: Where chance comes from.
        separating: Look for a trick whose every wrong answer betrays a misconception of its own;
            in the rare case that none is found the best other one is returned.

    Raises:
        ValueError: The rule cannot decide here.
    """
    if rule not in trick_rules(table):
        raise ValueError(f"no trick of {variant.id} under {table.rulebook} is about {rule.value!r}")
    plan, plain = _PLANS[rule], not separating and rng.random() < _PLAIN
    good: Ruling | None = None
    fair: Ruling | None = None
    shapes = _shapes(rule, len(table.seats))
    shape = rng.choice(shapes)
    follows = _FOLLOWS_APART if separating else _FOLLOWS
    for count in range(_TRIES):
        if count % _SHAPE_TRIES == _SHAPE_TRIES - 1:
            shape = rng.choice(shapes)
        trick = _draw(plan, shape, variant, table, rng, follows)
        if trick is None:
            continue
        ruling = judge(trick, table)
        if not matters(ruling, rule) or (disputed(ruling) and rule != Rule.LED_TRUMP_HOLDS):
            continue
        fair = fair or ruling
        if not plain and not tricky(ruling):
            if count >= _PLAIN_TRIES and not separating:
                break
            continue
        good = good or ruling
        if not separating or separates(ruling, variant):
            return ruling
    found = good or fair
    if found is None:
        raise ValueError(f"found no trick of {variant.id} at {table} about {rule.value!r}")
    return found


def play_trick(
    variant: Variant,
    table: Table,
    leader: Seat,
    hands: dict[Seat, list[Card]],
    offender: Seat | None,
    rng: Random,
) -> Trick | None:
    """Play a trick at random; *offender*'s cards do not follow suit, nothing if they must."""
    plays: list[Play] = []
    for seat in table.clockwise(leader, variant.trick):
        hand = hands[seat]
        led = plays[0].card.suit if plays else None
        cards = legal_cards(hand, led)
        if plays and seat == offender:
            cards = tuple(card for card in hand if card.suit != led)
        if not cards:
            return None
        card = rng.choice(cards)
        hand.remove(card)
        plays.append(play_of(seat, card))
    return Trick(tuple(plays))


def tricky(ruling: Ruling) -> bool:
    """Say whether the naive answers, or one of them, are wrong.

    They are the highest card on the table and the highest card of the suit led.
    """
    plays, best = ruling.trick.plays, ruling.winning
    top = max(play.card.rank for play in plays)
    if next(play for play in plays if play.card.rank == top).seat != best.seat:
        return True
    led = plays[0].card.suit
    high = max(play.card.rank for play in plays if play.card.suit == led)
    first = next(play for play in plays if play.card == Card(led, high))
    return first.seat != best.seat


def _draw(
    plan: _Plan, shape: _Shape, variant: Variant, table: Table, rng: Random, follows: float
) -> Trick | None:
    """Draw one trick by *plan* and *shape*; nothing if what was drawn first leads nowhere."""
    own, ruffs = shape
    choice = rng.choice
    leader = choice(table.seats)
    led = table.trump(leader) if own else choice(_others(variant.suits, table.trump(leader)))
    order = table.clockwise(leader, variant.trick)
    roles = _draw_roles(plan, table, order, led, ruffs, rng, follows)
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
    plan: _Plan,
    table: Table,
    order: tuple[Seat, ...],
    led: Suit,
    ruffs: int,
    rng: Random,
    follows: float,
) -> list[Role] | None:
    """Say what each card does: `SUIT` for every card of the suit led, the lead included."""
    able = [place for place in range(1, len(order)) if table.trump(order[place]) != led]
    if len(able) < ruffs:
        return None
    ruffing = rng.sample(able, ruffs)
    roles = [Role.SUIT]
    roles += [Role.SUIT if rng.random() < follows else Role.DISCARD for _ in order[1:]]
    for place in ruffing:
        roles[place] = Role.RUFF
    if plan.owner:
        owners = [place for place in range(1, len(order)) if table.trump(order[place]) == led]
        if not owners:
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
    """Give two of the cards that compete the same highest rank."""
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
