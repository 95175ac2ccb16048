"""Which suit markers of this player lie face up?"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from random import Random

from engine.cards import Suit
from engine.game import markers
from engine.rules import Rule
from engine.table import Table
from engine.trick import Play
from engine.variants import Variant
from puzzles.kinds.kind import TRIES, Kind, answered, if_offered, not_found
from puzzles.position import SEPARATOR, played, read_seat
from puzzles.puzzle import Choice, Fact, Hints, Part, Reason, TricksPuzzle, Verdict, judge_pick
from puzzles.scenes import Scene, Stage, TricksSight
from puzzles.tricks import play_tricks

NONE = "-"
"""Answers that no marker lies face up."""

_CHOICES = 4


@dataclass(frozen=True, kw_only=True)
class SuitMarkers(TricksPuzzle):
    """Successive tricks of one hand, before which no marker lay face up, and one player.

    The position is the tricks, then the seat: ``N H8 D2 HT H3 : S … : E``.

    Raises:
        ValueError: Somebody plays a suit after failing to follow it.
    """

    kind = "suit-markers"

    def __post_init__(self) -> None:
        super().__post_init__()
        for seat in self.table.seats:
            shown: set[Suit] = set()
            for trick in self.tricks:
                for play in (play for play in trick.plays if play.seat == seat):
                    suit, led = play.card.suit, trick.lead.card.suit
                    if suit in shown:
                        raise ValueError(f"{seat.name.title()} has failed to follow {suit}")
                    if suit != led:
                        shown.add(led)

    @cached_property
    def _shown(self) -> frozenset[Suit]:
        first = self.tricks[0].lead.seat
        game = played(self.variant, self.table, self.tricks, dealer=first, deal=1)
        return markers(game)[self.table.seats.index(self.seat)]

    @property
    def rule(self) -> Rule:
        return Rule.SUIT_MARKERS

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The right markers among three other possibilities, fewer before more."""
        expected = (find(self) for find in MARKER_MISCONCEPTIONS.values())
        answers = dict.fromkeys([self._shown, *expected, *self._near()])
        chosen = sorted(list(answers)[:_CHOICES], key=lambda seats: (len(seats), _token(seats)))
        choices = tuple(
            Choice(_token(seats), _in_order(seats) if seats else "no-marker") for seats in chosen
        )
        return (Part("suit-markers.suits", choices, facts={"seat": self.seat}),)

    def _near(self) -> Iterator[frozenset[Suit]]:
        """List answers that differ from the right one in one suit, those led first."""
        led = [trick.lead.card.suit for trick in self.tricks]
        for suit in dict.fromkeys((*led, *self.variant.suits)):
            yield self._shown ^ {suit}

    @property
    def solution(self) -> str:
        """The suits, one letter each, or ``-``."""
        return _token(self._shown)

    @property
    def position(self) -> str:
        return SEPARATOR.join((*map(str, self.tricks), self.seat.value))

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> "SuitMarkers":
        tricks, seat = cls.tricks_of(position, "tricks, then a seat", table)
        return cls(variant=variant, table=table, tricks=tricks, seat=read_seat(seat, table))

    def check(self, answer: str) -> Verdict:
        return judge_pick(self, answer, self._why(answer))

    def _why(self, answer: str) -> Iterator[Reason]:
        """Return for each marker which card turned it up, those missed first.

        A wrong answer that missed none is told first of those it has too many.
        """
        named, up = set(answer) - {NONE}, {self.led(number): number for number, _ in self.turned}
        extra = tuple(suit for suit in Suit if suit in named and suit not in up)
        missed = [number for suit, number in up.items() if suit not in named]
        if extra and up and not missed:
            yield Reason("marker.extra", {"seat": self.seat, "suits": extra})
        for number, play in sorted(self.turned, key=lambda turned: turned[0] not in missed):
            facts: dict[str, Fact] = {"seat": self.seat, "card": play.card}
            yield Reason("marker.up", facts | {"led": self.led(number), "trick": number})
        yield Reason("marker.rest" if up else "marker.none", {"seat": self.seat})

    @property
    def turned(self) -> tuple[tuple[int, Play], ...]:
        """The cards that turned a marker up, each after the number of its trick, from 1."""
        up: dict[Suit, tuple[int, Play]] = {}
        for number, play in self.off():
            up.setdefault(self.led(number), (number, play))
        return tuple(up.values())


def _token(suits: frozenset[Suit]) -> str:
    return "".join(suit.value for suit in _in_order(suits)) or NONE


def _in_order(suits: frozenset[Suit]) -> tuple[Suit, ...]:
    return tuple(suit for suit in Suit if suit in suits)


def _discards_alone(puzzle: SuitMarkers) -> frozenset[Suit]:
    trump = puzzle.table.trump(puzzle.seat)
    return frozenset(puzzle.led(number) for number, play in puzzle.off() if play.card.suit != trump)


def _last_trick(puzzle: SuitMarkers) -> frozenset[Suit]:
    last = len(puzzle.tricks)
    return frozenset(puzzle.led(number) for number, _ in puzzle.off() if number == last)


MARKER_MISCONCEPTIONS: Mapping[str, Callable[[SuitMarkers], frozenset[Suit]]] = {
    "ruff-turns-no-marker": _discards_alone,
    "marker-of-the-card-played": lambda puzzle: frozenset(
        play.card.suit for _, play in puzzle.off()
    ),
    "marker-for-one-trick": _last_trick,
}
"""Wrong ideas of what turns a marker up, and the suits that somebody who holds them names."""


def _named(find: Callable[[SuitMarkers], frozenset[Suit]], puzzle: SuitMarkers) -> str | None:
    return if_offered(puzzle, _token(find(puzzle)))


_TRICKS = (2, 3, 3)
_HAND = 5
"""Cards dealt: so short a hand runs out of suits, as late in a deal."""

_NONE = 0.2
"""How often the right answer is that no marker was due."""


def _draw(rule: Rule, variant: Variant, table: Table, rng: Random) -> SuitMarkers:
    """Draw a few tricks in which somebody runs out of suits."""
    none = rng.random() < _NONE
    for _ in range(TRIES):
        outcome = play_tricks(variant, table, rng.choice(_TRICKS), _HAND, rng)
        if outcome:
            seat = rng.choice(table.seats)
            puzzle = SuitMarkers(variant=variant, table=table, tricks=outcome[0], seat=seat)
            if none or puzzle.solution != NONE:
                return puzzle
    raise not_found("void", rule, variant, table)


def _hints(puzzle: SuitMarkers) -> Hints:
    right = puzzle.solution
    wrong = next(choice.token for choice in puzzle.parts[0].choices if choice.token != right)
    suit = next(suit for suit in puzzle.variant.suits if (suit in right) != (suit in wrong))
    look, rule = "look.not-following", Reason("rule", {"rule": puzzle.rule})
    compare = Reason("compare.marker", {"seat": puzzle.seat, "suit": suit})
    return Reason(look, {"seat": puzzle.seat}), rule, compare


def _scene(puzzle: SuitMarkers, stage: Stage) -> Scene:
    turned = puzzle.turned if stage.answered else ()
    return (TricksSight(table=puzzle.table, tricks=puzzle.tricks, turned=turned),)


KIND = Kind(
    puzzle=SuitMarkers,
    rules=lambda _variant, _table: (Rule.SUIT_MARKERS,),
    draw=_draw,
    misconceptions=answered(MARKER_MISCONCEPTIONS, _named),
    hints=_hints,
    scene=_scene,
    seconds=20,
)
