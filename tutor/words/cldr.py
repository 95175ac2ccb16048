"""How a language writes numbers, dates and lists, and which form a number wants: Unicode's CLDR.

Babel carries CLDR, so that no language needs rules of its own here.
"""

from collections.abc import Sequence
from datetime import date
from functools import cache, lru_cache
from unicodedata import name

from babel import Locale, UnknownLocaleError
from babel.core import get_global
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal

CLASSES = ("zero", "one", "two", "few", "many", "other")
"""CLDR's classes of numbers, in its order."""

_COUNTED = 1000
"""Whole numbers below this reach every class that cards, tricks and people come in."""


@cache
def locale(code: str) -> Locale:
    """Return what CLDR knows of a language (``de``), or of it in one country (``en_GB``).

    Raises:
        ValueError: CLDR knows no such language.
    """
    try:
        return Locale.parse(code)
    except (UnknownLocaleError, ValueError, TypeError) as error:
        raise ValueError(f"want the code of a language in CLDR, found {code!r}") from error


@lru_cache(maxsize=4096, typed=True)
def number(code: str, value: float) -> str:
    """Return a number as it is written: ``1,234``; what is no whole number has one decimal."""
    pattern = None if isinstance(value, int) else "#,##0.0"
    return format_decimal(value, pattern, locale(code))


@cache
def classes(code: str) -> tuple[str, ...]:
    """Return the classes of whole numbers that want a form of their own, in CLDR's order."""
    found = {locale(code).plural_form(value) for value in range(_COUNTED)}
    return tuple(one for one in CLASSES if one in found)


def plural(code: str, value: float, forms: Sequence[str]) -> str:
    """Return the form that a number wants, of one for each of `classes`.

    Forms that begin with a number, ``=1:``, stand first and are for that number alone.
    """
    for place, form in enumerate(forms):
        exact, colon, words = form.partition(":")
        if not (colon and exact.startswith("=")):
            wanted = locale(code).plural_form(value)
            known = classes(code)
            return forms[place + (known.index(wanted) if wanted in known else len(known) - 1)]
        if value == int(exact.removeprefix("=")):
            return words
    raise ValueError(f"want a form for every other number, found {'|'.join(forms)!r}")


def series(code: str, names: Sequence[str]) -> str:
    """Return names as a list: ``East, South and West``."""
    return format_list(list(names), locale=locale(code))


def day(code: str, value: date) -> str:
    """Return a date in full: ``20 November 2026``."""
    return format_date(value, "long", locale(code))


def short_day(code: str, value: date) -> str:
    """Return a date without its year, in short: ``20 Nov``."""
    return format_skeleton("MMMd", value, locale=locale(code))


_LETTERS = {
    "Hans": ("CJK",),
    "Hant": ("CJK",),
    "Jpan": ("HIRAGANA", "KATAKANA", "CJK"),
    "Kore": ("HANGUL", "CJK"),
}
"""How Unicode's names of letters begin, where that is not the name of the script."""


@cache
def letters(code: str) -> tuple[str, ...]:
    """Return how Unicode's names begin for the letters a language is written in: ``LATIN``."""
    known = locale(code)
    likely = get_global("likely_subtags").get(known.language, "").split("_")
    script = known.script or (likely[1] if len(likely) > 1 else "Latn")
    return _LETTERS.get(script) or (Locale("en").scripts[script].upper(),)


def written_in(code: str, words: str) -> bool:
    """Whether words have at least one letter of the language's script."""
    return any(name(sign, "").startswith(letters(code)) for sign in words)
