"""Pictures show the whole position, say it in words, and are shown and pressed without a slip."""

import ast
import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from xml.etree import ElementTree

import pytest
from streamlit.testing.v1 import AppTest

from engine.calypso import Calypso, holdings, placements, share
from engine.cards import Card, Rank, Suit, parse_cards
from engine.rulebooks import RULEBOOKS
from engine.table import Seat
from engine.trick import Ruling, Trick, judge
from engine.variants import VARIANTS, Variant
from puzzles.explanations import why_not
from puzzles.notation import parse_puzzle
from puzzles.scenes import (
    LEARNER,
    HandSight,
    LadderSight,
    ShelfSight,
    ShelvesSight,
    Stage,
    TableSight,
    TotalsSight,
    TricksSight,
    so_far,
)
from tests.component import fire, given
from tests.spoken import hear
from tutor.drawing.answers import SpreadLine, spread_html
from tutor.drawing.calypso import calypso_picture, calypsos_picture
from tutor.drawing.cards import suit_class
from tutor.drawing.hand import hand_picture, picker_picture
from tutor.drawing.ladder import judged_picture, ladder_picture
from tutor.drawing.markup import Look, Picture, tag, together
from tutor.drawing.scenes import illustrate
from tutor.drawing.score import totals_picture
from tutor.drawing.trick import trick_picture, tricks_picture
from tutor.frontend import FIGURES, PIPS, Scheme, colours, text
from tutor.learning.overview import Day
from tutor.pages.study.progress_pictures import (
    CourseChapter,
    CourseLesson,
    calendar_picture,
    course_picture,
)
from tutor.words.texts import LANGUAGES, Texts, entries

TRICKS = {
    "partnership": ("N C6 S7 D9 C5", "E CK DA C2 SA"),
    "solo": ("S H8 HJ HT H3",),
    "three": ("N D9 HJ C3", "E CK C9 D2"),
    "split": ("S C4 DA HT",),
    "two": ("N S9 DJ SA S8", "S HA HK H7 SQ"),
}
"""For every form, tricks led in the leader's suit or not, ruffed or not."""

CASES = [(form, line) for form, lines in TRICKS.items() for line in lines]
LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def position(form: str, line: str) -> tuple[Variant, Ruling]:
    variant = VARIANTS[form]
    table = variant.table(RULEBOOKS[0])
    return variant, judge(Trick.parse(line, table), table)


def answered(look: Look, variant: Variant, ruling: Ruling, chosen: Seat) -> Picture:
    """A trick whose winner was named, and told."""
    sight = TableSight(variant, ruling.table, ruling.trick, you=None, ruling=ruling, chosen=chosen)
    return together(trick_picture(look, sight), ladder_picture(look, LadderSight(ruling)))


def won(look: Look, form: str, before: str, cards: str, winner: Seat, *, of: Seat) -> Picture:
    """What *of* has after *winner* has won *cards*, when *of* had *before*."""
    variant = VARIANTS[form]
    table = variant.table(RULEBOOKS[0])
    had = list(holdings(variant, table))
    had[table.seats.index(of)] = (Calypso.parse(before),)
    fresh, trick = tuple(had), parse_cards(cards)
    after, pile = share(variant, table, fresh, trick, winner)
    return calypso_picture(
        look,
        ShelfSight(
            seat=of,
            calypsos=after[table.seats.index(of)],
            pile=len(pile),
            placements=placements(variant, table, fresh, trick, winner),
            winner=winner,
            full=variant.full,
        ),
    )


def laid(look: Look, before: str, cards: str) -> Picture:
    """What South has when it had *before* and all *cards* it won but one are laid."""
    variant = VARIANTS["partnership"]
    table = variant.table(RULEBOOKS[0])
    had = list(holdings(variant, table))
    had[table.seats.index(Seat.SOUTH)] = (Calypso.parse(before),)
    spots = placements(variant, table, tuple(had), parse_cards(cards), Seat.SOUTH)[:-1]
    own = had[table.seats.index(Seat.SOUTH)]
    return calypso_picture(look, ShelfSight(seat=Seat.SOUTH, calypsos=own, laid=spots))


