"""A lesson in a room: what it shows and says between its questions, on the wall and on phones."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from html import unescape
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from engine.cards import fan_cards
from engine.rulebooks import AKAGIRI, CULBERTSON
from engine.rules import Rule
from puzzles.scenes import solved
from tests.component import fire, given
from tests.course import LESSONS
from tests.evening import joined, say, shown
from tests.opened import as_read, headings, opened, press, ran, running, verdict, words
from tests.rooms import PLAIN, a_room, after, refused
from tutor.drawing.markup import Look
from tutor.drawing.scenes import illustrate, position
from tutor.lessons.steps import Ask, Choose, Lesson, Say, Show, Try, WholeDeal
from tutor.pages import rooms
from tutor.pages.frame import progress
from tutor.rooms import MOST_QUESTIONS, Question, Room, RoomOptions, Slide
from tutor.rooms.agenda import Agenda, DraftQuestion, of_lesson
from tutor.rooms.controls import (
    Control,
    after_control,
    allowed,
    ask_fresh,
    count_hands,
    due,
    end,
    go_on_with,
    same_step,
    shut_door,
)
from tutor.rooms.rows import read_room, write_room
from tutor.store import new_token
from tutor.store.faults import DAMAGE
from tutor.words.texts import LANGUAGES, Texts

STORY = next(lesson for lesson in LESSONS if lesson.id == "the-story-of-the-game")
"""Ends with words alone; shows a table half way."""

SCORES = next(one for one in LESSONS if one.id == "the-score-sheet")
"""Begins with a score sheet."""


def in_a_room(agenda: Agenda) -> Room:
    room = go_on_with(a_room(), agenda.drafts, after(1), closing=agenda.closing)
    assert read_room(write_room(room)) == room
    return room


def walked(room: Room) -> list[Room]:
    """Return the room at every press of the one control that leads on, to the end."""
    rooms_seen = [room]
    while (control := due(rooms_seen[-1], after(2))) is not None:
        rooms_seen.append(after_control(rooms_seen[-1], control, after(2)))
    return rooms_seen


def asked(shows: Sequence[Slide | Question]) -> set[int]:
    return {one.id for one in shows if isinstance(one, Question)}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_all_a_lesson_says_and_shows_is_seen_in_its_order(lesson: Lesson) -> None:
    agenda = of_lesson(lesson, AKAGIRI, Random(1))
    seen = walked(in_a_room(agenda))
    assert seen[-1].all_shown
    shows: list[Slide | Question] = []
    for room in seen:
        at = room.slide or room.question
        if isinstance(at, Slide) or (at and at.id not in asked(shows)):
            shows.append(at)
    said = [
        step.words
        for step in lesson.steps
        if isinstance(step, Say | Show | Ask | Try) and step.words
    ]
    for language in LANGUAGES:
        told = (one.words[language] for one in shows if one.words.texts)
        assert "\n".join(told) == "\n".join(one[language] for one in said)
    pictures = [step for step in lesson.steps if isinstance(step, Show)]
    slides = [room.slide for room in seen if room.slide]
    turned = [slide.picture for slide in slides if slide.picture and not slide.tried]
    tried = [step for step in lesson.steps if isinstance(step, Try)]
    assert [slide.trial.under(CULBERTSON) for slide in slides if slide.trial] == [
        one.under(AKAGIRI) for one in tried
    ]
    assert [slide.trial.hand for slide in slides if slide.trial] == [one.hand for one in tried]
    assert [one.under(CULBERTSON) for one in turned] == [one.under(AKAGIRI) for one in pictures]
    assert [one.scored(CULBERTSON) for one in turned] == [one.scored(AKAGIRI) for one in pictures]


def damaged(data: object, value: object) -> Iterator[Any]:
    """Data as often as it has values, each time with one of them replaced."""
    if isinstance(data, dict):
        for key, inner in data.items():
            yield from ({**data, key: changed} for changed in damaged(inner, value))
    elif isinstance(data, list):
        for place, inner in enumerate(data):
            for changed in damaged(inner, value):
                yield [*data[:place], changed, *data[place + 1 :]]
    yield value


@pytest.mark.parametrize("value", ["zz", -1, None])
def test_a_stored_room_with_one_damaged_value_is_refused_or_can_be_shown(value: object) -> None:
    room = in_a_room(of_lesson(SCORES, AKAGIRI, Random(1)))
    slides = [slide for one in room.questions for slide in one.slides][:2]
    first, last = replace(room.questions[0], slides=()), room.questions[-1]
    last = replace(last, slides=tuple(slides))
    short = replace(room, questions=(first, last), closing=room.closing[:1])
    for stored in damaged(write_room(short), value):
        try:
            found = read_room(stored)
        except DAMAGE:
            continue
        for question in found.questions:
            assert question.puzzle.parts
            assert question.rungs >= 0
            assert question.words["en"] is not None
        for slide in (*found.closing, *(one for each in found.questions for one in each.slides)):
            assert slide.title["en"] is not None
            if slide.picture:
                slide.picture.scene(slide.picture.under(AKAGIRI))
                slide.picture.scored(AKAGIRI)
            if slide.trial:
                slide.trial.under(AKAGIRI)


def test_no_question_is_opened_or_answered_before_its_slides_were_turned() -> None:
    room = in_a_room(of_lesson(LESSONS[0], CULBERTSON, Random(1)))
    assert room.slide
    assert set(allowed(room, after(2))) == {Control.TURN, Control.SKIP}
    for control in (Control.OPEN, Control.REVEAL):
        refused("not-now", partial(after_control, room, control, after(2)))
    there = after_control(room, Control.TURN, after(3))
    assert there.slide is None
    assert due(there, after(4)) == Control.OPEN
    assert after_control(there, Control.BACK, after(4)) == room_at(room, touched=4)
    opened_now = after_control(there, Control.OPEN, after(4))
    assert Control.BACK not in allowed(opened_now, after(5)), "an answer may be on its way"


def room_at(room: Room, *, touched: int) -> Room:
    """The same room, as its teacher left it so many seconds after its beginning."""
    return read_room({**write_room(room), "touched": after(touched).isoformat()})


def test_back_from_a_second_question_shows_the_first_as_it_was() -> None:
    room = in_a_room(of_lesson(LESSONS[0], CULBERTSON, Random(1)))
    for control in (Control.TURN, Control.OPEN, Control.REVEAL):
        room = after_control(room, control, after(2))
    on = after_control(after_control(room, Control.RUNG, after(3)), Control.NEXT, after(3))
    back = after_control(on, Control.BACK, after(4))
    assert back.question
    assert back.question.revealed
    assert back.slide is None


def test_every_press_that_leads_on_is_another_step_and_a_shut_door_is_none() -> None:
    steps = walked(in_a_room(of_lesson(LESSONS[0], CULBERTSON, Random(1))))
    steps.append(end(steps[-1], after(3), keep_names=False))
    assert all(not same_step(room, before) for before, room in pairwise(steps))
    assert same_step(shut_door(steps[0], after(2), shut=True), steps[0])
    first = a_room(Control.NEXT, Control.OPEN)
    again = a_room(Control.NEXT, Control.OPEN, Control.CLOSE, Control.OPEN)
    assert not same_step(again, first), "a question opened again has another clock"
    assert same_step(count_hands(first, 1, "E", 1, after(9)), first)


def test_back_from_an_answered_question_shows_the_one_before_and_not_its_own_slides() -> None:
    slide = Slide(title=STORY.title)
    drafts = [DraftQuestion(PLAIN, Rule.SUIT_HIGHEST, slides=(slide,))] * 2
    room = in_a_room(Agenda(tuple(drafts)))
    shown = (Control.TURN, Control.REVEAL)
    for control in (*shown, Control.NEXT, *shown, Control.BACK):
        room = after_control(room, control, after(2))
    assert (room.at, room.turned) == (0, 1)


def test_a_room_of_before_there_were_slides_is_read() -> None:
    data = write_room(a_room())
    del data["turned"], data["closing"]
    for question in data["questions"]:
        del question["slides"]
    assert read_room(data) == a_room()


def test_a_lesson_cut_short_has_no_closing_words() -> None:
    asks = [step for step in STORY.steps if isinstance(step, Ask)]
    many = replace(STORY, steps=(*asks * MOST_QUESTIONS, STORY.steps[-1]))
    agenda = of_lesson(many, CULBERTSON, Random(1))
    assert len(agenda.drafts) == MOST_QUESTIONS
    assert agenda.closing == ()


def test_one_more_question_at_the_end_is_followed_by_the_closing_words_again() -> None:
    room = walked(in_a_room(of_lesson(STORY, CULBERTSON, Random(1))))[-1]
    last = room.questions[-1]
    room = ask_fresh(room, DraftQuestion(last.line, last.rule), after(5))
    assert room.slide is None
    assert due(room, after(6)) == Control.OPEN
    assert walked(room)[-1].all_shown
    assert after_control(room, Control.BACK, after(6)).at == room.at - 1, "one press, one step"


def test_another_lesson_begins_with_its_first_slide_however_many_were_turned_before() -> None:
    room = walked(in_a_room(of_lesson(STORY, CULBERTSON, Random(1))))[-1]
    assert room.turned
    agenda = of_lesson(SCORES, CULBERTSON, Random(1))
    room = go_on_with(room, agenda.drafts, after(5), closing=agenda.closing)
    assert room.slide == agenda.drafts[0].slides[0]


# --------------------------------------------------------------------------- the pages


def pages(lesson: Lesson, language: str) -> tuple[str, str, partial[AppTest], partial[AppTest]]:
    """A room on a lesson: its code, its teacher, the wall and one phone."""
    teacher, who = new_token(), new_token()
    agenda = of_lesson(lesson, CULBERTSON, Random(1))
    code = rooms.rooms().open(
        teacher, agenda.drafts, RoomOptions(), closing=agenda.closing, now=progress.now()
    )
    joined(code, "Ann", who)
    wall = partial(opened, "host", lang=language, token=teacher, room=code)
    return code, teacher, wall, partial(opened, "room", lang=language, token=who, room=code)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_picture_and_its_words_are_on_the_wall_and_on_phones(language: str) -> None:
    first = LESSONS[0].steps[0]
    assert isinstance(first, Show)
    assert first.words
    look = Look(Texts(language))
    drawn = position(look, *first.scene(first.under(CULBERTSON)), wide=True)
    assert drawn.beside
    code, teacher, wall, phone = pages(LESSONS[0], language)
    say(teacher, code, Control.NEXT)
    for at in (wall(), phone()):
        assert first.words[language] in unescape(shown(at))
        assert given(at, "table-slide-0-0")["html"] == drawn.table.html
        assert given(at, "slide-0-0-beside")["html"] == drawn.beside.html
        assert headings(at)[0] == LESSONS[0].title[language]
        assert not at.exception
    say(teacher, code, Control.TURN)
    for at in (wall(), phone()):
        assert first.words[language] not in unescape(shown(at))
        assert headings(at)[0] != LESSONS[0].title[language]


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_a_slide_is_skipped_it_is_said_that_its_question_goes_with_it(language: str) -> None:
    code, teacher, wall, _ = pages(LESSONS[0], language)
    for control, key in ((Control.NEXT, ".slide"), (Control.TURN, "")):
        say(teacher, code, control)
        (skip,) = (one.label for one in wall().button if str(one.key).endswith("-skip"))
        assert skip == Texts(language)(f"room.control.skip{key}")


@pytest.mark.parametrize("read", [*LANGUAGES, "tlh"])
def test_on_phones_a_lesson_in_one_language_says_so_in_another(read: str) -> None:
    """A room may have been opened by a later version, which has languages that this one has not."""
    lesson = replace(LESSONS[0], languages=(read,))
    for language in LANGUAGES:
        code, teacher, _, phone = pages(lesson, language)
        say(teacher, code, Control.NEXT)
        note = Texts(language)("learn.untranslated", language=LANGUAGES.get(read, read))
        assert (note in words(phone())) is (language != read)
        while rooms.rooms().visit(code, teacher, now=progress.now()).room.slide:
            say(teacher, code, Control.TURN)
        assert (note in words(phone())) is (language != read)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_teacher_hears_before_the_start_what_a_room_leaves_out(language: str) -> None:
    text, found = Texts(language), {"deal": 0, "choice": 0}
    at = opened("host", token=new_token(), lang=language)
    for lesson in LESSONS:
        kinds = {type(step) for step in lesson.steps}
        at = ran(at.selectbox(key="room-lesson").set_value(lesson.id).run())
        for key, kind in (("deal", WholeDeal), ("choice", Choose)):
            assert (text(f"room.open.no-{key}") in words(at)) == (kind in kinds), lesson.id
            found[key] += kind in kinds
    assert all(found.values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_hand_is_on_the_wall_and_tried_on_phones(language: str) -> None:
    lesson = next(one for one in LESSONS if any(isinstance(step, Try) for step in one.steps))
    step = next(one for one in lesson.steps if isinstance(one, Try))
    code, teacher, wall, phone = pages(lesson, language)
    room = rooms.rooms().visit(code, teacher, now=progress.now()).room
    while not (room.slide and room.slide.tried):
        control = due(room, progress.now())
        assert control
        say(teacher, code, control)
        room = rooms.rooms().visit(code, teacher, now=progress.now()).room
    key, texts = f"slide-{room.at}-{room.turned}", Texts(language)
    for at in (wall(), phone()):
        assert step.words[language] in unescape(shown(at))
        assert not at.exception
    on_wall = given(wall(), key)["html"]
    assert "data-event" not in on_wall
    assert texts("picture.mark.to-play") in on_wall
    assert texts("room.slide.try") in shown(wall())
    assert texts("room.slide.try") not in shown(phone())
    illegal = next(card for card in step.hand if step.broken(card))
    refusal = texts("try.illegal", suit=step.led, cards=fan_cards(set(step.legal)))
    at = fire(phone(), f"hand-{key}", play=str(illegal))
    assert as_read(refusal, language) in verdict(at)
    assert as_read(texts("try.refused", card=illegal), language) in verdict(at)
    assert texts("verdict.wrong") not in verdict(at), "it was not an answer"
    at = fire(at, f"hand-{key}", play=str(step.legal[0]))
    assert not at.exception
    allowed_now = texts("try.follows", suit=step.led)
    assert as_read(allowed_now, language) in verdict(at)
    assert as_read(texts("try.allowed", card=step.legal[0]), language) in verdict(at)
    at = fire(at, f"hand-{key}", play=str(illegal))
    refused = as_read(texts("try.refused", card=illegal), language)
    assert refused in verdict(at), "another card is tried straight from the hand"
    at = fire(at, f"hand-{key}", play=str(step.legal[-1]))
    assert as_read(texts("try.allowed", card=step.legal[-1]), language) in verdict(at)
    assert step.words[language] in unescape(shown(press(at, "another-")))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_with_a_question_stand_until_the_answer_is_shown(language: str) -> None:
    """On the phone too, whose language may not be the wall's."""
    code, teacher, wall, phone = pages(LESSONS[0], language)
    say(teacher, code, Control.NEXT, Control.TURN)
    ask = LESSONS[0].steps[1]
    assert isinstance(ask, Ask)
    assert ask.words
    told = ask.words[language]
    assert told in unescape(shown(wall()))
    assert told in unescape(shown(phone()))
    for control in (Control.OPEN, Control.CLOSE):
        say(teacher, code, control)
        assert told in unescape(shown(wall())), control
        assert told in unescape(shown(phone())), control
    say(teacher, code, Control.REVEAL)
    assert told not in unescape(shown(wall()))
    assert told not in unescape(shown(phone()))


