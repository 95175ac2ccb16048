"""Hints to a question about a complete trick: where to look, what beats what, which two cards."""

from engine.trick import Role, Ruling
from puzzles.misconceptions import MISCONCEPTIONS, predicts
from puzzles.reasons import Hints, Reason


def trick_hints(ruling: Ruling) -> Hints:
    """Return the hints to a question about a complete trick."""
    return _look(ruling), _order(ruling), compare_plays(ruling)


def _look(ruling: Ruling) -> Reason:
    """Point at cards that do not follow, else at whose suit was led."""
    led = ruling.trick.lead.card.suit
    if any(card.suit != led for card in ruling.trick.cards):
        return Reason("look.off-suit", {"led": led})
    return Reason("look.lead", {"led": led})


def _order(ruling: Ruling) -> Reason:
    """Return what beats what: it hangs on who led whose suit, and then on the rulebook."""
    if ruling.roles[0] != Role.LED_TRUMP:
        return Reason("order.plain-lead")
    return Reason(f"order.led-trump.{ruling.table.led_trump.value}")


def compare_plays(ruling: Ruling) -> Reason:
    """Name the winning card and the one that is most easily taken for it, in order of play."""
    rival = _rival(ruling)
    places = sorted((ruling.winner, rival))
    one, other = (ruling.trick.plays[place] for place in places)
    if ruling.strengths[rival] == ruling.strengths[ruling.winner]:
        key = "compare.equal"
    elif ruling.roles[rival] == ruling.roles[ruling.winner]:
        key = "compare.rank"
    else:
        key = "compare.role"
    return Reason(
        key,
        {"seat": one.seat, "card": one.card, "other_seat": other.seat, "other": other.card},
    )


def _rival(ruling: Ruling) -> int:
    """Find the other seat's card that most misconceptions let win; of several, the strongest."""
    plays, table = ruling.trick.plays, ruling.table
    named = [predicts(misconception, ruling.trick, table) for misconception in MISCONCEPTIONS]
    rivals = [place for place, play in enumerate(plays) if play.seat != ruling.winning.seat]
    return max(
        rivals,
        key=lambda place: (
            named.count(plays[place].seat),
            ruling.strengths[place],
            plays[place].card.rank,
        ),
    )
