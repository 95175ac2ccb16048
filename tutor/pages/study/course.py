"""How far this learner is in the course, by chapter."""

from tutor.drawing.course import CourseChapter, CourseLesson
from tutor.lessons.length import minutes
from tutor.lessons.loading import Lesson
from tutor.pages.frame import progress, session
from tutor.pages.frame.library import chapters


def path() -> tuple[CourseChapter, ...]:
    """Return the chapters with their lessons and how far the learner is in each."""
    say, found, first = session.texts(), list[CourseChapter](), 1
    place = progress.place()
    on = place[0].id if place else ""
    for chapter, inside in chapters():
        found.append(
            CourseChapter(
                chapter.title[say.language] if chapter else say("club.title"),
                chapter.promise[say.language] if chapter else "",
                tuple(
                    _lesson(number, one, here=one.id == on)
                    for number, one in enumerate(inside, first)
                ),
            )
        )
        first += len(inside)
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
