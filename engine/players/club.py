"""The club player: looks one trick ahead, and weighs what a card may win, give away and cost.

The advice of the sources, in points: who will probably win the trick, and what its cards
bring to or take from every calypso then, with the cards that are still to come for it;
less what the card is worth in hand.

Source: Parlett and the leaflet, see the advice they give on leading and on keeping trumps.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from random import Random

from engine.fast import Standing, point_values, standing
from engine.fast.bulk.policy import fitted_form
from engine.game import Action, NameTrump
from engine.trick import Play
from engine.variants import Variant
from engine.view import View, legal

WILLING = 0.8
"""How often a rival who could take the trick does."""

OVER_PARTNER = 0.24
"""How often a partner takes a trick that the own side has already."""

FRIEND, FOE = 1.2, 0.7
"""How a card to come compares with a chance one: partners play what helps, rivals what does not."""

TRUMP, TRUMP_RANK = 20.0, 1.0
"""What a trump is worth in hand, and each rank more: ruff with the lowest that will do."""

HIGH = (26.0, 15.0, 7.0)
"""What the ace, king and queen of another suit are worth in hand: tricks to come.

These numbers stand on a plateau: doubled or halved, each lost points over 60 packs, or
made no difference that could be told from chance.
"""

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


def choose_club(view: View, rng: Random) -> Action:
    """Choose as a club player does; what seems equal is chosen by chance."""
    actions = legal(view)
    named = [action for action in actions if isinstance(action, NameTrump)]
    if named:
        best = max(named, key=lambda naming: (_length(view, naming), rng.random()))
        if len(named) == len(actions) or _length(view, best) > _length(view, None) + 1:
            return best
    plays = [action for action in actions if isinstance(action, Play)]
    if len(plays) == 1:
        return plays[0]
    reckoning = _Reckoning(view, standing(view))
    number = reckoning.form.number
    return max(plays, key=lambda play: reckoning.value(number[play.card]) + rng.random())


def _length(view: View, naming: NameTrump | None) -> int:
    """Count the cards of the trump there is, or would be after *naming*."""
    suit = naming.suit if naming else view.table.trumps[view.place]
    return sum(card.suit == suit for card in view.hand)


class _Reckoning:
    """What a club player reckons with; cards, suits and seats are numbers (`Standing`).

    ``to_come`` is how many copies of every card can still be won, those of the trick under way
    too; ``pool`` is how many unseen cards of every suit there are.
    """

    def __init__(self, view: View, standing: Standing) -> None:
        self.form, self.standing = standing.form, standing
        self.to_come = standing.unseen.copy()
        for card in (*standing.hand, *standing.begun):
            self.to_come[card] += 1
        self.pool = [
            sum(standing.unseen[low : low + standing.ranks])
            for low in range(0, len(standing.unseen), standing.ranks)
        ]
        self.spot = [standing.suits.index(suit) for suit in range(len(self.pool))]
        self.catch, self.worth = catching(view.variant), worth_of(view.variant)
        self.worth_now = [
            self.prospect(spot, standing.building[spot], standing.completed[spot], ())
            for spot in range(len(standing.suits))
        ]

    def value(self, card: int) -> float:
        """Reckon what playing *card* is worth, in points for the own side."""
        won = [*self.standing.begun, card]
        order = self.form.orders[self.standing.leader]
        led, later = self.form.suit[won[0]], order[len(won) :]
        value = -self.keeping(card)
        for winner, chance in self.winners(won, led).items():
            value += chance * self.gain(winner, won)
            for seat in later:
                friends = (winner in self.standing.mates) == (seat in self.standing.mates)
                value += chance * (FRIEND if friends else FOE) * self.coming(winner, seat, led)
        return value

    def keeping(self, card: int) -> float:
        """Return what a card is worth in hand."""
        rank = card % self.standing.ranks
        if self.form.suit[card] == self.standing.trumps[self.standing.me]:
            return TRUMP + TRUMP_RANK * rank
        below_ace = self.standing.ranks - 1 - rank
        return HIGH[below_ace] if below_ace < len(HIGH) else 0.0

    def winners(self, won: Sequence[int], led: int) -> dict[int, float]:
        """Return how likely each seat is to win the trick of which the first cards are *won*."""
        order, best, holder = self.form.orders[self.standing.leader], 0, self.standing.leader
        strong = self.standing.strengths[holder][led]
        for seat, card in zip(order, won, strict=False):
            if strong[seat][card] > best:
                holder, best = seat, strong[seat][card]
        chances = {holder: 1.0}
        for seat in order[len(won) :]:
            if seat != self.standing.me:
                can = self.can_beat(seat, strong[seat], best, led)
                for held in [player for player in chances if player != seat]:
                    together = held in self.standing.mates and seat in self.standing.mates
                    taken = chances[held] * can * (OVER_PARTNER if together else WILLING)
                    chances[held] -= taken
                    chances[seat] = chances.get(seat, 0.0) + taken
        return chances

    def can_beat(self, seat: int, strong: Sequence[int], best: int, led: int) -> float:
        """Return how likely *seat* holds a stronger card than *best* that it may play."""
        trump, out, cards = self.standing.trumps[seat], self.standing.out[seat], self.open_to(seat)
        can = 0.0
        if led not in out:
            can = self.holds(seat, self.stronger(led, strong, best), cards)
        if trump != led and trump not in out:
            others = cards - (0 if led in out else self.pool[led])
            ruff = self.holds(seat, self.stronger(trump, strong, best), others)
            can += self.is_void(seat, led) * ruff
        return min(1.0, can)

    def stronger(self, suit: int, strong: Sequence[int], best: int) -> int:
        """Count the unseen cards of a suit that are stronger than *best*."""
        low = suit * self.standing.ranks
        return sum(
            self.standing.unseen[card]
            for card in range(low, low + self.standing.ranks)
            if strong[card] > best
        )

    def holds(self, seat: int, wanted: int, cards: int) -> float:
        """Return how likely *seat* has one of so many wanted among so many unseen cards."""
        if wanted >= cards:
            return 1.0 if wanted else 0.0
        missed: float = (1 - wanted / cards) ** self.standing.held[seat]
        return 1 - missed

    def open_to(self, seat: int) -> int:
        """Count the unseen cards of the suits that *seat* may hold."""
        return sum(
            count for suit, count in enumerate(self.pool) if suit not in self.standing.out[seat]
        )

    def is_void(self, seat: int, suit: int) -> float:
        """Return how likely *seat* cannot follow a suit."""
        if suit in self.standing.out[seat]:
            return 1.0
        return 1 - self.holds(seat, self.pool[suit], self.open_to(seat))

    def coming(self, winner: int, seat: int, led: int) -> float:
        """Return what the card that *seat* will play brings on average if *winner* wins."""
        void = self.is_void(seat, led)
        return (1 - void) * self.average[winner][led] + void * self.any_card[winner]

    @cached_property
    def average(self) -> list[list[float]]:
        """What one unseen card brings on average, by winner and suit."""
        ranks = self.standing.ranks
        return [
            [
                sum(
                    self.standing.unseen[card] * self.gain(winner, (card,))
                    for card in range(suit * ranks, suit * ranks + ranks)
                    if self.standing.unseen[card]
                )
                / max(1, count)
                for suit, count in enumerate(self.pool)
            ]
            for winner in range(len(self.standing.weights))
        ]

    @cached_property
    def any_card(self) -> list[float]:
        """What one unseen card of any suit brings on average, by winner."""
        cards = max(1, sum(self.pool))
        return [
            sum(mean * count for mean, count in zip(means, self.pool, strict=True)) / cards
            for means in self.average
        ]

    def gain(self, winner: int, won: Sequence[int]) -> float:
        """Return what the cards bring, or cost, the own side if *winner* wins them."""
        by_suit: dict[int, list[int]] = {}
        for card in won:
            by_suit.setdefault(self.form.suit[card], []).append(card)
        return sum(self.gain_in(suit, winner, cards) for suit, cards in by_suit.items())

    def gain_in(self, suit: int, winner: int, won: Sequence[int]) -> float:
        """Return the same of the cards of one suit; see `engine.calypso.collect`."""
        spot, full, bit = self.spot[suit], self.form.full, self.form.bit
        bits, done, left = self.standing.building[spot], self.standing.completed[spot], list(won)
        if self.form.spots[winner][won[0]] == spot:
            bits, left = _placed(bits, bit, left)
            if bits == full:
                bits, left = _placed(0, bit, left)
                done += 1
        pile = 10 * len(left) * self.standing.weights[winner]
        return pile + self.prospect(spot, bits, done, won) - self.worth_now[spot]

    def prospect(self, spot: int, bits: int, done: int, gone: Sequence[int]) -> float:
        """Value a calypso for the own side when the cards *gone* are no longer to come."""
        ranks, stake = self.standing.ranks, self.standing.stakes[spot]
        if not stake:
            return 0.0
        low = self.standing.suits[spot] * ranks
        copies = self.to_come[low : low + ranks]
        for card in gone:
            copies[card - low] -= 1
        return stake * self.worth(bits, done, [self.catch[count] for count in copies])


def _placed(bits: int, bit: Sequence[int], cards: Sequence[int]) -> tuple[int, list[int]]:
    """Add cards to a calypso; give its ranks, and the cards that found no place."""
    left = []
    for card in cards:
        if bits & bit[card]:
            left.append(card)
        else:
            bits |= bit[card]
    return bits, left


@cache
def catching(variant: Variant) -> tuple[float, ...]:
    """Return, by the number of copies to come, how likely the builder's side wins one of them.

    A form for which nothing was fitted is taken for the one it is like.
    """
    miss = 1 - SHARE[fitted_form(variant)]
    return tuple(1 - miss**copies for copies in range(variant.packs + 1))


@cache
def worth_of(variant: Variant) -> Callable[[int, int, Sequence[float]], float]:
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
