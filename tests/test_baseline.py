"""What browsers of the README's baseline need not know is not used without a plain fallback."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.baseline import FALLBACKS, FLOOR, LONG_AGO, METHODS, SINCE, UNITS, differing
from tutor.frontend import style_sheet

FOLDER = Path(__file__).resolve().parents[1] / "tutor" / "frontend"
SHEETS = {path.stem: style_sheet(path.stem) for path in sorted(FOLDER.glob("*.css"))}
SCRIPTS = {path.stem: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.js"))}
PAGES = FOLDER.parent / "pages"

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_TEXT = re.compile(r"\"[^\"]*\"|'[^']*'")


def bare(text: str) -> str:
    """A style sheet without its comments and texts."""
    return _TEXT.sub("''", _COMMENT.sub("", text))


def names(text: str) -> Iterator[str]:
    """What a style sheet uses: at-rules, pseudo-classes, functions, properties, units."""
    plain = bare(text)
    yield from re.findall(r"@[a-z-]+", plain)
    yield from re.findall(r"(?<![\w-])([a-z][a-z-]*\()", plain)
    for block in re.findall(r"\{([^{}]*)\}", plain):
        for declaration in block.split(";"):
            name, colon, value = declaration.partition(":")
            if colon and not name.strip().startswith("--"):
                yield name.strip()
                if name.strip() == "content" and "/" in value:
                    yield "content: … / …"
            yield from re.findall(r"\bauto-phrase\b", value)
            yield from re.findall(r"(?<![\w#.-])\d*\.?\d+([a-z]+)\b", value)
    for selector in re.findall(r"([^{};]*)\{", plain):
        if not selector.strip().startswith("@"):
            yield from re.findall(r"::?[a-z-]+", selector)
            yield from re.findall(r"&", selector)


def newer(name: str) -> bool:
    versions = SINCE[name].versions if name in SINCE else FLOOR
    return any(since > floor for since, floor in zip(versions, FLOOR, strict=True))


@pytest.mark.parametrize("name", SHEETS)
def test_every_name_in_a_style_sheet_is_known_with_its_versions(name: str) -> None:
    used = set(names(SHEETS[name]))
    assert used - set(SINCE) - LONG_AGO - UNITS == set()
    assert {one for one in used if newer(one)} <= set(FALLBACKS)


def test_what_has_a_fallback_is_newer_than_the_baseline_and_used() -> None:
    used = {name for text in SHEETS.values() for name in names(text)}
    assert {fallback for fallback in FALLBACKS if not newer(fallback)} == set()
    assert set(FALLBACKS) <= used


@pytest.mark.parametrize("name", SHEETS)
def test_what_has_an_older_form_has_it_before(name: str) -> None:
    for block in re.findall(r"\{([^{}]*)\}", SHEETS[name]):
        said = [one.strip() for one in block.split(";")]
        for place, one in enumerate(said):
            if one.startswith("user-select:"):
                assert said[place - 1] == f"-webkit-{one}"
            if re.match(r"content:.*/ *\"", one):
                assert said[place - 1] == one.rpartition("/")[0].strip()


def test_styles_among_the_pages_are_as_plain() -> None:
    for path in PAGES.rglob("*.py"):
        text = path.read_text("utf-8")
        assert ":has(" not in text, path


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_method_in_a_script_is_one_that_the_baseline_has(name: str) -> None:
    plain = re.sub(r"//[^\n]*|/\*.*?\*/", "", SCRIPTS[name], flags=re.DOTALL)
    called = set(re.findall(r"\.([a-zA-Z]+)\(", plain))
    assert {one for one in called if one not in METHODS and one not in SINCE} == set()
    signs = set(re.findall(r"\?\?=|\|\|=|&&=|\?\?|\?\.(?!\d)", plain))
    assert {one for one in called | signs if newer(one)} == set()
    # Private members, static blocks, lookbehind, top-level await and the like are not used at all.
    assert not re.search(r"\(\?<[=!]|#\w+\s*[=(;]|static\s*\{|^await ", plain, re.MULTILINE)


def test_the_two_parts_of_the_pages_script_name_nothing_twice() -> None:
    """They are one script in the browser, and would not run at all."""
    both = SCRIPTS["focus"] + SCRIPTS["connection"]
    named = re.findall(r"^(?:async )?(?:function|const|let|class) (\w+)", both, re.MULTILINE)
    assert len(named) > 20
    assert [name for name, times in Counter(named).items() if times > 1] == []


def test_a_version_that_is_not_the_published_one_is_found() -> None:
    def published(key: str, versions: tuple[float, float, float]) -> dict[str, Any]:
        data: dict[str, Any] = {
            "__compat": {
                "support": {
                    browser: [{"version_added": "1", "prefix": "-x-"}, {"version_added": str(one)}]
                    for browser, one in zip(("safari", "firefox", "chrome"), versions, strict=True)
                }
            }
        }
        for step in reversed(key.split(".")):
            data = {step: data}
        return data

    name, since = ":has", SINCE[":has"]
    said = list(differing(published(since.key, since.versions)))
    assert len(said) == len(SINCE) - 1
    assert not [one for one in said if one.startswith(f"{name}:")]
    later = (since.safari, since.firefox, since.chrome + 1)
    assert len(list(differing(published(since.key, later)))) == len(SINCE)


def test_the_readme_names_the_baseline() -> None:
    safari, firefox, chrome = FLOOR
    readme = (FOLDER.parents[1] / "README.md").read_text("utf-8")
    assert f"Chrome {chrome}, Firefox {firefox}, Safari {safari}" in readme


@pytest.mark.parametrize("name", SHEETS)
def test_columns_that_are_apart_stay_apart_in_another_window(name: str) -> None:
    """A ``gap`` of one value is that between columns too, and undoes the one set before."""
    plain = re.sub(r"/\*.*?\*/", "", SHEETS[name], flags=re.DOTALL)
    found = re.findall(r"([^{};]*)\{([^{}]*)\}", plain)
    blocks = [(selector.strip(), block) for selector, block in found]
    apart = {selector for selector, block in blocks if "column-gap:" in block}
    for selector, block in blocks:
        if selector in apart and "column-gap:" not in block:
            for gap in re.findall(r"(?<![\w-])gap:([^;]*)", block):
                assert len(re.sub(r"\([^()]*\)", "", gap).split()) == 2, f"{selector}: {gap}"
