"""Complete tricks in which a chosen rule is at work, built rather than searched for.

Their shapes are drawn as the rule wants them, so that most tricks are as wanted; the few that
are not are drawn again.
"""

from collections.abc import Mapping
from random import Random

from engine.cards import Card
from engine.rulebooks import LedTrump
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import GOVERNING, Play, Ruling, Trick, judge, legal_cards, play_of
from engine.variants import Variant
from puzzles.explanations import disputed, matters
from puzzles.misconceptions import separates
from puzzles.natural import SHARE, TrickSource, has_natural, natural_ruling
from puzzles.shapes import FOLLOWS, FOLLOWS_APART, PLANS, draw_shape, shapes
from puzzles.shares import (
    FORMERLY,
    KEPT,
    KEPT_BUILT,
    Kept,
    plain_laid_anew,
    share_laid_anew,
    share_made,
)

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

    Rulebooks agree on it, unless *rule* is the disputed one. In most that are made, somebody
    who names the highest card, or the highest of the suit led, is wrong; but what nobody ruffs
    is often won by somebody who follows, as at a table. Where two or three play, what is made is
    a trick that fell, with other ranks.

    Args:
        rule: One of `trick_rules`.
        variant: The form of the game.
        table: Whose suit is whose, under which rulebook.
        rng: Where chance comes from.
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
        kept = FORMERLY
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
    found = good or fair
    if found is None:
        raise ValueError(f"found no trick of {variant.id} at {table} about {rule.value!r}")
    return found


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
        (ruling.winner, ruling.rule) == (fell.winner, fell.rule)
        and matters(ruling, rule)
        and disputed(ruling) == disputed(fell)
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
    """Return whether the naive answers, or one of them, are wrong.

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
