"""The rules know nothing of puzzles, the puzzles nothing of teaching, and nothing of the pages."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

from puzzles.kinds import KINDS

PAGES = ("tutor/pages", "streamlit_app.py")
"""What is seen: the only code that may import Streamlit, and anything else."""

SESSION = "tutor/pages/frame/session.py"
"""The only module that touches Streamlit's session state."""

ALLOWED = {
    "engine/fast/bulk": {"engine", "numpy"},
    "engine": {"engine"},
    "puzzles": {"engine", "puzzles", "yaml", "ruamel", "pydantic"},
}
"""What may be imported besides the standard library; the first entry that fits a file counts."""

FOLDERS = {
    "tutor/pages/frame": {"frame"},
    "tutor/pages/questions": {"frame", "questions"},
    "tutor/pages/study": {"frame", "questions", "study"},
    "tutor/pages/reference": {"frame", "questions", "reference"},
    "tutor/pages/play": {"frame", "questions", "play"},
    "tutor/pages/teach": {"frame", "questions", "study", "teach"},
    "tutor/pages/rooms": {"frame", "questions", "rooms"},
}
"""Of the pages, which folders a folder may know; the table, the sheets and the hall know
nothing of one another, and only the shell knows all."""

FORBIDDEN = {
    "tutor": {"streamlit", "streamlit_app", "tutor.pages"},
    "tutor/handouts": {"tutor.drawing"},  # paper knows no web: both draw the same scenes
    "tutor/words": {"tutor.drawing", "tutor.handouts"},
    "tutor/frontend": {"tutor.drawing", "tutor.handouts", "tutor.words"},
}
"""How the tutor teaches does not depend on how it is shown; it may use any library."""


def within(path: PurePosixPath, folders: tuple[str, ...]) -> bool:
    return any(path.is_relative_to(folder) for folder in folders)


def imported(tree: ast.Module, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Every import, at any depth, as line and full name; `from a import b` is `a.b`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) + 1 - node.level] if node.level else ()
            start = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{start}.{name.name}") for name in node.names)


def mentions_session_state(tree: ast.Module) -> Iterator[int]:
    """The lines that use the name, as attribute, variable, import or text for `getattr`."""
    for node in ast.walk(tree):
        names: list[object] = []
        match node:
            case ast.Attribute(attr=name) | ast.Name(id=name) | ast.Constant(value=name):
                names = [name]
            case ast.ImportFrom():
                names = [alias.name for alias in node.names]
        if "session_state" in names:
            yield getattr(node, "lineno", 0)


def may_import(path: PurePosixPath, name: str) -> bool:
    def one_of(modules: set[str]) -> bool:
        return any(f"{name}.".startswith(f"{module}.") for module in modules)

    for folder, known in FOLDERS.items():
        if path.is_relative_to(folder) and one_of({"tutor.pages"}):
            return one_of({f"tutor.pages.{one}" for one in known})
    if within(path, PAGES) or name.partition(".")[0] in sys.stdlib_module_names:
        return True
    for place, modules in ALLOWED.items():
        if path.is_relative_to(place):
            return one_of(modules)
    return not any(
        path.is_relative_to(place) and one_of(modules) for place, modules in FORBIDDEN.items()
    )


def sources(root: Path) -> list[PurePosixPath]:
    """The files of every layer, relative to the root."""
    found = [file for top in ("engine", "puzzles", "tutor") for file in (root / top).rglob("*.py")]
    found += root.glob("streamlit_app.py")
    return sorted(PurePosixPath(file.relative_to(root).as_posix()) for file in found)


def faults(root: Path) -> list[str]:
    """What the layers forbid, as `file:line: complaint`."""
    found = []
    for path in sources(root):
        tree = ast.parse((root / path).read_text(encoding="utf-8"))
        found += [
            f"{path}:{line}: may not import {name}"
            for line, name in imported(tree, path.parts[:-1])
            if not may_import(path, name)
        ]
        if str(path) != SESSION:
            found += [
                f"{path}:{line}: only {SESSION} touches the session state"
                for line in mentions_session_state(tree)
            ]
    return found


def test_nothing_imports_what_stands_above_it(root: Path) -> None:
    assert faults(root) == []


@pytest.mark.parametrize("layer", ["engine", "puzzles", "tutor", "tutor/pages", "streamlit_app.py"])
def test_every_layer_is_there_to_be_checked(root: Path, layer: str) -> None:
    assert any(path.is_relative_to(layer) for path in sources(root))


