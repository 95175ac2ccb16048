"""How far this learner is in the course: what is next, what may be asked, and each chapter."""

from collections.abc import Sequence

from engine.rules import Rule
from engine.variants import Variant
from puzzles.generator import RULES_OF
from tutor.learning import Attempt
from tutor.learning.overview import strength
from tutor.learning.schedule import Syllabus
from tutor.lessons import introduced, minutes
from tutor.lessons.steps import Lesson
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.library import chapters, first_deal, lessons
from tutor.pages.study.progress_pictures import (
    ChapterGauges,
    CourseChapter,
    CourseLesson,
    RuleGauge,
)

TEACHING = "pupil"
"""The page that belongs to the course's last chapter: those who come so far can teach others."""


def path() -> tuple[CourseChapter, ...]:
    """Return the chapters with their lessons and how far the learner is in each."""
    say, course, first = session.texts(), list[CourseChapter](), 1
    next_ = place()
    on = next_[0].id if next_ else ""
    last = [chapter for chapter, _ in chapters() if chapter][-1:]
    for chapter, inside in chapters():
        deal = first_deal(inside)
        course.append(
            CourseChapter(
                chapter.title[say.language] if chapter else say("club.title"),
                chapter.promise[say.language] if chapter else "",
                tuple(
                    _lesson(number, lesson, here=lesson.id == on)
                    for number, lesson in enumerate(inside, first)
                ),
                f"{deal[0].id} {deal[1]}" if deal else "",
                TEACHING if chapter in last else "",
            )
        )
        first += len(inside)
    return tuple(course)


def gauges(attempts: Sequence[Attempt]) -> tuple[ChapterGauges, ...]:
    """Return the chapters with the rules they teach, and how strong the learner is in each.

    A rule belongs to the chapter that teaches it first; those no question is about are left out.
    """
    say, taught = session.texts(), set[Rule]()
    asked = {rule for rules in RULES_OF.values() for rule in rules}
    course = list[ChapterGauges]()
    for shown, (_, inside) in zip(path(), chapters(), strict=True):
        rules = dict.fromkeys(
            rule
            for lesson in inside
            for rule in lesson.rules
            if rule in asked and rule not in taught
        )
        taught.update(rules)
        gauged = (RuleGauge(say.name(rule), strength(attempts, rule)) for rule in rules)
        course.append(ChapterGauges(shown, tuple(gauged)))
    return tuple(course)


def _lesson(number: int, lesson: Lesson, *, here: bool) -> CourseLesson:
    say, state, count = session.texts(), progress.held(), len(lesson.steps)
    step = step_in(lesson)
    if lesson.id in state.finished:
        share, words = 1.0, say("course.done")
    elif step > 1:
        share, words = (step - 1) / count, say("learn.where", step=step, count=count)
    else:
        share, words = 0.0, say("course.min", minutes=minutes(lesson))
    return CourseLesson(
        id=lesson.id,
        number=number,
        title=lesson.title[say.language],
        words=words,
        share=share,
        next=here,
    )


_ALWAYS = 3
"""The rules of so many first lessons are asked about from the beginning."""


def place() -> tuple[Lesson, int] | None:
    """Return the lesson to go on with, and its step; nothing, if all are finished.

    It is the lesson under way in which the learner was last, else the first not finished.
    """
    known = progress.held()
    open_ = {lesson.id: lesson for lesson in lessons() if lesson.id not in known.finished}
    under_way = [id_ for id_, step in known.steps.items() if id_ in open_ and step > 1]
    next_ = open_[under_way[-1]] if under_way else next(iter(open_.values()), None)
    return (next_, step_in(next_)) if next_ else None


def step_in(lesson: Lesson) -> int:
    """Return the step at which the learner is in a lesson, or would begin it."""
    known = progress.held()
    return (
        1 if lesson.id in known.finished else min(known.steps.get(lesson.id, 1), len(lesson.steps))
    )


def lead_on() -> None:
    """Lead to the lesson to go on with, if one is left."""
    if reached := place():
        lesson, step = reached
        say = session.texts()
        title = lesson.title[say.language]
        words = say("home.at.next", title=title)
        navigation.link("learn", words, lesson=lesson.id, step=str(step))


def syllabus(variant: Variant) -> Syllabus:
    """Return what practice may ask: of lessons begun or answered before; nothing is locked."""
    return Syllabus(variant, session.rulebook(), _rules(), _kinds())


def _rules() -> tuple[Rule, ...]:
    """List the rules of lessons begun and of the first ones, and any that was answered once."""
    known, begun = progress.held(), _begun()
    taught = (
        rule
        for number, lesson in enumerate(lessons())
        if number < _ALWAYS or lesson.id in begun
        for rule in lesson.rules
    )
    return tuple(dict.fromkeys((*taught, *(rule for rule in Rule if known.memory.asked(rule)))))


def _kinds() -> frozenset[str]:
    """Return the kinds of question in lessons begun, and those answered before."""
    answered = {attempt.kind for attempt in progress.held().memory.recent}
    return introduced(lessons(), _begun()) | answered


def _begun() -> frozenset[str]:
    known = progress.held()
    return frozenset(known.finished | {lesson for lesson, step in known.steps.items() if step > 1})
