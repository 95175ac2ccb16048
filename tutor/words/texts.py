"""Every word a learner reads, by key and language; sentences are looked up whole, never glued.

A language is a folder of files in ``tutor/words/text``; its code is the folder's name. An entry
may name facts in braces; what a fact is called in the language comes from the same files:

* ``{seat}``, ``{suit}``, ``{rank}``, ``{card}``, ``{rule}``: the name (``nine of hearts``);
* ``{card:sign}``, ``{suit:sign}``: the sign (``♥9``, ``♥``);
* ``{count:plural:card|cards}``: a form for each of the language's classes of numbers, in the
  order of Unicode's CLDR (zero, one, two, few, many, other); ``=1:`` before a form that stands
  first is for that number alone, and one more may follow for decimals where they have a class of
  their own (Polish); of a list its members are counted;
* ``{suit:cap}``: the name with a capital first letter;
* ``{day}``, ``{day:sign}``: a date in full and short (``20 November 2026``, ``20 Nov``);
* a fact that is a tuple becomes a list in the language (``East, South and West``); cards of one
  suit are named together (``the {cards}``: ``the two and seven of clubs and the ace of hearts``).
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum
from functools import cache, lru_cache
from itertools import groupby
from string import Formatter

from engine.cards import Card, Rank, Suit
from engine.rulebooks import Rulebook
from engine.rules import Rule, Source
from engine.table import Seat, Table
from engine.variants import Variant
from puzzles.puzzle import Fact, Reason
from tutor.words import languages, locales

YOU = "you"

_AROUND = {
    2: (YOU, "opposite"),
    3: (YOU, "left", "right"),
    4: (YOU, "left", "opposite", "right"),
}
"""Clockwise from one's own seat, by how many there are."""


def seen_from(variant: Variant, table: Table, me: Seat) -> tuple[tuple[Seat, str], ...]:
    """Return what every seat is called by who sits at *me*: the last part of its key."""
    seats = table.clockwise(me)
    mates = variant.side(me)
    return tuple(
        (seat, "partner" if seat != me and seat in mates else place)
        for seat, place in zip(seats, _AROUND[len(seats)], strict=True)
    )


SIGNS: Mapping[str, str] = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
"""Suit signs; a text selector follows them so that no device turns them into pictures."""

_TEXT_FORM = "\ufe0e"

LANGUAGES: Mapping[str, str] = {
    code: words["name.language"] for code, words in languages.texts().items()
}
"""The languages the tutor speaks, one for each folder of texts: code and its own name; English,
the default, first."""


def spoken(wanted: Iterable[str]) -> str:
    """Return the language of the first tag that names one, such as ``pt-BR``; English of none.

    Where no language is of that country, one of another country does.
    """
    for tag in wanted:
        asked = _subtags(tag)
        near = [code for code in LANGUAGES if _subtags(code)[0] == asked[0]]
        if near:
            return max(near, key=lambda code: _subtags(code) == asked)
    return languages.DEFAULT


def _subtags(tag: str) -> list[str]:
    return tag.strip().lower().replace("_", "-").split("-")


@cache
def entries() -> Mapping[str, Mapping[str, str]]:
    """Return all texts but those a language has for itself: key, then language, then words."""
    by_key: dict[str, dict[str, str]] = {}
    for language, texts in languages.texts().items():
        for key, words in texts.items():
            if not languages.is_own(key):
                by_key.setdefault(key, {})[language] = words
    return by_key


