"""What happened after an action, counted in the deals in which it was tried."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from engine.players.simulation import Course, Option, Simulation, World


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """What happened after an action, in the simulated deals; tuples run parallel to the seats.

    A share is of the deals, from 0 to 1; a mean is over them. Of the trick under way:
    ``wins``, the share each seat wins, and ``side_wins``, the own side; ``ruffs``, the
    share in which a seat ruffs; ``gained``, the mean number of cards for each seat's
    calypsos; ``spoilt``, the mean number of cards of suits a seat builds that go to a
    pile, and are lost to it; ``completes``, the share in which the trick completes a
    calypso of the seat. Of the card played: ``card_built``, the share in which it goes to
    a calypso of each seat, and ``card_lost``, in which another side throws it on its pile.
    ``trumps_kept`` is the mean number of own trumps left in hand after the trick. To the
    deal's end: ``completed``, the mean number of calypsos each seat completes, and
    ``points``, the mean points each scores by itself.
    """

    wins: tuple[float, ...]
    side_wins: float
    ruffs: tuple[float, ...]
    gained: tuple[float, ...]
    spoilt: tuple[float, ...]
    completes: tuple[float, ...]
    card_built: tuple[float, ...]
    card_lost: float
    trumps_kept: float
    completed: tuple[float, ...]
    points: tuple[float, ...]


def outlook_of(
    simulation: Simulation, option: Option, worlds: Sequence[World], courses: Sequence[Course]
) -> Outlook:
    """Count what happened after *option*; *courses* run parallel to *worlds*, at least one."""
    at, count = simulation.at, len(courses)
    seats = range(len(at.weights))
    sights = [
        _Sight(simulation, option, world, course)
        for world, course in zip(worlds, courses, strict=True)
    ]

    def by_seat(found: Iterable[Sequence[int]]) -> tuple[float, ...]:
        return tuple(sum(each) / count for each in zip(*found, strict=True))

    return Outlook(
        wins=by_seat([[seat == course.winner for seat in seats] for course in courses]),
        side_wins=sum(course.winner in at.mates for course in courses) / count,
        ruffs=by_seat(sight.ruffs for sight in sights),
        gained=by_seat(sight.gained for sight in sights),
        spoilt=by_seat(sight.spoilt for sight in sights),
        completes=by_seat(sight.completes for sight in sights),
        card_built=by_seat(sight.card_built for sight in sights),
        card_lost=sum(sight.card_lost for sight in sights) / count,
        trumps_kept=sum(sight.trumps_kept for sight in sights) / count,
        completed=by_seat(_completed(simulation, course) for course in courses),
        points=by_seat(_points(simulation, course) for course in courses),
    )


class _Sight:
    """One outcome of the trick under way; lists run parallel to the seats."""

    def __init__(
        self, simulation: Simulation, option: Option, world: World, course: Course
    ) -> None:
        at, form, won = simulation.at, simulation.form, course.won
        seats, pile, mine = range(len(at.weights)), len(at.suits), len(at.begun)
        order, suits = form.orders[at.leader], [form.suit[card] for card in won]
        trumps = simulation.trumps(world, option)
        owner = [simulation.owner[at.suits.index(suit)] for suit in suits]
        spots, finished = _placed(simulation, course)
        builder = [None if spot == pile else simulation.owner[spot] for spot in spots]
        ruffing = {
            seat
            for seat, suit in zip(order, suits, strict=True)
            if suit == trumps[seat] != suits[0]
        }
        self.ruffs = [seat in ruffing for seat in seats]
        self.gained = [builder.count(seat) for seat in seats]
        self.spoilt = [
            sum(of == seat and to is None for of, to in zip(owner, builder, strict=True))
            for seat in seats
        ]
        self.completes = [
            any(simulation.owner[spot] == seat for spot in finished) for seat in seats
        ]
        self.card_built = [builder[mine] == seat for seat in seats]
        self.card_lost = builder[mine] is None and course.winner not in at.mates
        played = [
            suit for seat, suit in zip(order[mine:], suits[mine:], strict=True) if seat == at.me
        ]
        own = trumps[at.me]
        held = [form.suit[card] for card in at.hand]
        self.trumps_kept = held.count(own) - played.count(own)


def _placed(simulation: Simulation, course: Course) -> tuple[list[int], list[int]]:
    """Say where each card of the trick goes, and which calypsos it completes.

    Returns:
        Calypsos as places in their row, the pile behind it, parallel to the trick's cards;
        and the calypsos completed.

    Source: `engine.calypso.places`, which says the same of cards.
    """
    at, form = simulation.at, simulation.form
    spots, pile, bits = form.spots[course.winner], len(at.suits), at.building.copy()
    found, finished = [], []
    for card in course.won:
        spot = spots[card]
        found.append(pile if bits[spot] & form.bit[card] else spot)
        bits[found[-1]] |= form.bit[card]
    for spot in form.fed[course.winner]:
        if bits[spot] == form.full:
            finished.append(spot)
            bits[spot] = 0
            for place, card in enumerate(course.won):
                if found[place] == pile and spots[card] == spot and not bits[spot] & form.bit[card]:
                    bits[spot] |= form.bit[card]
                    found[place] = spot
    return found, finished


def _completed(simulation: Simulation, course: Course) -> list[int]:
    """Count the calypsos each seat completes until the deal's end."""
    count = [0] * len(simulation.at.weights)
    for owner, now, then in zip(
        simulation.owner, simulation.at.completed, course.completed, strict=True
    ):
        count[owner] += then - now
    return count


def _points(simulation: Simulation, course: Course) -> list[int]:
    """Count the points each seat scores until the deal's end."""
    points = [simulation.pile_card * cards for cards in course.piles]
    then = simulation.sheet(course)
    for owner, before, after in zip(simulation.owner, simulation.sheet(), then, strict=True):
        points[owner] += after - before
    return points
