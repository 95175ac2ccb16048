"""Lessons and the bank held against all they must be, one line for every finding.

What `tutor.lessons` refuses is found here too, and beyond it what a file may well say
but should not: words left in the other language, pictures that nobody can hear of,
two lessons or two puzzles of one name.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from pydantic import Field

from engine.rulebooks import RULEBOOKS, Rulebook
from engine.trick import dissents
from puzzles.kinds.rulebooks_differ import RulebooksDiffer
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from tutor.drawing import Look, Picture, hand_picture, trick_picture
from tutor.illustrating import Stage, illustrate, solved
from tutor.lesson_checks import check_answer, citation
from tutor.lesson_shape import WANTED, ByLanguage, Shape, Text, problems
from tutor.lesson_yaml import Document, Key, LessonError, Problem, read_document, shown
from tutor.lessons import Ask, Lesson, Show, Step, Try, Words, load
from tutor.texts import LANGUAGES, Texts

ROOT = Path(__file__).parents[1]
BANK = ROOT / "puzzles" / "bank.yaml"

_LETTERS = {"en": re.compile(r"[A-Za-z]"), "ja": re.compile(r"[ぁ-んァ-ヶ一-龯]")}
"""What words of a language have at least one of."""

_FOREIGN = {"en": _LETTERS["ja"], "ja": None}
"""What words of a language have none of; Japanese writes cards and names in Latin letters."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem and, in the imperative, how it is put right; ``path`` is as it was given."""

    path: Path
    problem: Problem
    fix: str

    def __str__(self) -> str:
        """Write file, line, step or entry, key, what was found, and the fix, in one line."""
        named = replace(self.problem, file=str(self.path))
        line = " ".join(f"{named}; fix: {self.fix}".split())
        return line.replace(": step ", ": entry ", 1) if is_bank(self.path) else line

    def near(self, folder: Path) -> "Finding":
        """Give the finding with its path as seen from *folder*, if it is inside."""
        inside = self.path.is_relative_to(folder)
        return replace(self, path=self.path.relative_to(folder)) if inside else self


def default_files() -> tuple[Path, ...]:
    """List every lesson and the bank."""
    return (*sorted((ROOT / "lessons").glob("*.yaml")), BANK)


def is_bank(path: Path) -> bool:
    """Say whether a file is a bank of puzzles: the word ``bank`` is in its name."""
    return "bank" in path.stem.split("-")


def lint(paths: Iterable[Path]) -> tuple[Finding, ...]:
    """Check files, lessons and banks alike, in the order given; findings by line."""
    found: list[Finding] = []
    lessons: dict[str, Path] = {}
    for path in paths:
        if is_bank(path):
            here = list(_bank(path))
        else:
            here, lesson = _lesson(path)
            if lesson and lesson.id in lessons:
                message = f"{lessons[lesson.id].name} has the id {lesson.id!r} already"
                here.append(Problem(path.name, _line(path, ("id",)), 0, "", "id", message))
            elif lesson:
                lessons[lesson.id] = path
        here.sort(key=lambda problem: problem.line)
        found += [Finding(path, problem, fix(problem)) for problem in here]
    return tuple(found)


# Lessons


def _line(path: Path, key: Key) -> int:
    return read_document(path).line(key)


def _lesson(path: Path) -> tuple[list[Problem], Lesson | None]:
    """Check one lesson: what keeps it from loading or, if nothing does, what else is wrong."""
    try:
        lesson = load(path)
    except LessonError as error:
        return list(error.problems), None
    document = read_document(path)
    found = list(_words(document, 0, "", ("title",), lesson.title))
    for number, step in enumerate(lesson.steps, start=1):
        key: Key = ("steps", number - 1)
        words = getattr(step, "words", None)
        if words is not None:
            inner = "say" if step.name == "say" else "words"
            found += _words(document, number, step.name, (*key, inner), words)
        message = unheard(pictures(step))
        if message:
            at = "at" if step.name == "ask" else step.name
            line = document.line((*key, at))
            found.append(Problem(path.name, line, number, step.name, at, message))
    return found, lesson


def _words(document: Document, number: int, name: str, key: Key, words: Words) -> Iterator[Problem]:
    """Find words that stand under the wrong language."""
    inner = key[2:] if number else key
    for language in LANGUAGES:
        message = _of_language(language, words[language])
        if message:
            place = ".".join(map(str, (*inner, language)))
            line = document.line((*key, language))
            yield Problem(document.file, line, number, name, place, message)


