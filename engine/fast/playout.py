"""Random games over small integers, far faster than `engine.game.play`, and their last tricks.

For practice opponents, which look at many ways a position may end, and for statistics.
A card is a number, a hand one list of cards for every suit, a calypso under way one bit
for every rank. Nothing is ruled on here: which card beats which is looked up in tables
that `role` and `POWER` fill, and points come from `score_of`. Only the building of
calypsos is said again, in bits, because it is asked after every trick; the tests hold
all of it to `engine.game.play`, card by card.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from random import Random

from engine.calypso import Calypso, Holdings, share
from engine.cards import Card, Rank, sort_cards
from engine.fast.numbers import any_card, collect, form_of, strengths
from engine.game import Action, Game, NameTrump, new
from engine.score import penalties, score_of
from engine.table import Seat, Table
from engine.trick import Play, Trick, judge, play_of
from engine.variants import Variant, next_dealer


@unique
class End(StrEnum):
    """How far a playout goes: until the hands are empty, or until the pack is used up."""

    DEAL = "deal"
    GAME = "game"


@dataclass(frozen=True, slots=True)
class PlayoutResult:
    """What a playout came to, parallel to the seats.

    ``totals`` are the points that decide the game, ``piles`` how many cards lie in each
    pile, ``tricks`` how many tricks each seat won in the playout.
    """

    totals: tuple[int, ...]
    calypsos: Holdings
    piles: tuple[int, ...]
    tricks: tuple[int, ...]


def playout(
    game: Game, rng: Random, *, end: End = End.GAME, log: list[Action] | None = None
) -> PlayoutResult:
    """Play on at random from *game* until *end*.

    Every card a player may play, and every trump that may be named instead, is as likely
    as any other; a card held twice counts twice. Nobody revokes, and the stock is dealt
    as it lies.

    Args:
        game: Where to begin, for instance `engine.game.new`.
        rng: Chooses the cards.
        end: How far to play.
        log: Takes every action, in order; leave it out where only the outcome matters.
    """
    run = _Run(game, rng.random, log)
    while run.holds_cards() or (end == End.GAME and run.deal()):
        run.trick()
    calypsos, seats = run.calypsos(), game.table.seats
    points = [score_of(*own).total for own in zip(calypsos, run.piles, strict=True)]
    totals = tuple(
        sum(points[seats.index(counted)] for counted in game.variant.counts[place])
        + penalties(game, seat).total
        for place, seat in enumerate(seats)
    )
    return PlayoutResult(totals, calypsos, tuple(run.piles), tuple(run.tricks))


class _Run:
    """One playout under way.

    A hand holds a list of cards for every suit, each in random order, so that its last
    card is one chosen at random. ``building`` and ``completed`` run parallel to the row
    of calypsos; behind the row stand the piles, as a calypso that lacks nothing, ever.
    """

    def __init__(self, game: Game, random: Callable[[], float], log: list[Action] | None) -> None:
        variant, seats = game.variant, game.table.seats
        self.variant, self.table, self.dealer = variant, game.table, game.dealer
        self.random, self.log = random, log
        self.form = form = form_of(variant, game.table)
        self.strengths = strengths(variant, game.table)
        number = form.number
        self.stock = [number[card] for card in game.stock]
        self.hands = [self.by_suit([number[card] for card in hand]) for hand in game.hands]
        self.begun = [number[play.card] for play in game.trick]
        self.turn = seats.index(game.trick[0].seat if game.trick else game.turn)
        self.unnamed, self.may_change = set(game.unnamed), game.may_change
        row = [calypso for own in game.calypsos for calypso in own]
        self.completed = [calypso.completed for calypso in row]
        self.building = [
            sum(form.bit[number[Card(calypso.suit, rank)]] for rank in calypso.ranks)
            for calypso in row
        ]
        self.building.append(-1)
        self.piles, self.tricks = [len(pile) for pile in game.piles], [0] * len(seats)

    def by_suit(self, cards: list[int]) -> list[list[int]]:
        """Shuffle a hand and sort it into suits."""
        random, suit = self.random, self.form.suit
        cards.sort(key=lambda _: random())
        hand: list[list[int]] = [[] for _ in range(suit[-1] + 1)]
        for card in cards:
            hand[suit[card]].append(card)
        return hand

    def holds_cards(self) -> bool:
        """Return whether this deal has a card to be played, or a trick to be taken in."""
        return bool(self.begun) or any(self.hands[self.turn])

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
        """Play a trick, or the rest of the one begun, and give it to its winner."""
        leader, hands, suit = self.turn, self.hands, self.form.suit
        order, won, self.begun = self.form.orders[leader], self.begun, []
        naming, log = self.variant.trumps_change, self.log
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
            if log is not None:
                log.append(play_of(self.table.seats[seat], self.form.cards[won[-1]]))
        strengths, best = self.strengths[leader][suit[won[0]]], 0
        for seat, card in zip(order, won, strict=True):
            strong = strengths[seat][card]
            if strong > best:
                self.turn, best = seat, strong
        self.may_change = self.turn != leader
        self.tricks[self.turn] += 1
        self.piles[self.turn] += collect(self.form, self.turn, won, self.building, self.completed)

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
        if self.log is not None:
            self.log.append(NameTrump(who, suit))

    def calypsos(self) -> Holdings:
        """Return the calypsos as they stand, parallel to the seats."""
        return tuple(
            tuple(
                Calypso(suit, self.ranks(self.building[spot]), self.completed[spot])
                for spot, (builder, suit) in enumerate(self.form.row)
                if builder == seat
            )
            for seat in self.table.seats
        )

    def ranks(self, bits: int) -> frozenset[Rank]:
        """Read the ranks that *bits* stand for."""
        return frozenset(
            [rank for place, rank in enumerate(self.variant.ranks) if bits >> place & 1]
        )


def last_deal(variant: Variant, table: Table, rng: Random) -> Game:
    """Play a new game at random until its last hands have been dealt.

    Returns:
        A position set up by hand: it has no history.
    """
    game = new(variant, table, rng.choice(table.seats), rng)
    log: list[Action] = []
    playout(game, rng, log=log)
    return _after(game, log, variant.hand)


def later(game: Game, left: int, rng: Random) -> Game:
    """Play the last deal of a game on at random, until everybody has *left* cards.

    Args:
        game: A position between two tricks of the last deal.
        left: As many as are left after a whole trick; at most those there are.
        rng: Chooses the cards.

    Returns:
        A position set up by hand: it has no history.
    """
    log: list[Action] = []
    playout(game, rng, end=End.DEAL, log=log)
    return _after(game, log, left)


def ending(game: Game, left: int, seat: Seat, rng: Random) -> Game:
    """Play the last deal of a game on at random, until *seat* may play one of its last cards.

    Args:
        game: A position between two tricks of the last deal.
        left: How many cards *seat* has then.
        seat: Who is to play.
        rng: Chooses the cards.

    Returns:
        A position set up by hand: it has no history.

    Raises:
        ValueError: *seat* has fewer cards, or cards are still to be dealt.
    """
    if game.stock or len(game.hands[game.table.seats.index(seat)]) < left:
        raise ValueError(f"{seat.name.title()} has no {left} cards left in the last deal")
    log: list[Action] = []
    playout(game, rng, end=End.DEAL, log=log)
    return _after(game, log, left, seat)


def _after(game: Game, log: list[Action], left: int, seat: Seat | None = None) -> Game:
    """Carry out *log* until *seat* has played all but *left* of the cards in it.

    Without a seat, until everybody has. Tricks are ruled on and shared out as
    `engine.game.play` does, and what only a game under way needs is left out.
    """
    variant, seats = game.variant, game.table.seats
    plays = [place for place, action in enumerate(log) if isinstance(action, Play)]
    if seat:
        own = [place for place in plays if log[place].seat == seat]
        cut = own[-left]
    else:
        cut = plays[-left * len(seats)]
    hands: dict[Seat, list[Card]] = {one: [] for one in seats}
    for action in log[cut:]:
        if isinstance(action, Play):
            hands[action.seat].append(action.card)
    table, calypsos, piles = game.table, game.calypsos, list(game.piles)
    trick: tuple[Play, ...] = ()
    turn, may_change = game.turn, game.may_change
    for action in log[:cut]:
        if isinstance(action, NameTrump):
            table, may_change = table.with_trump(action.seat, action.suit), False
        elif isinstance(action, Play):
            trick, may_change = (*trick, action), False
        if len(trick) == variant.trick:
            turn = judge(Trick(trick), table).winning.seat
            may_change = variant.trumps_change and turn != trick[0].seat
            calypsos, unused = share(variant, table, calypsos, [p.card for p in trick], turn)
            piles[seats.index(turn)] += unused
            trick = ()
    return replace(
        game,
        table=table,
        stock=(),
        hands=tuple(sort_cards(hands[one]) for one in seats),
        turn=log[cut].seat,
        trick=trick,
        calypsos=calypsos,
        piles=tuple(piles),
        unnamed=(),
        may_change=may_change,
        history=(),
        start=None,
    )
