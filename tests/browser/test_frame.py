"""Whatever asks stands in one frame: nothing is scrolled, and the table stays where it is."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any, Literal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from engine.variants import VARIANTS
from puzzles.kinds import KINDS
from tests.browser.chromium import LOCALES, PageAt, settle
from tests.browser.frame import enlarge, measured, measured_in
from tests.browser.test_everyone import assert_focus
from tests.browser.test_play import ONWARD
from tests.browser.walk import LED_TRUMPS, a_puzzle, click, goto, press, resize, right_answers
from tests.course import LESSONS
from tests.playing import agreed
from tests.samples import one_in
from tutor.lessons.steps import Show
from tutor.playing.match import begin
from tutor.playing.replay import link_part
from tutor.words.texts import LANGUAGES, Texts

LETTERS = (1.0, 1.5)
WINDOWS = {"desk": (1280, 800), "phone": (390, 844)}
"""What everything is seen in at once, with letters of either size."""
OTHERS = {"desk": ((768, 1024),), "phone": ((320, 640), (375, 667))}
"""Where the bar is one row, nothing is sideways, what leads on is in the window, and letters as
they come need one scroll at most. A phone of 375 px, larger both ways than 320, is for a soak."""
GROWING = ("who-wins", "which-cards", "best-card")
"""Kinds of which it is seen on a phone that no card shrinks as letters grow."""
THREE_ROWS = ("what-is-built", "spot-revoke", "suit-markers")
"""Kinds whose table has three rows: on a phone they may be scrolled once."""


@dataclass(frozen=True)
class Place:
    """What is looked at, in which language and on what."""

    what: str
    language: str
    device: str

    def __str__(self) -> str:
        return f"{self.what} {self.language} {self.device}"


STEPS = {
    f"{lesson.id}/{number}": getattr(step, "kind", "")
    for lesson in LESSONS
    for number, step in enumerate(lesson.steps, 1)
}
"""Every step of every lesson, and the kind of question it asks."""
GAMES = {f"game of {form}": form for form in VARIANTS}
"""Where a game is played: in every form. What test_game_frame.py sees in every run is played
here in a soak."""
LAID = ("referee", "pupil")
"""Where a trick is laid card by card."""
A_PUPIL = "1 partnership culbertson no-trumps+highest-card-wins 4711"
THINGS = [*KINDS, *LAID, *GAMES, *STEPS]


SAMPLED = frozenset(
    Place(what, language, device)
    for device, language, steps in (
        # Those with a star were once too long or too wide, their table moved, a word of theirs
        # was on two lines, or they opened scrolled.
        ("phone", "ja", "the-table/1* building-calypsos/2* where-the-rulebooks-differ/11*"),
        ("phone", "en", "first-plans/14* calypso-for-two/6*"),
        ("desk", "ja", "where-the-rulebooks-differ/5* where-the-rulebooks-differ/12*"),
        ("desk", "en", "following-suit/6* which-cards"),
    )
    for what in steps.replace("*", "").split()
)
"""The steps in every run of the tests: there are many, and they stand in the same frame. With
them what is as long on a desk as anything."""


def laid_out() -> Iterator[Any]:
    """Every thing in both languages on a desk and a phone; what is not in the sample in a soak.

    Of all that are no steps, the sample has every one on a phone, the narrower of the two, in the
    languages by turns.
    """
    sampled = {what: 2 * (at % 2) + 1 for at, what in enumerate((*KINDS, *LAID))}
    for what in THINGS:
        for number, (language, device) in enumerate(product(LANGUAGES, WINDOWS)):
            place = Place(what, language, device)
            kept = number == sampled.get(what) or place in SAMPLED
            yield pytest.param(place, marks=() if kept else pytest.mark.soak)


def around(sizes: tuple[tuple[int, int], ...]) -> Iterator[tuple[float, tuple[int, int]]]:
    """All letters in windows of all *sizes*: one thing changes at a time, also back to the first.

    Every change is a layout of the whole page.
    """
    small, large = LETTERS
    yield from ((small, size) for size in sizes)
    yield from ((large, size) for size in reversed(sizes))


BY_TURNS = [one_in(len(LANGUAGES), languages) for languages in (LANGUAGES, [*LANGUAGES][::-1])]
"""One language, by turns; in a soak in all of them."""


def a_game(form: str) -> str:
    """The address of a game of this form at its first card, always the same."""
    return link_part(begin(agreed(form)), 0)


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
    ranks = page.locator(".picker [data-event='pick']:visible")
    if ranks.count():
        ranks.last.click()
    elif page.locator(".picker").count():
        page.locator(".picker [data-opens]").first.click()
    elif check.count():
        page.locator("[data-event='play']").first.click()
        settle(page)
        check.click()
    elif page.locator(".st-key-replies [data-event='play']:not([aria-disabled])").count():
        page.locator(".st-key-replies [data-event='play']:not([aria-disabled])").first.click()
    elif page.locator("[class*='st-key-answer-'] button").count():
        page.locator("[class*='st-key-answer-'] button").last.click()
    elif page.locator("[class*='st-key-reveal-'] button").count():
        page.locator("[class*='st-key-reveal-'] button").last.click()
    else:
        return False
    settle(page)
    return True


def opened(place: Place, page_at: PageAt) -> Page:
    """The page of what is looked at, in the window of its device."""
    width, height = WINDOWS[place.device]
    if place.what in KINDS:
        path, query = "drill", {"puzzle": a_puzzle(place.what)}
    elif place.what in GAMES:
        path, query = "play", {"game": a_game(GAMES[place.what])}
    elif place.what == "referee":
        path, query = "referee", {}
    elif place.what == "pupil":
        path, query = "pupil", {"pupil": A_PUPIL, "trick": ""}
    else:
        lesson, _, step = place.what.partition("/")
        path, query = "learn", {"lesson": lesson, "step": step, "seed": "1"}
    address = f"{path}?{urlencode({'lang': place.language, **query})}"
    page = page_at(address, width=width, height=height, locale=LOCALES[place.language])
    if place.what in GAMES:
        click(page, ".st-key-play-on button")
    return page


def assert_no_card_shrinks(page: Page) -> None:
    """As letters grow, on a phone."""
    before = [0.0]
    for letters in (1.0, 20 / 18, 25 / 18, 1.5):
        enlarge(page, letters)
        places = page.locator(":is(.felt, .hand) :is(.card, .slot)").all()
        widths = [box["width"] for place in places if (box := place.bounding_box())]
        assert widths
        assert all(width >= was - 0.5 for was, width in zip(before, widths, strict=False)), letters
        before = widths
    enlarge(page, LETTERS[0])


@pytest.mark.parametrize("place", list(laid_out()), ids=str)
def test_nothing_is_scrolled_and_the_table_stays(
    place: Place, page_at: PageAt, request: pytest.FixtureRequest
) -> None:
    page = opened(place, page_at)
    soak = request.node.get_closest_marker("soak") is not None
    window, others = WINDOWS[place.device], OTHERS[place.device][: None if soak else 1]
    kind = STEPS.get(place.what, place.what)
    long = place.device == "phone" and kind in THREE_ROWS
    tables: dict[float, list[int]] = {}
    # Of a game one round of what play_on does is seen, and two in a soak.
    rounds = 8 if soak else 5
    if place.device == "phone" and place.what in GROWING:
        assert_no_card_shrinks(page)
    for turn in range(rounds if place.what in GAMES else 12):
        where = f"{turn} {page.url}"
        if not (turn and long):
            assert measured(page)["scrolled"] == 0, where
        # Where there is less room it is seen how everything begins; in a soak how it goes on, too.
        for letters, size in around((window, *others) if soak or not turn else (window,)):
            found = measured_in(page, size, letters)
            at = f"{size} {letters:.0%} {where}"
            assert not found["broken"], f"{found['broken']} {at}"
            if size == window:
                assert found["low"] < 1 if long else not found["hidden"], f"{found['hidden']} {at}"
                # A game's table keeps its size too; elsewhere it is measured by its corner.
                table = found["table"] if place.what in GAMES else found["table"][:2]
                assert table == tables.setdefault(letters, table), at
            elif letters == 1:
                assert found["low"] < 1, f"{found['hidden']} {at}"
        enlarge(page, LETTERS[0])
        if not (play_on(page, turn) if place.what in GAMES else answer(page)):
            break


SEEN = """
(() => {
  const seen = window.__seen = {};
  const replies = ":is(.st-key-replies, [class*='st-key-answers']) button";
  const look = () => {
    for (const one of document.querySelectorAll(replies)) {
      if (!one.checkVisibility({ visibilityProperty: true })) continue;
      const { left, top } = one.getBoundingClientRect();
      (seen[one.innerText.trim()] ??= []).push([left, top]);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})();
"""
"""Notes where every answer is seen, frame by frame."""


def told_card_by_card() -> Iterator[Any]:
    """Every step that tells a trick card by card, in both languages; most of them in a soak."""
    longest = ("where-the-rulebooks-differ/2 ja", "ruffing/9 en")
    for lesson in LESSONS:
        for number, step in enumerate(lesson.steps, 1):
            if isinstance(step, Show) and step.trick and not (step.whole or step.calypsos):
                for language in LANGUAGES:
                    name = f"{lesson.id}/{number} {language}"
                    marks = () if name in longest else pytest.mark.soak
                    yield pytest.param(
                        Place(f"{lesson.id}/{number}", language, "phone"), marks=marks
                    )


@pytest.mark.parametrize("place", list(told_card_by_card()), ids=str)
def test_a_trick_told_on_a_telephone_is_seen_to_its_last_card(
    place: Place, page_at: PageAt
) -> None:
    page = opened(place, page_at)
    click(page, "[class*='st-key-reveal-all-'] button")
    settle(page)
    rungs = page.locator(".rung")
    assert rungs.count() > 2
    last, foot = rungs.last.bounding_box(), page.locator(".st-key-actions").bounding_box()
    assert last is not None
    assert foot is not None
    assert last["y"] + last["height"] <= foot["y"] + 1


ANSWERED_ON: dict[str, tuple[str, dict[str, str]]] = {
    "home": ("", {}),
    "the table": ("drill", {"puzzle": LED_TRUMPS[0]}),
    "cards beside it": ("drill", {"puzzle": a_puzzle("spot-revoke")}),
    "a step": ("learn", {"lesson": "following-suit", "step": "3"}),
}
"""Pages on which something is answered."""


@pytest.mark.parametrize(
    "names",
    [
        ("home",),
        pytest.param(("the table", "cards beside it", "a step"), marks=pytest.mark.soak),
    ],
    ids=", ".join,
)
def test_an_answer_is_seen_only_where_it_stays(names: tuple[str, ...], page_at: PageAt) -> None:
    """A telephone draws the table late; a press on an answer that moves away then is lost."""
    page = page_at("rules?lang=en", width=390, height=844)
    tools = page.context.new_cdp_session(page)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    tools.send("Page.enable")
    noting = tools.send("Page.addScriptToEvaluateOnNewDocument", {"source": SEEN})
    found = {}
    for name in names:
        path, query = ANSWERED_ON[name]
        goto(page, path, **query)
        found[name] = page.evaluate("Object.values(__seen)")
    tools.send("Page.removeScriptToEvaluateOnNewDocument", noting)
    tools.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    tools.detach()
    for name, places in found.items():
        assert len(places) > 1, name
        for corners in places:  # the same dot, whatever a fraction of it is rounded to
            moved = [max(axis) - min(axis) for axis in zip(*corners, strict=True)]
            assert max(moved) <= 1, (name, corners)


def test_a_misconception_is_named_in_the_frame_and_its_minimal_pair_takes_the_focus(
    page_at: PageAt,
) -> None:
    page = page_at("drill?lang=ja", width=390, height=844, locale="ja-JP")
    right_answers(page)
    for line in LED_TRUMPS:
        goto(page, "drill", puzzle=line)
        press(page, "1")
        expect(page.locator(".st-key-verdict .verdict-wrong")).to_be_visible()
    expect(page.locator(".verdict-misconception")).to_be_visible()
    for letters in LETTERS:
        enlarge(page, letters)
        assert measured(page)["hidden"] == []
    enlarge(page, LETTERS[0])
    press(page, "n")
    assert_focus(page, "question", Texts("ja")("pair.title"))
    resize(page, 1024, 768)
    expect(page.locator("[class*='st-key-next-'] button")).to_be_in_viewport(ratio=1)
    press(page, "n")
    expect(page.locator("[class*='st-key-pair-']")).to_have_count(0)
    assert_focus(page, "question")


def test_side_cards_are_as_far_from_the_middle_as_each_other(page_at: PageAt) -> None:
    """However long the words on a place card: East has diamonds, and West has clubs."""
    trick = "1 who-wins partnership culbertson N=H E=D S=S W=C : W D8 D3 DJ HK"
    address = urlencode({"lang": "en", "puzzle": trick})
    page = page_at(f"drill?{address}", width=1280, height=800)

    def middle(selector: str) -> float:
        box = page.locator(selector).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2

    table = middle(".felt")
    left, right = table - middle(".at-left .spot"), middle(".at-right .spot") - table
    assert left > 0
    assert abs(left - right) < 1


def test_on_a_phone_where_we_are_is_as_large_in_every_step(page_at: PageAt) -> None:
    """Also in the largest letters, in which it was larger than what the step says."""
    page = page_at("?lang=en", width=390, height=844)
    sizes = set()
    for step in ("1", "2", "3"):
        goto(page, "learn", lesson="following-suit", step=step, letters="largest")
        where = page.locator(".where").first
        sizes.add(where.evaluate("words => getComputedStyle(words).fontSize"))
    assert len(sizes) == 1


RING = 4
"""Pixels of gold round the card that wins."""


def test_the_card_that_wins_does_not_touch_a_place_card_with_the_longest_suit(
    page_at: PageAt,
) -> None:
    trick = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"
    address = urlencode({"lang": "ja", "puzzle": trick})
    page = page_at(f"drill?{address}", width=1280, height=800, locale=LOCALES["ja"])
    press(page, "1")
    card = page.locator(".at-right .spot.wins .card").bounding_box()
    plate = page.locator(".at-right .who").bounding_box()
    assert card
    assert plate
    assert card["x"] + card["width"] + RING <= plate["x"]


@pytest.mark.parametrize("kind", THREE_ROWS)
def test_three_rows_are_in_the_window_of_a_desk_in_the_largest_letters(
    page_at: PageAt, kind: str
) -> None:
    query = urlencode({"lang": "en", "letters": "largest", "puzzle": a_puzzle(kind)})
    page = page_at(f"drill?{query}", width=1280, height=800)
    last = page.locator(":is(.shelf, .recalled-trick)").last.bounding_box()
    assert last
    assert last["y"] + last["height"] <= 800


WIDER = """stage => [...stage.querySelectorAll('.bit')].filter((place) => {
  const rank = document.createRange();
  rank.selectNodeContents(place);
  return rank.getBoundingClientRect().width > place.getBoundingClientRect().width + 1;
}).map((place) => place.textContent)"""
"""The ranks of a calypso that are wider than their places, and so lie over the next."""


@pytest.mark.parametrize(("letters", "width"), [("large", 1100), ("largest", 1280)])
def test_no_rank_lies_over_the_next_in_the_calypsos_of_an_ending(
    page_at: PageAt, letters: str, width: int
) -> None:
    query = urlencode({"lang": "en", "letters": letters, "puzzle": a_puzzle("best-card")})
    page = page_at(f"drill?{query}", width=width, height=800)
    places = page.locator(".stage:has(.bit)")
    expect(places.locator(".bit")).to_have_count(4 * 13)
    assert places.evaluate(WIDER) == []


@pytest.mark.parametrize("language", BY_TURNS[0])
def test_the_mark_of_a_wrong_answer_leaves_the_place_card_of_two_to_be_read(
    page_at: PageAt, language: str
) -> None:
    puzzle = urlencode({"puzzle": "1 who-wins two culbertson N=C S=S : S H7 HA HJ HQ"})
    page = page_at(f"drill?lang={language}&{puzzle}", width=390, height=844)
    page.locator("[class*='st-key-answer-drill'] button").first.click()
    settle(page)
    mark = page.locator(".flag.your-answer").bounding_box()
    plate = page.locator(".at-bottom .plate").bounding_box()
    assert mark
    assert plate
    assert mark["y"] + mark["height"] <= plate["y"]


@pytest.mark.parametrize("language", BY_TURNS[0])
@pytest.mark.parametrize(("answer", "seat"), [("2", "left"), ("3", "right")])
def test_the_mark_of_a_wrong_answer_leaves_the_place_card_of_three_to_be_read(
    page_at: PageAt, answer: str, seat: str, language: str
) -> None:
    puzzle = urlencode({"puzzle": "1 who-wins three culbertson N=H E=D S=C : S C9 C3 C4"})
    page = page_at(f"drill?lang={language}&{puzzle}", width=390, height=844)
    press(page, answer)
    mark = page.locator(f".at-{seat} .flag.your-answer").bounding_box()
    plate = page.locator(f".at-{seat} .plate").bounding_box()
    assert mark
    assert plate
    assert mark["y"] >= plate["y"] + plate["height"]


@pytest.mark.parametrize(("height", "language"), one_in(4, product([664, 844], LANGUAGES)))
def test_the_mark_of_a_wrong_answer_leaves_that_it_was_led_to_be_read(
    page_at: PageAt, language: str, height: int
) -> None:
    page = page_at(f"?lang={language}", width=390, height=height)
    start = LED_TRUMPS[0].partition(" : ")[0]
    for trick in ("N C6 S7 D9 C5", "E S6 D7 H9 C5", "S D6 H7 C9 S5", "W H6 C7 S9 D5"):
        goto(page, "drill", lang=language, puzzle=f"{start} : {trick}")
        press(page, "1")
        marks = page.locator(".felt :is(.mark, .flag.your-answer)")
        expect(marks).to_have_count(2)
        led, answer = (one.bounding_box() for one in marks.all())
        assert led
        assert answer
        apart = led["y"] + led["height"] <= answer["y"] or answer["x"] >= led["x"] + led["width"]
        assert apart, trick
        card = page.locator(".spot:has(.flag.your-answer) .card").bounding_box()
        assert card
        beside = card["x"] + card["width"] - answer["x"]
        assert beside > 0 or not trick.startswith("N"), "it would seem to be East's"


@pytest.mark.parametrize("width", [360, 390])
def test_who_wins_is_asked_in_one_line_on_a_telephone(page_at: PageAt, width: int) -> None:
    """In two, the last answers to a step of the first lesson were under what leads on."""
    page = page_at("learn?lang=ja&lesson=the-table&step=2", width=width, height=664)
    heading = page.locator(".st-key-question h1:not(.where)")
    lines = "it => it.clientHeight / parseFloat(getComputedStyle(it).lineHeight)"
    assert round(heading.evaluate(lines)) == 1
    answers = page.locator("[class*='st-key-answer-'] button").last.bounding_box()
    onward = page.locator(".st-key-actions").bounding_box()
    assert answers
    assert onward
    assert width < 390 or answers["y"] + answers["height"] <= onward["y"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_four_tricks_and_a_hand_of_thirteen_leave_room_for_the_answers_on_a_low_telephone(
    page_at: PageAt, language: str
) -> None:
    page = page_at(f"?lang={language}", width=390, height=664)
    for lesson, step in (
        ("revokes-and-suit-markers", "6"),
        ("revokes-and-suit-markers", "13"),
        ("a-whole-game", "2"),
    ):
        goto(page, "learn", lesson=lesson, step=step)
        assert not measured(page)["hidden"], (lesson, step)


@pytest.mark.parametrize("trick", ["N S5 S6 HQ S6", "S S5 S6 HQ S6"])
def test_whoever_dealt_led_and_was_named_is_seen_to_have_done_all_three(
    page_at: PageAt, trick: str
) -> None:
    deal = f"1 whose-turn partnership culbertson N=D E=H S=C W=S : {trick} : deal 3 {trick[0]}"
    page = page_at(f"drill?{urlencode({'lang': 'ja', 'puzzle': deal})}", width=390, height=664)
    press(page, "1")
    marks = page.locator(".felt .mark")
    expect(marks).to_have_count(3)
    on_top = """mark => {
      const { x, y, width, height } = mark.getBoundingClientRect();
      const seen = [0.1, 0.5, 0.9].map((part) => [x + width / 2, y + height * part]);
      return seen.every((at) => mark.getRootNode().elementFromPoint(...at) === mark);
    }"""
    assert [mark.evaluate(on_top) for mark in marks.all()] == [True] * 3


@pytest.mark.parametrize(
    ("kind", "language", "height"),
    [("what-is-built", "ja", 1106), ("best-card", "en", 1106), ("suit-markers", "ja", 1006)],
)
def test_on_a_tablet_held_upright_all_stands_below_a_wide_table(
    page_at: PageAt, kind: str, language: str, height: int
) -> None:
    """Turned in the middle of a question it is the same question, with the table beside it."""
    width = 820
    page = opened(Place(kind, language, "desk"), page_at)
    resize(page, width, height)
    table, words, leads_on = (
        page.locator(f".st-key-{place}").first
        for place in ("asking [class*='st-key-table-']", "question", "actions")
    )

    def ends(node: Locator) -> tuple[float, float, float, float]:
        box = node.bounding_box()
        assert box
        return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]

    for _ in range(2):
        found = measured(page)
        assert not found["hidden"]
        assert not found["broken"]
        assert ends(table)[2] - ends(table)[0] > 0.9 * width
        assert ends(table)[3] <= ends(words)[1] + 1
        for below in page.locator(".st-key-replies:not(:empty)").all():
            assert ends(below)[3] <= ends(leads_on)[1] + 1
        assert abs(ends(leads_on)[3] - height) <= 1
        asked = words.inner_text()
        resize(page, height, width)
        assert ends(table)[2] <= ends(words)[0]
        assert words.inner_text() == asked
        resize(page, width, height)
        for letters in LETTERS:
            enlarge(page, letters)
            assert not measured(page)["broken"]
        enlarge(page, LETTERS[0])
        answer(page)
        words = page.locator(":is(.st-key-question, .st-key-verdict)").first


@pytest.mark.parametrize("width", [390, 1000])
def test_a_lesson_of_a_club_with_one_very_long_word_is_read_without_scrolling_sideways(
    page_at: PageAt, width: int
) -> None:
    page = page_at("learn?lang=en&letters=largest", width=width, height=844)
    page.locator(".stop .title-of").first.evaluate(
        "title => (title.textContent = 'Karten'.repeat(9))"
    )
    assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollWidth") <= width


@pytest.mark.parametrize("language", BY_TURNS[0])
def test_on_a_phone_a_lesson_of_two_lines_stands_apart_from_the_next(
    page_at: PageAt, language: str
) -> None:
    page = page_at(f"learn?lang={language}", width=390, height=844)
    names = [one.bounding_box() for one in page.locator(".stop .title-of").all()]
    for name, after in pairwise(names):
        assert name
        assert after
        assert after["y"] - name["y"] - name["height"] >= 6


@pytest.mark.parametrize("language", BY_TURNS[1])
def test_what_leads_on_is_one_line_beside_three_others(page_at: PageAt, language: str) -> None:
    lesson = urlencode({"lesson": "where-the-rulebooks-differ", "step": 3})
    page = page_at(f"learn?lang={language}&{lesson}", width=390, height=844)
    click(page, "[class*='st-key-answer-learn'] button")
    expect(page.locator(".st-key-actions button")).to_have_count(4)
    onward = page.locator(".st-key-actions [class*='st-key-next-'] p")
    assert onward.evaluate(ONE_LINE)


ONE_LINE = "p => p.offsetHeight < 1.5 * parseFloat(getComputedStyle(p).lineHeight)"


def test_five_buttons_beside_one_another_have_one_line_each(page_at: PageAt) -> None:
    page = page_at("learn?lang=en&lesson=following-suit&step=6", width=1280, height=800)
    labels = page.locator(".st-key-actions button p")
    expect(labels).to_have_count(5)
    assert all(label.evaluate(ONE_LINE) for label in labels.all())


@pytest.mark.parametrize(("width", "height"), WINDOWS.values())
def test_answers_are_in_letters_as_large_as_what_leads_on(
    page_at: PageAt, width: int, height: int
) -> None:
    page = page_at("drill?lang=en&mode=free&kind=who-wins", width=width, height=height)
    size = "letters => parseFloat(getComputedStyle(letters).fontSize)"
    answers = page.locator("[class*='st-key-answer-'] p")
    expect(answers).to_have_count(4)
    onward = page.locator(".st-key-actions p").first.evaluate(size)
    assert min(answer.evaluate(size) for answer in answers.all()) >= onward


@pytest.mark.parametrize(("width", "height"), [(844, 390), (932, 430), (667, 375)])
def test_on_a_phone_held_sideways_the_table_and_the_answers_are_in_the_window(
    page_at: PageAt, width: int, height: int
) -> None:
    page = page_at("drill?lang=ja&mode=free&kind=who-wins", width=width, height=height)
    boxes = [
        box
        for place in (
            ".st-key-actions",
            ".st-key-question h1",
            ".felt",
            "[class*='st-key-answer-'] button",
        )
        for box in (page.locator(place).last.bounding_box(),)
        if box
    ]
    actions, question, *low = boxes
    assert len(low) == 2
    assert actions["y"] + actions["height"] <= question["y"] + 1, "nothing lies over the question"
    assert all(box["y"] + box["height"] <= height for box in low)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_each_suit_in_the_answers_has_a_colour_of_its_own(
    page_at: PageAt, scheme: Literal["light", "dark"]
) -> None:
    """A black diamond beside a black spade is easily taken for one; a note is in the letters."""
    line = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H3 S4 D6 C9"
    page = page_at(f"drill?puzzle={line}", scheme=scheme)
    colour = "parts => getComputedStyle(parts[0]).color"
    named = page.locator("[class*='st-key-answer-drill-'] p")
    signs = (named.nth(which).locator("span") for which in (0, 2, 3))
    seen = [sign.evaluate_all(colour) for sign in signs]
    letters = named.nth(1).evaluate("part => getComputedStyle(part).color")
    assert len({letters, *seen}) == 4
    page = page_at("assignments", scheme=scheme)
    assert page.get_by_role("status").locator("p").evaluate_all(colour) == letters
