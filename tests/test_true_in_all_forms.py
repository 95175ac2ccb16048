"""What is said in a form of the game is true in it: two play twice, of three one deals again.

A sentence is written with the game for four in mind, where every player has one suit, plays one
card to a trick and deals once, and where what counts for two goes to both.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import pytest

from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.trick import Role
from engine.variants import VARIANTS
from puzzles.explanations import notes
from puzzles.generator import generate, rules_of
from puzzles.kinds.who_wins import WhoWins
from puzzles.misconceptions import BY_ID, predicts
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle
from tests.test_reasons_words import answers
from tutor.words.explanation import explain
from tutor.words.texts import LANGUAGES, Texts

BY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)

RARE = (
    "1 who-wins two culbertson N=S S=C : N HJ CT DA CQ",
    "1 who-wins two akagiri N=C S=S : N CQ C8 SA D8",
    "1 who-wins partnership akagiri N=H E=C S=S W=D : N HA CQ S8 HJ",
    "1 ladder two culbertson N=C S=S : N H8 SK HK S8 : last 2",
    "1 what-score two culbertson N=S S=D : N : S4:- H2:KQJT97 : 13",
)


@cache
def drawn(kind: str) -> tuple[Puzzle, ...]:
    """Puzzles of a kind in all forms and rulebooks; of tricks the rule is asked, too."""
    found = [parse_puzzle(line) for line in RARE if line.startswith(f"1 {kind} ")]
    for variant, rulebook in product(VARIANTS.values(), RULEBOOKS):
        for rule, seed in product(rules_of(kind, variant, rulebook), range(12)):
            rng = Random(seed)
            found.append(generate(kind, rule, variant, rng.choice(variant.tables(rulebook)), rng))
    asked = [replace(puzzle, why=True) for puzzle in found if isinstance(puzzle, WhoWins)]
    return (*found, *asked)


def verdicts(puzzle: Puzzle, say: Texts) -> Iterator[str]:
    """Yield all that is said of any answer to a puzzle, but not the words of rules."""
    for answer in answers(puzzle):
        told = explain(puzzle, puzzle.check(answer), say, ())
        yield from (told.sentence, *told.sentences)


@BY_LANGUAGE
def test_who_ruffs_twice_is_not_counted_as_two(language: str) -> None:
    say, twice = Texts(language), 0
    counted = re.compile(r"\b(one|two|more) players?\b|[1１2２]人(以上)?(が|だけ)")
    for puzzle in (*drawn("who-wins"), *drawn("ladder")):
        assert puzzle.ruling
        roles, plays = puzzle.ruling.roles, puzzle.ruling.trick.plays
        ruffs = [play.seat for play, what in zip(plays, roles, strict=True) if what == Role.RUFF]
        if len(ruffs) > len(set(ruffs)):
            twice += 1
            assert not [words for words in verdicts(puzzle, say) if counted.search(words)], puzzle
    assert twice >= 5


@BY_LANGUAGE
def test_where_a_ruff_did_not_beat_a_led_trump_nobody_is_told_that_ruffs_do(language: str) -> None:
    say, held = Texts(language), 0
    any_ruff = re.compile(r"\b(only a|any) ruff\b|切ったカードだけ|どの切札で(切って)?も")
    for puzzle in (*drawn("who-wins"), *drawn("ladder")):
        assert puzzle.ruling
        roles = puzzle.ruling.roles
        if Role.RUFF in roles and roles[puzzle.ruling.winner] == Role.LED_TRUMP:
            held += 1
            assert not [words for words in verdicts(puzzle, say) if any_ruff.search(words)], puzzle
    assert held >= 20


def test_a_discard_is_told_of_where_it_would_win_for_somebody_else() -> None:
    """Of two the winner may have discarded the highest card."""
    own = 0
    for puzzle in drawn("who-wins"):
        assert puzzle.ruling
        ruling, winner = puzzle.ruling, puzzle.ruling.winning.seat
        by_rank = predicts(BY_ID["highest-card-wins"], ruling.trick, ruling.table)
        told = any(note.key == "note.discard-never-wins" for note in notes(ruling))
        own += by_rank == winner and Rule.DISCARD_NEVER_WINS in ruling.notes
        assert not told or by_rank != winner, puzzle
    assert own >= 5