@pytest.mark.parametrize("language", LANGUAGES)
def test_closing_words_end_a_lesson_and_then_the_room_can_be_ended(language: str) -> None:
    code, teacher, wall, phone = pages(STORY, language)
    last = STORY.steps[-1]
    assert isinstance(last, Say)
    count = len(rooms.rooms().visit(code, teacher, now=progress.now()).room.questions)
    say(teacher, code, Control.NEXT, *[Control.SKIP] * count)
    for at in (wall(), phone()):
        assert last.words[language].split("\n")[0] in unescape(shown(at))
    hall = wall()
    hall = press(hall, "control-")
    assert last.words[language].split("\n")[0] not in unescape(shown(hall))
    assert rooms.rooms().visit(code, teacher, now=progress.now()).room.all_shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_sheet_is_shown_with_its_lines(language: str) -> None:
    first, texts = SCORES.steps[1], Texts(language)
    assert isinstance(first, Show)
    sheet = first.scored(CULBERTSON)
    assert sheet
    picture = illustrate(Look(texts), sheet, solved(sheet)).whole
    lines = [texts.explain(reason) for reason in sheet.check(sheet.solution).reasons]
    code, teacher, wall, phone = pages(SCORES, language)
    say(teacher, code, Control.NEXT)
    for at in (wall(), phone()):
        assert given(at, "table-slide-0-0")["html"] == picture.html
        assert [one for one in running(at) if one in lines] == lines


def test_what_was_shown_stays_in_the_room_when_the_teacher_has_gone_back() -> None:
    shown = [Control.NEXT, Control.OPEN, Control.REVEAL]
    room = a_room(*shown, *shown, *shown, Control.BACK, Control.BACK)
    assert [question.revealed for question in room.questions] == [True] * 3
    more = go_on_with(room, [DraftQuestion(PLAIN, Rule.SUIT_HIGHEST)], after(20))
    assert [question.id for question in more.questions] == [1, 2, 3, 4]
    assert more.at == 3
