"""The words of a step are changed in boxes, all else in the text stays; a room asks the draft."""

from urllib.parse import parse_qs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from streamlit.testing.v1 import AppTest

from tests.course import LESSONS
from tests.opened import on_button, opened, overtaken, press, ran, words
from tests.samples import one_in
from tests.test_first_minute import texts
from tests.test_workshop import editor, typed
from tutor.authoring.draft import Sort, read, template
from tutor.authoring.edits import TITLE, added, reworded, text_of, words_of_step
from tutor.lessons import FOLDER
from tutor.lessons.steps import Lesson, LessonStep
from tutor.pages import rooms
from tutor.pages.frame import progress
from tutor.store import new_token
from tutor.words.texts import LANGUAGES, Texts

TEMPLATE = template(Sort.LESSON, *LANGUAGES)


def said(step: LessonStep) -> dict[str, str]:
    found = getattr(step, "words", None)
    return dict(found.texts) if found else {}


def comments(text: str) -> list[str]:
    return [line.strip() for line in text.split("\n") if line.lstrip().startswith("#")]


@pytest.mark.parametrize("lesson", one_in(4, LESSONS, name=lambda lesson: lesson.id))
def test_the_words_of_every_step_can_be_changed_and_nothing_else_changes(lesson: Lesson) -> None:
    text = next(FOLDER.glob(f"*{lesson.id}.yaml")).read_text("utf-8")
    # Every step gets words of its own, so that none can get another's unnoticed.
    wanted = [
        {"en": f"One: two # {number}", "ja": f"説明「{number}」"} if said(step) else {}
        for number, step in enumerate(lesson.steps, start=1)
    ]
    changed = text
    for number, (step, new) in enumerate(zip(lesson.steps, wanted, strict=True), start=1):
        assert dict(words_of_step(changed, number)) == said(step), number
        if new:
            changed = reworded(changed, number, new)
            assert dict(words_of_step(changed, number)) == new, number
    assert comments(changed) == comments(text)
    found = read(Sort.LESSON, changed).lesson
    assert found
    assert [said(step) for step in found.steps] == wanted
    for number, step in enumerate(lesson.steps, start=1):
        if said(step):
            changed = reworded(changed, number, said(step))
    again = read(Sort.LESSON, changed).lesson
    assert again
    assert again.steps == lesson.steps


@settings(deadline=None, max_examples=60)
@given(some.text(min_size=1), some.integers(1, 6))
def test_any_words_come_back_as_they_were_typed(one: str, number: int) -> None:
    found = reworded(TEMPLATE, number, {"en": one})
    if one.strip() and found != TEMPLATE:
        assert dict(words_of_step(found, number)) == {"en": one.strip()}


@pytest.mark.parametrize("like", ["# 1 in every hand", f"Say {'so ' * 33}# 1", "#1"])
def test_words_that_look_like_a_comment_can_be_changed_and_followed_by_a_step(like: str) -> None:
    text = reworded(TEMPLATE, 1, {"en": like})
    grown = added(text, Sort.LESSON, text_of({"en": "And then"}), 1)
    assert words_of_step(grown, 1) == {"en": like}
    assert words_of_step(grown, 2) == {"en": "And then"}
    again = {"en": "Other words"}
    assert words_of_step(reworded(grown, 1, again), 1) == again


@pytest.mark.parametrize("number", [0, 5, 7, 99])
def test_a_step_without_words_or_that_is_not_there_has_none_to_change(number: int) -> None:
    assert words_of_step(TEMPLATE, number) == {}
    assert reworded(TEMPLATE, number, {"en": "x"}) == TEMPLATE


@pytest.mark.parametrize("text", ["", "{", "steps: 3", "steps: [1]", "- x", "steps:\n  - say: x"])
def test_no_text_whatever_breaks_it(text: str) -> None:
    assert words_of_step(text, 1) == {}
    assert reworded(text, 1, {"en": "x"}) == text


def test_words_within_a_line_of_other_things_are_left_to_the_text() -> None:
    last = TEMPLATE[TEMPLATE.rindex("  - say:\n") :]
    text = TEMPLATE.replace(last, "  - {say: {en: x}}\n" + last)
    assert words_of_step(text, 6) == {}
    assert reworded(text, 6, {"en": "y"}) == text


def test_empty_boxes_leave_a_language_out_and_never_all() -> None:
    found = reworded(TEMPLATE, 1, {"en": "Only English.", "ja": "  "})
    assert dict(words_of_step(found, 1)) == {"en": "Only English."}
    assert reworded(TEMPLATE, 1, {"en": "", "ja": ""}) == TEMPLATE


