"""Everyone can use it: by keys, by ear, enlarged, in grey, without motion, in both languages."""

import re
from collections.abc import Callable, Iterator
from itertools import combinations, islice, product
from pathlib import Path
from time import monotonic
from typing import Literal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.browser import walk, walk_play, walk_teach
from tests.browser.chromium import LOCALES, PATIENCE, PageAt, Scheme, axe, overflow, settle
from tests.browser.heard import Listener
from tests.course import LESSONS
from tests.printed import opened
from tutor.frontend import PIPS
from tutor.store import open_store

RUFFED = "1 who-wins partnership culbertson N=C E=S S=D W=H : N C6 S7 D9 C5"
"""pokerwiner.com's fifth trick: own trump led, ruffed, over-ruffed by South."""
BUILT = "1 what-is-built partnership culbertson N=C E=S S=D W=H : N C2 CK C2 C4 : C0:AQ S0:-"
TENS = "1 who-wins partnership culbertson N=C E=S S=D W=H : N HT HT DT ST"
ANSWERS = "[class*='st-key-answers'] button"

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
    """The focus is in the container *place*, or comes to it."""
    until = monotonic() + PATIENCE
    while monotonic() < until:
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
        # The last one stands open, and is read; those before are folded above it.
        expect(page.locator(".st-key-hints [role=status]")).to_have_count(1)
        expect(page.locator(".st-key-hints details p")).to_have_count(number - 1)
    press(page, "1")  # North, who led; South over-ruffed
    assert_announced(page, "Not this time")
    press(page, "n")
    assert_focus(page, "question", "?")


def assert_announced(page: Page, headline: str) -> None:
    """A verdict is announced once: by the focus, which comes to it."""
    assert_focus(page, "verdict", headline)
    expect(page.get_by_role("group", name=headline)).to_be_focused()
    assert walk.regions(page, headline) == [], "the focus has said it"
    news = page.locator(".news").all_inner_texts()
    assert "".join(news).strip() == "", "a picture says what the verdict says"


def test_the_first_words_of_a_verdict_taller_than_the_window_are_in_view(page_at: PageAt) -> None:
    page = page_at(address("drill", puzzle=RUFFED), width=320, height=256)
    for key in "hh1":
        press(page, key)
    assert_focus(page, "verdict", "Not this time")
    expect(page.locator(".verdict-head").first).to_be_in_viewport(ratio=1)


def test_focus_and_ring_follow_the_parts_of_an_answer(page_at: PageAt) -> None:
    page = page_at(address("drill", puzzle=BUILT))
    title, ringed = page.get_by_role("heading", level=1), page.locator(".spot.asked .order")
    first = title.inner_text()
    expect(ringed).to_have_text("1")
    press(page, "1")
    expect(title).not_to_have_text(first)
    assert_focus(page, "question")
    expect(ringed).to_have_text("2")
    for _ in range(3):
        press(page, "1")
    assert_focus(page, "verdict")


def test_focus_goes_where_the_eye_goes_in_a_lesson(page_at: PageAt) -> None:
    """Next card keeps it while there is one, and every card is said."""
    page = page_at(address("learn", lesson="following-suit", step="2"))
    press(page, "n")
    assert " played the " in "".join(page.locator(".news").all_inner_texts())
    for _ in range(2):
        press(page, "n")
    assert_focus(page, "actions", "Continue")  # the trick is complete, and leads on
    press(page, "Enter")
    assert_focus(page, "step")
    click(page, "Back")
    assert_focus(page, "step")  # a place that was met before
    walk.goto(page, "learn", lesson="following-suit", step="2", seed="1")
    page.get_by_role("button", name=re.compile("Next card")).focus()
    for _ in range(2):
        press(page, "Enter")
        assert "Next card" in focus(page)[1]
    press(page, "Enter")
    assert_focus(page, "actions", "Continue")


