"""Draw "which cards may be played?": South's hand and a trick so far."""

from collections.abc import Sequence
from random import Random

from engine.cards import Card, Suit
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Play, Trick, play_of
from engine.variants import Variant
from puzzles.generators.generator import Generator
from puzzles.kinds.which_cards import WhichCards

_RULES = (Rule.FOLLOW_SUIT, Rule.ANY_CARD_WHEN_VOID, Rule.WINNER_LEADS, Rule.FIRST_LEAD)
_FEWEST, _MOST = 5, 8
"""How many cards a hand has, unless it is the first lead: enough to choose from at a glance."""

_FOLLOWS = 0.7
_SEAT = Seat.SOUTH
"""The learner sits here."""


def _rules(_: Variant, table: Table) -> tuple[Rule, ...]:
    return _RULES if _SEAT in table.seats else ()


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> WhichCards:
    size = variant.hand if rule == Rule.FIRST_LEAD else rng.randint(_FEWEST, _MOST)
    trump = table.trump(_SEAT)
    while True:
        shuffled = rng.sample(variant.pack, len(variant.pack))
        hand, rest = shuffled[:size], shuffled[size:]
        if rule in (Rule.FIRST_LEAD, Rule.WINNER_LEADS):
            return WhichCards(
                variant=variant, table=table, seat=_SEAT, hand=tuple(hand), trick=None
            )
        led = rng.choice(variant.suits)
        if rule == Rule.ANY_CARD_WHEN_VOID:
            hand = [card for card in shuffled if card.suit != led][:size]
            rest = [card for card in shuffled if card.suit == led] + rest
        held = {card.suit for card in hand}
        if (led in held) == (rule == Rule.FOLLOW_SUIT) and held & {trump} and held != {led}:
            trick = _so_far(variant, table, led, rest, rng)
            return WhichCards(
                variant=variant, table=table, seat=_SEAT, hand=tuple(hand), trick=trick
            )


def _so_far(variant: Variant, table: Table, led: Suit, rest: Sequence[Card], rng: Random) -> Trick:
    """Draw what was played before: some follow, some do not; South, who plays twice, does."""
    count = rng.randint(1, variant.trick - 1)
    back = -count % len(table.seats)
    leader = table.clockwise(_SEAT, back + 1)[back]
    left = list(rest)
    plays: list[Play] = []
    for seat in table.clockwise(leader, count):
        follows = not plays or seat == _SEAT or rng.random() < _FOLLOWS
        card = next(card for card in left if (card.suit == led) == follows)
        left.remove(card)
        plays.append(play_of(seat, card))
    return Trick(tuple(plays))


GENERATOR = Generator(_rules, _draw)
