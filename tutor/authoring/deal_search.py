"""The search for the cards of a guided deal: whatever the learner plays, they show its rules.

Of many deals dealt by chance the best is changed card by card, and a change is kept when
learners who play without sense are shown no less than before.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from math import inf
from random import Random

from engine.calypso import Calypso, holdings
from engine.cards import Card, Suit, sort_cards
from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.table import Seat, Table
from engine.variants import Variant
from puzzles.position import built
from puzzles.scenes import LEARNER
from tutor.lessons.checks import check_told
from tutor.lessons.guided import GuidedDeal
from tutor.lessons.guided.players import (
    PERVERSE,
    LearnerStyle,
    Rehearsal,
    at_random,
    opening,
    play_deal,
    wavering,
)

LONGEST, ALIKE = 6, 2
"""Cards of one suit, and equal cards, in one hand; more would look like no deal ever seen."""

TRUMPS = 3
"""How many trumps the learner has at least."""

TRIES = 120
"""How many deals are dealt, and how many changes are tried."""

SHUFFLES = 1_000
"""How often a pack is shuffled at most; where many cards are in calypsos, it takes a hundred."""

OWN = 3
"""How many tricks the learner should take, so as not to look on."""

Fault = tuple[float, float]
"""How far from perfect: what learners miss on average, and how many tricks they lack."""

GOOD: Fault = (0.0, 1.5)
"""How far a deal may be: nobody misses anything, and they take some tricks."""

_WORST: Fault = (inf, inf)

LEARNERS = (10, 60, 300)
"""How many learners try a change, at first and when fewer miss anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealAim:
    """What is looked for.

    ``order`` are the rules to be told; ``lacking`` says how many cards the calypso of each
    seat lacks, and ``completed`` how many each has completed, both parallel to the seats.
    """

    variant: Variant
    seating: str
    dealer: Seat
    order: tuple[Rule, ...]
    lacking: tuple[int, ...]
    completed: tuple[int, ...]


def search(wanted: DealAim, rng: Random, tries: int) -> tuple[GuidedDeal, Fault]:
    """Return the best deal found in so many tries, and how far it is from perfect.

    Raises:
        ValueError: No deal shows these rules in this order, or `any_deal` finds none.
    """
    fault, deal = _WORST, any_deal(wanted, rng)
    check_told(deal, deal.tricks, wanted.order)
    for _ in range(tries):
        drawn = any_deal(wanted, rng)
        now = _fault(drawn, wanted, LEARNERS[0], fault)
        if now < fault:
            fault, deal = now, drawn
    for count in LEARNERS:
        fault = _fault(deal, wanted, count, _WORST)
        for _ in range(tries):
            changed = _changed(deal, rng) if fault > GOOD else None
            if changed is not None:
                now = _fault(changed, wanted, count, fault)
                if now <= fault:
                    deal, fault = changed, now
    return deal, fault


def any_deal(wanted: DealAim, rng: Random) -> GuidedDeal:
    """Deal by chance, with calypsos that lack what is wanted.

    Raises:
        ValueError: Not every seat has a trump of its own, or of the cards that are left no hands
            look as if they had been dealt.
    """
    variant, table = wanted.variant, Table.parse(wanted.seating, RULEBOOKS[0])
    calypsos = tuple(
        tuple(
            Calypso(calypso.suit, variant.full - set(rng.sample(variant.ranks, lacking)), completed)
            for calypso in mine
        )
        for mine, lacking, completed in zip(
            holdings(variant, table), wanted.lacking, wanted.completed, strict=True
        )
    )
    pack = list(variant.pack)
    for card in built(variant, chain(*calypsos)):
        pack.remove(card)
    for _ in range(SHUFFLES):
        rng.shuffle(pack)
        hands = tuple(
            sort_cards(pack[place * variant.hand : (place + 1) * variant.hand])
            for place in range(len(table.seats))
        )
        if _usual(hands, table):
            return GuidedDeal(
                variant=variant,
                seating=wanted.seating,
                dealer=wanted.dealer,
                hands=hands,
                calypsos=calypsos,
            )
    raise ValueError("too few cards are left to deal (want calypsos that hold fewer)")


def _usual(hands: Sequence[Sequence[Card]], table: Table) -> bool:
    """Whether the hands look like ones that were dealt, and the learner has trumps to play."""
    own = table.trump(LEARNER)
    trumps = sum(card.suit == own for card in hands[table.seats.index(LEARNER)])
    longest = max(sum(card.suit == suit for card in hand) for hand in hands for suit in Suit)
    alike = max(count for hand in hands for count in Counter(hand).values())
    return trumps >= TRUMPS and longest <= LONGEST and alike <= ALIKE


def _changed(deal: GuidedDeal, rng: Random) -> GuidedDeal | None:
    hands = [list(hand) for hand in deal.hands]
    rest = list(deal.earlier)
    for _ in range(rng.choice((1, 1, 2))):
        here = rng.randrange(len(hands))
        there = rng.choice([place for place in range(len(hands) + 1) if place != here])
        others = rest if there == len(hands) else hands[there]
        mine, theirs = rng.randrange(len(hands[here])), rng.randrange(len(others))
        hands[here][mine], others[theirs] = others[theirs], hands[here][mine]
    if not _usual(hands, deal.table(RULEBOOKS[0])):
        return None
    return replace(deal, hands=tuple(map(sort_cards, hands)))


def _fault(deal: GuidedDeal, wanted: DealAim, count: int, bound: Fault) -> Fault:
    """Return how far a deal is from perfect for so many learners.

    More than *bound* need not be exact.
    """
    missed = idle = 0.0
    for number in range(count):
        learner = _LEARNERS[number % len(_LEARNERS)]
        position = opening(deal, RULEBOOKS[number // 2 % len(RULEBOOKS)])
        rng = Random(f"learner {number}")
        outcome = play_deal(deal.variant, position, wanted.order, learner, rng)
        missed += _missed(outcome)
        idle += max(0, OWN - outcome.won)
        if missed > bound[0] * count:
            break
    return missed / count, idle / count


_LEARNERS: tuple[LearnerStyle, ...] = tuple(
    learner for perverse in PERVERSE.values() for learner in (wavering(perverse, 0.9), at_random)
)
"""Who tries a deal: every second learner plays by chance."""


def _missed(outcome: Rehearsal) -> float:
    """Weigh what a learner was not shown: a rule most, then a calypso."""
    calypso = 0.0 if outcome.completed else outcome.lacking + 1.0
    return 3.0 * len(outcome.missing) + 2.0 * len(outcome.unseen) + calypso
