"""Playing cards: suit signs, faces and backs, and small cards in running words."""

import re
from collections.abc import Iterable
from functools import cache

from engine.cards import Card, Rank, Suit
from puzzles.puzzle import Fact
from tutor.drawing.markup import Html, Look, classes, join, tag
from tutor.frontend import FIGURES, PIPS
from tutor.words.locales import letters
from tutor.words.texts import Texts

COURTS = frozenset(map(Rank.of, FIGURES))


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
    rank = tag("span", card.rank.sign, class_="rank")
    return tag("span", rank, pip(card.suit), class_="index")


@cache
def figure(rank: Rank) -> Html:
    """Draw a jack, a queen or a king, in the colour of its surroundings and in gold."""
    parts = (tag("path", class_=ink, d=outline) for ink, outline in FIGURES[rank.letter])
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


def prose(look: Look, words: str) -> Html:
    """Return *words* with the cards they name as small cards, whether by name or by sign.

    To the ear they are the words they were; what was a sign is heard by its name.
    """
    pieces: list[str] = []
    start = 0
    for match in _cards(look.say.language).finditer(words):
        drawn = _by_sign(look, match) if match["suit"] else _by_name(look, match[0])
        pieces += [words[start : match.start()], drawn]
        start = match.end()
    return join((*pieces, words[start:]))


def _by_name(look: Look, name: str) -> Html:
    """Draw the cards of one suit, named in a line of words."""
    ranks, suits = _names(look.say.language)
    suit = next(suit for called, suit in suits.items() if called in name)
    rank_names = re.findall(_any(ranks), name.replace(look.say.name(suit), ""))
    cards = [Card(suit, ranks[called]) for called in rank_names]
    return _small(look, name, suit, look.say.sign(tuple(cards)))


def _by_sign(look: Look, match: re.Match[str]) -> Html:
    """Draw a card, or a suit alone, for which a sign stands in a line of words."""
    say = look.say
    suit = next(suit for suit in Suit if say.sign(suit)[0] == match["suit"])
    rank = next((rank for rank in Rank if say.sign(rank) == match["rank"]), None)
    if rank is None:
        return _small(look, say.name(suit), suit, say.sign(suit))
    card = Card(suit, rank)
    return _small(look, say.name(card), suit, say.sign(card))


def _small(look: Look, name: str, suit: Suit, sign: str) -> Html:
    """Draw cards of one suit in a line of words; the style sheet draws what is on them."""
    kind = classes("named", suit_class(suit), "two-colour" if look.two_colour else None)
    return tag("span", tag("span", name), class_=kind, data_sign=sign)


def _suit_first(say: Texts) -> bool:
    return say.name(Card(Suit.HEARTS, Rank.ACE)).startswith(say.name(Suit.HEARTS))


@cache
def _names(language: str) -> tuple[dict[str, Rank], dict[str, Suit]]:
    say = Texts(language)
    ranks = {say.name(rank): rank for rank in Rank}
    opening = {name.capitalize(): rank for name, rank in ranks.items()}
    return ranks | opening, {say.name(suit): suit for suit in Suit}


def _any(names: Iterable[str]) -> str:
    return f"(?:{'|'.join(sorted(names, key=len, reverse=True))})"


_HERE = "\0"
"""Stands for a name where it is asked what is written round it."""


def _commas(say: Texts) -> set[str]:
    """Return what stands between the members of a list."""
    lists = (say.series((_HERE,) * count) for count in (2, 3))
    return {part for listed in lists for part in listed.split(_HERE) if part}


def _spaced(say: Texts) -> bool:
    return not {"CJK", "HANGUL"} & set(letters(say.locale))


@cache
def _cards(language: str) -> re.Pattern[str]:
    """Return what finds the name of a card, or of several of one suit, in running words."""
    say = Texts(language)
    ranks, suits = (_any(names) for names in _names(language))
    if _spaced(say):
        ranks += r"\b"  # "Herz Buben" are no jack
    written = say("name.card", rank=_HERE, suit=_HERE)
    before, between, after = (re.escape(part) for part in written.split(_HERE))
    comma = _any(re.escape(part) for part in _commas(say))
    if _suit_first(say):
        # A number that counts something is no rank.
        another = f"{ranks}(?![0-9A-Za-z枚つ回番人組])"
        named = f"{before}{suits}{between}{ranks}(?![0-9])(?:{comma}{another})*{after}"
    else:
        named = rf"\b{before}(?:{ranks}{comma})*{ranks}{between}{suits}{after}\b"
    glyphs = "".join(say.sign(suit)[0] for suit in Suit)
    signs = _any(say.sign(rank) for rank in Rank)
    return re.compile(f"{named}|(?P<suit>[{glyphs}])\ufe0e?(?P<rank>{signs})?")
