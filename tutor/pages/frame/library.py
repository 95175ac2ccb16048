"""The lessons, read once for all sessions: ours, and those of the club whose tutor this is.

And their whole deals: where each is, and how far this learner is in it.
"""

import os
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from tutor.authoring import faults as wrong
from tutor.authoring.club import Club, folder
from tutor.authoring.club import club as read_club
from tutor.authoring.draft import Sort, listed, read
from tutor.lessons import FOLDER, Chaptered, read_folder
from tutor.lessons import chapters as chaptered
from tutor.lessons.guided.course import DealCourse, print_course, read_course
from tutor.lessons.steps import Lesson, WholeDeal
from tutor.lessons.yaml_lines import LessonError
from tutor.pages.frame import progress, session
from tutor.store import StoreError
from tutor.store.database import data_folder, is_there
from tutor.words.texts import Texts


@cache
def _shelf() -> tuple[tuple[Lesson, ...], str]:
    """Read the lessons; a faulty file is left out, and what is wrong with it is kept."""
    sound, problems = read_folder(FOLDER)
    return sound, str(LessonError(problems))


def club() -> Club:
    """Return what is in the club's folder, as it is now."""
    return read_club(_club_folder(), _shelf()[0])


def _club_folder() -> Path | None:
    """Return the folder that was named, or else ``lessons`` beside the data, where it is."""
    if named := folder(sys.argv[1:], os.environ):
        return named
    with suppress(StoreError):  # the data may be in a database elsewhere, and no home here
        own = data_folder() / "lessons"
        return own if is_there(own) else None
    return None


def drafted() -> Lesson | None:
    """Return the lesson that stands in this visit's workshop, if it can be used as it is."""
    text = session.recall(f"workshop-text-{Sort.LESSON}")
    draft = read(Sort.LESSON, text) if isinstance(text, str) else None
    return draft.lesson if draft and not draft.findings else None


def lessons() -> tuple[Lesson, ...]:
    """Return all sound lessons in their order, ours before the club's."""
    return _shelf()[0] + club().lessons


def numbered(language: str) -> dict[str, str]:
    """Return by its id the number and the title of every lesson."""
    return {
        lesson.id: f"{number}. {lesson.title[language]}"
        for number, lesson in enumerate(lessons(), start=1)
    }


def chapters() -> tuple[Chaptered, ...]:
    """Return all sound lessons by chapter; the club's begin one of their own."""
    return chaptered(_shelf()[0]) + chaptered(club().lessons)


def club_faults(say: Texts) -> str:
    """Return what is wrong with the club's files; nothing, if all are sound."""
    theirs, folder_of = club(), _club_folder() or Path()
    findings = (listed(finding.near(folder_of), say) for finding in wrong(theirs.findings))
    return "\n".join(filter(None, (theirs.trouble, *findings)))


def lesson_faults() -> str:
    """Return what is wrong with lesson files, one fault a line; nothing, if all are sound."""
    return _shelf()[1]


def lesson(id: str) -> Lesson | None:  # noqa: A002 - the word lesson files use
    """Return the lesson of this id, nothing if there is none."""
    return next((lesson for lesson in lessons() if lesson.id == id), None)


def first_deal(among: Iterable[Lesson]) -> tuple[Lesson, int] | None:
    """Return the lesson and the number of its step in which a whole deal is played first."""
    return next(
        (
            (lesson, number)
            for lesson in among
            for number, step in enumerate(lesson.steps, start=1)
            if isinstance(step, WholeDeal)
        ),
        None,
    )


def slot_of(lesson: str, number: int) -> str:
    """Return where what is under way in a step of a lesson is remembered."""
    return f"learn-{lesson}-{number}"


def keep_course(slot: str, course: DealCourse, *, kept: bool) -> bool:
    """Hold the course of a deal, and if it is *kept*, keep it for the next visit.

    Return whether it stands; not, if the deal has gone on in another tab, see `progress.move_on`.
    """
    text = print_course(course)
    if kept:
        return progress.move_on(_key(slot), text)
    session.remember(_key(slot), text)
    return True


def course_text(slot: str, *, kept: bool) -> str:
    """Return the course of a deal as it is written; nothing, if it was not begun."""
    return progress.text_under_way(_key(slot)) if kept else session.remembered(_key(slot), str)


def begun_deal(lesson: Lesson, number: int) -> DealCourse | None:
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
