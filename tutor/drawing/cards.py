"""Playing cards: suit signs as paths, faces, backs, and what a card is called."""

from collections.abc import Mapping
from functools import cache

from engine.cards import Card, Rank, Suit
from puzzles.reasons import Fact
from tutor.drawing.markup import Html, Look, classes, tag

PIPS: Mapping[Suit, str] = {
    Suit.SPADES: "M16 2C13 8 3 13 3 20a6.6 6.6 0 0 0 11.4 4.6Q14 28 10.5 30h11"
    "Q18 28 17.6 24.6A6.6 6.6 0 0 0 29 20C29 13 19 8 16 2z",
    Suit.HEARTS: "M16 29.5C12 23 2.5 17.5 2.5 10.5A7 7 0 0 1 16 8a7 7 0 0 1 13.5 2.5"
    "C29.5 17.5 20 23 16 29.5z",
    Suit.DIAMONDS: "M16 1.5Q20 9 27 16q-7 7-11 14.5Q12 23 5 16 12 9 16 1.5z",
    Suit.CLUBS: "M16 2a6.7 6.7 0 0 1 5.2 11A6.7 6.7 0 1 1 17.6 23.2Q18 28 21.5 30h-11"
    "Q14 28 14.4 23.2A6.7 6.7 0 1 1 10.8 13 6.7 6.7 0 0 1 16 2z",
}
"""The outlines of the suit signs in a square of 32; drawn, so that none becomes an emoji."""

COURTS = frozenset({Rank.KING, Rank.QUEEN, Rank.JACK})


def suit_class(suit: Suit) -> str:
    """Return the class that carries the colour of *suit*."""
    return suit.name.lower()


@cache
def pip(suit: Suit) -> Html:
    """Draw the sign of *suit* in the colour of its surroundings."""
    path = tag("path", d=PIPS[suit])
    return tag("svg", path, class_="pip", viewBox="0 0 32 32", aria_hidden="true")


@cache
def sign(suit: Suit) -> Html:
    """Draw the sign of *suit* in its own colour on a white disc."""
    return tag("span", pip(suit), class_=f"sign {suit_class(suit)}", aria_hidden="true")


def rank_sign(rank: Rank) -> str:
    """Write a rank as cards show it, which is the same in every language."""
    return "10" if rank == Rank.TEN else rank.letter


@cache
def corner(card: Card) -> Html:
    """Draw rank over suit, all there is on a small card."""
    rank = tag("span", rank_sign(card.rank), class_="rank")
    return tag("span", rank, pip(card.suit), class_="index")


@cache
def face(card: Card) -> Html:
    """Draw what is on the front of *card*; it goes inside an element of `card_class`."""
    return Html(corner(card) + tag("span", pip(card.suit), class_="big"))


def card_class(card: Card, *more: str | None) -> str:
    """Return the classes of the element that is *card*."""
    kind = "ten" if card.rank == Rank.TEN else "court" if card.rank in COURTS else None
    return classes("card", suit_class(card.suit), kind, *more)


def still_card(card: Card, *more: str | None) -> Html:
    """Draw a card that nobody can press; words elsewhere say what it is."""
    return tag("span", face(card), class_=card_class(card, *more), aria_hidden="true")


def small_card(card: Card) -> Html:
    """Draw a small card that nobody can press."""
    return tag("span", corner(card), class_=card_class(card, "small"), aria_hidden="true")


def card_back(*more: str | None) -> Html:
    """Draw a card that lies face down."""
    return tag("span", class_=classes("card back", *more), aria_hidden="true")


def spoken_name(look: Look, card: Card, key: str, **facts: Fact) -> str:
    """Name a card so that the name holds what is written on it (``K, king of hearts``).

    Who speaks to the browser says what is to be seen; the key of the words is *key*
    with ``.letter`` for ranks that are written as letters, else with ``.number``.
    """
    kind = "letter" if card.rank in COURTS or card.rank == Rank.ACE else "number"
    return look.say(f"{key}.{kind}", rank=card.rank, suit=card.suit, **facts)
