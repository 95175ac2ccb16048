"""Whether words are of their language, and pictures can be heard in every one."""

import unicodedata
from collections.abc import Callable, Iterable

from engine.rulebooks import RULEBOOKS
from puzzles.kinds import kind_of
from puzzles.puzzle import Puzzle
from puzzles.scenes import LEARNER, HandSight, Scene, Stage, solved
from tutor.lessons.steps import Ask, LessonStep, Show, Try
from tutor.lessons.yaml_lines import shown
from tutor.words import languages
from tutor.words.sights import description
from tutor.words.texts import LANGUAGES, Texts


def of_language(language: str, words: str) -> str:
    """Return what keeps *words* from being of the language; nothing if they may be.

    They have letters of its script and none of a script that only others are written in;
    every language writes cards and names in Latin letters.
    """
    own = languages.letters(language)
    others = {one for code in LANGUAGES for one in languages.letters(code)} - {*own, "LATIN"}
    foreign = any(unicodedata.name(sign, "").startswith(tuple(others)) for sign in words)
    if foreign or not languages.written_in(language, words):
        return f"want a text in {LANGUAGES[language]}, found {shown(words)}"
    return ""


Described = Callable[[Texts], str]
"""What is heard of a picture in the words of a language."""


def pictures(step: LessonStep) -> tuple[Described, ...]:
    """List the pictures that a step shows, under every rulebook, ready to be described."""
    found: list[Described] = []
    for book in RULEBOOKS:
        if isinstance(step, Ask):
            found += stages(step.puzzle(book))
        elif isinstance(step, Show) and step.sheet:
            sheet = step.scored(book)
            found += stages(sheet) if sheet else []
        elif isinstance(step, Show | Try):
            found.append(_described((step.under(book).on_table(),)))
            if step.hand:
                found.append(_described((HandSight(seat=LEARNER, yours=True, cards=step.hand),)))
    return tuple(found)


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
                said = described(Texts(language))
            except KeyError as error:
                return f"the picture has no description in {name}: no words {error}"
            if not said.strip() or of_language(language, said):
                return f"the picture has no description in {name}, found {shown(said)}"
    return ""
