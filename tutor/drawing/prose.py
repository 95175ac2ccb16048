"""Cards in running words: the eye sees a small card, the ear hears its name."""

import re
from collections.abc import Iterable
from functools import cache

from engine.cards import Card, Rank, Suit
from tutor.drawing.cards import suit_class
from tutor.drawing.markup import Html, Look, classes, join, tag
from tutor.words.texts import Texts


def prose(look: Look, words: str) -> Html:
    """Return *words* with the cards they name as small cards; they stay the words they were."""
    pieces: list[str] = []
    at = 0
    for found in _cards(look.say.language).finditer(words):
        pieces += [words[at : found.start()], _small(look, found[0])]
        at = found.end()
    return join((*pieces, words[at:]))


def _small(look: Look, name: str) -> Html:
    """Draw the cards of one suit in a line of words; the style sheet draws what is on them."""
    ranks, suits = _names(look.say.language)
    suit = next(suit for called, suit in suits.items() if called in name)
    rank_names = re.findall(_any(ranks), name.replace(look.say.name(suit), ""))
    signs = [_sign(look.say, Card(suit, ranks[called])) for called in rank_names]
    return tag(
        "span",
        tag("span", name),
        class_=classes("named", suit_class(suit), "two-colour" if look.two_colour else None),
        data_sign=" ".join(signs),
    )


def _sign(say: Texts, card: Card) -> str:
    """Return what is on a card, in the order in which its name is read."""
    rank, suit = say.sign(card.rank), say.sign(card.suit)
    return suit + rank if _suit_first(say) else rank + suit


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


@cache
def _cards(language: str) -> re.Pattern[str]:
    """Return what finds the name of a card, or of several of one suit, in running words."""
    ranks, suits = (_any(names) for names in _names(language))
    if _suit_first(Texts(language)):
        # A number that counts something is no rank.
        one = f"{ranks}(?![0-9A-Za-z枚つ回番人組])"
        return re.compile(f"{suits}の{ranks}(?![0-9])(?:[、と]{one})*")
    return re.compile(rf"\b(?:{ranks}(?:, | and ))*{ranks} of {suits}\b")
