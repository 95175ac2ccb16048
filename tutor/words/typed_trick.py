"""Reads a trick as a person types it, and says in the learner's words what is wrong with it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.cards import Card
from engine.table import Seat, Table
from engine.trick import Play, Trick
from engine.variants import Variant
from puzzles.puzzle import Reason
from tutor.words import languages

_SIGNS = str.maketrans(
    {"♣": "C", "♧": "C", "♦": "D", "♢": "D", "♥": "H", "♡": "H", "♠": "S", "♤": "S"}
)
_TURNED = re.compile(r"[2-9TJQKA][CDHS]")
"""A card with its rank before its suit."""

_WORD = re.compile(r"[^\s,;、。:.・]+")
"""A seat or a card: what stands between two signs that part them, or before the last of them."""

MOST = 200
"""The longest line that is read at all, in characters."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A leader and the cards read so far, or the problem that stopped the reading.

    ``line`` is what was understood, as a position line. ``problem`` is a key under
    ``referee.problem`` with its facts.
    """

    leader: Seat
    cards: tuple[Card, ...]
    problem: Reason | None = None

    @property
    def line(self) -> str:
        """The leader and the cards, as a position line writes them."""
        return " ".join((self.leader.value, *map(str, self.cards)))

    def trick(self, table: Table) -> Trick | None:
        """Return the trick, nothing while no card has been led."""
        if not self.cards:
            return None
        seats = table.clockwise(self.leader, len(self.cards))
        return Trick(tuple(map(Play, seats, self.cards)))


def read_trick(
    text: str, variant: Variant, table: Table, places: Sequence[tuple[Seat, str]] = ()
) -> Reading:
    """Read the leader and the cards, however they were typed.

    Small letters, ``10`` for ``T``, suit signs, the rank before the suit, commas, full-width
    letters and seats by name, in any language, are understood; also by what *places* call them
    (`tutor.words.texts.seen_from`). What stands before a problem is kept.
    """
    plain = unicodedata.normalize("NFKC", text[:MOST]).translate(_SIGNS).upper()
    plain = plain.replace("\ufe0e", "").replace("\ufe0f", "").replace("10", "T")
    words = _WORD.findall(plain) or [""]
    leader = next((seat for seat in table.seats if words[0] in _names(seat, places)), None)
    if leader is None:
        return Reading(table.seats[0], (), Reason("no-leader", {"seats": table.seats}))
    cards: list[Card] = []
    for written in words[1:]:
        word = written[::-1] if _TURNED.fullmatch(written) else written
        if problem := _problem(word, cards, variant):
            return Reading(leader, tuple(cards), problem)
        cards.append(Card.parse(word))
    return Reading(leader, tuple(cards))


def _names(seat: Seat, places: Sequence[tuple[Seat, str]]) -> set[str]:
    """Return what may be typed for a seat, in capitals."""
    keys = [
        f"name.seat.{seat.value}",
        *(f"name.place.{place}" for who, place in places if who == seat),
    ]
    every = languages.texts().values()
    return {seat.value, *(words[key].upper() for words in every for key in keys if key in words)}


def _problem(word: str, cards: list[Card], variant: Variant) -> Reason | None:
    """Return why *word* cannot be the next card, if it cannot."""
    try:
        card = Card.parse(word)
    except ValueError:
        return Reason("not-a-card", {"word": word[:20]})
    if len(cards) == variant.trick:
        return Reason("too-many", {"count": variant.trick})
    if card.suit not in variant.suits or card.rank not in variant.ranks:
        return Reason("not-in-pack", {"card": card})
    if Counter(cards)[card] == variant.packs:
        return Reason("too-many-copies", {"card": card, "count": variant.packs})
    return None
