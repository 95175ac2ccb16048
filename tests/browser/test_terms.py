"""On a phone a word is looked up by keyboard, and the question is still there afterwards."""

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import PageAt, axe, settle
from tests.samples import one_in
from tutor.words.texts import LANGUAGES, Texts

PLAIN = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"


@pytest.mark.parametrize("language", one_in(2, [*LANGUAGES][::-1]))
def test_a_word_is_looked_up_and_the_question_stays(page_at: PageAt, language: str) -> None:
    say = Texts(language)
    page = page_at(f"drill?lang={language}&puzzle={PLAIN}", width=390)
    asked, address = page.locator(".st-key-question h1"), page.url
    page.locator(".st-key-settings button").focus()
    page.keyboard.press("Enter")
    settle(page)
    page.locator(".st-key-terms summary").focus()
    page.keyboard.press("Enter")
    settle(page)
    void = page.get_by_role("definition").filter(has_text=say("term.void.means"))
    void.scroll_into_view_if_needed()
    expect(void).to_be_in_viewport()
    assert axe(page) == []
    page.keyboard.press("Escape")
    settle(page)
    expect(void).to_have_count(0)
    expect(asked).to_have_text(say("part.who-wins.seat"))
    assert page.url == address
    assert page.evaluate("() => document.documentElement.scrollWidth") <= 390
