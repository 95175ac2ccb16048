"""Who may name a trump, and which suits? (Calypso for Two)."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cached_property
from random import Random

from engine.calypso import holdings
from engine.cards import Card, Suit, parse_cards, print_cards, sort_cards
from engine.game import Game, NameTrump, legal
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Ruling, Trick, judge
from engine.variants import Variant
from puzzles.kinds.kind import TRIES, Kind, not_found
from puzzles.position import SEPARATOR, check_cards, check_complete, played, read_seat, segments
from puzzles.puzzle import Choice, Fact, Hints, Part, Puzzle, Reason, Value, Verdict, judge_pick
from puzzles.scenes import LEARNER, HandSight, Scene, Stage, TableSight
from puzzles.tricks import draw_ruling, trick_rules

NOBODY = "nobody"

_CHANGES = 0.6
"""How often the answer is a player, where it is asked who may change: else it is mostly nobody."""


@unique
class Naming(StrEnum):
    """What is asked; the value stands in the puzzle line."""

    FIRST = "first"
    CHANGE = "change"
    TO = "to"


_RULES: Mapping[Naming, Rule] = {
    Naming.FIRST: Rule.TWO_NAMING,
    Naming.CHANGE: Rule.TWO_CHANGING,
    Naming.TO: Rule.TWO_SUITS_EACH,
}


@dataclass(frozen=True, kw_only=True)
class MayName(Puzzle):
    """A hand before the first lead of all, or a trick after which trumps may be changed.

    The position is ``S C9 D8 HT : first`` (which suits may South name), ``N S8 SK SA C7 :
    change`` (who may change before the next lead), or the same with ``to`` (to which suit).

    Raises:
        ValueError: Trumps are not named in this form, or nobody may change, but it is asked
            to which suit.
    """

    kind = "may-name"

    asked: Naming
    seat: Seat | None = None
    hand: tuple[Card, ...] = ()
    trick: Trick | None = None

    def __post_init__(self) -> None:
        if not self.variant.trumps_change:
            raise ValueError(f"nobody names a trump in {self.variant}")
        self.variant.check(self.table)
        if self.trick:
            check_complete(self.variant, self.table, self.trick)
        if (self.trick is None) != (self.asked == Naming.FIRST):
            raise ValueError(f"{self.asked.value!r} is asked about a hand, the rest about a trick")
        if self.asked == Naming.FIRST:
            object.__setattr__(self, "hand", sort_cards(self.hand))
            check_cards(self.variant, self.hand)
            if self.seat not in self.table.seats or not 1 <= len(self.hand) <= self.variant.hand:
                raise ValueError(f"want a seat and 1 to {self.variant.hand} cards")
        if self.asked == Naming.TO and not self.names:
            raise ValueError(f"nobody may change after {self.trick}")

    @property
    def names(self) -> tuple[NameTrump, ...]:
        """What the rules allow to be named now, by the engine."""
        variant, table = self.variant, self.table
        if self.trick:
            game = played(variant, table, (self.trick,), dealer=self.trick.lead.seat, deal=1)
        else:
            assert self.seat
            game = Game(
                variant=variant,
                table=table,
                dealer=self.seat,
                stock=(),
                hands=(self.hand,) * len(table.seats),
                turn=self.seat,
                trick=(),
                calypsos=holdings(variant, table),
                piles=((),) * len(table.seats),
                unnamed=(self.seat,),
            )
        return tuple(action for action in legal(game) if isinstance(action, NameTrump))

    @property
    def rule(self) -> Rule:
        """The rule about the first naming, about changing, or about the suits of each."""
        return _RULES[self.asked]

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """Which suits, or who."""
        facts: dict[str, Fact] = {}
        values: list[Value | tuple[Suit, ...]]
        if self.asked == Naming.CHANGE:
            values = [*self.table.seats, NOBODY]
        elif self.asked == Naming.TO:
            facts = {"seat": self.winner}
            values = [suit for suit in self.variant.suits if suit != self.table.trump(self.winner)]
        else:
            assert self.seat
            facts = {"seat": self.seat}
            pairs = sorted(self.variant.builds, key=sorted)
            values = [(self.longest,), *pairs, self.variant.suits]
        choices = tuple(Choice(_token(value), value) for value in values)
        return (Part(f"may-name.{self.asked.value}", choices, facts=facts),)

    @property
    def winner(self) -> Seat:
        """Who wins the trick."""
        assert self.trick
        return judge(self.trick, self.table).winning.seat

    @property
    def longest(self) -> Suit:
        """The suit of which the hand has most cards."""
        counts = Counter(card.suit for card in self.hand)
        return max(self.variant.suits, key=lambda suit: counts[suit])

    @property
    def solution(self) -> str:
        """The seat or ``nobody``; or the suits, a letter each."""
        names = self.names
        if self.asked == Naming.CHANGE:
            return names[0].seat.value if names else NOBODY
        return _token(tuple(sorted(naming.suit for naming in names)))

    @cached_property
    def ruling(self) -> Ruling | None:
        """The ruling on the trick, if there is one."""
        return judge(self.trick, self.table) if self.trick else None

    @property
    def position(self) -> str:
        shown = str(self.trick)
        if self.seat and not self.trick:
            shown = f"{self.seat.value} {print_cards(self.hand)}"
        return f"{shown}{SEPARATOR}{self.asked.value}"

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "MayName":
        want = "a seat and its hand : first, or a trick : change or to"
        shown, word = segments(position, want, 2, 2)
        if word not in set(Naming):
            raise ValueError(f"not a position: {position!r} (want {want})")
        asked = Naming(word)
        if asked != Naming.FIRST:
            return cls(variant=variant, table=table, asked=asked, trick=Trick.parse(shown, table))
        seat, _, hand = shown.partition(" ")
        owner = read_seat(seat, table)
        return cls(variant=variant, table=table, asked=asked, seat=owner, hand=parse_cards(hand))

    def check(self, answer: str) -> Verdict:
        return judge_pick(self, answer, [self._why()])

    def _why(self) -> Reason:
        """Return in one sentence what may be named, or why nothing."""
        names = self.names
        if not self.trick:
            suits = {naming.suit for naming in names}
            told = next(group for group in self.variant.builds if set(group) == suits)
            return Reason("naming.first", {"seat": names[0].seat, "suits": told})
        facts: dict[str, Fact] = {"seat": self.winner, "leader": self.trick.lead.seat}
        if not names:
            return Reason("naming.nobody", facts)
        facts["suit"] = names[0].suit
        facts["trump"] = self.table.trump(self.winner)
        return Reason(f"naming.{self.asked.value}", facts)


def _token(value: Value | tuple[Suit, ...]) -> str:
    return "".join(suit.value for suit in sorted(value)) if isinstance(value, tuple) else str(value)


def _when(asked: Naming, answer: Callable[[MayName], str]) -> Callable[[MayName], str | None]:
    """Return *answer* for puzzles that ask this alone."""
    return lambda puzzle: answer(puzzle) if puzzle.asked == asked else None


NAMING_MISCONCEPTIONS: Mapping[str, Callable[[MayName], str | None]] = {
    "any-suit-may-be-trump": _when(Naming.FIRST, lambda puzzle: _token(puzzle.variant.suits)),
    "longest-suit-is-trump": _when(Naming.FIRST, lambda puzzle: puzzle.longest.value),
    "every-winner-may-change": _when(Naming.CHANGE, lambda puzzle: puzzle.winner.value),
    "loser-may-change": _when(
        Naming.CHANGE, lambda puzzle: puzzle.table.left_of(puzzle.winner).value
    ),
}
"""Wrong ideas of who may name what, and the answer of somebody who holds them, if any."""


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> MayName:
    if rule == Rule.TWO_NAMING:
        seat, hand = rng.choice(table.seats), tuple(rng.sample(variant.pack, variant.hand))
        return MayName(variant=variant, table=table, asked=Naming.FIRST, seat=seat, hand=hand)
    changing = rule == Rule.TWO_CHANGING
    changes = not changing or rng.random() < _CHANGES
    for _ in range(TRIES):
        ruling = draw_ruling(rng.choice(trick_rules(table)), variant, table, rng)
        if (ruling.winning.seat != ruling.trick.lead.seat) == changes:
            asked = Naming.CHANGE if changing else Naming.TO
            return MayName(variant=variant, table=table, asked=asked, trick=ruling.trick)
    raise not_found("won trick", rule, variant, table)


def _hints(puzzle: MayName) -> Hints:
    facts: dict[str, Fact] = {}
    if puzzle.seat and puzzle.asked == Naming.FIRST:
        facts = {"seat": puzzle.seat}
    elif puzzle.asked == Naming.TO:
        facts = {"seat": puzzle.winner, "suit": puzzle.table.trump(puzzle.winner)}
    elif puzzle.trick:
        facts = {"first": puzzle.trick.lead.seat, "second": puzzle.trick.plays[1].seat}
    asked, rule = puzzle.asked.value, Reason("rule", {"rule": puzzle.rule})
    return Reason(f"look.naming.{asked}"), rule, Reason(f"compare.naming.{asked}", facts)


def _scene(puzzle: MayName, stage: Stage) -> Scene:
    """Show the trick that is over; before the first of all, the hand and who has no trump yet."""
    table = TableSight(
        variant=puzzle.variant,
        table=puzzle.table,
        trick=puzzle.trick,
        ruling=puzzle.ruling if stage.answered or puzzle.asked == Naming.TO else None,
        unnamed=() if puzzle.trick else puzzle.table.seats,
    )
    if puzzle.trick or puzzle.seat is None:
        return (table,)
    return table, HandSight(seat=puzzle.seat, yours=puzzle.seat == LEARNER, cards=puzzle.hand)


KIND = Kind(
    puzzle=MayName,
    rules=lambda variant, _: tuple(_RULES.values()) if variant.trumps_change else (),
    draw=_draw,
    misconceptions=NAMING_MISCONCEPTIONS,
    hints=_hints,
    scene=_scene,
    told_apart=lambda puzzle: None if puzzle.asked == Naming.CHANGE else (puzzle.solution,),
)
