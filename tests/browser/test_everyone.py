"""Everyone can use it: by keys, by ear, enlarged, in grey, without motion, in both languages."""

import re
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.browser.chromium import PageAt, settle

RUFFED = "1 who-wins partnership culbertson N=C E=S S=D W=H : N C6 S7 D9 C5"
"""pokerwiner.com's fifth trick: own trump led, ruffed, over-ruffed by South."""
BUILT = "1 what-is-built partnership culbertson N=C E=S S=D W=H : N C2 CK C2 C4 : C0:AQ S0:-"
ANSWERS = ".st-key-answers button"

FOCUS = """() => {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  if (!at || at === document.body) return ['', ''];
  const places = [];
  for (let up = at; up; up = up.parentElement ?? up.getRootNode().host) {
    places.push(...[...up.classList].filter(name => name.startsWith('st-key-')));
  }
  return [places.map(name => name.slice(7)).join(' '), at.innerText ?? ''];
}"""
"""Round what has the focus: the keys of our containers, the inmost first; and its words."""


def address(path: str, **query: str) -> str:
    return f"{path}?{urlencode({'lang': 'en', **query})}"


def press(page: Page, key: str) -> None:
    page.keyboard.press(key)
    settle(page)


def click(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=False).first.click()
    settle(page)


def focus(page: Page) -> tuple[str, str]:
    """The places that hold the focus, and the words of what has it."""
    places, words = page.evaluate(FOCUS)
    return places, words


def assert_focus(page: Page, place: str, words: str = "") -> None:
    """The focus is in the container *place*, or comes to it within a moment."""
    for _ in range(20):
        found = focus(page)
        if place in found[0].split() and words in found[1]:
            return
        page.wait_for_timeout(50)
    raise AssertionError(f"the focus is at {focus(page)}, not in {place!r} at {words!r}")


# ---------------------------------------------------------------------- keyboard


def test_focus_goes_where_the_eye_goes_in_practice(page_at: PageAt) -> None:
    page = page_at(address("drill", puzzle=RUFFED))
    for number in range(1, 4):
        press(page, "h")
        assert_focus(page, "hints")
        expect(page.locator(".st-key-hints [role=status]")).to_have_count(number)
    press(page, "1")  # North, who led; South over-ruffed
    assert_focus(page, "verdict", "Not this time")
    press(page, "n")
    assert_focus(page, "question", "?")


def test_focus_follows_the_parts_of_an_answer_and_what_is_taken_back(page_at: PageAt) -> None:
    page = page_at(address("drill", puzzle=BUILT))
    title = page.get_by_role("heading", level=1)
    first = title.inner_text()
    press(page, "1")
    assert_focus(page, "answers")
    assert title.inner_text() != first
    click(page, "Take back")
    assert_focus(page, "question", first)
    for _ in range(4):
        press(page, "1")
    assert_focus(page, "verdict")


def test_focus_goes_where_the_eye_goes_in_a_lesson(page_at: PageAt) -> None:
    page = page_at(address("learn", lesson="following-suit", step="2"))
    for _ in range(2):
        press(page, "n")
        assert "reveal-learn" in focus(page)[0] or press_focus(page, "Next card")
    press(page, "n")
    assert_focus(page, "ways", "Continue")  # the trick is complete, and leads on
    press(page, "Enter")
    assert_focus(page, "step")
    click(page, "Back")
    assert_focus(page, "step")  # a place that was met before


def press_focus(page: Page, name: str) -> bool:
    """A shortcut leaves the focus where it is; a click on the button leaves it there."""
    button = page.get_by_role("button", name=re.compile(name))
    button.focus()
    return name in focus(page)[1]


def test_next_card_keeps_the_focus_while_there_is_one(page_at: PageAt) -> None:
    page = page_at(address("learn", lesson="following-suit", step="2"))
    page.get_by_role("button", name=re.compile("Next card")).focus()
    for _ in range(2):
        press(page, "Enter")
        assert "Next card" in focus(page)[1]
    press(page, "Enter")
    assert_focus(page, "ways", "Continue")


def test_a_card_tried_leads_to_the_verdict_and_back_to_the_hand(page_at: PageAt) -> None:
    page = page_at(address("learn", lesson="following-suit", step="5"))
    page.locator("[data-event='play'][data-value='SK']").click()
    settle(page)
    assert_focus(page, "verdict", "may not be played")
    page.locator("[data-event='play'][data-value='HQ']").click()
    settle(page)
    assert_focus(page, "verdict", "may be played")
    click(page, "Try another card")
    assert_focus(page, "hand")


def test_a_finished_lesson_leads_to_the_lessons_and_another_language_to_its_button(
    page_at: PageAt,
) -> None:
    page = page_at(address("learn", lesson="the-table", step="12"))
    click(page, "Finish the lesson")
    assert_focus(page, "lessons", "Learn")
    click(page, "日本語")
    assert_focus(page, "settings-bar", "English")
    expect(page.locator("html")).to_have_attribute("lang", "ja")


def test_questions_of_a_lesson_take_the_focus_in_turn(page_at: PageAt) -> None:
    page = page_at(address("learn", lesson="following-suit", step="12", seed="1"))
    for _ in range(4):  # narrated first: card by card
        if page.get_by_role("button", name=re.compile("Next card")).count():
            press(page, "n")
    if page.locator(ANSWERS).count():
        while page.locator(ANSWERS).count():
            press(page, "1")
        assert_focus(page, "verdict")
    else:
        assert_focus(page, "told")
    press(page, "n")
    assert_focus(page, "question")
