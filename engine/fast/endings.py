"""The last tricks of games, as they come up when cards are played at random."""

from dataclasses import replace
from random import Random

from engine.cards import Card, sort_cards
from engine.fast.playout import End, playout
from engine.game import Action, Game, NameTrump, new
from engine.table import Seat, Table
from engine.trick import Play, Trick, judge
from engine.variants import Variant
from engine.winnings import share


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
