"""Cards in running words are small cards to the eye and their names to the ear."""

import re

import pytest

from engine.cards import Card, Rank, Suit
from tutor.drawing.cards import prose
from tutor.drawing.markup import Look
from tutor.words.texts import LANGUAGES, Texts


def signs(html: str) -> list[str]:
    return [sign.replace("\ufe0e", "") for sign in re.findall(r'data-sign="([^"]*)"', html)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("suit", Suit)
@pytest.mark.parametrize("rank", Rank)
def test_a_card_is_its_sign_with_its_name_inside(language: str, suit: Suit, rank: Rank) -> None:
    say = Texts(language)
    name = say.name(Card(suit, rank))
    html = prose(Look(say), name)
    assert re.sub("<[^>]*>", "", html) == name
    (sign,) = signs(html)
    assert sign == say.sign(Card(suit, rank)).replace("\ufe0e", ""), "as on buttons and on paper"
    assert f'class="named {suit.name.lower()}"' in html
    assert 'two-colour"' in prose(Look(say, two_colour=True), name)


@pytest.mark.parametrize(
    ("language", "words", "wanted"),
    [
        ("en", "North’s nine of hearts loses to the ten of spades.", ["♥9", "♠10"]),
        ("en", "You must play one of these: the two and seven of clubs.", ["♣2 ♣7"]),
        ("en", "Ace, nine and seven of clubs", ["♣A ♣9 ♣7"]),
        ("en", "the ace, nine and seven of clubs", ["♣A ♣9 ♣7"]),
        ("en", "All four aces of hearts, and two <b>hearts</b>", []),
        ("en", "the king and the queen of diamonds", ["♦Q"]),
        ("ja", "南のスペードの10と東のハートのQを比べましょう。", ["♠10", "♥Q"]),
        ("ja", "出せるのはクラブの2と7です。", ["♣2 ♣7"]),
        ("ja", "出せるのはクラブの2、7と10、ハートのJです。", ["♣2 ♣7 ♣10", "♥J"]),
        ("ja", "ハートの9と3枚のカード", ["♥9"]),
        ("ja", "クラブの7（2枚）", ["♣7"]),
    ],
)
def test_in_a_sentence_every_card_is_found_and_the_words_stay(
    language: str, words: str, wanted: list[str]
) -> None:
    html = prose(Look(Texts(language)), words)
    assert signs(html) == wanted
    plain = re.sub(r"</?span[^>]*>", "", html)
    assert plain == words.replace("<", "&lt;").replace(">", "&gt;")
