"""What is heard from question to verdict is what was last read, language by language.

Every part but one is heard in one language, these taking turns; in a soak all in all of them.
``HEARD=write pytest -m "" tests/browser/test_heard.py`` writes the golden files anew, to be read.
Below what is heard each names the texts it is made of, so that `tests/test_sentences.py` sees
without a browser when one of them has changed.
"""

import os
from collections.abc import Callable, Mapping
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from playwright.sync_api import Page, expect

from engine.rulebooks import CULBERTSON
from engine.table import Seat
from engine.trick import Trick
from puzzles.pupil import parse_pupil, speaks_against
from puzzles.pupil_round import begin, good_teaching
from tests.browser.chromium import PageAt, Scheme, axe, overflow, settle
from tests.browser.evening import asking, evening
from tests.browser.heard import Listener
from tests.course import first_question
from tests.samples import paired
from tests.sentences import heard_path, keys_in
from tutor.rooms.controls import Control
from tutor.words.texts import LANGUAGES, Texts

RUFFED = "1 who-wins partnership culbertson N=C E=S S=D W=H : N C6 S7 D9 C5"
"""South over-ruffs; North led."""

PUPIL = "1 partnership culbertson aces-are-low+highest-card-wins 4711"
OWN = ("N HA H5 H6 H7", "N H5 HJ CK H7")
"""Tricks that show what the pupil believes, one misconception each."""

ASKING, SAID = ".st-key-asking", ".st-key-pupil-said"
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
ANSWERS = "[class*='st-key-answers'] button"


def key(page: Page, name: str) -> None:
    page.keyboard.press(name)
    settle(page)


def practice(page_at: PageAt, language: str) -> list[str]:
    """A wrong answer in practice, by a key, and why it is wrong."""
    page = page_at(f"drill?lang={language}&puzzle={RUFFED}")
    heard = Listener(page)
    heard.after("Practice, the question")
    heard.read(ASKING)
    key(page, "1")
    heard.after("The key 1: North, which is wrong")
    heard.read(ASKING)
    key(page, "w")
    heard.after("The key W")
    return heard.lines


def lesson(page_at: PageAt, language: str) -> list[str]:
    """A step that asks, answered wrongly, and the step after it."""
    one, number, step = first_question()
    puzzle = step.puzzle(CULBERTSON)
    choices = [choice.token for choice in puzzle.parts[0].choices]
    wrong = next(place for place, one in enumerate(choices, start=1) if one != puzzle.solution)
    page = page_at(f"learn?lang={language}&lesson={one.id}&step={number - 1}&seed=1")
    heard = Listener(page)
    key(page, "n")
    while number_of(page) != number:  # a trick is turned up card by card before the way on
        key(page, "n")
    heard.after("A lesson, the key N: a step that asks")
    heard.read(ASKING)
    key(page, str(wrong))
    heard.after(f"The key {wrong}, which is wrong")
    heard.read(ASKING)
    key(page, "n")
    heard.after("The key N: the next step")
    return heard.lines


def number_of(page: Page) -> int:
    found = parse_qs(urlsplit(page.url).query)["step"]
    return int(found[0])


def deal(page_at: PageAt, language: str) -> list[str]:
    """The first whole deal: a card that may not be played, one that may, and who wins."""
    page = page_at(f"?lang={language}")
    page.locator(".st-key-deal button").click()
    settle(page)
    heard = Listener(page)
    heard.after("Home, the whole deal: the first card")
    heard.read(ASKING)
    for value, step in (("S", "A spade, which may not be played"), ("C", "A club")):
        page.locator(f"[data-event='play'][data-value^='{value}']").first.click()
        heard.after(step)
    heard.read(ASKING)
    key(page, "1")
    heard.after("The key 1")
    return heard.lines


def room(page_at: PageAt, language: str) -> list[str]:
    """A learner in a room, from the question that is shown to what is said of the answer."""
    say, taught = Texts(language), evening(asking(RUFFED))
    page = page_at(taught.phone(language))
    page.get_by_label(say("room.join.name")).fill("Ann")
    page.get_by_role("button", name=say("room.join.button"), exact=True).click()
    expect(page.get_by_role("heading", name=say("room.wait.title"))).to_be_visible()
    heard = Listener(page)
    taught.use(Control.NEXT)
    expect(page.get_by_text(say("room.ready"))).to_be_visible()
    heard.after("A room: the teacher shows the question")
    taught.use(Control.OPEN)
    expect(page.locator(ANSWERS)).to_have_count(4)
    heard.after("The teacher takes answers")
    heard.read(ASKING)
    key(page, "1")
    expect(page.locator(".room-sent")).to_be_visible()
    heard.after("The key 1: North, which is wrong")
    taught.use(Control.CLOSE)
    expect(page.get_by_text(say("room.closed"))).to_be_visible()
    expect(page.get_by_text(say("room.tap.who-wins.seat"))).to_have_count(0)
    heard.after("The teacher takes no more answers")
    taught.use(Control.REVEAL)
    expect(page.locator(".st-key-verdict")).to_be_visible()
    heard.after("The teacher shows the answer")
    heard.read(ASKING)
    return heard.lines


