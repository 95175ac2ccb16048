"""The workshop in a browser: what is typed is marked, kept, shown beside, and never too much."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import PageAt, Scheme, axe, settle
from tests.browser.walk import resize

EXCHANGE = """(area, [old, now]) => {
  area.value = area.value.replace(old, now);
  area.dispatchEvent(new Event("input", {bubbles: true}));
}"""


def write(page: Page, old: str, now: str) -> None:
    """Write *now* in place of *old*, and wait for the pause after which the editor sends it."""
    area = page.locator(".st-key-workshop .editor textarea")
    expect(area).to_have_value(re.compile(re.escape(old)))  # the text comes after the page
    sent = page.evaluate("window.__traffic.sent")
    area.evaluate(EXCHANGE, [old, now])
    # Not looked at frame by frame: a page that is not seen may be given no more frames.
    page.wait_for_function("sent => window.__traffic.sent > sent", arg=sent, polling=10)
    settle(page)


@pytest.mark.parametrize(
    ("width", "scheme", "locale"),
    [pytest.param(1280, "light", "en-GB", marks=pytest.mark.soak), (390, "dark", "ja-JP")],
)
def test_a_fault_is_marked_survives_a_reload_and_is_mended(
    page_at: PageAt, width: int, scheme: Scheme, locale: str
) -> None:
    page = page_at("workshop", width=width, scheme=scheme, locale=locale)
    area = page.locator(".st-key-workshop .editor textarea")
    marked = page.locator(".gutter .marked")
    expect(marked).to_have_count(0)
    if width < 600:
        assert_preview_below(page)
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


def test_what_was_written_a_moment_ago_is_in_the_file_that_is_saved(page_at: PageAt) -> None:
    page = page_at("workshop?lang=en")
    page.locator(".st-key-workshop .editor textarea").press("Control+End")
    page.keyboard.type("# the last line")
    with page.expect_download() as saved:
        page.locator(".st-key-workshop-save button").click()
    assert "# the last line" in saved.value.path().read_text(encoding="utf-8")


def assert_preview_below(page: Page) -> None:
    """On a telephone nothing of the preview lies over the text; what leads on is as wide as it."""
    editor = page.locator(".st-key-workshop .editor").bounding_box()
    onward = page.locator(".st-key-workshop-preview .st-key-actions").bounding_box()
    asking = page.locator(".st-key-workshop-preview .st-key-asking").bounding_box()
    assert editor
    assert onward
    assert asking
    assert onward["y"] > editor["y"] + editor["height"]
    assert onward["width"] == asking["width"]
    assert onward["y"] + onward["height"] > asking["y"] + asking["height"] - 2, "it comes last"


def test_what_leads_on_in_the_preview_lies_over_no_table_wherever_the_page_is(
    page_at: PageAt,
) -> None:
    page = page_at("workshop", height=800)
    table = page.locator(".st-key-workshop-preview .st-key-asking [class*='st-key-table-']")
    onward = page.locator(".st-key-workshop-preview .st-key-actions")
    for place in ("0", "main.scrollHeight"):
        page.evaluate(
            f"() => {{ const main = document.querySelector('[data-testid=stMain]');"
            f" main.scrollTop = {place}; }}"
        )
        settle(page)
        above, below = table.bounding_box(), onward.bounding_box()
        assert above
        assert below
        assert below["y"] >= above["y"] + above["height"]


def test_a_long_line_is_wrapped_and_the_numbers_stay_at_their_lines(page_at: PageAt) -> None:
    page = page_at("workshop")
    area = page.locator(".st-key-workshop .editor textarea")
    long = f"# {'a rather long line ' * 12}{'x' * 300}\n"
    numbers = page.locator(".editor .gutter")
    for width in (1280, 390):
        resize(page, width, 900)
        area.evaluate(
            "(a, text) => { a.value = text; a.dispatchEvent(new Event('input', {bubbles: true})) }",
            long * 20,
        )
        assert area.evaluate("a => a.scrollWidth <= a.clientWidth")
        height = area.evaluate("a => a.scrollHeight")
        assert height > 20 * 4 * 25
        assert numbers.evaluate("g => g.scrollHeight") == height
        area.evaluate("a => { a.scrollTop = 400; }")
        settle(page)
        assert numbers.evaluate("g => g.scrollTop") == 400
        area.evaluate("a => { a.scrollTop = 0; }")


def test_ten_megabytes_are_refused_and_the_others_are_served(page_at: PageAt) -> None:
    page = page_at("workshop")
    area = page.locator(".st-key-workshop .editor textarea")
    area.evaluate(
        "a => { a.value = 'x'.repeat(1e7); a.dispatchEvent(new Event('input', {bubbles: true})); }"
    )
    expect(page.locator(".told")).to_contain_text("more than 60,000 bytes")
    other = page_at("drill")
    expect(other.locator(".st-key-asking [class*='st-key-table-']")).to_be_visible()


def test_the_example_is_in_the_language_of_the_page_and_what_is_written_stays(
    page_at: PageAt,
) -> None:
    page = page_at("workshop?lang=en")
    area = page.locator(".st-key-workshop .editor textarea")
    expect(area).to_have_value(re.compile("en:"))
    assert "ja:" not in area.input_value()
    page.goto(page.url.replace("lang=en", "lang=ja"))
    settle(page)
    expect(area).to_have_value(re.compile("ja:"))
    assert "en:" not in area.input_value()
    write(page, "自分たち", "木曜日")
    page.locator("[class*='st-key-language-'] button").first.click()
    settle(page)
    assert "木曜日のレッスン" in area.input_value()


def test_two_tabs_each_keep_what_is_written_in_them(page_at: PageAt) -> None:
    page = page_at("workshop?lang=en")
    write(page, "A lesson of our own", "Monday")
    other = page.context.new_page()
    other.goto(page.url)
    settle(other)
    area = other.locator(".st-key-workshop .editor textarea")
    expect(area).to_have_value(re.compile("Monday"))
    write(other, "Monday", "Tuesday")
    for tab, day in ((page, "Monday"), (other, "Tuesday")):
        tab.reload()
        settle(tab)
        expect(tab.locator(".st-key-workshop .editor textarea")).to_have_value(re.compile(day))
