"""A card laid to a calypso is seen there as soon as the answer about it is marked."""

from itertools import product
from random import Random

import pytest

from engine.cards import Rank
from engine.rulebooks import CULBERTSON
from engine.table import Seat
from engine.variants import VARIANTS, Variant
from puzzles.generator import generate, rules_of
from puzzles.kinds import kind_of
from puzzles.kinds.what_is_built.position import PILE, WhatIsBuilt
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.scenes import ShelfSight, Stage
from tests.component import choose
from tests.opened import headings, opened, press, words
from tutor.drawing.markup import Look
from tutor.drawing.scenes import illustrate
from tutor.pages.questions.answers import parts_right
from tutor.words.texts import LANGUAGES, Texts

LINE = "1 what-is-built {form} culbertson N=C E=S S=D W=H : {trick}"
EQUAL = "N CK C2 C2 D5 : C0:AQJT9876543"
"""North wins, and two of the cards are equal; the trick completes North's calypso."""


def puzzle(trick: str, form: str = "partnership") -> WhatIsBuilt:
    found = parse_puzzle(LINE.format(form=form, trick=trick))
    assert isinstance(found, WhatIsBuilt)
    return found


FULL = "AKQJT98765432"


def seen(asked: WhatIsBuilt, *parts: str, marked: bool = True) -> list[str]:
    """The rows after so many answers: a suit and its ranks, and the next calypso of it."""
    scene = kind_of(asked).scene(asked, Stage(parts=parts, marked=marked))
    return [
        f"{calypso.suit.value}:{_letters(ranks)}"
        for sight in scene
        if isinstance(sight, ShelfSight)
        for calypso in sight.calypsos
        for ranks in (sight.under_way(calypso), sight.begun(calypso))
        if ranks is not None
    ]


def _letters(ranks: frozenset[Rank]) -> str:
    return "".join(rank.letter for rank in sorted(ranks, reverse=True))


def test_a_row_fills_card_by_card() -> None:
    asked = puzzle("E C5 D2 C9 CJ : C0:AJ3")
    assert set(seen(asked)) == {"C:AJ3", "D:"}
    assert set(seen(asked, "N")) == {"C:AJ53", "D:"}
    assert set(seen(asked, "N", "S")) == {"C:AJ53", "D:2"}
    assert set(seen(asked, "pile")) == {"C:AJ53", "D:"}, "what was right"


def test_a_row_does_not_tell_what_is_not_to_be_told_yet() -> None:
    """In a test, a room or homework each part is answered without a word."""
    asked = puzzle("E C5 D2 C9 CJ : C0:AJ3")
    assert seen(asked, "N", "S", marked=False) == seen(asked)


def test_a_calypso_that_is_completed_stays_while_the_next_begins_below_it() -> None:
    asked = puzzle(EQUAL)
    assert asked.solution == "N / N / N+ / S"
    assert seen(asked, "N") == [f"C:{FULL[:-1]}", "D:"]
    assert seen(asked, "N", "N") == [f"C:{FULL}", "C:", "D:"]
    assert seen(asked, "N", "N", "N+") == [f"C:{FULL}", "C:2", "D:"]
    assert seen(asked, "N", "N+") == [f"C:{FULL[:-1]}", "C:2", "D:"], "one of the equals"
    assert seen(asked, "N", "N+", "N") == seen(asked, "N", "N", "N+")


def test_an_empty_calypso_is_heard_as_the_one_it_is_among_the_answers() -> None:
    def heard(asked: WhatIsBuilt, *parts: str) -> str:
        shown = illustrate(Look(Texts("en")), asked, Stage(parts=parts, marked=True))
        return shown.whole.description

    first = heard(puzzle("N CK C2 C2 D5 : C0:-"))
    assert "North’s current calypso of clubs has no cards yet." in first
    assert "next" not in first
    assert "North’s next calypso of clubs has no cards yet." in heard(puzzle(EQUAL), "N", "N")


def test_a_card_of_the_next_calypso_is_seen_there_before_the_one_under_way_is_complete() -> None:
    asked = puzzle("N C6 CJ C2 C2 : C0:AKQT98765432")
    assert asked.solution == "N+ / N / N+ / pile"
    assert seen(asked, "N+") == ["C:AKQT98765432", "C:6"]
    html = illustrate(Look(Texts("en")), asked, Stage(parts=("N+",), marked=True)).whole.html
    under_way, begun = html.split('data-key="calypso-C1"')
    assert 'class="place new"' not in under_way
    assert begun.count('class="place new"') == 1


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_of_every_calypso_that_can_be_answered_the_cards_are_seen(variant: Variant) -> None:
    table = variant.table(CULBERTSON)
    for rule in rules_of("what-is-built", variant, CULBERTSON):
        asked = generate("what-is-built", rule, variant, table, Random(f"{variant.id} {rule}"))
        assert isinstance(asked, WhatIsBuilt)
        suits = [one[0] for one in seen(asked)]
        assert sorted(suits) == sorted({card.suit.value for card in asked.trick.cards})


