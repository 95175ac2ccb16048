"""Suits, ranks and cards, and the two letters that write a card down."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum, unique
from functools import cache
from typing import Self


@unique
class Suit(StrEnum):
    """A suit; the value is its letter in every position line."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"


@unique
class Rank(IntEnum):
    """A rank, ace high; ``letter`` is how it is written (T is ten).

    Source: Parlett, "Cards"; all sources rank A K Q J 10 … 2.
    """

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """The one character that writes this rank: ``2`` to ``9``, then ``T J Q K A``."""
        return _LETTERS[self - 2]

    @property
    def sign(self) -> str:
        """The rank as cards show it, the same in every language: ``10``, else its letter."""
        return "10" if self == Rank.TEN else self.letter

    @classmethod
    def of(cls, letter: str) -> Self:
        """Read one rank letter of ``23456789TJQKA``, or raise ValueError."""
        place = _LETTERS.find(letter) if len(letter) == 1 else -1
        if place < 0:
            raise ValueError(f"not a rank: {letter!r} (want one of {_LETTERS})")
        return cls(place + 2)


_LETTERS = "23456789TJQKA"


@dataclass(frozen=True, slots=True)
class Card:
    """A suit and a rank, such as ``Card.parse("H8")``; equal cards are interchangeable.

    Four packs are played together, so a hand may hold the same card up to four times.
    """

    suit: Suit
    rank: Rank

    def __str__(self) -> str:
        """Write the card as suit and rank letter: ``H8``."""
        return f"{self.suit}{self.rank.letter}"

    @classmethod
    def parse(cls, text: str) -> "Card":
        """Read a card such as ``H8`` or ``ST``, or raise NoCardError."""
        try:
            return _CARDS[text]
        except KeyError:
            raise NoCardError(text) from None


class NoCardError(ValueError):
    """A word is not a card; ``text`` is the word."""

    def __init__(self, text: str) -> None:
        super().__init__(f"not a card: {text!r} (want a suit and a rank, such as 'H8')")
        self.text = text


_CARDS = {str(card): card for card in (Card(suit, rank) for suit in Suit for rank in Rank)}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Read cards divided by spaces, ``H2 H3 D4``, or ``-`` for none, or raise NoCardError."""
    return () if text.strip() == "-" else tuple(map(Card.parse, text.split()))


def print_cards(cards: Iterable[Card]) -> str:
    """Write cards with spaces between them, in their order; ``-`` when there are none."""
    return " ".join(map(str, cards)) or "-"


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards as position lines list them: by suit, the lowest rank first."""
    return tuple(sorted(cards, key=lambda card: (card.suit, card.rank)))


def fan_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards as they are held in a hand: by suit in `FANNED`, the highest rank first."""
    return tuple(sorted(cards, key=lambda card: (FANNED.index(card.suit), -card.rank)))


FANNED = (Suit.SPADES, Suit.HEARTS, Suit.CLUBS, Suit.DIAMONDS)
"""The suits of a hand from the left, black and red in turn, so that no two look alike."""


@cache
def pack(ranks: tuple[Rank, ...], suits: tuple[Suit, ...], copies: int) -> tuple[Card, ...]:
    """List *copies* of every card of these suits and ranks, sorted."""
    return tuple(_CARDS[f"{s}{r.letter}"] for s in suits for r in ranks for _ in range(copies))
