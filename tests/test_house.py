"""Tests of the shape of the house: rooms, and that none leads back to where one came from.

A room is a folder of `tutor/`, or a whole layer below it; an arrow is an import between two.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

LAYERS = ("engine", "puzzles", "tutor")
LOOSE = 2
"""Modules that may lie directly in `tutor/`: its face and its command."""

ROOMS, FLOORS, ARROWS = 18, 7, 72
"""Of these there may be so many; one more is a reason to ask whether a module lies wrong. A floor
is how deep the imports below a room go."""


def rooms(root: Path) -> dict[str, str]:
    """By module, the room it is in."""
    found = {}
    for layer in LAYERS:
        for path in (root / layer).rglob("*.py"):
            parts = path.relative_to(root).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            loose = layer == "tutor" and len(parts) == 2
            found[name] = "" if loose else parts[1] if layer == "tutor" else layer
    return found


def imported(tree: ast.Module, known: Container[str]) -> Iterator[str]:
    """The modules that are imported; of a folder that which is named, else its own file."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            full = (f"{node.module}.{name.name}" for name in node.names)
            yield from (name if name in known else node.module for name in full)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


@cache
def imports(root: Path) -> Mapping[str, set[str]]:
    """By module, the modules it knows, wherever in it they are imported."""
    known, found = rooms(root), dict[str, set[str]]()
    for module in known:
        path = root / Path(*module.split("."))
        file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
        names = set(imported(ast.parse(file.read_text(encoding="utf-8")), known))
        found[module] = names & known.keys() - {module}
    return found


def arrows(root: Path) -> Mapping[str, set[str]]:
    """By room, the rooms it knows."""
    known, found = rooms(root), defaultdict[str, set[str]](set)
    for module, others in imports(root).items():
        if here := known[module]:
            found[here] |= {known[other] for other in others} - {here, ""}
    return found


def floors(root: Path) -> dict[str, int]:
    """By room, the floor it is on, from 1."""
    known, found = arrows(root), dict[str, int]()
    for room in TopologicalSorter(known).static_order():
        found[room] = 1 + max((found[other] for other in known.get(room, ())), default=0)
    return found


def test_no_way_through_the_rooms_leads_back(root: Path) -> None:
    order = tuple(TopologicalSorter(arrows(root)).static_order())
    assert order[0] == "engine"
    assert order[-1] in {"pages", "commands"}


def test_no_way_through_the_modules_leads_back(root: Path) -> None:
    assert len(tuple(TopologicalSorter(imports(root)).static_order())) > 200


def test_the_house_is_small_and_its_rooms_know_few_others(root: Path) -> None:
    assert len({room for room in rooms(root).values() if room}) <= ROOMS
    assert max(floors(root).values()) <= FLOORS
    assert sum(map(len, arrows(root).values())) <= ARROWS


def test_few_modules_lie_loose(root: Path) -> None:
    assert len(list((root / "tutor").glob("*.py"))) <= LOOSE


def test_every_room_is_on_the_plan(root: Path) -> None:
    plan = (root / "docs/architecture.md").read_text(encoding="utf-8")
    named = {name for name in rooms(root).values() if name}
    assert {name for name in named if f"`tutor/{name}/`" not in plan} <= {"engine", "puzzles"}


NAMED = re.compile(
    r"\b(?:docs|engine|lessons|puzzles|tests|tutor)/[\w/-]+\.(?:css|js|json|md|py|typ|yaml)\b"
)
"""A file of this repository, as documents and descriptions name it."""


def lost(root: Path) -> dict[str, set[str]]:
    """By document or module, the files it names that are not there.

    The guides make their own, and what has changed may have gone.
    """
    texts = [*root.glob("*.md"), *(root / "docs").glob("*.md")]
    texts += [path for layer in LAYERS for path in (root / layer).rglob("*.py")]
    found = {}
    for path in texts:
        named = set(NAMED.findall(path.read_text(encoding="utf-8")))
        if path.name != "adding.md" and (
            gone := {one for one in named if not (root / one).exists()}
        ):
            found[path.name] = gone
    return found


def test_every_file_that_is_named_is_there(root: Path) -> None:
    assert lost(root) == {}


def test_a_file_that_is_named_and_not_there_is_found(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text("`tutor/words/a.py` has what `tutor/b.py` says.")
    (tmp_path / "tutor").mkdir()
    (tmp_path / "tutor/b.py").write_text('"""As `tutor/words/text/c.yaml` says."""')
    assert lost(tmp_path) == {
        "README.md": {"tutor/words/a.py"},
        "b.py": {"tutor/words/text/c.yaml"},
    }


def leads_back(found: Mapping[str, set[str]]) -> bool:
    """Whether some way through these imports comes back to where it began."""
    try:
        tuple(TopologicalSorter(found).static_order())
    except CycleError:
        return True
    return False


def written(root: Path, **code: str) -> Path:
    """A house of modules with this code; two underscores stand for the stroke of a path."""
    for name, text in code.items():
        file = root / f"{name.replace('__', '/')}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return root


def test_a_way_back_is_found(tmp_path: Path) -> None:
    house = written(
        tmp_path,
        tutor__words__a="from tutor.learning.b import B\n",
        tutor__learning__b="from tutor.words import c\n",
        tutor__words__c="",
    )
    assert leads_back(arrows(house))
    assert not leads_back(imports(house)), "the way goes through the room, and not the module"


def test_a_way_back_between_modules_is_found_inside_a_function_too(tmp_path: Path) -> None:
    house = written(
        tmp_path,
        engine__a="def f():\n    from engine import b\n",
        engine__b="from engine.a import f\n",
    )
    assert leads_back(imports(house))
