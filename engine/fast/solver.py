"""The exact worth of every card near the end of a deal, when all hands are known.

The side of the player to move wants as many points more than the others as it can get,
and everybody else wants the contrary; all see all cards. The tests hold what `engine.fast.search`
finds to a plain search over `engine.game.play`. Where more than two play for themselves, values
are what the player to move gets, more than the others on average, if all join against it.

A deal that is not the last is valued where it ends, by the score as it would stand then:
a calypso under way counts its 20 points a card, and nothing for what later deals may add.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from random import Random

from engine.fast.search import FAR, Search
from engine.game import Action, Game, legal, new, play
from engine.score import totals
from engine.table import Seat, Table
from engine.variants import Variant

MOST = 24
"""How many cards an ending may have in all hands together: six tricks of four."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What an action leads to when everybody plays on as well as can be.

    ``value`` is the total of the player's side at the end of the deal less the average of
    the other sides' totals; with two sides that is a whole number.
    """

    action: Action
    value: Fraction


class Solver:
    """Solves the positions of one ending; what it finds out about one serves the others too.

    Values are those of the side that is to move in the position it was made with.

    Raises:
        ValueError: No card is left in the hands, or more than `MOST`; or in Calypso for Two
            somebody has still to name a trump.
    """

    def __init__(self, game: Game) -> None:
        held = sum(map(len, game.hands))
        if not 0 < held <= MOST:
            raise ValueError(f"an ending has 1 to {MOST} cards in the hands, not {held}")
        if game.unnamed:
            raise ValueError("an ending comes after the trumps were named")
        self._sides = _sides(game.variant, game.table.seats, game.turn)
        self._search = Search(game, self._sides.friends, self._sides.weights)

    def solve(self, game: Game) -> tuple[Solved, ...]:
        """Value every legal action in a position of this ending, best first for who moves."""
        after, wants = self._after(game), game.turn in self._sides.friends
        each = len(self._sides.others)
        solved = [Solved(action, Fraction(after(action), each)) for action in legal(game)]
        return tuple(sorted(solved, key=lambda option: option.value, reverse=wants))

    def outstanding(self, game: Game, margin: int) -> Action | None:
        """Return the action that is better than every other by *margin* points or more, if one is.

        That is found out sooner than what each is worth. The side to move is the one whose
        values these are.
        """
        after, each = self._after(game), margin * len(self._sides.others)
        best_action, *others = legal(game)
        best, alone = after(best_action), True
        for action in others:
            value = after(action, best - each if alone else best, best + each)
            if value >= best + each:
                best_action, best, alone = action, after(action, best), True
            elif value > best - each:
                best, alone = max(best, value), False
        return best_action if alone else None

    def line(self, game: Game) -> tuple[Action, ...]:
        """Play *game* out as well as can be; of equally good actions the first of `legal`."""
        last, actions = replace(game, stock=()), list[Action]()
        # What the best play leads to does not change on the way.
        value = self._scored(last) + self._search.to_come(self._search.read(last))
        while not last.over:
            after, wants = self._after(last), last.turn in self._sides.friends
            *others, final = legal(last)
            action = next(
                (
                    action
                    for action in others
                    if (
                        after(action, value - 1, value) >= value
                        if wants
                        else after(action, value, value + 1) <= value
                    )
                ),
                final,
            )
            actions.append(action)
            last, _ = play(last, action)
        return tuple(actions)

    def _after(self, game: Game) -> Callable[..., int]:
        """Return what values a position after an action; outside a window, it is but bounded."""
        position, scored = self._search.read(game), self._scored(game)
        search = self._search.after

        def after(action: Action, alpha: int = -FAR, beta: int = FAR) -> int:
            return scored + search(position, action, alpha - scored, beta - scored)

        return after

    def _scored(self, game: Game) -> int:
        """Count the points made so far, as often as there are other sides."""
        points = dict(zip(game.table.seats, totals(game), strict=True))
        sides = self._sides
        return len(sides.others) * points[sides.own] - sum(points[seat] for seat in sides.others)


@dataclass(frozen=True, slots=True)
class _Sides:
    """Whose points are wanted, and whose are not.

    ``own`` speaks for the side that wants points, ``friends`` are its seats, and ``others``
    has one seat of every other side. ``weights`` runs parallel to the seats: what a point
    on a seat's own sheet adds to the difference, as often as there are other sides.
    """

    own: Seat
    friends: frozenset[Seat]
    others: tuple[Seat, ...]
    weights: tuple[int, ...]


@cache
def _sides(variant: Variant, seats: tuple[Seat, ...], own: Seat) -> _Sides:
    """Part the table by whose points count together."""
    counts = {seat: frozenset(counted) for seat, counted in zip(seats, variant.counts, strict=True)}
    others = {counted: seat for seat, counted in counts.items() if counted != counts[own]}
    return _Sides(
        own,
        frozenset(seat for seat in seats if counts[seat] == counts[own]),
        tuple(others.values()),
        tuple(
            len(others) * (seat in counts[own]) - sum(seat in counted for counted in others)
            for seat in seats
        ),
    )


def last_deal(variant: Variant, table: Table, rng: Random) -> Game:
    """Play a new game at random until its last hands are dealt; it comes back without a history."""
    return play_on(new(variant, table, rng.choice(table.seats), rng), variant.hand, rng)


def play_on(game: Game, left: int, rng: Random, seat: Seat | None = None) -> Game:
    """Play a game on at random to its last deal, until *seat* is to play one of its last cards.

    Args:
        game: A position between two tricks.
        left: How many cards *seat*, or without one everybody, has then.

    Returns:
        A position set up by hand: it has no history.
    """
    while game.stock or not _is_left(game, left, seat):
        game, _ = play(game, rng.choice(legal(game)))
    return replace(game, history=(), start=None)


def _is_left(game: Game, left: int, seat: Seat | None) -> bool:
    """Return whether *seat* is to play and has so many cards; or everybody, between two tricks."""
    if seat is None:
        return not game.trick and all(len(hand) == left for hand in game.hands)
    return game.turn == seat and len(game.hands[game.table.seats.index(seat)]) == left
