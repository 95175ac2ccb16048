"""Who has won the game?"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import ClassVar

from engine.result import counted, leading, shared
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Ruling
from engine.variants import Variant
from puzzles.answer import judge_pick
from puzzles.position import read_seat
from puzzles.puzzle import Choice, Part
from puzzles.reasons import Fact, Reason, Verdict

DRAW = "draw"
_MOST = 9990


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoHasWon:
    """What each player's own sheet comes to at the end: ``N 1230 E 900 S 850 W 1100``.

    Raises:
        ValueError: Not one number for each seat, in tens.
    """

    kind: ClassVar[str] = "who-has-won"

    variant: Variant
    table: Table
    points: tuple[int, ...]

    def __post_init__(self) -> None:
        self.variant.check(self.table)
        if len(self.points) != len(self.table.seats):
            raise ValueError(f"want points of {len(self.table.seats)} seats, not {self.points}")
        if any(had % 10 or not 0 <= had <= _MOST for had in self.points):
            raise ValueError(f"a sheet comes to 0 to {_MOST}, in tens, not {self.points}")

    @property
    def totals(self) -> tuple[int, ...]:
        """The points that decide the game, parallel to the seats."""
        return counted(self.variant, self.points)

    @property
    def rule(self) -> Rule:
        """The form's own rule where the winner hangs on it; else that the higher total wins."""
        special = _SPECIAL.get(self.variant.id)
        if special is None or self.solution == DRAW:
            return Rule.HIGHER_TOTAL_WINS
        rule, misconception = special
        hangs = expected(self, misconception) != self.solution
        return rule if hangs else Rule.HIGHER_TOTAL_WINS

    @property
    def parts(self) -> tuple[Part, ...]:
        """Which side, or nobody."""
        sides = dict.fromkeys(map(self.side, self.table.seats))
        choices = [Choice(_token(side), side if len(side) > 1 else side[0]) for side in sides]
        return (Part(f"who-has-won.{self.variant}", (*choices, Choice(DRAW, DRAW))),)

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        """List the seats that win together with *seat*, in the order of the table."""
        mates = self.variant.feeds[self.table.seats.index(seat)]
        return tuple(one for one in self.table.seats if one in mates)

    @property
    def solution(self) -> str:
        """The winning side by its letters, or ``draw``."""
        return self.won_by(self.totals)

    def won_by(self, points: Sequence[int]) -> str:
        """Give the answer if these were the points that decide."""
        ahead = leading(self.variant, points)
        return DRAW if shared(self.variant, ahead) else _token(self.side(ahead[0]))

    @property
    def ruling(self) -> Ruling | None:
        """None: there is no trick."""
        return None

    @property
    def position(self) -> str:
        """Each seat with its points."""
        pairs = zip(self.table.seats, self.points, strict=True)
        return " ".join(f"{seat.value} {had}" for seat, had in pairs)

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "WhoHasWon":
        """Build the puzzle from ``N 1230 E 900 S 850 W 1100``.

        Raises:
            ValueError: The position has another form, or cannot occur.
        """
        if not re.fullmatch(r"[NESW] (0|[1-9][0-9]{1,3})( [NESW] (0|[1-9][0-9]{1,3}))+", position):
            raise ValueError(f"not a position: {position!r} (want each seat and its points)")
        words = position.split()
        found = {
            read_seat(seat, table): int(had)
            for seat, had in zip(words[::2], words[1::2], strict=True)
        }
        if len(words) != 2 * len(table.seats) or len(found) != len(table.seats):
            raise ValueError(f"every seat stands once, not as in {position!r}")
        return cls(variant=variant, table=table, points=tuple(found[one] for one in table.seats))

    def check(self, answer: str) -> Verdict:
        """Judge the side picked.

        Raises:
            ValueError: The answer picks what is not among the choices.
        """
        held = {name: expected(self, name) for name in WINNING_MISCONCEPTIONS}
        correct, misconception = judge_pick(answer, self.parts, self.solution, held)
        return Verdict(
            correct=correct,
            parts=(correct,),
            rule=self.rule,
            reasons=tuple(self._why()),
            notes=() if self.rule == Rule.HIGHER_TOTAL_WINS else (Rule.HIGHER_TOTAL_WINS,),
            misconception=misconception,
        )

    def _why(self) -> list[Reason]:
        """Say what each side has in all, and who has most."""
        seats, own, found = (
            self.table.seats,
            dict(zip(self.table.seats, self.points, strict=True)),
            [],
        )
        for place, mates in enumerate(self.variant.counts):
            seat = seats[place]
            if len(mates) == 1 or (self.side(seat)[0] != seat):
                continue
            other = next(mate for mate in mates if mate != seat)
            facts: dict[str, Fact] = {"seat": seat, "own": own[seat], "other": other}
            facts |= {"others": own[other], "points": self.totals[place]}
            found.append(Reason(f"total.{self.variant}", facts))
        if not found:
            found.append(Reason("total.alone"))
        best = leading(self.variant, self.totals)
        points = max(self.totals)
        if self.solution == DRAW:
            key = "game.draw.sides" if len(self.side(best[0])) > 1 else "game.draw"
            found.append(Reason(key, {"seats": best, "points": points}))
        else:
            both = len({self.side(seat) for seat in self.table.seats}) == 2
            key = "game.won.of-two" if both else "game.won"
            found.append(Reason(key, {"seats": self.side(best[0]), "points": points}))
        return found


def _token(side: Sequence[Seat]) -> str:
    return "".join(seat.value for seat in side)


def _best_sheet(puzzle: WhoHasWon) -> str | None:
    """Name the side of the best sheet: nothing is added up."""
    return puzzle.won_by(puzzle.points) if puzzle.totals != puzzle.points else None


def _opposite_add_up(puzzle: WhoHasWon) -> str | None:
    """Name the better of the pair that would win if those who sit opposite were partners."""
    if len(puzzle.points) < 4 or puzzle.totals != puzzle.points:
        return None
    north, east, south, west = puzzle.points
    if north + south == east + west:
        return DRAW
    pair = (0, 2) if north + south > east + west else (1, 3)
    best = max(pair, key=lambda place: puzzle.points[place])
    return puzzle.table.seats[best].value


def _left_neighbour(puzzle: WhoHasWon) -> str | None:
    """Name who would win if everybody's left neighbour counted, where the right one does."""
    if puzzle.variant.id != "split":
        return None
    own = puzzle.points
    return puzzle.won_by(tuple(own[place] + own[(place + 1) % 3] for place in range(3)))


WINNING_MISCONCEPTIONS: Mapping[str, Callable[[WhoHasWon], str | None]] = MappingProxyType(
    {
        "best-sheet-wins": _best_sheet,
        "opposite-seats-add-up": _opposite_add_up,
        "left-neighbour-counts": _left_neighbour,
    }
)
"""Wrong ideas of who wins, and the answer of somebody who holds them, if they say anything.

The ids are keys of their words and stand in saved answers: never rename one.
"""

_SPECIAL: Mapping[str, tuple[Rule, str]] = MappingProxyType(
    {
        "partnership": (Rule.PARTNERS, "best-sheet-wins"),
        "solo": (Rule.SOLO, "opposite-seats-add-up"),
        "split": (Rule.SPLIT, "best-sheet-wins"),
    }
)
"""What sets a form apart when points are compared, and the idea of somebody who forgets it."""


def expected(puzzle: WhoHasWon, misconception: str) -> str | None:
    """Give the answer of somebody who holds *misconception*; none if it says nothing here."""
    return WINNING_MISCONCEPTIONS[misconception](puzzle)
