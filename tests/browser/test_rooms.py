"""A club evening in three browsers: a teacher and two learners go through a whole round."""

import asyncio
import re
from collections.abc import Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from puzzles.kinds import foreseen
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import join_parts
from tests.benchmarks.websocket import Tab
from tests.browser import walk
from tests.browser.chromium import LOCALES, PageAt, Scheme, Server, axe, overflow, settle
from tests.browser.evening import ASKED, asking, evening, teaching
from tests.course import LESSONS
from tests.rooms import token
from tests.samples import one_in
from tests.steady import now
from tutor.rooms.controls import Control
from tutor.words.texts import Texts

RUFFED = "1 who-wins partnership culbertson N=C E=S S=D W=H : N C6 S7 D9 C5"
"""pokerwiner.com's fifth trick: South over-ruffs; North led."""
DISPUTED = "1 who-wins partnership culbertson N=S E=C S=H W=D : N S9 C4 SK SA"

ANN = "**Ann** <b>x</b> $y$"
"""A nickname that would be bold, marked up or a formula, if it were anything but text."""

FIRST = frozenset({"open, a telephone", "open, the hall", "the spread", "why"})
"""States that `make test` measures; `make soak` measures all, with the colours the other way
round."""

EITHER = [pytest.param("en", marks=pytest.mark.soak), "ja"]
"""In the language whose words the other tests of this file do not see; in both in a soak."""


def due(page: Page) -> None:
    """Press the big button, once the one before it is gone."""
    expect(page.locator(".st-key-due button")).to_have_count(1)
    page.locator(".st-key-due button").click()
    settle(page)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=False).first.click()
    settle(page)


def lines(page: Page, *puzzles: str, language: str = "en") -> None:
    """Choose puzzles of one's own as what is asked, and put these in."""
    page.locator(".st-key-room-source [role=radiogroup] label").last.click()
    settle(page)
    box = page.locator("[class*='st-key-room-lines'] textarea")
    box.fill("\n".join(puzzles))
    box.blur()
    counted = Texts(language)("room.open.asks", count=len(puzzles))
    expect(page.get_by_text(counted)).to_be_visible()


def join(page: Page, code: str, name: str) -> None:
    """Type the code and a nickname."""
    page.get_by_label("The code").fill(code.lower())
    press(page, "Continue")
    come(page, name)


def come(page: Page, name: str) -> None:
    """Type a nickname."""
    page.get_by_label("Nickname").fill(name)
    press(page, "Join")
    expect(page.get_by_role("heading", name="You’re in")).to_be_visible()


def remove(hall: Page, name: str) -> None:
    """Remove the one who is there, whose name is text in every list."""
    press(hall, "People")
    hall.get_by_role("combobox", name="Name").click()
    option = hall.get_by_role("option")
    expect(option).to_have_text([name])
    option.click()
    settle(hall)
    press(hall, "Remove the name")
    hall.keyboard.press("Escape")


MET = """field => {
  const { x, y, width, height } = field.getBoundingClientRect();
  return [.1, .5, .9].map(part => document.elementFromPoint(x + part * width, y + height / 2))
    .every(met => met === field);
}"""
"""Whether a finger meets the field all along it."""


ANSWERS = "[class*='st-key-answers'] button"


def names(page: Page) -> Locator:
    return page.locator(".names li")


def pixels(page: Page, css: str) -> float:
    """How large the letters are."""
    script = "found => parseFloat(getComputedStyle(found).fontSize)"
    return float(page.locator(css).first.evaluate(script))


class Looks:
    """What axe, a narrow page and a thumb have to complain about, state by state."""

    def __init__(self, states: Collection[str] | None) -> None:
        self.states = states
        self.faults: list[str] = []

    def __call__(self, name: str, page: Page) -> None:
        """Look at *page* in the state *name*, if it is one of those to be looked at."""
        size = page.viewport_size
        if not size or (self.states is not None and name not in self.states):
            return
        settle(page)
        telephone = size["width"] < 600
        found = [f"axe: {fault}" for fault in axe(page)]
        found += [f"cut off: {fault}" for fault in walk.lost(page)]
        found += [f"moves: {fault}" for fault in walk.moving(page)]
        found += [f"tiny: {fault}" for fault in walk.tiny(page, 16)]
        if telephone:
            found += [f"too small to press: {fault}" for fault in walk.too_small(page, 44)]
        walk.resize(page, 320, 700 if telephone else 256)
        if beyond := overflow(page):
            found.append(f"{beyond} px to be scrolled sideways at 320")
        walk.resize(page, size["width"], size["height"])
        self.faults += [f"{name}: {fault}" for fault in found]


