"""The journeys of a learner and a teacher in Chromium, Firefox and WebKit, wide and narrow."""

import os
import re
from collections.abc import Iterator
from itertools import pairwise
from urllib.parse import quote

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Playwright

from tests.browser.chromium import Scheme, Server
from tests.browser.engines import DEEP, Engine, PlaywrightHands, Tab, engine, missing
from tests.printed import opened
from tutor.frontend import Scheme as Colours
from tutor.frontend import colours

PUZZLE = "1 who-wins partnership culbertson N=C E=S S=D W=H : N C6 S7 D9 C5"
"""North led, East ruffed, and South over-ruffed: South wins."""

ANSWERS = "[class*='st-key-answers'] button"
NEXT = "[class*='st-key-next-'] button"
SIZES = [pytest.param((1280, 800), id="1280"), pytest.param((390, 844), id="390")]
ENGINES = ("chromium", "firefox", "webkit")


@pytest.fixture(params=ENGINES)
def running(request: pytest.FixtureRequest, playwright: Playwright) -> Iterator[Engine]:
    """An engine; what a test has opened in it is closed behind it."""
    if lacks := missing(request.param):
        if os.environ.get("CALYPSO_REQUIRE_ENGINES"):
            pytest.fail(lacks)
        pytest.skip(lacks)
    ready = request.getfixturevalue("browser") if request.param == "chromium" else None
    with engine(request.param, playwright, ready) as found:
        yield found


def wrong(tab: Tab, server: Server) -> None:
    tab.open(f"{server.url}/drill?lang=en&puzzle={quote(PUZZLE)}")
    tab.click(ANSWERS, "North")
    tab.wait(".st-key-verdict .verdict-wrong", "Not this time")
    assert tab.beyond() == 0
    assert tab.cut() == []


def fine(tab: Tab) -> None:
    assert tab.beyond() == 0
    assert tab.cut() == []


@pytest.mark.parametrize("running", ENGINES[1:], indirect=True)
def test_back_leads_to_the_page_one_came_from(running: Engine, server: Server) -> None:
    """In Chromium the journeys hold it."""
    tab = running.tab(1280, 800)
    tab.open(f"{server.url}/teach?lang=en")
    for name, path in (("Practise", "drill"), ("Rules", "rules")):
        tab.click(".stMain a", name)
        at(tab, path)
    for path in ("drill", "teach"):
        tab.hands.js("history.back()")
        at(tab, path)


@pytest.mark.parametrize("running", ENGINES[1:], indirect=True)
def test_in_japanese_every_place_card_lies_on_the_table(running: Engine, server: Server) -> None:
    """WebKit breaks no line of Japanese where the others do."""
    tab = running.tab(390, 844)
    tab.open(f"{server.url}/drill?lang=ja&puzzle={quote(PUZZLE)}")
    beside = f"""{DEEP}
      const felt = deep('.felt')[0].getBoundingClientRect();
      return deep('.felt .who').map(node => node.getBoundingClientRect())
        .filter(({{ left, right }}) => left < felt.left || right > felt.right).length"""
    assert tab.count(".felt .who") == 4
    assert tab.hands.js(beside) == 0


@pytest.mark.parametrize("running", ["firefox"], indirect=True)
def test_firefox_prints_whole_tables_as_ink_on_white(running: Engine, server: Server) -> None:
    """In Chromium test_everyone holds it."""
    tab = running.tab(scheme="dark")
    tab.open(f"{server.url}/beside?lang=en&scene=3")
    assert isinstance(tab.hands, PlaywrightHands)
    printed = opened(tab.hands.pdf_from_firefox())
    plate, plates = colours(Colours.LIGHT)["minor"], 0
    for number in range(len(printed.pages)):
        page = printed.look(number)
        inked = page.convert("L").point(lambda grey: 255 * (grey < 128)).histogram()[255]
        assert inked < page.width * page.height / 5
        apart = ImageChops.difference(page, Image.new("RGB", page.size, plate)).convert("L")
        lines = apart.point(lambda grey: 255 * (grey < 3)).getprojection()[1]
        plates += sum(begins > before for before, begins in pairwise([0, *lines]))
    assert plates == 2, "North and South"


def at(tab: Tab, path: str) -> None:
    """Wait until the page at *path* is there."""
    tab.until(lambda: tab.hands.js("return location.pathname") == f"/{path}", f"page {path}")
    tab.settle()


