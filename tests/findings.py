"""What the engine finds, as lines of text that a test can be read by."""

from engine.calypso import Placement
from engine.game import Revoke
from engine.score import Score
from engine.trick import Ruling, Rung


def written(value: Placement | Revoke | Ruling | Rung | Score) -> str:
    """Write a value with all it says.

    A placement as card, builder (``-`` for nobody), place and rule; a revoke as the play, the suit
    led and the deal, and its place; a ruling as what was judged, the winner, the rule and its
    notes; a rung as play, role, step, against and rule; a score as its lines,
    ``score.pile-cards*17=170``, or ``-``.
    """
    match value:
        case Placement(card, builder, place, rule):
            return f"{card} {builder.value if builder else '-'} {place} {rule}"
        case Revoke(seat, deal, led, card, at):
            return f"{seat}:{card} {led}{deal} {at}"
        case Ruling(trick, table):
            outcome = " ".join((value.winning.seat, value.rule, *value.notes))
            return f"{table} {table.rulebook} : {trick} : {outcome}"
        case Rung(play, role, step, against, rule):
            return f"{play} {role} {step} {against} {rule}"
    lines = (f"{line.rule}*{line.count}={line.points}" for line in value.lines)
    return " ".join(lines) or "-"
