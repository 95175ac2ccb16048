"""Every page opens, fits and is accessible, in light and dark."""

from urllib.parse import urljoin, urlsplit
from urllib.request import ProxyHandler, build_opener

import pytest
from playwright.sync_api import Page, expect

from tests.browser import walk
from tests.browser.chromium import LOCALES, PageAt, Scheme, Server, axe, overflow, settle
from tests.samples import one_in
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

LONG = """(most) => [...document.querySelectorAll('p, dd, li')]
  .filter((node) => node.checkVisibility() && !/flex|grid/.test(getComputedStyle(node).display))
  .filter((node) => !node.closest('button, li[class], ul[class]:not(.running)'))
  .filter((node) => {
    const words = document.createRange();
    words.selectNodeContents(node);
    const letter = parseFloat(getComputedStyle(node).fontSize);
    return words.getBoundingClientRect().width > most * letter + 1;
  }).map((node) => node.innerText.trim())"""
"""The paragraphs and points whose lines are longer than so many times their size of letter."""
WIDEST = {"en": 33, "ja": 40}


def destinations(page: Page) -> list[str]:
    """The paths in the navigation, each once."""
    links = page.locator(".st-key-pages").get_by_role("link").all()
    paths = [urlsplit(link.get_attribute("href") or "").path for link in links]
    assert paths
    return list(dict.fromkeys(paths))


def test_home_greets_with_a_heading_and_leads_on(page_at: PageAt, server: Server) -> None:
    page = page_at()
    expect(page.get_by_role("heading").first).to_be_visible()
    assert len(destinations(page)) >= 2
    assert_ringed(page)
    assert_icon_is_here(page, server)
    assert_compressed(page)


def assert_ringed(page: Page) -> None:
    """A link reached by key is ringed, the ring is whole, and only then."""
    links = page.locator(".st-key-pages a")
    ring = """link => {
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(link);
      return [outlineStyle, parseFloat(outlineWidth), parseFloat(outlineOffset)];
    }"""
    links.nth(0).focus()
    page.keyboard.press("Tab")
    style, width, offset = links.nth(1).evaluate(ring)
    assert (style, width) == ("solid", 3)
    assert width + offset <= 0, "what reaches beyond the name is cut off"
    assert links.nth(0).evaluate(ring)[0] == "none"


def assert_icon_is_here(page: Page, server: Server) -> None:
    """The icon comes from this machine."""
    icon = page.locator("link[rel='shortcut icon']").get_attribute("href")
    opener = build_opener(ProxyHandler({}))
    with opener.open(urljoin(f"{server.url}/", icon)) as answer:
        assert answer.headers.get_content_type() == "image/svg+xml"
        assert b"<svg" in answer.read()


def assert_compressed(page: Page) -> None:
    """Scripts and style sheets come compressed."""
    fetched = page.evaluate("""() => performance.getEntriesByType('resource')
      .filter((one) => /\\.(js|css)$/.test(one.name))
      .map((one) => [one.encodedBodySize, one.decodedBodySize])""")
    sent, unpacked = map(sum, zip(*fetched, strict=True))
    assert unpacked > 1_000_000, "scripts that were fetched, not kept from before"
    assert sent < unpacked / 2


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
    found += [f"a long line: {words}" for words in page.evaluate(LONG, WIDEST[language])]
    found += out_of_place(page) + (axe(page) if scheme == "dark" else [])
    assert not found, "\n".join(found)


def out_of_place(page: Page) -> list[str]:
    """What is cut short or covered on *page* as it stands, and by how much it is too wide."""
    beyond = overflow(page)
    cut = [f"cut short: {label}" for label in page.evaluate(CUT)]
    over = [f"lies over another: {label}" for label in page.evaluate(COVERED)]
    return cut + over + [f"{beyond} px too wide"] * (beyond > 0)


def test_buttons_with_an_explanation_stand_apart(page_at: PageAt) -> None:
    """Streamlit wraps a button that explains itself in what it wraps a help sign in."""
    page = page_at("learn?lesson=where-the-rulebooks-differ&step=14", width=390)
    for width in (390, 1280):
        walk.resize(page, width, 900)
        assert page.locator("[class*='st-key-choose-'] button[kind]:visible").count() == 2
        assert page.evaluate(COVERED) == []


@pytest.mark.parametrize("language", one_in(2, [*LANGUAGES][::-1]))
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
    sign = page.get_by_test_id("stTooltipIcon").locator("button").last
    page.get_by_role("textbox").last.focus()
    page.keyboard.press("Shift+Tab")
    expect(sign).to_be_focused()
    expect(sign.locator("svg")).to_have_css("outline-style", "solid")
    expect(sign).to_have_css("outline-style", "none")  # that ring would be cut off
