"""Answers of imagined learners, for the tests and benchmarks of what is learnt."""

from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import yaml

from engine.rules import Rule
from puzzles.kinds import fitting
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tutor.learning import Attempt

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
"""When imagined learners begin."""

_IDS = count()


def learning_words() -> frozenset[str]:
    """Return the keys of the words about learning; pages have words of their own beside them."""
    file = Path(__file__).parents[1] / "tutor" / "words" / "text" / "en" / "learning.yaml"
    return frozenset(yaml.safe_load(file.read_text(encoding="utf-8")))


def attempt(
    rule: Rule,
    *,
    at: datetime = NOW,
    correct: bool = True,
    hinted: bool = False,
    mode: str = "today",
    misconception: str | None = None,
) -> Attempt:
    """Return an answer of which only the outcome matters; its puzzle is like no other."""
    number = next(_IDS)
    return Attempt(
        id=f"{number}",
        at=at,
        puzzle=f"0 {number}",
        answer="",
        correct=correct,
        rule=rule,
        hinted=hinted,
        mode=mode,
        misconception=misconception,
    )


def answered(
    puzzle: Puzzle, answer: str, rule: Rule, *, at: datetime = NOW, mode: str = "today"
) -> Attempt:
    """Return *answer* to *puzzle*, judged."""
    verdict = puzzle.check(answer)
    return Attempt(
        id=f"{next(_IDS)}",
        at=at,
        puzzle=print_puzzle(puzzle),
        answer=answer,
        correct=verdict.correct,
        rule=rule,
        misconception=next(iter(fitting(puzzle, answer)), None),
        mode=mode,
    )