@pytest.mark.journey
@pytest.mark.long
@pytest.mark.parametrize(
    ("wall", "hand", "states"),
    [("dark", "light", FIRST), pytest.param("light", "dark", None, marks=pytest.mark.soak)],
)
def test_a_teacher_and_two_learners_go_through_a_whole_round(
    page_at: PageAt, wall: Scheme, hand: Scheme, states: Collection[str] | None
) -> None:
    look = Looks(states)
    hall = page_at("teach?lang=en", scheme=wall)
    look("teach", hall)
    hall.locator(".st-key-offer-host a").click()
    settle(hall)
    walk.resize(hall, 1024, 768)
    assert bottom(hall.locator(".st-key-reach")) <= top(hall.locator(".st-key-room-open"))
    walk.resize(hall, 1280, 900)
    lines(hall, RUFFED, walk.a_puzzle("whose-turn"))
    # The button sticks to the foot, over what is scrolled under it; at the end it covers nothing.
    hall.locator("[data-testid=stMain]").evaluate("main => main.scrollTo(0, main.scrollHeight)")
    look("opening", hall)
    press(hall, "Open the room")
    code = hall.locator(".room-code").inner_text().replace(" ", "")
    assert re.fullmatch("[CDFGHJKMNPQRTWXY3479]{6}", code)
    expect(hall.locator(".room-qr svg")).to_be_visible()
    assert pixels(hall, ".room-code") >= 2 * pixels(hall, ".st-key-controls button")
    assert pixels(hall, ".room-address") > pixels(hall, ".st-key-controls button")

    ann = page_at("room?lang=en", width=390, height=844, scheme=hand)
    ben = page_at("room?lang=en", width=390, height=844, scheme=hand)
    look("the code", ann)
    field = ann.get_by_label("The code")
    field.click()
    field.press_sequentially("CDF")
    assert field.evaluate(MET), "a finger meets something else"
    join(ann, code, ANN)
    expect(names(hall)).to_have_text([ANN])
    remove(hall, ANN)
    expect(hall.get_by_text("0 people have joined.")).to_be_visible()
    expect(ann.get_by_text("removed your name")).to_be_visible()
    come(ann, ANN)
    join(ben, f"{code[:3]} {code[3:]}", "Ben 👩‍👩‍👧")
    look("waiting", ann)
    expect(names(hall)).to_have_text([ANN, "Ben 👩‍👩‍👧"])
    look("lobby", hall)

    due(hall)  # show the first question
    expect(hall.get_by_text("Answering hasn’t opened yet.")).to_be_visible()
    expect(ann.get_by_text("You can answer in a moment.")).to_be_visible()
    due(hall)  # open
    expect(ann.locator(ANSWERS)).to_have_count(4)
    look("open, a telephone", ann)
    ann.locator(ANSWERS).nth(2).click()
    expect(ann.locator(ANSWERS).nth(2)).to_contain_text("● South · ♦︎9")
    expect(ann.locator(".room-sent")).to_contain_text("Your answer is in.")
    ann.locator(ANSWERS).nth(0).click()  # changes her mind: North, who led
    expect(ann.locator(ANSWERS).nth(0)).to_contain_text("● North · ♣︎6")
    ben.locator("[data-event='choose'][data-value='S']").click()  # on the table itself
    expect(hall.get_by_text("2 of 2 have answered")).to_be_visible()
    look("open, the hall", hall)
    hall.locator(".st-key-hands button").click()
    expect(hall.locator(COUNT)).to_have_count(4)
    look("hold-up cards", hall)
    hall.keyboard.press("Escape")
    expect(hall.locator(COUNT)).to_have_count(0)

    due(hall)  # close
    expect(ann.get_by_text("Answers are closed.")).to_be_visible()
    ann.reload()
    settle(ann)
    expect(ann.locator(".room-sent")).to_contain_text("North")
    hall.reload()
    settle(hall)
    due(hall)  # reveal
    wrong = hall.locator(".spread-wrong").first
    expect(wrong).to_contain_text("1 · 50%")
    expect(wrong.locator(".spread-misconception")).to_contain_text("Nothing beats a led trump")
    expect(hall.locator(".spread-right")).to_contain_text("South")
    look("the spread", hall)
    expect(ann.locator(".st-key-verdict")).to_contain_text("Not this time")
    expect(ben.locator(".st-key-verdict")).to_contain_text("Right")
    look("why", ann)
    for rung in range(1, 5):
        due(hall)
        expect(hall.locator(".st-key-hall-ladder .rung")).to_have_count(rung)
    look("the ladder", hall)
    due(hall)  # the rule
    expect(hall.locator(".st-key-projector-rule")).to_contain_text("The rulebooks agree")
    rule = ".st-key-projector-rule p"
    assert pixels(hall, f"{rule} strong") > pixels(hall, f"{rule}:not(:has(strong))")
    look("the rule", hall)
    look("the rule, a telephone", ann)

    due(hall)  # next
    expect(ben.get_by_text("Question 2 of 2")).to_be_visible()
    due(hall)
    expect(ben.locator(ANSWERS)).to_have_count(4)
    settle(ben)  # a button is drawn before it hears its key
    ben.keyboard.press("2")  # numbers answer here as in practice
    expect(ben.locator(".room-sent")).to_be_visible()
    for _ in range(3):  # close, reveal, the rule: there is no ladder
        due(hall)
    expect(hall.locator(".st-key-projector-rule")).to_be_visible()
    due(hall)
    look("after the last", hall)
    press(hall, "End the room")
    expect(hall.get_by_role("heading", name="How the evening went")).to_be_visible()
    look("the summary", hall)
    with hall.expect_download() as saved:
        hall.get_by_role("button", name="Save as a spreadsheet").click()
    rows = saved.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert len(rows) == 4
    assert "Ann" not in "".join(rows), "names vanish unless they are kept"
    expect(ann.get_by_role("heading", name="That’s all for this evening")).to_be_visible()
    expect(ann.get_by_text("You got 0 of 2 right; you left 1 unanswered.")).to_be_visible()
    look("the end, a telephone", ann)
    assert not look.faults, "\n".join(look.faults)


