"""On a club's own network, over plain http: copying works there; a stranger's name does not."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import CLUB, STRANGE, Server, settle, watched_page
from tutor.words.texts import Texts

PUZZLE = "1 who-wins partnership culbertson N=C E=S S=D W=H : N C6 S7 D9 C5"


def test_what_is_to_be_copied_can_be_copied(browser: Browser, server: Server) -> None:
    context = browser.new_context(locale="en-GB")
    page = watched_page(context)
    there = server.url.replace("127.0.0.1", CLUB)
    page.goto(f"{there}/drill?lang=en&puzzle={quote(PUZZLE)}")
    settle(page)
    assert page.evaluate("window.isSecureContext") is False
    page.get_by_text("Share this puzzle").click()
    settle(page)
    line = page.locator("[data-testid='stCode']", has=page.get_by_text(PUZZLE, exact=True))
    line.hover()
    line.get_by_role("button").click()
    page.evaluate("document.body.append(document.createElement('textarea'))")
    field = page.locator("body > textarea")
    field.focus()
    page.keyboard.press("Control+V")
    expect(field).to_have_value(PUZZLE)
    context.close()


UNDER_THE_BAR = """button => {
  const bar = document.querySelector('.st-key-actions').getBoundingClientRect();
  const main = document.querySelector('[data-testid="stMain"]');
  const middle = box => box.top + box.height / 2;
  main.scrollBy(0, middle(button.getBoundingClientRect()) - middle(bar));
  const { left, width } = button.getBoundingClientRect();
  return !!document.elementFromPoint(left + width / 2, middle(bar)).closest('.st-key-actions');
}"""
"""Whether the bar on a telephone lies over a button that is scrolled to it."""


@pytest.mark.parametrize(("width", "height"), [(820, 1106), (390, 664), (360, 640)])
def test_what_copies_is_seen_before_it_is_touched(
    browser: Browser, server: Server, width: int, height: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, locale="en-GB"
    )
    page = watched_page(context)
    page.goto(f"{server.url}/drill?lang=en&puzzle={quote(PUZZLE)}")
    settle(page)
    page.get_by_text("Share this puzzle").tap()
    settle(page)
    lines = page.locator("[data-testid='stCode']")
    for line in lines.all():
        button, words = line.get_by_role("button"), line.locator("code")
        expect(button).to_be_visible()
        there, text = button.bounding_box(), words.bounding_box()
        assert there
        assert text
        assert min(there["width"], there["height"]) >= 44
        assert text["x"] + text["width"] <= there["x"], "it covers nothing"
        assert width > 599 or button.evaluate(UNDER_THE_BAR), "nor what leads on"
    assert lines.count() > 1
    context.close()


@pytest.mark.parametrize(("locale", "language"), [("en-GB", "en"), ("ja-JP", "ja")])
def test_a_strangers_name_that_leads_here_opens_nothing_and_says_so(
    browser: Browser, server: Server, locale: str, language: str
) -> None:
    context = browser.new_context(locale=locale)
    page = context.new_page()
    there = server.url.replace("127.0.0.1", STRANGE)
    streams: list[str] = []
    page.on("websocket", lambda stream: streams.append(stream.url))
    page.goto(there)
    words = Texts(language)("address.unknown", address=there)
    expect(page.get_by_role("alert")).to_have_text(words)
    assert page.inner_text("body").strip() == words, "and nothing else"
    assert streams == []
    ended = page.evaluate(
        """(at) => new Promise((told) => {
          const stream = new WebSocket(at, ["streamlit"]);
          stream.onopen = () => told("opened");
          stream.onclose = () => told("refused");
        })""",
        there.replace("http", "ws", 1) + "/_stcore/stream",
    )
    assert ended == "refused"
    context.close()
