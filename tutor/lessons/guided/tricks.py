"""A guided deal in small integers: what a trick shows and brings, fast enough to look ahead.

Cards, seats and calypsos are the numbers of `Form`, rules the bits of `BITS`. It says the
same as `tutor.lessons.guided` says of the engine's rulings; the tests hold the two together.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.calypso import Calypso
from engine.cards import Card
from engine.fast import Form, collect, form_of, strengths
from engine.game import Game
from engine.rules import Rule
from engine.score import Score, score_of
from engine.table import Table
from engine.trick import GOVERNING, Role
from engine.variants import Variant
from tutor.lessons.guided import IN_TRICKS, MOST

BITS = {rule: 1 << place for place, rule in enumerate(sorted(IN_TRICKS | {Rule.LED_TRUMP_HOLDS}))}
"""The rules a trick can show, each as one bit."""


def in_turn(wanted: Sequence[int], shown: int) -> int:
    """Return how many of the rules still wanted a trick tells that shows these rules.

    See `tutor.lessons.guided.told_at`, which says the same of rules.
    """
    count = 0
    for rule in wanted[:MOST]:
        if not rule & shown:
            break
        count += 1
    return count


_LATER = BITS[Rule.WINNER_LEADS]
_FOLLOWS, _VOID = BITS[Rule.FOLLOW_SUIT], BITS[Rule.ANY_CARD_WHEN_VOID]
_EQUALS, _PLAIN = BITS[Rule.FIRST_OF_EQUALS], BITS[Rule.LED_SUIT_NO_TRUMP]
_DISCARD = BITS[Rule.DISCARD_NEVER_WINS]
_OWN, _PARTNER = BITS[Rule.OWN_SUIT_BUILDS], BITS[Rule.PARTNER_GETS_CARDS]
_PILE, _ONE = BITS[Rule.OTHERS_TO_PILE], BITS[Rule.ONE_AT_A_TIME]
_NEXT = BITS[Rule.SAME_TRICK_STARTS_NEXT]
_RUFFED = [BITS[GOVERNING[Role.RUFF, count]] for count in (1, 2)]
_HELD = [BITS[GOVERNING[Role.LED_TRUMP, count]] for count in (0, 1, 2)]
_HIGHEST = BITS[GOVERNING[Role.SUIT, 0]]


@dataclass(frozen=True, slots=True)
class TableNumbers:
    """A table in numbers.

    ``trump`` and ``owner`` are the suit of every seat and the seat of every suit, ``strong``
    says how strong a card is by leader, suit led, player and card.
    """

    form: Form
    trump: list[int]
    owner: list[int]
    strong: list[list[list[list[int]]]]
    rank: list[int]
    builder: list[int]


@cache
def numbers_of(variant: Variant, table: Table) -> TableNumbers:
    """Put a table into numbers."""
    form, suits = form_of(variant, table), variant.suits
    trump = [suits.index(suit) for suit in table.trumps]
    return TableNumbers(
        form=form,
        trump=trump,
        owner=[trump.index(suit) if suit in trump else -1 for suit in range(len(suits))],
        strong=strengths(variant, table),
        rank=[variant.ranks.index(card.rank) for card in form.cards],
        builder=[table.seats.index(seat) for seat, _ in form.row],
    )


class DealPosition:
    """A deal under way in numbers; it changes as cards are played.

    ``hands`` hold sorted cards, ``begun`` the cards of the trick under way, ``number`` which
    trick that is; ``building`` and ``completed`` run parallel to the form's row.
    """

    __slots__ = (
        "begun",
        "building",
        "completed",
        "hands",
        "leader",
        "me",
        "number",
        "numbers",
        "piles",
    )

    def __init__(
        self,
        numbers: TableNumbers,
        hands: list[list[int]],
        row: tuple[list[int], list[int]],
        leader: int,
        me: int,
    ) -> None:
        self.numbers, self.hands, self.leader, self.me = numbers, hands, leader, me
        self.building, self.completed = row
        self.begun: list[int] = []
        self.piles = [0] * len(hands)
        self.number = 1

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return self.numbers.form.orders[self.leader][len(self.begun)]

    def legal(self) -> list[int]:
        """List the different cards that may be played now, lowest first."""
        hand = self.hands[self.turn]
        if self.begun:
            suit = self.numbers.form.suit
            led = suit[self.begun[0]]
            following = [card for card in hand if suit[card] == led]
            hand = following or hand
        return list(dict.fromkeys(hand))

    def play(self, card: int) -> int:
        """Play a card; return the rules that a trick showed, if this completed one."""
        self.hands[self.turn].remove(card)
        self.begun.append(card)
        order = self.numbers.form.orders[self.leader]
        if len(self.begun) < len(order):
            return 0
        winner, shown = self.shows(self.begun)
        unused = collect(self.numbers.form, winner, self.begun, self.building, self.completed)
        self.piles[winner] += unused
        self.leader, self.begun, self.number = winner, [], self.number + 1
        return shown

    def shows(self, cards: list[int]) -> tuple[int, int]:
        """Return who wins a complete trick, and the rules that it shows."""
        numbers, form, leader, me = self.numbers, self.numbers.form, self.leader, self.me
        suit, rank, trump, order = form.suit, numbers.rank, numbers.trump, form.orders[self.leader]
        led = suit[cards[0]]
        strong = numbers.strong[leader][led]
        powers = [strong[seat][card] for seat, card in zip(order, cards, strict=True)]
        best = max(powers)
        best_place = powers.index(best)
        winner, top = order[best_place], rank[cards[best_place]]
        shown = _LATER if self.number > 1 else 0
        owner, ruffs = numbers.owner[led], 0
        for seat, card in zip(order, cards, strict=True):
            if suit[card] == led:
                if seat != leader:
                    if seat == owner:
                        shown |= _PLAIN
                    if seat == me:
                        shown |= _FOLLOWS
            elif suit[card] == trump[seat]:
                ruffs += 1
                shown |= _VOID
            else:
                shown |= _VOID | _DISCARD if rank[card] > top else _VOID
        if powers.count(best) > 1:
            shown |= _EQUALS
        if suit[cards[best_place]] != led:
            shown |= _RUFFED[min(ruffs, 2) - 1]
        elif winner == leader == owner:
            shown |= _HELD[min(ruffs, 2)]
        else:
            shown |= _HIGHEST
        return winner, shown | self._places(winner, cards)

    def disputed(self, cards: list[int]) -> bool:
        """Whether the rulebooks differ on who wins this trick: a led trump and no higher ruff."""
        numbers, suit, rank = self.numbers, self.numbers.form.suit, self.numbers.rank
        led, order = cards[0], numbers.form.orders[self.leader]
        if suit[led] != numbers.trump[self.leader]:
            return False
        ruffs = [
            rank[card]
            for seat, card in zip(order[1:], cards[1:], strict=True)
            if suit[card] != suit[led] and suit[card] == numbers.trump[seat]
        ]
        return bool(ruffs) and max(ruffs) <= rank[led]

    def _places(self, winner: int, cards: list[int]) -> int:
        form = self.numbers.form
        spots, bit, pile = form.spots[winner], form.bit, len(form.row)
        added: dict[int, int] = {}
        twice: dict[int, list[int]] = {}
        shown = 0
        for card in cards:
            spot = spots[card]
            if spot == pile:
                shown |= _PILE
            elif (self.building[spot] | added.get(spot, 0)) & bit[card]:
                twice.setdefault(spot, []).append(card)
            else:
                added[spot] = added.get(spot, 0) | bit[card]
                shown |= _OWN if self.numbers.builder[spot] == winner else _PARTNER
        for spot, again in twice.items():
            full = self.building[spot] | added.get(spot, 0) == form.full
            different = len({bit[card] for card in again})
            if full:
                shown |= _NEXT
            if not full or different < len(again):
                shown |= _ONE
        return shown

    @property
    def sheets(self) -> tuple[Score, ...]:
        """The own score sheet of every seat as the deal stands."""
        form = self.numbers.form
        bits, built = tuple(zip(form.cards, form.bit, strict=True)), list[Calypso]()
        for (_, suit), held, done in zip(form.row, self.building, self.completed, strict=False):
            ranks = frozenset(card.rank for card, bit in bits if card.suit == suit and bit & held)
            built.append(Calypso(suit, ranks, done))
        owned = tuple(zip(built, self.numbers.builder, strict=True))
        return tuple(
            score_of([calypso for calypso, builder in owned if builder == seat], pile)
            for seat, pile in enumerate(self.piles)
        )


def position_of(game: Game, me: int, number: int) -> DealPosition:
    """Put a game between tricks or within one into numbers; *number* counts its tricks."""
    numbers = numbers_of(game.variant, game.table)
    form = numbers.form
    own = {calypso.suit: calypso for mine in game.calypsos for calypso in mine}
    building = [
        sum(form.bit[form.number[Card(suit, rank)]] for rank in own[suit].ranks)
        for _, suit in form.row
    ]
    first = game.trick[0].seat if game.trick else game.turn
    position = DealPosition(
        numbers,
        [sorted(form.number[card] for card in hand) for hand in game.hands],
        ([*building, form.full], [own[suit].completed for _, suit in form.row]),
        game.table.seats.index(first),
        me,
    )
    position.begun = [form.number[play.card] for play in game.trick]
    position.number = number
    position.piles = list(map(len, game.piles))
    return position
