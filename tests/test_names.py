"""Tests that a public name stands for one thing."""

import ast
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

LAYERS = ("engine", "puzzles", "tutor")
VARIABLES = {"ParamSpec", "TypeVar", "TypeVarTuple"}


def public_types(source: str) -> Iterator[str]:
    """Yield the classes of a module, and its names for types: ``Pair = tuple[int, int]``."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name
        elif (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id[0].isupper()
            and not node.targets[0].id.isupper()
            and not (isinstance(node.value, ast.Call) and called(node.value) in VARIABLES)
        ):
            yield node.targets[0].id


def called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def doubles(root: Path) -> dict[str, list[str]]:
    """Return the public names of types that stand in several modules, and in which."""
    found: dict[str, list[str]] = defaultdict(list)
    for layer in LAYERS:
        for path in sorted((root / layer).rglob("*.py")):
            for name in public_types(path.read_text(encoding="utf-8")):
                found[name].append(path.relative_to(root).as_posix())
    return {name: where for name, where in found.items() if len(where) > 1}


def test_a_public_name_stands_for_one_thing(root: Path) -> None:
    assert doubles(root) == {}


@pytest.mark.parametrize("second", ["class Trick:\n    pass\n", "Trick = tuple[int, int]\n"])
def test_a_double_is_found(tmp_path: Path, second: str) -> None:
    for path, source in (("engine/trick.py", "class Trick:\n    pass\n"), ("tutor/b.py", second)):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(source, encoding="utf-8")
    assert doubles(tmp_path) == {"Trick": ["engine/trick.py", "tutor/b.py"]}


@pytest.mark.parametrize(
    "source", ["class _Own:\n    pass\n", 'Item = TypeVar("Item")\n', "LIMIT = 3\n", "limit = 3\n"]
)
def test_what_is_private_or_no_type_is_not_counted(source: str) -> None:
    assert list(public_types(source)) == []


FORMER = {"book": "rulebook", "books": "rulebooks", "belief": "misconception"}
"""Words that an idea once had beside its own; `docs/glossary.md` has one word for each."""


def former(source: str) -> Iterator[str]:
    """Yield the variables and parameters of a module that are called by a former word."""
    for node in ast.walk(ast.parse(source)):
        name = node.arg if isinstance(node, ast.arg) else getattr(node, "id", "")
        if name in FORMER:
            yield f"{name}: {FORMER[name]}"


def by_module(root: Path, named: Callable[[str], Iterator[str]]) -> dict[str, set[str]]:
    """Return by module what *named* yields of its source, where that is anything."""
    paths = [path for layer in LAYERS for path in (root / layer).rglob("*.py")]
    listed = {path: set(named(path.read_text(encoding="utf-8"))) for path in paths}
    return {path.relative_to(root).as_posix(): names for path, names in listed.items() if names}


def test_an_idea_has_one_word(root: Path) -> None:
    assert by_module(root, former) == {}
    assert list(former("def f(book): ...")) == ["book: rulebook"]


SHAPELESS = frozenset({"one", "two", "found", "other"})
"""Names that say nothing of what a variable holds."""


def shapeless(source: str) -> Iterator[str]:
    """Yield the variables and parameters of a module that say nothing of what they hold.

    What an operator is given beside ``self`` is *other* everywhere, and a message says what was
    wanted and *found*.
    """
    lines = source.splitlines()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.name == "__add__":
            continue
        told = {"found"} if "want" in " ".join(lines[node.lineno - 1 : node.end_lineno]) else set()
        for inner in ast.walk(node):
            name = inner.arg if isinstance(inner, ast.arg) else getattr(inner, "id", "")
            if name in SHAPELESS - told:
                yield f"{node.name}: {name}"


def test_a_variable_says_what_it_holds(root: Path) -> None:
    assert by_module(root, shapeless) == {}
    assert list(shapeless("def f(one): ...")) == ["f: one"]
    assert list(shapeless("def f(found): raise ValueError(f'want 1, found {found}')")) == []
