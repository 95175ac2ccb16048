"""Where the scripts do not run, have not come yet, or reach nobody, no page is empty."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import LOCALES, Server
from tests.samples import one_in
from tutor.words.texts import Texts

OLD = """
  const Native = window.RegExp;  // Safari before 16.4 does not know what (?<= means
  window.RegExp = function (source, flags) {
    if (String(source).includes('(?<=')) throw new SyntaxError('invalid group specifier name');
    return new Native(source, flags);
  };
"""

HELD_BACK = """
  const Native = window.WebSocket;  // to a port at which nobody answers, for as long as is said
  globalThis.held = true;
  window.WebSocket = new Proxy(Native, {
    construct: (made, [url, ...more]) =>
      new made(globalThis.held ? String(url).replace(/:\\d+/, ":1") : url, ...more),
  });
"""


@pytest.mark.parametrize(
    ("locale", "language"), [("en-GB", "en"), ("ja-JP", "ja"), ("fr-FR", "en")]
)
def test_an_old_browser_is_told(
    browser: Browser, server: Server, locale: str, language: str
) -> None:
    context = browser.new_context(locale=locale)
    page = context.new_page()
    page.add_init_script(OLD)
    page.route("**/*.js", lambda route: route.abort())  # what it cannot read does not run
    page.goto(server.url)
    expect(page.get_by_role("alert")).to_have_text(Texts(language)("browser.too-old"))
    context.close()


@pytest.mark.parametrize("locale", one_in(2, LOCALES.values()))
def test_while_scripts_come_slowly_a_page_says_that_it_is_loading(
    browser: Browser, server: Server, locale: str
) -> None:
    page = browser.new_page(locale=locale)
    page.route("**/*.js", lambda route: route.abort())
    page.goto(server.url)
    status = page.get_by_role("status")
    expect(status).to_have_text(Texts(locale[:2])("browser.loading"))
    expect(status).to_be_visible()
    page.unroute("**/*.js")
    page.reload()
    expect(page.get_by_role("heading").first).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    page.close()


@pytest.mark.parametrize("locale", LOCALES.values())
def test_without_scripts_a_page_says_what_it_needs(
    browser: Browser, server: Server, locale: str
) -> None:
    page = browser.new_page(locale=locale, java_script_enabled=False)
    page.goto(server.url)
    words = page.locator("noscript p")  # what stands there is not found by its words
    expect(words).to_be_visible()
    assert words.inner_text() == Texts(locale[:2])("browser.no-script")
    expect(page.locator(".loading")).to_be_hidden()
    page.close()


@pytest.mark.parametrize("locale", one_in(2, [*LOCALES.values()][::-1]))
def test_where_the_network_holds_the_tutor_back_the_page_says_so(
    browser: Browser, server: Server, locale: str
) -> None:
    """It says so after a while."""
    page = browser.new_page(locale=locale)
    page.add_init_script(HELD_BACK)
    page.goto(server.url)
    words = page.get_by_role("alert").and_(page.locator(".unreached"))
    expect(words).to_have_text(Texts(locale[:2])("browser.unreached"))
    page.evaluate("globalThis.held = false")
    expect(page.get_by_role("heading").first).to_be_visible()
    expect(page.locator(".unreached")).to_have_count(0)
    page.close()
