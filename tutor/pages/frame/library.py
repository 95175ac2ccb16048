"""The lessons, read once for all sessions: ours, and those of the club whose tutor this is."""

import os
import sys
from functools import cache
from pathlib import Path

from tutor.authoring.club import Club, folder
from tutor.authoring.club import club as read_club
from tutor.authoring.draft import Sort, read
from tutor.authoring.lint import faults as wrong
from tutor.lessons.curriculum import FOLDER, Chaptered, read_folder
from tutor.lessons.curriculum import chapters as chaptered
from tutor.lessons.steps import Lesson
from tutor.lessons.yaml_lines import LessonError
from tutor.pages.frame import session
from tutor.store.database import data_folder


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
    named, own = folder(sys.argv[1:], os.environ), data_folder() / "lessons"
    return named or (own if own.is_dir() else None)


def drafted() -> Lesson | None:
    """Return the lesson that stands in this visit's workshop, if it can be used as it is."""
    text = session.widget(f"workshop-text-{Sort.LESSON}")
    draft = read(Sort.LESSON, text) if isinstance(text, str) else None
    return draft.lesson if draft and not draft.findings else None


def lessons() -> tuple[Lesson, ...]:
    """Return all sound lessons in their order, ours before the club's."""
    return _shelf()[0] + club().lessons


def numbered(language: str) -> dict[str, str]:
    """Return by its id the number and the title of every lesson."""
    return {
        one.id: f"{number}. {one.title[language]}" for number, one in enumerate(lessons(), start=1)
    }


def chapters() -> tuple[Chaptered, ...]:
    """Return all sound lessons by chapter; the club's begin one of their own."""
    return chaptered(_shelf()[0]) + chaptered(club().lessons)


def club_faults() -> str:
    """Return what is wrong with the club's files, one fault a line; nothing, if all are sound."""
    theirs, folder_of = club(), _club_folder() or Path()
    found = (str(finding.near(folder_of)) for finding in wrong(theirs.findings))
    return "\n".join(filter(None, (theirs.trouble, *found)))


def faults() -> str:
    """Return what is wrong with lesson files, one fault a line; nothing, if all are sound."""
    return _shelf()[1]


def lesson(id: str) -> Lesson | None:  # noqa: A002 - the word lesson files use
    """Return the lesson of this id, nothing if there is none."""
    return next((found for found in lessons() if found.id == id), None)
