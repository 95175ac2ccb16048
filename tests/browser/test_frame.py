"""Whatever asks stands in one frame: nothing is scrolled, and the table stays where it is."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page

from puzzles.kinds import KINDS
from tests.browser.chromium import PageAt, settle
from tests.browser.test_play import ONWARD, deal
from tests.browser.walk import a_puzzle, goto
from tutor.lessons.loading import load_all
from tutor.words.texts import LANGUAGES

SIZES = ((1280, 800), (390, 844))
LETTERS = (1.0, 1.5)
THREE_ROWS = ("what-is-built", "spot-revoke", "suit-markers")
"""Kinds whose table has three rows: on a telephone they may be scrolled once."""
EVERYTHING = bool(os.environ.get("CALYPSO_SOAK"))

MEASURE = """() => {
  const stages = [...document.querySelectorAll('*')].filter((node) => node.shadowRoot);
  const drawn = (what) => stages.flatMap((node) => [...node.shadowRoot.querySelectorAll(what)]);
  const place = document.querySelector('.st-key-actions') ?? drawn('.ways')[0];
  const foot = place?.getBoundingClientRect();
  const floor = innerWidth < 768 && foot ? foot.top : innerHeight;
  const hidden = [];
  const see = (name, node, low) => {
    const box = node.getBoundingClientRect();
    if (box.height && (box.top < -1 || box.bottom > low + 1)) {
      hidden.push(`${name} at ${Math.round(box.top)} to ${Math.round(box.bottom)} of ${low}`);
    }
  };
  const cards = drawn('[data-event]:not(.ways *)');
  const answers = [...document.querySelectorAll("[class*='st-key-answers'] button")];
  for (const area of document.querySelectorAll('.st-key-question, .st-key-verdict')) {
    see(area.className.match(/st-key-[a-z]+/)[0], area, floor);
  }
  for (const node of cards.length ? cards : answers) see('an answer', node, floor);
  if (cards.length && answers.length && !cards.every((node) => node.dataset.event === 'play')) {
    for (const node of answers) see('an answer', node, floor);
  }
  for (const node of drawn('.line-under')) see('what is said', node, floor);
  for (const node of drawn('.told-part')) see('what was asked for', node, floor);
  for (const node of place?.querySelectorAll('button') ?? []) {
    see(`what leads on (${node.innerText.trim()})`, node, innerHeight);
    const box = node.getBoundingClientRect();
    if (box.left < -1 || box.right > innerWidth + 1) hidden.push(`${node.innerText} sideways`);
  }
  if (!foot) hidden.push('no place for what leads on');
  const letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const bar = document.querySelector('.st-key-top').getBoundingClientRect().height;
  if (bar > 3.5 * letter) hidden.push(`a bar of ${bar} px`);
  const main = document.querySelector('[data-testid="stMain"]');
  if (main.scrollWidth > innerWidth) hidden.push('sideways scrolling');
  const felt = drawn('.felt')[0] ?? document.querySelector('.st-key-board');
  const table = felt.getBoundingClientRect();
  return { hidden, table: [Math.round(table.left), Math.round(table.top)] };
}"""


@dataclass(frozen=True)
class Place:
    """What is looked at, in which language, in which window, with how large letters."""

    what: str
    language: str
    size: tuple[int, int]
    letters: float

    def __str__(self) -> str:
        width, height = self.size
        return f"{self.what} {self.language} {width}x{height} {self.letters:.0%}"


STEPS = [f"{lesson.id}/{n}" for lesson in load_all() for n in range(1, len(lesson.steps) + 1)]
TABLES = ("referee", "game")
"""Where nothing is asked, but a trick is laid or a game played."""
PAGES = {"game": "play"}
PLACES = [Place(*one) for one in product([*KINDS, *TABLES, *STEPS], LANGUAGES, SIZES, LETTERS)]


def sample(places: list[Place]) -> list[Place]:
    """All places in a soak; otherwise kinds and tables once, and twelve steps, others each day."""
    if EVERYTHING:
        return places
    today = datetime.now(UTC).date().toordinal()
    kinds = [[one for one in places if one.what == kind] for kind in (*KINDS, *TABLES)]
    steps = [one for one in places if "/" in one.what]
    first = 12 * today % len(steps)
    return [one[(today + n) % len(one)] for n, one in enumerate(kinds)] + steps[first : first + 12]


def enlarge(page: Page, letters: float) -> None:
    """Make all letters larger, as a setting of the reader's own does."""
    style = f"html {{ font-size: {18 * letters}px !important; }}"
    page.add_style_tag(content=style)
    settle(page)


def measured(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(MEASURE)
    return found


def play_on(page: Page, turn: int) -> bool:
    """Ask the coach, play a card, ask why the trick was won, and go on: one of them each time."""
    card = ".hand button:not(.dim):not([aria-disabled])"
    wanted = page.locator(("[data-value='coach']", card, "[data-value='why']", ONWARD)[turn % 4])
    if wanted.count():
        wanted.first.click()
        settle(page)
    return True


def answer(page: Page) -> bool:
    """Return one part of an answer, or lay one more card; whether there was something to do."""
    check = page.locator("[class*='st-key-check-'] button")
    ranks = page.locator(".picker [data-event='pick']:not([aria-disabled])")
    if ranks.count():
        ranks.last.click()
    elif page.locator(".picker").count():
        page.locator(".picker [data-event='choose']").first.click()
    elif check.count():
        page.locator("[data-event='play']").first.click()
        settle(page)
        check.click()
    elif page.locator(".st-key-replies [data-event='play']:not([aria-disabled])").count():
        page.locator(".st-key-replies [data-event='play']").first.click()
    elif page.locator("[class*='st-key-answer-'] button").count():
        page.locator("[class*='st-key-answer-'] button").last.click()
    elif page.locator("[class*='st-key-reveal-'] button").count():
        page.locator("[class*='st-key-reveal-'] button").last.click()
    else:
        return False
    settle(page)
    return True


@pytest.mark.parametrize("place", sample(PLACES), ids=str)
def test_nothing_is_scrolled_and_the_table_stays(place: Place, page_at: PageAt) -> None:
    width, height = place.size
    page = page_at(width=width, height=height, locale="ja-JP" if place.language == "ja" else "en")
    if place.what in KINDS:
        goto(page, "drill", lang=place.language, puzzle=a_puzzle(place.what))
    elif place.what in TABLES:
        goto(page, PAGES.get(place.what, place.what), lang=place.language)
    else:
        lesson, _, step = place.what.partition("/")
        goto(page, "learn", lang=place.language, lesson=lesson, step=step, seed="1")
    if place.what == "game":
        deal(page)
    enlarge(page, place.letters)
    at = measured(page)["table"]
    for turn in range(12):
        found = measured(page)
        if width > 768 or place.what not in THREE_ROWS:
            assert not found["hidden"], f"{found['hidden']} {page.url}"
            assert found["table"] == at, f"from {at} to {found['table']}: {page.url}"
        if not (play_on(page, turn) if place.what == "game" else answer(page)):
            break
