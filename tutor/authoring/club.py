"""A club's own lessons, from a folder the app is pointed at, checked and set beside ours.

``--lessons DIR`` after the ``--`` of Streamlit's command line names the folder, or else the
variable ``CALYPSO_LESSONS``. Nothing in it keeps the tutor from running: what is faulty is
left out and listed, what is sound is shown.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from tutor.authoring import OURS, Finding, files_in, id_taken, is_bank, lint_file
from tutor.lessons.steps import Lesson
from tutor.lessons.yaml_lines import Problem

OPTION = "--lessons"
VARIABLE = "CALYPSO_LESSONS"

MOST_FILES = 200
"""More lessons than anybody takes; the rest of a folder named by mistake is not read."""

Stamp = tuple[tuple[Path, int, int], ...]
"""The files of a folder with their times and sizes: as long as it is the same, so are they."""


@dataclass(frozen=True, slots=True)
class Club:
    """What a club's folder holds; ``trouble`` says in one line why it cannot be used at all."""

    lessons: tuple[Lesson, ...] = ()
    findings: tuple[Finding, ...] = ()
    trouble: str = ""


def folder(arguments: Sequence[str], environment: Mapping[str, str]) -> Path | None:
    """Return which folder is asked for, if any; the command line goes before the variable."""
    asked = environment.get(VARIABLE, "")
    for place, word in enumerate(arguments):
        if word == OPTION:
            asked = arguments[place + 1] if place + 1 < len(arguments) else ""
        elif word.startswith(f"{OPTION}="):
            asked = word.removeprefix(f"{OPTION}=")
    return Path(asked).expanduser() if asked else None


def club(place: Path | None, ours: Iterable[Lesson]) -> Club:
    """Read the lessons in the folder *place*; as long as nothing in it changes, once."""
    if place is None:
        return Club()
    try:
        files = files_in(place)
    except OSError as error:
        return Club(trouble=f"{place.name}: {error.strerror or error}")
    stamp = tuple(map(_stamped, files[:MOST_FILES]))
    return _read(stamp, frozenset(lesson.id for lesson in ours), len(files) - len(stamp))


def _stamped(path: Path) -> tuple[Path, int, int]:
    try:
        status = path.stat()
    except OSError:
        return path, 0, 0  # a link that leads nowhere; reading says so
    return path, status.st_mtime_ns, status.st_size


@lru_cache(maxsize=8)
def _read(stamp: Stamp, ours: frozenset[str], unread: int) -> Club:
    findings: list[Finding] = []
    taken: dict[str, str] = {}
    lessons: list[Lesson] = []
    for path, _, _ in stamp:
        # Where the folder may be listed and not entered `Path.is_file` raises, before Python 3.14.
        if is_bank(path) or not os.path.isfile(path):  # noqa: PTH113
            message = "want a lesson, found a bank of puzzles" if is_bank(path) else "not a file"
            slip = "bank" if is_bank(path) else "no-file"
            problem = Problem(path.name, 1, 0, "", "", message, slip=slip)
            findings.append(Finding(path, problem))
            continue
        checked = lint_file(path)
        findings += checked.findings
        lesson = checked.lesson
        if lesson is None:
            continue
        if lesson.id in ours or lesson.id in taken:
            whose = OURS if lesson.id in ours else taken[lesson.id]
            findings.append(id_taken(path, checked, whose))
            continue
        taken[lesson.id] = path.name
        lessons.append(lesson)
    trouble = f"more than {MOST_FILES} files: {unread} were not read" if unread else ""
    return Club(tuple(lessons), tuple(findings), trouble)
