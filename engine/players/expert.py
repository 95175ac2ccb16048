"""The expert: tries every card in many deals of the unseen cards, and plays the best.

The deals, each a *world*, agree with everything the player knows, and are as likely as what the
others have played makes them. Each is played to its end as good players are likely to play, or as
the others seem to, and valued by the score and what the calypsos under way may become worth. All
cards are tried in the same worlds under the same luck. One that has fallen behind by more than
chance is tried no longer; the coach (`weigh`) leaves none out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from engine.fast import PointValues, Standing, form_of, point_values, standing
from engine.fast.bulk.board import generator
from engine.fast.bulk.likelihood import DealSoFar, SeatAction, deal_start, habits_before
from engine.fast.bulk.outcomes import Comparison, Outlook, outlooks, rank
from engine.fast.bulk.policy import (
    Foresight,
    Policy,
    fitted,
    fitted_form,
    foresight,
    habits,
    joined,
)
from engine.fast.bulk.rollouts import (
    Courses,
    KnownPosition,
    RolloutChoice,
    Worlds,
    play_out,
    worlds,
)
from engine.game import Action, NameTrump
from engine.trick import Play, legal_cards
from engine.variants import Variant
from engine.view import View, hidden, legal


@dataclass(frozen=True, slots=True)
class Option:
    """Something a player may do now: a card, and the trump named just before it, if any."""

    action: Action
    naming: NameTrump | None
    card: int


def options(view: View) -> tuple[Option, ...]:
    """List what the player of *view* may do; a trump to be named once with every card after it."""
    number = form_of(view.variant, view.table).number
    led = view.trick[0].card.suit if view.trick else None
    cards = dict.fromkeys(legal_cards(view.hand, led))
    listed = []
    for action in legal(view):
        if isinstance(action, NameTrump):
            listed += [Option(action, action, number[card]) for card in cards]
        elif isinstance(action, Play):
            listed.append(Option(action, None, number[action.card]))
    return tuple(listed)


@cache
def foreseen(variant: Variant, ahead: Foresight) -> tuple[tuple[float, ...], PointValues]:
    """Return what is to be expected of calypsos after a deal.

    Returns:
        How likely one more copy of a card is won, by the number of copies to come;
        and the points of the score sheet, with those that follow a calypso.
    """
    prices = point_values(variant)
    chances = tuple(1 - (1 - ahead.share) ** copies for copies in range(variant.packs + 1))
    gain = (*(points + ahead.then for points in prices.gain[:-1]), 0)
    return chances, replace(prices, gain=gain)


class Simulation:
    """Worlds of one view and what becomes of them; cards and seats are numbers (`Standing`).

    Args:
        rng: Deals the unseen cards, and plays on.
        weighed: Deals are as likely as what the others have played makes them, not all alike,
            and the others play on as they seem to (`engine.fast.bulk.likelihood`); it takes as
            long again.
    """

    def __init__(self, view: View, rng: Random, *, weighed: bool = False) -> None:
        self.view, kind = view, fitted_form(view.variant)
        self.position = position(view, (habits(kind), fitted(kind)) if weighed else ())
        self.rng = generator(rng)
        so_far, habits_of = self.position.so_far, tuple(self.position.habits)
        self.policy = joined(habits_of) if so_far else fitted(kind)

    def worlds(self, count: int) -> Worlds:
        """Deal the unseen cards *count* times."""
        return worlds(self.position, count, self.rng)

    def play(self, given: Worlds, tried: Sequence[Option]) -> Courses:
        """Try every option in every world, and play on until the hands are empty."""
        return play_out(
            self.position, given, [self._choice(option) for option in tried], self.policy
        )

    def _choice(self, option: Option) -> RolloutChoice:
        if not option.naming:
            return option.card, None
        builds = self.view.variant.builds_with(self.view.table.trump(self.view.seat))
        return option.card, builds.index(option.naming.suit)


def position(view: View, habits: Sequence[Policy] = ()) -> KnownPosition:
    """Put a view into the numbers that many deals are played with.

    Args:
        habits: How the others may have chosen their cards; without any that says nothing. The
            last is how the player chooses.
    """
    stand, variant, seats = standing(view), view.variant, view.table.seats
    cards = [
        [card for card in range(low, low + stand.ranks) for _ in range(stand.unseen[card])]
        for low in range(0, len(stand.form.cards), stand.ranks)
    ]
    known = foresight(fitted_form(variant))
    catch, prices = foreseen(variant, known[min(variant.deals - view.deal, len(known) - 1)])
    return KnownPosition(
        variant=variant,
        table=view.table,
        stand=stand,
        unseen=hidden(view, cards),
        catch=catch,
        prices=prices,
        unnamed=[seats.index(seat) for seat in view.unnamed if seat != view.seat],
        so_far=_so_far(view, stand, habits) if habits else None,
        habits=habits,
    )


def _so_far(view: View, stand: Standing, habits: Sequence[Policy]) -> DealSoFar | None:
    """Return what was done in the deal so far; nothing of a position set up by hand."""
    seats, number = view.table.seats, stand.form.number
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


FIRST, LONGER = 160, 3
"""In so many deals cards are tried before those that fell behind are dropped; then in so many
times as many, and so on."""

FEWEST = 32
"""A last round of fewer deals is not worth beginning."""

WORK = 210_000
"""Cards to be looked at in one decision, at most; it keeps a decision well below 150 ms."""

BEGINNING = 600
"""What a round costs beside its deals: for each card of a deal, as many cards looked at."""

WEIGHING = 1.8
"""What a card played so far counts for in a deal that is weighed, beside one to be played."""

CLEAR = 1.6
"""A card this many standard errors behind the best is tried no longer."""


def choose_expert(view: View, rng: Random) -> Action:
    """Choose what does best on average; of equals, the first in hand."""
    ways = options(view)
    if len({option.action for option in ways}) == 1:
        return ways[0].action
    simulation, tried = Simulation(view, rng, weighed=True), Comparison(len(ways))
    dealt, each, deals, work = view.variant.dealt, sum(view.held), FIRST, float(WORK)
    weighing = WEIGHING * (dealt - each)
    while len(tried.left) > 1:
        work -= BEGINNING * dealt
        cards = each * len(tried.left) + weighing
        enough = int(work // cards)
        if tried.values.size and enough < FEWEST:
            break
        if enough < deals + deals // 2:  # What is left is for one round.
            deals = max(FEWEST, enough)
        courses = simulation.play(simulation.worlds(deals), [ways[place] for place in tried.left])
        tried.add(courses.value)
        tried.drop(CLEAR)
        work -= deals * cards
        deals *= LONGER
    return ways[tried.best].action


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """An action and what it is worth.

    ``behind`` is how many points more the best action gains, over the same deals, with the
    standard error of that difference; both are 0 for the best. What is gained is that of the own
    total to the deal's end, minus the mean of what the rivals' totals gain, calypsos then under
    way being counted with what they may become worth. ``outlook`` is what happened in those
    deals, ``again`` in as many others: what to say is picked by the one, and how often it
    happens told by the other.
    """

    action: Action
    behind: float
    behind_error: float
    outlook: Outlook
    again: Outlook


def weigh(view: View, rng: Random, *, deals: int) -> tuple[Weighed, ...]:
    """Try every distinct action in the same deals of the unseen cards.

    Args:
        rng: Deals the unseen cards, and plays on; a seed repeats the figures.
        deals: How many deals, at least 2; a hundred tell good cards from bad ones. As many
            more are played for ``again``.

    Returns:
        One for each distinct legal action, best first.

    Raises:
        ValueError: There is nothing to choose, or there are fewer than two deals.
    """
    choices = options(view)
    if not choices or deals < 2:
        raise ValueError(f"{len(choices)} actions cannot be weighed in {deals} deals")
    simulation = Simulation(view, rng, weighed=True)
    courses = simulation.play(simulation.worlds(deals), choices)
    ranked = rank(courses.value)
    best_of: dict[Action, int] = {}
    for number in ranked.order:
        best_of.setdefault(choices[number].action, number)
    seen = outlooks(simulation.position, courses)
    again = simulation.play(
        simulation.worlds(deals), [choices[number] for number in best_of.values()]
    )
    seen_again = outlooks(simulation.position, again)
    return tuple(
        Weighed(
            action=action,
            behind=ranked.behind[number],
            behind_error=ranked.errors[number],
            outlook=seen[number],
            again=seen_again[place],
        )
        for place, (action, number) in enumerate(best_of.items())
    )
