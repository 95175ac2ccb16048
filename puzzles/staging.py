"""A game set up in the middle, so that the engine itself says what comes after some tricks."""

from collections import Counter
from collections.abc import Sequence

from engine.cards import Card
from engine.game import Conduct, Game, play
from engine.table import Seat, Table
from engine.trick import Trick
from engine.variants import Variant
from engine.winnings import holdings


def played(
    variant: Variant,
    table: Table,
    tricks: Sequence[Trick],
    *,
    dealer: Seat,
    deal: int,
    last: bool = False,
) -> Game:
    """Play *tricks* in a game and give the position after them.

    Cards that nobody has seen stand in for the rest of hands and stock: what comes next
    does not hang on them.

    Args:
        variant: The form of the game.
        table: Who sits where, with which trump, under which rulebook.
        tricks: One or more tricks; the last may lack cards.
        dealer: Who dealt this deal.
        deal: The number of the deal, from 1.
        last: Whether the last trick is the last of the deal, so that the next is dealt.

    Raises:
        ValueError: They cannot follow one another: whoever wins a trick leads to the next.
    """
    made = [one for trick in tricks for one in trick.plays]
    mine = Counter(one.seat for one in made)
    hands = []
    for seat in table.seats:
        left = 0 if last else variant.hand - mine[seat]
        if left < 0:
            raise ValueError(f"{seat.name.title()} has no {mine[seat]} cards to play")
        hands.append((*(one.card for one in made if one.seat == seat), *variant.pack[:left]))
    game = Game(
        variant=variant,
        table=table,
        dealer=dealer,
        stock=variant.pack[: (variant.deals - deal) * variant.dealt],
        hands=tuple(hands),
        turn=tricks[0].lead.seat,
        trick=(),
        calypsos=holdings(variant, table),
        piles=((),) * len(table.seats),
        conduct=Conduct.TABLE,
    )
    for one in made:
        game, _ = play(game, one)
    return game


def unnamed(variant: Variant, table: Table, seat: Seat, hand: tuple[Card, ...]) -> Game:
    """Return the position in which *seat*, holding *hand*, has still to name a trump."""
    return Game(
        variant=variant,
        table=table,
        dealer=seat,
        stock=(),
        hands=(hand,) * len(table.seats),
        turn=seat,
        trick=(),
        calypsos=holdings(variant, table),
        piles=((),) * len(table.seats),
        unnamed=(seat,),
    )
