"""The lessons of the tutor, read once for all tests of a process and its pages."""

from engine.rulebooks import CULBERTSON
from tutor.lessons.steps import Ask, Lesson
from tutor.pages.frame.library import lessons

LESSONS = lessons()


def first_question() -> tuple[Lesson, int, Ask]:
    """The first question of the course about a whole trick: its lesson, and which step it is."""
    return next(
        (lesson, number, step)
        for lesson in LESSONS
        for number, step in enumerate(lesson.steps, start=1)
        if isinstance(step, Ask) and step.puzzle(CULBERTSON).kind == "who-wins"
    )
