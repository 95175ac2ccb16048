"""Which card is best? Either all hands lie open and it is proved, or it was weighed once."""

from functools import partial

from puzzles.kinds.best_card.endings import draw, rules
from puzzles.kinds.best_card.misconceptions import PLAN_MISCONCEPTIONS, Plan
from puzzles.kinds.best_card.position import BestCard
from puzzles.kinds.kind import Kind
from puzzles.reasons import Hints, Reason


def _hints(puzzle: BestCard) -> Hints:
    best, other, *_ = puzzle.losses
    card, other = sorted((best, other), key=puzzle.hand.index)
    return (
        Reason("look.plan"),
        Reason("rule", {"rule": puzzle.rule}),
        Reason("compare.plan", {"card": card, "other": other}),
    )


def _planned(plan: Plan, puzzle: BestCard) -> str | None:
    """Return the card that *plan* picks, if it picks one."""
    card = plan(puzzle.table, puzzle.seat, puzzle.trick, puzzle.legal)
    return str(card) if card else None


KIND = Kind(
    puzzle=BestCard,
    rules=rules,
    draw=draw,
    misconceptions={
        misconception: partial(_planned, plan)
        for misconception, plan in PLAN_MISCONCEPTIONS.items()
    },
    hints=_hints,
)
