"""The expert: tries every card in many deals of the unseen cards, and plays the best.

The deals agree with everything the player knows, and are as likely as what the others have
played makes them; each is played to its end as they seem to play, and valued by the score and
what the calypsos under way may become worth. All cards are tried in the same deals, and a card
that has fallen behind by more than chance is tried no longer. Rounds get longer until the time
for a decision is used up.

The coach weighs cards by the same simulations with nothing left out (`weigh`): every action is
tried in the same deals, so that the difference between two is known far better than either
value. All its figures are counted in the simulated deals.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from engine.cards import Card
from engine.fast.bulk.outcomes import Comparison, Sights, rank, sights
from engine.game import Action
from engine.players.simulation import Simulation, options
from engine.trick import Play
from engine.view import View

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
    found = options(view)
    if len({option.action for option in found}) == 1:
        return found[0].action
    simulation, tried = Simulation(view, rng, weighed=True), Comparison(len(found))
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
        courses = simulation.play(simulation.worlds(deals), [found[one] for one in tried.left])
        tried.add(courses.value)
        tried.drop(CLEAR)
        work -= deals * cards
        deals *= LONGER
    return found[tried.best].action


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What happened after an action, in the simulated deals; tuples run parallel to the seats.

    A share is of the deals, from 0 to 1; a mean is over them. Of the trick under way: ``wins``,
    the share each seat wins; ``ruffs``, the share in which a seat ruffs; ``gained``, the mean
    number of cards for each seat's calypsos; ``spoilt``, the mean number of cards of suits a
    seat builds that go to a pile, and are lost to it. Of the seats whose points count for the
    player (`Variant.counts`, not only those it wins for): ``side_completes``, the share in
    which a calypso of theirs is completed; of the others likewise ``rivals_complete``, and
    ``rivals_ruff``, in which one of them ruffs. Of the card played: ``card_built``, the share
    in which it goes to a calypso of each seat. ``trumps_kept`` is the mean number of own trumps
    left in hand after the trick. To the deal's end: ``completed``, the mean number of calypsos
    each seat completes, ``points``, the mean points each scores by itself, and ``ruffs_later``,
    the share in which each ruffs a later lead of the suit of the card played. ``takes_later``
    gives, for cards kept in hand, the share in which the card wins a later trick by a ruff, and
    ``wins_later`` in which it wins one otherwise.
    """

    wins: tuple[float, ...]
    ruffs: tuple[float, ...]
    gained: tuple[float, ...]
    spoilt: tuple[float, ...]
    side_completes: float
    rivals_complete: float
    rivals_ruff: float
    card_built: tuple[float, ...]
    trumps_kept: float
    completed: tuple[float, ...]
    points: tuple[float, ...]
    ruffs_later: tuple[float, ...]
    takes_later: Mapping[Card, float]
    wins_later: Mapping[Card, float]


def _outlook(simulation: Simulation, found: Sights, choice: int) -> Outlook:
    """Return what happened after one of the choices."""
    at = simulation.standing

    def named(shares: Mapping[int, float]) -> dict[Card, float]:
        return {at.form.cards[card]: share for card, share in shares.items()}

    return Outlook(
        wins=tuple(found.wins[choice]),
        ruffs=tuple(found.ruffs[choice]),
        gained=tuple(found.gained[choice]),
        spoilt=tuple(found.spoilt[choice]),
        side_completes=found.side_completes[choice],
        rivals_complete=found.rivals_complete[choice],
        rivals_ruff=found.rivals_ruff[choice],
        card_built=tuple(found.built[choice]),
        trumps_kept=found.kept[choice],
        completed=tuple(found.completed[choice]),
        points=tuple(found.points[choice]),
        ruffs_later=tuple(found.ruffs_later[choice]),
        takes_later=named(found.takes_later[choice]),
        wins_later=named(found.wins_later[choice]),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """An action and what it is worth.

    ``mean`` is in points, with its standard error: what the own total gains from now to the
    deal's end, minus the mean of what the rivals' totals gain, calypsos then under way
    being counted with what they may become worth. ``behind`` is how much the best
    action gains more, over the same deals, with the standard error of that difference;
    both are 0 for the best. ``then`` is the card that does best after a trump is named.
    ``outlook`` is what happened in those deals, ``again`` in as many others: what to say is
    picked by the one, and how often it happens told by the other.
    """

    action: Action
    then: Play | None
    deals: int
    mean: float
    error: float
    behind: float
    behind_error: float
    outlook: Outlook
    again: Outlook


def weigh(view: View, rng: Random, *, deals: int) -> tuple[Weighed, ...]:
    """Try every distinct action in the same deals of the unseen cards.

    What is remarkable in those deals is so by chance too: a share picked for being large is on
    the whole too large. So as many deals more are played, whose shares nobody picks by.

    Args:
        view: What the player whose turn it is knows.
        rng: Deals the unseen cards, and plays on; a seed repeats the figures.
        deals: How many deals, at least 2; a hundred tell good cards from bad ones. As many
            more are played for ``again``.

    Returns:
        One for each distinct legal action, best first.

    Raises:
        ValueError: There is nothing to choose, or there are fewer than two deals.
    """
    found = options(view)
    if not found or deals < 2:
        raise ValueError(f"{len(found)} actions cannot be weighed in {deals} deals")
    simulation = Simulation(view, rng, weighed=True)
    courses = simulation.play(simulation.worlds(deals), found)
    ranked = rank(courses.value)
    best_of: dict[Action, int] = {}
    for number in ranked.order:
        best_of.setdefault(found[number].action, number)
    seen, at = sights(simulation.position, courses), simulation.standing
    again = simulation.play(
        simulation.worlds(deals), [found[number] for number in best_of.values()]
    )
    seen_again = sights(simulation.position, again)
    now = sum(stake * points for stake, points in zip(at.stakes, simulation.sheet(), strict=True))
    return tuple(
        Weighed(
            action=action,
            then=found[number].play if found[number].naming else None,
            deals=deals,
            mean=ranked.means[number] - now,
            error=ranked.errors[number],
            behind=ranked.behind[number],
            behind_error=ranked.behind_errors[number],
            outlook=_outlook(simulation, seen, number),
            again=_outlook(simulation, seen_again, place),
        )
        for place, (action, number) in enumerate(best_of.items())
    )
