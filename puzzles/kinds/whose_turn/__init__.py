"""Who plays, leads or deals next?"""

from functools import partial
from random import Random

from engine.rules import Rule
from engine.table import Table
from engine.trick import Trick, judge
from engine.variants import NextDealer, Variant
from puzzles.kinds.kind import Kind
from puzzles.kinds.whose_turn.position import TURN_MISCONCEPTIONS, Next, WhoseTurn, named
from puzzles.puzzle import Fact, Hints, Reason
from puzzles.scenes import Scene, Stage, TableSight
from puzzles.tricks import draw_ruling, trick_rules


def _rules(variant: Variant, table: Table) -> tuple[Rule, ...]:
    dealing = [Rule.FOUR_DEALS]
    if variant.next_dealer == NextDealer.TRICK_LOSER:
        dealing = [Rule.TWO_NEXT_DEALER]
    elif len(table.seats) < variant.deals:
        dealing = [Rule.FOUR_DEALS, Rule.THREE]
    return (Rule.TURN, Rule.WINNER_LEADS, Rule.FIRST_LEAD, *dealing)


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> WhoseTurn:
    about = [one for one in trick_rules(table) if one != Rule.LED_TRUMP_HOLDS]
    same = rng.random() < (0.5 if table.for_two else _SAME)
    while True:
        trick = draw_ruling(rng.choice(about), variant, table, rng).trick
        if rule == Rule.TURN:
            trick = Trick(trick.plays[: rng.randrange(1, variant.trick)])
        puzzle = _ask(rule, variant, table, trick, rng)
        # An answer that is also the seat of the lead is right for those who leave all as it is.
        if table.for_two:
            fine = (puzzle.seat == trick.lead.seat) == same
        else:
            fine = same or puzzle.seat != trick.lead.seat
        if fine:
            return puzzle


_SAME = 0.4
"""How often a puzzle stands in which whoever led is next, too; half of all where two play."""


def _ask(rule: Rule, variant: Variant, table: Table, trick: Trick, rng: Random) -> WhoseTurn:
    if rule == Rule.TURN:
        return WhoseTurn(variant=variant, table=table, trick=trick, asked=Next.PLAY)
    if rule == Rule.WINNER_LEADS:
        return WhoseTurn(variant=variant, table=table, trick=trick, asked=Next.LEAD)
    deals = range(1, variant.deals)
    if rule == Rule.THREE:
        deals = range(len(table.seats), variant.deals)
    elif rule == Rule.FOUR_DEALS:
        deals = range(1, min(variant.deals, len(table.seats)))
    return WhoseTurn(
        variant=variant,
        table=table,
        trick=trick,
        asked=Next.FIRST if rule == Rule.FIRST_LEAD else Next.DEAL,
        deal=rng.choice(deals),
        dealer=rng.choice(table.seats),
    )


def _hints(puzzle: WhoseTurn) -> Hints:
    right = puzzle.seat
    named = [
        seat
        for find in TURN_MISCONCEPTIONS.values()
        if (seat := find(puzzle)) is not None and seat != right
    ]
    others = named or [seat for seat in puzzle.table.seats if seat != right]
    pair = tuple(seat for seat in puzzle.table.seats if seat in (right, others[0]))
    look = "end" if puzzle.asked in (Next.DEAL, Next.FIRST) else puzzle.asked.value
    facts: dict[str, Fact] = {"first": pair[0], "second": pair[1]}
    return (
        Reason(f"look.next.{look}"),
        Reason("rule", {"rule": puzzle.rule}),
        Reason(f"compare.next.{puzzle.asked.value}", facts),
    )


def _told_apart(puzzle: WhoseTurn) -> tuple[object, ...] | None:
    """Return the order of play for the turn; who deals next seldom hangs on cards."""
    if puzzle.asked == Next.PLAY:
        return tuple(play.seat for play in puzzle.trick.plays)
    if puzzle.dealer and puzzle.variant.next_dealer != NextDealer.TRICK_LOSER:
        return ()
    return None


def _scene(puzzle: WhoseTurn, stage: Stage) -> Scene:
    """Show the trick, its dealer where that matters; after the answer who has won, who is next."""
    won = puzzle.ruling or (judge(puzzle.trick, puzzle.table) if puzzle.dealer else None)
    return (
        TableSight(
            variant=puzzle.variant,
            table=puzzle.table,
            trick=puzzle.trick,
            dealer=puzzle.dealer,
            turn=puzzle.seat if stage.answered and not puzzle.dealer else None,
            ruling=won if stage.answered else None,
        ),
    )


KIND = Kind(
    puzzle=WhoseTurn,
    rules=_rules,
    draw=_draw,
    misconceptions={
        misconception: partial(named, find) for misconception, find in TURN_MISCONCEPTIONS.items()
    },
    hints=_hints,
    scene=_scene,
    at_a_glance=True,
    told_apart=_told_apart,
)