def test_who_goes_by_another_name_can_be_removed_by_that_name(page_at: PageAt) -> None:
    """Nothing was pressed since, and nobody came: the list is that of now all the same."""
    here = evening(asking(RUFFED))
    hall = page_at(here.hall("en"))
    here.rooms.join(here.code, token(1), "Ann", now=now())
    expect(names(hall)).to_have_text(["Ann"])
    here.rooms.rename(here.code, token(1), "Rude", now=now())
    expect(names(hall)).to_have_text(["Rude"])
    settle(hall)
    remove(hall, "Rude")
    expect(hall.get_by_text("0 people have joined.")).to_be_visible()


def lead_on(page: Page) -> None:
    """Press what leads on, and wait until it is gone and something else would."""
    button = page.locator(".st-key-due [class*='st-key-control-']")
    (key,) = re.findall(r"st-key-control-\d+-due", button.get_attribute("class") or "")
    page.locator(f".{key} button").click()
    expect(page.locator(f".{key}")).to_have_count(0)
    settle(page)


def until_due(page: Page, label: str) -> Iterator[None]:
    """Yield once for every press before the one with this label is due."""
    while label not in due_next(page):
        yield


def due_next(page: Page) -> str:
    """What the big button says."""
    return page.locator(".st-key-due [class*='st-key-control-'] button").inner_text()


LOW = ((1366, 768), (1280, 800), (1024, 768), (1920, 1080))
"""Windows of projectors and laptops."""

UNDER = """
() => {
  const row = document.querySelector('.st-key-wall-row').parentElement.getBoundingClientRect();
  const within = root => [...root.querySelectorAll('*')]
    .flatMap(one => [one, ...(one.shadowRoot ? within(one.shadowRoot) : [])]);
  return within(document.querySelector('.st-key-projector'))
    .filter(one => one.matches('p, li, h1, svg, button, .rung'))
    .filter(one => one.checkVisibility() && one.getBoundingClientRect().width)
    .filter(one => one.getBoundingClientRect().bottom > row.top + 1)
    .map(one => `${one.tagName} ${one.textContent.slice(0, 40)}`);
}
"""
"""What reaches below the upper edge of the row of buttons, the table and the ladder among it."""