def every_picture(look: Look) -> Iterator[Picture]:
    """Each kind of picture in each state that changes what is drawn or said."""
    for form, line in CASES:
        variant, ruling = position(form, line)
        table, trick = ruling.table, ruling.trick
        yield trick_picture(
            look,
            TableSight(variant, table, None, you=None, dealer=Seat.NORTH, turn=Seat.SOUTH),
        )
        yield trick_picture(
            look,
            TableSight(variant, table, trick, you=None, pick=True, chosen=Seat.NORTH),
        )
        yield trick_picture(
            look,
            TableSight(variant, table, so_far(trick, 2), you=None, turn=Seat.SOUTH),
        )
        yield trick_picture(look, TableSight(variant, table, trick, you=Seat.SOUTH, asked=1))
        yield trick_picture(
            look,
            TableSight(variant, table, None, you=None, unnamed=table.seats),
        )
        for seat in table.seats:
            yield trick_picture(
                look,
                TableSight(variant, table, trick, near=seat, you=None, ruling=ruling, chosen=seat),
            )
        yield judged_picture(look, variant, ruling)
        yield ladder_picture(look, LadderSight(ruling, shown=1))
        yield ladder_picture(look, LadderSight(ruling))
        yield ladder_picture(look, LadderSight(ruling, named=True))
    hand = parse_cards("SA SK S9 S9 HT DQ C2")
    yield hand_picture(
        look,
        HandSight(
            seat=LEARNER,
            yours=True,
            cards=hand,
            pick=True,
            playable=hand[:4],
            chosen=hand[:1],
            many=True,
        ),
    )
    yield hand_picture(look, HandSight(seat=Seat.WEST, yours=False, cards=hand))
    yield hand_picture(
        look,
        HandSight(seat=LEARNER, yours=True, cards=hand, playable=hand[:1], chosen=hand[1:]),
    )
    yield hand_picture(
        look,
        HandSight(seat=LEARNER, yours=True, cards=hand, pick=True, best=hand[:1], answer=hand[1]),
    )
    yield hand_picture(look, HandSight(seat=LEARNER, yours=True, cards=(), pick=True))
    yield hand_picture(look, HandSight(seat=Seat.EAST, yours=False, cards=(), pick=True))
    table = position("partnership", "N H8 HJ HT H3")[1].table
    tricks = [Trick.parse(line, table) for line in ("N H8 HJ HT H3", "E S5 C6 S3 S8")]
    revoke = tricks[1].plays[1]
    yield tricks_picture(look, TricksSight(table=table, tricks=tuple(tricks)))
    yield tricks_picture(
        look, TricksSight(table=table, tricks=tuple(tricks), revoke=revoke, revoked_in=2)
    )
    yield tricks_picture(
        look, TricksSight(table=table, tricks=tuple(tricks), turned=((2, revoke),))
    )
    for form, points in (("partnership", (1230, 900, 850, 1100)), ("split", (400, 0, 780))):
        variant, own = VARIANTS[form], position(form, TRICKS[form][0])[1].table
        yield totals_picture(
            look,
            TotalsSight(variant=variant, table=own, points=points, ahead=(False,) * len(points)),
        )
        yield totals_picture(
            look,
            TotalsSight(
                variant=variant, table=own, points=points, ahead=(True, *[False] * len(points[1:]))
            ),
        )
    first = date(2026, 11, 2)
    yield calendar_picture(look, [Day(first + timedelta(n), n % 9, n % 5) for n in range(18)])
    yield picker_picture(look, tuple(Suit), tuple(Rank), led=None, gone=())
    yield picker_picture(look, tuple(Suit), tuple(Rank), led=Suit.SPADES, gone=[Card.parse("SA")])
    yield calypsos_picture(
        look,
        ShelvesSight(
            built={Seat.EAST: (Calypso.parse("S1:-"),), Seat.WEST: (Calypso.parse("H0:AK"),)},
            full=frozenset(Rank),
            hands={Seat.EAST: (), Seat.WEST: hand},
            out={Seat.NORTH: (Suit.CLUBS, Suit.SPADES)},
        ),
    )
    yield won(look, "partnership", "S0:AQJT98765432", "S2 S7 SK H4", Seat.EAST, of=Seat.EAST)
    yield won(look, "partnership", "D2:AJ7", "D7 DK C8 C8", Seat.NORTH, of=Seat.SOUTH)
    yield won(look, "solo", "C0:-", "H7 HK S8 S8", Seat.NORTH, of=Seat.NORTH)
    yield laid(look, "D0:AKQT98765432", "DJ D6 H2")
    yield laid(look, "D0:AKQT98765432", "D6 DJ")
    yield laid(look, "D0:AKQT98765432", "DJ H2")


