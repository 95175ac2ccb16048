"""The workshop in a browser: what is typed is marked, kept, shown beside, and never too much."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import PageAt, Scheme, axe, settle

EXCHANGE = """(area, [old, now]) => {
  area.value = area.value.replace(old, now);
  area.dispatchEvent(new Event("input", {bubbles: true}));
}"""


def write(page: Page, old: str, now: str) -> None:
    """Write *now* in place of *old*, and wait for the pause after which the editor sends it."""
    sent = page.evaluate("window.__traffic.sent")
    page.locator(".st-key-workshop textarea[wrap='off']").evaluate(EXCHANGE, [old, now])
    page.wait_for_function("sent => window.__traffic.sent > sent", arg=sent)
    settle(page)


@pytest.mark.parametrize(
    ("width", "scheme", "locale"),
    [
        pytest.param(1280, "light", "en-GB", marks=pytest.mark.soak),
        (390, "dark", "ja-JP"),
    ],
)
def test_a_fault_is_marked_survives_a_reload_and_is_mended(
    page_at: PageAt, width: int, scheme: Scheme, locale: str
) -> None:
    page = page_at("workshop", width=width, scheme=scheme, locale=locale)
    area = page.locator(".st-key-workshop textarea[wrap='off']")
    marked = page.locator(".gutter .marked")
    expect(marked).to_have_count(0)
    write(page, "N D4 S6", "N X4 S6")
    expect(marked).to_have_count(1)
    line = marked.inner_text().removeprefix("! ")
    assert "N X4 S6" in area.input_value().splitlines()[int(line) - 1]
    assert axe(page) == []

    page.locator(".st-key-workshop-go-0 button").click()
    settle(page)
    chosen = area.evaluate("a => a.value.slice(a.selectionStart, a.selectionEnd)")
    assert "N X4 S6" in chosen

    page.reload()
    settle(page)
    expect(marked).to_have_count(1)
    assert "N X4 S6" in area.input_value()
    write(page, "N X4 S6", "N D4 S6")
    expect(marked).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_ten_megabytes_are_refused_and_the_others_are_served(page_at: PageAt) -> None:
    page = page_at("workshop")
    area = page.locator(".st-key-workshop textarea[wrap='off']")
    area.evaluate(
        "a => { a.value = 'x'.repeat(1e7); a.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    expect(page.locator(".told")).to_contain_text("more than 60,000 bytes")
    other = page_at("drill")
    expect(other.locator(".st-key-asking > [class*='st-key-']")).to_be_visible()