def test_a_card_tried_leads_to_the_verdict_and_back_to_the_hand(page_at: PageAt) -> None:
    page = page_at(address("learn", lesson="following-suit", step="5"))
    page.locator("[data-event='play'][data-value='SK']").click()
    settle(page)
    assert_focus(page, "verdict", "can’t play")
    page.locator("[data-event='play'][data-value='HQ']").click()
    settle(page)
    assert_focus(page, "verdict", "You may play")
    expect(page.get_by_role("group", name="you may play")).to_be_focused()
    assert walk.regions(page, "you may play") == [], "the focus has said it"
    assert "".join(page.locator(".news").all_inner_texts()) == ""
    page.locator("[data-event='play'][data-value='H2']").click()
    settle(page)
    assert_focus(page, "verdict", "You may play the two")
    click(page, "Try another card")
    assert_focus(page, "hand")
    page.locator("[data-event='play'][data-value='HQ']").click()
    settle(page)
    assert_focus(page, "verdict", "You may play the queen")


def test_a_card_refused_in_a_deal_is_so_no_more_once_a_card_was_taken_back(page_at: PageAt) -> None:
    page = page_at(address(""))
    page.locator(".st-key-deal button").click()
    settle(page)
    for _ in range(2):
        for value in ("S", "C"):  # clubs are led
            page.locator(f"[data-event='play'][data-value^='{value}']").first.click()
            settle(page)
            if value == "S":
                assert_focus(page, "verdict", "can’t play")
        click(page, "Undo")
        assert_focus(page, "question", "Your turn")
        expect(page.get_by_role("group", name="Your turn")).to_be_focused()
        expect(page.get_by_text("can’t play")).to_have_count(0)


def test_the_reasons_of_the_referee_and_of_a_refused_card_are_heard_too(page_at: PageAt) -> None:
    """As those of a verdict are: the focus stays where it is, and they come below it."""
    page = page_at(address("learn", lesson="following-suit", step="5"))
    page.locator("[data-event='play'][data-value='SK']").click()
    settle(page)
    press(page, "w")
    said = page.locator("#calypso-said")
    expect(said).to_contain_text("suit")
    expect(page.locator(".st-key-why")).to_contain_text(said.inner_text())
    walk.goto(page, "referee", trick="W H8 C9 SK H4")
    press(page, "w")
    expect(said).to_contain_text("The rulebooks agree")
    expect(said).to_contain_text("ruff")


def test_a_finished_lesson_leads_to_its_end_and_another_language_to_its_button(
    page_at: PageAt,
) -> None:
    last = LESSONS[-1]
    page = page_at(address("learn", lesson=last.id, step=str(len(last.steps))))
    for _ in range(2):  # whoever goes through it again hears the same
        page.get_by_role("button", name="Finish the lesson").focus()
        press(page, "Enter")
        assert_focus(page, "question", last.title["en"])
        expect(
            page.get_by_role("group", name=f"Lesson finished {last.title['en']}")
        ).to_be_focused()
        page.go_back()
        settle(page)
    press(page, "n")
    click(page, "All lessons")
    assert_focus(page, "lessons", "Learn")
    click(page, "日本語")
    assert_focus(page, "settings-bar", "English")
    expect(page.locator("html")).to_have_attribute("lang", "ja")


@pytest.mark.parametrize(
    ("path", "role", "name", "heading"),
    [
        ("", "link", "Play a game", "Play"),
        ("", "button", "Start lesson one", "The table and your trumps"),
        ("rules", "link", "Ask the referee", "Who led?"),
    ],
)
def test_whoever_turns_to_another_page_comes_to_its_heading(
    page_at: PageAt, path: str, role: Literal["link", "button"], name: str, heading: str
) -> None:
    """What was pressed has gone, and with it the focus."""
    page = page_at(address(path))
    page.get_by_role(role, name=name).focus()
    press(page, "Enter")
    title = page.get_by_role("heading", level=1, name=heading)
    expect(title).to_be_focused()
    expect(title).to_be_in_viewport()


