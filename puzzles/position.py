"""What every position must be: cards of the pack, at most so many copies, nobody revoking.

And a game set up in the middle, so that the engine itself says what comes after some tricks.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from engine.calypso import Calypso, holdings
from engine.cards import Card, Suit
from engine.game import Conduct, Game, play
from engine.table import Seat, Table
from engine.trick import Play, Trick, dissents, judge
from engine.variants import Variant

SEPARATOR = " : "
"""Divides the segments of a position, as it divides the header from them."""


def segments(position: str, want: str, least: int, most: int) -> list[str]:
    """Divide a position into *least* to *most* segments, or raise ValueError."""
    parts = [segment.strip() for segment in position.split(SEPARATOR)]
    if not least <= len(parts) <= most:
        raise ValueError(f"not a position: {position!r} (want {want})")
    return parts


def read_seat(text: str, table: Table) -> Seat:
    """Read one seat of the table, or raise ValueError."""
    for seat in table.seats:
        if seat.value == text:
            return seat
    raise ValueError(f"no seat {text!r} at the table {str(table)!r}")


def by_seat(text: str, table: Table) -> dict[Seat, list[str]]:
    """Divide words by the seats that stand among them, each once, or raise ValueError."""
    entries: dict[Seat, list[str]] = {}
    for word in text.split():
        if len(word) > 1 and entries:
            entries[next(reversed(entries))].append(word)
            continue
        seat = read_seat(word, table)
        if seat in entries:
            raise ValueError(f"{seat.name.title()} stands twice: {text!r}")
        entries[seat] = []
    if not entries:
        raise ValueError(f"want a seat and its cards, not {text!r}")
    return entries


def check_cards(variant: Variant, cards: Iterable[Card]) -> None:
    """Make sure that the packs of this form have all these cards, or raise ValueError."""
    for card, count in Counter(cards).items():
        if card.rank not in variant.full or card.suit not in variant.suits:
            raise ValueError(f"{card} is not in the pack of {variant.id}")
        if count > variant.packs:
            raise ValueError(f"{card} occurs {count} times; there are {variant.packs} packs")


def under_way(variant: Variant, calypsos: Iterable[Calypso]) -> tuple[Calypso, ...]:
    """Return the calypsos that are not empty, by suit, or raise ValueError if they cannot be so."""
    given = tuple(calypsos)
    suits = {calypso.suit for calypso in given}
    if len(suits) < len(given) or not suits <= set(variant.suits):
        raise ValueError(f"calypsos in each suit once, of {' '.join(variant.suits)}")
    for calypso in given:
        if not calypso.ranks < variant.full:
            raise ValueError(f"not of {variant.id}, or completed already: {calypso}")
    kept = (calypso for calypso in given if calypso.ranks or calypso.completed)
    return tuple(sorted(kept, key=lambda calypso: calypso.suit))


def built(variant: Variant, calypsos: Iterable[Calypso]) -> list[Card]:
    """List every card that lies in these calypsos, the completed ones included."""
    return [
        Card(calypso.suit, rank)
        for calypso in calypsos
        for rank in (*calypso.ranks, *calypso.completed * variant.ranks)
    ]


def check_trick(variant: Variant, table: Table, trick: Trick) -> None:
    """Make sure that *trick*, complete or not, can be played at *table*.

    Where a seat plays twice it may not follow suit with the second card if it did not
    with the first.

    Raises:
        ValueError: It cannot.
    """
    variant.check(table)
    plays, led = trick.plays, trick.lead.card.suit
    if len(plays) > variant.trick:
        raise ValueError(f"a trick of {variant.id} has {variant.trick} cards: {str(trick)!r}")
    if tuple(play.seat for play in plays) != table.clockwise(trick.lead.seat, len(plays)):
        raise ValueError(f"the seats of a trick go clockwise: {' '.join(map(str, plays))}")
    check_cards(variant, trick.cards)
    for place, earlier in enumerate(plays):
        if earlier.card.suit != led and any(
            later.seat == earlier.seat and later.card.suit == led for later in plays[place + 1 :]
        ):
            raise ValueError(
                f"{earlier.seat.name.title()} fails to follow suit and later does: {trick}"
            )


def check_complete(variant: Variant, table: Table, trick: Trick) -> None:
    """Make sure that *trick* is complete and can be played in this form, or raise ValueError."""
    check_trick(variant, table, trick)
    if len(trick.plays) != variant.trick:
        raise ValueError(
            f"a trick of {variant.id} has {variant.trick} cards, not {len(trick.plays)}: {trick}"
        )


def check_successive(
    variant: Variant, table: Table, tricks: Sequence[Trick], least: int, most: int
) -> None:
    """Make sure that *least* to *most* complete tricks are each led by the winner of the last.

    Raises:
        ValueError: They are not.
    """
    if not least <= len(tricks) <= most:
        raise ValueError(f"want {least} to {most} tricks, not {len(tricks)}")
    for trick in tricks:
        check_complete(variant, table, trick)
    check_cards(variant, (card for trick in tricks for card in trick.cards))
    for trick, following in pairwise(tricks):
        ruling = judge(trick, table)
        winner, leader = ruling.winning.seat, following.lead.seat
        if winner != leader:
            by = f" under {table.rulebook}" if dissents(ruling) else ""
            raise ValueError(
                f"{winner.name.title()} wins {str(trick)!r}{by} and leads to the next, "
                f"not {leader.name.title()}"
            )


def check_turn(
    variant: Variant, table: Table, trick: Trick, hands: Mapping[Seat, Sequence[Card]]
) -> None:
    """Make sure that the first of *hands* is to play to *trick*, and that no hand has revoked.

    Raises:
        ValueError: It cannot be played so, is complete, it is another seat's turn, or somebody
            who has not followed suit could.
    """
    check_trick(variant, table, trick)
    done, led = len(trick.plays), trick.lead.card.suit
    if done == variant.trick:
        raise ValueError(f"the trick is complete: {trick}")
    turn, seat = table.clockwise(trick.lead.seat, done + 1)[done], next(iter(hands))
    if turn != seat:
        raise ValueError(f"it is {turn.name.title()}'s turn, not {seat.name.title()}'s")
    off = {play.seat for play in trick.plays if play.card.suit != led}
    for seat, hand in hands.items():
        if seat in off and any(card.suit == led for card in hand):
            raise ValueError(
                f"{seat.name.title()} has failed to follow {led.name.lower()}, but can: {trick}"
            )


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
        tricks: One or more tricks; the last may lack cards.
        dealer: Who dealt this deal.
        deal: The number of the deal, from 1.
        last: Whether the last trick is the last of the deal, so that the next is dealt.

    Raises:
        ValueError: They cannot follow one another: whoever wins a trick leads to the next.
    """
    plays = [made for trick in tricks for made in trick.plays]
    mine = Counter(made.seat for made in plays)
    hands = []
    for seat in table.seats:
        left = 0 if last else variant.hand - mine[seat]
        if left < 0:
            raise ValueError(f"{seat.name.title()} has no {mine[seat]} cards to play")
        hands.append((*(made.card for made in plays if made.seat == seat), *variant.pack[:left]))
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
    for made in plays:
        game, _ = play(game, made)
    return game


def second(plays: Sequence[Play], place: int) -> str:
    """Return the end of a key about a play: ``.second``, if its player played such a card before.

    In Calypso for Two everybody plays two cards to a trick.
    """
    return ".second" if plays[place] in plays[:place] else ""


def suits_between(
    variant: Variant, table: Table, new_table: Table, seats: Mapping[Seat, Seat]
) -> dict[Suit, Suit]:
    """Return which suit at *new_table* each suit becomes when everybody changes seats.

    Args:
        table: Where the suits are now.
        new_table: Where they go.
        seats: For each seat at the first table, the one at the other. Its trump becomes the
            trump there, and what else it builds, in its order, what is built there.
    """
    theirs = dict(zip(new_table.seats, variant.builds_at(new_table), strict=True))
    moved: dict[Suit, Suit] = {}
    for seat, group in zip(table.seats, variant.builds_at(table), strict=True):
        trump, there = table.trump(seat), new_table.trump(seats[seat])
        moved[trump] = there
        mine = (suit for suit in group if suit != trump)
        others = (suit for suit in theirs[seats[seat]] if suit != there)
        moved |= zip(mine, others, strict=True)
    return moved