@pytest.mark.parametrize(
    ("path", "source", "complaint"),
    [
        ("engine/trick.py", "import streamlit", "may not import streamlit"),
        ("engine/trick.py", "import numpy as np", "may not import numpy"),
        ("engine/trick.py", "from puzzles import generator", "may not import puzzles.generator"),
        ("engine/trick.py", "def f():\n    import yaml", "may not import yaml"),
        ("engine/trick.py", "from ..tutor import texts", "may not import tutor.texts"),
        ("engine/trick.py", "import engineering", "may not import engineering"),
        ("engine/fast/bulk/tricks.py", "import pandas", "may not import pandas"),
        (
            "puzzles/bank.py",
            "from tutor.words.texts import Texts",
            "may not import tutor.words.texts.Texts",
        ),
        ("puzzles/kinds/who_wins.py", "import numpy", "may not import numpy"),
        ("tutor/words/texts.py", "from streamlit import cache_data", "may not import streamlit"),
        ("tutor/words/texts.py", "from tutor import pages", "may not import tutor.pages"),
        ("tutor/words/texts.py", "from ..pages import drill", "may not import tutor.pages.drill"),
        ("tutor/words/texts.py", "import streamlit_app", "may not import streamlit_app"),
        (
            "tutor/handouts/positions.py",
            "from tutor.drawing import Look",
            "may not import tutor.drawing.Look",
        ),
        (
            "tutor/pages/study/drill.py",
            "import streamlit as st\nst.session_state.x",
            "drill.py:2: only",
        ),
        ("tutor/pages/study/drill.py", "from streamlit import session_state", "drill.py:1: only"),
        (
            "tutor/pages/frame/navigation.py",
            "from tutor.pages.study import drill",
            "may not import tutor.pages.study.drill",
        ),
        ("tutor/pages/rooms/host.py", "import tutor.pages.teach", "may not import"),
        ("tutor/pages/study/drill.py", "from tutor.pages.shell import PLACES", "may not import"),
        ("streamlit_app.py", "getattr(object, 'session_state')", "app.py:1: only"),
    ],
)
def test_a_fault_is_found(tmp_path: Path, path: str, source: str, complaint: str) -> None:
    file = tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source, encoding="utf-8")
    (found,) = faults(tmp_path)
    assert found.startswith(f"{path}:")
    assert complaint in found


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("engine/trick.py", "from dataclasses import replace\nfrom engine.cards import Card"),
        ("engine/trick.py", "from .cards import Card\nfrom . import table"),
        ("engine/fast/bulk/tricks.py", "import numpy as np\nfrom engine.trick import judge"),
        ("puzzles/bank.py", "import yaml\nfrom ruamel.yaml import YAML\nfrom engine import rules"),
        ("tutor/lessons/builder.py", "import pydantic\nfrom puzzles.kinds import who_wins"),
        ("tutor/words/texts.py", '"""Nothing here touches session_state."""'),
        (
            "tutor/pages/study/drill.py",
            "import streamlit as st\nfrom tutor.pages.frame import session",
        ),
        (SESSION, "import streamlit as st\nst.session_state['serial'] = 1"),
        ("streamlit_app.py", "import streamlit as st\nfrom tutor.pages.frame import session"),
    ],
)
def test_what_is_allowed_is_not_a_fault(tmp_path: Path, path: str, source: str) -> None:
    file = tmp_path / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(source, encoding="utf-8")
    assert faults(tmp_path) == []


# A kind of question is known in its own room alone

ROOMS = "puzzles/kinds/"
CLASSES = frozenset(kind.puzzle.__name__ for kind in KINDS.values())

NAMED_FOR_EVER = frozenset({"puzzles/daily.py"})
"""The puzzle of a day asks what it always asked: days gone by may not change with a new kind."""

ASKED_BY_NAME = {
    "tutor/lessons/shape.py": {"who-wins"},  # what a drill asks that names no kind
    "tutor/lessons/guided/course.py": {"who-wins", "what-is-built"},  # of each trick of a deal
}
"""Lessons ask for kinds by name; these do so in code."""

OTHER_MEANINGS = {"ladder", "suit-markers"}
"""Names of kinds that are words for something else too: a picture, and cards for the table."""

PARTS_OF_ROOMS = {
    "tutor/playing/coach.py": {"best_card"},  # makes such questions of a learner's decisions
    "tutor/playing/novices.py": {"best_card", "which_cards"},  # play by what these know as wrong
}
"""Who may import from a kind's room."""


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
                room = room_of(module.replace(".", "/"))
                if room not in {"", "kind", room_of(file), *PARTS_OF_ROOMS.get(file, ())}:
                    yield node.lineno, room
            case ast.Attribute(attr=attribute):
                names = {attribute}
            case ast.Compare(left=ast.Attribute(attr="kind")) if not at_home:
                values = (one.value for one in ast.walk(node) if isinstance(one, ast.Constant))
                yield from ((node.lineno, str(value)) for value in values if value in KINDS)
                continue
            case ast.Constant(value=str(name)) if name in KINDS and file not in NAMED_FOR_EVER:
                if at_home or name in OTHER_MEANINGS:
                    yield from _as_key(tree, node, name)
                elif name not in ASKED_BY_NAME.get(file, ()):
                    yield node.lineno, name
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
        "FIRST = 'which-cards'",
        "from puzzles.kinds.best_card.worth import weigh",
    ],
)
def test_a_kind_known_elsewhere_is_found(code: str) -> None:
    assert list(strangers(ast.parse(code), "tutor/lessons/builder.py"))
    found = list(strangers(ast.parse(code), "puzzles/kinds/may_name.py"))
    assert found or "p.kind" in code or "FIRST" in code, "a kind may name one it builds on"


def test_its_own_room_may_know_a_kind() -> None:
    code = "from puzzles.kinds.who_wins import WhoWins\nKIND = Kind(puzzle=WhoWins)"
    assert list(strangers(ast.parse(code), "puzzles/kinds/who_wins.py")) == []
