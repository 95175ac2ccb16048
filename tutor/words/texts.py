"""Every word a learner reads, by key and language; sentences are looked up whole, never glued.

A language is a folder of files in ``tutor/words/text``; its code is the folder's name. An entry
may name facts in braces; what a fact is called in the language comes from the same files:

* ``{seat}``, ``{suit}``, ``{rank}``, ``{card}``, ``{rule}``: the name (``nine of hearts``);
* ``{card:sign}``, ``{suit:sign}``: the sign (``♥9``, ``♥``);
* ``{count:plural:card|cards}``: the first form for one, else the second;
* ``{suit:cap}``: the name with a capital first letter;
* ``{day}``, ``{day:sign}``: a date in full and short (``20 November 2026``, ``20 Nov``);
* a fact that is a tuple becomes a list in the language (``East, South and West``); cards of one
  suit are named together (``the {cards}``: ``the two and seven of clubs and the ace of hearts``).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cache
from itertools import groupby
from pathlib import Path
from string import Formatter

import yaml

from engine.cards import Card, Rank, Suit
from engine.rulebooks import Rulebook
from engine.rules import Rule, Source
from engine.table import Seat
from engine.variants import Variant
from puzzles.reasons import Fact, Reason

SIGNS: Mapping[str, str] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
"""Suit signs; a text selector follows them so that no device turns them into pictures."""

_LONG_IN_JAPANESE = 10_000
"""From here on a number in Japanese is grouped by commas too; scores stay below it."""

_TEXT_FORM = "\ufe0e"
_FOLDER = Path(__file__).parent / "text"

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The safe one; six times as quick where PyYAML has libyaml, which is felt at every start."""


@cache
def _read(language: str) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for path in sorted((_FOLDER / language).glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        for key, words in (yaml.load(text, Loader=_LOADER) or {}).items():  # noqa: S506
            if key in found:
                raise ValueError(f"{language}/{path.name}: {key!r} stands in two text files")
            found[key] = words
    if wrong := [key for key in found if type(found[key]) is not str]:
        raise ValueError(f"{language}: {wrong[0]!r} wants one text")
    return found


def _languages() -> Mapping[str, str]:
    folders = sorted(path.name for path in _FOLDER.iterdir() if path.is_dir())
    return {code: _read(code)["name.language"] for code in sorted(folders, key=lambda c: c != "en")}


LANGUAGES: Mapping[str, str] = _languages()
"""The languages the tutor speaks, one for each folder of texts: code and its own name; English,
the default, first."""


@cache
def entries() -> Mapping[str, Mapping[str, str]]:
    """Return all texts: key, then language, then words.

    Raises:
        ValueError: A key stands in two files of a language, or its words are not text.
    """
    found: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        for key, words in _read(language).items():
            found.setdefault(key, {})[language] = words
    return found


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language: ``say("page.home.start")``, ``say.explain(reason)``."""

    language: str

    def __call__(self, key: str, **facts: Fact | Variant | Source | date) -> str:
        """Return the entry *key* about *facts*, as a whole sentence.

        Raises:
            KeyError: There is no such entry, it lacks this language, or names another fact.
        """
        words = entries()[key][self.language]
        return _SPEAKER.vformat(words, (), {"": self, **facts}) if "{" in words else words

    def explain(self, reason: Reason) -> str:
        """Return a reason.

        Raises:
            KeyError: The reason has no words, or they name a fact it lacks.
        """
        return self(f"reason.{reason.key}", **reason.facts)

    def has(self, key: str) -> bool:
        """Return whether there are words under *key*."""
        return key in entries()

    def name(self, value: object) -> str:
        """Return what a value is called: anything a reason may be about, or an id with a name."""
        if isinstance(value, tuple):
            if value and all(isinstance(one, Card) for one in value):
                return self._cards(value)
            return self.series(tuple(map(self.name, value)))
        if isinstance(value, Card):
            return self("name.card", rank=value.rank, suit=value.suit)
        if isinstance(value, date):
            return self._date("name.date", value)
        if isinstance(value, bool | int) and not isinstance(value, Rank):
            grouped = self.language == "en" or value >= _LONG_IN_JAPANESE
            return f"{value:,}" if grouped else str(value)
        if isinstance(value, Rulebook | Variant | Source):
            return self(f"name.{type(value).__name__.lower()}.{value.id}")
        if isinstance(value, Rule):
            return self(f"rule.{value.value}.name")
        if isinstance(value, Rank):
            return self(f"name.rank.{value.letter}")
        if isinstance(value, Enum):
            return self(f"name.{type(value).__name__.lower()}.{value.value}")
        key = f"name.{value}"
        return self(key) if key in entries() else str(value)

    def sign(self, value: object) -> str:
        """Return the sign of a suit, a card (``♥9``) or a rank (``9``), or a date in short."""
        if isinstance(value, tuple):
            return " ".join(map(self.sign, value))
        if isinstance(value, Card):
            return self.sign(value.suit) + self.sign(value.rank)
        if isinstance(value, date):
            return self._date("name.date.short", value)
        if isinstance(value, Rank):
            return "10" if value == Rank.TEN else value.letter
        return SIGNS[value.value] + _TEXT_FORM if isinstance(value, Suit) else str(value)

    def series(self, names: tuple[str, ...]) -> str:
        """Join names into a list as the language writes it; Japanese pairs two with a word."""
        if len(names) <= 2:
            return entries()["name.list.two"][self.language].join(names)
        head = entries()["name.list.comma"][self.language].join(names[:-1])
        return head + entries()["name.list.and"][self.language] + names[-1]

    def _cards(self, cards: tuple[Card, ...]) -> str:
        """Return the names of cards in their order; neighbours of one suit share its name."""
        runs = [tuple(run) for _, run in groupby(cards, key=lambda card: card.suit)]
        named = [self("name.cards", ranks=self._ranks(run), suit=run[0].suit) for run in runs]
        if len(named) <= 2:
            return entries()["name.cards.two"][self.language].join(named)
        head = entries()["name.cards.comma"][self.language].join(named[:-1])
        return head + entries()["name.cards.and"][self.language] + named[-1]

    def _ranks(self, cards: tuple[Card, ...]) -> str:
        """Return the ranks of cards of one suit; equal neighbours are counted."""
        equal = [(rank, len(tuple(run))) for rank, run in groupby(card.rank for card in cards)]
        return self.series(
            tuple(
                self(f"name.equal.{count}", ranks=f"ranks.{rank.letter}")
                if count > 1
                else self.name(rank)
                for rank, count in equal
            )
        )

    def _date(self, key: str, value: date) -> str:
        month = self(f"{key}.month.{value.month}")
        return self(key, year=str(value.year), month=month, day=value.day)

    def seat(self, seat: Seat) -> str:
        """Return the name of a seat."""
        return self.name(seat)


class _Speaker(Formatter):
    """Fills the braces of one entry with what the facts are called in its language."""

    def get_value(self, key: int | str, args: object, kwargs: Mapping[str, object]) -> object:  # noqa: ARG002
        return (kwargs[""], kwargs[str(key)])

    def format_field(self, value: object, format_spec: str) -> str:
        assert isinstance(value, tuple)
        say, fact = value
        if format_spec == "sign":
            return str(say.sign(fact))
        if format_spec.startswith("plural:"):
            one, _, many = format_spec.removeprefix("plural:").partition("|")
            return one if fact == 1 else many
        name = str(say.name(fact))
        return name[:1].upper() + name[1:] if format_spec == "cap" else name


_SPEAKER = _Speaker()
