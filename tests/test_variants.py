"""The five forms of the game."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine.calypso import holdings
from engine.cards import Rank, Suit
from engine.game import new
from engine.rulebooks import AKAGIRI, CULBERTSON
from engine.table import Seat, Table
from engine.variants import VARIANTS, NextDealer, Variant, by_id
from tests import forms

FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)

SIZES = [
    # form            seats   pack  hand  trick
    ("partnership", "NESW", 208, 13, 4),
    ("solo", "NESW", 208, 13, 4),
    ("three", "NES", 156, 13, 3),
    ("split", "NES", 156, 13, 3),
    ("two", "NS", 128, 16, 4),
]


@pytest.mark.parametrize(("form", "seats", "pack", "hand", "trick"), SIZES)
def test_form_has_its_size(form: str, seats: str, pack: int, hand: int, trick: int) -> None:
    variant = VARIANTS[form]
    assert str(variant) == form
    assert "".join(variant.seats) == seats
    assert (len(variant.pack), variant.hand, variant.trick) == (pack, hand, trick)
    assert variant.dealt * variant.deals == pack
    assert set(Counter(variant.pack).values()) == {4}


def test_forms_that_have_been_published_stay_first_and_were_measured() -> None:
    published = [row[0] for row in SIZES]
    assert published == list(forms.PUBLISHED)
    assert published == list(VARIANTS)[: len(SIZES)]
    for measured in (forms.FITTED, forms.NATURAL, forms.COUNTED):
        assert set(published) <= {variant.id for variant in measured}


@pytest.mark.parametrize(
    ("form", "feeds", "counts"),
    [
        ("partnership", "NS EW SN WE", "NS EW SN WE"),
        ("solo", "N E S W", "N E S W"),
        ("three", "N E S", "N E S"),
        ("split", "N E S", "NS EN SE"),  # Parlett: oneself and the player on the right
        ("two", "N S", "N S"),
    ],
)
def test_cards_and_points_go_to_the_right_seats(form: str, feeds: str, counts: str) -> None:
    variant = VARIANTS[form]
    assert " ".join(map("".join, variant.feeds)) == feeds
    assert " ".join(map("".join, variant.counts)) == counts


def test_a_new_form_is_like_the_one_that_is_built_as_it_is() -> None:
    built = {
        "partnership": "partnership",
        "solo": "solo",
        "three": "three",
        "split": "split",
        "two": "two",
    }
    assert {form: VARIANTS[form].like for form in built} == built
    short = replace(VARIANTS["partnership"], id="short", packs=2, deals=2)
    assert short.like == "partnership"


@pytest.mark.parametrize("id_", ["three", "my three"])
def test_a_form_has_an_id_of_its_own_that_lines_can_hold(id_: str) -> None:
    form = replace(VARIANTS["three"], id=id_, packs=2, deals=2)
    with pytest.raises(ValueError, match=f"want an id of its own and .*, found {id_!r}"):
        by_id((*VARIANTS.values(), form))


def test_the_right_neighbour_plays_just_before() -> None:
    split = VARIANTS["split"]
    table = split.table(CULBERTSON)
    for seat, (_, right) in zip(split.seats, split.counts, strict=True):
        assert table.left_of(right) == seat


def test_the_partnership_table_is_the_one_drawn_by_pokerwiner() -> None:
    assert str(VARIANTS["partnership"].table(CULBERTSON)) == "N=C E=S S=D W=H"


def test_three_players_leave_out_spades() -> None:
    assert Suit.SPADES not in VARIANTS["three"].suits + VARIANTS["split"].suits


def test_two_players_use_the_cards_from_seven_up() -> None:
    two = VARIANTS["two"]
    assert "".join(rank.letter for rank in two.ranks) == "789TJQKA"
    assert two.full == set(two.ranks)
    assert two.trumps_change
    assert two.next_dealer == NextDealer.TRICK_LOSER


@pytest.mark.parametrize(
    ("form", "count"),
    # Partners: 4 suits for North, South gets the paired one, 2 ways for East. Two: 4 suits
    # for North, 2 of the other pair for South.
    [("partnership", 8), ("solo", 24), ("three", 6), ("split", 6), ("two", 8)],
)
def test_a_form_has_as_many_tables_as_counting_says(form: str, count: int) -> None:
    variant = VARIANTS[form]
    tables = variant.tables(AKAGIRI)
    assert len(set(tables)) == len(tables) == count
    for table in tables:
        variant.check(table)
        assert table.rulebook == AKAGIRI
        for trump, own in zip(table.trumps, holdings(variant, table), strict=True):
            assert trump in {calypso.suit for calypso in own}


@FORMS
def test_the_canonical_table_is_one_of_its_form(variant: Variant) -> None:
    assert variant.table(CULBERTSON) in variant.tables(CULBERTSON)


@pytest.mark.parametrize(
    ("form", "table", "wrong"),
    [
        ("partnership", "N=C E=S S=H W=D", "pairs spades with hearts"),
        ("partnership", "N=C E=S S=D", "has the seats N E S W clockwise"),
        ("three", "N=D E=H S=S", "played with the suits C D H"),
        ("two", "N=S S=H", "pairs spades with hearts"),
        ("two", "N=S E=D", "has the seats N S clockwise"),
    ],
)
def test_a_table_of_another_form_is_refused(form: str, table: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        VARIANTS[form].check(Table.parse(table, CULBERTSON))


def test_deals_use_up_the_pack_exactly() -> None:
    wanted = "'deals' wants 4 of 52 cards each, for a pack of 208, found 3"
    with pytest.raises(ValueError, match=wanted):
        replace(VARIANTS["partnership"], deals=3)


@pytest.mark.parametrize("field", ["builds", "feeds", "counts"])
def test_a_field_of_another_number_of_seats_is_named(field: str) -> None:
    four = VARIANTS["partnership"]
    wanted = f"'{four}': '{field}' wants an entry for each of the 4 seats, found 3"
    with pytest.raises(ValueError, match=wanted):
        replace(four, **{field: getattr(four, field)[:3]})


def test_a_trick_has_as_many_cards_of_each_seat() -> None:
    with pytest.raises(ValueError, match="'trick' wants as many cards of each of the 3 seats"):
        replace(VARIANTS["three"], trick=4)


def test_a_game_has_two_sides() -> None:
    four = VARIANTS["partnership"]
    with pytest.raises(ValueError, match="'partnership': 'counts' wants two sides or more"):
        replace(four, counts=(four.seats,) * 4)


def test_a_short_game_is_a_form_too() -> None:
    short = replace(VARIANTS["partnership"], id="short", packs=1, deals=1)
    game = new(short, short.table(CULBERTSON), Seat.NORTH, Random(1))
    assert (game.deal, len(game.stock), sum(map(len, game.hands))) == (1, 0, 52)
    assert len(Rank) == short.hand
