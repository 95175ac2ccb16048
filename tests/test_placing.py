"""A card laid to a calypso is seen there as soon as the answer about it is marked."""

from random import Random

import pytest

from engine.calypso import Calypso
from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS, Variant
from puzzles.generate import generate, rules_of
from puzzles.kinds import kind_of
from puzzles.kinds.what_is_built.position import WhatIsBuilt
from puzzles.notation import parse_puzzle
from puzzles.scenes import ShelfSight, Stage
from tests.opened import opened, press, words
from tutor.words.texts import LANGUAGES, Texts

LINE = "1 what-is-built {form} culbertson N=C E=S S=D W=H : {trick}"
EQUAL = "N CK C2 C2 D5 : C0:AQJT9876543"
"""North wins, and two of the cards are equal; the trick completes North's calypso."""


def puzzle(trick: str, form: str = "partnership") -> WhatIsBuilt:
    found = parse_puzzle(LINE.format(form=form, trick=trick))
    assert isinstance(found, WhatIsBuilt)
    return found


def seen(asked: WhatIsBuilt, *parts: str, marked: bool = True) -> list[Calypso]:
    """The calypsos of the winner's side after so many answers."""
    scene = kind_of(asked).scene(asked, Stage(parts=parts, marked=marked))
    return [one for sight in scene if isinstance(sight, ShelfSight) for one in sight.calypsos]


def test_a_row_fills_card_by_card() -> None:
    asked = puzzle("E C5 D2 C9 CJ : C0:AJ3")
    rows = {str(one) for one in seen(asked)}
    assert rows == {"C0:AJ3", "D0:-"}
    assert {str(one) for one in seen(asked, "N")} == {"C0:AJ53", "D0:-"}
    assert {str(one) for one in seen(asked, "N", "S")} == {"C0:AJ53", "D0:2"}
    assert {str(one) for one in seen(asked, "pile")} == {"C0:AJ53", "D0:-"}, "what was right"


def test_a_row_does_not_tell_what_is_not_to_be_told_yet() -> None:
    """In a test, a room or homework each part is answered without a word."""
    asked = puzzle("E C5 D2 C9 CJ : C0:AJ3")
    assert seen(asked, "N", "S", marked=False) == seen(asked)


def test_the_next_calypso_begins_once_this_one_is_complete() -> None:
    asked = puzzle(EQUAL)
    assert asked.solution == "N / N / N+ / S"
    assert str(seen(asked, "N")[0]) == "C0:AKQJT9876543"
    assert str(seen(asked, "N", "N")[0]) == "C1:-"
    assert str(seen(asked, "N", "N", "N+")[0]) == "C1:2"
    exchanged = seen(asked, "N", "N+")
    assert str(exchanged[0]) == "C0:AKQJT9876543", "the other of the equals is still to come"
    assert seen(asked, "N", "N+", "N") == seen(asked, "N", "N", "N+")


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
    assert "✗ North’s current calypso → The winner’s pile: North already has one" in words(at)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_all_cards_laid_one_by_one_make_the_rows_of_the_verdict(variant: Variant) -> None:
    table = variant.table(CULBERTSON)
    for rule in rules_of("what-is-built", variant, CULBERTSON):
        asked = generate("what-is-built", rule, variant, table, Random(f"{variant.id} {rule}"))
        assert isinstance(asked, WhatIsBuilt)
        solution = tuple(asked.solution.split(" / "))
        scene = kind_of(asked).scene(asked, Stage(parts=solution, answered=True))
        shown = [one for sight in scene if isinstance(sight, ShelfSight) for one in sight.calypsos]
        assert seen(asked, *solution) == shown
