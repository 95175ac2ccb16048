"""All colours stand in one sheet, each is used, and every name that is used is one of them."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import ImageColor

from tutor.drawing.markup import style
from tutor.frontend import ICON, Scheme, colours, style_sheet
from tutor.pages.shell import STYLE

SHEET = "tutor/frontend/colours.css"
LAYERS = ("engine", "puzzles", "tutor", "lessons")
COMMENT = re.compile(r"/\*.*?\*/|^\s*//.*?$", re.DOTALL | re.MULTILINE)
NAMES = "|".join(sorted(ImageColor.colormap, key=len, reverse=True))
FUNCTION = r"\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|light-dark|color-mix)\("
HEX = r"#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})\b"
IN_CSS = re.compile(rf"{HEX}|{FUNCTION}|(?<![\w-])(?:{NAMES})(?![\w(-])", re.IGNORECASE)
IN_TYPST = re.compile(
    rf'"{HEX}"|\b(?:luma|cmyk)\((?!rgb)|\brgb\((?!data)|[:+(]\s*(?:{NAMES})\b(?!\()', re.IGNORECASE
)
IN_TEXT = re.compile(
    rf"^{HEX}$|[:=\"' ]{HEX}|{FUNCTION}(?=[^{{])"
    rf"|(?:fill|stroke|color|background)[\w-]*[=:]\s*[\"']?(?:{NAMES})\b",
    re.IGNORECASE,
)
PAINTED = re.compile(r"colou?r|fill|stroke|dark|light", re.IGNORECASE)
"""Names of arguments and keys whose value is a colour, if it is the name of one."""


def css_values(source: str) -> str:
    """What is declared, without selectors, names of properties and comments."""
    plain = re.sub(r"var\([^()]*\)", "", COMMENT.sub("", source))
    return "\n".join(re.findall(r":([^:;{}]+)[;}]", plain))


def in_module(source: str) -> Iterator[str]:
    """The colours in a module's texts, docstrings aside, and in arguments that paint."""
    tree = ast.parse(source)
    told = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(words)) if node not in told:
                yield from (match[0] for match in IN_TEXT.finditer(words))
            case ast.keyword(arg=str(name), value=ast.Constant(value=str(words))):
                yield from painted(name, words)
            case ast.Dict(keys=keys, values=values):
                for key, value in zip(keys, values, strict=True):
                    match key, value:
                        case ast.Constant(value=str(name)), ast.Constant(value=str(words)):
                            yield from painted(name, words)


def painted(name: str, words: str) -> Iterator[str]:
    if PAINTED.search(name) and words.lower() in ImageColor.colormap:
        yield words


def named(path: Path) -> list[str]:
    """The colours that a file names."""
    source = path.read_text(encoding="utf-8")
    match path.suffix:
        case ".css":
            return IN_CSS.findall(css_values(source))
        case ".typ":
            return IN_TYPST.findall(COMMENT.sub("", source))
        case ".py":
            return list(in_module(source))
        case _:
            return [match[0] for match in IN_TEXT.finditer(COMMENT.sub("", source))]


def files(root: Path) -> list[Path]:
    kinds = ("*.css", "*.js", "*.svg", "*.typ", "*.py", "*.html")
    found = [file for top in LAYERS for kind in kinds for file in (root / top).rglob(kind)]
    return [*found, root / "streamlit_app.py"]


def test_no_colour_is_named_outside_the_sheet(root: Path) -> None:
    assert len(files(root)) > 250
    found = {str(file.relative_to(root)): named(file) for file in files(root)}
    assert len(found.pop(SHEET)) > 100
    assert {file: names for file, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.css", ".x { color: #fff; }"),
        ("a.css", ".x { border: 1px solid rgb(0 0 0 / .2) }"),
        ("a.css", ".x { background: White; }"),
        ("a.css", ".x { --mine: light-dark(var(--ink), var(--paper)); }"),
        ("a.typ", '#let a = rgb("#123456")'),
        ("a.typ", "#let a = .6pt + black"),
        ("a.typ", "#box(fill: luma(140))"),
        ("a.py", 'A = "#1c1917"'),
        ("a.py", 'A = f"<p style=\\"color: red\\">{b}</p>"'),
        ("a.py", 'A = {"color": "steelblue"}'),
        ("a.svg", '<path fill="#fff"/>'),
        ("a.js", 'node.style.color = "#abc";'),
    ],
)
def test_a_colour_is_found_wherever_it_is_named(tmp_path: Path, name: str, source: str) -> None:
    file = tmp_path / name
    file.write_text(source, encoding="utf-8")
    assert named(file)


def test_every_name_that_is_used_is_set_and_every_one_set_is_used(root: Path) -> None:
    used, own = set(), set()
    for file in files(root):
        source = COMMENT.sub("", file.read_text(encoding="utf-8"))
        used |= set(re.findall(r"var\(--([\w-]+)", source))
        if str(file.relative_to(root)) != SHEET:
            own |= set(re.findall(r"--([\w-]+)[:}]", source)) | {"one", "two", "three"}
            if file.suffix in {".py", ".typ"}:
                used |= set(re.findall(r"[\"']([\w-]+)[\"'{]", source))
    known = set().union(*(colours(scheme) for scheme in Scheme))
    theirs = {name for name in used if name.startswith("st-")}
    asked = set(
        re.findall(
            r"var\(--([\w-]+)",
            "".join(COMMENT.sub("", file.read_text(encoding="utf-8")) for file in files(root)),
        )
    )
    assert asked - known - own - theirs == set()
    numbered = {f"series-{number}" for number in (1, 2, 3)}
    assert known - used - numbered == set()


def test_streamlit_is_told_the_colours_of_the_sheet(root: Path) -> None:
    config = tomllib.loads((root / ".streamlit/config.toml").read_text(encoding="utf-8"))
    names = {
        "primaryColor": "primary",
        "textColor": "letters",
        "linkColor": "brand",
        "backgroundColor": "page",
        "secondaryBackgroundColor": "panel",
        "blueBackgroundColor": "panel",
        "greenBackgroundColor": "right-tint",
        "redBackgroundColor": "wrong-tint",
        "yellowBackgroundColor": "note-tint",
        "yellowTextColor": "letters",
    }
    for scheme in (Scheme.LIGHT, Scheme.DARK):
        assert config["theme"][scheme.value] == {
            theirs: colours(scheme)[ours] for theirs, ours in names.items()
        }


def test_what_is_dark_is_so_on_screens_and_where_the_page_says_so() -> None:
    whole = style_sheet("colours")
    dark = re.search(r"@media screen \{\s*:root\.dark \{([^}]*)\}", whole)
    assert dark
    assert "prefers-color-scheme" not in whole
    different = dict(colours(Scheme.DARK).items() - colours(Scheme.LIGHT).items())
    assert len(different) > 30
    for name, value in different.items():
        assert f"--{name}: {value};" in dark[1]
    assert whole.index("@media print") > dark.end()


def test_two_colours_of_suits_reach_pages_and_pictures() -> None:
    """A picture's tree is its own: what is set on a class inside must be in its own sheet."""
    two = re.compile(r"\.two-colour \{[^}]*--diamonds: var\(--hearts\)[^}]*--clubs: var")
    assert two.search(style())
    assert two.search(STYLE)


def test_the_sign_of_the_tutor_has_its_colours_where_no_sheet_reaches() -> None:
    assert "var(" not in ICON
    assert ICON.count(colours(Scheme.LIGHT)["icon"]) == 1
