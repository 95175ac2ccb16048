"""What a player can tell from a view without guessing: who holds the trick, who wants a card."""

from engine.cards import Card
from engine.table import Seat
from engine.trick import Play, Trick, judge
from engine.view import View


def wanted_by(view: View, card: Card) -> tuple[Seat, ...]:
    """List the seats that build *card*'s suit and whose calypso under way lacks its rank."""
    return tuple(
        seat
        for seat, own in zip(view.table.seats, view.calypsos, strict=True)
        if any(calypso.suit == card.suit and card.rank not in calypso.ranks for calypso in own)
    )


def copies(view: View, card: Card) -> int:
    """Count the copies of *card* not seen yet: in the other hands and the stock."""
    return view.unseen.count(card)


def holding(view: View) -> Play | None:
    """Return the play that holds the trick under way so far; nothing before the lead."""
    return judge(Trick(view.trick), view.table).winning if view.trick else None


def wins_now(view: View, play: Play) -> bool:
    """Return whether *play*, the next of the trick, would hold it for its seat, at least so far."""
    return judge(Trick((*view.trick, play)), view.table).winning.seat == play.seat


def can_be_beaten(view: View, play: Play) -> bool:
    """Return whether somebody yet to play could take the trick from whoever holds it after *play*.

    Judged by the cards that are unseen and the suits that seats have shown to be out of.
    """
    table, made = view.table, (*view.trick, play)
    best = judge(Trick(made), table)
    order = table.clockwise(made[0].seat, view.variant.trick)
    for seat in order[len(made) :]:
        if seat in (best.winning.seat, view.seat):
            continue
        out = view.voids[table.seats.index(seat)]
        for card in dict.fromkeys(view.unseen):
            if card.suit in out:
                continue
            if judge(Trick((*made, Play(seat, card))), table).winner == len(made):
                return True
    return False
