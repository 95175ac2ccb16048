"""A set as a sheet to print or read aloud: the questions first, the answers after them."""

from collections.abc import Iterable, Sequence

from puzzles.puzzle import Puzzle
from tutor.export.handout import Handout, handout
from tutor.words.texts import Texts


def render(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:
    """Write the questions, then the answers, in each of the languages."""
    asked: dict[str, list[str]] = {language: [] for language in languages}
    answered: dict[str, list[str]] = {language: [] for language in languages}
    for number, puzzle in enumerate(puzzles, start=1):
        for language in languages:
            say = Texts(language)
            one = handout(puzzle, say)
            asked[language].append(_asked(number, one))
            answered[language].append(_answered(number, one, say))
    parts: list[str] = []
    for language in languages:
        heading = Texts(language)("export.answers")
        parts += [*asked[language], heading, *answered[language]]
    return ("\n\n".join(parts) + "\n").encode()


def _asked(number: int, one: Handout) -> str:
    lines = [f"{number}. {one.scene}".replace("\n", "\n   ")]
    for question in one.questions:
        options = " · ".join(f"({option.label})" for option in question.options)
        lines += [f"   {question.text}", f"   {options}"]
    return "\n".join(lines)


def _answered(number: int, one: Handout, say: Texts) -> str:
    lines = [f"{number}. {one.answer}", *one.told.sentences, *one.told.dissents]
    rule = say("verdict.rule", rule=one.told.rule.name)
    return "\n   ".join([*lines, rule, one.line])
