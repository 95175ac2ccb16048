"""The bar: every page named once, there or behind the settings; signs as wide as a thumb."""

import pytest
from playwright.sync_api import expect

from tests.browser import walk
from tests.browser.chromium import LOCALES, PageAt, settle
from tests.samples import one_in


@pytest.mark.parametrize("path", ["rules", "drill"])
@pytest.mark.parametrize("letters", one_in(2, ["normal", "large", "largest"]))
def test_every_page_is_in_the_bar_or_behind_the_settings(
    page_at: PageAt, letters: str, path: str
) -> None:
    """On a page with tools of its own, which take room in the bar, as on one without."""
    page = page_at(f"{path}?lang=en&letters={letters}", width=1460)
    page.locator(".st-key-settings button").click()
    settle(page)
    named, folded = page.locator(".st-key-more-pages"), page.locator(".st-key-folded-pages")
    seen: dict[int, bool] = {}
    for width in (390, 960, 985, 1010, 1024, 1060, 1120, 1150, 1280, 1460):
        page.set_viewport_size({"width": width, "height": 800})
        settle(page)
        if box := named.bounding_box():
            assert box["y"] < 40, f"out of sight, below the bar, at {width}"
        expect(folded).to_be_visible(visible=not named.is_visible())
        seen[width] = folded.is_visible()
    assert seen[390]
    assert not seen[1460]
    assert letters != "normal" or not seen[1024], "a tablet held sideways has room for all"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_how_large_the_letters_are_can_be_chosen_without_a_scroll(
    page_at: PageAt, width: int, height: int
) -> None:
    page = page_at("play?lang=en", width=width, height=height)
    page.locator(".st-key-settings button").click()
    settle(page)
    expect(page.get_by_text("Very large", exact=True)).to_be_in_viewport(ratio=0.9)


@pytest.mark.parametrize("language", LOCALES)
def test_on_a_desk_all_settings_are_seen_without_a_scroll(page_at: PageAt, language: str) -> None:
    page = page_at(f"play?lang={language}", width=1280, height=800, locale=LOCALES[language])
    page.locator(".st-key-settings button").click()
    settle(page)
    held = "box => [box.scrollHeight, box.clientHeight]"
    needed, seen = page.get_by_test_id("stPopoverBody").evaluate(held)
    assert needed <= seen
    options = page.locator(".st-key-setting-keys").get_by_test_id("stRadioOption").all()
    first, second = (box for one in options if (box := one.bounding_box()))
    assert second["y"] <= first["y"] + first["height"] + 1, "the second row stands right below"


def test_on_a_tablet_the_pages_behind_the_settings_leave_room_for_all_of_these(
    page_at: PageAt,
) -> None:
    page = page_at("play?lang=ja", width=820, height=1006)
    page.locator(".st-key-settings button").click()
    settle(page)
    links = [link.bounding_box() for link in page.locator(".st-key-folded-pages a").all()]
    rows = {round(box["y"]) for box in links if box}
    assert len(links) > 3 * len(rows)
    expect(page.locator(".st-key-choices > :last-child label").last).to_be_in_viewport(ratio=0.9)


def test_who_opens_the_settings_by_a_key_is_in_them(page_at: PageAt) -> None:
    """They stand at the end of the document: Tab would lead through the whole page first."""
    page = page_at("drill?lang=en", width=1280, height=800)
    button = page.locator(".st-key-settings").get_by_test_id("stPopoverButton")
    inside = page.get_by_test_id("stPopoverBody").locator("summary:focus")
    button.press("Enter")
    expect(inside).to_contain_text("Words of the game")
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    button.press("Space")
    expect(inside).to_have_count(1)
    button.press("Enter")
    expect(page.get_by_test_id("stPopoverBody")).to_have_count(0)
    expect(button).to_be_focused()


@pytest.mark.parametrize("path", ["learn?lesson=following-suit&step=5", "referee", "drill"])
def test_signs_that_stand_for_words_are_as_wide_as_a_thumb(page_at: PageAt, path: str) -> None:
    """In the bar and in what leads on, where a telephone shows signs alone."""
    assert walk.too_small(page_at(path, width=390), 44) == []


def test_what_is_wrong_with_a_typed_trick_is_seen_on_a_telephone(page_at: PageAt) -> None:
    page = page_at("referee", width=390, height=664)
    page.locator(".st-key-tools button").first.click()
    settle(page)
    box = page.locator(".st-key-referee-line input")
    box.fill("? H8")
    box.press("Enter")
    expect(page.get_by_role("alert")).to_be_in_viewport(ratio=0.9)


def test_a_link_in_the_text_looks_as_its_neighbours_wherever_it_leads(page_at: PageAt) -> None:
    """Only the bar shows at which page we are."""
    page = page_at("learn?lesson=none")
    looks = """links => links.map(link => {
      const { fontWeight } = getComputedStyle(link.querySelector('p'));
      return `${getComputedStyle(link).backgroundColor} ${fontWeight}`;
    })"""
    ways: list[str] = page.locator(".st-key-lost a").evaluate_all(looks)
    assert len(ways) == 3
    assert len(set(ways)) == 1
    named: list[str] = page.locator(".st-key-pages a").evaluate_all(looks)
    assert named.count(named[1]) == 1, "the bar has it, too"
