"""What authors need: lessons, the bank and words held against all they must be, line by line.

What `tutor.lessons` refuses is found here too, and beyond it what a file may well say
but should not: words left in the other language, pictures that nobody can hear of,
two lessons or two puzzles of one name.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from engine.trick import dissents
from puzzles.bank import Entry, entries_of
from puzzles.kinds import kind_of
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from tutor.authoring.words_lint import (
    kind_problems,
    of_language,
    partner_problems,
    pictures,
    stages,
    unheard,
    word_problems,
)
from tutor.lessons import FOLDER as COURSE
from tutor.lessons import read_lesson
from tutor.lessons.checks import check_expected, look_up, source_of, untold
from tutor.lessons.shape import ByLanguage, Id, Shape, Text, problem, shaped
from tutor.lessons.steps import Ask, Lesson, WholeDeal, Words
from tutor.lessons.yaml_lines import (
    Document,
    Key,
    LessonError,
    Problem,
    TwiceError,
    language_missing,
    parse_document,
    quoted,
    read_document,
)
from tutor.words import languages
from tutor.words.languages import FOLDER
from tutor.words.texts import LANGUAGES


class EntryShape(Shape):
    """One entry of a bank of puzzles."""

    id: Id
    puzzle: Text
    expect: Text
    source: Annotated[Text | None, Field(alias="from")] = None
    why: ByLanguage | None = None
    disputed: bool = False


_Seen = dict[str, int]
"""What may stand once, and the entry in which it stands first."""


def bank_problems(document: Document) -> list[Problem]:
    """Check a bank; a step's number and name are the entry's number and id."""
    problems = [problem(document, key, message, line) for key, line, message in document.faults]
    if not isinstance(document.value, list):
        found = "nothing" if document.value is None else quoted(document.value)
        return [*problems, problem(document, (), f"want a list of entries, found {found}")]
    seen = _Seen()
    for place, raw in enumerate(document.value):
        entry, wrong = shaped(EntryShape, raw)
        told = [*wrong, *(_entry(entry, place, seen) if entry else ())]
        problems += [problem(document, (place, *key), message) for key, message in told]
        for key, message in _advice(entry.why or {}) if entry else ():
            problems.append(problem(document, (place, *key), message, advice=True))
    return problems


def _entry(entry: EntryShape, place: int, seen: _Seen) -> Iterator[tuple[Key, str | ValueError]]:
    yield from _once(("id",), f"the id {entry.id!r}", place, seen)
    if (entry.source is None) == (entry.why is None):
        yield (), "want either 'from' or 'why' (a source, or the mistake it catches)"
    if entry.source is not None:
        yield from _fails(("from",), source_of, entry.source)
    for language in entry.why or {}:
        yield from _fails(
            ("why", language), lambda code: look_up("language", code, LANGUAGES), language
        )
    try:
        puzzle = parse_puzzle(entry.puzzle)
    except ValueError as error:
        yield ("puzzle",), str(error)
        return
    yield from _once(("puzzle",), f"the puzzle {print_puzzle(puzzle)!r}", place, seen)
    yield from _answers(entry, puzzle)


def _advice(why: ByLanguage) -> Iterator[tuple[Key, str]]:
    """Yield where words are missing, or stand under the wrong language."""
    for language, name in languages.complete().items() if why else ():
        if language not in why:
            yield ("why", language), language_missing(language, name)
    for language, words in why.items():
        if language in LANGUAGES and (message := of_language(language, words)):
            yield ("why", language), message


def _answers(entry: EntryShape, puzzle: Puzzle) -> Iterator[tuple[Key, str | ValueError]]:
    """Compare with the engine what an entry expects and whether it says that rulebooks differ."""
    yield from _fails(("expect",), lambda expect: check_expected(puzzle, expect), entry.expect)
    differ = puzzle.ruling is not None and bool(dissents(puzzle.ruling))
    differ &= not kind_of(puzzle).about_rulebooks
    if differ and not entry.disputed:
        yield ("puzzle",), "the rulebooks differ here (want 'disputed: true')"
    elif entry.disputed and not differ:
        yield ("disputed",), "the rulebooks agree here (want no 'disputed')"
    if message := unheard(stages(puzzle)):
        yield ("puzzle",), message


def _once(key: Key, what: str, place: int, seen: _Seen) -> Iterator[tuple[Key, ValueError]]:
    if what in seen:
        yield key, TwiceError(f"{what} is already in entry {seen[what]}")
    seen.setdefault(what, place + 1)


def _fails(
    key: Key, check: Callable[[str], object], value: str
) -> Iterator[tuple[Key, ValueError]]:
    try:
        check(value)
    except ValueError as error:
        yield key, error


def lesson_problems(document: Document) -> tuple[list[Problem], Lesson | None]:
    """Check one lesson: what keeps it from loading or, if nothing does, what else is wrong."""
    try:
        lesson = read_lesson(document)
    except LessonError as error:
        return list(error.problems), None
    wanted = {
        language: LANGUAGES[language] for language in (*_written(lesson), *languages.complete())
    }
    problems = list(_words(document, ("title",), lesson.title, wanted))
    if lesson.chapter:
        problems += _words(document, ("chapter", "title"), lesson.chapter.title, wanted)
        problems += _words(document, ("chapter", "promise"), lesson.chapter.promise, wanted)
    asked: dict[tuple[object, ...], int] = {}
    for place, step in enumerate(lesson.steps):
        key: Key = ("steps", place)
        if isinstance(step, Ask):
            where = step.setting
            question = (where.variant.id, where.seating, where.rulebook, step.kind, step.position)
            if (earlier := asked.setdefault(question, place)) != place:
                twice = TwiceError(f"step {earlier + 1} asks this too (want another position)")
                problems.append(problem(document, (*key, "at"), twice, advice=True))
        if isinstance(step, WholeDeal) and (
            message := untold(step.deal, step.setting.variant, step.tell)
        ):
            problems.append(problem(document, (*key, "play", "tell"), message))
        if words := getattr(step, "words", None):
            inner = "say" if step.name == "say" else "words"
            problems += _words(document, (*key, inner), words, wanted)
        if message := unheard(pictures(step)):
            field = "at" if step.name == "ask" else step.name
            problems.append(problem(document, (*key, field), message))
    return problems, lesson


def _written(lesson: Lesson) -> tuple[str, ...]:
    """Return the languages in which somebody has written some of a lesson."""
    texts = (lesson.title, *(getattr(step, "words", None) for step in lesson.steps))
    used = {language for words in texts if words for language in words.texts}
    return tuple(language for language in LANGUAGES if language in used)


def _words(
    document: Document, key: Key, words: Words, wanted: Mapping[str, str]
) -> Iterator[Problem]:
    """Advise where words are missing, or stand under the wrong language."""
    for language, name in wanted.items():
        text = words.texts.get(language)
        if message := of_language(language, text) if text else language_missing(language, name):
            yield problem(document, (*key, language), message, advice=True)


BANK = COURSE.parent / "puzzles" / "bank.yaml"

OURS = "a lesson of the tutor"
"""Whose id a lesson may not have, as it is said."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem, and the file it is in as it was given."""

    path: Path
    problem: Problem

    def __str__(self) -> str:
        """Write file, line, step or entry, key, what was wanted and what was found, in one line."""
        named = replace(self.problem, file=str(self.path))
        line = " ".join(str(named).split())
        return line.replace(": step ", ": entry ", 1) if is_bank(self.path) else line

    def near(self, folder: Path) -> "Finding":
        """Return the finding with its path as seen from *folder*, if it is inside."""
        inside = self.path.is_relative_to(folder)
        return replace(self, path=self.path.relative_to(folder)) if inside else self


