"""What practice says to somebody who has begun no lesson: no word that nobody has explained."""

import re
from collections.abc import Iterator
from random import Random

import pytest

from engine.rulebooks import RULEBOOKS
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import hints
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle
from tests.component import choose
from tests.learner import answered
from tests.opened import opened, verdict, words
from tests.test_verdict_budget import RIGHT, answers
from tutor.pages.frame import progress
from tutor.store import learner_of, new_token, open_store
from tutor.words.explanation import explain, say_hint
from tutor.words.texts import LANGUAGES, Texts

FORM = VARIANTS["partnership"]
UNTAUGHT = {"en": r"\bvoid\b|plain card|over-?ruff|\bdiscards?\b", "ja": "ボイド|フォロー|捨て札"}
"""Words of the game that lessons explain; 'ruff' is explained below the verdict."""

IN_PLAIN_WORDS = {
    "en": "a discard, neither the suit led nor one of",
    "ja": "の切札でもない捨て札です",
}
"""Where such a word stands beside what it means."""

RUFFED = "1 who-wins partnership culbertson N=C E=S S=D W=H : N D4 S6 D7 D3"
FOLLOWED = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"
LED = "1 who-wins partnership culbertson N=C E=S S=D W=H : N C9 CJ C6 C5"


def puzzles() -> Iterator[Puzzle]:
    for rulebook in RULEBOOKS:
        for rule in rules_of("who-wins", FORM, rulebook):
            for seed in range(3):
                rng = Random(f"{rule} {seed}")
                yield generate("who-wins", rule, FORM, FORM.table(rulebook), rng)


def said(puzzle: Puzzle, say: Texts) -> Iterator[str]:
    """What is read before *Why?* is pressed: a verdict on each answer, and the hints."""
    for answer in answers(puzzle):
        yield explain(puzzle, puzzle.check(answer), say, ()).sentence
    for hint in hints(puzzle):
        if hint.key != "rule":  # the second hint is the rule itself, which explains its words
            yield say_hint(hint, say)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_verdict_on_a_trick_says_it_in_plain_words(language: str) -> None:
    say, found, seen = Texts(language), set[str](), 0
    for puzzle in puzzles():
        for sentence in said(puzzle, say):
            seen += 1
            plain = IN_PLAIN_WORDS[language] in sentence
            if re.search(UNTAUGHT[language], sentence) and not plain:
                found.add(sentence)
    assert seen > 100
    assert found == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruff_is_explained_where_the_word_is_met_first(language: str) -> None:
    gloss = Texts(language)("verdict.ruff")
    for line, answer, explained in (
        (RUFFED, "E", True),
        (RUFFED, "S", True),
        (LED, "N", True),
        (FOLLOWED, "E", False),
        (f"{RUFFED.replace('who-wins', 'whose-turn')} : lead", "E", False),
    ):
        at = opened("drill", lang=language, puzzle=line)
        assert gloss not in words(at)
        at = choose(at, "drill", parse_puzzle(line), 0, answer)
        assert (gloss in words(at)) == explained
        if answer == parse_puzzle(line).solution and language == "en" and explained:
            buttons = ["Why?", "Next", "puzzle"]
            seen = re.sub(r"<[^>]*>", " ", verdict(at)).split() + gloss.split() + buttons
            assert len(seen) <= RIGHT, seen


@pytest.mark.parametrize("already", ["a lesson begun", "many answers"])
def test_a_ruff_is_explained_to_nobody_who_has_met_the_word(already: str) -> None:
    token, now, rule = new_token(), progress.now(), Rule.SUIT_HIGHEST
    with open_store() as store:
        learner = learner_of(token)
        if already == "a lesson begun":
            store.note_step(learner, "ruffing", 1, now=now)
        else:
            for _ in range(9):
                store.record(learner, answered(parse_puzzle(FOLLOWED), "E", rule, at=now))
    at = choose(opened("drill", token=token, puzzle=RUFFED), "drill", parse_puzzle(RUFFED), 0, "S")
    assert verdict(at)
    assert Texts("en")("verdict.ruff") not in words(at)
