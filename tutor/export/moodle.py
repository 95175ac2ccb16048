"""A set as a Moodle question bank in the GIFT format, with feedback on every answer."""

from collections.abc import Iterable, Sequence

from puzzles.puzzle import Puzzle
from tutor.learning.explanation import AnswerOption, FullText, PartText, full_text, paragraphs
from tutor.words.texts import LANGUAGES, Texts

_ESCAPED = str.maketrans({**{sign: f"\\{sign}" for sign in "\\~=#{}:"}, "\n": "\\n", "\r": None})
"""What GIFT reads as its own signs. Source: docs.moodle.org, "GIFT format"."""

_WHOLE = {1: "100", 2: "50", 3: "33.33333", 4: "25", 5: "20", 6: "16.66667", 7: "14.28571"}
_WHOLE |= {8: "12.5", 9: "11.11111"}
"""Equal shares of 100 as Moodle spells them; it refuses a weight that is not in its list."""


def render(puzzles: Iterable[Puzzle], languages: Sequence[str]) -> bytes:
    """Write one question for every part of every puzzle, in a category for each language."""
    found: dict[str, list[str]] = {language: [] for language in languages}
    for number, puzzle in enumerate(puzzles, start=1):
        for language in languages:
            found[language] += _questions(number, full_text(puzzle, Texts(language)))
    parts = []
    for language in languages:
        parts += [f"$CATEGORY: Calypso/{LANGUAGES[language]}", *found[language]]
    return ("\n\n".join(parts) + "\n").encode()


def escape(text: str) -> str:
    """Write *text* so that GIFT takes it as it stands."""
    return text.translate(_ESCAPED)


def weights(count: int) -> tuple[str, ...]:
    """Share 100 per cent among *count* right answers, in weights that Moodle knows.

    Up to nine are equal; ten to twenty take tens and fives, which add up to 100.

    Raises:
        ValueError: There are none, or more than a hand can have.
    """
    if count in _WHOLE:
        return (_WHOLE[count],) * count
    tens = 20 - count
    if not 0 <= tens <= 10:
        raise ValueError(f"want 1 to 20 right answers, found {count}")
    return ("10",) * tens + ("5",) * (count - tens)


def _questions(number: int, one: FullText) -> list[str]:
    several = len(one.questions) > 1
    return [
        _question(
            f"Calypso {number}{f'.{place}' if several else ''} ({one.language})", question, one
        )
        for place, question in enumerate(one.questions, start=1)
    ]


def _question(title: str, question: PartText, one: FullText) -> str:
    asked = f"{one.scene}\n\n{question.text}"
    return "\n".join(
        (
            f"// {one.line}",
            f"::{escape(title)}::[plain]{escape(asked)} {{",
            *_answers(question),
            f"####{escape(_general(one))}",
            "}",
        )
    )


def _answers(question: PartText) -> list[str]:
    """Write the answers; where several are right each has its share, and a wrong one undoes it."""
    if not question.many:
        return [_answer("=" if option.right else "~", option) for option in question.options]
    shares = iter(weights(sum(option.right for option in question.options)))
    return [
        _answer(f"~%{next(shares) if option.right else '-100'}%", option)
        for option in question.options
    ]


def _answer(mark: str, option: AnswerOption) -> str:
    return f"{mark}{escape(option.label)}#{escape(chr(10).join(paragraphs(option.told)))}"


def _general(one: FullText) -> str:
    return f"{one.told.rule.name}\n{one.told.rule.text}"
