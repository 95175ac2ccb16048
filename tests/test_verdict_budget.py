"""A verdict is short: one sentence on a wrong answer, one line on a right one."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from engine.rulebooks import RULEBOOKS
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS, fitting
from puzzles.puzzle import Puzzle, Verdict
from tutor.drawing.answers import verdict_html
from tutor.drawing.markup import Look
from tutor.words.explanation import NOTHING, Diagnosis, explain
from tutor.words.texts import LANGUAGES, Texts

SENTENCE = {"en": 24, "ja": 60}
"""Words, or characters, of the sentence that says what beat an answer."""

VIEW, RIGHT = 45, 20
"""Words of a whole verdict in English, buttons included: wrong, and right."""

BUTTONS = len(["Why?", "Next", "puzzle"])


@cache
def puzzles(kind: str) -> tuple[Puzzle, ...]:
    """A puzzle of a kind for each rule it can aim at, in every form, under every rulebook."""
    return tuple(
        generate(
            kind, rule, variant, variant.table(rulebook), Random(f"{kind} {rule} {variant.id}")
        )
        for variant in VARIANTS.values()
        for rulebook in RULEBOOKS
        for rule in rules_of(kind, variant, rulebook)
    )


def answers(puzzle: Puzzle) -> Iterator[str]:
    """The right answer, and every one that differs from it in one part."""
    solution = puzzle.solution.split(" / ")
    yield puzzle.solution
    for place, part in enumerate(puzzle.parts):
        for choice in part.choices:
            yield " / ".join((*solution[:place], choice.token, *solution[place + 1 :]))


def verdicts(kind: str) -> Iterator[tuple[Puzzle, str, Verdict]]:
    """Of every puzzle of a kind the answers that can be given, and what is said of each."""
    for puzzle in puzzles(kind):
        for answer in answers(puzzle):
            try:
                verdict = puzzle.check(answer)
            except ValueError:
                continue
            yield puzzle, answer, verdict


def what_may_be_said(puzzle: Puzzle, answer: str) -> Iterator[Diagnosis]:
    """Of the learner, besides the sentence: nothing, what may be behind it, or none of the known.

    Of several ideas that there may be, a verdict names none.
    """
    yield NOTHING
    if not puzzle.check(answer).correct:
        yield Diagnosis(unknown=True)
        yield Diagnosis(perhaps=("aces-are-low", "twos-are-high", "no-trumps"))
        for misconception in fitting(puzzle, answer):
            yield Diagnosis(named=misconception)
            yield Diagnosis(perhaps=(misconception,))


def size(sentence: str, language: str) -> int:
    return len(sentence) if language == "ja" else len(sentence.split())


@pytest.mark.parametrize("kind", KINDS)
def test_a_verdict_keeps_to_its_budget(kind: str) -> None:
    too_long: set[str] = set()
    seen = 0
    for puzzle, answer, verdict in verdicts(kind):
        for language in LANGUAGES:
            say = Texts(language)
            told = explain(puzzle, verdict, say, ())
            seen += 1
            if size(told.sentence, language) > SENTENCE[language]:
                too_long.add(told.sentence)
            for said in () if language == "ja" else what_may_be_said(puzzle, answer):
                told = explain(puzzle, verdict, say, (), said)
                view = re.sub("<[^>]*>", " ", verdict_html(told, Look(say)))
                allowed = RIGHT if verdict.correct else VIEW
                if len(view.split()) + BUTTONS > allowed:
                    too_long.add(view)
    assert seen > 10
    assert not too_long, f"{len(too_long)}: {sorted(too_long)[:5]}"


def test_a_score_that_was_missed_is_added_up_beside_the_one_picked() -> None:
    sums = 0
    for puzzle in puzzles("what-score"):
        wrong = next(answer for answer in answers(puzzle) if answer != puzzle.solution)
        said = explain(puzzle, puzzle.check(wrong), Texts("en"), ()).sentence.replace(",", "")
        numbers = re.findall(r"(−)? ?(?:(\d) × )?(\d+)", said)
        picked, *terms, total = [
            int(number) * int(times or 1) * (-1 if minus else 1) for minus, times, number in numbers
        ]
        assert (picked, total) == (int(wrong), int(puzzle.solution))
        assert sum(terms) == (total if terms else 0)
        sums += bool(terms)
    assert sums


POLITE = re.compile(r"(です|ます|ません|ました|でした|ましょう|ください)$")


@pytest.mark.parametrize("kind", KINDS)
def test_a_japanese_verdict_speaks_politely_throughout(kind: str) -> None:
    """Nowhere a plain form between polite ones; what stands in brackets is the name of a rule."""
    plain: set[str] = set()
    for puzzle, _, verdict in verdicts(kind):
        said = explain(puzzle, verdict, Texts("ja"), ()).sentence
        sentences = re.sub(r"「[^」]*」", "", said).split("。")
        plain.update(one for one in sentences if one and not POLITE.search(one))
    assert plain == set()