def below(wall: Page, sizes: tuple[tuple[int, int], ...] = LOW) -> list[str]:
    """Return what cannot be seen on a low wall without scrolling, or for the buttons."""
    found = []
    for width, height in sizes:
        walk.resize(wall, width, height)
        settle(wall)
        found += [f"{width}x{height}: {one}" for one in wall.evaluate(UNDER)]
        for button in wall.locator(".st-key-wall-row button").all():
            expect(button).to_be_in_viewport(ratio=1)
    return found


@pytest.mark.long
@pytest.mark.parametrize("language", EITHER)
def test_a_low_wall_shows_a_disputed_question_whole(page_at: PageAt, language: str) -> None:
    wall = page_at(evening(asking(DISPUTED)).wall(language), width=1366, height=768)
    faults = below(wall)
    more = Texts(language)("room.control.rung")
    for _ in until_due(wall, Texts(language)("room.control.rule")):
        lead_on(wall)
        if more not in due_next(wall):  # a ladder that is half up is lower than the whole
            faults += below(wall)
    rung = wall.locator(".st-key-hall-ladder .rung")
    for width, height, part in ((1366, 768, 0.4), (1920, 1080, 0.5)):
        walk.resize(wall, width, height)
        settle(wall)
        high = bottom(rung.last) - top(rung.first)
        assert high > part * height, "it is read at the back of the hall"
    lead_on(wall)
    faults += below(wall)
    expect(wall.locator(".st-key-projector-rule")).to_be_visible()
    expect(wall.get_by_role("alert")).to_contain_text("1998")
    assert not faults, "\n".join(faults)


UPRIGHT = ((810, 1080), (820, 1180))
"""Tablets held upright."""


@pytest.mark.parametrize("language", EITHER)
def test_on_a_tablet_held_upright_a_wall_uses_the_window(page_at: PageAt, language: str) -> None:
    """The table is as wide as the window, and what came of it is seen below it."""
    asked = evening(asking(RUFFED), points=True)
    asked.vote(*"NEEWSSSSS")
    wall = page_at(asked.wall(language), width=820, height=1180, locale=LOCALES[language])
    assert right(wall.locator(TABLE)) > 760
    asked.talk()
    asked.use(Control.REVEAL)
    expect(wall.locator(".spread-twice")).to_have_count(4)
    faults = below(wall, UPRIGHT)
    assert top(wall.locator(".spread")) >= bottom(wall.locator(TABLE)), "it stands below the table"
    assert min(lengths(wall)) > 300
    for _ in until_due(wall, Texts(language)("room.control.rule")):
        lead_on(wall)
    faults += below(wall, UPRIGHT)
    assert not faults, "\n".join(faults)


REVOKED = (
    "1 spot-revoke partnership culbertson N=C E=S S=D W=H :"
    " E H7 C4 H2 HA : N C5 S9 CQ CT : E D5 S3 HJ D5 : S C3 C4 H3 SQ"
)
"""Three tricks and a hand to be looked at."""
TALL = (REVOKED, *map(walk.a_puzzle, ("what-is-built", "ladder", "may-name", "suit-markers")))
"""Where there is most to be looked at before an answer."""


@pytest.mark.parametrize("language", EITHER)
def test_every_answer_to_the_tallest_questions_is_in_a_small_phones_window(
    page_at: PageAt, language: str
) -> None:
    asked = evening(asking(*TALL), Control.NEXT)
    phone = page_at(asked.phone(language), width=360, height=640)
    phone.get_by_role("textbox").fill("Ann")
    phone.keyboard.press("Enter")
    expect(phone.locator(".st-key-asking")).to_be_visible()
    answers = phone.locator(ANSWERS)
    for number, _ in enumerate(TALL, 1):
        asked.use(Control.OPEN)
        where = Texts(language)("ask.number", number=number, count=len(TALL))
        expect(phone.locator(".room-where")).to_contain_text(where)
        expect(answers.last).to_be_visible()
        for _ in range(2):  # before the first answer, and after it
            settle(phone)
            assert phone.evaluate(COVERED) == [], number
            answers.last.click()
            settle(phone)
        asked.use(Control.SKIP)


