"""How long a lesson takes is worked out from its steps, so that it helps to choose one."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.component import given
from tests.course import LESSONS
from tests.opened import opened
from tutor.lessons import minutes
from tutor.lessons.steps import Ask, Drill, Lesson, Say, WholeDeal


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_takes_three_to_six_minutes(lesson: Lesson) -> None:
    """A whole deal at its end, which may be left out or left for later, is not counted."""
    assert 3 <= minutes(without_deal(lesson)) <= 6


def test_a_whole_deal_takes_four_to_seven_minutes() -> None:
    deals = [minutes(lesson) - minutes(without_deal(lesson)) for lesson in LESSONS]
    assert all(4 <= taken <= 7 for taken in deals if taken)
    assert sum(map(bool, deals)) == 2


def without_deal(lesson: Lesson) -> Lesson:
    """The lesson as far as its whole deal."""
    steps = tuple(step for step in lesson.steps if not isinstance(step, WholeDeal))
    return replace(lesson, steps=steps)


def test_no_length_is_that_of_more_than_half_of_the_lessons() -> None:
    counts = Counter(map(minutes, LESSONS))
    assert len(counts) >= 3
    assert max(counts.values()) <= len(LESSONS) / 2


@pytest.mark.parametrize("sort", [Say, Ask, Drill])
def test_words_and_questions_take_their_time(sort: type) -> None:
    lesson = LESSONS[0]
    more = [step for step in lesson.steps if isinstance(step, sort)]
    assert minutes(replace(lesson, steps=(*lesson.steps, *more * 4))) > minutes(lesson)


def test_the_map_says_how_long_each_lesson_takes() -> None:
    said = str(given(opened("learn"), "course")["html"])
    for length, count in Counter(map(minutes, LESSONS)).items():
        assert said.count(f"{length} min") == count
    short = replace(LESSONS[0], steps=LESSONS[0].steps[:1])
    assert minutes(short) == 1
