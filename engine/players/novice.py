"""The novice: knows the advice of the sources, and remembers it two times out of three."""

from random import Random

from engine.cards import Card
from engine.game import Action, NameTrump
from engine.table import Seat
from engine.trick import Play, Trick, judge, takes_lead
from engine.view import View, legal

HEEDS = 0.65
"""How often a novice thinks of the advice; otherwise any legal card is played."""


def choose_novice(view: View, rng: Random) -> Action:
    """Choose as a beginner does: by one piece of advice at a time, or by none."""
    actions = legal(view)
    plays = [action for action in actions if isinstance(action, Play)]
    if not plays or rng.random() > HEEDS:
        return rng.choice(actions)
    if any(isinstance(action, NameTrump) for action in actions) and rng.random() < 0.1:
        return rng.choice([action for action in actions if isinstance(action, NameTrump)])
    if len(plays) == 1:
        return plays[0]
    return (_follow if view.trick else _lead)(view, plays, rng)


def _lead(view: View, plays: list[Play], rng: Random) -> Play:
    """Lead rivals' suits high, the own suit seldom, the partner's only with the ace.

    Source: Parlett, on leading; the leaflet, on the partner's suit.
    """
    trump = view.table.trump(view.seat)
    mates = [view.table.trump(seat) for seat in view.side if seat != view.seat]
    high = max(view.variant.ranks)

    def merit(play: Play) -> float:
        if play.card.suit == trump:
            return 6 - play.card.rank / 10
        if play.card.suit in mates:
            return 12 if play.card.rank == high else 0
        return play.card.rank

    return max(plays, key=lambda play: merit(play) + rng.random() * 4)


def _follow(view: View, plays: list[Play], rng: Random) -> Play:
    """Win a trick that has something in it; else help the side that wins it, if it is the own.

    Source: the leaflet (play what helps your side and withhold what helps theirs; keep a
    trump or two for tricks with cards you need).
    """
    trick = Trick(view.trick)
    ours = judge(trick, view.table).winning.seat in view.side
    needed = any(seat in view.side for play in view.trick for seat in wanted_by(view, play.card))
    winning = [play for play in plays if takes_lead(play, trick, view.table)]
    if winning and not ours and (needed or rng.random() < 0.5):
        return min(winning, key=lambda play: (_is_trump(view, play.card), play.card.rank))

    def merit(play: Play) -> float:
        wanted = wanted_by(view, play.card)
        helps = 10.0 if any(seat in view.side for seat in wanted) else -5.0 if wanted else 0.0
        keep = 4.0 if _is_trump(view, play.card) else 0.0
        return (helps if ours else -abs(helps)) - keep - play.card.rank / 3

    return max(plays, key=lambda play: merit(play) + rng.random())


def _is_trump(view: View, card: Card) -> bool:
    return card.suit == view.table.trump(view.seat)


def wanted_by(view: View, card: Card) -> tuple[Seat, ...]:
    """List the seats that build *card*'s suit and whose calypso under way lacks its rank."""
    return tuple(
        seat
        for seat, own in zip(view.table.seats, view.calypsos, strict=True)
        if any(calypso.suit == card.suit and card.rank not in calypso.ranks for calypso in own)
    )
