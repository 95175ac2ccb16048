"""Records of kinds are whole: every kind is listed, seen, and told apart by its answers."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import pytest

from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS, by_misconception, by_name, completing, foreseen, kind_of
from puzzles.kinds.kind import Kind
from puzzles.puzzle import Puzzle
from puzzles.scenes import Stage, solved

ROOMS = "puzzles/kinds/"


def test_every_room_is_in_the_table(root: Path) -> None:
    """A room that is not listed in KINDS would be asked nowhere."""
    rooms = {file.stem for file in (root / ROOMS).iterdir() if file.stem[0].islower()} - {"kind"}
    assert rooms == {kind.puzzle.__module__.split(".")[2] for kind in KINDS.values()}


def test_records_are_whole() -> None:
    for name, kind in KINDS.items():
        assert isinstance(kind, Kind)
        assert name == kind.name == kind.puzzle.kind
        assert kind.seconds > 0
        assert bool(kind.completes) == (kind.complete is not None)
        assert kind.completes == "" or completing(kind.completes) is kind


def test_two_kinds_of_one_name_are_refused() -> None:
    known = KINDS["who-wins"]
    other = replace(known, puzzle=type("HowMany", (known.puzzle,), {}))
    with pytest.raises(ValueError, match="found 'who-wins' twice: "):
        by_name((known, other))
    renamed = replace(known, puzzle=type("HowMany", (known.puzzle,), {"kind": "how-many"}))
    with pytest.raises(ValueError, match="twice: of 'who-wins' and of 'how-many'"):
        by_misconception((known, renamed))


def drawn_once() -> Iterator[Puzzle]:
    """One puzzle of each kind in each form that has such."""
    for name, variant in product(KINDS, VARIANTS.values()):
        for rule in rules_of(name, variant, CULBERTSON)[:1]:
            yield generate(name, rule, variant, variant.table(CULBERTSON), Random(1))


def test_every_kind_is_seen_before_and_after_the_answer() -> None:
    for puzzle in drawn_once():
        kind = kind_of(puzzle)
        assert kind.scene(puzzle, Stage())
        assert kind.scene(puzzle, solved(puzzle))


def test_what_misconceptions_lead_to_is_an_answer_to_the_question() -> None:
    for puzzle in drawn_once():
        for answer in foreseen(puzzle).values():
            assert puzzle.check(answer).correct == (
                kind_of(puzzle).compared(puzzle, answer)
                == kind_of(puzzle).compared(puzzle, puzzle.solution)
            )
