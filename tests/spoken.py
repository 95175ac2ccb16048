"""Reads back what is said of a trick on a table: from the words alone to the position.

The sentences are those of ``tutor/words/text``: each entry is turned into a pattern, so that the
reader follows the words when they change. What none of them explains is an error.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import permutations

from engine.cards import Card, Rank, Suit
from engine.rulebooks import CULBERTSON, RULEBOOKS, Rulebook
from engine.table import Seat, Table
from engine.trick import Play, Ruling, Trick, judge
from tutor.words.texts import Texts, entries

SENTENCES = (
    "picture.seat",
    "picture.you",
    "picture.partners",
    "picture.two-cards",
    "picture.rulebook",
    "picture.leads",
    "picture.plays",
    "picture.won",
)
"""What may be said of a complete trick, before and after the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What a listener knows: who has which trump, who helps whom, and what was played."""

    table: Table
    pairs: frozenset[frozenset[Seat]]
    you: Seat | None
    plays: tuple[Play, ...]
    keys: tuple[str, ...]

    def judge(self) -> Ruling:
        """Rule on what was heard."""
        return judge(Trick(self.plays), self.table)


def hear(description: str, language: str) -> Heard:
    """Read a description sentence by sentence.

    Raises:
        ValueError: Something in it is not a sentence about a complete trick.
    """
    said = tuple(_sentences(description, language))
    trumps: dict[Seat, Suit] = {}
    plays: list[Play] = []
    rulebook: Rulebook = CULBERTSON  # Calypso for Two names none: its text has one answer
    pairs: frozenset[frozenset[Seat]] = frozenset()
    you = None
    for key, facts in said:
        match key, facts:
            case "picture.seat", {"seat": Seat() as seat, "suit": Suit() as suit}:
                trumps[seat] = suit
            case "picture.you", {"seat": Seat() as seat}:
                you = seat
            case "picture.partners", {"pair": tuple() as pair, "others": tuple() as others}:
                pairs = frozenset({frozenset(pair), frozenset(others)})
            case "picture.rulebook", {"rulebook": Rulebook() as named}:
                rulebook = named
            case "picture.leads" | "picture.plays", {
                "seat": Seat() as seat,
                "card": Card() as card,
            }:
                plays.append(Play(seat, card))
                if "suit" in facts and facts["suit"] != card.suit:
                    raise ValueError(f"{card} does not lead {facts['suit']}")
    return Heard(
        table=Table(tuple(trumps), tuple(trumps.values()), rulebook),
        pairs=pairs,
        you=you,
        plays=tuple(plays),
        keys=tuple(key for key, _ in said),
    )


def _sentences(description: str, language: str) -> Iterator[tuple[str, dict[str, object]]]:
    """Cut a description into sentences, each with its key and what its words are about."""
    between = entries()["picture.between"][language]
    at = 0
    while at < len(description):
        found = [
            (match, key)
            for key, pattern in _patterns(language).items()
            if (match := pattern.match(description, at))
        ]
        if not found:
            raise ValueError(f"nobody understands {description[at:]!r}")
        match, key = max(found, key=lambda one: one[0].end())
        names = _names(language)
        yield key, {fact: names[fact][words] for fact, words in match.groupdict().items()}
        at = match.end()
        if at < len(description):
            if not description.startswith(between, at):
                raise ValueError(f"what is to stand between sentences? {description[at:]!r}")
            at += len(between)


@cache
def _names(language: str) -> Mapping[str, Mapping[str, object]]:
    """What each fact can be called."""
    say = Texts(language)
    cards = [Card(suit, rank) for suit in Suit for rank in Rank]
    pairs = {say.name(pair): pair for pair in permutations(Seat, 2)}
    return {
        "seat": {say.name(seat): seat for seat in Seat},
        "suit": {say.name(suit): suit for suit in Suit},
        "card": {say.name(card): card for card in cards},
        "rulebook": {say.name(rulebook): rulebook for rulebook in RULEBOOKS},
        "pair": pairs,
        "others": pairs,
    }


@cache
def _patterns(language: str) -> Mapping[str, re.Pattern[str]]:
    """Turn the entries into patterns; a fact is one of the names it can have."""
    names = _names(language)

    def pattern(words: str) -> re.Pattern[str]:
        written = re.escape(words)
        for fact, called in names.items():
            # The longest first: no name is to be taken for the beginning of another.
            among = "|".join(sorted(map(re.escape, called), key=len, reverse=True))
            written = written.replace(rf"\{{{fact}\}}", f"(?P<{fact}>{among})", 1)
        return re.compile(written)

    return {key: pattern(entries()[key][language]) for key in SENTENCES}
