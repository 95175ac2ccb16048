"""Calypsos: one card of each rank of one suit, built from cards won in tricks.

And what a won trick adds: to whose calypso each card goes, and what is left for the pile.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from engine.cards import Card, Rank, Suit
from engine.rules import Rule
from engine.table import Seat, Table
from engine.variants import Variant

FULL_SUIT: frozenset[Rank] = frozenset(Rank)


@dataclass(frozen=True, slots=True)
class Calypso:
    """One player's calypsos in one suit: those set aside, and the ranks of the one under way.

    Raises:
        ValueError: More calypsos than four packs hold, or one under way that lacks nothing.
    """

    suit: Suit
    ranks: frozenset[Rank] = frozenset()
    completed: int = 0

    def __post_init__(self) -> None:
        if not 0 <= self.completed <= 4:
            raise ValueError(f"four packs make 0 to 4 calypsos of a suit, not {self.completed}")
        if len(self.ranks) == len(FULL_SUIT):
            raise ValueError(f"a calypso of all thirteen ranks is complete, not current: {self}")

    def __str__(self) -> str:
        """Write suit, completed calypsos and the ranks under way, high to low: ``S1:AJ953``."""
        ranks = "".join(rank.letter for rank in sorted(self.ranks, reverse=True))
        return f"{self.suit.value}{self.completed}:{ranks or '-'}"

    @classmethod
    def parse(cls, text: str) -> "Calypso":
        """Read calypsos such as ``S1:AJ953`` or ``H0:-``, or raise ValueError."""
        match = re.fullmatch(r"([CDHS])([0-4]):(-|[2-9TJQKA]+)", text)
        if not match:
            raise ValueError(
                f"not a calypso: {text!r} (want a suit, how many are completed and the ranks "
                "of the current one, such as 'S1:AJ953' or 'H0:-')"
            )
        letters = match[3].replace("-", "")
        if len(set(letters)) != len(letters):
            raise ValueError(f"a calypso has one card of each rank, not two: {text!r}")
        return cls(Suit(match[1]), frozenset(map(Rank.of, letters)), int(match[2]))


@unique
class Place(StrEnum):
    """Where a won card of the builder's suit ends up."""

    CURRENT = "current"
    NEXT = "next"
    NONE = "none"


def places(
    calypso: Calypso, won: Sequence[Card], full: Collection[Rank] = FULL_SUIT
) -> tuple[Place, ...]:
    """Return, parallel to *won*, where each card of one trick goes.

    The order inside the trick does not matter: first the calypso under way takes
    every rank it lacks; only if that completes it does the next one begin, with
    what is left. Of equal cards the first played is placed first.

    Raises:
        ValueError: A card is not of the calypso's suit, or of a rank the game lacks.

    Source: see `collect`.
    """
    held, spots = set(calypso.ranks), []
    for card in won:
        if card.suit != calypso.suit or card.rank not in full:
            raise ValueError(f"{card} has no place in a calypso of {calypso.suit.name.lower()}")
        spots.append(Place.NONE if card.rank in held else Place.CURRENT)
        held.add(card.rank)
    if len(held) == len(full) and Place.NONE in spots:
        held.clear()
        for index, card in enumerate(won):
            if spots[index] == Place.NONE and card.rank not in held:
                spots[index] = Place.NEXT
                held.add(card.rank)
    return tuple(spots)


