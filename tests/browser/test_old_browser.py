"""A browser that lacks what Streamlit needs shows two sentences instead of an empty page."""

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import Server
from tutor.words.texts import Texts

OLD = """
  const Native = window.RegExp;  // Safari before 16.4 does not know what (?<= means
  window.RegExp = function (source, flags) {
    if (String(source).includes('(?<=')) throw new SyntaxError('invalid group specifier name');
    return new Native(source, flags);
  };
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