@pytest.mark.parametrize(
    ("running", "device", "chosen"),
    [
        # Those in which nothing else is tried, and both ways; all together in a soak.
        pytest.param(engine, *way, marks=() if kept else pytest.mark.soak)
        for at, engine in enumerate(ENGINES)
        for number, way in enumerate([("dark", "Light"), ("light", "Dark")])
        for kept in (engine != "chromium" and number == at % 2,)
    ],
    indirect=["running"],
)
def test_a_wrong_answer_stays_and_a_chosen_scheme_goes_before_the_devices(
    running: Engine, server: Server, device: Scheme, chosen: str
) -> None:
    tab = running.tab(390, 844, scheme=device)
    wrong(tab, server)
    tab.press("w")
    tab.wait(".ladder .rungs", "leads")
    tab.reload()
    tab.wait(".st-key-verdict .verdict-wrong", "Not this time")
    tab.press("n")
    tab.wait(ANSWERS)
    assert tab.count(".st-key-verdict") == 0

    # At once, and on the next visit.
    page = "[data-testid='stApp']", "backgroundColor"
    first = tab.colour(*page)
    assert (sum(first[:3]) < 200) == (device == "dark")
    tab.hands.js("window.same = true")
    tab.click(".st-key-settings [data-testid='stPopoverButton']")
    tab.click(".st-key-setting-scheme label:has(input)", chosen)
    tab.until(lambda: tab.colour(*page) != first, "other ground")
    tab.press("Escape")
    assert tab.hands.js("return window.same"), "the page was loaded anew"
    painted = tab.colour(*page)
    assert tab.colour("html", "backgroundColor") == painted
    words = tab.colour("h1", "color"), tab.colour(".st-key-actions p", "color")
    for word in words:
        assert abs(sum(word[:3]) - sum(painted[:3])) > 300, "our own sheets follow"
    # The address that is opened next says nothing of it: it is dark before anything is painted.
    tab.hands.goto(f"{server.url}/drill?lang=en&puzzle={quote(PUZZLE)}")
    assert tab.colour("html", "backgroundColor") == painted
    tab.settle()
    assert tab.colour(*page) == painted


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_a_learner_goes_from_home_through_a_lesson_to_practice(
    running: Engine, server: Server, size: tuple[int, int]
) -> None:
    tab = running.tab(*size)
    tab.open(f"{server.url}/?lang=en")
    fine(tab)
    tab.click("[class*='st-key-settings'] [data-testid='stPopoverButton']")
    tab.wait("label", "Red and black")
    fine(tab)
    tab.press("Escape")
    tab.click("button", "Start lesson one")
    asked = 0
    for _ in range(60):
        fine(tab)
        if tab.count(ANSWERS):
            tab.click(ANSWERS)
            asked += 1
        elif tab.count("[class*='st-key-reveal-all-'] button"):
            tab.click("[class*='st-key-reveal-all-'] button")
        elif tab.count("[data-event='play']") and not tab.count("[class*='st-key-another-']"):
            tab.click("[data-event='play']")
        onward = "[class*='st-key-drill-next-'] button, [class*='st-key-next-'] button"
        last = "Finish" in tab.text(onward)
        tab.click(onward)
        if last:
            break
    assert asked >= 3
    tab.open(f"{server.url}/drill?lang=en&mode=free&kind=who-wins")
    for number in range(1, 4):
        tab.press("1")
        tab.wait(".st-key-verdict .verdict")
        if number > 1:  # of one answer the verdict has said it
            tab.wait(".where", f"of {number} right")
        tab.press("n")


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_a_trick_of_a_game_is_played(
    running: Engine, server: Server, size: tuple[int, int]
) -> None:
    tab = running.tab(*size)
    tab.open(f"{server.url}/play?lang=en")
    fine(tab)
    tab.click("button[data-testid='stBaseButton-primary']")
    for _ in range(3):
        tab.click("[data-event='play']:not([aria-disabled='true'])")
        if tab.count("[data-event='act']", "Continue"):
            break
    fine(tab)
    tab.reload()
    tab.wait(".play-table")


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_a_teacher_and_a_learner_meet_in_a_room(
    running: Engine, server: Server, size: tuple[int, int]
) -> None:
    hall, ann = running.tab(1280, 800), running.tab(*size)
    hall.open(f"{server.url}/host?lang=en")
    hall.click("button", "Open the room")
    code = re.sub(r"\W", "", hall.text(".room-code"))
    ann.open(f"{server.url}/room?lang=en")
    ann.type("input[aria-label='The code']", code)
    ann.press("Enter")
    ann.click("button", "Continue") if ann.count("button", "Continue") else None
    ann.type("input[aria-label='Nickname']", "Ann")
    ann.press("Enter")
    ann.click("button", "Join") if ann.count("button", "Join") else None
    ann.wait("h1, h2", "You’re in")
    hall.wait(".names li", "Ann")
    hall.click(".st-key-due button")
    ann.wait("h1")
    fine(ann)
    fine(hall)


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_a_teacher_prepares_a_handout_and_a_lesson(
    running: Engine, server: Server, size: tuple[int, int]
) -> None:
    tab = running.tab(*size)
    tab.open(f"{server.url}/handouts?lang=en")
    tab.wait("[data-testid='stImage'] img, .st-key-preview img, img")
    fine(tab)
    tab.open(f"{server.url}/workshop?lang=en")
    tab.wait("textarea")
    fine(tab)
    tab.reload()
    tab.wait("textarea")


@pytest.mark.soak
@pytest.mark.parametrize("size", SIZES)
def test_the_dark_is_dark_and_the_keyboard_reaches_all(
    running: Engine, server: Server, size: tuple[int, int]
) -> None:
    tab = running.tab(*size, scheme="dark")
    tab.open(f"{server.url}/drill?lang=en&puzzle={quote(PUZZLE)}")
    red, green, blue, _ = tab.colour("[data-testid='stApp']", "backgroundColor")
    assert max(red, green, blue) < 64
    assert min(tab.colour("h1", "color")[:3]) > 160
    focus = """let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at?.closest('[class*="st-key-answer-"]') !== null && at.nodeName === 'BUTTON'"""
    for _ in range(60):
        if tab.hands.js(focus):
            break
        tab.hands.press("Tab")
    else:
        raise AssertionError("Tab never reaches an answer")
    tab.press("Enter")
    tab.wait(".st-key-verdict .verdict")
