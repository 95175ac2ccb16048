"""The glossaries of the languages, and everything of a language that is held against its own.

A glossary is ``tutor/words/glossary/<language>.yaml``: under ``words`` the ideas of the game, each
with the one ``word`` for it, words that must ``not`` stand for it, and keys at which such a word
means something else (``but``); under ``manner`` turns of phrase that no sentence has.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from puzzles.bank import bank
from tests.course import LESSONS
from tests.sentences import sentences
from tutor.words.texts import entries

_FACT = re.compile(r"\{\w+(?::sign|:cap)?\}")
"""What stands for a fact in an entry; the forms of a plural are words."""

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "tutor/words/glossary"
LANGUAGES = tuple(sorted(path.stem for path in FOLDER.glob("*.yaml")))
"""The languages that have a glossary."""


@dataclass(frozen=True, slots=True)
class Idea:
    """One line of a glossary; a turn of phrase has no idea of its own, only what to write."""

    name: str
    word: str
    wrong: tuple[str, ...]
    but: tuple[str, ...] = ()

    def found(self, said: str, language: str) -> str | None:
        """Return the first wrong word in *said*; case does not count, parts of words do not."""
        return next((one for one in self.wrong if _pattern(one, language).search(said)), None)


@cache
def _pattern(phrase: str, language: str) -> re.Pattern[str]:
    """Return what finds *phrase*; languages that part words by spaces have it as whole words."""
    written = re.escape(phrase)
    if language != "ja":
        written = re.sub(r"^(?=\w)", r"\\b", written)
        written = re.sub(r"(?<=\w)$", r"\\b", written)
    return re.compile(written, re.IGNORECASE)


@cache
def glossary(language: str) -> tuple[Idea, ...]:
    """Return the lines of one language, the ideas before the turns of phrase."""
    read = yaml.safe_load((FOLDER / f"{language}.yaml").read_text("utf-8"))
    assert set(read) <= {"words", "manner"}
    words: Mapping[str, Mapping[str, object]] = read["words"]
    manner: Sequence[Mapping[str, object]] = read.get("manner", [])
    return (
        *(
            Idea(name, str(line["word"]), _strings(line["not"]), _strings(line.get("but", [])))
            for name, line in words.items()
        ),
        *(
            Idea(str(line["write"]), "", _strings(line["not"]), _strings(line.get("but", [])))
            for line in manner
        ),
    )


def _strings(found: object) -> tuple[str, ...]:
    assert isinstance(found, list)
    return tuple(map(str, found))


def everything_said(language: str) -> Iterator[tuple[str, str]]:
    """Yield texts with keys, the words of lessons, bank and workshop examples, and renderings."""
    for key, words in entries().items():
        yield key, _FACT.sub("", words[language])
    for lesson in LESSONS:
        yield f"{lesson.id} title", lesson.title[language]
        for number, step in enumerate(lesson.steps, start=1):
            if taught := getattr(step, "words", None):
                yield f"{lesson.id} {number}", taught[language]
    for entry in bank():
        if entry.why:
            yield f"bank {entry.id}", entry.why[language]
    for template in sorted((ROOT / "lessons/templates").glob("*.yaml")):
        for number, line in enumerate(template.read_text("utf-8").splitlines(), start=1):
            if written := re.search(rf"\b{language}: (.*)", line):
                yield f"{template.name} {number}", written[1]
    yield from sentences(language)
