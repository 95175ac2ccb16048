"""Who has won the game?"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from engine.calypso import Calypso
from engine.rules import Rule
from engine.score import counted, leading, score_of, shared
from engine.table import Seat, Table
from engine.variants import Variant
from puzzles.kinds.kind import TRIES, Kind, not_found
from puzzles.position import read_seat
from puzzles.puzzle import Choice, Fact, Hints, Part, Puzzle, Reason, Verdict, judge_pick
from puzzles.scenes import Scene, Stage, TotalsSight

DRAW = "draw"
_MOST = 9990


@dataclass(frozen=True, kw_only=True)
class WhoHasWon(Puzzle):
    """What each player's own sheet comes to at the end: ``N 1230 E 900 S 850 W 1100``.

    Raises:
        ValueError: Not one number for each seat, in tens.
    """

    kind = "who-has-won"

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
        special = _SPECIAL.get(self.variant.like)
        if special is None or self.solution == DRAW:
            return Rule.HIGHER_TOTAL_WINS
        rule, misconception = special
        hangs = WINNING_MISCONCEPTIONS[misconception](self) != self.solution
        return rule if hangs else Rule.HIGHER_TOTAL_WINS

    @property
    def parts(self) -> tuple[Part, ...]:
        """Which side, or nobody."""
        sides = dict.fromkeys(map(self.side, self.table.seats))
        choices = [Choice(_token(side), side) for side in sides]
        return (Part(f"who-has-won.{self.variant.like}", (*choices, Choice(DRAW, DRAW))),)

    def side(self, seat: Seat) -> tuple[Seat, ...]:
        """List the seats that win together with *seat*, in the order of the table."""
        mates = self.variant.side(seat)
        return tuple(mate for mate in self.table.seats if mate in mates)

    @property
    def solution(self) -> str:
        """The winning side by its letters, or ``draw``."""
        return self.won_by(self.totals)

    def won_by(self, points: Sequence[int]) -> str:
        """Return the answer if these were the points that decide."""
        ahead = leading(self.variant, points)
        return DRAW if shared(self.variant, ahead) else _token(self.side(ahead[0]))

    @property
    def position(self) -> str:
        pairs = zip(self.table.seats, self.points, strict=True)
        return " ".join(f"{seat.value} {had}" for seat, had in pairs)

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "WhoHasWon":
        if not re.fullmatch(r"[NESW] (0|[1-9][0-9]{1,3})( [NESW] (0|[1-9][0-9]{1,3}))+", position):
            raise ValueError(f"not a position: {position!r} (want each seat and its points)")
        words = position.split()
        points = {
            read_seat(seat, table): int(had)
            for seat, had in zip(words[::2], words[1::2], strict=True)
        }
        if len(words) != 2 * len(table.seats) or len(points) != len(table.seats):
            raise ValueError(f"want every seat once, found {position!r}")
        return cls(variant=variant, table=table, points=tuple(points[seat] for seat in table.seats))

    def check(self, answer: str) -> Verdict:
        notes = () if self.rule == Rule.HIGHER_TOTAL_WINS else (Rule.HIGHER_TOTAL_WINS,)
        return judge_pick(self, answer, self._why(), notes)

    def _why(self) -> list[Reason]:
        """Return what each side has in all, and who has most: of no partners, by which sum."""
        seats, reasons, won_by = self.table.seats, [], []
        own = dict(zip(seats, self.points, strict=True))
        for place, mates in enumerate(self.variant.counts):
            seat = seats[place]
            if len(mates) == 1 or (self.side(seat)[0] != seat):
                continue
            partner = next(mate for mate in mates if mate != seat)
            facts: dict[str, Fact] = {"seat": seat, "own": own[seat], "other": partner}
            facts |= {"others": own[partner], "points": self.totals[place]}
            if self.solution == seat.value:
                won_by.append(Reason("game.won.split", facts))
            else:
                reasons.append(Reason(f"total.{self.variant.like}", facts))
        if won_by:
            return reasons + won_by
        if not reasons:
            reasons.append(Reason("total.alone"))
        best = leading(self.variant, self.totals)
        points = max(self.totals)
        if self.solution == DRAW:
            key = "game.draw.sides" if len(self.side(best[0])) > 1 else "game.draw"
            reasons.append(Reason(key, {"seats": best, "points": points}))
        else:
            won: dict[str, Fact] = {"seats": self.side(best[0]), "points": points}
            if len({self.side(seat) for seat in self.table.seats}) == 2:
                reasons.append(Reason("game.won.of-two", won | {"others": min(self.totals)}))
            else:
                reasons.append(Reason("game.won", won))
        return reasons


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
    if puzzle.variant.like != "split":
        return None
    own = puzzle.points
    return puzzle.won_by(tuple(own[place] + own[(place + 1) % 3] for place in range(3)))


def _lowest_score(puzzle: WhoHasWon) -> str:
    """Name the side that has least: in Hearts and golf points count against whoever has them."""
    return puzzle.won_by(tuple(-points for points in puzzle.totals))


WINNING_MISCONCEPTIONS: Mapping[str, Callable[[WhoHasWon], str | None]] = {
    "best-sheet-wins": _best_sheet,
    "opposite-seats-add-up": _opposite_add_up,
    "left-neighbour-counts": _left_neighbour,
    "lowest-score-wins": _lowest_score,
}
"""Wrong ideas of who wins, and the answer of somebody who holds them, if they say anything."""

_SPECIAL: Mapping[str, tuple[Rule, str]] = {
    "partnership": (Rule.PARTNERS, "best-sheet-wins"),
    "solo": (Rule.SOLO, "opposite-seats-add-up"),
    "split": (Rule.SPLIT, "best-sheet-wins"),
}
"""What sets a form apart when points are compared, and the idea of somebody who forgets it."""

_DRAWN = 0.25
"""How often, where the higher total is the subject, totals are equal."""

_BEST_KEPT = 0.35
"""How often sheets are kept of which the best wins, where points of several are added."""

_COMPLETED = (0, 1, 1, 1, 2, 2)


def _rules(variant: Variant, _table: Table) -> tuple[Rule, ...]:
    special = _SPECIAL.get(variant.like)
    return (special[0], Rule.HIGHER_TOTAL_WINS) if special else (Rule.HIGHER_TOTAL_WINS,)


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> WhoHasWon:
    # Handscomb is silent on equal totals of two players; with four and three they are a draw.
    drawn = rule == Rule.HIGHER_TOTAL_WINS and rng.random() < _DRAWN and not table.for_two
    for _ in range(TRIES):
        points = [_sheet(variant, rng) for _ in table.seats]
        if drawn:
            points = _level(variant, points)
        if min(points) < 0:
            continue
        puzzle = WhoHasWon(variant=variant, table=table, points=tuple(points))
        # The higher total decides as well where another rule says whose totals they are.
        about = rule in (puzzle.rule, Rule.HIGHER_TOTAL_WINS)
        if not about or (puzzle.solution == DRAW) != drawn:
            continue
        if drawn or not _best_sheet_wins(puzzle) or rng.random() < _BEST_KEPT:
            return puzzle
    raise not_found("totals", rule, variant, table)


def _best_sheet_wins(puzzle: WhoHasWon) -> bool:
    """Whether, where points of several are added, the best single sheet is on the best side."""
    if puzzle.totals == puzzle.points:
        return False
    best = puzzle.points.index(max(puzzle.points))
    return puzzle.totals[best] == max(puzzle.totals)


def _sheet(variant: Variant, rng: Random) -> int:
    """Score one player's calypsos and pile, drawn at random."""
    own = len(variant.builds[0])
    suit = variant.suits[0]
    calypsos = [
        Calypso(
            suit,
            frozenset(rng.sample(variant.ranks, rng.randrange(len(variant.ranks)))),
            rng.choice(_COMPLETED),
        )
        for _ in range(own)
    ]
    return score_of(calypsos, rng.randint(8, 36)).total


