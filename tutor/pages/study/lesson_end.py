"""The end of a lesson: what was right, the missed questions again, and the way on."""

from collections.abc import Callable
from dataclasses import dataclass, field

import streamlit as st

from engine.rules import Rule
from puzzles.notation import parse_puzzle
from tutor.drawing.markup import tag
from tutor.drawing.progress import CourseChapter, end_picture
from tutor.learning.attempts import Attempt
from tutor.learning.overview import LessonAnswers, lesson_answers
from tutor.lessons.curriculum import own_questions
from tutor.lessons.steps import Lesson
from tutor.pages.asking import areas, slots
from tutor.pages.asking.question import Occasion, ask
from tutor.pages.frame import navigation, progress, running_text, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.library import lessons
from tutor.pages.frame.reader import look_at
from tutor.pages.study import course
from tutor.pages.study.course import path

END = "end"
"""What the address says for the step after the last."""


def page(one: Lesson, to: Callable[[str], None]) -> None:
    """Show what came of a lesson, or ask again what was missed; *to* opens another lesson."""
    again = _again(one)
    if len(again.right) < len(again.lines):
        _ask_again(one, again)
    else:
        _end(one, again, to)


def begin(one: Lesson) -> None:
    """Turn to the end of a lesson, in a callback; what was asked again before is put away."""
    slots.forget(f"end-{one.id}")
    session.untell("seed")
    session.tell(step=END)


@dataclass(slots=True)
class _Again:
    """What is asked again: the puzzles' lines, and which of the first were right this time."""

    lines: list[str] = field(default_factory=list)
    right: list[bool] = field(default_factory=list)


def _again(one: Lesson) -> _Again:
    return slots.under_way(f"end-{one.id}", END, _Again)


def _end(one: Lesson, again: _Again, to: Callable[[str], None]) -> None:
    """Show how many answers were right and which were not, and lead on."""
    say, attempts = session.texts(), progress.held().attempts
    answers = lesson_answers(one.id, *own_questions(one), attempts)
    chapters = path()
    chapter = next(c for c in chapters if any(lesson.id == one.id for lesson in c.lessons))
    following = _following(one)
    with areas.frame():
        with areas.question():
            st.html(tag("p", say("course.end"), class_="where"))
            running_text.heading(one.title[say.language])
            _said(answers, again, chapter)
            if following:
                st.caption(say("course.end.then", title=following.title[say.language]))
        count = len(answers.attempts)
        picture = end_picture(look(), answers.right, count, chapter)
        card_table(picture.unannounced, key=f"end-{one.id}")
        with areas.actions():
            lines = [attempt.puzzle for attempt in answers.missed]
            if lines and not again.lines:
                st.button(
                    say("course.end.again", count=len(lines)),
                    key=f"again-{one.id}",
                    on_click=_begin_again,
                    args=(one, lines),
                )
            if following:
                areas.onward(say("course.end.next"), f"next-{one.id}-{END}", to, following.id)
            else:
                navigation.link("drill", say("home.drill"))
            if chapter.page and chapter.done == len(chapter.lessons):
                navigation.link(chapter.page, say(f"course.{chapter.page}"))
    look_at("question", f"{one.id} {END} {len(again.right)}")


def _said(answers: LessonAnswers, again: _Again, chapter: CourseChapter) -> None:
    """Show what was missed, or what came of it the second time; the picture has the score."""
    say = session.texts()
    if not answers.attempts:
        st.write(say("course.end.none"))
    elif again.lines:
        count = len(again.lines)
        st.write(say("course.end.second", right=sum(again.right), count=count))
    elif answers.missed:
        st.write(say("course.end.missed"))
        for rule in dict.fromkeys(_missed(attempt) for attempt in answers.missed):
            st.markdown("- " + say.name(rule))
    if chapter.done == len(chapter.lessons):
        st.write(say("course.end.chapter", title=chapter.title))


def _missed(attempt: Attempt) -> Rule:
    """Return the rule that an answer misses, as its verdict has said: it may not be its aim."""
    try:
        return parse_puzzle(attempt.puzzle).check(attempt.answer).missed or attempt.rule
    except ValueError:  # it came from a file, or from a version that read more
        return attempt.rule


def _following(one: Lesson) -> Lesson | None:
    """Return the lesson after *one*, or else where the learner goes on; at the end, nothing."""
    known, finished = lessons(), progress.held().finished
    later = known[[lesson.id for lesson in known].index(one.id) + 1 :]
    place = course.place()
    return next((lesson for lesson in later if lesson.id not in finished), place and place[0])


def _begin_again(one: Lesson, lines: list[str]) -> None:
    slots.forget_slots(f"again-{one.id}")
    _again(one).lines = lines


def _ask_again(one: Lesson, again: _Again) -> None:
    """Ask a missed question once more; its answer was told a moment ago, so it is not kept."""
    say, number = session.texts(), len(again.right)
    line, slot = again.lines[number], f"again-{one.id}-{number}"
    note = say("learn.drill", number=number + 1, count=len(again.lines))
    occasion = Occasion(
        slot=slot,
        mode=f"again:{one.id}",
        kept=False,
        focus=True,
        where=one.title[say.language],
        note=note,
    )

    def ways(*, done: bool) -> None:
        if done:
            areas.onward(say("learn.next"), f"next-{slot}", _note, one, number, slot, line)

    ask(parse_puzzle(line), occasion, ways)


def _note(one: Lesson, number: int, slot: str, line: str) -> None:
    """Note how it went; a second click changes nothing."""
    again, verdict = _again(one), slots.answering(slot, line).verdict
    if verdict and len(again.right) == number:
        again.right.append(verdict.correct)