def pupil(page_at: PageAt, language: str) -> list[str]:
    """A whole round with the pupil on a telephone, by keys alone: two misconceptions are gone."""
    say, taught = Texts(language), parse_pupil(PUPIL)
    page = page_at(f"pupil?{urlencode({'lang': language, 'pupil': PUPIL})}", width=390, height=844)
    now, heard = begin(taught), Listener(page)
    for line, misconception, scheme in zip(OWN, taught.misconceptions, SCHEMES, strict=True):
        page.emulate_media(color_scheme=scheme)
        key(page, "o")
        heard.after("The pupil, the key O: a trick of one's own")
        reach(page, say.name(Seat.NORTH))
        for letter in ("Enter", *"".join(line.split()[1:]).lower()):
            key(page, letter)
        key(page, "n")
        now = now.lay(Trick.parse(line, taught.table))
        heard.after("Four cards laid by their letters, and the key N")
        heard.read(SAID)
        reach(page, say(f"misconception.{misconception}.name"))
        key(page, "Enter")
        now = now.name(misconception)
        heard.after("What the pupil believes is named")
        number = next(n for n in range(3) if speaks_against(now.offers[n], misconception))
        key(page, str(number + 1))
        now = now.show(number)
        heard.after(f"The key {number + 1}: a trick that shows it wrong")
        heard.read(SAID)
        assert axe(page) == []
        assert overflow(page) == 0
    heard.read(".st-key-pupil-end")
    assert now.done
    expect(page.get_by_text(say("pupil.done", count=now.tricks))).to_be_visible()
    expect(page.get_by_text(say("pupil.best", count=good_teaching(taught)))).to_be_visible()
    key(page, "n")
    expect(page.get_by_text(say("pupil.intro"))).to_be_visible()
    return heard.lines


def reach(page: Page, words: str) -> None:
    """Press Tab until the button of these words has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()").startswith(words):
            return
    raise AssertionError(f"Tab does not reach {words!r}")


PARTS: dict[str, Callable[[PageAt, str], list[str]]] = {
    "Practice": practice,
    "A lesson": lesson,
    "A whole deal": deal,
    "A room": room,
    "The pupil": pupil,
}
"""What is listened to, by the headings of the golden files."""


def read(language: str) -> dict[str, str]:
    """What was last read of a language, by part; nothing of a language that is new."""
    path = heard_path(language)
    whole = path.read_text("utf-8").partition("\n\nkey: ")[0] if path.exists() else ""
    parts = (part.partition("\n\n") for part in whole.removeprefix("## ").split("\n\n## "))
    return {title: said for title, _, said in parts}


def write(language: str, parts: Mapping[str, str]) -> None:
    """Write what is heard, part by part, and the texts that it is made of."""
    said = "\n\n".join(f"## {title}\n\n{parts[title]}" for title in PARTS if title in parts)
    whole = "\n".join((said, "", *(f"key: {key}" for key in keys_in(said, language)), ""))
    heard_path(language).write_text(whole, encoding="utf-8")


SELDOM = "The pupil"
"""What is heard of it is heard of practice too: it is listened to in a soak alone."""


@pytest.mark.parametrize(
    ("part", "language"),
    [
        *paired([part for part in PARTS if part != SELDOM], LANGUAGES),
        *(pytest.param(SELDOM, language, marks=pytest.mark.soak) for language in LANGUAGES),
    ],
)
def test_what_is_heard_is_what_was_read(page_at: PageAt, part: str, language: str) -> None:
    said = "\n".join(PARTS[part](page_at, language)).strip()
    if os.environ.get("HEARD") == "write":
        write(language, read(language) | {part: said})
    assert said.splitlines() == read(language)[part].splitlines()


WATCHED = """() => {
  const region = document.getElementById("calypso-said");
  window.read = [];
  const note = () => region.textContent && window.read.push(region.textContent);
  new MutationObserver(note).observe(region, { childList: true });
}"""


def test_reasons_are_read_each_time_they_are_opened(page_at: PageAt) -> None:
    page = page_at(f"drill?lang=en&puzzle={RUFFED}")
    key(page, "1")
    page.evaluate(WATCHED)
    for times in (1, 2, 3):
        key(page, "w")
        page.wait_for_function("times => window.read.length === times", arg=times)
        key(page, "w")
        expect(page.locator("#calypso-said")).to_be_empty()
    assert len(set(page.evaluate("window.read"))) == 1


def test_reasons_that_are_put_back_while_they_close_are_not_read_again(page_at: PageAt) -> None:
    """Streamlit does so when the page grows shorter, on a slow machine for a quarter of a second.

    Here its state and its parts are set by hand, in that order.
    """
    page = page_at("rules?lang=en")
    page.evaluate(WATCHED)
    page.evaluate(
        """async () => {
          const app = document.querySelector("[data-test-script-state]");
          const wait = (time) => new Promise((done) => setTimeout(done, time));
          const data = { place: "part", occasion: "opened", words: "Why it won" };
          const open = () => {
            const parentElement = document.body.appendChild(document.createElement("span"));
            const end = __calypso.scripts.reader({ data, parentElement });
            return () => {
              end();
              parentElement.remove();
            };
          };
          const run = async (changes) => {
            app.dataset.testScriptState = "running";
            await changes();
            app.dataset.testScriptState = "notRunning";
            await wait(500);
          };
          let close;
          await run(() => (close = open()));
          const once = window.read.length;
          await run(async () => {
            close();
            close = open();
            await wait(250);
            close();
          });
          const closed = window.read.length;
          await run(() => (close = open()));
          const twice = window.read.length;
          await run(() => {
            close();
            close = open();
          });
          window.counted = [once, closed, twice, window.read.length];
        }"""
    )
    assert page.evaluate("window.counted") == [1, 1, 2, 2]
