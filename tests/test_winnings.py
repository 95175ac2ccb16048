"""Where the cards of a won trick go, in every form."""

from collections import Counter
from random import Random

import pytest

from engine.calypso import Calypso, Holdings, Place, Placement, holdings, placements, share
from engine.cards import Card, parse_cards, print_cards
from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.table import Seat, Table
from engine.variants import VARIANTS, Variant
from tests.findings import written

FOUR = Table.parse("N=C E=S S=D W=H", CULBERTSON)
NORTH, EAST, SOUTH, WEST = Seat


def calypsos(*lines: str) -> Holdings:
    """Calypsos by seat; those of one seat with spaces between them."""
    return tuple(tuple(map(Calypso.parse, line.split())) for line in lines)


def shared(
    form: str, table: Table, before: Holdings, won: str, winner: Seat
) -> tuple[list[str], str]:
    after, pile = share(VARIANTS[form], table, before, parse_cards(won), winner)
    return [" ".join(map(str, own)) for own in after], print_cards(sorted(pile, key=str))


def test_a_side_builds_both_suits_whoever_of_the_two_wins() -> None:
    before = holdings(VARIANTS["partnership"], FOUR)
    for winner in (NORTH, SOUTH):
        assert shared("partnership", FOUR, before, "C9 D4 S6 D7", winner) == (
            ["C0:9", "S0:-", "D0:74", "H0:-"],
            "S6",
        )


def test_alone_a_player_builds_one_suit_only() -> None:
    before = holdings(VARIANTS["solo"], FOUR)
    assert shared("solo", FOUR, before, "C9 D4 S6 D7", SOUTH) == (
        ["C0:-", "S0:-", "D0:74", "H0:-"],
        "C9 S6",
    )


@pytest.mark.parametrize("form", ["three", "split"])
def test_three_players_each_build_their_own(form: str) -> None:
    table = Table.parse("N=D E=H S=C", CULBERTSON)
    before = holdings(VARIANTS[form], table)
    assert shared(form, table, before, "H3 HT D2", EAST) == (["D0:-", "H0:T3", "C0:-"], "D2")


def test_partners_may_both_finish_in_one_trick() -> None:
    before = calypsos("C0:AKQJT9876543", "S0:-", "D1:AKQJT9876543", "H0:-")
    assert shared("partnership", FOUR, before, "C2 D2 D2 C2", NORTH) == (
        ["C1:2", "S0:-", "D2:2", "H0:-"],
        "-",
    )


def test_two_players_build_both_their_suits_at_once() -> None:
    table = Table.parse("N=S S=D", CULBERTSON)
    before = calypsos("S0:AKQJT98 H0:7", "D0:- C0:-")
    assert shared("two", table, before, "S7 H7 H8 S7", NORTH) == (["S1:7 H0:87", "D0:- C0:-"], "H7")
    assert shared("two", table, before, "C7 S7 D8 D8", SOUTH) == (
        ["S0:AKQJT98 H0:7", "D0:8 C0:7"],
        "D8 S7",
    )


def test_a_seat_builds_by_its_trump_however_the_table_is_seated() -> None:
    other = Table.parse("N=H E=D S=S W=C", CULBERTSON)
    assert [own[0].suit.value for own in holdings(VARIANTS["partnership"], other)] == [*"HDSC"]
    assert [
        "".join(calypso.suit.value for calypso in own)
        for own in holdings(VARIANTS["two"], Table.parse("N=C S=H", CULBERTSON))
    ] == ["DC", "SH"]


def test_every_card_is_placed_by_a_rule() -> None:
    before = calypsos("C0:-", "S0:AKQJT9876543", "D0:-", "H0:K")
    found = placements(VARIANTS["partnership"], FOUR, before, parse_cards("S2 S2 HK C5"), WEST)
    assert list(map(written, found)) == [
        "S2 E current calypso.partner-gets-cards",
        "S2 E next calypso.same-trick-starts-next",
        "HK - none calypso.one-at-a-time",
        "C5 - none calypso.others-to-pile",
    ]
    own = placements(VARIANTS["partnership"], FOUR, before, parse_cards("HA"), WEST)
    assert own == (Placement(Card.parse("HA"), WEST, Place.CURRENT, Rule.OWN_SUIT_BUILDS),)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_placing_card_by_card_and_sharing_the_trick_agree(variant: Variant) -> None:
    rng = Random(7)
    for _ in range(1500):
        table = rng.choice(variant.tables(CULBERTSON))
        before = tuple(
            tuple(
                Calypso(own.suit, frozenset(rng.sample(variant.ranks, len(variant.ranks) - 1)))
                for own in of_seat
            )
            for of_seat in holdings(variant, table)
        )
        won = rng.choices(rng.sample(variant.pack, 5), k=variant.trick)
        winner = rng.choice(table.seats)
        after, pile = share(variant, table, before, won, winner)
        found = placements(variant, table, before, won, winner)
        assert [placement.card for placement in found] == won
        assert Counter(pile) == Counter(p.card for p in found if p.place == Place.NONE)
        for seat, then, now in zip(table.seats, before, after, strict=True):
            built = [p.card for p in found if p.builder == seat]
            grown = Counter(cards(now, variant))
            grown.subtract(cards(then, variant))
            assert +grown == Counter(built)


def cards(own: tuple[Calypso, ...], variant: Variant) -> list[Card]:
    """All cards that lie in a seat's calypsos, completed ones included."""
    return [
        Card(calypso.suit, rank)
        for calypso in own
        for rank in (*calypso.ranks, *variant.ranks * calypso.completed)
    ]
