"""Lint of words, and of what has to have some: kinds of question, practice partners, pictures."""

import re
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random

from engine import players
from engine.rulebooks import CULBERTSON, RULEBOOKS
from engine.rules import SOURCES, Rule
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KIND_OF, KINDS, foreseen, kind_of
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from puzzles.scenes import LEARNER, HandSight, Scene, Stage, solved
from tutor.lessons.steps import Ask, LessonStep, Show, Try
from tutor.lessons.yaml_lines import Problem, quoted
from tutor.words import languages, locales
from tutor.words.sights import description
from tutor.words.texts import LANGUAGES, Texts


def named() -> tuple[str, ...]:
    """List the keys of what a rulebook, a form, a kind and the like must be called."""
    parts = ("name", "text")
    return (
        *(f"rule.{rule.value}.{part}" for rule in Rule for part in parts),
        *(f"name.source.{source.id}" for source in SOURCES),
        *(f"name.rulebook.{rulebook.id}" for rulebook in RULEBOOKS),
        *(f"rulebook.{rulebook.id}.text" for rulebook in RULEBOOKS),
        *(f"name.variant.{form}" for form in VARIANTS),
        *(f"variant.{form}.text" for form in VARIANTS),
        *(f"kind.{kind}.name" for kind in KINDS),
        *(f"misconception.{misconception}.{part}" for misconception in KIND_OF for part in parts),
        *(f"play.{who}.{level.value}" for level in players.Level for who in ("level", "mate")),
    )


_DRAWN = 3
"""How many puzzles are drawn of a rule in a form: a sentence may be said of some of them alone."""


@cache
def drawn(kind: str) -> tuple[tuple[Puzzle, ...], str]:
    """Draw a few puzzles of each rule in each form; of a kind that is slow one in all.

    After the puzzles stands why the next could not be drawn, if so.
    """
    aims = [(form, rule) for form in VARIANTS.values() for rule in rules_of(kind, form, CULBERTSON)]
    puzzles: list[Puzzle] = []
    for number, (variant, rule) in enumerate(aims[:1] if KINDS[kind].slow else aims * _DRAWN):
        try:
            table = variant.table(CULBERTSON)
            puzzles.append(generate(kind, rule, variant, table, Random(number)))
        except ValueError as error:
            return tuple(puzzles), str(error)
    return tuple(puzzles), ""


@cache
def asked() -> tuple[str, ...]:
    """List the keys of what puzzles ask, hint at and say to the answers that are foreseen."""
    keys: dict[str, None] = {}
    for name, kind in KINDS.items():
        puzzles, _ = drawn(name)
        for puzzle in puzzles:
            hints = [hint for hint in kind.hints(puzzle) if hint.key != "rule"]
            keys.update((f"part.{part.key}", None) for part in puzzle.parts)
            keys.update((f"hint.{hint.key}", None) for hint in hints)
            for answer in foreseen(puzzle).values():
                with suppress(ValueError):  # no answer to the question: see `kind_problems`
                    told = puzzle.check(answer).reasons
                    keys.update((f"reason.{reason.key}", None) for reason in told)
    return tuple(keys)


def kind_problems() -> Iterator[Problem]:
    """Check that puzzles can be drawn and read back, and that foreseen answers are choices."""
    for name, kind in KINDS.items():
        file = str(sys.modules[kind.puzzle.__module__].__file__)
        puzzles, undrawn = drawn(name)
        faults = {"draw": undrawn} if undrawn else {}
        for puzzle in puzzles:
            for misconception, answer in foreseen(puzzle).items():
                try:
                    puzzle.check(answer)
                except ValueError as error:
                    line = f"in {print_puzzle(puzzle)!r}: {error}"
                    faults.setdefault(misconception or "solution", line)
            try:
                same = kind.puzzle.read(puzzle.variant, puzzle.table, puzzle.position) == puzzle
                fault = "" if same else f"want the same puzzle, read from {puzzle.position!r}"
            except ValueError as error:
                fault = str(error)
            if fault:
                faults.setdefault("position", fault)
        for key, fault in faults.items():
            yield Problem(file, 1, 0, "", key, fault)


