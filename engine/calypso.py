"""Calypsos: one card of each rank of one suit, built from cards won in tricks."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from engine.cards import Card, Rank, Suit

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
            raise ValueError(f"a calypso of all thirteen ranks is completed, not under way: {self}")

    def __str__(self) -> str:
        """Write suit, completed calypsos and the ranks under way, high to low: ``S1:AJ953``."""
        ranks = "".join(rank.letter for rank in sorted(self.ranks, reverse=True))
        return f"{self.suit.value}{self.completed}:{ranks or '-'}"

    @classmethod
    def parse(cls, text: str) -> "Calypso":
        """Read calypsos such as ``S1:AJ953`` or ``H0:-``.

        Raises:
            ValueError: The text has another form, a rank twice or all thirteen.
        """
        match = re.fullmatch(r"([CDHS])([0-4]):(-|[2-9TJQKA]+)", text)
        if not match:
            raise ValueError(
                f"not a calypso: {text!r} (want a suit, how many are completed and the ranks "
                "under way, such as 'S1:AJ953' or 'H0:-')"
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
    held, found = set(calypso.ranks), []
    for card in won:
        if card.suit != calypso.suit or card.rank not in full:
            raise ValueError(f"{card} has no place in a calypso of {calypso.suit.name.lower()}")
        found.append(Place.NONE if card.rank in held else Place.CURRENT)
        held.add(card.rank)
    if len(held) == len(full) and Place.NONE in found:
        held.clear()
        for index, card in enumerate(won):
            if found[index] == Place.NONE and card.rank not in held:
                found[index] = Place.NEXT
                held.add(card.rank)
    return tuple(found)


def collect(
    calypso: Calypso, won: Sequence[Card], full: Collection[Rank] = FULL_SUIT
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
    found = tuple(zip(won, places(calypso, won, full), strict=True))
    ranks = calypso.ranks.union([card.rank for card, place in found if place == Place.CURRENT])
    completed = calypso.completed
    if len(ranks) == len(full):
        ranks = frozenset(card.rank for card, place in found if place == Place.NEXT)
        completed += 1
    unused = tuple([card for card, place in found if place == Place.NONE])
    return Calypso(calypso.suit, ranks, completed), unused
