"""The way of an answer, from the press to its verdict: short, and judged once."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

import pytest

from puzzles.kinds import KINDS
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Verdict, split_parts
from tests.component import choose, fire
from tests.opened import opened, press, ran, verdict
from tutor.pages.questions import answers
from tutor.pages.questions.answers import Taking, by_cards

MODULES = 8
"""Through so many at most somebody new follows an answer."""

GOLDEN = Path(__file__).parent / "golden/puzzles.txt"
LINES = [line.partition(" => ")[0] for line in GOLDEN.read_text(encoding="utf-8").splitlines()]
ASKED = {line.split()[1]: line for line in reversed(LINES)}
"""By kind, a puzzle of it."""

TRICK = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"


def wrong(line: str) -> tuple[str, ...]:
    """An answer whose last part is wrong."""
    puzzle = parse_puzzle(line)
    *before, last = split_parts(puzzle.solution)
    tokens = (choice.token for choice in puzzle.parts[-1].choices)
    return (*before, next(token for token in tokens if token != last))


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The answers that puzzles were given to judge."""
    found: list[str] = []
    for kind in KINDS.values():

        def check(self: object, answer: str, real: object = kind.puzzle.check) -> Verdict:
            found.append(answer)
            assert callable(real)
            given: Verdict = real(self, answer)
            return given

        monkeypatch.setattr(kind.puzzle, "check", check)
    return found


@pytest.mark.parametrize("kind", ASKED)
def test_an_answer_is_judged_once_and_the_verdict_carried(kind: str, judged: list[str]) -> None:
    line = ASKED[kind]
    puzzle, parts = parse_puzzle(line), wrong(line)
    at = opened("drill", puzzle=line)
    for number, tokens in enumerate(parts):
        seat = not by_cards(puzzle, parts[:number]) and not any(
            button.key and button.key.startswith("answer-drill") for button in at.button
        )
        judged.clear()
        at = (
            ran(fire(at, "table-drill", choose=tokens))
            if seat
            else choose(at, "drill", puzzle, number, tokens)
        )
    at = press(at, "why-")
    assert "verdict-wrong" in verdict(at)
    assert judged.count(" / ".join(parts)) == 1


@pytest.fixture
def passed(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The modules that a press passes through until its answer is judged, in order."""
    found: list[str] = []
    pick = answers.pick

    def follow(frame: FrameType, event: str, _: object) -> None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(root) and path.relative_to(root).parts[0] in {
            "engine",
            "puzzles",
            "tutor",
        }:
            name = path.relative_to(root).as_posix()
            if event == "call" and name not in found:
                found.append(name)
            if event == "return" and frame.f_code.co_name == "check":
                sys.setprofile(None)

    def followed(taking: Taking, number: int, token: str) -> None:
        sys.setprofile(follow)
        try:
            pick(taking, number, token)
        finally:
            sys.setprofile(None)

    monkeypatch.setattr(answers, "pick", followed)
    yield found
    sys.setprofile(None)


def test_an_answer_passes_few_modules_and_those_the_plan_names(
    root: Path, passed: list[str]
) -> None:
    at = opened("drill", puzzle=TRICK)
    ran(fire(at, "table-drill", choose="W"))
    plan = (root / "docs/architecture.md").read_text(encoding="utf-8")
    told = plan[plan.index("## An answer") : plan.index("\nA card pressed")]
    assert set(passed) == set(re.findall(r"`([\w/]+\.py)`", told)) - {
        "tutor/pages/frame/progress.py"  # the store, afterwards
    }
    assert len(passed) <= MODULES