def _of_language(language: str, words: str) -> str:
    """Say what keeps *words* from being of the language; nothing if they may be."""
    foreign, name = _FOREIGN[language], LANGUAGES[language]
    if not _LETTERS[language].search(words) or (foreign and foreign.search(words)):
        return f"want a text in {name}, found {shown(words)}"
    return ""


Draw = Callable[[Look], Picture]


def pictures(step: Step) -> tuple[Draw, ...]:
    """List the pictures that a step shows, under every rulebook, ready to be drawn."""
    draws: list[Draw] = []
    for book in RULEBOOKS:
        if isinstance(step, Ask):
            draws += _stages(step.puzzle(book))
        elif isinstance(step, Show) and step.sheet:
            sheet = step.scored(book)
            draws += _stages(sheet) if sheet else []
        elif isinstance(step, Show | Try):
            draws += _still(step, book)
    return tuple(draws)


def _stages(puzzle: Puzzle) -> list[Draw]:
    return [
        lambda look: illustrate(look, puzzle, Stage()).whole,
        lambda look: illustrate(look, puzzle, solved(puzzle)).whole,
    ]


def _still(step: Show | Try, book: Rulebook) -> list[Draw]:
    view = step.under(book)
    draws: list[Draw] = [
        lambda look: trick_picture(look, view.variant, view.table, view.trick, ruling=view.ruling)
    ]
    if step.hand:
        draws.append(lambda look: hand_picture(look, step.hand, event=None))
    return draws


def unheard(draws: Iterable[Draw]) -> str:
    """Say in which language a picture has no description, or none of that language."""
    for draw in draws:
        for language, name in LANGUAGES.items():
            try:
                said = draw(Look(Texts(language))).description
            except KeyError as error:
                return f"the picture has no description in {name}: no words {error}"
            if not said.strip() or _of_language(language, said):
                return f"the picture has no description in {name}, found {shown(said)}"
    return ""


# Banks


