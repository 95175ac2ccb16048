"""Who plays, leads or deals next?"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cached_property
from random import Random

from engine.game import Game
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Ruling, Trick, dissents, judge
from engine.variants import NextDealer, Variant
from puzzles.explanations import tie, why_won
from puzzles.kinds.kind import TRIES, Kind, not_found
from puzzles.position import SEPARATOR, check_complete, check_trick, played, read_seat, segments
from puzzles.puzzle import Fact, Hints, Part, Puzzle, Reason, Verdict, judge_pick, seats_from
from puzzles.scenes import Scene, Stage, TableSight
from puzzles.tricks import draw_ruling, trick_rules


@unique
class Next(StrEnum):
    """What is asked; the value stands in the puzzle line."""

    PLAY = "play"
    LEAD = "lead"
    DEAL = "deal"
    FIRST = "first"


@dataclass(frozen=True, kw_only=True)
class WhoseTurn(Puzzle):
    """A trick, under way or complete, and what comes next.

    The position is ``N H8 HJ : play`` (who plays next), ``N H8 HJ HT H3 : lead`` (who leads
    to the next trick), ``… : deal 2 E`` (this was the last trick of the second hand, which
    East dealt: who deals the next), or ``… : first 2 E`` (who leads to its first trick).

    Raises:
        ValueError: The trick has too few or too many cards, or no hand follows this one.
    """

    kind = "whose-turn"

    trick: Trick
    asked: Next
    deal: int = 1
    dealer: Seat | None = None

    def __post_init__(self) -> None:
        if self.asked == Next.PLAY:
            check_trick(self.variant, self.table, self.trick)
            if len(self.trick.plays) >= self.variant.trick:
                raise ValueError(f"the trick is complete: {self.trick}")
        else:
            check_complete(self.variant, self.table, self.trick)
        ends = self.asked in (Next.DEAL, Next.FIRST)
        if ends != (self.dealer is not None):
            raise ValueError(f"{self.asked.value!r} goes {'with' if ends else 'without'} a dealer")
        if not 1 <= self.deal < self.variant.deals:
            raise ValueError(
                f"a hand follows the hands 1 to {self.variant.deals - 1}, not {self.deal}"
            )

    @property
    def after(self) -> Game:
        """The game after the trick: whose turn it is then, and who has dealt."""
        tricks, dealer = (self.trick,), self.dealer or self.trick.lead.seat
        last = self.dealer is not None
        return played(self.variant, self.table, tricks, dealer=dealer, deal=self.deal, last=last)

    @property
    def rule(self) -> Rule:
        if self.asked != Next.DEAL:
            return _RULES[self.asked]
        if self.variant.next_dealer == NextDealer.TRICK_LOSER:
            return Rule.TWO_NEXT_DEALER
        return Rule.THREE if self.again else Rule.FOUR_DEALS

    @property
    def again(self) -> bool:
        """Whether everybody has dealt once and the first dealer deals again."""
        return self.deal >= len(self.table.seats)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Who it is."""
        facts: dict[str, Fact] = {}
        if self.dealer:
            facts = {"seat": self.dealer, "number": self.deal}
        choices = seats_from(self.table, self.trick.lead.seat)
        return (Part(f"whose-turn.{self.asked.value}", choices, facts=facts),)

    @cached_property
    def seat(self) -> Seat:
        """Who is next; the game that says it is played once and not kept."""
        after = self.after
        return after.dealer if self.asked == Next.DEAL else after.turn

    @property
    def solution(self) -> str:
        return self.seat.value

    @property
    def ruling(self) -> Ruling | None:
        """The ruling on the trick, where the next leader hangs on it."""
        return judge(self.trick, self.table) if self.asked == Next.LEAD else None

    @property
    def position(self) -> str:
        dealt = f" {self.deal} {self.dealer.value}" if self.dealer else ""
        return f"{self.trick}{SEPARATOR}{self.asked.value}{dealt}"

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "WhoseTurn":
        want = "a trick : play, lead, or deal or first with a number and a dealer"
        trick, asked = segments(position, want, 2, 2)
        match = re.fullmatch(r"(play|lead)|(deal|first) ([1-9]) (\S+)", asked)
        if not match:
            raise ValueError(f"not a position: {position!r} (want {want})")
        return cls(
            variant=variant,
            table=table,
            trick=Trick.parse(trick, table),
            asked=Next(match[1] or match[2]),
            deal=int(match[3] or 1),
            dealer=read_seat(match[4], table) if match[4] else None,
        )

    def check(self, answer: str) -> Verdict:
        ruling = self.ruling
        if ruling is None:
            return judge_pick(self, answer, [self._why()])
        reasons = (why_won(ruling), *tie(ruling), self._why())
        return judge_pick(self, answer, reasons, (ruling.rule,), dissents(ruling))

    def _why(self) -> Reason:
        """Return in one sentence how the next player follows."""
        facts: dict[str, Fact] = {"seat": self.seat}
        if self.dealer:
            facts |= {"dealer": self.dealer, "winner": self.winner}
        if self.asked == Next.FIRST:
            facts["dealer"] = self.after.dealer
        way = ""
        if self.dealer and self.variant.next_dealer == NextDealer.TRICK_LOSER:
            way = ".loser"
        elif self.asked == Next.DEAL and self.again:
            way = ".again"
        return Reason(f"next.{self.asked.value}{way}", facts)

    @property
    def winner(self) -> Seat:
        """Who wins the trick."""
        return judge(self.trick, self.table).winning.seat

    def right_of(self, seat: Seat) -> Seat:
        """Return the seat before *seat*: where the turn would go the other way round."""
        return self.table.clockwise(seat)[-1]


