"""Which card is best? Either all hands lie open and it is proved, or it was weighed once."""

from functools import partial

from engine.cards import Card
from engine.trick import Trick
from engine.view import View
from puzzles.kinds.best_card.endings import draw, rules
from puzzles.kinds.best_card.misconceptions import PLAN_MISCONCEPTIONS, Plan
from puzzles.kinds.best_card.position import BestCard
from puzzles.kinds.best_card.weighings import Weighing
from puzzles.kinds.kind import Kind
from puzzles.puzzle import Hints, Puzzle, Reason
from puzzles.scenes import HandSight, Scene, ShelvesSight, Stage, TableSight


def _hints(puzzle: BestCard) -> Hints:
    best, other, *_ = puzzle.losses
    card, other = sorted((best, other), key=puzzle.hand.index)
    return (
        Reason("look.plan"),
        Reason("rule", {"rule": puzzle.rule}),
        Reason("compare.plan", {"card": card, "other": other}),
    )


def _planned(plan: Plan, puzzle: BestCard) -> str | None:
    card = puzzle.planned(plan)
    return str(card) if card else None


def weighed_question(view: View, weighed: Weighing) -> BestCard:
    """Return the question what to play with this view, as it was weighed once.

    Raises:
        ValueError: It would be none: there is no choice, or no card is clearly worse.
    """
    return BestCard(
        variant=view.variant,
        table=view.table,
        seat=view.seat,
        hands=(view.hand,),
        trick=Trick(view.trick) if view.trick else None,
        calypsos=tuple(one for own in view.calypsos for one in own if one.ranks or one.completed),
        out=tuple(
            (seat, suit)
            for seat, suits in zip(view.table.seats, view.voids, strict=True)
            if seat != view.seat
            for suit in sorted(suits)
        ),
        weighed=weighed,
    )


def asks_about(puzzle: Puzzle, view: View) -> bool:
    """Whether *puzzle* asks what to play with the hand, trick and table of *view* alone."""
    if not isinstance(puzzle, BestCard) or puzzle.open:
        return False
    played = puzzle.trick.plays if puzzle.trick else ()
    return (view.hand, view.trick, view.table) == (puzzle.hand, played, puzzle.table)


def _scene(puzzle: BestCard, stage: Stage) -> Scene:
    """Show the table with all hands that lie open, the player's to choose from, all calypsos."""
    order = puzzle.table.clockwise(puzzle.seat, len(puzzle.table.seats))
    shown = {seat: puzzle.held(seat) or () for seat in order[1 : len(puzzle.hands)]}
    out = {
        seat: tuple(suit for one, suit in puzzle.out if one == seat)
        for seat in dict.fromkeys(seat for seat, _ in puzzle.out)
    }
    best = tuple(card for card, loss in puzzle.losses.items() if not loss) if stage.answered else ()
    return (
        TableSight(
            variant=puzzle.variant,
            table=puzzle.table,
            trick=puzzle.trick,
            turn=puzzle.seat,
            near=puzzle.seat,
            hands=shown,
            out=out,
        ),
        HandSight(
            seat=puzzle.seat,
            yours=True,
            cards=puzzle.hand,
            pick=True,
            keyed=not stage.answered,
            playable=puzzle.legal,
            chosen=tuple(map(Card.parse, stage.parts)),
            bound=best,
            best=best if len(best) < len(puzzle.losses) else (),
            answer=Card.parse(stage.parts[0]) if stage.answered else None,
            waiting=stage.answered,
        ),
        ShelvesSight(
            built={seat: puzzle.built(seat) for seat in order},
            full=puzzle.variant.full,
            hands=shown,
            out=out,
        ),
    )


KIND = Kind(
    puzzle=BestCard,
    rules=rules,
    draw=draw,
    misconceptions={
        misconception: partial(_planned, plan)
        for misconception, plan in PLAN_MISCONCEPTIONS.items()
    },
    hints=_hints,
    scene=_scene,
    slow=True,
    seconds=30,
)
