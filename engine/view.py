"""What one player at the table may know: the own hand, and everything that was shown.

A view is made of copies of what lies open, so that whoever holds it cannot reach the other
hands, the order of the stock or the pack. It remembers every card played, as a good player
does; a page that shows less hides some of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card, Suit, sort_cards
from engine.game import Action, Conduct, Game, Revoke, lies_open, markers
from engine.game import legal as legal_in
from engine.table import Seat, Table
from engine.trick import Play
from engine.unseen import CardT, Unseen
from engine.variants import Variant
from engine.winnings import Holdings


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A position as the player at *seat* knows it.

    ``held`` (how many cards are in each hand), ``voids``, ``calypsos`` and ``piles`` run
    parallel to ``table.seats``; ``stock`` is how many cards have not been dealt. The piles
    lie face down, but every card went there before everybody's eyes.
    ``unseen`` are the cards of the other hands and the stock, sorted, so that they say
    nothing about who holds which: what is left of the pack when the own hand and the cards
    that were played are taken out. ``voids`` are the suits that a seat has shown in this
    deal to be out of: by not following, and where revokes can pass, without having played
    the suit since. ``revokes`` are those this player can know of: the own, and those that
    a card played later has laid open. ``history`` is every action of the game, all of them
    public; a position set up by hand has none of what went before.
    """

    variant: Variant
    table: Table
    seat: Seat
    hand: tuple[Card, ...]
    dealer: Seat
    turn: Seat
    trick: tuple[Play, ...]
    held: tuple[int, ...]
    voids: tuple[frozenset[Suit], ...]
    calypsos: Holdings
    piles: tuple[tuple[Card, ...], ...]
    stock: int
    unseen: tuple[Card, ...]
    conduct: Conduct
    unnamed: tuple[Seat, ...] = ()
    may_change: bool = False
    revokes: tuple[Revoke, ...] = ()
    claimed: tuple[Revoke, ...] = ()
    history: tuple[Action, ...] = ()

    @property
    def deal(self) -> int:
        """The number of the deal under way, from 1."""
        return self.variant.deals - self.stock // self.variant.dealt

    @property
    def over(self) -> bool:
        """Whether every card of the pack has been played."""
        return not self.stock and not any(self.held)

    @property
    def place(self) -> int:
        """The index of the own seat in everything that runs parallel to the seats."""
        return self.table.seats.index(self.seat)

    @property
    def side(self) -> tuple[Seat, ...]:
        """The seats whose calypsos this player's tricks feed, the own first."""
        return self.variant.feeds[self.place]


def view(game: Game, seat: Seat) -> View:
    """Show *game* as the player at *seat* knows it; it may be another's turn.

    Raises:
        ValueError: Nobody sits there.
    """
    seats = game.table.seats
    if seat not in seats:
        raise ValueError(f"nobody sits {seat.name.title()} at the table {game.table}")
    place = seats.index(seat)
    hidden = [card for other, hand in enumerate(game.hands) if other != place for card in hand]
    return View(
        variant=game.variant,
        table=game.table,
        seat=seat,
        hand=game.hands[place],
        dealer=game.dealer,
        turn=game.turn,
        trick=game.trick,
        held=tuple(map(len, game.hands)),
        voids=_voids(game),
        calypsos=game.calypsos,
        piles=game.piles,
        stock=len(game.stock),
        unseen=sort_cards((*hidden, *game.stock)),
        conduct=game.conduct,
        unnamed=game.unnamed,
        may_change=game.may_change,
        revokes=tuple(r for r in game.revokes if r.seat == seat or lies_open(game, r)),
        claimed=game.claimed,
        history=game.history,
    )


def _voids(game: Game) -> tuple[frozenset[Suit], ...]:
    """Return the suits each seat has shown to be out of; a revoke that lies open shows nothing.

    Where revokes can pass, failing to follow is evidence and no proof. A good player takes
    it as it looks until the suit is played after all: our choice.
    """
    shown = markers(game)
    lies = [revoke for revoke in game.revokes if revoke.deal == game.deal]
    if not lies:
        return shown
    untrue = {(revoke.seat, revoke.led) for revoke in lies if lies_open(game, revoke)}
    return tuple(
        frozenset(suit for suit in suits if (seat, suit) not in untrue)
        for seat, suits in zip(game.table.seats, shown, strict=True)
    )


def legal(view: View) -> tuple[Action, ...]:
    """List what this player may do now, as `engine.game.legal` does; nothing out of turn."""
    if view.turn != view.seat:
        return ()
    seen = Game(
        variant=view.variant,
        table=view.table,
        dealer=view.dealer,
        stock=(),
        hands=tuple(view.hand if seat == view.seat else () for seat in view.table.seats),
        turn=view.turn,
        trick=view.trick,
        calypsos=view.calypsos,
        piles=view.piles,
        conduct=view.conduct,
        unnamed=view.unnamed,
        may_change=view.may_change,
        revokes=view.revokes,
        claimed=view.claimed,
        history=view.history,
    )
    return legal_in(seen)


def hidden(view: View, cards: Sequence[Sequence[CardT]]) -> Unseen[CardT]:
    """Return how the unseen cards may lie: a hand for every seat, the own one empty, and the stock.

    Where revokes can pass and the cards cannot lie as the voids say, somebody has revoked
    and nobody knows who; the voids are then disregarded.

    Args:
        view: Gives the sizes of the hands and the voids.
        cards: The unseen cards by suit, parallel to ``variant.suits``, as cards or whatever
            stands for them.
    """
    suits, sizes = view.variant.suits, [*view.held, view.stock]
    sizes[view.place] = 0
    lacking = [[suits.index(suit) for suit in shown] for shown in view.voids]
    try:
        return Unseen(cards, sizes, [*lacking, ()])
    except ValueError:
        if view.conduct == Conduct.STRICT:
            raise
        return Unseen(cards, sizes, [()] * len(sizes))
