"""On a club's own network, over plain http: copying works there too."""

from urllib.parse import quote

from playwright.sync_api import Browser, expect

from tests.browser import chromium
from tests.browser.chromium import Server, settle, watched_page

PUZZLE = "1 who-wins partnership culbertson N=C E=S S=D W=H : N C6 S7 D9 C5"


def test_what_is_to_be_copied_can_be_copied(browser: Browser, server: Server) -> None:
    rules = "--host-resolver-rules=MAP club.test 127.0.0.1"
    found = browser.browser_type.launch(
        executable_path=chromium.executable(), args=[*chromium.FLAGS, rules]
    )
    page = watched_page(found.new_context(locale="en-GB"))
    there = server.url.replace("127.0.0.1", "club.test")
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
    found.close()
