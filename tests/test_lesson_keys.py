"""Lessons by keyboard: every step that is done leads on by N, and no key means two things."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.opened import opened, press, ran
from tutor.lessons import Ask, Drill, Lesson
from tutor.pages.frame.library import lessons


def keys(at: AppTest) -> dict[str, str]:
    """The buttons that have a key of the keyboard, by that key; no key has two of them."""
    found = [(b.proto.shortcut, b.key or "") for b in at.button if b.proto.shortcut]
    assert len(dict(found)) == len(found), found
    return dict(found)


def leads_on(at: AppTest) -> bool:
    """Whether N leads to the next step, or ends the lesson."""
    return keys(at).get("n", "").startswith("next-")


@pytest.mark.parametrize("lesson", lessons(), ids=lambda lesson: lesson.id)
def test_the_way_on_has_its_key_once_a_step_is_done_and_not_before(lesson: Lesson) -> None:
    at = opened("learn", lesson=lesson.id, step="1", seed="7")
    for number in range(1, len(lesson.steps) + 1):
        at.query_params["step"] = str(number)
        ran(at.run())
        done = any(b.label in ("Continue", "Finish the lesson") for b in at.button)
        assert leads_on(at) == done


def test_an_answer_and_the_last_card_bring_the_key_that_leads_on() -> None:
    lesson = next(one for one in lessons() if one.id == "leading-your-own-trump")
    at = opened("learn", lesson=lesson.id, step="2")
    assert keys(at)["n"].startswith("reveal-")
    assert leads_on(press(at, "reveal-all-"))
    asked = next(n for n, step in enumerate(lesson.steps, 1) if isinstance(step, Ask))
    at = opened("learn", lesson=lesson.id, step=str(asked))
    assert not leads_on(at)
    assert leads_on(press(at, "answer-"))


def test_the_last_question_of_a_drill_brings_the_key_that_leads_on() -> None:
    lesson = next(one for one in lessons() if one.id == "leading-your-own-trump")
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
