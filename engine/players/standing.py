"""A view in the small integers of `engine.fast.numbers`, and what a point of each seat is worth."""

from dataclasses import dataclass

from engine.cards import Card
from engine.fast.numbers import Form, form_of, strengths
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