@dataclass(frozen=True, slots=True)
class Texts:
    """The words of one language: ``say("page.home.start")``, ``say.explain(reason)``.

    With ``places`` seats are called as they are seen from one of them (`seen_from`);
    of that one itself an entry whose key ends in ``.you`` speaks, where there is one.
    """

    language: str
    places: tuple[tuple[Seat, str], ...] = ()

    def __call__(self, key: str, **facts: Fact | Variant | Source | date) -> str:
        """Return the entry *key* about *facts*, as a whole sentence; in English if need be.

        Raises:
            KeyError: There is no such entry, and the message says in which file it is wanted;
                or it names another fact.
        """
        own = languages.texts()[self.language]
        words = own.get(key, languages.texts()[languages.DEFAULT].get(key))
        if words is None:
            raise KeyError(languages.lacking(key))
        if key not in own and not _names_alone(words):
            # Wholly in English: the names in it too.
            return Texts(languages.DEFAULT, self.places)(key, **facts)
        if self.places and f"{key}.you" in own and self._of_you(facts):
            key += ".you"
            words = own[key]
        if "{" not in words:
            return words
        # Lists are few, and their members are not told apart by type where they compare equal.
        listed = any(isinstance(fact, tuple) for fact in facts.values())
        try:
            return (_filled if listed else _filled_before)(self, words, **facts)
        except KeyError as error:
            raise KeyError(f"{key!r}: {error.args[0]}") from error

    @property
    def tag(self) -> str:
        """The language as pages and browsers name it: its file may be called ``pt_BR``."""
        return self.language.replace("_", "-")

    def _of_you(self, facts: Mapping[str, object]) -> bool:
        """Return whether the one who does or has what an entry tells is the reader."""
        about = facts.get("seat", facts.get("winner"))
        return isinstance(about, Seat) and dict(self.places).get(about) == YOU

    def explain(self, reason: Reason) -> str:
        """Return a reason."""
        return self(f"reason.{reason.key}", **reason.facts)

    def has(self, key: str) -> bool:
        """Return whether there are words under *key*."""
        return key in languages.whole(self.language)

    @property
    def locale(self) -> str:
        """Whose numbers, dates and lists are written: the language's, in one country perhaps."""
        return languages.texts()[self.language].get("name.locale", self.language)

    def name(self, value: object) -> str:
        """Return what a value is called: anything a reason may be about, or an id with a name."""
        if isinstance(value, tuple):
            if value and all(isinstance(item, Card) for item in value):
                return self._cards(value)
            return self.series(tuple(map(self.name, value)))
        if isinstance(value, Card):
            return self("name.card", rank=value.rank, suit=value.suit)
        if isinstance(value, date):
            return locales.day(self.locale, value)
        if isinstance(value, int | float) and not isinstance(value, Rank):
            return locales.number(self.locale, value)
        if isinstance(value, Rulebook | Variant | Source):
            return self(f"name.{type(value).__name__.lower()}.{value.id}")
        if isinstance(value, Rule):
            return self(f"rule.{value.value}.name")
        if isinstance(value, Rank):
            return self(f"name.rank.{value.letter}")
        if isinstance(value, Enum):
            place = dict(self.places).get(value) if isinstance(value, Seat) else None
            own = f"{type(value).__name__.lower()}.{value.value}"
            return self(f"name.place.{place}" if place else f"name.{own}")
        key = f"name.{value}"
        return self(key) if self.has(key) else str(value)

    def sign(self, value: object) -> str:
        """Return the sign of a suit, a card (``♥9``) or a rank (``9``), or a date in short."""
        if isinstance(value, tuple):
            return " ".join(map(self.sign, value))
        if isinstance(value, Card):
            return self.sign(value.suit) + self.sign(value.rank)
        if isinstance(value, date):
            return locales.short_day(self.locale, value)
        if isinstance(value, Rank):
            return value.sign
        return SIGNS[value.value] + _TEXT_FORM if isinstance(value, Suit) else str(value)

    def series(self, names: tuple[str, ...]) -> str:
        """Join names into a list as the language writes it; it may say a pair in its own way."""
        pair = languages.texts()[self.language].get("name.list.two")
        return pair.join(names) if pair and len(names) == 2 else locales.series(self.locale, names)

    def either(self, names: tuple[str, ...]) -> str:
        """Join names into a choice as the language writes it: ``East, South or West``."""
        return locales.either(self.locale, names)

    def _cards(self, cards: tuple[Card, ...]) -> str:
        """Return the names of cards in their order; neighbours of one suit share its name."""
        runs = [tuple(run) for _, run in groupby(cards, key=lambda card: card.suit)]
        named = [self("name.cards", ranks=self._ranks(run), suit=run[0].suit) for run in runs]
        more = (self("name.cards.next", cards=cards) for cards in named[1:])
        whole = (named[0], *more)
        # Where each suit has one rank, two cards are a pair like any other two names.
        alone = all(len({card.rank for card in run}) == 1 for run in runs)
        return self.series(whole) if alone else locales.series(self.locale, whole)

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


@cache
def _divided(words: str) -> tuple[tuple[str, str | None, str], ...]:
    """Divide an entry into what stands before a brace, the fact in it, and how it is said."""
    return tuple((before, name, form or "") for before, name, form, _ in Formatter().parse(words))


@cache
def _names_alone(words: str) -> bool:
    """Return whether an entry has no words of its own, such as ``{seat} · {cards:sign}``.

    Then any language can say it, with its own names.
    """
    return "{" in words and not any(
        any(map(str.isalpha, before)) or "|" in (form or "") for before, _, form in _divided(words)
    )


def _filled(say: Texts, words: str, **facts: object) -> str:
    """Fill the braces of one entry with what the facts are called in its language."""
    said = []
    for before, name, form in _divided(words):
        said.append(before)
        if name is None:
            continue
        if name not in facts:
            found = ", ".join(f"{{{fact}}}" for fact in facts) or "no facts"
            raise KeyError(f"{words!r} wants {{{name}}}, found {found}")
        said.append(_said(say, facts[name], _filled(say, form, **facts) if "{" in form else form))
    return "".join(said)


_filled_before = lru_cache(maxsize=16384, typed=True)(_filled)
"""The same few thousand sentences are said over and over: who played which card, and the like."""


def _said(say: Texts, fact: object, form: str) -> str:
    if form == "sign":
        return say.sign(fact)
    if form.startswith("plural:"):
        count = len(fact) if isinstance(fact, tuple) else fact
        assert isinstance(count, int | float), "what is counted is a number, or a list"
        return locales.plural(say.locale, count, form.removeprefix("plural:").split("|"))
    name = say.name(fact)
    return name[:1].upper() + name[1:] if form == "cap" else name