def test_a_game_taken_up_again_and_the_next_step_of_a_draft_take_the_focus(page_at: PageAt) -> None:
    page = page_at(address("play"))
    click(page, "Deal")
    page.goto(page.url.partition("&match=")[0])
    settle(page)
    page.locator(".st-key-resume button").focus()
    press(page, "Enter")
    expect(page.locator(".hand button:focus")).to_have_count(1)
    walk.goto(page, "workshop")
    page.locator(".st-key-workshop-next button").focus()
    press(page, "Enter")
    assert_focus(page, "step")


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
        assert_focus(page, "actions", "Next question")
    press(page, "n")
    assert_focus(page, "question")


def test_an_example_that_is_laid_once_more_leads_on_once_more(page_at: PageAt) -> None:
    page = page_at(address("learn", lesson="following-suit", step="12", seed="1"))
    for _ in range(2):
        page.get_by_role("button", name="Next card").focus()
        for _ in range(3):
            press(page, "Enter")
        assert_focus(page, "actions", "Next question")
        press(page, "n")
        click(page, "Back")
        for _ in range(4):  # the trick of the step before is laid card by card
            if "step=12" not in page.url:
                press(page, "n")


def test_a_test_leads_from_question_to_question_and_back_to_the_lessons(page_at: PageAt) -> None:
    page = page_at(address("learn", lesson=LESSONS[0].id, step="1"))
    click(page, "I know this already")
    assert_focus(page, "question")
    press(page, "1")
    assert_focus(page, "question")
    click(page, "Leave the test")
    assert_focus(page, "lessons", "Learn")


# ------------------------------------------------------------- everything, measured

WALKS: dict[str, Callable[..., Iterator[str]]] = {
    "lessons": walk.lessons,
    "practice": walk.practice,
    "reference": walk.reference,
    "record": walk.record,
    "play": walk_play.play,
    "teach": walk_teach.teach,
}

STREAMLITS = "stFileUploaderDropzone"
"""Streamlit's own: the frame of its file uploader has a role and can take the focus (minor)."""

FIRST = ("play", "ja", "dark", 390), 6
"""What `make test` walks through, and how many states of it; `make soak` walks through
everything to its end. (test_smoke.py looks at every page as it opens.)"""

SCHEMES: tuple[Scheme, ...] = ("light", "dark")
MATRIX = [
    pytest.param(*FIRST[0], FIRST[1], id="its beginning"),
    *(
        pytest.param(*one, None, marks=pytest.mark.soak, id="-".join(map(str, one)))
        for one in product(WALKS, LOCALES, SCHEMES, (1280, 390))
    ),
]


@pytest.mark.long
@pytest.mark.parametrize(("where", "language", "scheme", "width", "end"), MATRIX)
def test_every_state_is_for_everyone(  # noqa: PLR0913  the ways in which it is looked at
    page_at: PageAt,
    tmp_path: Path,
    where: str,
    language: str,
    scheme: Scheme,
    width: int,
    end: int | None,
) -> None:
    """Axe, letters, targets, motion and the language of the page; then 400 % of a desk."""
    page = page_at(f"?lang={language}", width=width, scheme=scheme, locale=LOCALES[language])
    given = (walk.thirty_answers(open_store(f"sqlite:///{tmp_path}/s.db")),) * (where == "record")
    found: list[str] = []
    states = 0
    walked = islice(WALKS[where](page, *given), end)
    for states, state in enumerate(walked, start=1):  # noqa: B007
        faults = [f"axe: {fault}" for fault in axe(page) if STREAMLITS not in fault]
        faults += [f"moves: {fault}" for fault in walk.moving(page)]
        faults += [f"cut off: {fault}" for fault in walk.lost(page)]
        if width < 600:
            faults += [f"too small to press: {fault}" for fault in walk.too_small(page, 44)]
        if where in {"lessons", "practice", "play"}:
            faults += [f"tiny: {fault}" for fault in walk.tiny(page, 16)]
        if page.locator("html").get_attribute("lang") != language:
            faults.append("the page does not say its language")
        walk.resize(page, 320, 256)  # 1280 by 1024 at 400 %
        if beyond := overflow(page):
            faults.append(f"{beyond} px to be scrolled sideways at 320")
        faults += [f"cut off at 320: {fault}" for fault in walk.lost(page)]
        walk.resize(page, width, 900)
        found += [f"{state}: {fault}" for fault in faults]
    assert states >= 5
    assert not found, "\n".join(dict.fromkeys(found))


