"""Suits, ranks and cards, and how they are written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import Card, Rank, Suit, pack, parse_cards, print_cards

CARDS = st.builds(Card, st.sampled_from(Suit), st.sampled_from(Rank))


def test_ranks_run_from_two_to_ace() -> None:
    assert "".join(rank.letter for rank in Rank) == "23456789TJQKA"
    assert max(Rank) == Rank.ACE
    assert [Rank.of(rank.letter) for rank in Rank] == list(Rank)


def test_a_card_is_its_suit_and_its_rank() -> None:
    assert str(Card(Suit.HEARTS, Rank.EIGHT)) == "H8"
    assert Card.parse("ST") == Card(Suit.SPADES, Rank.TEN)


def test_every_card_reads_as_it_is_written() -> None:
    cards = pack(tuple(Rank), tuple(Suit), 1)
    assert len({str(card) for card in cards}) == 52
    assert [Card.parse(str(card)) for card in cards] == list(cards)


@given(st.lists(CARDS, max_size=16))
def test_a_hand_reads_as_it_is_written(hand: list[Card]) -> None:
    assert parse_cards(print_cards(hand)) == tuple(hand)
    assert "\n" not in print_cards(hand)


def test_no_card_at_all_is_a_dash() -> None:
    assert print_cards(()) == "-"
    assert parse_cards("-") == ()


@pytest.mark.parametrize("text", ["", "H", "8H", "H10", "h8", "X2", "H8 ", "H1", "H８"])
def test_what_is_not_a_card_is_named(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a card: .* \(want a suit and a rank") as error:
        Card.parse(text)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize("letter", ["", "1", "10", "t", "23"])
def test_what_is_not_a_rank_is_named(letter: str) -> None:
    with pytest.raises(ValueError, match="not a rank"):
        Rank.of(letter)


def test_equal_cards_are_interchangeable() -> None:
    first, second = Card.parse("H8"), Card(Suit.HEARTS, Rank.EIGHT)
    assert first == second
    assert len({first, second}) == 1


def test_a_pack_holds_each_card_as_often_as_it_has_copies() -> None:
    cards = pack((Rank.SEVEN, Rank.ACE), (Suit.CLUBS, Suit.SPADES), 4)
    assert print_cards(cards) == " ".join(4 * ["C7"] + 4 * ["CA"] + 4 * ["S7"] + 4 * ["SA"])
