"""What has one place in the code is not typed a second time."""

import ast
import re
from pathlib import Path

import pytest

from engine.players import Level
from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS, NextDealer

LEVELS_AT_HOME = frozenset({"engine/players/__init__.py"})
TWO_AT_HOME = frozenset({"engine/table.py", "engine/fast/bulk/policy.py"})
"""The table knows its number of seats; the weights of partners go by which form is like which."""

TWO = re.compile(r"len\([\w.]*\bseats\) ?(?:== ?2\b|> ?2\b|!= ?2\b|< ?3\b|>= ?3\b)")


def lists_levels(tree: ast.Module) -> list[int]:
    """The lines on which several levels of practice partners are typed as strings."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Dict(keys=members, lineno=line):
                pass
            case (
                ast.Tuple(elts=members, lineno=line)
                | ast.List(elts=members, lineno=line)
                | ast.Set(elts=members, lineno=line)
            ):
                pass
            case _:
                continue
        levels = {member.value for member in members if isinstance(member, ast.Constant)} & {*Level}
        if len(levels) > 1:
            found.append(line)
    return found


def product(root: Path) -> list[tuple[str, str]]:
    return [
        (file.relative_to(root).as_posix(), file.read_text(encoding="utf-8"))
        for top in ("engine", "puzzles", "tutor")
        for file in (root / top).rglob("*.py")
    ]


def test_levels_of_practice_partners_are_typed_once(root: Path) -> None:
    assert [
        f"{name}:{line}"
        for name, text in product(root)
        for line in lists_levels(ast.parse(text))
        if name not in LEVELS_AT_HOME
    ] == []
    assert lists_levels(ast.parse('{"level": ("novice", "club", "expert")}'))


def test_seats_are_not_counted_to_know_calypso_for_two(root: Path) -> None:
    found = [name for name, text in product(root) if TWO.search(text)]
    assert set(found) <= TWO_AT_HOME
    assert TWO.search("if len(self.table.seats) == 2:")


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_a_table_of_two_is_that_of_the_one_form_for_two(variant: object) -> None:
    form = VARIANTS[str(variant)]
    for table in form.tables(CULBERTSON):
        assert table.for_two == form.trumps_change
        assert table.for_two == (form.next_dealer == NextDealer.TRICK_LOSER)


LUCK = re.compile(
    r"\bRandom\(\)|\bSystemRandom\b|\brandom\.(?:random|rand\w+|choices?|shuffle|sample|uniform)\("
    r"|\bdefault_rng\(\)|\b(?:datetime|date|time)\.(?:now|today|utcnow|time)\("
)
LUCK_AT_HOME = {
    "tutor/pages/frame/session.py": 1,  # the chance of all pages
    "tutor/pages/frame/progress.py": 1,  # and their clock
    "tutor/commands/databases.py": 1,  # the name of a file
    "tutor/commands/materials.py": 1,  # a seed, if none is named; it is printed
    "tests/browser/test_frame.py": 1,  # which places are measured today
}
"""Where chance or the time comes in from outside; everywhere else they are passed on."""


def test_chance_and_the_time_come_in_where_tests_can_hold_them(root: Path) -> None:
    """A page that drew by itself would fail a test, or pass one, by luck."""
    tests = [
        (file.relative_to(root).as_posix(), file.read_text(encoding="utf-8"))
        for file in (root / "tests").rglob("*.py")
        if "benchmarks" not in file.parts and file != Path(__file__)
    ]
    found = {
        name: len(hits)
        for name, text in [*product(root), *tests]
        if (
            hits := [
                line for line in text.splitlines() if LUCK.search(line) and "import" not in line
            ]
        )
    }
    assert {name: n for name, n in found.items() if n > LUCK_AT_HOME.get(name, 0)} == {}
    assert LUCK.search("rng = Random()")