_RULES: Mapping[Next, Rule] = {
    Next.PLAY: Rule.TURN,
    Next.LEAD: Rule.WINNER_LEADS,
    Next.FIRST: Rule.FIRST_LEAD,
}


def _other_way(puzzle: WhoseTurn) -> Seat | None:
    if puzzle.asked == Next.PLAY:
        return puzzle.right_of(puzzle.trick.plays[-1].seat)
    to_left = puzzle.variant.next_dealer == NextDealer.LEFT
    if puzzle.asked == Next.DEAL and puzzle.dealer and to_left:
        return puzzle.right_of(puzzle.dealer)
    return None


def _when(
    asked: Next, answer: Callable[[WhoseTurn], Seat | None]
) -> Callable[[WhoseTurn], Seat | None]:
    """Return *answer* for puzzles that ask this alone."""
    return lambda puzzle: answer(puzzle) if puzzle.asked == asked else None


TURN_MISCONCEPTIONS: Mapping[str, Callable[[WhoseTurn], Seat | None]] = {
    "winner-deals-next": _when(Next.DEAL, lambda puzzle: puzzle.winner),
    "winner-leads-next-hand": _when(Next.FIRST, lambda puzzle: puzzle.winner),
    "dealer-leads": _when(Next.FIRST, lambda puzzle: puzzle.after.dealer),
    "same-dealer-again": _when(Next.DEAL, lambda puzzle: puzzle.dealer),
    "lead-goes-round": _when(
        Next.LEAD, lambda puzzle: puzzle.table.left_of(puzzle.trick.lead.seat)
    ),
    "leader-leads-on": _when(Next.LEAD, lambda puzzle: puzzle.trick.lead.seat),
    "turn-goes-to-the-right": _other_way,
}
"""Wrong ideas of who is next, and the seat that somebody who holds them names, if any."""


def _rules(variant: Variant, table: Table) -> tuple[Rule, ...]:
    dealing = [Rule.FOUR_DEALS]
    if variant.next_dealer == NextDealer.TRICK_LOSER:
        dealing = [Rule.TWO_NEXT_DEALER]
    elif len(table.seats) < variant.deals:
        dealing = [Rule.FOUR_DEALS, Rule.THREE]
    return (Rule.TURN, Rule.WINNER_LEADS, Rule.FIRST_LEAD, *dealing)


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> WhoseTurn:
    about = [rule for rule in trick_rules(table) if rule != Rule.LED_TRUMP_HOLDS]
    same = rng.random() < (0.5 if table.for_two else _SAME)
    for _ in range(TRIES):
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
    raise not_found("turn", rule, variant, table)


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
    what = Next.FIRST if rule == Rule.FIRST_LEAD else Next.DEAL
    deal, dealer = rng.choice(deals), rng.choice(table.seats)
    return WhoseTurn(
        variant=variant, table=table, trick=trick, asked=what, deal=deal, dealer=dealer
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
    facts: dict[str, Fact] = {"first": pair[0], "second": pair[1]}
    key = f"compare.next.{puzzle.asked.value}"
    if puzzle.asked == Next.DEAL and puzzle.dealer:
        facts["dealer"] = puzzle.dealer
        if puzzle.variant.next_dealer == NextDealer.TRICK_LOSER:
            key += ".loser"
    look, rule = Reason(f"look.next.{puzzle.asked.value}"), Reason("rule", {"rule": puzzle.rule})
    return look, rule, Reason(key, facts)


def _told_apart(puzzle: WhoseTurn) -> tuple[object, ...] | None:
    """Return the order of play for the turn; who deals next seldom hangs on cards."""
    if puzzle.asked == Next.PLAY:
        return tuple(play.seat for play in puzzle.trick.plays)
    if puzzle.dealer and puzzle.variant.next_dealer != NextDealer.TRICK_LOSER:
        return ()
    return None


def _scene(puzzle: WhoseTurn, stage: Stage) -> Scene:
    """Show the trick, its dealer where that matters; after the answer who has won, who is next.

    Beside the verdict on a wrong answer stands who was named.
    """
    won = puzzle.ruling or (judge(puzzle.trick, puzzle.table) if puzzle.dealer else None)
    named = Seat(stage.parts[0]) if stage.answered else puzzle.seat
    return (
        TableSight(
            variant=puzzle.variant,
            table=puzzle.table,
            trick=puzzle.trick,
            dealer=puzzle.dealer,
            turn=puzzle.seat if stage.answered and not puzzle.dealer else None,
            ruling=won if stage.answered else None,
            named=named if named != puzzle.seat else None,
        ),
    )


KIND = Kind(
    puzzle=WhoseTurn,
    rules=_rules,
    draw=_draw,
    misconceptions=TURN_MISCONCEPTIONS,
    hints=_hints,
    scene=_scene,
    says_all=("next.",),
    at_a_glance=True,
    told_apart=_told_apart,
)
