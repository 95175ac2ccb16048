"""What somebody writes in the workshop, checked as it grows.

A draft is text. Everything else, findings and the steps to be shown, is worked out from it,
and no text that is kept raises anything here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache, lru_cache
from pathlib import Path

from puzzles.bank import Entry
from tutor.authoring import EntryShape, Finding, faults, id_of_ours, lint_text
from tutor.lessons import FOLDER
from tutor.lessons.shape import STEPS, LessonShape, known
from tutor.lessons.steps import Lesson
from tutor.lessons.yaml_lines import WIDE_COLON, AnswerError, Problem
from tutor.words.explanation import answer_label
from tutor.words.languages import DEFAULT
from tutor.words.texts import LANGUAGES, Texts

LARGEST = 60_000
"""Bytes; a lesson has a tenth of them, and every change is checked whole."""

MOST_FINDINGS = 50
"""The most findings shown at once."""


@unique
class Sort(StrEnum):
    """What is written: a lesson, or puzzles for the bank."""

    LESSON = "lesson"
    BANK = "bank"


_OF_LANGUAGE = re.compile(rf"^( *)(# )?({'|'.join(LANGUAGES)}): (?=\S)")
"""How a line of the templates begins that is of one language alone, a comment or not."""


@cache
def template(sort: Sort, *languages: str) -> str:
    """Return what a new draft begins with: small, sound, and with one of each common thing.

    It is in those of *languages* in which it is written, else in English.
    """
    whole = (FOLDER / "templates" / f"{sort.value}.yaml").read_text(encoding="utf-8")
    lines = [(line, _OF_LANGUAGE.match(line)) for line in whole.splitlines(keepends=True)]
    wanted = {match[3] for _, match in lines if match}.intersection(languages) or {DEFAULT}
    return "".join(
        f"{match[1]}# {line[match.end() :]}" if match and match[2] else line
        for line, match in lines
        if not match or match[3] in wanted
    )


@dataclass(frozen=True, slots=True)
class Draft:
    """A text and what is said of it.

    ``findings`` are the linter's, by line, and ``advice`` is what it would like besides.
    ``lesson`` is there when the text can be read, even if something is found in it, and the
    ``entries`` of a bank when nothing is. ``name`` is the file it would be.
    """

    sort: Sort
    text: str
    name: str
    findings: tuple[Finding, ...]
    advice: tuple[Finding, ...] = ()
    lesson: Lesson | None = None
    entries: tuple[Entry, ...] = ()

    def marks(self, say: Texts) -> Mapping[int, str]:
        """Return what is found, by line."""
        by_line: dict[int, list[str]] = {}
        for finding in self.findings:
            by_line.setdefault(finding.problem.line, []).append(
                about(finding.problem, self.sort, say)
            )
        return {line: "\n".join(told) for line, told in by_line.items()}

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
        ValueError: It is `too_large`.
    """
    if too_large(text):
        raise ValueError(f"want at most {LARGEST:,} bytes, found more")
    data, name = text.encode(errors="replace"), _file_name(sort, text)
    checked = lint_text(name, data)
    findings = (*faults(checked.findings), *id_of_ours(Path(name), checked))[:MOST_FINDINGS]
    advice = tuple(item for item in checked.findings if item.problem.advice)[:MOST_FINDINGS]
    return Draft(sort, text, name, findings, advice, checked.lesson, checked.entries)


def about(problem: Problem, sort: Sort, say: Texts) -> str:
    """Return what was found, and where.

    The linter speaks English. Another language says before its words where that is and what
    belongs there, as far as it has words for it.
    """
    words = "workshop.fault."
    if not say.has(f"{words}at"):
        told = problem.about
        return told.replace("step", "entry", 1) if sort == Sort.BANK and problem.step else told
    place = [say(f"{words}{sort}", number=problem.step)] if problem.step else []
    if problem.name:
        place.append(problem.name)
    parts = [part for part in problem.key.split(".") if part and not part.isdecimal()]
    if parts:
        place.append(say(f"{words}key", name=problem.key))
    keys = _known(problem, sort, tuple(parts[:-1]))
    names = (".".join(parts[-2:]), *parts[-1:]) if parts else ("step",) if problem.step else ()
    wants = (f"{words}want.{name}" for name in names)
    wanted = next((say(want) for want in wants if say.has(want)), "")
    if parts and keys and parts[-1] not in keys:
        wanted = say(f"{words}unknown", keys=say.series(keys))
    if WIDE_COLON in problem.message:
        wanted = say(f"{words}colon")
    elif problem.answer:
        wanted = _judged(problem.answer, say)
    elif problem.slip:
        wanted = say(f"{words}slip.{problem.slip}")
    elif parts and _WIDE.search(problem.message):
        wanted = " ".join(filter(None, (wanted, say(f"{words}slip.wide"))))
    where = " ".join(place)
    told = say(f"{words}at", place=where, wanted=wanted) if wanted and where else wanted or where
    told = told or say(f"{words}whole")
    return "\n".join((told, say(f"{words}detail", message=problem.message)))


def listed(finding: Finding, say: Texts) -> str:
    """Return a finding in a lesson among others, with its file and line."""
    if not say.has("workshop.fault.at"):
        return str(finding)
    return f"{finding.path}:{finding.problem.line}: {about(finding.problem, Sort.LESSON, say)}"


_WIDE = re.compile(r"[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]")
"""Letters and digits as wide as a Japanese sign: no key and no card is written in them."""


def _judged(error: AnswerError, say: Texts) -> str:
    """Return what the engine answers, and what may be written where that was no choice."""
    words, puzzle = "workshop.fault.judged", error.puzzle
    right = puzzle.solution
    answer = answer_label(say, puzzle, right)
    if answer != right:  # a total is written as it is called
        answer = say(f"{words}.answer", answer=answer, written=right)
    if error.possible or len(puzzle.parts) > 1:
        return say(words, answer=answer)
    choices = say.series(tuple(choice.token for choice in puzzle.parts[0].choices))
    return say(f"{words}.choices", choices=choices, answer=answer)


def _known(problem: Problem, sort: Sort, place: tuple[str, ...]) -> tuple[str, ...]:
    """Return the keys that there may be where a problem is; none where that is not known."""
    if sort == Sort.BANK:
        return known(EntryShape, place)
    if problem.step and problem.name not in STEPS:
        return () if place else tuple(STEPS)
    return known(STEPS[problem.name] if problem.step else LessonShape, place)


def _file_name(sort: Sort, text: str) -> str:
    """Name the file after the lesson's id; the linter knows a bank by the word in its name."""
    if sort == Sort.BANK:
        return "bank-of-our-own.yaml"
    match = re.search(r"^id:[ \t]*([a-z0-9]+(?:-[a-z0-9]+)*)[ \t]*$", text, flags=re.MULTILINE)
    return f"{match[1][:60]}.yaml" if match else "lesson.yaml"