def parsed(picture: Picture) -> ElementTree.Element:
    """The markup as a tree: it is HTML and XML at once."""
    return ElementTree.fromstring(picture.html)  # noqa: S314  our own


def texts_of(element: ElementTree.Element) -> str:
    return "".join(element.itertext())


# ------------------------------------------------------------------ what is said


@LANGUAGE
@pytest.mark.parametrize(("form", "line"), CASES)
def test_the_winner_follows_from_the_description_alone(form: str, line: str, language: str) -> None:
    say, (variant, ruling) = Texts(language), position(form, line)
    picture = trick_picture(Look(say), TableSight(variant, ruling.table, ruling.trick, you=None))
    assert hear(picture.description, language).judge() == ruling
    if len(ruling.table.seats) > 2:
        assert say.name(ruling.table.rulebook) in picture.description


@LANGUAGE
def test_the_answer_is_said_only_when_it_may_be_known(language: str) -> None:
    say, (variant, ruling) = Texts(language), position("partnership", "N C6 S7 D9 C5")
    asked = trick_picture(Look(say), TableSight(variant, ruling.table, ruling.trick, you=None))
    told = answered(Look(say), variant, ruling, Seat.EAST)
    wins = say("picture.won", seat=Seat.SOUTH, card=Card.parse("D9"))
    assert wins not in asked.description
    assert wins in told.description
    assert told.announce == wins
    assert say("picture.answered", seat=Seat.EAST) in told.description
    assert say("picture.mark.wins") not in asked.html


@LANGUAGE
@pytest.mark.parametrize(
    ("answer", "picked"), [("H3", {"H3"}), ("H3 HK D2", {"H3", "HK", "D2"}), ("H3 HK", set())]
)
def test_a_wrong_pick_from_a_hand_can_still_be_seen_after_the_answer(
    language: str, answer: str, picked: set[str]
) -> None:
    look = Look(Texts(language))
    puzzle = parse_puzzle(
        "1 which-cards partnership culbertson N=C E=S S=D W=H : S H3 HK D2 D7 : N H8 HJ"
    )
    hand = illustrate(look, puzzle, Stage(parts=(answer,), answered=True)).beside
    assert hand is not None
    cards = re.findall(r'data-key="card-(\w+)-1"><span class="([^"]*)"', hand.html)
    assert {card for card, drawn in cards if "picked" in drawn.split()} == picked
    told = look.say("picture.picked", cards=tuple(map(Card.parse, answer.split())))
    assert (told in hand.description) == bool(picked)


@LANGUAGE
@pytest.mark.parametrize(
    ("position", "answer", "marked"),
    [
        ("whose-turn partnership culbertson N=C E=S S=D W=H : N H8 HJ : play", "W", ["W"]),
        ("whose-turn partnership culbertson N=C E=S S=D W=H : N H8 HJ : play", "S", []),
        ("whose-turn solo culbertson N=C E=S S=D W=H : N H8 HJ HT H3 : deal 2 N", "S", ["S"]),
        ("who-has-won partnership culbertson N=C E=S S=D W=H : N 0 E 20 S 0 W 0", "NS", ["N", "S"]),
        ("who-has-won partnership culbertson N=C E=S S=D W=H : N 0 E 20 S 0 W 0", "EW", []),
    ],
)
def test_a_seat_named_wrongly_can_still_be_seen_after_the_answer(
    language: str, position: str, answer: str, marked: list[str]
) -> None:
    look = Look(Texts(language))
    stage = Stage(parts=(answer,), answered=True)
    table = illustrate(look, parse_puzzle(f"1 {position}"), stage).table
    mark = f">{look.say('picture.mark.your-answer')}<"
    places = re.split(r'data-key="(?:seat|sheet)-([NESW])"', table.html)
    around = zip(places[1::2], places[2::2], strict=True)
    assert sorted(seat for seat, drawn in around if mark in drawn) == marked
    seats = tuple(map(Seat, marked))
    assert (look.say("picture.answered", seat=seats) in table.description) == bool(marked)


@LANGUAGE
def test_every_picture_says_in_its_markup_what_it_describes(language: str) -> None:
    for picture in every_picture(Look(Texts(language))):
        seen = texts_of(parsed(picture))
        for sentences in picture.description.split("\n"):
            for sentence in re.split(r"(?<=[.。])\s*(?=\S)", sentences):
                assert sentence in seen


