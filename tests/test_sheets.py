"""Style sheets lean on few of Streamlit's inner names, each listed with its reason."""

import re
from pathlib import Path

from tests.streamlit_inside import INSIDE

INNER = re.compile(
    r"data-testid[~|^$*]?=['\"](\w+)['\"]|\.(st[A-Z]\w*)|\[(kind|data-selected|data-rac)[\]~|^$*=]"
    r"|\.(st-emotion[\w-]*|e[0-9a-z]{6,8}\d)\b"
)
MOST = 12
"""There were 34; a new one needs a better reason than those that are left."""


def leaned_on(root: Path) -> set[str]:
    """The inner names in all style sheets, those inside modules included."""
    files = [*(root / "tutor/frontend").glob("*.css"), *(root / "tutor").rglob("*.py")]
    found = (INNER.findall(file.read_text(encoding="utf-8")) for file in files)
    return {name for names in found for match in names for name in match if name}


def test_every_inner_name_of_streamlit_is_listed_and_none_is_listed_for_nothing(root: Path) -> None:
    assert leaned_on(root) == set(INSIDE)
    assert len(INSIDE) <= MOST
    assert all(len(one.reason.split()) > 4 for one in INSIDE.values())


def test_style_sheets_know_no_has_and_nest_nothing(root: Path) -> None:
    for file in (root / "tutor/frontend").glob("*.css"):
        source = re.sub(r"/\*.*?\*/", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
        assert ":has(" not in source
        assert not re.search(r"[{;]\s*&", source)


def test_a_tablet_held_upright_is_the_same_in_every_sheet(root: Path) -> None:
    """Custom properties are no use in a media query: each sheet writes it out."""
    found = [
        condition
        for file in (root / "tutor/frontend").glob("*.css")
        for condition in re.findall(
            r"\(min-width: 8\d+px\)[^,{]*?\(orientation: portrait\)",
            file.read_text(encoding="utf-8"),
        )
    ]
    assert len(found) > 1
    assert len(set(found)) == 1
    everywhere = "".join(f.read_text("utf-8") for f in (root / "tutor/frontend").glob("*.css"))
    assert len(found) == everywhere.count("orientation: portrait")


BELOW_A_CLASS = re.compile(r"\[class[^\]]*\][^,{}]*[ >~+](?:\*(?!\))|:not\()")


def test_what_changes_its_class_has_not_all_below_it_styled_again(root: Path) -> None:
    """Streamlit changes the class of all it waits for, twice a press.

    What a rule tells by a piece of its class may then look different, and so may what the rule
    finds below: browsers look that up by element, class and attribute, and take all there is
    where it has none of them (200 elements a press instead of 59).
    """
    for file in (root / "tutor/frontend").glob("*.css"):
        assert not BELOW_A_CLASS.search(file.read_text(encoding="utf-8")), file.name
    assert BELOW_A_CLASS.search(".a > [class*='b-'] button * { color: red; }")
    assert BELOW_A_CLASS.search(".a > :not([class*='b-']) > :not([class*='b-']) {}")


SELECTOR = re.compile(r"\.st-key-[\w-]+[^\"'\n]*\{|\[(?:class|data-testid)[*^]?=|</?style>\s*\n")


def test_rules_of_style_are_in_the_sheets(root: Path) -> None:
    """A page gives words and sizes that were chosen; where those go, its sheet says.

    Two have rules of their own: the bar's width hangs on the letters chosen, and what is seen
    before any sheet has come stands in the head of the page.
    """
    modules = (root / "tutor/pages").rglob("*.py")
    found = {file.name for file in modules if SELECTOR.search(file.read_text(encoding="utf-8"))}
    assert found == {"shell.py", "head.py"}
    assert SELECTOR.search('_OURS = """\n<style>\n.room-qr svg { width: 2rem; }\n</style>"""')
    assert SELECTOR.search('st.html("<style>.st-key-top { display: none; }</style>")')