class EntryShape(Shape):
    """One entry of a bank of puzzles."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]
    puzzle: Text
    expect: Text
    source: Annotated[Text | None, Field(alias="from")] = None
    why: ByLanguage | None = None
    disputed: bool = False


_Seen = dict[str, int]
"""What may stand once, and the entry in which it stands first."""


def _bank(path: Path) -> Iterator[Problem]:
    """Check a bank, entry by entry; a step's number and name are the entry's number and id."""
    try:
        document = read_document(path)
    except LessonError as error:
        yield from error.problems
        return
    for key, line, message in document.faults:
        yield _at(document, key, message, line)
    if not isinstance(document.value, list):
        message = f"want a list of entries, found {shown(document.value)}"
        yield _at(document, (), message)
        return
    seen: _Seen = {}
    for place, raw in enumerate(document.value):
        found = list(_entry(raw, place, seen))
        yield from (_at(document, (place, *key), message) for key, message in found)


def _at(document: Document, key: Key, message: str, line: int = 0) -> Problem:
    number = key[0] + 1 if key and isinstance(key[0], int) else 0
    entries = document.value if isinstance(document.value, list) else []
    raw = entries[number - 1] if 0 < number <= len(entries) else None
    name = raw.get("id") if isinstance(raw, dict) else ""
    return Problem(
        document.file,
        line or document.line(key),
        number,
        name if isinstance(name, str) else "",
        ".".join(map(str, key[1:])),
        message,
    )


def _entry(raw: object, place: int, seen: _Seen) -> Iterator[tuple[Key, str]]:
    shape = problems(EntryShape, raw)
    yield from shape
    if shape:
        return
    entry = EntryShape.model_validate(raw)
    yield from _once(("id",), f"the id {entry.id!r}", place, seen)
    if (entry.source is None) == (entry.why is None):
        yield (), "want either 'from' or 'why' (a source, or the mistake it catches)"
    if entry.source is not None:
        yield from _fails(("from",), citation, entry.source)
    for language in LANGUAGES if entry.why else ():
        words = (entry.why or {}).get(language)
        if words is None:
            yield (
                ("why", language),
                f"the text in {LANGUAGES[language]} is missing (want {language!r})",
            )
        elif message := _of_language(language, words):
            yield ("why", language), message
    for language in entry.why or ():
        if language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            yield ("why", language), f"no language {language!r} (want {known})"
    try:
        puzzle = parse_puzzle(entry.puzzle)
    except ValueError as error:
        yield ("puzzle",), str(error)
        return
    yield from _once(("puzzle",), f"the puzzle {print_puzzle(puzzle)!r}", place, seen)
    yield from _answers(entry, puzzle)


def _answers(entry: EntryShape, puzzle: Puzzle) -> Iterator[tuple[Key, str]]:
    """Compare with the engine what an entry expects and whether it says that books differ."""
    yield from _fails(("expect",), lambda expect: check_answer(puzzle, expect), entry.expect)
    differ = puzzle.ruling is not None and bool(dissents(puzzle.ruling))
    differ &= puzzle.kind != RulebooksDiffer.kind
    if differ and not entry.disputed:
        yield ("puzzle",), "the rulebooks differ here (want 'disputed: true')"
    elif entry.disputed and not differ:
        yield ("disputed",), "the rulebooks agree here (want no 'disputed')"
    if message := unheard(_stages(puzzle)):
        yield ("puzzle",), message


def _once(key: Key, what: str, place: int, seen: _Seen) -> Iterator[tuple[Key, str]]:
    if what in seen:
        yield key, f"{what} stands once, it is in entry {seen[what]} already"
    seen.setdefault(what, place + 1)


def _fails(key: Key, check: Callable[[str], object], value: str) -> Iterator[tuple[Key, str]]:
    try:
        check(value)
    except ValueError as error:
        yield key, str(error)


# Fixes

_ENTRY = ("id", "puzzle", "expect", "and either from or why")
_FIXES: tuple[tuple[str, str], ...] = (
    (r"did you mean ('[^']+')\?", r"write \1"),
    (
        r"^not YAML|levels, found more$",
        "put the brackets, quotes and indentation of this line right",
    ),
    (r"second document", "move it to a file of its own"),
    (r"^cannot be read: (.+)", r"make the file readable (\1)"),
    (r"want text in UTF-8", "save the file as UTF-8"),
    (r"bytes, found more", "divide the file"),
    (r"want no (?:anchors|tags)|the alias", "write the value out in full"),
    (r"rulebooks differ here.*'(rulebook: \w+|disputed: true)'", r"add '\1'"),
    (r"rulebooks agree here", "remove 'disputed'"),
    (r"^the engine says '([^']+)'", r"write 'expect: \1', or change the position"),
    (
        r"^the engine (?:gives the trick to|counts) (\S+),",
        r"write 'expect: \1', or change the position",
    ),
    (r"^nobody wins here", "remove 'expect', or complete the trick"),
    (r"^the text in (\S+) is missing \(want '(\w+)'\)", r"add '\2: …'"),
    (r"^'(\w+)' is missing[^(]*\(want (.+)\)$", r"add '\1', \2"),
    (r"stands? once, not as (.+) again", r"remove \1"),
    (r"stands? once", "remove one of the two"),
    (r"has the id .+ already", "give one of the two another id"),
    (r"^no such key \(want one of", "remove the key"),
    (r"^no key of \S+ here \(want (.+)\)", r"remove it; this kind takes \1"),
    (r"^no language", "remove it"),
    (
        r"^want keys and values",
        f"begin with the keys id, rules, title and steps; a bank's entry has {', '.join(_ENTRY)}",
    ),
    (r" aims at .+ \(want (.+)\)$", r"name one of \1"),
    (r"in each suit once", "leave out one of the two"),
    (r"^no seat ", "name a seat of the table"),
    (r"either 'from' or 'why'", "add the one that is missing, or remove one of the two"),
    (r"^only 'who-wins' also asks", "remove 'why'"),
    (r"are steps of their own", "make two steps of it, or write the prompt as 'words'"),
    (r"is completed, not under way", "count it among the completed ones, as in S2:-"),
    (r"still to play to", "leave out the last cards of the trick"),
    (r"occurs \d+ times", "write another card"),
    (r"pairs spades with hearts", "give partners paired suits, as in N=C E=S S=D W=H"),
    (r"has the seats ((?:[NESW] )+)clockwise", r"write these seats in this order: \1"),
    (r"a trick .* has (\d.*?) cards", r"write \1 cards after the leader"),
    (r"a sheet stands alone", "move it to a step of its own"),
    (r"no description in", "add the words to tutor/text, in every language"),
    (r"\(want (.+)\)$", r"write \1"),
    (r"^want (.+?),? found", r"write \1"),
)
"""How a fault is put right, by what its message says; the first that fits counts."""


def fix(problem: Problem) -> str:
    """Suggest how to put a problem right: from its message, or else from what its key wants."""
    for pattern, words in _FIXES:
        match = re.search(pattern, problem.message)
        if match:
            return match.expand(words).strip()
    last = problem.key.rpartition(".")[2]
    return f"write {WANTED[last]}" if last in WANTED else "change this line"
