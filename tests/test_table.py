"""Who sits where, with which trump, by which rulebook."""

from dataclasses import replace
from itertools import permutations

import pytest

from engine.cards import Suit
from engine.rulebooks import (
    AKAGIRI,
    CULBERTSON,
    RULEBOOKS,
    LedTrump,
    RevokePenalty,
    check_ids,
    rulebook_of,
)
from engine.table import Seat, Table

NORTH, EAST, SOUTH, WEST = Seat
TABLE = Table.parse("N=C E=S S=D W=H", CULBERTSON)


def test_a_table_reads_as_it_is_written() -> None:
    for count in (2, 3, 4):
        for trumps in permutations(Suit, count):
            table = Table(tuple(Seat)[:count], trumps, AKAGIRI)
            assert Table.parse(str(table), AKAGIRI) == table


def test_each_seat_has_its_trump_and_each_trump_its_owner() -> None:
    assert [TABLE.trump(seat).value for seat in Seat] == ["C", "S", "D", "H"]
    assert [TABLE.owner(suit) for suit in Suit] == [NORTH, SOUTH, WEST, EAST]
    assert Table.parse("N=S S=D", CULBERTSON).owner(Suit.HEARTS) is None


def test_turns_pass_clockwise_and_go_round_again() -> None:
    assert TABLE.clockwise(SOUTH, 6) == (SOUTH, WEST, NORTH, EAST, SOUTH, WEST)
    assert [TABLE.left_of(seat) for seat in Seat] == [EAST, SOUTH, WEST, NORTH]
    two = Table.parse("N=S S=D", CULBERTSON)
    assert two.clockwise(SOUTH, 4) == (SOUTH, NORTH, SOUTH, NORTH)


def test_a_trump_is_changed_at_one_seat_only() -> None:
    two = Table.parse("N=S S=D", CULBERTSON)
    assert str(two.with_trump(SOUTH, Suit.CLUBS)) == "N=S S=C"
    assert str(two) == "N=S S=D"
    with pytest.raises(ValueError, match="trump of its own"):
        two.with_trump(SOUTH, Suit.SPADES)


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "two to four different seats"),
        ("N=C", "two to four different seats, not 'N=C'"),
        ("N=C N=D", "two to four different seats"),
        ("N=C E=C", "trump of its own"),
        ("N=C E", "'E'"),
        ("N=C E=X", "'E=X'"),
        ("N=C X=S", "'X=S'"),
        ("N=C E:S", "'E:S'"),
    ],
)
def test_what_is_not_a_table_is_named(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        Table.parse(text, CULBERTSON)


def test_a_table_wants_a_trump_for_every_seat() -> None:
    with pytest.raises(ValueError, match="2 seats need as many trumps, not 1"):
        Table((NORTH, SOUTH), (Suit.CLUBS,), CULBERTSON)


def test_an_empty_chair_is_named() -> None:
    with pytest.raises(ValueError, match="nobody sits West at the table N=S S=D"):
        Table.parse("N=S S=D", CULBERTSON).trump(WEST)


def test_two_players_always_play_by_any_ruff() -> None:
    assert TABLE.led_trump == LedTrump.ANY_RUFF
    assert Table(TABLE.seats, TABLE.trumps, AKAGIRI).led_trump == LedTrump.HIGHER_RUFF
    assert Table.parse("N=S S=D", AKAGIRI).led_trump == LedTrump.ANY_RUFF


def test_rulebooks_answer_every_disputed_point_differently() -> None:
    assert [rulebook.id for rulebook in RULEBOOKS][:2] == ["culbertson", "akagiri"]
    assert [rulebook_of(str(rulebook)) for rulebook in RULEBOOKS] == list(RULEBOOKS)
    assert {rulebook.led_trump for rulebook in RULEBOOKS} == set(LedTrump)
    assert {rulebook.revoke for rulebook in RULEBOOKS} == set(RevokePenalty)
    with pytest.raises(ValueError, match="no rulebook 'konstam' \\(want one of culbertson"):
        rulebook_of("konstam")


def test_a_rulebook_has_an_id_of_its_own() -> None:
    check_ids(RULEBOOKS)
    club = replace(CULBERTSON, id="akagiri")
    with pytest.raises(ValueError, match="an id of its own for each rulebook, found 'akagiri'"):
        check_ids((*RULEBOOKS, club))
