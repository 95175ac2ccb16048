"""Plays the deal under way to its end, from what one player knows: many deals, many cards.

One deal of the unseen cards is a *world*. The same worlds serve every card that might be
played, and inside a world the same draws decide what happens by chance, so that two cards
are compared under the same luck. Everybody plays on as good players are likely to
(`engine.fast.bulk.policy`), or as they seem to play, or by chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from engine.fast.bulk.board import generator
from engine.fast.bulk.likelihood import (
    DealSoFar,
    SeatAction,
    deal_start,
    habits_before,
)
from engine.fast.bulk.policy import Policy, fitted, fitted_form, foresight, habits, joined
from engine.fast.bulk.rollouts import Courses, KnownPosition, RolloutChoice, Worlds, play, worlds
from engine.fast.numbers import form_of
from engine.game import Action, NameTrump
from engine.players.prospects import Standing, foreseen, standing, worth_of
from engine.trick import Play, legal_cards, play_of
from engine.view import View, hidden, legal


@dataclass(frozen=True, slots=True)
class Option:
    """Something a player may do now: a card, and the trump named just before it, if any."""

    action: Action
    naming: NameTrump | None
    play: Play
    card: int


def options(view: View) -> tuple[Option, ...]:
    """List what the player of *view* may do; a trump to be named once with every card after it."""
    number = form_of(view.variant, view.table).number
    led = view.trick[0].card.suit if view.trick else None
    cards = dict.fromkeys(legal_cards(view.hand, led))
    found = []
    for action in legal(view):
        if isinstance(action, NameTrump):
            plays = [play_of(view.seat, card) for card in cards]
            found += [Option(action, action, play, number[play.card]) for play in plays]
        elif isinstance(action, Play):
            found.append(Option(action, None, action, number[action.card]))
    return tuple(found)


class Simulation:
    """Worlds of one view and what becomes of them; cards and seats are numbers (`Standing`).

    Args:
        view: What the player whose turn it is knows.
        rng: Deals the unseen cards, and plays on.
        by_chance: Everybody plays on by chance, not as good players do.
        weighed: Deals are as likely as what the others have played makes them, not all alike,
            and the others play on as they seem to (`engine.fast.bulk.likelihood`); it takes as
            long again.
    """

    def __init__(
        self, view: View, rng: Random, *, by_chance: bool = False, weighed: bool = False
    ) -> None:
        self.view, self.standing = view, standing(view)
        kind = fitted_form(view.variant)
        self.position = position(view, (habits(kind), fitted(kind)) if weighed else ())
        self.rng = generator(rng)
        self.policy = None if by_chance else fitted(kind)
        if self.policy and self.position.so_far:
            self.policy = joined(tuple(self.position.habits))

    def worlds(self, count: int) -> Worlds:
        """Deal the unseen cards *count* times."""
        return worlds(self.position, count, self.rng)

    def play(self, given: Worlds, tried: Sequence[Option]) -> Courses:
        """Try every option in every world, and play on until the hands are empty."""
        return play(self.position, given, [self._choice(option) for option in tried], self.policy)

    def sheet(self) -> list[int]:
        """Return the points of every calypso of the row on the score sheet now."""
        none, worth = [0.0] * self.standing.ranks, worth_of(self.view.variant)
        at = self.standing
        return [
            round(worth(held, done, none))
            for held, done in zip(at.building, at.completed, strict=False)
        ]

    def _choice(self, option: Option) -> RolloutChoice:
        if not option.naming:
            return option.card, None
        builds = self.view.variant.builds_at(self.view.table)[self.view.place]
        return option.card, builds.index(option.naming.suit)


def position(view: View, habits: Sequence[Policy] = ()) -> KnownPosition:
    """Put a view into the numbers that many deals are played with.

    Args:
        view: What the player knows.
        habits: How the others may have chosen their cards; without any that says nothing. The
            last is how the player chooses.
    """
    at, variant, seats = standing(view), view.variant, view.table.seats
    cards = [
        [card for card in range(low, low + at.ranks) for _ in range(at.unseen[card])]
        for low in range(0, len(at.form.cards), at.ranks)
    ]
    known = foresight(fitted_form(variant))
    catch, prices = foreseen(variant, known[min(variant.deals - view.deal, len(known) - 1)])
    return KnownPosition(
        variant=variant,
        table=view.table,
        me=at.me,
        leader=at.leader,
        hand=at.hand,
        begun=at.begun,
        held=at.held,
        out=[sum(1 << suit for suit in shown) for shown in at.out],
        unseen=hidden(view, cards),
        copies=at.unseen,
        building=at.building[:-1],
        completed=at.completed,
        stakes=at.stakes,
        weights=at.weights,
        catch=catch,
        prices=prices,
        unnamed=[seats.index(seat) for seat in view.unnamed if seat != view.seat],
        so_far=_so_far(view, at, habits) if habits else None,
        habits=habits,
    )


def _so_far(view: View, at: Standing, habits: Sequence[Policy]) -> DealSoFar | None:
    """Return what was done in the deal so far; nothing of a position set up by hand."""
    seats, number = view.table.seats, at.form.number
    builds = view.variant.builds_at(view.table)
    actions = list[SeatAction]()
    for action in view.history:
        if isinstance(action, Play):
            actions.append((seats.index(action.seat), number[action.card]))
        elif isinstance(action, NameTrump):
            seat = seats.index(action.seat)
            actions.append((seat, -1 - builds[seat].index(action.suit)))
    played = [place for place, (_, card) in enumerate(actions) if card >= 0]
    if len(played) + sum(view.held) + view.stock != len(view.variant.pack):
        return None
    earlier = (view.deal - 1) * view.variant.dealt
    begin = played[earlier - 1] + 1 if earlier else 0
    start = deal_start(view.variant, view.table, tuple(actions[:begin]))
    before = habits_before(view.variant, view.table, actions[:begin], habits)
    return DealSoFar(start, tuple(actions[begin:]), before)
