"""Every page opens, fits and is accessible, in light and dark."""

import re
from urllib.parse import urljoin, urlsplit
from urllib.request import ProxyHandler, build_opener

import pytest
from playwright.sync_api import Page, expect

from tests.browser import walk
from tests.browser.chromium import LOCALES, PageAt, Scheme, Server, axe, overflow, settle
from tutor.pages.shell import PLACES
from tutor.words.texts import LANGUAGES

CUT = """() => [...document.querySelectorAll('button, a')].filter((node) =>
  [...node.querySelectorAll('*')].some((part) => part.clientWidth > 1
    && getComputedStyle(part).overflowX === 'hidden' && part.scrollWidth > part.clientWidth + 1)
).map((node) => node.innerText.trim())"""
"""The labels of buttons and links that have lost their end."""

COVERED = """() => {
  const buttons = [...document.querySelectorAll('button[kind]')]
    .filter((node) => node.checkVisibility());
  const boxes = buttons.map((node) => node.getBoundingClientRect());
  const apart = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1
    || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  return buttons.filter((node, at) => boxes.some((box, other) =>
    other < at && getComputedStyle(node).position === 'static' && !apart(box, boxes[at]))
  ).map((node) => node.innerText.trim());
}"""
"""The labels of buttons that lie over another one."""


def destinations(page: Page) -> list[str]:
    """The paths in the navigation, each once."""
    links = page.locator(".st-key-pages").get_by_role("link").all()
    paths = [urlsplit(link.get_attribute("href") or "").path for link in links]
    assert paths
    return list(dict.fromkeys(paths))


def test_home_greets_with_a_heading_and_leads_on(page_at: PageAt) -> None:
    page = page_at()
    expect(page.get_by_role("heading").first).to_be_visible()
    assert len(destinations(page)) >= 2


def test_a_link_reached_by_key_is_ringed_and_only_then(page_at: PageAt) -> None:
    page = page_at()
    links = page.locator(".st-key-pages a")
    ring = "link => [getComputedStyle(link).outlineStyle, getComputedStyle(link).outlineWidth]"
    links.nth(0).focus()
    page.keyboard.press("Tab")
    assert links.nth(1).evaluate(ring) == ["solid", "3px"]
    assert links.nth(0).evaluate(ring)[0] == "none"


BY_TURNS: tuple[tuple[str, Scheme], ...] = (
    ("en", "light"),
    ("ja", "dark"),
    ("en", "dark"),
    ("ja", "light"),
)
"""In what a page is looked at: both languages and schemes, by turns."""


@pytest.mark.parametrize(
    ("path", "language", "scheme"),
    [
        # All of them together in a soak.
        pytest.param(place.path, *way, marks=() if number == at % 4 else pytest.mark.soak)
        for at, place in enumerate(PLACES)
        for number, way in enumerate(BY_TURNS)
    ],
)
def test_every_page_fits_and_axe_finds_nothing(
    page_at: PageAt, path: str, language: str, scheme: Scheme
) -> None:
    """As it opens on a telephone, then at a desk, there with axe by night alone.

    test_everyone.py walks on from there, in a soak.
    """
    where = "" if path == "home" else path
    page = page_at(f"{where}?lang={language}", width=390, scheme=scheme, locale=LOCALES[language])
    found = axe(page) + out_of_place(page)
    page.set_viewport_size({"width": 1280, "height": 900})
    settle(page)
    found += out_of_place(page) + (axe(page) if scheme == "dark" else [])
    assert not found, "\n".join(found)


def out_of_place(page: Page) -> list[str]:
    """What is cut short or covered on *page* as it stands, and by how much it is too wide."""
    beyond = overflow(page)
    cut = [f"cut short: {label}" for label in page.evaluate(CUT)]
    over = [f"lies over another: {label}" for label in page.evaluate(COVERED)]
    return cut + over + [f"{beyond} px too wide"] * (beyond > 0)


@pytest.mark.parametrize("width", [390, 1280])
def test_buttons_with_an_explanation_stand_apart(page_at: PageAt, width: int) -> None:
    """Streamlit wraps a button that explains itself in what it wraps a help sign in."""
    page = page_at("learn?lesson=where-the-rulebooks-differ&step=14", width=width)
    assert page.locator("[class*='st-key-choose-'] button[kind]:visible").count() == 2
    assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_telephone_home_shows_its_labels_whole(page_at: PageAt, language: str) -> None:
    page = page_at(f"?lang={language}", width=390, height=844, locale=LOCALES[language])
    assert page.evaluate(CUT) == []
    page.locator("[class*='st-key-answer-'] button").first.click()
    page.locator(".st-key-verdict").wait_for()
    settle(page)
    assert page.evaluate(CUT) == []


def test_a_chip_longer_than_a_narrow_page_takes_two_lines(page_at: PageAt) -> None:
    """The longest form of the game, on a page of 1280 px enlarged to 400 %."""
    page = page_at("drill?lang=ja", width=320, locale="ja-JP")
    page.locator(".st-key-tools button").first.click()
    page.get_by_role("radiogroup").first.wait_for()
    settle(page)
    assert walk.lost(page) == []


def test_a_sign_that_explains_stays_within_a_narrow_page(page_at: PageAt) -> None:
    """It may be pressed beyond its ring, and is at the edge of a page enlarged to 400 %."""
    page = page_at("assignments?lang=ja", width=320, locale="ja-JP")
    assert page.get_by_test_id("stTooltipIcon").count()
    assert overflow(page) == 0
    boxes = page.locator(".stElementContainer:has([data-testid=stTooltipIcon])")
    script = "boxes => boxes.filter(box => box.scrollWidth > box.clientWidth).length"
    assert boxes.evaluate_all(script) == 0, "a box of its own is scrolled sideways"


def test_a_file_is_asked_for_in_the_language_of_the_page(page_at: PageAt) -> None:
    page = page_at("record?lang=ja", locale="ja-JP")
    walk.unfold(page)
    page.get_by_role("tab").nth(2).click()
    box = page.get_by_test_id("stFileUploader")
    expect(box.get_by_role("button", name="ファイルを選ぶ")).to_be_visible()
    heard = box.aria_snapshot()
    assert "20 MBまで" in heard
    assert "20\N{NO-BREAK SPACE}MBまで" in box.inner_text(), "never in two lines"
    assert not re.search("limit|per file", heard, re.IGNORECASE)
    with page.expect_file_chooser():
        box.get_by_role("button").click()


def test_the_icon_comes_from_this_machine(page_at: PageAt, server: Server) -> None:
    icon = page_at("").locator("link[rel='shortcut icon']").get_attribute("href")
    opener = build_opener(ProxyHandler({}))
    with opener.open(urljoin(f"{server.url}/", icon)) as answer:
        assert answer.headers.get_content_type() == "image/svg+xml"
        assert b"<svg" in answer.read()


def test_scripts_and_style_sheets_come_compressed(page_at: PageAt) -> None:
    fetched = page_at().evaluate("""() => performance.getEntriesByType('resource')
      .filter((one) => /\\.(js|css)$/.test(one.name))
      .map((one) => [one.encodedBodySize, one.decodedBodySize])""")
    sent, unpacked = map(sum, zip(*fetched, strict=True))
    assert unpacked > 1_000_000, "scripts that were fetched, not kept from before"
    assert sent < unpacked / 2