def _level(variant: Variant, points: list[int]) -> list[int]:
    """Make the two best totals equal by changing the last sheet but one, or the best pair's."""
    if variant.like == "partnership":
        north, east, south, _ = points
        return [north, east, south, north + south - east]
    first, *_ = sorted(points, reverse=True)
    place = points.index(first)
    neighbour = (place + 1) % len(points)
    if variant.like != "split":
        return [first if number == neighbour else had for number, had in enumerate(points)]
    # North counts South too, East counts North, South counts East: two sums that share one.
    return [max(points), min(points), min(points)]


def _hints(puzzle: WhoHasWon) -> Hints:
    totals = dict(zip(map(puzzle.side, puzzle.table.seats), puzzle.totals, strict=True))
    best, second, *_ = sorted(totals, key=lambda side: -totals[side])
    side, against = (side for side in totals if side in (best, second))
    form = "added" if puzzle.totals != puzzle.points else "alone"
    look, rule = Reason(f"look.totals.{form}"), Reason("rule", {"rule": puzzle.rule})
    return look, rule, Reason(f"compare.sides-at-end.{form}", {"one": side, "others": against})


def _scene(puzzle: WhoHasWon, stage: Stage) -> Scene:
    """Show what everybody made; after the answer who has won, and who was wrongly said to have."""
    seats, answer = puzzle.table.seats, stage.parts[0] if stage.answered else puzzle.solution
    return (
        TotalsSight(
            variant=puzzle.variant,
            table=puzzle.table,
            points=puzzle.points,
            ahead=tuple(stage.answered and seat.value in puzzle.solution for seat in seats),
            named=tuple(seat for seat in seats if seat.value in answer)
            if answer != puzzle.solution
            else (),
        ),
    )


KIND = Kind(
    puzzle=WhoHasWon,
    rules=_rules,
    draw=_draw,
    misconceptions=WINNING_MISCONCEPTIONS,
    hints=_hints,
    scene=_scene,
    says_all=("game.",),
    at_a_glance=True,
    seconds=20,
)
