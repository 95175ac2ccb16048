"""Playing cards: suit signs as paths, faces, backs, and what a card is called."""

from functools import cache

from engine.cards import Card, Rank, Suit
from puzzles.reasons import Fact
from tutor.drawing.markup import Html, Look, classes, tag
from tutor.frontend.signs import FIGURES, PIPS, rank_sign

COURTS = frozenset(FIGURES)


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


@cache
def corner(card: Card) -> Html:
    """Draw rank over suit, all there is on a small card."""
    rank = tag("span", rank_sign(card.rank), class_="rank")
    return tag("span", rank, pip(card.suit), class_="index")


@cache
def figure(rank: Rank) -> Html:
    """Draw a jack, a queen or a king, in the colour of its surroundings and in gold."""
    parts = (tag("path", class_=ink, d=outline) for ink, outline in FIGURES[rank])
    return tag("svg", *parts, class_="figure", viewBox="-1 -1 42 58", aria_hidden="true")


@cache
def face(card: Card) -> Html:
    """Draw what is on the front of *card*; it goes inside an element of `card_class`."""
    big = figure(card.rank) if card.rank in COURTS else pip(card.suit)
    return Html(corner(card) + tag("span", big, class_="big"))


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
