"""The README is true: its commands, paths, links and pictures exist, and its snippets run."""

import doctest
import re
import sys
import tomllib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest
from PIL import Image

from engine.rules import SOURCES
from tests.benchmarks.__main__ import benchmarks
from tests.browser.pictures import LARGEST, SHOTS
from tutor.lessons import load

HERE = Path(__file__).resolve().parents[1]
README = (HERE / "README.md").read_text(encoding="utf-8")
PAGES = {
    "README.md": README,
    **{
        f"docs/{path.name}": path.read_text(encoding="utf-8")
        for path in (HERE / "docs").glob("*.md")
    },
}

MADE_BY_FOLLOWING = {"puzzles/kinds/which_role.py"}
"""Files that exist once a reader has done as the page says."""


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of *page* in *language*, in order."""
    return re.findall(rf"^```{language}\n(.*?)^```$", page, flags=re.MULTILINE | re.DOTALL)


def block(page: str, language: str, holding: str) -> str:
    """The one block in *language* that holds these words."""
    (found,) = (text for text in blocks(page, language) if holding in text)
    return found


def spans(page: str) -> list[str]:
    """What stands in backticks outside the blocks."""
    prose = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"`([^`\n]+)`", prose)


def loaded(code: str, folder: Path, name: str) -> ModuleType:
    """Run *code* as a module of this name, which it keeps while the test lasts."""
    file = folder / f"{name}.py"
    file.write_text(code, encoding="utf-8")
    spec = spec_from_file_location(name, file)
    assert spec
    assert spec.loader
    module = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Commands, paths, links and pictures


@pytest.mark.parametrize("page", PAGES)
def test_no_shell_reads_an_extra_as_a_pattern(page: str) -> None:
    """That of macOS does, and finds no file of that name."""
    assert re.findall(r"pip install .*[^'\"]\.\[\w", PAGES[page]) == []


def test_both_commands_stand_at_the_beginning() -> None:
    first = blocks(README, "sh")[0]
    assert re.findall(r"^make \w+", first, flags=re.MULTILINE) == ["make app", "make test"]


def test_every_command_and_variable_of_make_exists(root: Path) -> None:
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^\.PHONY: (\S+)$", makefile, flags=re.MULTILINE))
    shell = [
        line for page in PAGES.values() for text in blocks(page, "sh") for line in text.split("\n")
    ]
    said = "\n".join([*shell, *(span for page in PAGES.values() for span in spans(page))])
    named = set(re.findall(r"^make ([a-z]+)", said, flags=re.MULTILINE))
    assert {"app", "test", "bench", "pictures"} <= named <= targets
    variables = set(re.findall(r"\b([A-Z]{3,})=\S", said))
    assert variables
    assert variables <= set(re.findall(r"^([A-Z]+) \?=", makefile, flags=re.MULTILINE))


def test_it_says_where_make_puts_the_commands_of_the_other_pages(root: Path) -> None:
    makefile = (root / "Makefile").read_text(encoding="utf-8")
    (place,) = re.findall(r"^VENV := (\S+)$", makefile, flags=re.MULTILINE)
    assert f". {place}/bin/activate" in spans(README)


def test_the_way_without_make_names_what_there_is(root: Path) -> None:
    (text,) = (text for text in blocks(README, "sh") if "pip install" in text)
    assert [
        name for name in re.findall(r"[\w/]+\.(?:py|txt)", text) if not (root / name).is_file()
    ] == []


def test_every_benchmark_is_explained_and_exists() -> None:
    measuring = PAGES["docs/measuring.md"]
    explained = re.findall(r"^- `(\w+)`:", measuring, flags=re.MULTILINE)
    assert sorted(explained) == sorted(benchmarks())
    assert set(re.findall(r"bench ARGS=(\w+)", measuring)) <= set(explained)


def test_the_pages_name_paths_and_names_that_can_be_checked() -> None:
    named = [span for page in PAGES.values() for span in spans(page)]
    assert sum("/" in span and span.endswith((".py", "/")) for span in named) >= 20
    assert {"CALYPSO_ADDRESS", "POWER"} <= set(named)


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_is_named_exists(root: Path, page: str) -> None:
    # What begins at the root is on the machine of whoever hosts the tutor.
    named = {
        span for span in spans(PAGES[page]) if re.fullmatch(r"[\w.][\w./-]*(?:/|\.\w{2,5})", span)
    }
    paths = {span for span in named if "/" in span or span.endswith((".py", ".toml", ".md"))}
    assert {path for path in paths - MADE_BY_FOLLOWING if not (root / path).exists()} == set()


def test_every_layer_of_the_diagram_exists(root: Path) -> None:
    named = re.findall(
        r"^([\w/.]+)(?:  |$)",
        block(PAGES["docs/architecture.md"], "text", "what is true"),
        flags=re.MULTILINE,
    )
    assert len(named) == 5
    assert [path for path in named if not (root / path).exists()] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_name_in_capitals_exists(root: Path, page: str) -> None:
    named = {span for span in spans(PAGES[page]) if re.fullmatch(r"[A-Z][A-Z_]{3,}", span)}
    code = "\n".join(
        file.read_text(encoding="utf-8")
        for layer in ("engine", "puzzles", "tutor")
        for file in (root / layer).rglob("*.py")
    )
    assert {
        name for name in named if not re.search(rf'^{name}\b|"{name}"', code, flags=re.MULTILINE)
    } == set()


@pytest.mark.parametrize("page", PAGES)
def test_every_link_and_picture_within_the_repository_exists(root: Path, page: str) -> None:
    targets = re.findall(r"\]\(([^)\s]+)\)", PAGES[page])
    targets += re.findall(r'src="([^"]+)"', PAGES[page])
    near = [target.partition("#")[0] for target in targets if "://" not in target]
    assert [target for target in near if not (root / page).parent.joinpath(target).exists()] == []


def test_pictures_are_described_small_and_taken_by_the_script(root: Path) -> None:
    shown = re.findall(r"!\[([^\]]*)\]\((docs/[^)]+)\)", README)
    shown += [(alt, src) for src, alt in re.findall(r'<img src="([^"]+)" alt="([^"]*)"', README)]
    assert {path for _, path in shown} == {f"docs/{shot.name}.png" for shot in SHOTS}
    for description, path in shown:
        assert len(description) > 40, path
        assert (root / path).stat().st_size <= LARGEST
        with Image.open(root / path) as picture:
            assert picture.format == "PNG"


def test_every_source_on_the_web_is_credited_with_its_address() -> None:
    assert [source.id for source in SOURCES if source.url and source.url not in README] == []


def test_the_package_shows_this_readme_and_its_licence(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["readme"] == "README.md"
    assert f"[{project['license']}](LICENSE)" in README


# Snippets


def test_the_session_at_the_prompt_goes_as_printed() -> None:
    (text,) = (text for text in blocks(PAGES["docs/architecture.md"], "python") if ">>>" in text)
    session = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    assert len(session.examples) > 3
    complaints: list[str] = []
    assert doctest.DocTestRunner().run(session, out=complaints.append).failed == 0, complaints


def test_the_lesson_can_be_taken(tmp_path: Path) -> None:
    file = tmp_path / "50-a-low-trump.yaml"
    file.write_text(block(PAGES["docs/lessons.md"], "yaml", "id:"), encoding="utf-8")
    lesson = load(file)
    assert [step.name for step in lesson.steps] == ["say", "show", "ask", "drill"]