# ------------------------------------------------------------------------ by ear


def test_a_verdict_is_announced_once_in_japanese_too(page_at: PageAt) -> None:
    page = page_at(f"drill?{urlencode({'lang': 'ja', 'puzzle': RUFFED})}")
    press(page, "1")
    assert_announced(page, "正解では")


def test_with_the_next_part_it_is_heard_how_the_last_went(page_at: PageAt) -> None:
    page = page_at(address("drill", puzzle=BUILT))
    press(page, "2")
    focused = page.get_by_role("group", name="Part 2 of 4 · North’s two of clubs: ✗")
    expect(focused).to_be_focused()
    expect(focused).to_have_accessible_name(re.compile(r"^Where does East’s king of clubs go\?"))


def test_what_led_up_to_a_question_is_not_heard_again_with_each_part(page_at: PageAt) -> None:
    """And the words that a step was read by do not stay its name when others stand in it."""
    page = page_at(address("learn", lesson="building-calypsos", step="2"))
    click(page, "Whole trick")
    press(page, "n")
    step = page.locator(".st-key-step")
    expect(step).to_have_accessible_name(re.compile("^Building calypsos 3 of 15 The first trick"))
    expect(step).to_be_focused()
    for key in "1h":  # a hint in between changes nothing
        press(page, key)
    press(page, "1")
    question = page.locator(".st-key-question")
    expect(question).to_be_focused()
    expect(question).to_have_accessible_name(re.compile("^Where does North’s three of spades go"))
    expect(step).to_have_accessible_name("")
    expect(step).not_to_have_role("group")


def test_the_referee_asks_by_the_focus_what_is_asked_in_another_place(page_at: PageAt) -> None:
    """The leader is a button that goes, and so does the ruling when a card is taken back."""
    page = page_at("referee?lang=en&names=compass")
    page.locator(".st-key-answer-referee-W button").focus()
    press(page, "Enter")
    assert_focus(page, "question", "West: which card?")
    for key in "h8c9skh4":
        press(page, key)
    assert_focus(page, "verdict", "East wins the trick")
    press(page, "u")
    assert_focus(page, "question", "South: which card?")
    for key in "h4":
        press(page, key)
    assert_focus(page, "verdict", "East wins the trick")
    press(page, "n")
    assert_focus(page, "question", "Who led?")


def test_a_ruling_is_announced_once(page_at: PageAt) -> None:
    page = page_at("referee?names=compass")
    page.locator(".st-key-answer-referee-N button").click()
    settle(page)
    cards = ("ace of spades", "king of hearts", "ace of spades", "2 of diamonds")
    for seat, card in zip(("North", "East", "South", "West"), cards, strict=True):
        expect(page.get_by_role("heading", level=1)).to_have_text(f"{seat}: which card?")
        suit = card.rpartition(" ")[2]
        expect(page.get_by_role("button", name=suit, exact=True)).to_be_visible()
        press(page, suit[0])
        expect(page.get_by_role("button", name=suit, exact=True, pressed=True)).to_be_focused()
        expect(page.get_by_role("button", name=re.compile(f"{card}$"))).to_be_visible()
        press(page, card[0])
    expect(page.locator(".st-key-verdict")).to_contain_text("wins the trick with the ace of spades")
    assert walk.regions(page, "wins the trick with") == [], "the focus has said it"