COVERED = """() => {
  const foot = document.querySelector('.st-key-actions')?.getBoundingClientRect();
  const floor = foot?.height ? foot.top : innerHeight;
  return [...document.querySelectorAll("[class*='st-key-answers'] button")]
    .filter(one => one.getBoundingClientRect().bottom > floor + 1).map(one => one.innerText);
}"""
"""The answers on a phone that are below the window, or behind its lowest bar."""


TABLE = ":is(.st-key-hall-asked, .st-key-hall-told)"


def test_whose_trumps_are_which_stands_in_one_row_above_three_tricks(page_at: PageAt) -> None:
    wall = page_at(evening(asking(walk.a_puzzle("suit-markers")), *ASKED).hall("en"))
    for width, height in LOW:
        walk.resize(wall, width, height)
        settle(wall)
        rows = {round(top(owner)) for owner in wall.locator(f"{TABLE} .owner-trump").all()}
        assert len(rows) == 1, (width, height)


@pytest.mark.parametrize(
    "kind", ["best-card", pytest.param("suit-markers", marks=pytest.mark.soak)]
)
def test_a_wall_shows_the_whole_table_below_the_longest_question(
    page_at: PageAt, kind: str
) -> None:
    """In English, where it is longer: one is as high as a table, one asks of three tricks."""
    wall = page_at(evening(asking(walk.a_puzzle(kind)), *ASKED).wall("en"))
    for width, height in LOW:
        walk.resize(wall, width, height)
        settle(wall)
        assert bottom(wall.locator(TABLE)) <= top(wall.locator(".st-key-wall-row"))
    for _ in until_due(wall, "The rule"):
        lead_on(wall)
    walk.resize(wall, 768, 1024)  # a tablet held upright, the spread beside the table
    settle(wall)
    for trick in wall.locator(".recalled-trick").all():
        assert right(trick.locator(".card").last) + 8 < right(trick), "no card lies on the edge"


SIDE = ".st-key-projector-side-full"
"""Where a picture and what is told of it stand one above the other, beside the table."""


@pytest.mark.parametrize("language", EITHER)
def test_a_low_wall_shows_a_lessons_words_below_three_calypsos(
    page_at: PageAt, language: str
) -> None:
    told = evening(teaching("a-whole-game"), Control.NEXT, *[Control.SKIP] * 6)
    wall = page_at(told.wall(language))
    expect(wall.locator(f"{SIDE} .shelf")).to_have_count(3)
    fits_beside(wall)


@pytest.mark.parametrize("kind", one_in(3, ["what-is-built", "best-card", "may-name"]))
def test_a_wall_shows_all_that_is_told_beside_the_table(page_at: PageAt, kind: str) -> None:
    """In the window: the buttons stand at its left, and nothing beside them is scrolled to.

    Some answer by each misconception, some as nobody would.
    """
    puzzle, rng = parse_puzzle(walk.a_puzzle(kind)), Random(kind)
    others = [join_parts(rng.choice(part.choices).token for part in puzzle.parts) for _ in range(9)]
    asked = evening(asking(print_puzzle(puzzle)))
    asked.vote(*foreseen(puzzle).values(), *others)
    asked.use(Control.REVEAL)
    wall = page_at(asked.wall("ja"))
    fits_beside(wall)
    for _ in until_due(wall, Texts("ja")("room.control.rule")):
        lead_on(wall)
    fits_beside(wall)


def fits_beside(wall: Page) -> None:
    for width, height in ((1280, 720), *LOW):
        walk.resize(wall, width, height)
        settle(wall)
        assert bottom(wall.locator(SIDE)) <= height


@pytest.mark.parametrize("language", EITHER)
def test_a_low_wall_shows_a_lessons_ladder_and_hand_whole(page_at: PageAt, language: str) -> None:
    wall = page_at(evening(teaching("following-suit"), Control.NEXT).wall(language))
    rung = wall.locator(".st-key-slide-ladder .rung")
    expect(rung).to_have_count(4)
    faults = below(wall)
    assert not faults, "\n".join(faults)