@pytest.mark.parametrize(
    ("trick", "form", "parts", "key"),
    [
        ("E C5 D2 C9 CJ : C0:AJ3", "partnership", ("N",), None),
        ("E C5 D2 C9 CJ : C0:AJ3", "partnership", ("pile",), "still-missing"),
        ("E C5 D2 C9 CJ : C0:AJ3", "partnership", ("N", "S", "N", "pile"), "one-at-a-time"),
        ("E C5 D2 C9 CJ : C0:AJ3", "partnership", ("N", "S", "N", "N+"), "one-at-a-time"),
        (EQUAL, "partnership", ("N", "N", "pile"), "starts-next"),
        ("N HA HJ HT H3 : -", "partnership", ("W",), "others"),
        ("N HA HJ HT H3 : -", "solo", ("W",), "others.alone"),
        ("N HA HJ HT H3 : -", "partnership", ("pile",), None),
    ],
)
def test_why_a_card_goes_there_is_said_at_once_where_the_mark_alone_leaves_it_open(
    trick: str, form: str, parts: tuple[str, ...], key: str | None
) -> None:
    asked = puzzle(trick, form)
    reason = kind_of(asked).because(asked, parts)
    assert (reason and reason.key) == key
    if reason:
        words = f"brief.part.{reason.key}"
        assert all(Texts(language)(words, **reason.facts) for language in LANGUAGES)


def test_a_card_that_comes_twice_is_explained_before_the_next_question() -> None:
    line = LINE.format(form="partnership", trick="N C2 CK C2 C4 : C0:AQ")
    at = press(opened("drill", puzzle=line), "answer-drill-0-1")
    at = press(press(at, "answer-drill-1-1"), "answer-drill-2-1")
    assert "two of clubs: ✗ North’s calypso → The winner’s pile: North already has one" in words(at)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_all_cards_laid_one_by_one_make_the_rows_of_the_verdict(variant: Variant) -> None:
    table = variant.table(CULBERTSON)
    for rule in rules_of("what-is-built", variant, CULBERTSON):
        asked = generate("what-is-built", rule, variant, table, Random(f"{variant.id} {rule}"))
        assert isinstance(asked, WhatIsBuilt)
        solution = tuple(asked.solution.split(" / "))
        scene = kind_of(asked).scene(asked, Stage(parts=solution, answered=True))
        shown = [one for sight in scene if isinstance(sight, ShelfSight) for one in sight.calypsos]
        after = {one.suit.value: _letters(one.ranks) for one in shown}
        laid = dict(one.split(":") for one in seen(asked, *solution))  # the later of two rows
        for suit, letters in laid.items():
            assert letters == after.get(suit, letters), (str(asked), suit)


@pytest.mark.parametrize("language", LANGUAGES)
def test_of_equal_cards_no_reason_runs_ahead_of_the_row(language: str) -> None:
    """The first of two goes to the pile: what is seen does not have its rank yet."""
    asked, say = puzzle("W C3 C8 C5 C8 : C0:AKQT976542"), Texts(language)
    at = opened("drill", lang=language, puzzle=print_puzzle(asked))
    has_one = say("brief.part.one-at-a-time", seat=Seat.NORTH)
    at = choose(at, "drill", asked, 0, "N")
    at = choose(at, "drill", asked, 1, PILE)
    assert say("brief.part.equal-cards") in words(at)
    assert has_one not in words(at)
    at = choose(at, "drill", asked, 2, PILE)
    assert has_one in words(at)


TWO_KINGS = "S DK DK D4 H2 : D0:AQJT9876543"
"""Two equal cards, of which South's calypso takes one; lesson 6 asks it."""

THREE_KINGS = "N CK CK H2 CK : C1:AQJT98765432"
"""Three equal cards: one completes North's calypso, one begins the next."""


