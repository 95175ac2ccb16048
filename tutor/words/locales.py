"""How a language writes numbers, dates and lists.

Babel carries CLDR, so that no language needs rules of its own here.
"""

import unicodedata
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from functools import cache, lru_cache

from babel import Locale, UnknownLocaleError
from babel.core import get_global, parse_locale
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal

CLASSES = ("zero", "one", "two", "few", "many", "other")
"""CLDR's classes of numbers, in its order."""

_DECIMALS = 1
"""So many decimals has a number that is no whole one, unless more is said."""

_COUNTED = 1000
"""Whole numbers below this reach every class that cards, tricks and people come in."""


@cache
def locale(code: str) -> Locale:
    """Return what CLDR knows of a language, ``de`` or ``en_GB``, or raise ValueError."""
    try:
        return Locale.parse(code)
    except (UnknownLocaleError, ValueError, TypeError) as error:
        want = "want the code of a language in CLDR, such as 'de' or 'pt_BR'"
        raise ValueError(f"{want}, found {code!r}") from error


@lru_cache(maxsize=4096, typed=True)
def number(code: str, value: float, digits: int = _DECIMALS) -> str:
    """Return a number as it is written: ``1,234``; what is no whole number has its decimals.

    A number below nothing has a minus: a hyphen is passed over by many who read aloud.
    """
    decimals = 0 if isinstance(value, int) else digits
    pattern = f"#,##0.{'0' * decimals}" if decimals else "#,##0"
    return format_decimal(value, pattern, locale(code)).replace("-", "−")


@cache
def number_classes(code: str) -> tuple[str, ...]:
    """Return the classes of whole numbers that want a form of their own, in CLDR's order."""
    forms = {locale(code).plural_form(value) for value in range(_COUNTED)}
    return tuple(class_ for class_ in CLASSES if class_ in forms)


@cache
def of_decimals(code: str) -> tuple[str, ...]:
    """Return the class that only numbers with decimals are of, as in Polish, if there is one."""
    of_tenths = locale(code).plural_form(Decimal("1.5"))
    return () if of_tenths in number_classes(code) else (of_tenths,)


def plural(code: str, value: float, forms: Sequence[str]) -> str:
    """Return the form that a number wants, of one for each of `number_classes`.

    Forms that begin with a number, ``=1:``, stand first and are for that number alone. A last one
    for numbers with decimals (`of_decimals`) may be left out.
    """
    for place, form in enumerate(forms):
        exact, colon, words = form.partition(":")
        if not (colon and exact.startswith("=")):
            # "1.0 points": what is written with decimals counts as it is written.
            written = value if isinstance(value, int) else Decimal(f"{value:.{_DECIMALS}f}")
            wanted = locale(code).plural_form(written)
            known = number_classes(code)
            return forms[place + known.index(wanted)] if wanted in known else forms[-1]
        if value == int(exact.removeprefix("=")):
            return words
    raise ValueError(f"want a form for every other number, found {'|'.join(forms)!r}")


@lru_cache(maxsize=4096)
def series(code: str, names: tuple[str, ...]) -> str:
    """Return names as a list: ``East, South and West``."""
    return format_list(list(names), locale=locale(code))


def either(code: str, names: tuple[str, ...]) -> str:
    """Return names as a choice: ``East, South or West``."""
    return format_list(list(names), "or", locale(code))


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
    script = _likely(code)[2] or "Latn"
    return _LETTERS.get(script) or (Locale("en").scripts[script].upper(),)


def in_its_country(code: str) -> str:
    """Return a language with its country, the likeliest if none is said: ``ja_JP``."""
    language, country, *_ = _likely(code)
    return f"{language}_{country}" if country else language


def _likely(code: str) -> tuple[str, str | None, str | None]:
    """Return a language, and the country and script it has for most who speak it."""
    known, likely = locale(code), get_global("likely_subtags")
    tag = "_".join(filter(None, (known.language, known.script)))
    likely_locale = parse_locale(likely.get(tag) or likely.get(known.language) or known.language)
    return known.language, known.territory or likely_locale[1], known.script or likely_locale[2]


def written_in(code: str, words: str) -> bool:
    """Whether words have at least one letter of the language's script."""
    return any(unicodedata.name(sign, "").startswith(letters(code)) for sign in words)
