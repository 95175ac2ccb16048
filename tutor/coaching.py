"""What every card of a decision was worth, and why: read off simulated outcomes, never invented.

The figures come from `engine.weighing`, which plays the position on from many deals of the
unseen cards. A reason compares what happened after one card with what happened after
another, or says what lies open on the table; it is given as a key and facts, like every
sentence here.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import lru_cache
from random import Random

from engine.game import Action, ClaimRevoke
from engine.outlook import Outlook
from engine.trick import Play
from engine.view import View
from engine.weighing import Weighed, weigh
from puzzles.reasons import Fact, Reason

DEALS = 120
"""Over how many deals a decision is weighed: gains flatten from about a hundred."""

_CERTAIN = 2.0
"""So many standard errors apart is more than chance would often make it."""

_REASONS = 3
"""More is not read."""

_CALYPSO = 500
"""Points by which finishing a calypso is ranked among the reasons: what the first one scores."""

_CARD = 20
"""Points a card of an unfinished calypso scores, twice what it scores in a pile."""


@unique
class Standing(StrEnum):
    """How a card compares with the best."""

    BEST = "best"
    LEVEL = "level"
    BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that could be done, and what speaks for it or against it.

    ``behind`` is how many points it lies behind the best, until the end of the deal,
    ``error`` the standard error of that difference. ``ours`` and ``theirs`` are the points
    of the own side and, on average, of the others at the end of the deal.
    """

    action: Action
    ours: float
    theirs: float
    behind: float
    error: float
    standing: Standing
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """All that could be done, best first, weighed over so many deals."""

    options: tuple[Option, ...]
    deals: int

    def of(self, action: Action) -> Option:
        """Give what is said of *action*.

        Raises:
            LookupError: It could not be done.
        """
        for option in self.options:
            if option.action == action:
                return option
        raise LookupError(f"{action} could not be done")

    @property
    def clear(self) -> bool:
        """Whether one option is better than every other by more than chance."""
        return all(other.standing == Standing.BEHIND for other in self.options[1:])


@lru_cache(maxsize=2_048)
def advise(view: View, seed: int, deals: int = DEALS) -> Advice:
    """Weigh every card *view*'s player may play, and say what speaks for each.

    The same view, seed and number of deals give the same advice, so that what a learner
    was told while playing stands in the review too.

    Raises:
        ValueError: It is not this player's turn.
    """
    if view.turn != view.seat:
        raise ValueError(f"it is not the turn of {view.seat.name.title()}")
    weighed = weigh(view, Random(seed), deals=deals)
    best = weighed[0]
    options = []
    for number, one in enumerate(weighed):
        standing = Standing.BEHIND
        if number == 0:
            standing = Standing.BEST
        elif one.behind <= _CERTAIN * one.behind_error:
            standing = Standing.LEVEL
        other = next((w for w in weighed if w is not one), None) if number == 0 else best
        options.append(
            Option(
                one.action,
                *_totals(view, one.outlook),
                one.behind,
                one.behind_error,
                standing,
                tuple(_reasons(view, one, other, standing)),
            )
        )
    return Advice(tuple(options), deals)


def _reasons(view: View, one: Weighed, other: Weighed | None, standing: Standing) -> list[Reason]:
    """Say what speaks for the best card, or against another.

    First what lies open on the table, then where the outcomes of *one* part most from
    those of *other*; a reason that points the other way is left out.
    """
    if standing == Standing.LEVEL:
        return [Reason("level")]
    sign = 1 if standing == Standing.BEST else -1
    found = [reason for weight, reason in _open(view, one) if weight == sign]
    if other is None:
        return found[:_REASONS]
    parted = sorted(_parted(view, one, other), key=lambda pair: -abs(pair[0]))
    parted_so = [reason for weight, reason in parted if weight * sign > 0]
    return [*found[: _REASONS - 1], *(parted_so or [_later(view, one, other)])][:_REASONS]


# ------------------------------------------------------------ what lies open on the table


