"""The course in chapters: each begins with the lesson whose file names it."""

from collections.abc import Sequence

from tutor.lessons.steps import Chapter, Lesson

Chaptered = tuple[Chapter | None, tuple[Lesson, ...]]
"""A chapter and its lessons; no chapter is named for lessons before the first that names one."""


def chapters(lessons: Sequence[Lesson]) -> tuple[Chaptered, ...]:
    """Return the lessons by chapter, all in their order."""
    found: list[tuple[Chapter | None, list[Lesson]]] = []
    for lesson in lessons:
        if lesson.chapter or not found:
            found.append((lesson.chapter, []))
        found[-1][1].append(lesson)
    return tuple((chapter, tuple(inside)) for chapter, inside in found)
