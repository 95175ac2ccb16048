"""The lessons as a course: read from their files, by chapter, how long each takes, what it asks.

Whatever is wrong with a file is said with file, line and key.
"""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from engine.rulebooks import RULEBOOKS
from puzzles.generator import RULES_OF
from puzzles.kinds import KINDS
from puzzles.notation import print_puzzle
from tutor.lessons.builder import Builder
from tutor.lessons.steps import Ask, Chapter, Drill, Lesson, LessonStep, Show, Try, WholeDeal
from tutor.lessons.yaml_lines import Document, LessonError, Problem, read_document
from tutor.words.languages import DEFAULT

FOLDER = Path(__file__).parents[2] / "lessons"
"""Where the lessons stand, in the order of their file names."""


def load(path: Path) -> Lesson:
    """Read one lesson, or raise LessonError with all that was found in its ``problems``."""
    return read_lesson(read_document(path))


def read_lesson(document: Document) -> Lesson:
    """Read one lesson from its document; it raises what `load` does."""
    builder = Builder(document)
    lesson = builder.lesson()
    if builder.problems or lesson is None:
        raise LessonError(tuple(builder.problems))
    return lesson


def read_folder(folder: Path) -> tuple[tuple[Lesson, ...], tuple[Problem, ...]]:
    """Read the lessons of a folder, in the order of their file names.

    Returns:
        The lessons, and the problems of all files; that two have the same id is one.
    """
    lessons: list[Lesson] = []
    problems: list[Problem] = []
    files: dict[str, str] = {}
    for path in sorted(folder.glob("*.yaml")):
        try:
            lesson = load(path)
        except LessonError as error:
            problems.extend(error.problems)
            continue
        if lesson.id in files:
            message = f"{files[lesson.id]} has the id {lesson.id!r} already (want another)"
            problems.append(Problem(path.name, 1, 0, "", "id", message))
        files.setdefault(lesson.id, path.name)
        lessons.append(lesson)
    return tuple(lessons), tuple(problems)


def load_all(folder: Path) -> tuple[Lesson, ...]:
    """Read the lessons of a folder, or raise LessonError with the problems of all its files."""
    lessons, problems = read_folder(folder)
    if problems:
        raise LessonError(problems)
    return lessons


Chaptered = tuple[Chapter | None, tuple[Lesson, ...]]
"""A chapter and its lessons; no chapter is named for lessons before the first that names one."""


def chapters(lessons: Sequence[Lesson]) -> tuple[Chaptered, ...]:
    """Return the lessons by chapter, all in their order."""
    chapters: list[tuple[Chapter | None, list[Lesson]]] = []
    for lesson in lessons:
        if lesson.chapter or not chapters:
            chapters.append((lesson.chapter, []))
        chapters[-1][1].append(lesson)
    return tuple((chapter, tuple(inside)) for chapter, inside in chapters)


_WORDS_A_MINUTE = 180
"""Rules are read a little slower than a story. English words count, in every language."""

_WATCHING = 12
"""Seconds for a trick laid down card by card, and for a card tried from a hand."""

_TRICK = 25
"""Seconds for a trick of a whole deal: a card to choose, who takes it, and where a card goes."""


def minutes(lesson: Lesson) -> int:
    """Estimate how many minutes a lesson takes, at least one."""
    return max(1, round(sum(map(_seconds, lesson.steps)) / 60))


def _seconds(step: LessonStep) -> float:
    if isinstance(step, Drill):
        return step.count * KINDS[step.kind].seconds
    if isinstance(step, WholeDeal):
        return step.until * _TRICK
    words = len(step.words[DEFAULT].split()) if step.words else 0
    reading = words * 60 / _WORDS_A_MINUTE
    if isinstance(step, Ask):
        return reading + KINDS[step.kind].seconds
    return reading + (_WATCHING if isinstance(step, Show | Try) else 0)


def introduced(lessons: Sequence[Lesson], begun: Collection[str]) -> frozenset[str]:
    """Return the kinds of question that the lessons *begun* (their ids) teach.

    Who wins a trick can be asked before any lesson. A kind that no lesson asks comes with the
    last lesson that teaches one of its rules.
    """
    first: dict[str, str] = {}
    for lesson in lessons:
        for step in lesson.steps:
            if isinstance(step, Ask | Drill):
                first.setdefault(step.kind, lesson.id)
    last = {
        kind: lesson.id
        for kind, rules in RULES_OF.items()
        for lesson in lessons
        if kind not in first and not set(rules).isdisjoint(lesson.rules)
    }
    known = {name: "" for name, kind in KINDS.items() if kind.from_the_start}
    home = {**last, **first, **known}
    return frozenset(kind for kind, lesson in home.items() if not lesson or lesson in begun)


def own_questions(lesson: Lesson) -> tuple[Mapping[str, int], int]:
    """Return the numbers of a lesson's own questions by their lines, and how many more it draws.

    By every rulebook a question has a line, and one number.
    """
    asks = enumerate(step for step in lesson.steps if isinstance(step, Ask))
    own = {
        print_puzzle(step.puzzle(rulebook)): number
        for number, step in asks
        for rulebook in RULEBOOKS
    }
    return own, sum(step.count for step in lesson.steps if isinstance(step, Drill))
