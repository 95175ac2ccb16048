"""Cards as small integers: playouts, search and sweeps, many times as fast as `engine.game`.

What they go by stands here: a form of the game in numbers, how strong every card is and what it
brings, and a view in numbers. Nothing is ruled on: which card beats which comes from `role` and
`POWER`, and points come from `score_of`.
"""

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from engine.calypso import Calypso
from engine.cards import Card, Rank, Suit
from engine.score import score_of
from engine.table import Seat, Table
from engine.trick import POWER, Play, play_of, role, strength
from engine.variants import Variant
from engine.view import View


@dataclass(frozen=True, slots=True)
class Form:
    """A form of the game at one table, in numbers.

    A card is its index in ``cards``; ``suit`` and ``bit`` run parallel to them, and
    ``full`` has the bits of all ranks. A seat is its index at the table, and ``orders``
    gives who plays after whom, by leader. The calypsos of all seats stand in one
    ``row``; by winner, ``fed`` lists those a trick may add to, and ``spots`` gives for
    every card the one that takes it, or the end of the row for the pile.
    """

    cards: tuple[Card, ...]
    number: dict[Card, int]
    suit: list[int]
    bit: list[int]
    full: int
    orders: list[list[int]]
    row: list[tuple[Seat, Suit]]
    fed: list[list[int]]
    spots: list[list[int]]


@cache
def form_of(variant: Variant, table: Table) -> Form:
    """Put a form of the game and its table into numbers."""
    ranks, suits, seats = variant.ranks, variant.suits, table.seats
    cards = tuple(Card(suit, rank) for suit in suits for rank in ranks)
    built = zip(seats, variant.builds_at(table), strict=True)
    row = [(seat, suit) for seat, own in built for suit in own]
    fed = [[spot for spot, (seat, _) in enumerate(row) if seat in of] for of in variant.feeds]
    return Form(
        cards=cards,
        number={card: number for number, card in enumerate(cards)},
        suit=[suits.index(card.suit) for card in cards],
        bit=[1 << ranks.index(card.rank) for card in cards],
        full=(1 << len(ranks)) - 1,
        orders=[list(map(seats.index, table.clockwise(seat, variant.trick))) for seat in seats],
        row=row,
        fed=fed,
        spots=[
            [next((spot for spot in of if row[spot][1] == card.suit), len(row)) for card in cards]
            for of in fed
        ],
    )


@cache
def strengths(variant: Variant, table: Table) -> list[list[list[list[int]]]]:
    """Look at every card under every lead as `judge` does; rank breaks a tie in power.

    Returns:
        How strong a card is: by leader, suit led, player and card.
    """
    power, cards = POWER[table.led_trump], form_of(variant, table).cards

    def strong(play: Play, lead: Play) -> int:
        powered, rank = strength(power[role(play, lead, table)], play.card)
        return powered * (Rank.ACE + 1) + rank

    def under(lead: Play) -> list[list[int]]:
        return [[strong(play_of(seat, card), lead) for card in cards] for seat in table.seats]

    low = variant.ranks[0]
    return [
        [under(play_of(leader, Card(led, low))) for led in variant.suits] for leader in table.seats
    ]


@dataclass(frozen=True, slots=True)
class PointValues:
    """The points of the score sheet: of a card in a ``pile`` and of a ``card`` of a calypso.

    By the number completed, ``done`` is what those bring, and ``gain`` what completing one
    more adds to the points of its cards.
    """

    pile: int
    card: int
    done: tuple[int, ...]
    gain: tuple[int, ...]


@cache
def point_values(variant: Variant) -> PointValues:
    """Look up what cards and calypsos bring on the score sheet."""
    suit, ranks = variant.suits[0], variant.ranks
    card = score_of(Calypso(suit, frozenset(ranks[:1])), 0).total
    done = [score_of(Calypso(suit, completed=count), 0).total for count in range(variant.packs + 1)]
    gain = [then - now - card * len(ranks) for now, then in pairwise(done)]
    return PointValues(score_of((), 1).total, card, tuple(done), (*gain, 0))


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
    rivals = [rival for rival, seat in enumerate(seats) if seat not in variant.feeds[place]]
    return [
        (seat in counts[place]) - sum(seat in counts[rival] for rival in rivals) / len(rivals)
        for seat in seats
    ]


def collect(
    form: Form, winner: int, won: list[int], building: list[int], completed: list[int]
) -> int:
    """Build calypsos from a won trick; give the number of cards for the pile.

    *building* ends with one that lacks nothing: cards that go there go to the pile.

    Source: see `engine.calypso.collect`, which says the same of cards.
    """
    spots, bit, left = form.spots[winner], form.bit, []
    for card in won:
        spot = spots[card]
        if building[spot] & bit[card]:
            left.append(card)
        else:
            building[spot] |= bit[card]
    for spot in form.fed[winner]:
        if building[spot] == form.full:
            completed[spot] += 1
            building[spot] = 0
            for card in left.copy():
                if spots[card] == spot and not building[spot] & bit[card]:
                    building[spot] |= bit[card]
                    left.remove(card)
    return len(left)
