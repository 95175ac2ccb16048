"""A view in small integers, what a point is worth in it, and what a calypso may become worth."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from engine.cards import Card
from engine.fast import Form, PointValues, form_of, point_values, strengths
from engine.fast.bulk.policy import Foresight, fitted_form
from engine.variants import Variant
from engine.view import View


@dataclass(frozen=True, slots=True)
class Standing:
    """What a player knows, as card numbers and indices of seats, suits and calypsos.

    ``hand`` and ``begun`` (the trick under way) are cards, ``unseen`` the number of unseen
    copies of every card; ``me``, ``leader`` and ``mates`` are seats. ``building`` (bits),
    ``completed``, ``suits`` and ``stakes`` run parallel to the form's row of calypsos;
    behind the row, ``building`` has the pile, as a calypso that lacks nothing. ``weights``
    is what a point of each seat is worth to the player, ``stakes`` the same by calypso.
    ``out`` gives, parallel to the seats, the suits each is out of.
    """

    form: Form
    strengths: list[list[list[list[int]]]]
    ranks: int
    me: int
    mates: frozenset[int]
    leader: int
    hand: list[int]
    begun: list[int]
    unseen: list[int]
    building: list[int]
    completed: list[int]
    suits: list[int]
    weights: list[float]
    stakes: list[float]
    trumps: list[int]
    held: tuple[int, ...]
    out: list[frozenset[int]]


def standing(view: View) -> Standing:
    """Put a view into numbers."""
    variant, seats = view.variant, view.table.seats
    form = form_of(variant, view.table)
    number, suits = form.number, variant.suits
    unseen = [0] * len(form.cards)
    for card in view.unseen:
        unseen[number[card]] += 1
    row = [calypso for own in view.calypsos for calypso in own]
    building = [
        sum(form.bit[number[Card(calypso.suit, rank)]] for rank in calypso.ranks) for calypso in row
    ]
    weights = weights_of(variant, view.place)
    return Standing(
        form=form,
        strengths=strengths(variant, view.table),
        ranks=len(variant.ranks),
        me=view.place,
        mates=frozenset(map(seats.index, view.side)),
        leader=seats.index(view.trick[0].seat if view.trick else view.turn),
        hand=[number[card] for card in view.hand],
        begun=[number[play.card] for play in view.trick],
        unseen=unseen,
        building=[*building, -1],
        completed=[calypso.completed for calypso in row],
        suits=[suits.index(suit) for _, suit in form.row],
        weights=weights,
        stakes=[weights[seats.index(seat)] for seat, _ in form.row],
        trumps=[suits.index(trump) for trump in view.table.trumps],
        held=view.held,
        out=[frozenset(map(suits.index, shown)) for shown in view.voids],
    )


def weights_of(variant: Variant, place: int) -> list[float]:
    """Return, parallel to the seats, what one point of a seat is worth to the seat at *place*.

    A player wants the own total high and those of the other sides low: all points that
    count for the player, minus the mean of what counts for each rival. Our choice where
    several sides play; between two sides it is the difference of the score.
    """
    seats, counts = variant.seats, variant.counts
    rivals = [other for other, seat in enumerate(seats) if seat not in variant.feeds[place]]
    return [
        (seat in counts[place]) - sum(seat in counts[rival] for rival in rivals) / len(rivals)
        for seat in seats
    ]


SHARE: Mapping[str, float] = {
    "partnership": 0.59,
    "solo": 0.38,
    "three": 0.53,
    "split": 0.53,
    "two": 0.53,
}
"""How likely a side is to win one wanted card before the game ends, by form.

Fitted (maximum likelihood) to whether calypsos under way at the end of deals 1 to 3 were
completed, in 60 games of each form between club players, as the product `worth_of` makes
of it.
"""

Worth = Callable[[int, int, Sequence[float]], float]


@cache
def catching(variant: Variant) -> tuple[float, ...]:
    """Return, by the number of copies to come, how likely the builder's side wins one of them.

    A form for which nothing was fitted is taken for the one it is like.
    """
    miss = 1 - SHARE[fitted_form(variant)]
    return tuple(1 - miss**copies for copies in range(variant.packs + 1))


@cache
def foreseen(variant: Variant, ahead: Foresight) -> tuple[tuple[float, ...], PointValues]:
    """Return what is to be expected of calypsos after a deal.

    Returns:
        How likely one more copy of a card is won, by the number of copies to come (see
        `catching`); and the points of the score sheet, with those that follow a calypso.
    """
    prices = point_values(variant)
    chances = tuple(1 - (1 - ahead.share) ** copies for copies in range(variant.packs + 1))
    gain = (*(points + ahead.then for points in prices.gain[:-1]), 0)
    return chances, replace(prices, gain=gain)


@cache
def worth_of(variant: Variant) -> Worth:
    """Return the function that values the calypsos of one suit.

    It takes the bits of the ranks under way, the number completed, and for every rank how
    likely one more copy of it is won (`catching`). It returns the points of the score
    sheet, the points that single cards to come may add, and what completing the calypso
    under way would bring times the chance that every rank it lacks is won.
    """
    prices, bits = point_values(variant), [1 << place for place in range(len(variant.ranks))]
    card, done, gain = prices.card, prices.done, prices.gain

    def worth(held: int, completed: int, chances: Sequence[float]) -> float:
        cards, all_come = float(len(bits)), 1.0
        for bit, chance in zip(bits, chances, strict=True):
            if not held & bit:
                cards += chance - 1
                all_come *= chance
        return done[completed] + card * cards + gain[completed] * all_come

    return worth
