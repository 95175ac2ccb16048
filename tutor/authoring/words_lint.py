"""The words of the tutor held against what they must name: rulebooks, kinds, misconceptions."""

from collections.abc import Iterator

from engine.players.bots import Level
from engine.rulebooks import RULEBOOKS
from engine.rules import SOURCES, Rule
from engine.variants import VARIANTS
from puzzles.kinds import KIND_OF, KINDS
from tutor.lessons.yaml_lines import Problem
from tutor.words import languages


def named() -> tuple[str, ...]:
    """List the keys of what a rulebook, a form, a kind and the like must be called."""
    two = ("name", "text")
    return (
        *(f"rule.{rule.value}.{part}" for rule in Rule for part in two),
        *(f"name.source.{source.id}" for source in SOURCES),
        *(f"{where}.rulebook.{book.id}" for book in RULEBOOKS for where in ("name", "settings")),
        *(f"rulebook.{book.id}.text" for book in RULEBOOKS),
        *(f"name.variant.{form}" for form in VARIANTS),
        *(f"variant.{form}.text" for form in VARIANTS),
        *(f"part.who-has-won.{form}" for form in VARIANTS),
        *(f"kind.{kind}.name" for kind in KINDS),
        *(f"misconception.{one}.{part}" for one in KIND_OF for part in two),
        *(f"play.{who}.{level.value}" for level in Level for who in ("level", "mate")),
    )


def word_problems() -> Iterator[Problem]:
    """Check that all that is named has words; where a language lacks some, it is advised."""
    english = languages.texts()[languages.DEFAULT]
    for key in named():
        if key not in english:
            file, line = languages.home(key)
            message = "want words for it, in every language, found none"
            yield Problem(file, line, 0, "", key, message)
    for language in languages.texts():
        lacking = languages.missing(language)
        if lacking:
            file, _ = languages.home(lacking[0])
            place = file.replace(f"{languages.DEFAULT}/", f"{language}/", 1)
            message = (
                f"want the words of {len(lacking)} keys, of which this is the first; "
                "until then they are said in English"
            )
            yield Problem(place, 1, 0, "", lacking[0], message, advice=True)
