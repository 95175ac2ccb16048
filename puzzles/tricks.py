"""Complete tricks in which a chosen rule is at work, built rather than searched for.

Their shapes are drawn as the rule wants them, so that most tricks are as wanted; the few that
are not are drawn again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from engine.cards import Card
from engine.rulebooks import LedTrump
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import GOVERNING, Play, Role, Ruling, Trick, judge, legal_cards, play_of
from engine.variants import Variant
from puzzles.explanations import disputed, matters
from puzzles.misconceptions import separates
from puzzles.natural import SHARE, TrickSource, has_natural, natural_ruling
from puzzles.shapes import FOLLOWS, FOLLOWS_APART, PLANS, draw_shape, shapes


@dataclass(frozen=True, slots=True)
class Kept:
    """How often a made trick is kept, by what wins it: as it is at a table.

    ``leader`` and ``later`` are about tricks without a trump, ``apart`` about those that one
    follower wins while another discards. ``discard_leader`` and
    ``discard_later`` about those with a discard that seems to win; ``beside`` is about the
    leader where yet something else is at work, ``first_ruff`` about the first of several.
    """

    leader: float = 1
    later: float = 1
    apart: float = 1
    discard_leader: float = 0.25
    discard_later: float = 1
    beside: float = 0.25
    first_ruff: float = 0.5


FORMERLY: Mapping[str, Kept] = {
    "two": Kept(later=0.5, apart=0.5, discard_leader=1, discard_later=0.5),
    "three": Kept(leader=0.5),
    "split": Kept(leader=0.5),
}
"""As tricks were made when pupils came. Their lines hang on it: never change it."""

_KEPT: Mapping[str, Kept] = {"solo": Kept(discard_leader=0.7, first_ruff=0.25)}
"""Where everybody plays alone the first ruff seldom wins, and whoever leads more often does."""

_PAYS_KEPT: Mapping[str, float] = {"two": 0.35, "three": 0.6, "split": 0.3}
"""How often a trick laid anew is kept where a shortcut is right, by the form of the game."""

_SHORTCUT = frozenset(
    (
        Rule.SUIT_HIGHEST,
        Rule.FIRST_OF_EQUALS,
        Rule.LED_SUIT_NO_TRUMP,
        Rule.DISCARD_NEVER_WINS,
    )
)
_PLAIN = _SHORTCUT - {Rule.DISCARD_NEVER_WINS}
_PLAIN_OF_FEW = 0.67
"""Where two or three play, tricks about these are mostly won by the highest card, and so are most
that are made: to make them tricky takes a discard, and then the leader wins too often."""

_LATER_EQUAL_KEPT = 0.9
"""The same where a later one of equal cards wins, in every form."""

_MIXED = (TrickSource.MIXED, TrickSource.FORMERLY, TrickSource.OF_A_DAY)
_PLAIN_TRIES = 30
_SHAPE_TRIES = 8
_TRIES = 400
_THREE, _FOUR = 3, 4


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
        kept = _KEPT
    shares = (kept or {}).get(variant.id, Kept())
    return _made(rule, variant, table, rng, shares, separating=separating)


def _made(
    rule: Rule, variant: Variant, table: Table, rng: Random, kept: Kept, *, separating: bool
) -> Ruling:
    plan = PLANS[rule]
    plain = not separating and rng.random() < plan.plain
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
        if separates(ruling, variant) if separating else rng.random() < _kept(rule, ruling, kept):
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
    plain = rng.random() < (_PLAIN_OF_FEW if rule in _PLAIN else PLANS[rule].plain)
    good: Ruling | None = None
    for _ in range(_TRIES // _SHAPE_TRIES):
        fell = natural_ruling(rule, variant, table, rng)
        for _ in range(_SHAPE_TRIES):
            ruling = judge(_other_ranks(fell.trick, variant, rng), table)
            if not _as_it_fell(ruling, fell, rule):
                continue
            good = good or ruling
            if plain or tricky(ruling):
                pays = _pays(rule, ruling) or (
                    source != TrickSource.OF_A_DAY and _owner_wins(rule, ruling)
                )
                if not pays or rng.random() < _PAYS_KEPT.get(variant.id, 1):
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


def _pays(rule: Rule, ruling: Ruling) -> bool:
    """Whether a shortcut is right: a ruff, else the leader; of one ruff, the highest card.

    Three rules of seven are about ruffs and leads that win; the tricks of the others make up for
    that. Where two play, nearly every trick is won so: but the leader's first card not always.
    """
    if len(ruling.table.seats) < _THREE:
        return rule == Rule.SUIT_HIGHEST and not ruling.winner
    if rule == Rule.RUFF_WINS:
        return ruling.winning.card.rank == max(card.rank for card in ruling.trick.cards)
    return rule in _SHORTCUT and (not ruling.winner or ruling.roles[ruling.winner] == Role.RUFF)


def _owner_wins(rule: Rule, ruling: Ruling) -> bool:
    """Whether one of three follows to a suit of their own and wins, though it is no trump."""
    best = ruling.winning
    own = best.card.suit == ruling.table.trump(best.seat)
    return own and rule == Rule.SUIT_HIGHEST and len(ruling.table.seats) == _THREE


def _too_many(trick: Trick, variant: Variant) -> bool:
    """Whether a card stands in the trick more often than there are packs."""
    cards = [play.card for play in trick.plays]
    return any(cards.count(card) > variant.packs for card in cards)


def _kept(rule: Rule, ruling: Ruling, kept: Kept) -> float:
    """Return how often a made trick is kept, lest a habit pay more than it does at a table."""
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
        return kept.discard_leader if rule == Rule.DISCARD_NEVER_WINS else kept.beside
    if ruling.roles.count(Role.RUFF) > 1 and ruling.winner == ruling.roles.index(Role.RUFF):
        return kept.first_ruff
    return 1


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
