"""The sentences of a language, rendered with facts that trip words up.

Every entry that names facts is said with counts of 1, 2 and 12, with one, two, three and four
equal cards, with lists of one to three; and whole verdicts are given for positions in which words
go wrong: no partners, two players, equal cards, rulebooks that differ.

``tests/golden/sentences.<language>.txt`` holds what is said, to be read whenever it changes::

    python -m tests.makers.golden

writes it anew, and ``tests/test_sentences.py`` compares.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from string import Formatter

from engine.cards import Card, Rank, Suit
from engine.rulebooks import AKAGIRI, CULBERTSON
from engine.rules import Rule
from engine.table import Seat
from engine.variants import VARIANTS, Variant
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Fact
from tutor.words.explanation import explain
from tutor.words.texts import Texts, entries

GOLDEN = Path(__file__).parent / "golden"

_CARDS = {
    "one": (Card.parse("C2"),),
    "two": (Card.parse("C2"), Card.parse("C7")),
    "three": (Card.parse("C2"), Card.parse("C7"), Card.parse("HJ")),
    "equal": (Card.parse("CK"),) * 4,
}
_AWKWARD: tuple[Mapping[str, Fact | Variant | date], ...] = (
    {"count": 1, "cards": _CARDS["one"], "ranks": (Rank.ACE,), "suits": (Suit.HEARTS,)},
    {
        "count": 2,
        "cards": _CARDS["two"],
        "ranks": (Rank.ACE, Rank.TWO),
        "suits": (Suit.SPADES, Suit.HEARTS),
    },
    {
        "count": 12,
        "cards": _CARDS["three"],
        "ranks": (Rank.ACE, Rank.NINE, Rank.SEVEN),
        "suits": (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS),
    },
    {
        "count": 4,
        "cards": _CARDS["equal"],
        "ranks": (Rank.KING,) * 2,
        "suits": (Suit.SPADES, Suit.HEARTS),
    },
)
_COUNTS = {
    *("count", "kinds", "answers", "games", "known", "lessons", "attempts", "people"),
    *("points", "own", "minutes", "streak", "answered", "done", "right", "missed", "this", "that"),
    *("completed", "decisions"),
}
_FACTS: Mapping[str, Fact | Variant | date] = {
    "seat": Seat.SOUTH,
    "winner": Seat.NORTH,
    "leader": Seat.EAST,
    "builder": Seat.NORTH,
    "holder": Seat.WEST,
    "dealer": Seat.WEST,
    "other_seat": Seat.EAST,
    "other_winner": Seat.WEST,
    "seats": (Seat.EAST, Seat.SOUTH, Seat.WEST),
    "player": Seat.EAST,
    "accused": Seat.WEST,
    "pair": (Seat.NORTH, Seat.SOUTH),
    "card": Card.parse("S9"),
    "other": Card.parse("HQ"),
    "winning": Card.parse("HA"),
    "held": Card.parse("SK"),
    "lead": Card.parse("CT"),
    "best": Card.parse("D3"),
    "suit": Suit.SPADES,
    "led": Suit.HEARTS,
    "trump": Suit.CLUBS,
    "rank": Rank.NINE,
    "missing": (Rank.ACE, Rank.SEVEN),
    "which": "all.4",
    "rulebook": CULBERTSON,
    "other_rulebook": AKAGIRI,
    "rule": Rule.RUFF_WINS,
    "variant": VARIANTS["solo"],
    "form": VARIANTS["two"],
    "day": date(2026, 11, 1),
}
_BY_KEY: Mapping[str, Mapping[str, Fact | Variant | date]] = {
    "handout.rules": {"cards": 208, "ranks": 13},
    "handout.score.check": {"cards": 208, "ranks": 13},
    "often.swing": {"cards": 12},
    "often.calypsos": {"player": 2},
    "reason.plan": {
        "points": 260,
        "own": (Seat.SOUTH, Seat.NORTH),
        "others": (Seat.WEST, Seat.EAST),
    },
    "coach.play-trump": {"card": Suit.SPADES},
    "coach.any-trump": {"card": Suit.SPADES},
    "coach.was-best-trump": {"card": Suit.SPADES},
    "coach.was-behind-later-trump": {"card": Suit.SPADES},
    "coach.was-level-trump": {"card": Suit.SPADES},
    "coach.was-behind-trump": {"card": Suit.SPADES},
    "coach.clear-trump": {"card": Suit.SPADES},
    "coach.unclear-trump": {"card": Suit.SPADES},
    "coach.equal-trump": {"card": Suit.SPADES},
    "name.cards": {"suit": Suit.CLUBS},
    "name.equal": {"ranks": "ranks.K"},
    "referee.wins-disputed": {"other": AKAGIRI, "rival": Seat.WEST, "rivals": Card.parse("C5")},
    "referee.holds-disputed": {"other": AKAGIRI, "rival": Seat.WEST, "rivals": Card.parse("C5")},
    "handout.rules.trick.own-led-ruffed": {"other": AKAGIRI},
    "reason.built": {"ranks": "ranks.5"},
    "reason.total": {"other": Seat.NORTH, "own": 500, "others": 1_250, "points": 1_750},
    "reason.game": {"others": 1_250},
    "reason.note.first-of-equals": {"others": (Seat.EAST, Seat.SOUTH)},
    "hint.compare.next": {"first": Seat.NORTH, "second": Seat.EAST},
    "hint.compare.naming.change": {"first": Seat.NORTH, "second": Seat.SOUTH},
    "picture.partners": {"others": (Seat.EAST, Seat.WEST)},
    "play.cut.place": {"place": 2, "count": 4},
    "play.check-sum": {"unfinished": 1, "pile": 165, "full": 13, "pack": 208},
    "playing.went": {"ranks": 2},
    "coach.unclear": {"others": _CARDS["two"]},
    "coach.why": {
        "side": "side.pair",
        "suits": "suits.pair",
        "rivals": "rivals.many",
        "rival": "rival.many",
        "this": 31,
        "that": 29,
    },
}
"""Facts that are about something else under keys that begin so."""

VERDICTS = (
    "who-wins partnership culbertson N=C E=S S=D W=H : N CT S6 D8 C2",
    "who-wins partnership akagiri N=C E=S S=D W=H : N CT S6 D8 C2",
    "who-wins partnership culbertson N=C E=S S=D W=H : N HK HK HK HK",
    "who-wins partnership culbertson N=C E=S S=D W=H : N D4 S6 D7 D3",
    "who-wins partnership culbertson N=C E=S S=D W=H : E H5 C6 H6 S6",
    "who-wins two culbertson N=S S=D : N SA S9 SK D7",
    "what-is-built partnership culbertson N=C E=S S=D W=H : N CK CK CK CK : -",
    "what-is-built solo culbertson N=C E=S S=D W=H : N H6 H9 D4 HK : -",
    "what-is-built two culbertson N=S S=D : N SA S9 CK D7 : -",
    "rulebooks-differ partnership culbertson N=C E=S S=D W=H : N CT S6 D8 C2",
)
"""Puzzles in which words trip; every choice of every part is picked in some answer."""


def sentences(language: str) -> Iterator[tuple[str, str]]:
    """Yield what is said, each sentence with its key; the same sentence comes once a key."""
    say = Texts(language)
    for key, words in entries().items():
        names = _names(words[language])
        said = dict.fromkeys(say(key, **_facts(key, names, awkward)) for awkward in _AWKWARD)
        yield from ((key, one) for one in said if names)
    for line in VERDICTS:
        puzzle = parse_puzzle(f"1 {line}")
        tokens = [[choice.token for choice in part.choices] for part in puzzle.parts]
        rounds = max(map(len, tokens))
        answers = [" / ".join(token[at % len(token)] for token in tokens) for at in range(rounds)]
        for given in answers:
            told = explain(puzzle, puzzle.check(given), say, ())
            about = f"{line} => {given}"
            yield from ((about, one) for one in (told.headline, *told.sentences, *told.dissents))


def _names(words: str) -> set[str]:
    """Return the facts an entry names, also inside the forms of a plural."""
    found = {name for _, name, _, _ in Formatter().parse(words) if name}
    return found | set(re.findall(r"\{(\w+)\}", words))


def _facts(
    key: str, names: set[str], awkward: Mapping[str, Fact | Variant | date]
) -> dict[str, Fact | Variant | date]:
    """Return a fact for every name; what no list knows is a name in guillemets."""
    special = {
        fact: value
        for start, facts in _BY_KEY.items()
        if key.startswith(start)
        for fact, value in facts.items()
    }
    return {
        name: special.get(
            name,
            awkward.get(
                name,
                _FACTS.get(name, awkward["count"] if name in _COUNTS else f"«{name[0].upper()}»"),
            ),
        )
        for name in names
    }


def golden(language: str) -> str:
    """Return the golden file of a language."""
    return "".join(f"{key} | {said.replace(chr(10), ' ⏎ ')}\n" for key, said in sentences(language))


def path(language: str) -> Path:
    """Return where the golden file of a language is kept."""
    return GOLDEN / f"sentences.{language}.txt"


def heard_path(language: str) -> Path:
    """Where it is written what a screen reader says (tests/browser/test_heard.py)."""
    return GOLDEN / f"heard.{language}.txt"


def keys_in(said: str, language: str) -> Iterator[str]:
    """The texts that are said somewhere in *said*, as far as their own words tell."""
    for key, words in entries().items():
        if len("".join(parts := own_words(words[language]))) > 5 and all(
            part in said for part in parts
        ):
            yield key


def own_words(text: str) -> list[str]:
    """The pieces of a text that stand between its facts, as they are heard."""
    literals = [literal for literal, *_ in Formatter().parse(text)]
    return [" ".join(literal.split()) for literal in literals if literal.strip()]
