"""The whole deals of the lessons, and how far this learner is in each."""

from collections.abc import Iterable

from tutor.lessons.guided.course import DealCourse, print_course, read_course
from tutor.lessons.steps import Lesson, WholeDeal
from tutor.pages.frame import progress, session


def first_deal(among: Iterable[Lesson]) -> tuple[Lesson, int] | None:
    """Return the lesson and the number of its step in which a whole deal is played first."""
    return next(
        (
            (one, number)
            for one in among
            for number, step in enumerate(one.steps, start=1)
            if isinstance(step, WholeDeal)
        ),
        None,
    )


def slot_of(lesson: str, number: int) -> str:
    """Return where what is under way in a step of a lesson is remembered."""
    return f"learn-{lesson}-{number}"


def keep(slot: str, course: DealCourse, *, kept: bool) -> None:
    """Hold the course of a deal, and if it is *kept*, keep it for the next visit."""
    text = print_course(course)
    session.put(_key(slot), text)
    if kept:
        progress.save_setting(_key(slot), text)


def course_text(slot: str, *, kept: bool) -> str:
    """Return the course of a deal as it is written; nothing, if it was not begun."""
    text = session.widget(_key(slot))
    if not isinstance(text, str) and kept:
        text = progress.held().settings.get(_key(slot))
    return text if isinstance(text, str) else ""


def begun(lesson: Lesson, number: int) -> DealCourse | None:
    """Return the whole deal in a step of a lesson, once a card was played; else nothing."""
    step = lesson.steps[number - 1]
    if not isinstance(step, WholeDeal):
        return None
    try:
        course = read_course(course_text(slot_of(lesson.id, number), kept=True), step.plan)
    except ValueError:
        return None
    return course if course.cards else None


def _key(slot: str) -> str:
    return f"deal-{slot}"