def collect(
    calypso: Calypso, won: Sequence[Card], full: Collection[Rank]
) -> tuple[Calypso, tuple[Card, ...]]:
    """Add the cards of one won trick to *calypso*.

    When they finish it, the next calypso begins at once with what is left of the
    same trick, and never with cards won earlier.

    Args:
        calypso: What the player has built so far.
        won: The trick's cards of the calypso's suit, in order of play; at most
            one trick's worth (0 to 4).
        full: The ranks that make a calypso: 13, or 8 in Calypso for Two.

    Returns:
        The calypso afterwards, and the cards that found no place, in order.

    Raises:
        ValueError: A card is not of the calypso's suit, or of a rank the game lacks.

    Source: Akagiri 1998, the example of 2, 7 and K; Parlett, "Completing
    calypsos"; Handscomb, "Collecting Calypsos", last paragraph.
    """
    placed = tuple(zip(won, places(calypso, won, full), strict=True))
    ranks = calypso.ranks.union([card.rank for card, place in placed if place == Place.CURRENT])
    completed = calypso.completed
    if len(ranks) == len(full):
        ranks = frozenset(card.rank for card, place in placed if place == Place.NEXT)
        completed += 1
    unused = tuple([card for card, place in placed if place == Place.NONE])
    return Calypso(calypso.suit, ranks, completed), unused


Holdings = tuple[tuple[Calypso, ...], ...]
"""Calypsos of a table, parallel to its seats; each seat has one for every suit it builds."""


@dataclass(frozen=True, slots=True)
class Placement:
    """Where one won card goes, and the rule that sends it there.

    ``builder`` is the seat whose calypso takes the card; nobody's if it goes to the winner's pile.
    """

    card: Card
    builder: Seat | None
    place: Place
    rule: Rule


def holdings(variant: Variant, table: Table, known: Iterable[Calypso] = ()) -> Holdings:
    """Return the calypsos of every seat: those *known*, and the others empty as a game begins."""
    by_suit = {calypso.suit: calypso for calypso in known}
    groups = variant.builds_at(table)
    return tuple(tuple(by_suit.get(suit, Calypso(suit)) for suit in group) for group in groups)


def share(
    variant: Variant, table: Table, before: Holdings, won: Sequence[Card], winner: Seat
) -> tuple[Holdings, tuple[Card, ...]]:
    """Put the cards of a trick that *winner* won where they belong.

    Returns:
        The calypsos of all seats afterwards; and what goes to the winner's pile, in no
        order that means anything, since the pile lies face down.

    Source: Parlett; Akagiri 1998: the side's cards go to the partner whose suit they
    are, whoever of the two won the trick; all others to the pile.
    """
    after, to_pile = list(before), tuple(won)
    for seat in variant.side(winner):
        place = table.seats.index(seat)
        for which, calypso in enumerate(after[place]):
            suit = calypso.suit
            mine = [card for card in won if card.suit == suit]
            if mine:
                grown, unused = collect(calypso, mine, variant.ranks)
                after[place] = (*after[place][:which], grown, *after[place][which + 1 :])
                to_pile = (*(card for card in to_pile if card.suit != suit), *unused)
    return tuple(after), to_pile


def placements(
    variant: Variant, table: Table, before: Holdings, won: Sequence[Card], winner: Seat
) -> tuple[Placement, ...]:
    """Return of every card of a won trick, in order of play, where it goes and why.

    Args:
        variant: Gives the sides and the ranks of a full calypso.
        before: All seats' calypsos before the trick was won.
    """
    fed = variant.side(winner)
    by_index: dict[int, Placement] = {}
    for seat in fed:
        for calypso in before[table.seats.index(seat)]:
            mine = [index for index, card in enumerate(won) if card.suit == calypso.suit]
            spots = places(calypso, [won[index] for index in mine], variant.ranks)
            for index, spot in zip(mine, spots, strict=True):
                builder = None if spot == Place.NONE else seat
                whose = Rule.OWN_SUIT_BUILDS if seat == winner else Rule.PARTNER_GETS_CARDS
                rule = _RULES.get(spot, whose)
                by_index[index] = Placement(won[index], builder, spot, rule)
    return tuple(
        by_index.get(index, Placement(card, None, Place.NONE, Rule.OTHERS_TO_PILE))
        for index, card in enumerate(won)
    )


_RULES = {Place.NEXT: Rule.SAME_TRICK_STARTS_NEXT, Place.NONE: Rule.ONE_AT_A_TIME}
"""Why a card of a builder's suit does not simply go to the calypso under way."""