def test_another_device_is_shown_its_code_whole_and_is_a_remote_led_by_one_button(
    page_at: PageAt,
) -> None:
    hall = page_at(evening(asking(RUFFED, DISPUTED)).hall("en"), width=1366, height=768)
    press(hall, "Another device")
    press(hall, "Make the link")
    press(hall, "Show the link")
    expect(hall.locator(".st-key-teacher-link-shown svg").first).to_be_in_viewport(ratio=1)
    link = hall.locator(".st-key-teacher-link-shown code").inner_text()
    press(hall, "Hide the link")
    there = hall.url
    hall.goto("about:blank")  # what the hall would show meanwhile, others see
    phone = page_at(f"{link.rpartition('/')[2]}&lang=en", width=390, height=664)
    for _ in until_due(phone, "Next question"):
        expect(phone.locator(".st-key-due button")).to_be_in_viewport(ratio=1)
        lead_on(phone)
        if phone.locator(".room-count").count():
            expect(phone.locator(".room-count")).to_be_in_viewport(ratio=1)
    hall.goto(there)
    settle(hall)
    press(hall, "Another device")
    press(hall, "Make the link")
    press(hall, "Show the link")
    expect(hall.locator(".st-key-teacher-link-shown svg").first).to_be_in_viewport(ratio=1)


COUNT = "[class*='st-key-hands-'] input"
"""The boxes in which cards are counted that are held up."""

SCROLLED = "() => document.querySelector('[data-testid=stMain]').scrollTop"


def test_cards_held_up_are_counted_without_scrolling(page_at: PageAt) -> None:
    hall = page_at(evening(asking(RUFFED), *ASKED).hall("en"), width=1280, height=800)
    hall.locator(".st-key-hands button").click()
    settle(hall)
    assert counts(hall) == ["0", "0", "0", "0"]
    for row in hall.locator("[class*='st-key-hands-'][class*='-row']").all():
        expect(row).to_be_in_viewport(ratio=1)
    south = hall.get_by_role("spinbutton", name="South")
    south.fill("5")
    south.press("Enter")
    expect(hall.get_by_text("5 cards counted")).to_be_visible()
    assert hall.evaluate(SCROLLED) == 0


def test_two_presses_of_a_double_click_are_one(page_at: PageAt) -> None:
    hall = page_at(evening(teaching(LESSONS[0].id)).hall("en"))
    hall.locator(".st-key-due button").dblclick()
    settle(hall)
    # What the lesson shows comes first; a second press would turn to the question.
    expect(hall.get_by_role("button", name="To the question")).to_be_visible()
    expect(hall.get_by_text("Answering hasn’t opened yet.")).to_be_hidden()


@pytest.mark.parametrize("lang", EITHER)
def test_a_teacher_alone_has_all_of_it_in_the_window(
    page_at: PageAt, server: Server, lang: str
) -> None:
    hall = page_at(f"host?lang={lang}", height=800, locale=LOCALES[lang])
    opens = hall.locator(".st-key-room-open button")
    for source in hall.locator(".st-key-room-source [role=radiogroup] label").all():
        source.click()
        settle(hall)
        assert bottom(opens) <= 800
    first = hall.locator(".st-key-room-source [role=radiogroup] label").first
    first.click()
    settle(hall)
    # What helps phones to come is in the window, shut and open.
    reach = hall.locator(".st-key-reach")
    assert bottom(reach) <= top(opens), "nothing is behind the button"
    walk.resize(hall, 1366, 768)
    walk.click(hall, ".st-key-reach summary")
    assert bottom(reach) <= top(opens), "nothing is behind the button"
    assert top(reach.locator(".room-qr")) >= 0

    voted = evening(asking(RUFFED), *ASKED)
    voted.hold_up(N=10, E=5, S=5, W=5)  # all that can be behind an answer is said
    voted.talk()
    voted.use(Control.REVEAL)
    hall.goto(f"{server.url}/{voted.hall(lang)}")
    walk.resize(hall, 1280, 800)
    settle(hall)
    expect(hall.locator(".spread-twice")).to_have_count(4)
    assert bottom(hall.locator(".spread-twice").last) <= top(hall.locator(".st-key-controls"))
    assert len(lengths(hall)) == 1, "a share is as long in every row"
    hall.goto(f"{hall.url}&view=projector")
    for width, height in ((1920, 1080), (1366, 768)):
        hall.set_viewport_size({"width": width, "height": height})
        settle(hall)
        expect(hall.locator(".spread-twice")).to_have_count(4)
        assert bottom(hall.locator(".spread-twice").last) <= height, "nobody scrolls a wall"
        assert len(lengths(hall)) == 1, "a share is as long in every row"
    walk.resize(hall, 768, 1024)  # a tablet held upright
    settle(hall)
    assert min(lengths(hall)) > 200, "there is room to be compared"
    hall.emulate_media(forced_colors="active")
    letters = hall.evaluate("getComputedStyle(document.querySelector('.spread')).color")
    for bar in hall.locator(".spread-bar").all():
        expect(bar).to_have_css("background-color", letters)
    hall.emulate_media(forced_colors="none")

    voted.use(Control.NEXT)
    hall.goto(f"{server.url}/host?lang={lang}&room={voted.code}")
    walk.resize(hall, 1024, 768)
    for box in ("go-on-here", "end-here"):
        expect(hall.locator(f".st-key-{box} button").last).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("lang", EITHER)
