"""Every explanation that can occur has words in both languages, and no words are dead."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain, product
from pathlib import Path
from random import Random

import pytest

from engine.cards import Card, Rank
from engine.rulebooks import AKAGIRI, CULBERTSON, RULEBOOKS, Rulebook
from engine.table import Table
from engine.trick import Ruling, Trick, judge, play_of
from engine.variants import VARIANTS, Variant
from puzzles.bank import bank
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS, fitting, kind_of
from puzzles.kinds.who_wins import WhoWins
from puzzles.misconceptions import MISCONCEPTIONS
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Choice, Part, Puzzle, Reason
from puzzles.tricks import governing_rules
from tutor.words.texts import LANGUAGES, Texts, entries

OWN = (
    "reason.",
    "part.",
    "misconception.",
    "name.into.",
    "name.next.",
    "name.pile",
    "name.draw",
    "name.no-marker",
    "name.nobody",
)
"""What is said about answers: tutor/words/text/en/reasons.yaml and what goes with it."""


def every_trick(variant: Variant, table: Table, ranks: list[Rank]) -> Iterator[Ruling]:
    """All tricks led by North in a pack of these ranks; where two play some are revokes."""
    pack = [Card(suit, rank) for suit in variant.suits for rank in ranks]
    order = table.clockwise(table.seats[0], variant.trick)
    for cards in product(pack, repeat=variant.trick):
        yield judge(Trick(tuple(map(play_of, order, cards))), table)


def who_wins() -> Iterator[tuple[Puzzle, str]]:
    """Every answer to a trick, up to order among ranks.

    A sentence about a wrong seat hangs on the roles and on how the card picked compares
    with the winning one; whether a note is made, on how one more card compares with that.
    Three ranks show every order of three cards. Seats are as good as one another, so that
    North may always lead. Tables of three show nothing that tables of four do not, and
    another rulebook only what it judges otherwise.
    """
    four, two = VARIANTS["solo"], VARIANTS["two"]
    spaces = [(four, rulebook, list(Rank)[:3]) for rulebook in RULEBOOKS]
    spaces.append((two, CULBERTSON, list(Rank)[-3:]))
    seen: set[tuple[object, ...]] = set()
    for variant, rulebook, ranks in spaces:
        for ruling in every_trick(variant, variant.table(rulebook), ranks):
            # What the sentences hang on; of tricks equal in it one is enough.
            order = sorted(set(ruling.strengths))
            shape: tuple[object, ...] = (
                *(variant, ruling.roles, ruling.winner, ruling.rule, ruling.notes),
                *map(order.index, ruling.strengths),
                *(play.card.suit == ruling.table.trump(play.seat) for play in ruling.trick.plays),
                max(play.card.rank for play in ruling.trick.plays),
            )
            if shape in seen:
                continue
            try:
                puzzle = WhoWins(variant=variant, table=ruling.table, trick=ruling.trick)
            except ValueError:  # a seat that plays twice would revoke
                assert len(ruling.table.seats) == 2
                continue
            seen.add(shape)
            for choice in puzzle.parts[0].choices:
                yield puzzle, choice.token


def answers(puzzle: Puzzle) -> Iterator[str]:
    """Answers to a puzzle: where several may be picked each alone, all but each, and all."""
    options = []
    for part in puzzle.parts:
        tokens = [choice.token for choice in part.choices]
        if part.many:
            without = [" ".join(t for t in tokens if t != token) for token in tokens]
            tokens = [*tokens, *filter(None, without), " ".join(tokens)]
        options.append(tokens)
    yield from map(" / ".join, product(*options))
    yield puzzle.solution


GOLDEN = [
    line.partition(" => ")[0]
    for line in (Path(__file__).parent / "golden" / "puzzles.txt").read_text("utf-8").splitlines()
]
"""Of plans they hold what chance brings too rarely: calypsos completed or let go, equal cards."""

SPECIAL = [
    "which-cards partnership culbertson N=C E=S S=D W=H : S C3 D9 H2 : W C5 C6 C7",
    "which-cards partnership culbertson N=C E=S S=D W=H : S C3 CK H2 : W C5 CQ C7",
    "which-cards partnership culbertson N=C E=S S=D W=H : S C2 C3 C4 C6 CK H2 : W C5 CQ C7",
    "which-cards partnership culbertson N=C E=S S=D W=H : S H4 C9 DA D7 D2 : E S6",
    "what-is-built solo culbertson N=C E=S S=D W=H : N HA HA HT H3 : -",
    "ladder two culbertson N=S S=D : N S8 S9 S8 ST : last 2",
    "ladder two culbertson N=S S=D : N C8 C7 C8 C9 : last 2",
    "what-is-built partnership culbertson N=C E=S S=D W=H : N CK CK CK C5 : C0:AQJT98765432",
    "what-score partnership culbertson N=C E=S S=D W=H : N : C0:A : 0",  # one wrong total too few
    "who-wins partnership akagiri N=C E=S S=D W=H : N CJ S4 C6 C5 : why",
    "who-wins partnership akagiri N=C E=S S=D W=H : N CJ C4 C6 C5 : why",
    "rulebooks-differ partnership culbertson N=C E=S S=D W=H : N HJ S2 H6 C2",
    "who-wins partnership culbertson N=C E=S S=D W=H : N CJ S4 D3 C5 : why",
    "who-has-won split culbertson N=D E=H S=C : N 830 E 1540 S 1540",
]
"""What chance brings too rarely."""


def drawn(kind: str) -> Iterator[Puzzle]:
    """Puzzles of a kind, of all forms and rules; only scores hang on the rulebook."""
    for variant, rulebook in product(VARIANTS.values(), RULEBOOKS):
        if kind == "who-wins" or (rulebook != CULBERTSON and kind != "what-score"):
            continue
        for rule in rules_of(kind, variant, rulebook):
            for seed in range(1 if kind == "best-card" else 4):  # endings take long to draw
                rng = Random(seed)
                yield generate(kind, rule, variant, rng.choice(variant.tables(rulebook)), rng)
    yield from (parse_puzzle(f"1 {line}") for line in SPECIAL if line.startswith(f"{kind} "))
    if kind == "best-card":
        yield from (parse_puzzle(line) for line in GOLDEN if line.startswith("1 best-card "))
    yield from (entry.puzzle for entry in bank() if entry.puzzle.kind == kind)


Occurring = tuple[dict[str, Reason], set[str], dict[str, Part], set[Choice]]


@cache
def occurring_in(kind: str) -> Occurring:
    """Reasons by key and facts, misconceptions, parts by key, and choices a kind can show."""
    reasons: dict[str, Reason] = {}
    misconceptions: set[str] = set()
    parts: dict[str, Part] = {}
    choices: set[Choice] = set()
    others = ((puzzle, answer) for puzzle in drawn(kind) for answer in answers(puzzle))
    for puzzle, answer in chain(others, who_wins() if kind == "who-wins" else ()):
        for reason in puzzle.check(answer).reasons:
            reasons[f"{reason.key} {sorted(reason.facts)}"] = reason
        if not misconceptions.issuperset(kind_of(puzzle).misconceptions):
            misconceptions |= set(fitting(puzzle, answer))
        parts |= {part.key: part for part in puzzle.parts}
        choices |= {choice for part in puzzle.parts for choice in part.choices}
    return reasons, misconceptions, parts, choices


def occurring() -> Occurring:
    """The same of all kinds together."""
    reasons: dict[str, Reason] = {}
    misconceptions: set[str] = set()
    parts: dict[str, Part] = {}
    choices: set[Choice] = set()
    for more_reasons, held, more_parts, more_choices in map(occurring_in, KINDS):
        reasons |= more_reasons
        misconceptions |= held
        parts |= more_parts
        choices |= more_choices
    return reasons, misconceptions, parts, choices


def used() -> set[str]:
    """The keys of all words that can be wanted."""
    return {key for kind in KINDS for key in used_in(kind)}


def used_in(kind: str) -> set[str]:
    """The keys of all words that a kind can want."""
    reasons, misconceptions, parts, choices = occurring_in(kind)
    return (
        {f"reason.{reason.key}" for reason in reasons.values()}
        | {
            f"misconception.{misconception}.{what}"
            for misconception in misconceptions
            for what in ("name", "text")
        }
        | {f"part.{key}" for key in parts}
        | {f"name.{choice.value}" for choice in choices if type(choice.value) is str}
    )


def written() -> set[str]:
    return {key for key in entries() if key.startswith(OWN)}


@pytest.mark.parametrize("kind", KINDS)
def test_no_words_are_missing(kind: str) -> None:
    assert sorted(used_in(kind) - written()) == []


def test_no_words_are_dead() -> None:
    dead = sorted(written() - used())
    assert dead == [], "no puzzle of a sample wants them: puzzles/bank.yaml can have one that does"


def test_every_misconception_about_tricks_is_named_for_some_answer() -> None:
    _, misconceptions, _, _ = occurring()
    assert {misconception.id for misconception in MISCONCEPTIONS} <= misconceptions


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_can_be_said(language: str) -> None:
    say = Texts(language)
    reasons, misconceptions, parts, choices = occurring()
    said = [say.explain(reason) for reason in reasons.values()]
    said += [say(f"part.{part.key}", **part.facts) for part in parts.values()]
    said += [
        say(f"misconception.{misconception}.{what}")
        for misconception in misconceptions
        for what in ("name", "text")
    ]
    said += [say.name(choice.value) for choice in choices]
    assert all(words and "{" not in words for words in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_keep_the_manner(language: str) -> None:
    for key in written():
        words = entries()[key][language]
        assert not re.search(
            r"(?i)\b(just|simply|obviously|of course|easy|easily)\b|[!！]", words
        ), key
        assert words == words.strip()
        if key.startswith(("reason.", "part.")) or key.endswith(".text"):
            assert words.endswith((".", "?", "。")), key


def test_a_low_discard_is_not_told_of_a_high_rank() -> None:
    # The same sentence is said of a two and of an ace.
    said = entries()["reason.lost.discard"]
    assert "whatever its rank" in said["en"]
    assert "ランクに関係なく" in said["ja"]
    assert not re.search("high|高", said["en"] + said["ja"])


def test_several_cards_of_one_suit_are_of_that_suit() -> None:
    said = {
        line: " ".join(map(Texts("en").explain, puzzle.check(puzzle.solution).reasons))
        for line in ("W DA D2 D3 D4 : -", "W DA D2 C3 C4 : -")
        for puzzle in (parse_puzzle(f"1 what-is-built solo culbertson N=C E=S S=D W=H : {line}"),)
    }
    one, two = said.values()
    assert "doesn’t build that suit." in one
    assert "doesn’t build those suits." in two


def test_japanese_is_not_left_in_english() -> None:
    for key in written():
        japanese = re.sub(r"\{[^}]*\}", "", entries()[key]["ja"])
        assert not re.search(r"[a-z]{2,}", japanese), key


@pytest.mark.parametrize("rulebook", [CULBERTSON, AKAGIRI], ids=str)
def test_every_rule_that_may_govern_says_when_it_does(rulebook: Rulebook) -> None:
    for rule in governing_rules(VARIANTS["solo"].table(rulebook)):
        assert f"reason.decides-only.{rule.partition('.')[2]}" in written()
