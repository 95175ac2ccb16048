"""Complete tricks in which a chosen rule is at work, built rather than searched for.

Their shapes are drawn as the rule wants them, so that most tricks are as wanted; the few that
are not are drawn again.
"""

from collections.abc import Mapping, Sequence
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
from puzzles.natural import (
    KEPT,
    KEPT_BUILT,
    KEPT_FORMERLY,
    SHARE,
    Kept,
    TrickSource,
    has_natural,
    natural_ruling,
    plain_laid_anew,
    share_laid_anew,
    share_made,
)

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
    for seat, role in zip(order[1:], roles[1:], strict=True):
        if role == Role.DISCARD:
            suits.append(choice(_others(variant.suits, led, table.trump(seat))))
        else:
            suits.append(table.trump(seat) if role == Role.RUFF else led)
    return Trick(tuple(map(play_of, order, map(Card, suits, ranks))))


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
    for seat, role in zip(order, roles, strict=True):
        if role != Role.SUIT:
            void.add(seat)
        elif seat in void:
            return False
    return True


def _equalise(ranks: list[Rank], roles: list[Role], rng: Random) -> bool:
    """Return whether two cards compete; then two of them now have the same highest rank."""
    best = Role.RUFF if Role.RUFF in roles else Role.SUIT
    competing = [place for place, role in enumerate(roles) if role == best]
    if len(competing) < 2:
        return False
    top = max(ranks[place] for place in competing)
    for place in rng.sample(competing, 2):
        ranks[place] = top
    return True


@cache
def _others(suits: tuple[Suit, ...], *without: Suit) -> tuple[Suit, ...]:
    return tuple(suit for suit in suits if suit not in without)


_MIXED = (TrickSource.MIXED, TrickSource.FORMERLY, TrickSource.OF_A_DAY, TrickSource.BUILT)
_PLAIN_TRIES = 30
_SHAPE_TRIES = 8
_TRIES = 400
_FOUR = 4


def trick_rules(table: Table) -> tuple[Rule, ...]:
    """List the rules that a trick at *table* can be aimed at, under its rulebook."""
    missing = set()
    if table.led_trump == LedTrump.ANY_RUFF:
        missing.add(Rule.LED_TRUMP_HOLDS)
    if not table.for_two:
        missing.add(Rule.TWO_LED_TRUMP)
    return tuple(rule for rule in PLANS if rule not in missing)


def governing_rules(table: Table) -> tuple[Rule, ...]:
    """List the rules that may govern a trick at *table*, under its rulebook."""
    rules = dict.fromkeys(GOVERNING.values())
    if table.led_trump == LedTrump.ANY_RUFF:
        del rules[Rule.LED_TRUMP_HOLDS]
    return tuple(rules)


def draw_ruling(
    rule: Rule,
    variant: Variant,
    table: Table,
    rng: Random,
    source: TrickSource = TrickSource.MIXED,
    kept: Mapping[str, Kept] | None = None,
) -> Ruling:
    """Draw a trick in which *rule* decides, and judge it.

    Rulebooks agree on it, unless *rule* is the disputed one. In most that are made, a naive answer
    is wrong (`tricky`). Where two or three play, what is made is a trick that fell, with other
    ranks.

    Args:
        rule: One of `trick_rules`.
        source: Where the trick comes from. In the rare case that no separating one is found the
            best other one is returned; where none of a rule was kept, one is made.
        kept: How often what is made is kept, by the form of the game; where it is not said and
            fewer than four play, tricks that fell are laid anew.

    Raises:
        ValueError: The rule cannot decide here.
    """
    if rule not in trick_rules(table):
        raise ValueError(f"no trick of {variant.id} under {table.rulebook} is about {rule.value!r}")
    natural = source == TrickSource.NATURAL or (source in _MIXED and rng.random() < SHARE)
    if natural and has_natural(rule, variant, table):
        return natural_ruling(rule, variant, table, rng)
    separating = source == TrickSource.SEPARATING
    if source == TrickSource.FORMERLY:
        kept = KEPT_FORMERLY
    few = kept is None and len(table.seats) < _FOUR
    if few and not separating and has_natural(rule, variant, table):
        return _laid_anew(rule, variant, table, rng, source)
    if kept is None and source != TrickSource.OF_A_DAY:
        kept = KEPT_BUILT if source == TrickSource.BUILT else KEPT
    shares = (kept or {}).get(variant.id, Kept())
    return _made(rule, variant, table, rng, shares, separating=separating)


