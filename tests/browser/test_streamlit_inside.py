"""What our style sheets take for granted of Streamlit is still there: pages are opened to see."""

import pytest

from tests.browser.chromium import PageAt, settle
from tests.browser.walk import unfold
from tests.streamlit_inside import INSIDE

PATHS = sorted({one.path for one in INSIDE.values()})


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.partition("?")[0] or "home")
def test_streamlit_has_not_changed_what_we_lean_on(page_at: PageAt, path: str) -> None:
    page = page_at(path)
    settle(page)
    unfold(page)
    fields = page.get_by_role("textbox")
    if fields.count():
        fields.first.focus()  # some of it is there only while somebody types
    for name in (name for name, one in INSIDE.items() if one.path == path):
        found = page.locator(f"[data-testid='{name}'], .{name}, button[{name}='secondary']")
        assert found.count(), f"Streamlit calls it {name} no more: {INSIDE[name].reason}"