def test_cards_are_reached_in_the_order_they_were_played(page_at: PageAt) -> None:
    page = page_at(address("drill", puzzle=RUFFED.replace("N C6 S7 D9 C5", "S C6 C5 C9 S7")))
    seats = page.locator("[data-event='choose']").evaluate_all(
        "all => all.map(b => b.dataset.value)"
    )
    assert seats == ["S", "W", "N", "E"]
    expect(page.locator(".felt")).not_to_contain_text("You")
    assert_told_apart(page)


def assert_told_apart(page: Page) -> None:
    """Suits are told apart by their outlines alone: in grey, too."""
    shapes: list[list[bool]] = page.evaluate(
        """paths => {
          const pen = document.createElement('canvas').getContext('2d');
          const dots = [...Array(32 * 32).keys()];
          return paths.map(path => dots.map(dot =>
            pen.isPointInPath(new Path2D(path), dot % 32 + 0.5, Math.floor(dot / 32) + 0.5)));
        }""",
        list(PIPS.values()),
    )
    for one, other in combinations(shapes, 2):
        differ = sum(a != b for a, b in zip(one, other, strict=True))
        assert differ >= 0.15 * min(sum(one), sum(other))


def test_a_chart_is_heard_once_and_in_the_language_of_the_page(page_at: PageAt) -> None:
    """Not its axes by Vega, nor with each of the tools that Streamlit lays over it."""
    page = page_at("rules?rule=often&lang=ja", locale=LOCALES["ja"])
    expect(page.locator(".st-key-chart-rules [role='graphics-document']")).to_be_visible()
    heard = Listener(page)
    heard.read(".st-key-chart-rules")
    said = "\n".join(heard.lines)
    assert said.count("リードされたスートの最高位: 無作為") == 1
    assert not re.search("axis|button", said)


# ---------------------------------------------------------------------- in Japanese

LAST_LINES = """
() => [...document.querySelectorAll('[data-testid="stMain"] p')].flatMap(found => {
  const signs = [...found.childNodes].filter(one => one.nodeType === 3).flatMap(one =>
    [...one.data].map((sign, at) => {
      const range = document.createRange();
      range.setStart(one, at);
      range.setEnd(one, at + 1);
      return { sign, top: range.getBoundingClientRect().top };
    }));
  const last = Math.max(...signs.map(one => one.top));
  const line = signs.filter(one => one.top > last - 5);
  return line.length < signs.length ? [line.map(one => one.sign).join('')] : [];
})
"""
"""The last lines of the paragraphs that have several."""


def test_no_paragraph_ends_in_a_line_of_one_letter_and_no_tab_takes_two(page_at: PageAt) -> None:
    """And a file is asked for in the language of the page."""
    page = page_at("record?lang=ja", width=390, height=844, locale="ja-JP")
    walk.unfold(page)
    lines = page.evaluate(LAST_LINES)
    assert lines
    assert [line for line in lines if len(line.strip("。")) < 2] == []
    heights = {
        box["height"] for tab in page.get_by_role("tab").all() if (box := tab.bounding_box())
    }
    assert len(heights) == 1
    assert max(heights) < 60
    page.get_by_role("tab").nth(2).click()
    upload = page.get_by_test_id("stFileUploader")
    expect(upload.get_by_role("button", name="ファイルを選ぶ")).to_be_visible()
    heard = upload.aria_snapshot()
    assert "20 MBまで" in heard
    assert "20\N{NO-BREAK SPACE}MBまで" in upload.inner_text(), "never in two lines"
    assert not re.search("limit|per file", heard, re.IGNORECASE)
    with page.expect_file_chooser():
        upload.get_by_role("button").click()