# --------------------------------------------------------------------------- the pages


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_boxes_change_the_text(language: str) -> None:
    at = typed(opened("workshop", lang=language), TEMPLATE)
    (box,) = [one for one in at.text_area if f"words-1-{language}-" in (one.key or "")]
    assert box.value == words_of_step(TEMPLATE, 1)[language]
    box.set_value("A new beginning.")
    at = press(at, "FormSubmitter:workshop-reword-1")
    text = str(editor(at)["text"])
    other = next(one for one in LANGUAGES if one != language)
    assert words_of_step(text, 1) == {
        language: "A new beginning.",
        other: words_of_step(TEMPLATE, 1)[other],
    }
    at = press(at, "workshop-take-back")
    assert editor(at)["text"] == TEMPLATE


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_title_is_changed_and_a_text_added(language: str) -> None:
    def put(at: AppTest, start: str, words: str) -> None:
        (box,) = [one for one in at.text_area if (one.key or "").startswith(start)]
        box.set_value(words)

    at = typed(opened("workshop", lang=language), TEMPLATE)
    put(at, f"workshop-words-title-{language}-", "Thursday at our club")
    at = press(at, "FormSubmitter:workshop-reword-title")
    assert words_of_step(str(editor(at)["text"]), TITLE)[language] == "Thursday at our club"
    put(at, f"workshop-words-after-1-{language}-", "And now watch closely: who wins?")
    at = press(at, "FormSubmitter:workshop-reword-after-")
    text = str(editor(at)["text"])
    assert words_of_step(text, 2) == {language: "And now watch closely: who wins?"}
    assert words_of_step(text, 1) == words_of_step(TEMPLATE, 1)
    assert not read(Sort.LESSON, text).findings
    again = press(at, "FormSubmitter:workshop-reword-after-")
    assert editor(again)["text"] == text, "empty boxes add nothing"


def test_a_text_is_added_once_though_it_is_pressed_twice() -> None:
    at, add = opened("workshop"), "FormSubmitter:workshop-reword-after-1"
    (box,) = [one for one in at.text_area if "words-after-1-en-" in (one.key or "")]
    box.set_value("Watch closely.")
    next(one for one in at.button if (one.key or "").startswith(add)).click()  # sent with the box
    at = overtaken(at, on_button(add), on_button(add))
    assert str(editor(at)["text"]).count("Watch closely.") == 1


def test_what_is_written_can_be_used_in_a_room() -> None:
    title = "Use this lesson in a room"
    at = opened("workshop")
    assert title not in links(at), "the example is nobody's lesson"
    ready, example = (Texts("en")(f"workshop.{one}") for one in ("sound", "example"))
    assert example in words(at)
    assert ready not in words(at)
    at = typed(at, TEMPLATE.replace("A lesson of", "Tonight at"))
    seen = [said for _, said in texts(at.main)]
    assert seen[seen.index(ready) + 1] == title, "where it is said to be ready is the way on"
    assert title not in links(typed(at, TEMPLATE.replace("N D4", "N X4")))


def links(at: AppTest) -> list[str]:
    return [str(one.proto.label) for one in at.get("page_link")]


def test_a_lesson_from_the_workshop_is_asked_in_a_room_at_once() -> None:
    teacher = new_token()
    lesson = read(Sort.LESSON, TEMPLATE).lesson
    assert lesson
    at = typed(opened("workshop"), TEMPLATE.replace("A lesson of", "Tonight at"))
    (way,) = (
        link.proto
        for link in at.get("page_link")
        if link.proto.label == "Use this lesson in a room"
    )
    host = opened("host", token=teacher, ask=parse_qs(way.query_string)["ask"][0])
    assert host.radio(key="room-source").value == "own"
    host.session_state["ours"]["workshop-text-lesson"] = TEMPLATE
    host = ran(host.run())
    assert lesson.title["en"] in words(host)
    host = press(host, "room-open")
    room = rooms.rooms().visit(host.query_params["room"], teacher, now=progress.now()).room
    assert len(room.questions) == 3
    assert room.questions[0].slides


ONE_QUESTION = """
id: one-question
rules: [trick.suit-highest]
title: {en: One question, ja: 1問だけ}
steps:
  - ask: what-is-built
    at: {table: N=C E=S S=D W=H, trick: S D8 DK S3 C5}
    words: {en: You lead a diamond., ja: ダイヤをリードしました。}
"""


def test_one_question_that_cards_cannot_answer_is_not_spoken_of_as_several() -> None:
    at = opened("host", token=new_token())
    at.session_state["ours"]["workshop-text-lesson"] = ONE_QUESTION
    told = words(ran(at.radio(key="room-source").set_value("own").run())).splitlines()
    first = told.index("1 question.")
    assert told[first + 1] == (
        "No question here can be answered by holding up cards, so everyone needs a phone."
    )


def test_an_unfinished_lesson_is_not_asked_and_it_is_said_where_to_write_it() -> None:
    at = opened("host")
    at = ran(at.radio(key="room-source").set_value("own").run())
    assert Texts("en")("room.open.own.none") in words(at)
    at = press(at, "room-open")
    assert "room" not in at.query_params
