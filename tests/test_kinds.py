"""A kind of question is known in its own room alone."""

import ast
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random

import pytest

from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS
from puzzles.generate import generate, rules_of
from puzzles.kinds import KINDS, completing, foreseen, kind_of
from puzzles.kinds.kind import Kind
from puzzles.puzzle import Puzzle
from puzzles.scenes import Stage, solved

ROOMS = "puzzles/kinds/"
CLASSES = frozenset(kind.puzzle.__name__ for kind in KINDS.values())

NAMED_FOR_EVER = frozenset({"tutor/learning/daily.py"})
"""The puzzle of a day asks what it always asked: days gone by may not change with a new kind."""


def room_of(file: str) -> str:
    """The room a file belongs to; nothing outside the rooms."""
    return file.removeprefix(ROOMS).partition("/")[0].removesuffix(".py") if ROOMS in file else ""


def strangers(tree: ast.Module, file: str) -> Iterator[tuple[int, str]]:
    """The lines that know a kind which is not at home in *file*."""
    at_home = {
        kind.puzzle.__name__
        for kind in KINDS.values()
        if kind.puzzle.__module__.split(".")[2] == room_of(file)
    }
    for node in ast.walk(tree):
        match node:
            case ast.ImportFrom(module=str(module)) if module.startswith("puzzles"):
                names = {alias.name for alias in node.names}
            case ast.Attribute(attr=attribute):
                names = {attribute}
            case ast.Compare(left=ast.Attribute(attr="kind")) if not at_home:
                values = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
                yield from ((node.lineno, str(value)) for value in values if value in KINDS)
                continue
            case ast.Constant(value=str(name)) if name in KINDS and file not in NAMED_FOR_EVER:
                yield from _as_key(tree, node, name)
                continue
            case _:
                continue
        yield from ((node.lineno, name) for name in sorted(names & CLASSES - at_home))


def _as_key(tree: ast.Module, constant: ast.Constant, name: str) -> Iterator[tuple[int, str]]:
    """A kind's name as a key of a table, or among others of its kind, is a table of kinds."""
    for node in ast.walk(tree):
        members: list[ast.expr | None] = []
        if isinstance(node, ast.Dict):
            members = list(node.keys)
        elif isinstance(node, ast.Set | ast.Tuple):
            members = list(node.elts)
        kinds = [one for one in members if isinstance(one, ast.Constant) and one.value in KINDS]
        if len(kinds) > 1 and constant in kinds:
            yield constant.lineno, name


def product_files(root: Path) -> list[Path]:
    files = [file for top in ("engine", "puzzles", "tutor") for file in (root / top).rglob("*.py")]
    return [file for file in files if file.relative_to(root).as_posix() != f"{ROOMS}__init__.py"]


def test_no_kind_is_known_outside_its_room(root: Path) -> None:
    found = []
    for file in product_files(root):
        name = file.relative_to(root).as_posix()
        tree = ast.parse(file.read_text(encoding="utf-8"))
        found += [f"{name}:{line}: knows {kind}" for line, kind in strangers(tree, name)]
    assert found == []


@pytest.mark.parametrize(
    "code",
    [
        "from puzzles.kinds.who_wins import WhoWins",
        "import puzzles.kinds.who_wins as w\nx = isinstance(p, w.WhoWins)",
        "from puzzles.kinds import who_wins\nmatch p:\n    case who_wins.WhoWins():\n        pass",
        "x = p.kind == 'who-wins'",
        "x = p.kind in ('who-wins', 'ladder')",
        "SECONDS = {'who-wins': 12, 'ladder': 3}",
    ],
)
def test_a_kind_known_elsewhere_is_found(code: str) -> None:
    assert list(strangers(ast.parse(code), "tutor/lessons/length.py"))
    assert list(strangers(ast.parse(code), "puzzles/kinds/may_name.py")) or "p.kind" in code


def test_its_own_room_may_know_a_kind() -> None:
    code = "from puzzles.kinds.who_wins import WhoWins\nKIND = Kind(puzzle=WhoWins)"
    assert list(strangers(ast.parse(code), "puzzles/kinds/who_wins.py")) == []


def test_every_room_is_in_the_table(root: Path) -> None:
    """A room that is not listed in KINDS would be asked nowhere."""
    rooms = {file.stem for file in (root / ROOMS).iterdir() if file.stem[0].islower()} - {"kind"}
    assert rooms == {kind.puzzle.__module__.split(".")[2] for kind in KINDS.values()}


def test_records_are_whole() -> None:
    for name, kind in KINDS.items():
        assert isinstance(kind, Kind)
        assert name == kind.name == kind.puzzle.kind
        assert set(kind.misses) <= set(kind.misconceptions)
        assert kind.seconds > 0
        assert bool(kind.completes) == (kind.complete is not None)
        assert kind.completes == "" or completing(kind.completes) is kind


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
                kind_of(puzzle).told(puzzle, answer)
                == kind_of(puzzle).told(puzzle, puzzle.solution)
            )
