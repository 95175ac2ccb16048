"""What stands in a menu that is closed undoes nothing that is pressed, chosen or laid since.

A browser keeps what its boxes said when they were last seen, and sends it with every press. And
what is open stays open where only its words change.
"""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.chromium import PageAt, settle
from tests.browser.walk import click

LAID = "referee?lang=en&game=partnership&table=N%3DC+E%3DS+S%3DD+W%3DH&trick=N+H5"


def open_and_close(page: Page, menu: str) -> None:
    click(page, f".st-key-{menu} [data-testid=stPopoverButton]")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)


def test_cards_are_laid_one_after_the_other(page_at: PageAt) -> None:
    page = page_at(LAID, width=1280, height=800)
    open_and_close(page, "tools")
    for card in ("HK", "HQ"):
        click(page, f".picker [data-opens='{card[0]}']")
        click(page, f".picker [data-value='{card}']")
    page.wait_for_url("**trick=N+H5+HK+HQ**")


def test_the_language_of_the_bar_stays(page_at: PageAt) -> None:
    page = page_at("learn?lang=en&lesson=following-suit&step=1", width=1280, height=800)
    open_and_close(page, "settings")
    click(page, ".st-key-language-ja button")
    click(page, "[class*='st-key-next-'] button")
    page.wait_for_url("**step=2**")
    assert "lang=ja" in page.url


def test_back_leads_back_to_how_was_practised(page_at: PageAt) -> None:
    page = page_at("drill?lang=en", width=1280, height=800)
    click(page, ".st-key-tools [data-testid=stPopoverButton]")
    page.get_by_role("radio", name="Streak").click()
    page.wait_for_url("**mode=streak**")
    page.keyboard.press("Escape")
    settle(page)
    page.go_back()
    page.wait_for_url("**mode=today**")
    settle(page)
    click(page, ".st-key-language-ja button")
    page.wait_for_url("**lang=ja**")
    settle(page)
    assert "mode=today" in page.url


@pytest.mark.parametrize(
    ("path", "fold"),
    [
        ("record?lang=en", "fold-record-tests"),
        ("rules?lang=en&rule=trick.ruff-wins", "box-trick-highest-ruff-wins"),
        ("pupil?lang=en", "pupil-own"),
        ("host?lang=en", "room-options"),
    ],
)
def test_a_fold_stays_as_it_is_in_another_language(page_at: PageAt, path: str, fold: str) -> None:
    page = page_at(path, width=1280, height=800)
    box = page.locator(f".st-key-{fold} details")
    for language, open_ in (("ja", True), ("en", True), ("ja", False), ("en", False)):
        if (box.get_attribute("open") is not None) != open_:
            click(page, f".st-key-{fold} summary")
        click(page, f".st-key-language-{language} button")
        page.wait_for_url(f"**lang={language}**")
        settle(page)
        assert (box.get_attribute("open") is not None) == open_, language
