"""The last tricks of random games, played over small integers.

That is far faster than by `engine.game.play`, to which the tests hold it, card by card.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from engine.fast import form_of, strengths
from engine.game import Action, Game, NameTrump, new, play
from engine.table import Seat, Table
from engine.trick import Play, play_of
from engine.variants import Variant, next_dealer


def playout(game: Game, rng: Random) -> list[Action]:
    """Play on at random from *game* until the pack is used up; return what is done, in order.

    Every card a player may play, and every trump that may be named instead, is as likely as any
    other; a card held twice counts twice. Nobody revokes, and the stock is dealt as it lies.
    """
    run = _Run(game, rng.random)
    while run.begun or any(run.hands[run.turn]) or run.deal():
        run.trick()
    return run.log


class _Run:
    """One playout under way.

    A hand holds a list of cards for every suit, each in random order, so that its last
    card is one chosen at random.
    """

    def __init__(self, game: Game, random: Callable[[], float]) -> None:
        variant, seats = game.variant, game.table.seats
        self.variant, self.table, self.dealer = variant, game.table, game.dealer
        self.random, self.log = random, list[Action]()
        self.form = form = form_of(variant, game.table)
        self.strengths = strengths(variant, game.table)
        number = form.number
        self.stock = [number[card] for card in game.stock]
        self.hands = [self.by_suit([number[card] for card in hand]) for hand in game.hands]
        self.begun = [number[play.card] for play in game.trick]
        self.turn = seats.index(game.trick[0].seat if game.trick else game.turn)
        self.unnamed, self.may_change = set(game.unnamed), game.may_change

    def by_suit(self, cards: list[int]) -> list[list[int]]:
        """Shuffle a hand and sort it into suits."""
        random, suit = self.random, self.form.suit
        cards.sort(key=lambda _: random())
        hand: list[list[int]] = [[] for _ in range(suit[-1] + 1)]
        for card in cards:
            hand[suit[card]].append(card)
        return hand

    def deal(self) -> bool:
        """Deal the next hands from the stock; say whether there were any left."""
        stock, seats = self.stock, self.table.seats
        if not stock:
            return False
        self.dealer = next_dealer(self.variant, self.table, self.dealer, seats[self.turn])
        first = self.table.left_of(self.dealer)
        self.turn = seats.index(first)
        dealt, self.stock = stock[: self.variant.dealt], stock[self.variant.dealt :]
        for place, seat in enumerate(self.table.clockwise(first, len(seats))):
            self.hands[seats.index(seat)] = self.by_suit(dealt[place :: len(seats)])
        return True

    def trick(self) -> None:
        """Play a trick, or the rest of the one begun; its winner leads to the next."""
        leader, hands, suit = self.turn, self.hands, self.form.suit
        order, won, self.begun = self.form.orders[leader], self.begun, []
        naming = self.variant.trumps_change
        for seat in order[len(won) :]:
            if naming:
                self.name_trump(seat)
            hand = hands[seat]
            following = won and hand[suit[won[0]]]
            won.append(
                following.pop()
                if following
                else any_card(hand, int(self.random() * sum(map(len, hand))))
            )
            self.log.append(play_of(self.table.seats[seat], self.form.cards[won[-1]]))
        strengths, best = self.strengths[leader][suit[won[0]]], 0
        for seat, card in zip(order, won, strict=True):
            strong = strengths[seat][card]
            if strong > best:
                self.turn, best = seat, strong
        self.may_change = self.turn != leader

    def name_trump(self, seat: int) -> None:
        """Name a trump where it is due; change it as often as any one card is played."""
        who, cards = self.table.seats[seat], sum(map(len, self.hands[seat]))
        own = [suit for builder, suit in self.form.row if builder == who]
        may_change, self.may_change = self.may_change, False
        if who in self.unnamed:
            self.unnamed.remove(who)
            suit = own[int(self.random() * len(own))]
        elif may_change and int(self.random() * (cards + 1)) == cards:
            suit = next(suit for suit in own if suit != self.table.trump(who))
        else:
            return
        self.table = self.table.with_trump(who, suit)
        self.strengths = strengths(self.variant, self.table)
        self.log.append(NameTrump(who, suit))


def any_card(hand: list[list[int]], place: int) -> int:
    """Take a card of the suit in which the hand, sorted into suits, has its card *place*."""
    for held in hand:
        if place < len(held):
            return held.pop()
        place -= len(held)
    raise IndexError(f"the hand ends {place} cards before the one asked for")


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
    log = playout(game, rng)
    plays = [
        place
        for place, action in enumerate(log)
        if isinstance(action, Play) and seat in (None, action.seat)
    ]
    for action in log[: plays[-left if seat else -left * len(game.table.seats)]]:
        game, _ = play(game, action)
    return replace(game, stock=(), history=(), start=None)