@LANGUAGE
def test_no_word_about_pictures_is_missing_or_dead(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    used, call = set(), Texts.__call__

    def listen(say: Texts, key: str, **facts: object) -> str:
        used.add(key)
        return call(say, key, **facts)  # type: ignore[arg-type]

    monkeypatch.setattr(Texts, "__call__", listen)
    assert all(picture.description for picture in every_picture(Look(Texts(language))))
    lesson = CourseLesson(id="one", number=1, title="T", words="W", share=0.5)
    course_picture(Look(Texts(language)), [CourseChapter("T", "P", (lesson,))])
    used |= {f"{key}.you" for key in used}  # of the reader, where a seat's words differ
    used &= entries().keys()
    written = {key for key in entries() if key.startswith("picture.")}
    assert {key for key in used if key.startswith("picture.")} == written
    assert all(language in entries()[key] for key in written)


# ------------------------------------------------------------------ what is seen


@pytest.mark.parametrize(("form", "line"), CASES)
@pytest.mark.parametrize("me", Seat)
def test_every_seat_trump_and_card_is_shown(form: str, line: str, me: Seat) -> None:
    say, (variant, ruling) = Texts("en"), position(form, line)
    picture = trick_picture(
        Look(say),
        TableSight(variant, ruling.table, ruling.trick, near=me, you=None),
    )
    tree = parsed(picture)
    names = [node.text for node in tree.iter() if node.get("class") == "name"]
    trumps = [node.text for node in tree.iter() if node.get("class") == "trump"]
    assert sorted(map(str, names)) == sorted(map(say.name, variant.seats))
    assert sorted(map(str, trumps)) == sorted(map(say.name, ruling.table.trumps))
    shown = [node for node in tree.iter() if "card" in (node.get("class") or "").split()]
    assert len(shown) == len(ruling.trick.plays)
    for card in ruling.trick.cards:
        assert any(
            card.suit.name.lower() in str(node.get("class"))
            and texts_of(node) == say.sign(card.rank)
            for node in shown
        )
    bottom = next(node for node in tree.iter() if node.get("class") == "seat at-bottom")
    assert say.name(me if me in variant.seats else variant.seats[-1]) in texts_of(bottom)


@pytest.mark.parametrize("form", VARIANTS)
def test_sides_are_drawn_only_where_there_are_partners(form: str) -> None:
    variant = VARIANTS[form]
    html = trick_picture(
        Look(Texts("en")),
        TableSight(variant, variant.table(RULEBOOKS[0]), None, you=None),
    ).html
    partners = max(map(len, variant.feeds)) > 1
    assert partners == (variant.like == "partnership")
    assert ("plate major" in html) == partners
    assert ("plate alone" in html) != partners


def test_the_winner_and_another_answer_are_marked_and_the_rest_step_back() -> None:
    variant, ruling = position("two", "N S9 DJ SA S8")
    picture = answered(Look(Texts("en")), variant, ruling, Seat.NORTH)
    table = parsed(picture).find(".//*[@data-key='table']")
    assert table is not None
    spots = [node for node in table.iter() if (node.get("class") or "").startswith("spot")]
    assert [node.get("class") for node in spots] == [
        "spot past",
        "spot wins",
        "spot past",
        "spot past",
    ]
    flags = [[n.text for n in spot.iter() if "flag" in (n.get("class") or "")] for spot in spots]
    assert flags == [["your answer"], ["wins"], [], []]  # of North's cards the led trump


@pytest.mark.parametrize(
    ("line", "place"),
    [("N HT CA S7 C7", 1), ("N HA C8 HQ C9", 3), ("N HT C9 S7 C9", 1), ("N HA H9 H8 H9", 1)],
)
def test_of_two_cards_the_one_that_is_told_about_is_marked_as_the_answer(
    line: str, place: int
) -> None:
    variant, ruling = position("two", line)
    why = why_not(ruling, Seat.SOUTH)
    plays = ruling.trick.plays
    assert why.facts["card"] == plays[place].card
    picture = answered(Look(Texts("en")), variant, ruling, Seat.SOUTH)
    table = parsed(picture).find(".//*[@data-key='table']")
    assert table is not None
    marked = [
        spot.get("data-key")
        for spot in table.iter()
        if (spot.get("class") or "").startswith("spot")
        and any("your-answer" in (node.get("class") or "") for node in spot.iter())
    ]
    assert marked == [f"play-{place}-S-{plays[place].card}"]


@LANGUAGE
def test_markup_is_well_formed_and_keys_are_unique_among_neighbours(language: str) -> None:
    for picture in every_picture(Look(Texts(language), two_colour=True)):
        for node in parsed(picture).iter():
            keys = [key for child in node if (key := child.get("data-key"))]
            assert len(keys) == len(set(keys))


def test_only_cards_in_words_have_the_class_that_shows_a_sign_for_their_name() -> None:
    for picture in every_picture(Look(Texts("en"), two_colour=False)):
        for node in parsed(picture).iter():
            if "named" in (node.get("class") or "").split():
                assert node.get("data-sign"), "what it says would not be seen"


def test_what_is_written_on_a_button_is_part_of_its_name() -> None:
    for language in LANGUAGES:
        for picture in every_picture(Look(Texts(language))):
            for button in parsed(picture).iter("button"):
                assert texts_of(button) in str(button.get("aria-label"))
                # What is pressed is told to the page, or opens a suit of the picker, or waits.
                told = button.get("data-event") in {"play", "choose", "pick"}
                assert told or button.get("data-opens") or button.get("aria-disabled")


def test_text_is_escaped() -> None:
    assert (
        tag("b", "<i>&", title='"><script>')
        == '<b title="&quot;&gt;&lt;script&gt;">&lt;i&gt;&amp;</b>'
    )


def test_a_hand_is_sorted_and_tells_equal_cards_apart() -> None:
    picture = hand_picture(
        Look(Texts("en")),
        HandSight(seat=LEARNER, yours=True, cards=parse_cards("D2 H3 S9 C4 HA S9"), pick=True),
    )
    buttons = list(parsed(picture).iter("button"))
    assert [button.get("data-value") for button in buttons] == ["S9", "S9", "HA", "H3", "C4", "D2"]


@pytest.mark.parametrize("form", TRICKS)
def test_a_seat_is_picked_by_its_card_until_it_is_said_who_wins_and_else_none(form: str) -> None:
    look, table = Look(Texts("en")), VARIANTS[form].table(RULEBOOKS[0])
    trick = Trick.parse(TRICKS[form][0], table)
    asking = TableSight(VARIANTS[form], table, trick, you=None, pick=True)

    def picked(sight: TableSight) -> list[str | None]:
        buttons = parsed(trick_picture(look, sight)).iter("button")
        return [button.get("data-value") for button in buttons if button.get("data-event")]

    assert picked(asking) == [play.seat.value for play in trick.plays]
    assert picked(replace(asking, pick=False)) == []
    judged = judge(trick, table)
    assert picked(replace(asking, ruling=judged)) == []
    assert picked(replace(asking, ruling=judged, pick=False)) == []


def test_of_a_seat_without_a_trump_both_suits_it_may_name_are_shown_and_of_others_one() -> None:
    look, form = Look(Texts("en")), VARIANTS["two"]
    table = form.table(RULEBOOKS[0])
    sight = TableSight(form, table, None, you=None, unnamed=(Seat.SOUTH,))
    both = [
        [sign.get("class") for sign in signs]
        for signs in parsed(trick_picture(look, sight)).iter("span")
        if signs.get("class") == "signs"
    ]
    assert both == [[f"sign {suit_class(suit)}" for suit in (Suit.DIAMONDS, Suit.CLUBS)]]


def test_suits_that_others_are_out_of_lie_at_their_seats() -> None:
    look, table = Look(Texts("en")), VARIANTS["partnership"].table(RULEBOOKS[0])
    sight = TableSight(
        VARIANTS["partnership"],
        table,
        Trick.parse("N H8", table),
        you=None,
        out={Seat.WEST: (Suit.SPADES, Suit.DIAMONDS), Seat.EAST: (Suit.HEARTS,)},
    )
    lying = [
        [sign.get("class") for sign in markers]
        for markers in parsed(trick_picture(look, sight)).iter("span")
        if "markers" in str(markers.get("class"))
    ]
    assert sorted(lying, key=len) == [
        [f"sign out {suit_class(Suit.HEARTS)}"],
        [f"sign out {suit_class(Suit.SPADES)}", f"sign out {suit_class(Suit.DIAMONDS)}"],
    ]


def test_every_card_has_a_key_of_its_own_where_several_may_be_chosen() -> None:
    hand = parse_cards("SA SK SK HA HK HQ DA DK DQ CA CK")
    buttons = list(
        parsed(
            hand_picture(
                Look(Texts("en")),
                HandSight(seat=LEARNER, yours=True, cards=hand, pick=True, many=True),
            )
        ).iter("button")
    )
    cards = [(button.get("data-value"), button.get("aria-keyshortcuts")) for button in buttons]
    assert [key for _, key in cards] == [*"1234567890", "Shift+1"]
    assert cards[:4] == [("SA", "1"), ("SK", "2"), ("SK'1", "3"), ("HA", "4")]
    one = hand_picture(
        Look(Texts("en")), HandSight(seat=LEARNER, yours=True, cards=hand, pick=True)
    )
    assert "aria-keyshortcuts" not in one.html


def test_cards_that_may_not_be_played_can_still_be_pressed() -> None:
    hand = parse_cards("HA D2")
    picture = hand_picture(
        Look(Texts("en")),
        HandSight(seat=LEARNER, yours=True, cards=hand, pick=True, playable=hand[:1]),
    )
    dim = [b for b in parsed(picture).iter("button") if "dim" in str(b.get("class"))]
    assert [(button.get("data-value"), button.get("aria-disabled")) for button in dim] == [
        ("D2", None)
    ]


def test_where_several_may_be_chosen_every_card_says_whether_it_is() -> None:
    """Before the first is chosen, too: whoever hears the hand is told that it can be."""
    hand = parse_cards("SA SK SK D2")

    def pressed(**sight: object) -> list[str | None]:
        held = HandSight(seat=LEARNER, yours=True, cards=hand, pick=True, **sight)  # type: ignore[arg-type]
        picture = parsed(hand_picture(Look(Texts("en")), held))
        return [button.get("aria-pressed") for button in picture.iter("button")]

    assert pressed() == [None] * 4
    assert pressed(many=True) == ["false"] * 4
    assert pressed(many=True, lifted=("SK'1",)) == ["false", "false", "true", "false"]
    assert pressed(chosen=hand[3:]) == ["false", "false", "false", "true"]


def test_by_digits_only_the_cards_that_may_be_played_are_numbered_and_open() -> None:
    hand = parse_cards("HA S3 D2")
    picture = hand_picture(
        Look(Texts("en")),
        HandSight(seat=LEARNER, yours=True, cards=hand, pick=True, playable=hand[1:], keyed=True),
    )
    buttons = [
        (button.get("data-value"), button.get("aria-keyshortcuts"), button.get("aria-disabled"))
        for button in parsed(picture).iter("button")
    ]
    assert buttons == [("S3", "1", None), ("HA", None, "true"), ("D2", "2", None)]


def test_after_an_answer_the_card_named_and_the_best_are_marked_once_each() -> None:
    look, hand = Look(Texts("en")), parse_cards("SA SK SK D2")
    best, answer = hand[1], hand[3]
    picture = hand_picture(
        look,
        HandSight(seat=LEARNER, yours=True, cards=hand, pick=True, best=(best,), answer=answer),
    )
    marked = {
        str(hold.get("data-key")): [span.text for span in hold.iter("span") if span.text]
        for hold in parsed(picture).iter("span")
        if hold.get("class") == "hold"
    }
    marks = {name: look.say(f"picture.mark.{name}") for name in ("best", "your-answer")}
    assert {key: set(words) & {*marks.values()} for key, words in marked.items()} == {
        "card-SA-1": set(),
        "card-SK-1": {marks["best"]},
        "card-SK-2": set(),
        "card-D2-1": {marks["your-answer"]},
    }


@pytest.mark.parametrize(("best", "marks"), [("D2", ["best"]), ("D2 SA", ["best", "your-answer"])])
def test_the_best_card_wears_the_mark_of_the_answer_only_where_another_is_as_good(
    best: str, marks: list[str]
) -> None:
    look, (answer, *_) = Look(Texts("en")), parse_cards("D2")
    hand = HandSight(seat=LEARNER, yours=True, cards=parse_cards("SA D2"), pick=True)
    sight = replace(hand, best=parse_cards(best), answer=answer)
    worn = [
        str(flag.get("class")).removeprefix("flag ")
        for hold in parsed(hand_picture(look, sight)).iter("span")
        if hold.get("data-key") == "card-D2-1"
        for flag in hold.iter("span")
        if str(flag.get("class")).startswith("flag ")
    ]
    assert worn == marks


def test_the_picker_refuses_a_card_of_which_none_is_left() -> None:
    picture = picker_picture(
        Look(Texts("en")), (Suit.SPADES,), tuple(Rank), led=Suit.SPADES, gone=[Card.parse("SA")]
    )
    refused = [b for b in parsed(picture).iter("button") if b.get("aria-disabled") == "true"]
    values = [button.get("data-value") for button in refused]
    assert [value for value in values if value] == ["SA"]


def test_the_picker_waits_for_a_suit_and_has_a_letter_for_every_button() -> None:
    picture = picker_picture(Look(Texts("en")), tuple(Suit), tuple(Rank), led=None, gone=())
    all_of_it = list(parsed(picture).iter("button"))
    rows = {row.get("data-of"): row for row in parsed(picture).iterfind(".//div[@data-of]")}
    assert [b.get("data-opens") for b in all_of_it if b.get("data-opens")] == list("SHCD")
    assert [suit for suit, row in rows.items() if row.get("hidden") is None] == [""]
    assert all(b.get("aria-disabled") for b in rows[""].iter("button"))
    letters = {b.get("data-letter") for b in all_of_it} - {None}
    assert len(letters) == 17
    for suit in "SHCD":
        values = [b.get("data-value") for b in rows[suit].iter("button")]
        assert values == [f"{suit}{rank}" for rank in "AKQJT98765432"]


def test_together_keeps_every_description() -> None:
    one, two = (
        hand_picture(
            Look(Texts("en")),
            HandSight(seat=LEARNER, yours=True, cards=parse_cards(cards), pick=True),
        )
        for cards in ("SA", "H2")
    )
    both = together(one, two)
    assert one.description in both.description
    assert two.description in both.description


# ------------------------------------------------------------------ colours


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


SCHEMES = pytest.mark.parametrize("scheme", [Scheme.LIGHT, Scheme.DARK])


@SCHEMES
def test_every_suit_can_be_read_on_every_paper(scheme: Scheme) -> None:
    seen = colours(scheme)
    for suit in map(Suit, PIPS):
        name = suit.name.lower()
        assert contrast(seen[name], seen["paper"]) >= 4.5
        assert contrast(seen[name], seen["gold-paper"]) >= 4.5
        assert contrast(seen.get(f"{name}-worn", seen[name]), seen["worn"]) >= 4.5
    for plate in ("paper", "major", "minor", "gold"):
        assert contrast(seen["ink"], seen[plate]) >= 4.5
    for felt in ("felt-middle", "felt-rim", "felt-row"):
        assert contrast("#ffffff", seen[felt]) >= 4.5


@SCHEMES
def test_red_and_black_differ_in_grey_too(scheme: Scheme) -> None:
    ink = colours(scheme)
    for red in ("hearts", "diamonds"):
        assert contrast(ink["spades"], ink[red]) >= 1.7
    # In two colours diamonds are as hearts and clubs as spades: this is all that differs.
    assert contrast(ink["spades"], ink["hearts"]) >= 2


@SCHEMES
def test_the_mark_of_a_gauge_is_seen_on_its_bar(scheme: Scheme) -> None:
    seen = colours(scheme)
    for which, bar in (("gauge", "depth-2"), ("gauge.shaky", "note-tint")):
        mark = re.search(rf"\.{which} line {{ stroke: var\(--([a-z]+)\)", text("course.css"))
        assert mark
        assert contrast(seen[mark[1]], seen[bar]) >= 2.5, which


def test_every_card_carries_its_rank_and_the_sign_of_its_suit() -> None:
    for picture in every_picture(Look(Texts("en"), two_colour=True)):
        for node in parsed(picture).iter():
            names = set((node.get("class") or "").split())
            if "card" not in names or names & {"back", "heap"}:
                continue
            suit = next(suit for suit in Suit if suit.name.lower() in names)
            paths = [path.get("d") for path in node.iter("path")]
            drawn = paths[1:]
            if "court" in names and drawn:
                assert drawn == [outline for _, outline in FIGURES[texts_of(node)]]
            else:
                assert drawn in ([], [PIPS[suit]])
            assert paths[0] == PIPS[suit]
            assert texts_of(node) in {"10", *(rank.letter for rank in Rank)}


# ------------------------------------------------------------------ the component


def shown_hand() -> None:
    """A page with one hand, from which a card that is pressed goes away."""
    import streamlit as st

    from engine.cards import parse_cards
    from puzzles.scenes import LEARNER, HandSight
    from tutor.drawing.hand import hand_picture
    from tutor.drawing.markup import Look
    from tutor.pages.frame import session
    from tutor.pages.frame.browser import card_table
    from tutor.words.texts import Texts

    session.sync({})
    held = st.session_state.setdefault("held", ["SA", "H2", "H2", "D9"])

    def on_event(event: str, value: str) -> None:
        held.remove(value)
        st.session_state["last"] = event

    picture = hand_picture(
        Look(Texts("en")),
        HandSight(seat=LEARNER, yours=True, cards=parse_cards(" ".join(held)), pick=True),
    )
    card_table(picture, key="hand", on_event=on_event)


def test_the_table_tells_which_card_was_pressed() -> None:
    at = AppTest.from_function(shown_hand, default_timeout=300).run()
    assert not at.exception
    assert given(at, "hand")["html"].count('data-value="H2"') == 2
    at = fire(at, "hand", play="H2")
    assert not at.exception
    assert at.session_state["last"] == "play"
    assert given(at, "hand")["html"].count('data-value="H2"') == 1


LETTERS = re.compile(r"font(?:-size)?:[^;}]*?([\d.]+)rem")


def test_no_style_sheet_has_letters_of_less_than_sixteen_pixels(root: Path) -> None:
    config = tomllib.loads((root / ".streamlit/config.toml").read_text(encoding="utf-8"))
    rem: int = config["theme"]["baseFontSize"]
    found = {
        f"{sheet.name}: {size.group()}": float(size.group(1)) * rem
        for sheet in (root / "tutor/frontend").glob("*.css")
        for size in LETTERS.finditer(sheet.read_text(encoding="utf-8"))
    }
    assert len(found) > 10
    assert {words: size for words, size in found.items() if size < 16} == {}


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_the_bars_of_a_spread_are_parts_of_everybody(language: str) -> None:
    counts = {"East": 64, "North": 36, "South": 0}
    lines = [SpreadLine(seat, count, seat == "East", None) for seat, count in counts.items()]
    drawn = spread_html(lines, Look(Texts(language)))
    assert re.findall(r"width: (\d+)%", drawn) == ["64", "36", "0"]


def test_a_list_without_marks_is_a_list_by_ear_in_every_browser(root: Path) -> None:
    """WebKit takes ``list-style: none`` for the wish that a list be none."""
    css = "".join(path.read_text("utf-8") for path in (root / "tutor/frontend").glob("*.css"))
    plain = {
        name
        for selector, block in re.findall(r"([^{}]*)\{([^{}]*)\}", css)
        if "list-style: none" in block
        for name in re.findall(r"\.([\w-]+)", selector)
    }
    drawn, mute = set(), []
    for path in (root / "tutor").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
                continue
            first = call.args[0] if call.func.id == "tag" and call.args else None
            if not isinstance(first, ast.Constant) or first.value not in {"ol", "ul"}:
                continue
            values = {keyword.arg: keyword.value for keyword in call.keywords}
            # Of several classes the first is the one that always stands there.
            said = {
                name: getattr(value.args[0] if isinstance(value, ast.Call) else value, "value", "")
                for name, value in values.items()
            }
            if said.get("class_") in plain:
                drawn.add(said["class_"])
                if said.get("role") != "list":
                    mute.append(f"{path.name}: {said['class_']}")
    assert {"rungs", "went", "worths", "names", "spread"} <= drawn
    assert mute == []


@pytest.mark.parametrize(("completed", "rooms"), [("S1:- H0:AK", 1), ("S0:2 H0:AK", 0)])
def test_calypsos_stand_below_one_another_whoever_has_completed_some(
    completed: str, rooms: int
) -> None:
    east, west = map(Calypso.parse, completed.split())
    built = {Seat.EAST: (east,), Seat.WEST: (west,)}
    sight = ShelvesSight(built=built, full=frozenset(Rank), hands={}, out={})
    assert calypsos_picture(Look(Texts("en")), sight).html.count('class="done room"') == rooms


@pytest.mark.parametrize(
    ("before", "said"), [("D0:AQJT98765432", "completes it"), ("D0:AJT98765432", "complete it")]
)
def test_of_however_many_cards_it_is_said_that_they_complete_a_calypso(
    before: str, said: str
) -> None:
    drawn = won(Look(Texts("en")), "solo", before, "DK H2 DQ S4", Seat.SOUTH, of=Seat.SOUTH)
    (cards,) = (part for part in parsed(drawn).iter() if part.get("class") == "finishing")
    assert cards[-1].text == said
