"""The referee reads a trick as people type it, and says where it cannot."""

from dataclasses import replace

import pytest

from engine.cards import Card
from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS
from puzzles.puzzle import Reason
from tests.opened import headings, opened, ran
from tutor.words.texts import LANGUAGES, Texts
from tutor.words.typed_trick import MOST, read_trick

FOUR = VARIANTS["partnership"]
TABLE = FOUR.table(CULBERTSON)
LINE = "N H8 HJ HT H3"


@pytest.mark.parametrize(
    "typed",
    [
        LINE,
        "n h8 hj h10 h3",
        "N: H8, HJ, HT, H3",
        "N 8H JH TH 3H",
        "n 8h jh 10h 3h",
        "N ♥8 ♥J ♥10 ♥3",
        "N 8♡ J♡ 10♡ 3♡",
        "N ♥\ufe0e8 ♥\ufe0fJ ♥T ♥3",
        "北 H8 HJ H10 H3",
        "北、8H、JH、10H、3H",
        "Ｎ　Ｈ８　ＨＪ　Ｈ１０　Ｈ３",
        "北　８Ｈ　ＪＨ　１０Ｈ　３Ｈ",
        "北：♥8、♥J、♥10、♥3",
        "N H8, HJ, HT, H3,",
        "North: H8, HJ, HT, H3.",
        "北、♥8、♥J、♥10、♥3。",
        "北・♥8・♥J・♥10・♥3",
    ],
)
def test_a_trick_is_read_however_it_is_typed(typed: str) -> None:
    reading = read_trick(typed, FOUR, TABLE)
    assert reading.problem is None
    assert reading.line == LINE


@pytest.mark.parametrize("signs", ["♣♦♥♠", "♧♢♡♤", "CDHS"])
def test_suits_are_read_by_their_signs_full_and_hollow(signs: str) -> None:
    typed = " ".join(("N", *(f"{sign}8" for sign in signs)))
    assert read_trick(typed, FOUR, TABLE).line == "N C8 D8 H8 S8"


def test_of_a_card_no_more_copies_lie_in_a_trick_than_packs_are_played_with() -> None:
    single = replace(VARIANTS["three"], packs=1, deals=1)
    reading = read_trick("N H8 H8", single, single.table(CULBERTSON))
    assert (reading.line, reading.problem) == (
        "N H8",
        Reason("too-many-copies", {"card": Card.parse("H8"), "count": 1}),
    )


@pytest.mark.parametrize(
    ("typed", "seat"),
    [("北", "N"), ("東", "E"), ("南", "S"), ("西", "W"), ("west", "W"), ("North", "N")],
)
def test_seats_lead_by_their_names(typed: str, seat: str) -> None:
    reading = read_trick(typed, FOUR, TABLE)
    assert (reading.line, reading.problem) == (seat, None)
    assert reading.trick(TABLE) is None


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", VARIANTS)
def test_whoever_the_referee_names_may_be_typed(form: str, language: str) -> None:
    at = opened("referee", lang=language, game=form)
    for name in [b.label for b in at.button if str(b.key).startswith("answer-referee-")]:
        at = ran(at.text_input("referee-line").set_value("?").run())
        assert name in at.error[0].value
        at = ran(at.text_input("referee-line").set_value(name).run())
        assert not at.error
        assert name in headings(at)[0], "who led is known, and asked for a card"


@pytest.mark.parametrize(
    ("form", "typed", "key", "kept"),
    [
        ("partnership", "", "no-leader", "N"),
        ("partnership", "H8 HJ", "no-leader", "N"),
        ("three", "西 H8", "no-leader", "N"),
        ("partnership", "東 H8 H1", "not-a-card", "E H8"),
        ("partnership", "E H8 88", "not-a-card", "E H8"),
        ("partnership", "E 8H 8H 8H 8H 8H", "too-many", "E H8 H8 H8 H8"),
        ("three", "N 8H 9S", "not-in-pack", "N H8"),
        ("two", "N 6H", "not-in-pack", "N"),
    ],
)
def test_what_cannot_be_read_is_said_and_what_stands_before_it_is_kept(
    form: str, typed: str, key: str, kept: str
) -> None:
    variant = VARIANTS[form]
    reading = read_trick(typed, variant, variant.table(CULBERTSON))
    assert reading.problem
    assert (reading.problem.key, reading.line) == (key, kept)
    for language in LANGUAGES:
        assert Texts(language)(f"referee.problem.{key}", **reading.problem.facts)


def test_a_line_without_end_is_read_only_so_far() -> None:
    assert read_trick("N" + " " * MOST + "H8", FOUR, TABLE).line == "N"
