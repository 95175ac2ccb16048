"""What a card comes to: solved and played out in an ending, or weighed once and kept in a line."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from threading import local

from engine.calypso import Calypso
from engine.cards import Card
from engine.fast.solver import Solver
from engine.game import Action, Game, NameTrump, play
from engine.rules import Rule
from engine.score import POINTS, score_of
from engine.table import Seat
from engine.trick import Play, Ruling, play_of
from puzzles.puzzle import Fact, Reason

_KEPT = 1024
"""So many endings are remembered; a page asks about one a dozen times."""

_SOLVERS = 3
"""What was found out about so many endings stays at hand, for every thread by itself."""

_own = local()


def _solver(game: Game) -> Solver:
    """Return the solver of an ending: who asks about one asks again, and a solver learns.

    A solver searches by changing itself, so that threads may not share one.
    """
    kept: dict[Game, Solver] = _own.__dict__.setdefault("solvers", {})
    solver = kept.pop(game, None) or Solver(game)
    kept[game] = solver
    while len(kept) > _SOLVERS:
        del kept[next(iter(kept))]
    return solver


@lru_cache(maxsize=_KEPT)
def losses(game: Game) -> Mapping[Card, int]:
    """Return how many points fewer than the best each legal card brings, or raise ValueError."""
    solved = [
        (option.action.card, option.value)
        for option in _solver(game).solve(game)
        if isinstance(option.action, Play)
    ]
    return {card: _whole(solved[0][1] - value) for card, value in solved}


def outstanding(game: Game, margin: int) -> Card | None:
    """Return the card that is better than every other by *margin* points or more, if one is."""
    action = _solver(game).outstanding(game, margin)
    return action.card if isinstance(action, Play) else None


def _whole(points: Fraction) -> int:
    if points.denominator != 1:
        raise ValueError("points are whole between two sides alone")
    return int(points)


@lru_cache(maxsize=_KEPT)
def course(game: Game, card: Card) -> "Course":
    """Play *card*, and then as well as can be on all sides."""
    first = play_of(game.turn, card)
    return play_out(game, (first, *_solver(game).line(play(game, first)[0])))


def advised(game: Game) -> Rule:
    """Name the advice by which the best card is better than the next; of equal ones, the first."""
    return _advice(_gained(game))


def by_piles(game: Game) -> bool:
    """Whether what the advice gains most by is cards in piles, not in calypsos."""
    items = _gained(game)
    side = _SIDE[_advice(items)]
    return next((item.key == f"{side}-pile" for item in items if item.key.startswith(side)), False)


@lru_cache(maxsize=_KEPT)
def _gained(game: Game) -> "tuple[Difference, ...]":
    """List in what the best card is better than the next, what is worth most first."""
    best, rival = _rivals(game, next(iter(losses(game))))
    return compare(course(game, best).end, course(game, rival).end, game.turn)


def comparison(game: Game, card: Card) -> tuple[Reason, ...]:
    """Return what a card comes to, and why."""
    lost = losses(game)
    best, rival = _rivals(game, card)
    told = story(course(game, best))
    if not any(lost.values()):
        return (Reason("plan.equal"), *told)
    own, others = _sides(game)
    sides: dict[str, Fact] = {"own": own, "others": others, "best": best, "other": rival}
    items = compare(course(game, best).end, course(game, rival).end, game.turn)
    why = (item.said(sides) for item in items)
    key = "plan.costs" if lost[card] else "plan.best"
    return (Reason(key, sides | {"points": lost[rival]}), *why, *told)


def _sides(game: Game) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return who scores with the player to play, that player first, and who against."""
    order = game.table.clockwise(game.turn)
    friends = game.variant.counts[game.table.seats.index(game.turn)]
    own = tuple(seat for seat in order if seat in friends)
    return own, tuple(seat for seat in order if seat not in friends)


def _rivals(game: Game, card: Card) -> tuple[Card, Card]:
    """Return the best card (*card* if it is one) and the one to compare it with.

    A worse card is compared itself; the best with the next.
    """
    lost = losses(game)
    best = card if not lost[card] else next(iter(lost))
    if lost[card]:
        return best, card
    worse = (rival for rival in lost if lost[rival])
    return best, next(worse, next(rival for rival in lost if rival != best))