def default_files() -> tuple[Path, ...]:
    """List every lesson and the bank."""
    return (*sorted(COURSE.glob("*.yaml")), BANK)


def files_in(folder: Path) -> list[Path]:
    """Return the YAML files of a folder, in the order of their names.

    Raises:
        OSError: It is no folder, or may not be read.
    """
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in {".yaml", ".yml"})


def is_bank(path: Path) -> bool:
    """Return whether a file is a bank of puzzles: the word ``bank`` is in its name."""
    return "bank" in path.stem.split("-")


def lint(paths: Iterable[Path]) -> tuple[Finding, ...]:
    """Check files, lessons and banks alike, in the order given; findings by line.

    A lesson that is none of the course has no id of the course's: it would not be shown.
    """
    findings: list[Finding] = []
    lessons: dict[str, Path] = {}
    for path in paths:
        checked = lint_file(path)
        findings += checked.findings
        lesson = checked.lesson
        if lesson is None:
            continue
        if lesson.id in lessons:
            findings.append(id_taken(path, checked, lessons[lesson.id].name))
        elif path.resolve().parent != COURSE:
            findings += id_of_ours(path, checked)
        lessons.setdefault(lesson.id, path)
    return tuple(findings)


@cache
def _course() -> frozenset[str]:
    """Return the ids of the lessons of the course that can be read."""
    checked = map(lint_file, sorted(COURSE.glob("*.yaml")))
    return frozenset(result.lesson.id for result in checked if result.lesson)


def lint_words() -> tuple[Finding, ...]:
    """Check that all that has a name has words, levels a player, and kinds answers that can be."""
    problems = (*partner_problems(), *kind_problems(), *word_problems())
    return tuple(Finding(FOLDER / problem.file, problem) for problem in problems)


def id_of_ours(path: Path, checked: "Checked") -> tuple[Finding, ...]:
    """Find whether a lesson has the id of one of the course: it would not be shown."""
    taken = checked.lesson and checked.lesson.id in _course()
    return (id_taken(path, checked),) if taken else ()


def id_taken(path: Path, checked: "Checked", whose: str = OURS) -> Finding:
    """Return that a lesson has the id of another, which *whose* names."""
    assert checked.lesson
    message = f"{whose} has the id {checked.lesson.id!r} already (want another)"
    problem = Problem(path.name, checked.id_line, 0, "", "id", message, slip="id")
    return Finding(path, problem)


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found in one file, by line, and its lesson, or its puzzles if all are sound."""

    findings: tuple[Finding, ...]
    lesson: Lesson | None = None
    entries: tuple[Entry, ...] = ()
    id_line: int = 1


def faults(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return what has to be mended, without what is only advised."""
    return tuple(finding for finding in findings if not finding.problem.advice)


def lint_text(name: str, data: bytes) -> Checked:
    """Return the same of *data*, as if it stood in the file *name*."""
    return _checked(Path(name), lambda: parse_document(name, data))


def lint_file(path: Path) -> Checked:
    """Return what a file holds, and what is wrong in it."""
    return _checked(path, lambda: read_document(path))


def _checked(path: Path, opened: Callable[[], Document]) -> Checked:
    try:
        document = opened()
    except LessonError as error:
        return Checked(_findings(path, error.problems))
    if is_bank(path):
        findings = _findings(path, bank_problems(document))
        return Checked(findings, entries=() if faults(findings) else entries_of(document.value))
    problems, lesson = lesson_problems(document)
    return Checked(_findings(path, problems), lesson, id_line=document.line(("id",)))


def _findings(path: Path, problems: Iterable[Problem]) -> tuple[Finding, ...]:
    by_line = sorted(problems, key=lambda problem: problem.line)
    return tuple(Finding(path, problem) for problem in by_line)