def _open(view: View, one: Weighed) -> Iterator[tuple[int, Reason]]:
    """Say what everybody at the table can see about playing this card, and if it is for or against.

    Whether a calypso's lack of the card speaks for it hangs on which side will rather win
    the trick.
    """
    if not isinstance(one.action, Play):
        return
    card, ours = one.action.card, one.outlook.side_wins >= 0.5
    for seat, own in zip(view.table.seats, view.calypsos, strict=True):
        for calypso in own:
            if calypso.suit == card.suit:
                whose = "rival"
                if seat in view.side:
                    whose = "own" if seat == view.seat else "partner"
                lacks = card.rank not in calypso.ranks
                weight, key = _OPEN[whose == "rival", lacks, ours]
                yield weight, Reason(f"{whose}-{key}", {"card": card, "seat": seat})
    void = tuple(
        seat
        for seat, out in zip(view.table.seats, view.voids, strict=True)
        if card.suit in out and seat not in view.side
    )
    if void and not view.trick:
        yield -1, Reason("rival-void", {"seats": void, "suit": card.suit})


_OPEN: Mapping[tuple[bool, bool, bool], tuple[int, str]] = {
    (False, True, True): (1, "lacks"),
    (False, True, False): (-1, "loses"),
    (False, False, True): (-1, "has"),
    (False, False, False): (1, "spares"),
    (True, True, True): (1, "denied"),
    (True, True, False): (-1, "lacks"),
    (True, False, True): (0, "has"),
    (True, False, False): (1, "has"),
}
"""By whether a rival builds the card's suit, whether the calypso lacks it, and whether the own
side will rather win the trick: what that says for the card or against it, and its words."""


# ----------------------------------------------------------- what happened in the deals


def _parted(view: View, one: Weighed, other: Weighed) -> Iterator[tuple[float, Reason]]:
    """Say where the outcomes of two actions differ, with what it is about worth in points."""
    seats, side = view.table.seats, view.side
    ours = [place for place, seat in enumerate(seats) if seat in side]
    rivals = [place for place, seat in enumerate(seats) if seat not in side]
    a, b = one.outlook, other.outlook
    named = _named(other.action)

    def shares(key: str, this: float, that: float, weight: float) -> Iterator[tuple[float, Reason]]:
        if abs(this - that) >= 0.08:
            facts: dict[str, Fact] = {"this": round(100 * this), "that": round(100 * that)}
            yield (this - that) * weight, Reason(key, facts | named)

    def counts(key: str, this: float, that: float, weight: float) -> Iterator[tuple[float, Reason]]:
        if abs(this - that) >= 0.15:
            facts: dict[str, Fact] = {"this": f"{this:.1f}", "that": f"{that:.1f}"}
            yield (this - that) * weight, Reason(key, facts | named)

    def over(figures: tuple[float, ...], places: list[int]) -> float:
        return sum(figures[place] for place in places)

    yield from shares("completes", over(a.completes, ours), over(b.completes, ours), _CALYPSO)
    yield from shares(
        "rivals-complete", over(a.completes, rivals), over(b.completes, rivals), -_CALYPSO
    )
    yield from counts("gains", over(a.gained, ours), over(b.gained, ours), 3 * _CARD)
    yield from counts("rivals-gain", over(a.gained, rivals), over(b.gained, rivals), -3 * _CARD)
    yield from counts("spoilt", over(a.spoilt, ours), over(b.spoilt, ours), -2 * _CARD)
    yield from shares("wins", a.side_wins, b.side_wins, 2 * _CARD)
    yield from shares("ruffed", over(a.ruffs, rivals), over(b.ruffs, rivals), -_CARD)
    yield from counts("trumps-kept", a.trumps_kept, b.trumps_kept, _CARD)


def _later(view: View, one: Weighed, other: Weighed) -> Reason:
    """Say that this trick is much the same, and what the deals came to."""
    this, against = _totals(view, one.outlook)
    that, those = _totals(view, other.outlook)
    figures = {"this": this, "against": against, "that": that, "those": those}
    facts: dict[str, Fact] = {name: round(points) for name, points in figures.items()}
    return Reason("later", facts | _named(other.action))


def _totals(view: View, outlook: Outlook) -> tuple[float, float]:
    """Give what the own side has at the end of the deal, and the others on average."""
    seats, counts = view.table.seats, view.variant.counts
    totals = [sum(outlook.points[seats.index(seat)] for seat in counted) for counted in counts]
    others = [
        total
        for total, counted in zip(totals, counts, strict=True)
        if set(counted) != set(counts[view.place])
    ]
    return totals[view.place], sum(others) / len(others)


def _named(action: Action) -> dict[str, Fact]:
    """Give what an action is called: the card, or the suit that is named trump."""
    assert not isinstance(action, ClaimRevoke), "nobody is advised to claim"
    return {"other": action.card if isinstance(action, Play) else action.suit}