def _made(
    rule: Rule, variant: Variant, table: Table, rng: Random, kept: Kept, *, separating: bool
) -> Ruling:
    plan = PLANS[rule]
    plain = not separating and rng.random() < kept.plain.get(rule, plan.plain)
    good: Ruling | None = None
    fair: Ruling | None = None
    able = shapes(rule, len(table.seats))
    shape = rng.choice(able)
    follows = FOLLOWS_APART if separating else FOLLOWS
    for count in range(_TRIES):
        if count % _SHAPE_TRIES == _SHAPE_TRIES - 1:
            shape = rng.choice(able)
        trick = draw_shape(plan, shape, variant, table, rng, follows)
        if trick is None or _too_many(trick, variant):
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
        if (
            separates(ruling, variant)
            if separating
            else rng.random() < share_made(rule, ruling, kept)
        ):
            return ruling
    drawn = good or fair
    if drawn is None:
        raise ValueError(f"found no trick of {variant.id} at {table} about {rule.value!r}")
    return drawn


def _laid_anew(
    rule: Rule, variant: Variant, table: Table, rng: Random, source: TrickSource
) -> Ruling:
    """Draw a trick that fell and give it other ranks: what every card does stays, and who wins.

    Equal ranks stay equal. In most, a naive answer is wrong, where who wins allows that.
    """
    plain = rng.random() < (plain_laid_anew(rule, variant, source) or PLANS[rule].plain)
    good: Ruling | None = None
    for _ in range(_TRIES // _SHAPE_TRIES):
        fell = natural_ruling(rule, variant, table, rng)
        for _ in range(_SHAPE_TRIES):
            ruling = judge(_other_ranks(fell.trick, variant, rng), table)
            if not _as_it_fell(ruling, fell, rule):
                continue
            good = good or ruling
            if plain or tricky(ruling):
                share = share_laid_anew(rule, ruling, variant, source)
                if share == 1 or rng.random() < share:
                    return ruling
                break
    return good or natural_ruling(rule, variant, table, rng)


def _as_it_fell(ruling: Ruling, fell: Ruling, rule: Rule) -> bool:
    """Whether with other ranks the same card wins, and *rule* is still at work."""
    return (
        (_highest(ruling), ruling.rule) == (_highest(fell), fell.rule)
        and matters(ruling, rule)
        and disputed(ruling) == disputed(fell)
    )


def _highest(ruling: Ruling) -> int:
    """Return the place of the winner's highest card of the suit that wins.

    Where two play, a led trump wins whatever the leader adds to it: a day keeps its puzzle.
    """
    best = ruling.winning
    return max(
        (
            place
            for place, play in enumerate(ruling.trick.plays)
            if (play.seat, play.card.suit) == (best.seat, best.card.suit)
        ),
        key=lambda place: (ruling.trick.plays[place].card.rank, -place),
    )


def _other_ranks(trick: Trick, variant: Variant, rng: Random) -> Trick:
    ranks = list(dict.fromkeys(card.rank for card in trick.cards))
    others = dict(zip(ranks, rng.sample(variant.ranks, len(ranks)), strict=True))
    return Trick(
        tuple(
            play_of(play.seat, Card(play.card.suit, others[play.card.rank])) for play in trick.plays
        )
    )


def _too_many(trick: Trick, variant: Variant) -> bool:
    """Whether a card stands in the trick more often than there are packs."""
    cards = [play.card for play in trick.plays]
    return any(cards.count(card) > variant.packs for card in cards)


def play_tricks(
    variant: Variant,
    table: Table,
    count: int,
    size: int,
    rng: Random,
    *,
    revoke: tuple[int, Seat] | None = None,
) -> tuple[tuple[Trick, ...], Mapping[Seat, Sequence[Card]]] | None:
    """Deal short hands and play some tricks at random.

    Args:
        size: Cards dealt, if a trick takes one of them.
        revoke: In which trick (from 0) which seat does not follow suit.

    Returns:
        The tricks and what is left in the hands; nothing where rulebooks differ on one of the
        tricks, or the seat that is to revoke cannot.
    """
    each = min(count * variant.trick // len(table.seats) + size - count, variant.hand)
    pack = rng.sample(variant.pack, each * len(table.seats))
    hands = {
        seat: pack[place * each : (place + 1) * each] for place, seat in enumerate(table.seats)
    }
    leader = rng.choice(table.seats)
    tricks: list[Trick] = []
    for number in range(count):
        offender = revoke[1] if revoke and revoke[0] == number else None
        trick = _play_trick(variant, table, leader, hands, offender, rng)
        if trick is None or disputed(ruling := judge(trick, table)):
            return None
        tricks.append(trick)
        leader = ruling.winning.seat
    return tuple(tricks), hands


def _play_trick(
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
    """Whether the highest card on the table, or of the suit led, as naive answers go, is wrong."""
    plays, best = ruling.trick.plays, ruling.winning
    top = max(play.card.rank for play in plays)
    if next(play for play in plays if play.card.rank == top).seat != best.seat:
        return True
    led = plays[0].card.suit
    high = max(play.card.rank for play in plays if play.card.suit == led)
    first = next(play for play in plays if play.card == Card(led, high))
    return first.seat != best.seat
