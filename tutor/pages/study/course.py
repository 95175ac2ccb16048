"""How far this learner is in the course, by chapter."""

from collections.abc import Sequence

from engine.rules import Rule
from puzzles.generate import RULES_OF
from tutor.drawing.course import CourseChapter, CourseLesson
from tutor.drawing.known import ChapterGauges, RuleGauge
from tutor.learning.attempts import Attempt
from tutor.learning.strength import strength
from tutor.lessons.curriculum import minutes
from tutor.lessons.loading import Lesson
from tutor.lessons.steps import WholeDeal
from tutor.pages.frame import progress, session
from tutor.pages.frame.library import chapters

TEACHING = "pupil"
"""The page that belongs to the course's last chapter: those who come so far can teach others."""


def path() -> tuple[CourseChapter, ...]:
    """Return the chapters with their lessons and how far the learner is in each."""
    say, found, first = session.texts(), list[CourseChapter](), 1
    place = progress.place()
    on = place[0].id if place else ""
    last = [chapter for chapter, _ in chapters() if chapter][-1:]
    for chapter, inside in chapters():
        found.append(
            CourseChapter(
                chapter.title[say.language] if chapter else say("club.title"),
                chapter.promise[say.language] if chapter else "",
                tuple(
                    _lesson(number, one, here=one.id == on)
                    for number, one in enumerate(inside, first)
                ),
                " ".join(whole_deal(inside)),
                TEACHING if chapter in last else "",
            )
        )
        first += len(inside)
    return tuple(found)


def whole_deal(inside: Sequence[Lesson]) -> tuple[str, ...]:
    """Return the lesson's id and the number of the first step that plays a whole deal, if any."""
    found = (
        (one.id, str(number))
        for one in inside
        for number, step in enumerate(one.steps, start=1)
        if isinstance(step, WholeDeal)
    )
    return next(found, ())


def gauges(attempts: Sequence[Attempt]) -> tuple[ChapterGauges, ...]:
    """Return the chapters with the rules they teach, and how strong the learner is in each.

    A rule belongs to the chapter that teaches it first; those no question is about are left out.
    """
    say, taught = session.texts(), set[Rule]()
    asked = {rule for rules in RULES_OF.values() for rule in rules}
    found = list[ChapterGauges]()
    for shown, (_, inside) in zip(path(), chapters(), strict=True):
        rules = dict.fromkeys(
            rule for one in inside for rule in one.rules if rule in asked and rule not in taught
        )
        taught.update(rules)
        gauged = (RuleGauge(say.name(rule), strength(attempts, rule)) for rule in rules)
        found.append(ChapterGauges(shown, tuple(gauged)))
    return tuple(found)


def _lesson(number: int, one: Lesson, *, here: bool) -> CourseLesson:
    """Return a lesson, and how far the learner is in it."""
    say, state, count = session.texts(), progress.held(), len(one.steps)
    step = min(state.at.get(one.id, 1), count)
    if one.id in state.finished:
        share, words = 1.0, say("course.done")
    elif step > 1:
        share, words = (step - 1) / count, say("course.at", step=step, count=count)
    else:
        share, words = 0.0, say("course.min", minutes=minutes(one))
    return CourseLesson(
        id=one.id,
        number=number,
        title=one.title[say.language],
        words=words,
        share=share,
        next=here,
    )