def test_in_the_largest_letters_no_tab_and_no_code_lies_under_another(page_at: PageAt) -> None:
    page = page_at("record?lang=ja&letters=largest", width=390, height=844, locale="ja-JP")
    walk.unfold(page)
    wide = "tabs => tabs.map(tab => tab.scrollWidth - tab.clientWidth)"
    assert max(page.get_by_role("tab").evaluate_all(wide)) <= 0
    walk.click(page, ".st-key-keep-code button")
    code = page.get_by_test_id("stCode")
    words, copies = code.locator("code").bounding_box(), code.get_by_role("button").bounding_box()
    assert words
    assert copies
    assert words["x"] + words["width"] <= copies["x"]


@pytest.mark.parametrize(("width", "height"), [(390, 664), (1280, 800)])
def test_the_number_of_a_card_leaves_a_ten_to_be_read(
    page_at: PageAt, width: int, height: int
) -> None:
    """On the table and where the trick is told card by card."""
    page = page_at(address("drill", puzzle=TENS), width=width, height=height)
    press(page, "1")
    click(page, "Why?")
    expect(page.locator(".rung .order")).to_have_count(4)
    between = """numbers => numbers.map((number) => {
      const rank = number.parentElement.querySelector('.rank'), words = document.createRange();
      words.selectNodeContents(rank);
      const [round, ten] = [number, words].map((each) => each.getBoundingClientRect());
      return Math.max(ten.left - round.right, round.left - ten.right);
    })"""
    assert min(page.locator(".order").evaluate_all(between)) > 2, "it has a ring of 2 px"


def test_of_five_ways_on_none_is_broken_inside_a_word(page_at: PageAt) -> None:
    path = "learn?lesson=following-suit&step=6&lang=ja"
    page = page_at(path, width=390, height=844, locale="ja-JP")
    buttons = page.locator(".st-key-actions button").all()
    assert len(buttons) == 5
    assert {box["height"] for one in buttons if (box := one.bounding_box())} == {44}


@pytest.mark.parametrize("width", [360, 390])
def test_home_greets_in_one_line_and_its_ways_begin_where_it_does(
    page_at: PageAt, width: int
) -> None:
    """In the largest letters on a phone, where a lesson's name takes two lines."""
    page = page_at("?lang=ja&letters=largest", width=width, height=844, locale=LOCALES["ja"])
    walk.right_answers(page, days=2)
    page.reload()
    settle(page)
    lines = """node => {
      const words = document.createRange();
      words.selectNodeContents(node);
      const begun = {};
      for (const line of words.getClientRects()) begun[line.bottom] ??= Math.round(line.x);
      return Object.values(begun);
    }"""
    (left,) = page.locator(".st-key-go-on h1 span").first.evaluate(lines)
    lesson = page.locator(".st-key-go-on button[kind='tertiary'] p").last.evaluate(lines)
    assert len(lesson) > 1, "a name in one line begins there anyhow"
    assert set(lesson) == {left}


@pytest.mark.parametrize("setting", ["", "dark"])
def test_what_is_dark_on_the_screen_is_printed_as_ink_on_white(
    page_at: PageAt, setting: str
) -> None:
    """Streamlit's own letters, and ours on its page."""
    page = page_at(address("rules", rule="differ", scheme=setting), scheme="dark")
    expect(page.locator("html.dark")).to_have_count(1)
    paper = opened(page.pdf(print_background=True)).look(0).convert("L")
    inked = paper.point(lambda grey: 255 * (grey < 128)).histogram()[255]
    assert inked < paper.width * paper.height / 5
    expect(page.locator("html.dark")).to_have_count(1)


def test_what_is_pressed_is_not_printed_nor_a_page_for_it(page_at: PageAt) -> None:
    page = page_at("learn?lesson=following-suit&step=3&lang=en")
    expect(page.locator(".st-key-actions")).to_contain_text("Skip")
    (paper,) = opened(page.pdf(format="A4")).pages
    assert "Who wins this trick?" in paper
    assert "Skip" not in paper
    assert "Practise" not in paper
