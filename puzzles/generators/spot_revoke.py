"""Draw "which play was a revoke?": a few tricks played by the rules but for one card."""

from random import Random

from engine.cards import Card
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Play, Trick, judge, legal_cards, play_of
from engine.variants import Variant
from puzzles.explanations import disputed
from puzzles.generators.generator import Generator
from puzzles.kinds.spot_revoke import SpotRevoke

_RULES = (Rule.FOLLOW_SUIT, Rule.REVOKE_CLAIM)
_TRICKS = 3
_HAND = 7
"""Cards dealt, fewer than in a game: short hands run out of suits, as late in a deal."""

_TRIES = 4_000
_FAIR = 40
"""After so many tries a position without an innocent card of another suit will do."""


def _rules(_variant: Variant, _table: Table) -> tuple[Rule, ...]:
    return _RULES


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> SpotRevoke:
    for count in range(_TRIES):
        seat = rng.choice(table.seats)
        puzzle = _play(rule, variant, table, seat, rng)
        if puzzle and puzzle.rule == rule and (count > _FAIR or _doubtful(puzzle)):
            return puzzle
    raise ValueError(f"found no revoke of {variant.id} at {table} about {rule.value!r}")


def _doubtful(puzzle: SpotRevoke) -> bool:
    """Say whether the seat fails to follow suit in another trick too, being void."""
    off = sum(
        any(
            play.seat == puzzle.seat and play.card.suit != trick.lead.card.suit
            for play in trick.plays
        )
        for trick in puzzle.tricks
    )
    return off > 1


def _play(rule: Rule, variant: Variant, table: Table, seat: Seat, rng: Random) -> SpotRevoke | None:
    """Play some tricks in which *seat* revokes once; nothing if that does not come to pass."""
    each = _TRICKS * variant.trick // len(table.seats) + _HAND - _TRICKS
    pack = rng.sample(variant.pack, each * len(table.seats))
    hands = {
        owner: pack[place * each : (place + 1) * each] for place, owner in enumerate(table.seats)
    }
    when = rng.randrange(_TRICKS)
    leader = rng.choice(table.seats)
    tricks: list[Trick] = []
    for number in range(_TRICKS):
        offender = seat if number == when else None
        trick = play_trick(variant, table, leader, hands, offender, rng)
        if trick is None:
            return None
        ruling = judge(trick, table)
        if disputed(ruling):
            return None
        tricks.append(trick)
        leader = ruling.winning.seat
    hand = tuple(hands[seat]) if rule == Rule.FOLLOW_SUIT else None
    try:
        return SpotRevoke(variant=variant, table=table, tricks=tuple(tricks), seat=seat, hand=hand)
    except ValueError:
        return None


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


GENERATOR = Generator(_rules, _draw)