def test_who_leads_is_in_the_window_below_two_votes(page_at: PageAt, lang: str) -> None:
    voted = evening(asking(RUFFED), points=True)
    voted.vote(*"NEEWSSSSS")
    voted.talk()
    voted.use(Control.REVEAL)
    for at, place in ((voted.hall(lang), ".st-key-controls"), (voted.wall(lang), None)):
        hall = page_at(at, width=1366, height=768, locale=LOCALES[lang])
        for width, height in ((1366, 768), (1280, 800)):
            walk.resize(hall, width, height)
            settle(hall)
            leads = hall.locator(".st-key-leaders-below li")
            expect(leads).to_have_count(5)
            assert bottom(leads.last) <= (top(hall.locator(place)) if place else height)


def lengths(hall: Page) -> set[int]:
    """Return how long the tracks are on which bars show shares, in whole pixels."""
    tracks = hall.locator(".spread-track").all()
    return {round(box["width"]) for track in tracks if (box := track.bounding_box())}


@pytest.mark.parametrize("lang", EITHER)
def test_a_thumb_counts_all_cards_held_up_without_scrolling(page_at: PageAt, lang: str) -> None:
    asked = evening(asking(RUFFED), *ASKED)
    remote = page_at(asked.hall(lang), width=390, height=844, locale=LOCALES[lang])
    opens = remote.locator(".st-key-hands button").first
    assert bottom(opens) <= top(remote.locator(".st-key-due")), "it is seen without scrolling"
    opens.click()
    settle(remote)
    for name in ("N", "E", "S", "W"):
        row = remote.locator(f"[class*='-{name}-row']")
        expect(row.locator(".hands-answer .named")).to_have_count(1)  # the card, in its colour
        expect(row).to_be_in_viewport(ratio=1)
    thumb = remote.locator("[class*='-W-row'] button").last.bounding_box()
    assert thumb
    assert min(thumb["width"], thumb["height"]) >= 44
    remote.locator("[class*='-W-row'] button").last.click()
    expect(remote.locator("[class*='-W-row'] input")).to_have_value("1")


def test_a_double_click_on_a_count_counts_twice_and_on_what_leads_on_leads_on_once(
    page_at: PageAt,
) -> None:
    """However slowly: what the first click has brought stands there by then."""
    hall = page_at(evening(asking(RUFFED), *ASKED).hall("en"), width=1280, height=800)
    hall.locator(".st-key-hands button").click()
    settle(hall)
    buttons = (("count", "[class*='-S-row'] button >> nth=-1"), ("due", ".st-key-due button"))
    for name, button in buttons:
        box = hall.locator(button).bounding_box()
        assert box, name
        hall.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        for count in (1, 2):
            hall.mouse.down(click_count=count)
            hall.mouse.up(click_count=count)
            settle(hall)
        if name == "count":
            assert counts(hall) == ["0", "0", "2", "0"]
            expect(hall.locator(".room-count")).to_contain_text("2 cards counted")
            hall.keyboard.press("Escape")
            settle(hall)
    expect(hall.get_by_role("button", name="Show the answer")).to_be_visible()


LIVE = """
  const every = setInterval;
  globalThis.live = [];
  globalThis.setInterval = (what, ...rest) => {
    live.push(what);
    return every(what, ...rest);
  };
"""
"""Keeps at hand what a live page does by itself, to do it at a moment of the test's choosing."""


