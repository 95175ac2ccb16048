"""In a guided deal a card that may not be played is refused, and the hand keeps its place."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import LOCALES, PageAt
from tests.browser.test_frame import WINDOWS, assert_no_card_shrinks
from tests.browser.walk import click
from tests.guided import chapters
from tests.samples import paired
from tutor.words.texts import LANGUAGES

LESSON = chapters()[0].lessons[-1]


@pytest.mark.parametrize(("device", "language"), paired(WINDOWS, LANGUAGES))
def test_the_hand_keeps_its_place_when_a_card_is_refused(
    language: str, device: str, page_at: PageAt
) -> None:
    width, height = WINDOWS[device]
    step = urlencode({"lang": language, "lesson": LESSON.id, "step": len(LESSON.steps)})
    page = page_at(f"learn?{step}", width=width, height=height, locale=LOCALES[language])
    cards = page.locator(".hand [data-value^='D']")  # those that may be played are raised
    expect(cards.first).to_be_visible()
    before = [card.bounding_box() for card in cards.all()]
    click(page, ".hand [data-value^='S']")  # clubs are led, and the hand has some
    expect(page.locator(".st-key-verdict .verdict-wrong")).to_be_in_viewport()
    assert before
    assert [card.bounding_box() for card in cards.all()] == before
    if device == "phone":
        assert_no_card_shrinks(page)
