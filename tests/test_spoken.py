"""Whoever hears the page can answer: the words of a position alone determine the winner."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from engine.cards import parse_cards
from engine.rulebooks import RULEBOOKS
from engine.table import Seat
from engine.trick import Trick, judge
from engine.variants import VARIANTS, Variant
from puzzles.bank import bank
from puzzles.generator import generate, rules_of
from puzzles.kinds.rulebooks_differ import BOOKS, RulebooksDiffer
from puzzles.kinds.who_wins import WhoWins
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle
from puzzles.scenes import LEARNER, HandSight, Stage, TableSight
from tests.spoken import hear
from tutor.drawing.markup import Look
from tutor.drawing.scenes import illustrate
from tutor.words.sights import description, to_move
from tutor.words.texts import LANGUAGES, Texts, seen_from

LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)
KINDS = (WhoWins.kind, RulebooksDiffer.kind)
EACH = 8
"""Generated tricks for every kind, rule, form and rulebook."""


def understood(puzzle: Puzzle, language: str) -> None:
    """Hear the position as it is asked, and rule on it by ear alone."""
    assert isinstance(puzzle, WhoWins | RulebooksDiffer)
    said = illustrate(Look(Texts(language)), puzzle, Stage()).whole.description
    heard = hear(said, language)
    assert "picture.won" not in heard.keys, "the question gives its answer away"
    assert heard.plays == puzzle.trick.plays
    assert (heard.table.seats, heard.table.trumps) == (puzzle.table.seats, puzzle.table.trumps)
    ruling = heard.judge()
    assert (ruling.winning, ruling.rule) == (puzzle.ruling.winning, puzzle.ruling.rule)
    if puzzle.kind == RulebooksDiffer.kind:
        winners = [
            judge(ruling.trick, replace(heard.table, rulebook=rulebook)).winning.seat.value
            for rulebook in BOOKS
        ]
        assert " / ".join(winners) == puzzle.solution
    assert heard.pairs == sides(puzzle.variant)


def sides(variant: Variant) -> frozenset[frozenset[object]]:
    return frozenset(frozenset(side) for side in variant.feeds if len(side) > 1)


def generated(variant: Variant, language: str) -> Iterator[Puzzle]:
    rng = Random(f"spoken {variant.id} {language}")
    for rulebook in RULEBOOKS:
        tables = variant.tables(rulebook)
        for kind in KINDS:
            for rule in rules_of(kind, variant, rulebook):
                for _ in range(EACH):
                    yield generate(kind, rule, variant, rng.choice(tables), rng)


@LANGUAGE
def test_every_trick_of_the_bank_can_be_judged_by_ear(language: str) -> None:
    tricks = [entry.puzzle for entry in bank() if entry.puzzle.kind in KINDS]
    assert len(tricks) > 20
    for puzzle in tricks:
        understood(puzzle, language)


@LANGUAGE
@pytest.mark.parametrize("form", VARIANTS)
def test_any_trick_of_any_form_can_be_judged_by_ear(form: str, language: str) -> None:
    count = 0
    for count, puzzle in enumerate(generated(VARIANTS[form], language), start=1):  # noqa: B007
        understood(puzzle, language)
    assert count >= 60


@LANGUAGE
def test_after_the_answer_the_winner_that_is_named_is_the_one_that_follows(language: str) -> None:
    for entry in bank():
        if entry.puzzle.kind != WhoWins.kind:
            continue
        stage = Stage(parts=tuple(entry.puzzle.solution.split(" / ")), answered=True)
        said = illustrate(Look(Texts(language)), entry.puzzle, stage).whole.description
        heard, won = hear(said, language), entry.puzzle.ruling
        assert won is not None
        assert heard.keys.count("picture.won") == 1
        assert heard.judge().winning == won.winning


def test_the_listener_is_no_clairvoyant() -> None:
    puzzle = next(entry.puzzle for entry in bank() if entry.puzzle.kind == WhoWins.kind)
    said = illustrate(Look(Texts("en")), puzzle, Stage()).whole.description
    with pytest.raises(ValueError, match="nobody understands"):
        hear(said.replace("trumps are", "favourites are"), "en")
    assert hear(said.replace("North’s trumps", "South’s trumps", 1), "en").table != puzzle.table


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "suit-markers three akagiri N=C E=H S=D : N HK CK H6 : N H3 C7 H5 : S DK HT C5 : N",
            ["North’s ten of hearts in trick 3 turned up a suit marker."],
        ),
        (
            "suit-markers three akagiri N=C E=H S=D : N HK CK H6 : N H3 C7 H5 : S DK HT C5 : E",
            [  # of two cards off one suit the first
                "East’s king of clubs in trick 1 turned up a suit marker.",
                "East’s five of clubs in trick 3 turned up a suit marker.",
            ],
        ),
        (  # of two cards the one that was a revoke, not the lead before it
            "spot-revoke two culbertson N=H S=C : N SA S9 HJ S7 : N S7 DA ST C7 : N ?",
            ["The revoke was North’s jack of hearts in trick 1."],
        ),
        (
            "whose-turn two culbertson N=S S=C : S CT SJ SA S8 : first 2 S",
            ["North wins the trick with the jack of spades."],
        ),
    ],
)
def test_after_the_answer_a_picture_shows_what_the_verdict_hangs_on(
    line: str, told: list[str]
) -> None:
    puzzle, look = parse_puzzle(f"1 {line}"), Look(Texts("en"))
    asked = illustrate(look, puzzle, Stage()).whole.description
    answered = illustrate(look, puzzle, Stage(parts=(puzzle.solution,), answered=True))
    for sentence in told:
        assert sentence not in asked
        assert sentence in answered.whole.description
    assert answered.whole.description.count("turned up") == sum("turned up" in one for one in told)


def test_a_partner_who_is_called_so_is_not_told_to_be_one() -> None:
    puzzle = parse_puzzle("1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3")
    named = Texts("en", seen_from(puzzle.variant, puzzle.table, Seat.SOUTH))
    called = illustrate(Look(named), puzzle, Stage()).whole.description
    assert called.startswith("Partner’s trumps are clubs.")
    assert "partners" not in called
    assert "are partners" in illustrate(Look(Texts("en")), puzzle, Stage()).whole.description


def test_of_a_hand_the_cards_that_may_be_played_are_heard_where_not_all_may() -> None:
    say, cards = Texts("en"), parse_cards("SA S3 D2")
    hand = HandSight(seat=LEARNER, yours=True, cards=cards, pick=True)
    assert "may play" not in description(hand, say)
    assert "may play" not in description(replace(hand, playable=cards), say)
    assert description(replace(hand, playable=cards[:2]), say).endswith(
        "Cards you may play: the ace and three of spades."
    )


def test_who_was_answered_is_heard_once_it_is_known_and_wrong() -> None:
    say, form = Texts("en"), VARIANTS["partnership"]
    table = form.table(RULEBOOKS[0])
    trick = Trick.parse("N H8 HJ HT H3", table)
    sight = TableSight(form, table, trick, you=None, chosen=Seat.SOUTH)
    assert "Your answer" not in description(sight, say)
    judged = replace(sight, ruling=judge(trick, table))
    assert "Your answer was South." in description(judged, say)
    assert "Your answer" not in description(replace(judged, chosen=Seat.EAST), say)


def test_who_has_no_trump_yet_is_heard_with_the_suits_it_may_name() -> None:
    form = VARIANTS["two"]
    sight = TableSight(form, form.table(RULEBOOKS[0]), None, you=None, unnamed=(Seat.SOUTH,))
    said = description(sight, Texts("en"))
    assert "North’s trumps are spades." in said
    assert "South builds diamonds and clubs and hasn’t chosen trumps yet." in said


@pytest.mark.parametrize(
    ("trick", "hand", "said"),
    [
        ("", "H2 C4", "Your lead. You may play any card."),
        ("N H8 HJ", "H2 C4", "Your turn. Follow suit: hearts."),
        ("N H8 CJ", "C4 S2", "Your turn. You have no hearts, so you may play any card."),
    ],
)
def test_whoever_is_to_move_is_told_what_may_be_played(trick: str, hand: str, said: str) -> None:
    table = VARIANTS["partnership"].table(RULEBOOKS[0])
    plays = Trick.parse(trick, table).plays if trick else ()
    assert to_move(plays, parse_cards(hand), Texts("en")) == said
