"""What somebody writes in the workshop: a lesson or a bank of puzzles, checked as it grows.

A draft is text. Everything else, findings, the steps to be shown, where a new step goes,
is worked out from it, and no text whatever raises anything here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache, lru_cache

from puzzles.bank import Entry
from tutor.authoring.lint import Finding, faults, lint_text
from tutor.lessons.loading import FOLDER, Lesson

LARGEST = 60_000
"""Bytes; a lesson has a tenth of them, and every change is checked whole."""

MOST_FINDINGS = 50
"""Nobody reads more at once."""


@unique
class Sort(StrEnum):
    """What is written: a lesson, or puzzles for the bank."""

    LESSON = "lesson"
    BANK = "bank"


@cache
def template(sort: Sort) -> str:
    """Return what a new draft begins with: small, sound, and with one of each common thing."""
    return (FOLDER / "templates" / f"{sort.value}.yaml").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Draft:
    """A text and what is said of it.

    ``findings`` are the linter's, by line, and ``advice`` is what it would like besides.
    ``lesson``, or ``entries`` of a bank, are there when the text can be read, even if something
    is found in it. ``name`` is the file it would be.
    """

    sort: Sort
    text: str
    name: str
    findings: tuple[Finding, ...]
    advice: tuple[Finding, ...] = ()
    lesson: Lesson | None = None
    entries: tuple[Entry, ...] = ()

    @property
    def marks(self) -> Mapping[int, str]:
        """What is found, by line."""
        found: dict[int, str] = {}
        for finding in self.findings:
            line, said = finding.problem.line, finding.problem.message
            found[line] = f"{found[line]}\n{said}" if line in found else said
        return found

    @property
    def shows(self) -> int:
        """How many steps, or puzzles, there are to be shown."""
        return len(self.lesson.steps) if self.lesson else len(self.entries)


def too_large(text: str) -> bool:
    """Return whether a text is more than the workshop reads; longer ones are not kept."""
    return len(text) > LARGEST or len(text.encode(errors="replace")) > LARGEST


@lru_cache(maxsize=32)
def read(sort: Sort, text: str) -> Draft:
    """Check a text; the last few are remembered, because a page asks again at every click.

    A lone surrogate, which no file can hold, is read as a question mark.

    Raises:
        ValueError: The text is `too_large`.
    """
    if too_large(text):
        raise ValueError(f"want at most {LARGEST:,} bytes, found more")
    data, name = text.encode(errors="replace"), _file_name(sort, text)
    checked = lint_text(name, data)
    findings = faults(checked.findings)[:MOST_FINDINGS]
    advice = tuple(one for one in checked.findings if one.problem.advice)[:MOST_FINDINGS]
    if sort == Sort.LESSON:
        return Draft(sort, text, name, findings, advice, lesson=checked.lesson)
    return Draft(sort, text, name, findings, advice, entries=() if findings else checked.entries)


def _file_name(sort: Sort, text: str) -> str:
    """Name the file after the lesson's id; the linter knows a bank by the word in its name."""
    if sort == Sort.BANK:
        return "bank-of-our-own.yaml"
    found = re.search(r"^id:[ \t]*([a-z0-9]+(?:-[a-z0-9]+)*)[ \t]*$", text, flags=re.MULTILINE)
    return f"{found[1][:60]}.yaml" if found else "lesson.yaml"