@pytest.mark.parametrize("trick", [TWO_KINGS, THREE_KINGS, EQUAL])
def test_what_would_have_been_right_is_never_what_was_answered(trick: str) -> None:
    """And the reason in a few words is one for that place."""
    asked = puzzle(trick)
    places = {"still-missing": ("N", "S"), "starts-next": ("N+", "S+")}
    for count in range(1, 5):
        choices = [[choice.token for choice in part.choices] for part in asked.parts[:count]]
        for parts in product(*choices):
            if parts_right(asked, parts)[-1]:
                continue
            right = kind_of(asked).right_instead(asked, parts)
            why = kind_of(asked).because(asked, parts)
            assert right != parts[-1]
            assert why
            assert right in places.get(why.key, (PILE,)), (parts, why.key)


@pytest.mark.parametrize("trick", [TWO_KINGS, THREE_KINGS, EQUAL])
def test_of_equal_cards_no_two_are_told_to_the_place_of_one(trick: str) -> None:
    """What was told of the first card, right or put right, holds when the next is answered."""
    asked = puzzle(trick)
    for answer in product(*[[choice.token for choice in part.choices] for part in asked.parts]):
        told = [
            answer[count - 1]
            if parts_right(asked, answer[:count])[-1]
            else kind_of(asked).right_instead(asked, answer[:count])
            for count in range(1, 5)
        ]
        assert asked.check(" / ".join(told)).correct, (answer, told)
        assert asked.check(" / ".join(answer)).parts == tuple(map(str.__eq__, told, answer))


def test_of_two_equal_cards_sent_to_the_pile_the_second_belongs_in_the_calypso() -> None:
    line = LINE.format(form="partnership", trick=TWO_KINGS)
    at = press(press(opened("drill", puzzle=line), "answer-drill-0-3"), "answer-drill-1-3")
    told = "West’s king of diamonds: ✗ The winner’s pile → South’s calypso: South still needs it"
    assert told in words(at)


@pytest.mark.parametrize(("language", "second"), [("en", "South’s second "), ("ja", "南の2枚目の")])
def test_of_two_equal_cards_of_one_player_the_second_is_called_so(
    language: str, second: str
) -> None:
    """In Calypso for Two the same question came twice, and the same line of two marks."""
    line = "1 what-is-built two culbertson N=D S=S : N D9 DQ DJ DQ : C0:AK D0:QJT7 H1:QJT97 S0:KQ8"
    at = opened("drill", puzzle=line, lang=language)
    asked = [headings(at)[-1]]
    for number in range(3):
        at = press(at, f"answer-drill-{number}-1")
        asked += headings(at)[-1:]
    assert [second in one for one in asked] == [False, False, False, True]
    at = press(press(at, "answer-drill-3-1"), "why-")
    assert words(at).count(second) == 1


LAST_TOLD = [
    (
        "ladder partnership culbertson N=C E=S S=D W=H : E H6 D9 SK CK : last 2",
        ("takes", "cannot-win"),
        "king of clubs: ✗ A discard → The best card so far",
    ),
    (
        "what-is-built partnership culbertson N=C E=S S=D W=H : N C7 CQ C3 D5 : C0:QJ2",
        ("pile", "pile", "N", "S"),
        None,
    ),
    (
        "what-is-built partnership culbertson N=C E=S S=D W=H : N C7 CQ C3 S5 : C0:QJ2",
        ("pile", "pile", "N", "E"),
        "five of spades: ✗ East’s calypso → The winner’s pile: nobody on North’s side builds",
    ),
    (
        "rulebooks-differ partnership culbertson N=C E=S S=D W=H : N CT S6 D8 C2",
        ("W", "E"),
        "✗ East · six of spades → North · ten of clubs: under Akagiri 1998, only a higher ruff",
    ),
    (
        "who-wins partnership culbertson N=C E=S S=D W=H : N C4 SA C5 HA : why",
        ("E", "trick.suit-highest"),
        "✗ The highest of the suit led wins → The highest ruff wins",
    ),
    (
        "ladder partnership culbertson N=C E=S S=D W=H : E H6 D9 SK CK : last 2",
        ("cannot-win", "cannot-win"),
        None,
    ),
]


@pytest.mark.parametrize(("line", "parts", "told"), LAST_TOLD)
def test_the_answer_to_the_last_part_is_told_as_the_others_are(
    line: str, parts: tuple[str, ...], told: str | None
) -> None:
    """The verdict's one sentence is about the first mistake; of the last nothing was said."""
    asked = parse_puzzle(f"1 {line}")
    at = opened("drill", puzzle=print_puzzle(asked))
    for number, token in enumerate(parts):
        at = choose(at, "drill", asked, number, token)
    if told:
        assert told in words(at)
        assert words(press(at, "why-")).count(told) == 1, "among the reasons it stands as well"
    else:
        assert "→" not in words(at)