@dataclass(frozen=True, slots=True)
class Course:
    """An ending played out: what was done, the ruling on every trick, and how it ends."""

    actions: tuple[Action, ...]
    tricks: tuple[Ruling, ...]
    end: Game


def play_out(game: Game, actions: Sequence[Action]) -> Course:
    """Carry out *actions* from *game* to the end of the deal, no more being dealt."""
    after, tricks = replace(game, stock=()), list[Ruling]()
    for action in actions:
        after, ruling = play(after, action)
        tricks += [ruling] if ruling else []
    return Course(tuple(actions), tuple(tricks), after)


def story(course: Course) -> tuple[Reason, ...]:
    """Return a course trick by trick, and the trumps named on the way."""
    told, rulings = list[Reason](), iter(course.tricks)
    number, cards = 0, 0
    size = course.end.variant.trick
    begun = size * len(course.tricks) - sum(not isinstance(a, NameTrump) for a in course.actions)
    for action in course.actions:
        if isinstance(action, NameTrump):
            told.append(Reason("plan.names", {"seat": action.seat, "suit": action.suit}))
            continue
        cards += 1
        if (begun + cards) % size == 0:
            number += 1
            told.append(_told(number, next(rulings)))
    return tuple(told)


def _told(number: int, ruling: Ruling) -> Reason:
    trick, winning = ruling.trick, ruling.winning
    facts: dict[str, Fact] = {
        "number": number,
        "leader": trick.lead.seat,
        "cards": trick.cards,
        "seat": winning.seat,
        "card": winning.card,
    }
    return Reason("plan.trick", facts)


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing in which two courses differ, and the points it adds to the first one's lead.

    ``key`` says what: ``own-`` or ``others-``, and then ``complete``, ``cards`` or ``pile``.
    ``more`` says whether the first course has more of it, ``count`` how much. ``holder`` is
    whose calypso it is, as seat and calypso, where just one is meant.
    """

    key: str
    count: int
    points: int
    holder: tuple[Seat, Calypso] | None = None

    def said(self, sides: Mapping[str, Fact]) -> Reason:
        """Return the difference as a reason; *sides* are the players and the cards compared."""
        way = "more" if self.count > 0 else "fewer"
        facts: dict[str, Fact] = {**sides, "points": abs(self.points)}
        if self.holder:
            facts |= {"seat": self.holder[0], "suit": self.holder[1].suit}
        else:
            facts["count"] = abs(self.count)
        return Reason(f"plan.{self.key}.{way}", facts)


def compare(first: Game, second: Game, own: Seat) -> tuple[Difference, ...]:
    """List in what two ends of a deal differ, what is worth most first.

    The points of all items together are the difference of the two values, from the point
    of view of *own*'s side; there are two sides.
    """
    differences, cards, piles = list[Difference](), {True: 0, False: 0}, {True: 0, False: 0}
    seats, each = first.table.seats, POINTS[Rule.UNFINISHED_CARDS]
    friends = first.variant.counts[seats.index(own)]
    for place, seat in enumerate(seats):
        mine = seat in friends
        piles[mine] += len(first.piles[place]) - len(second.piles[place])
        for first_calypso, second_calypso in zip(
            first.calypsos[place], second.calypsos[place], strict=True
        ):
            if completed := first_calypso.completed - second_calypso.completed:
                points = score_of(first_calypso, 0).total - score_of(second_calypso, 0).total
                key = f"{_WHOSE[mine]}-complete"
                differences.append(
                    Difference(key, completed, points if mine else -points, (seat, first_calypso))
                )
            else:
                cards[mine] += len(first_calypso.ranks) - len(second_calypso.ranks)
    for key, counts, worth in (("cards", cards, each), ("pile", piles, POINTS[Rule.PILE_CARDS])):
        for mine, count in counts.items():
            points = worth * count if mine else -worth * count
            differences.append(Difference(f"{_WHOSE[mine]}-{key}", count, points))
    some = (item for item in differences if item.count)
    return tuple(sorted(some, key=lambda item: abs(item.points), reverse=True))


_WHOSE = {True: "own", False: "others"}
_SIDE = {Rule.HELP_OWN_SIDE: _WHOSE[True], Rule.WITHHOLD: _WHOSE[False]}


def _advice(items: Sequence[Difference]) -> Rule:
    """Name the advice that decides: help the own side, or keep cards from the others."""
    own = sum(item.points for item in items if item.key.startswith("own-"))
    total = sum(item.points for item in items)
    return Rule.HELP_OWN_SIDE if 2 * own >= total else Rule.WITHHOLD


_CLEAR = 2
"""A difference counts from so many standard errors on: by chance alone about one in twenty."""

_ADVICE = (Rule.HELP_OWN_SIDE, Rule.WITHHOLD)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,5}")


@dataclass(frozen=True, slots=True)
class WeighedCard:
    """How many points fewer than the best card one brought, on average, with the standard error."""

    card: Card
    loss: int
    error: int

    @property
    def clear(self) -> bool:
        """Whether the card is worse than the best beyond what chance may do."""
        return self.loss > _CLEAR * self.error


@dataclass(frozen=True, slots=True)
class Weighing:
    """What was found when a hand's cards were tried in simulated deals, the best card first.

    It is written as the number of deals, the advice that decides, and for every card its
    loss and the error: ``300 plan.withhold D4 0 0 HJ 16 5``.

    Raises:
        ValueError: No card is the best, or several are; none is clearly worse; the advice
            is none; or a number is out of range.
    """

    deals: int
    rule: Rule
    cards: tuple[WeighedCard, ...]

    def __post_init__(self) -> None:
        if self.rule not in _ADVICE:
            raise ValueError(f"advice is one of {' '.join(_ADVICE)}, not {self.rule}")
        if self.deals < 2:
            raise ValueError(f"want 2 simulated deals or more, not {self.deals}")
        if [weighed.error for weighed in self.cards if not weighed.loss] != [0]:
            raise ValueError("one card is the best: it alone loses 0 points, with an error of 0")
        if not any(weighed.clear for weighed in self.cards):
            raise ValueError("no card is clearly worse than the best, beyond twice its error")

    def __str__(self) -> str:
        cards = " ".join(f"{weighed.card} {weighed.loss} {weighed.error}" for weighed in self.cards)
        return f"{self.deals} {self.rule} {cards}"

    @classmethod
    def parse(cls, text: str) -> "Weighing":
        """Read what `str` writes, or raise ValueError."""
        deals, rule, *words = [*text.split(), "", ""][: max(2, len(text.split()))]
        numbers = [deals, *words[1::3], *words[2::3]]
        if len(words) % 3 or not all(map(_NUMBER.fullmatch, numbers)) or rule not in list(Rule):
            raise ValueError(
                f"not a weighing: {text!r} (want deals, advice, and for every card its loss "
                "and error, such as '300 plan.withhold D4 0 0 HJ 16 5')"
            )
        each = zip(words[::3], words[1::3], words[2::3], strict=True)
        cards = (WeighedCard(Card.parse(card), int(loss), int(error)) for card, loss, error in each)
        return cls(int(deals), Rule(rule), tuple(cards))

    def of(self, legal: Sequence[Card]) -> "Weighing":
        """Sort what was weighed, best first, or raise ValueError if it is not these cards."""
        cards = [weighed.card for weighed in self.cards]
        if len(cards) != len(legal) or set(cards) != set(legal):
            wanted = " ".join(map(str, legal))
            raise ValueError(f"want what was weighed of {wanted}, each once: {str(self)!r}")
        ordered = sorted(self.cards, key=lambda weighed: (weighed.loss, legal.index(weighed.card)))
        return replace(self, cards=tuple(ordered))

    def comparison(self, seat: Seat, card: Card) -> tuple[Reason, ...]:
        """Return how the card of *seat* compares with the best, and how that was found."""
        best, *others = self.cards
        asked = next(weighed for weighed in self.cards if weighed.card == card)
        compared = asked if asked.loss else next(rival for rival in others if rival.clear)
        facts: dict[str, Fact] = {
            "deals": self.deals,
            "best": best.card,
            "other": compared.card,
            "points": compared.loss,
            "error": _CLEAR * compared.error,
        }
        key = "best" if asked == best else "worse" if asked.clear else "close"
        how = Reason("weighed.how", {"seat": seat})
        return Reason(f"weighed.{key}", facts), how
