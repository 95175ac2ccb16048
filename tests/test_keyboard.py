"""Lessons and practice by keyboard: answers, hints, ways on; and no key means two things."""

import ast
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import cast

import pytest
from streamlit.testing.v1 import AppTest

from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Choice
from tests.component import choose, fire, given
from tests.course import LESSONS
from tests.opened import opened, press, ran, verdict
from tests.samples import one_in
from tutor.lessons.steps import Ask, Drill, Lesson
from tutor.pages.questions.answers import by_cards, keys_of


def keys(at: AppTest) -> dict[str, str]:
    """The buttons that have a key of the keyboard, by that key; no key has two of them."""
    found = [(b.proto.shortcut, b.key or "") for b in at.button if b.proto.shortcut]
    assert len(dict(found)) == len(found), found
    return dict(found)


def leads_on(at: AppTest) -> bool:
    """Whether N leads to the next step, or ends the lesson."""
    return keys(at).get("n", "").startswith("next-")


@pytest.mark.parametrize("lesson", one_in(4, LESSONS, name=lambda lesson: lesson.id))
def test_the_way_on_has_its_key_once_a_step_is_done_and_not_before(lesson: Lesson) -> None:
    at = opened("learn", lesson=lesson.id, step="1", seed="7")
    for number in range(1, len(lesson.steps) + 1):
        at.query_params["step"] = str(number)
        ran(at.run())
        done = any(b.label in ("Continue", "Finish the lesson") for b in at.button)
        assert leads_on(at) == done


def test_an_answer_and_the_last_card_bring_the_key_that_leads_on() -> None:
    lesson = next(one for one in LESSONS if one.id == "leading-your-own-trump")
    at = opened("learn", lesson=lesson.id, step="2")
    assert keys(at)["n"].startswith("reveal-")
    assert leads_on(press(at, "reveal-all-"))
    asked = next(n for n, step in enumerate(lesson.steps, 1) if isinstance(step, Ask))
    at = opened("learn", lesson=lesson.id, step=str(asked))
    assert not leads_on(at)
    assert leads_on(press(at, "answer-"))


def test_the_last_question_of_a_drill_brings_the_key_that_leads_on() -> None:
    lesson = next(one for one in LESSONS if one.id == "leading-your-own-trump")
    number = next(n for n, step in enumerate(lesson.steps, 1) if isinstance(step, Drill))
    at = opened("learn", lesson=lesson.id, step=str(number), seed="7")
    for _ in range(40):
        shown = [b.key or "" for b in at.button]
        known = ("reveal-", "answer-", "drill-next-")
        todo = next((key for key in known if any(one.startswith(key) for one in shown)), None)
        if todo is None:
            break
        at = press(at, todo)
        assert keys(at)
    assert leads_on(at)


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_question_is_answered_by_the_keyboard(kind: str) -> None:
    variant = next(one for one in VARIANTS.values() if rules_of(kind, one, CULBERTSON))
    rule = rules_of(kind, variant, CULBERTSON)[0]
    puzzle = generate(kind, rule, variant, variant.table(CULBERTSON), Random(1))
    at = opened("drill", puzzle=print_puzzle(puzzle))
    part = puzzle.parts[0]
    assert keys(at)["h"].startswith("hint-")
    if by_cards(puzzle):
        drawn = given(at, "beside-drill")["html"]
        assert drawn.count("aria-keyshortcuts") == drawn.count("data-digit")
        assert drawn.count("aria-keyshortcuts") >= len(part.choices)
        assert not any((button.key or "").startswith("answer-") for button in at.button)
        return
    assert {key for key in keys(at) if key.isdigit()} == set(keys_of(part.choices))


def test_answers_have_keys_in_their_order_and_numbers_of_one_digit_their_own() -> None:
    seats = [Choice(letter, letter) for letter in "NESW"]
    numbers = [Choice(str(number), number) for number in range(12)]
    assert list(keys_of(seats)) == ["1", "2", "3", "4"]
    assert list(keys_of(numbers[:4])) == ["0", "1", "2", "3"]
    assert list(keys_of(numbers[2:])) == list("1234567890")


WHICH = "1 which-cards partnership culbertson N=C E=S S=D W=H : S C3 CK D2 : N C8 CJ"


def test_several_choices_that_lie_in_no_hand_are_buttons(monkeypatch: pytest.MonkeyPatch) -> None:
    """A kind that shows no hand can ask for a set too: of cards that might be held, of suits."""
    kind = KINDS["which-cards"]
    bare = replace(kind, scene=lambda puzzle, stage: kind.scene(puzzle, stage)[:1])
    monkeypatch.setitem(cast("dict[str, object]", KINDS), "which-cards", bare)
    at = opened("drill", puzzle=WHICH)
    assert {key for key in keys(at) if key.isdigit()} == {"1", "2", "3"}
    at = press(press(press(at, "answer-drill-0-3"), "answer-drill-0-1"), "answer-drill-0-1")
    chosen = [b.label.startswith("● ") for b in at.button if (b.key or "").startswith("answer-")]
    assert chosen == [False, False, True]
    assert "verdict-wrong" in verdict(press(at, "check-"))
    at = choose(opened("drill", puzzle=WHICH), "drill", parse_puzzle(WHICH), 0, "C3 CK")
    assert "verdict-right" in verdict(at)


def test_several_cards_are_chosen_and_handed_in_by_keys_of_their_own() -> None:
    at = opened("drill", puzzle=WHICH)
    assert keys(at)["a"].startswith("all-")
    assert keys(at)["k"].startswith("check-")
    at = ran(fire(at, "beside-drill", play="C3"))
    at = ran(fire(at, "beside-drill", play="CK"))
    at = press(at, keys(at)["k"])
    assert "verdict-right" in verdict(at)
    assert leads_on(at)
    assert "aria-keyshortcuts" not in given(at, "beside-drill")["html"]


def test_equal_cards_are_all_chosen_put_back_and_handed_in_once() -> None:
    at = opened("drill", puzzle=WHICH.replace("C3", "CK"))
    every, check = keys(at)["a"], keys(at)["k"]
    at = press(press(at, every), every)
    assert at.button(key=check).disabled
    at = press(press(at, every), check)
    assert "verdict-wrong" in verdict(at)


def typed_keys(source: str) -> list[int]:
    """The lines in which a key is given to a button whatever the learner has set.

    A button of ours asks what is set (`tutor.pages.frame.inputs`), one of Streamlit's does not.
    """
    return [
        keyword.value.lineno
        for call in ast.walk(ast.parse(source))
        if isinstance(call, ast.Call) and ast.unparse(call.func) != "button"
        for keyword in call.keywords
        if keyword.arg == "shortcut"
        if isinstance(keyword.value, ast.Constant) and keyword.value.value is not None
    ]


def test_every_key_goes_when_single_keys_are_switched_off(root: Path) -> None:
    pages = (root / "tutor/pages").rglob("*.py")
    assert {
        page.name: found for page in pages if (found := typed_keys(page.read_text("utf-8")))
    } == {}
    assert typed_keys('st.button("On", shortcut="N")') == [1]