def test_a_press_counts_once_if_the_page_looks_by_itself_at_that_moment(page_at: PageAt) -> None:
    """Streamlit sends a press a moment later, and what a page asks by itself brings it too."""
    asked = evening(asking(RUFFED), *ASKED)
    hall = page_at(asked.hall("en"), width=1280, height=800)
    hall.context.add_init_script(LIVE)
    hall.reload()
    settle(hall)
    hall.locator(".st-key-hands button").first.click()
    settle(hall)
    assert hall.evaluate("live.length"), "a live page looks by itself"
    more = hall.locator("[class*='-W-row'] button").last
    more.evaluate(
        """(button) => {
          button.click();
          live.forEach((look) => look());
          const until = performance.now() + 1000;
          while (performance.now() < until); // a busy browser: what was pressed waits
        }"""
    )
    settle(hall)
    expect(hall.locator(".room-count")).to_contain_text("1 card counted")
    more.click()  # all that was sent before has come
    expect(hall.locator(".room-count")).to_contain_text("2 cards counted")
    assert counts(hall) == ["0", "0", "0", "2"]


@pytest.mark.parametrize("pause", [0, 50, 150])
def test_cards_are_counted_as_fast_as_they_are_pressed(page_at: PageAt, pause: int) -> None:
    """Presses that come while the server is at work are sent in one: none of them is lost."""
    hall = page_at(evening(asking(RUFFED), *ASKED).hall("en"), width=1280, height=800)
    hall.locator(".st-key-hands button").first.click()
    settle(hall)
    box = hall.locator("[class*='-S-row'] button").last.bounding_box()
    assert box
    hall.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(8):
        hall.mouse.down()
        hall.mouse.up()
        hall.wait_for_timeout(pause)
    expect(hall.locator(".room-count")).to_contain_text("8 cards counted")
    settle(hall)
    assert counts(hall) == ["0", "0", "8", "0"]


@pytest.mark.parametrize("lang", EITHER)
def test_whoever_counts_cards_sees_how_many_are_counted(page_at: PageAt, lang: str) -> None:
    """In a lesson, whose words leave the table less room."""
    asked = evening(teaching(LESSONS[0].id), Control.NEXT, Control.TURN, Control.OPEN)
    hall = page_at(asked.hall(lang), width=1280, height=800, locale=LOCALES[lang])
    hall.locator(".st-key-hands button").first.click()
    hall.locator("[class*='-W-row'] button").last.click()
    counted = hall.locator(".room-count")
    expect(counted).to_contain_text("1")
    box, over = counted.bounding_box(), hall.get_by_test_id("stPopoverBody").bounding_box()
    assert box
    assert over
    assert over["x"] + over["width"] <= box["x"]


def counts(hall: Page) -> list[str]:
    """Return what the boxes say in which cards are counted that are held up."""
    return [box.input_value() for box in hall.locator(COUNT).all()]


def top(found: Locator) -> float:
    box = found.bounding_box()
    assert box
    return box["y"]


def right(found: Locator) -> float:
    box = found.bounding_box()
    assert box
    return box["x"] + box["width"]


def bottom(found: Locator) -> float:
    box = found.bounding_box()
    assert box
    return box["y"] + box["height"]


def test_a_card_that_is_counted_draws_no_telephones_page_anew(server: Server) -> None:
    """Thirty telephones that did, at every card, kept the teacher waiting."""
    held = evening(asking(RUFFED), *ASKED)

    async def phone() -> tuple[bool, ...]:
        tab = await Tab.open(f"{server.url}/{held.phone('en')}")
        (joins,) = (one for one in tab.pressables if one.key.startswith("FormSubmitter:join"))
        await tab.press(joins, join_nickname="Ann")
        kept = []
        for happens in (partial(held.hold_up, E=3), partial(held.use, Control.CLOSE)):
            tab.said[-1,] = "until the whole page runs again"
            happens()
            await tab.beat_once()
            kept.append((-1,) in tab.said)
        await tab.close()
        return tuple(kept)

    with ThreadPoolExecutor(1) as pool:  # this thread has a loop of its own, the browser's
        assert pool.submit(asyncio.run, phone()).result() == (True, False)