_SAID = re.compile(r"""(?<![`\w])(?:say|texts\(\))\(\s*"([\w-]+(?:\.[\w-]+)+)"[,)]""")
"""How code asks for words by a whole key: ``say("page.ranks.title")``."""


def said() -> tuple[str, ...]:
    """List the keys that the code of the tutor asks for whole, such as the titles of pages."""
    files = sorted(Path(__file__).parents[1].rglob("*.py"))
    return tuple(key for file in files for key in _SAID.findall(file.read_text(encoding="utf-8")))


def partner_problems() -> Iterator[Problem]:
    """Check that every level of practice partner has somebody who plays it."""
    file = Path(players.__file__)
    lines = file.read_text(encoding="utf-8").splitlines()
    for level in players.Level:
        if level not in players.CHOOSERS:
            line = next(number for number, text in enumerate(lines, 1) if f'"{level}"' in text)
            message = "want a function that chooses for it in CHOOSERS, found none"
            yield Problem(str(file), line, 0, "", level.name, message)


def word_problems() -> Iterator[Problem]:
    """Check that all that is named, asked or said has words; advise where a language lacks some."""
    english = languages.texts()[languages.DEFAULT]
    for key in dict.fromkeys((*named(), *asked(), *said())):
        if key not in english:
            file, line = languages.home(key)
            message = "want words for it, in every language, found none"
            yield Problem(file, line, 0, "", key, message)
    for language in languages.texts():
        if lacking := languages.missing(language):
            file, _ = languages.home(lacking[0])
            place = file.replace(f"{languages.DEFAULT}/", f"{language}/", 1)
            more = f", the first of {len(lacking)}" if len(lacking) > 1 else ""
            message = f"want the words of this key{more}; until then it is said in English"
            yield Problem(place, 1, 0, "", lacking[0], message, advice=True)


def of_language(language: str, words: str) -> str:
    """Return what keeps *words* from being of the language; nothing if they may be.

    They have letters of its script and none of a script that only others are written in;
    every language writes cards and names in Latin letters.
    """
    own = locales.letters(language)
    others = {script for code in LANGUAGES for script in locales.letters(code)} - {*own, "LATIN"}
    foreign = any(unicodedata.name(sign, "").startswith(tuple(others)) for sign in words)
    if foreign or not locales.written_in(language, words):
        return f"want a text in {LANGUAGES[language]}, found {quoted(words)}"
    return ""


Described = Callable[[Texts], str]
"""What is heard of a picture in the words of a language."""


def pictures(step: LessonStep) -> tuple[Described, ...]:
    """List the pictures that a step shows, under every rulebook, ready to be described."""
    described: list[Described] = []
    for rulebook in RULEBOOKS:
        if isinstance(step, Ask):
            described += stages(step.puzzle(rulebook))
        elif isinstance(step, Show) and step.sheet:
            sheet = step.scored(rulebook)
            described += stages(sheet) if sheet else []
        elif isinstance(step, Show | Try):
            described.append(_described((step.under(rulebook).on_table(),)))
            if step.hand:
                described.append(
                    _described((HandSight(seat=LEARNER, yours=True, cards=step.hand),))
                )
    return tuple(described)


def stages(puzzle: Puzzle) -> list[Described]:
    """List the pictures of a question: as it is asked, and solved."""
    scene = kind_of(puzzle).scene
    return [_described(scene(puzzle, stage)) for stage in (Stage(), solved(puzzle))]


def _described(scene: Scene) -> Described:
    return lambda say: "\n".join(description(sight, say) for sight in scene)


def unheard(pictures: Iterable[Described]) -> str:
    """Return in which language a picture has no description, or none of that language."""
    for described in pictures:
        for language, name in languages.complete().items():
            try:
                sentence = described(Texts(language))
            except KeyError as error:
                return f"the picture has no description in {name}: no words {error}"
            if not sentence.strip() or of_language(language, sentence):
                return f"the picture has no description in {name}, found {quoted(sentence)}"
    return ""
