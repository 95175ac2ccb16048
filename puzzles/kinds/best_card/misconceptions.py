"""Plans that people bring along from other games, as the card that each of them picks.

Each takes the table, the seat to play, the trick so far if there is one, and the cards
that may be played; it gives nothing where it picks no card.
"""

from collections.abc import Callable, Mapping, Sequence

from engine.cards import Card
from engine.table import Seat, Table
from engine.trick import Trick, judge, play_of

Plan = Callable[[Table, Seat, Trick | None, Sequence[Card]], Card | None]


def _win(table: Table, seat: Seat, trick: Trick | None, legal: Sequence[Card]) -> Card | None:
    """Take the lead in the trick as high as can be; lead the highest trump, else the highest."""
    if trick is None:
        return _highest([card for card in legal if card.suit == table.trump(seat)] or legal)
    plays = trick.plays
    return _highest(
        [
            card
            for card in legal
            if judge(Trick((*plays, play_of(seat, card))), table).winner == len(plays)
        ]
    )


def _low(_table: Table, _seat: Seat, _trick: Trick | None, legal: Sequence[Card]) -> Card | None:
    ranks = [card.rank for card in legal]
    return legal[ranks.index(min(ranks))] if ranks.count(min(ranks)) == 1 else None


def _high(_table: Table, _seat: Seat, _trick: Trick | None, legal: Sequence[Card]) -> Card | None:
    return _highest(legal)


def _highest(cards: Sequence[Card]) -> Card | None:
    """Return the card of the highest rank, if there is just one."""
    ranks = [card.rank for card in cards]
    return cards[ranks.index(max(ranks))] if cards and ranks.count(max(ranks)) == 1 else None


PLAN_MISCONCEPTIONS: Mapping[str, Plan] = {
    "every-trick-counts": _win,
    "lowest-costs-least": _low,
    "highest-first": _high,
}
"""The plans by id, the most specific first."""
