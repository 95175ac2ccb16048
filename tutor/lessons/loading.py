"""Lessons read from their files; whatever is wrong with one is said with file, line and key."""

from pathlib import Path

from tutor.lessons.builder import Builder
from tutor.lessons.positions import PositionShown, Setting
from tutor.lessons.steps import (
    Ask,
    Chapter,
    Choose,
    Drill,
    Lesson,
    LessonStep,
    Say,
    Show,
    Try,
    WholeDeal,
    Words,
)
from tutor.lessons.yaml_lines import Document, LessonError, Problem, read_document

__all__ = [
    "FOLDER",
    "Ask",
    "Chapter",
    "Choose",
    "Drill",
    "Lesson",
    "LessonError",
    "LessonStep",
    "PositionShown",
    "Problem",
    "Say",
    "Setting",
    "Show",
    "Try",
    "WholeDeal",
    "Words",
    "load",
    "load_all",
    "read",
]

FOLDER = Path(__file__).parents[2] / "lessons"
"""Where the lessons stand, in the order of their file names."""


def load(path: Path) -> Lesson:
    """Read one lesson.

    Raises:
        LessonError: The file is not a lesson, or says what the engine says otherwise; all
            that was found is in its ``problems``.
    """
    return read(read_document(path))


def read(document: Document) -> Lesson:
    """Read one lesson from its document.

    Raises:
        LessonError: As `load`.
    """
    builder = Builder(document)
    lesson = builder.lesson()
    if builder.problems or lesson is None:
        raise LessonError(tuple(builder.problems))
    return lesson


def load_all(folder: Path = FOLDER) -> tuple[Lesson, ...]:
    """Read the lessons of a folder, in the order of their file names.

    Raises:
        LessonError: One of the files is not a lesson, or two have the same id; the
            problems of all files are in it.
    """
    lessons: list[Lesson] = []
    found: list[Problem] = []
    files: dict[str, str] = {}
    for path in sorted(folder.glob("*.yaml")):
        try:
            lesson = load(path)
        except LessonError as error:
            found.extend(error.problems)
            continue
        if lesson.id in files:
            message = f"{files[lesson.id]} has the id {lesson.id!r} already"
            found.append(Problem(path.name, 1, 0, "", "id", message))
        files.setdefault(lesson.id, path.name)
        lessons.append(lesson)
    if found:
        raise LessonError(tuple(found))
    return tuple(lessons)
