"""Whether words are of their language, and pictures can be heard in every one."""

import unicodedata
from collections.abc import Callable, Iterable

from engine.rulebooks import RULEBOOKS, Rulebook
from puzzles.puzzle import Puzzle
from puzzles.scenes import LEARNER, HandSight, Stage, solved
from tutor.drawing import Look, Picture, hand_picture, trick_picture
from tutor.drawing.scenes import illustrate
from tutor.lessons.loading import Ask, LessonStep, Show, Try
from tutor.lessons.yaml_lines import (
    shown,
)
from tutor.words import languages
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


DrawPicture = Callable[[Look], Picture]


def pictures(step: LessonStep) -> tuple[DrawPicture, ...]:
    """List the pictures that a step shows, under every rulebook, ready to be drawn."""
    draws: list[DrawPicture] = []
    for book in RULEBOOKS:
        if isinstance(step, Ask):
            draws += stages(step.puzzle(book))
        elif isinstance(step, Show) and step.sheet:
            sheet = step.scored(book)
            draws += stages(sheet) if sheet else []
        elif isinstance(step, Show | Try):
            draws += _still(step, book)
    return tuple(draws)


def stages(puzzle: Puzzle) -> list[DrawPicture]:
    """List the pictures of a question: as it is asked, and solved."""
    return [
        lambda look: illustrate(look, puzzle, Stage()).whole,
        lambda look: illustrate(look, puzzle, solved(puzzle)).whole,
    ]


def _still(step: Show | Try, book: Rulebook) -> list[DrawPicture]:
    view = step.under(book)
    draws: list[DrawPicture] = [lambda look: trick_picture(look, view.on_table())]
    if step.hand:
        draws.append(
            lambda look: hand_picture(look, HandSight(seat=LEARNER, yours=True, cards=step.hand))
        )
    return draws


def unheard(draws: Iterable[DrawPicture]) -> str:
    """Return in which language a picture has no description, or none of that language."""
    for draw in draws:
        for language, name in languages.complete().items():
            try:
                said = draw(Look(Texts(language))).description
            except KeyError as error:
                return f"the picture has no description in {name}: no words {error}"
            if not said.strip() or of_language(language, said):
                return f"the picture has no description in {name}, found {shown(said)}"
    return ""
