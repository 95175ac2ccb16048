"""A whole deal is played by thumb and by keys; what happens is seen in turn, heard and kept."""

import re
from collections.abc import Callable
from pathlib import Path
from time import sleep

import pytest
from playwright.sync_api import Browser, Locator, Page, WebSocketRoute, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from engine.game import ClaimRevoke
from engine.table import Seat
from tests.browser import chromium, walk
from tests.browser.chromium import PageAt, overflow, settle
from tests.browser.test_everyone import FOCUS
from tests.browser.test_restart import LATER, serving
from tests.browser.walk_play import load, must_follow, take_up
from tests.playing import whole
from tests.table_talk import dealt, until
from tutor.playing.agreement import Manner
from tutor.playing.knowledge import Phase, phase_of
from tutor.playing.replay import link_part, rewound
from tutor.words.texts import LANGUAGES

TABLE = "[data-beat]"
ONWARD = "[data-value='onward']"
LIT = ".hand:not(.waiting) button:not(.dim)"


def deal(page: Page) -> Page:
    """Begin a game with what is usual."""
    page.locator(".st-key-deal button").click()
    expect(page.locator(TABLE)).to_be_visible()
    settle(page)
    return page


def position(page: Page) -> str:
    """What names the position on the table; it changes with every step of the game."""
    return str(page.locator(TABLE).get_attribute("data-beat"))


def step(page: Page, how: Callable[[Locator], None]) -> str:
    """Do what is due, a card or the next trick, and wait until the table has followed."""
    at = position(page)
    onward = page.locator(ONWARD)
    due = "onward" if onward.count() else "card"
    how(onward if due == "onward" else page.locator(LIT).first)
    expect(page.locator(TABLE)).not_to_have_attribute("data-beat", at)
    return due


def seen_together(page: Page, height: int) -> bool:
    """Whether the hand ends within the window, while the table's head is in it too."""
    hand, table = page.locator(".hand").bounding_box(), page.locator(TABLE).bounding_box()
    assert hand
    assert table
    return hand["y"] + hand["height"] <= height and table["y"] >= 0


def focus(page: Page) -> str:
    """The words of what has the focus."""
    return str(page.evaluate(FOCUS)[1])


def test_a_whole_deal_is_played_by_thumb_on_a_telephone_and_a_reload_goes_on(
    page_at: PageAt,
) -> None:
    page = deal(page_at("play?lang=en", width=390, height=844))
    assert seen_together(page, 844)
    done: list[str] = []
    while not page.locator(".st-key-standing").count():
        done.append(step(page, lambda it: it.tap()))
        if len(done) == 6:
            settle(page)
            before = page.locator(TABLE).inner_text()
            page.reload()
            settle(page)
            assert page.locator(TABLE).inner_text() == before
        if len(done) in {1, 12}:
            assert overflow(page) == 0
            assert walk.too_small(page, 44) == []
        if done.count("card") == 13:
            settle(page)
    assert done == ["card", "onward"] * 12 + ["card"]
    expect(page.get_by_role("heading", name="The score after deal 1")).to_be_visible()
    step(page, lambda it: it.tap())
    expect(page.locator(TABLE)).to_contain_text("Deal 2 of 4")
    settle(page)
    open_tools(page)


def open_tools(page: Page) -> None:
    """What is opened below the table comes into view, and keys close it."""
    for tool, last in (("View", "The coach"), ("Keep and share", "This link opens")):
        opener = page.get_by_text(tool, exact=True)
        opener.evaluate("node => node.scrollIntoView({ block: 'end' })")
        opener.tap()
        expect(page.get_by_text(last)).to_be_in_viewport(ratio=1)
        settle(page)  # a page that still scrolls carries what is tapped away from the finger
    expect(page.locator(".st-key-tool-keep code")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Tab")
    page.keyboard.press("Shift+Tab")
    assert "Keep and share" in focus(page)
    page.keyboard.press("Enter")
    expect(page.locator(".st-key-tool-keep code")).to_be_hidden()


@pytest.mark.journey
@pytest.mark.parametrize("tricks", [2, pytest.param(13, marks=pytest.mark.soak)])
def test_a_deal_is_played_by_keys_alone(page_at: PageAt, tricks: int) -> None:
    page = page_at("play?lang=en", width=1280)
    for _ in range(40):
        page.keyboard.press("Tab")
        if focus(page).strip() == "Deal":
            break
    page.keyboard.press("Enter")
    expect(page.locator(TABLE)).to_be_visible()
    settle(page)
    assert seen_together(page, 900)
    expect(page.locator(".hand button:focus")).to_have_count(1)
    for trick in range(1, tricks + 1):
        expect(page.locator(TABLE)).to_contain_text(f"Trick {trick} of 13")
        lit_one(page)
        at = position(page)
        page.keyboard.press("Enter")
        expect(page.locator(TABLE)).not_to_have_attribute("data-beat", at)
        expect(page.locator(ONWARD)).to_be_focused()
        at = position(page)
        page.keyboard.press(" " if trick % 2 else "Enter")
        expect(page.locator(TABLE)).not_to_have_attribute("data-beat", at)
    expect(page.locator(TABLE)).to_contain_text(
        "Deal 2 of 4" if tricks == 13 else f"Trick {tricks + 1} of 13"
    )

    # What is rarely wanted of a game opens in full at the foot of the window.
    walk.resize(page, 1280, 800)
    walk.goto(page, "play")
    more = page.locator("[class*='st-key-more-'] summary").first
    more.evaluate("node => node.scrollIntoView({ block: 'end' })")
    more.click()
    for words in ("Replay it step by step", "Download the game", "Delete this game"):
        expect(page.get_by_role("button", name=words)).to_be_in_viewport(ratio=0.98)


def test_the_focus_is_in_the_hand_though_the_button_that_dealt_goes_late(page_at: PageAt) -> None:
    """Where messages are slow, it goes a while after the table has come."""

    def late(way: WebSocketRoute) -> None:
        server = way.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            assert isinstance(message, bytes)
            way.send(message)
            if ForwardMsg.FromString(message).delta.new_element.HasField("bidi_component"):
                sleep(0.4)

        server.on_message(pass_on)

    page = page_at("play?lang=en", width=1280, stream=late)
    page.locator(".st-key-deal button").press("Enter")
    expect(page.locator(TABLE)).to_be_visible()
    settle(page)
    expect(page.locator(".hand button:focus")).to_have_count(1)


def lit_one(page: Page) -> None:
    """Move along the hand with the arrow keys to a card that may be played."""
    hand = page.locator(".hand")
    page.keyboard.press("Home")
    for _ in range(16):
        if hand.locator("button:focus:not(.dim)").count():
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"no card of the hand has the focus: {focus(page)!r}")


WATCH_MOTION = """() => {
  const stage = [...document.querySelectorAll('*')].map(node => node.shadowRoot)
    .find(root => root?.querySelector('[data-beat]')).querySelector('.stage');
  globalThis.seen = [];
  new MutationObserver(() => globalThis.seen.push('playing' in stage.dataset))
    .observe(stage, { attributes: true });
  globalThis.moved = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function(frames, options) {
    const parent = this.parentNode.className;
    globalThis.moved.push([this.className, parent, options.duration, frames[0].transform]);
    return animate.call(this, frames, options);
  };
}"""
"""Notes whether cards are coming, and what moves."""


def test_cards_travel_and_come_one_after_another_and_the_winner_is_seen_last(
    page_at: PageAt,
) -> None:
    page = deal(page_at("play?lang=en", reduced_motion="no-preference"))
    stage = page.locator(".stage:has([data-beat])")
    page.evaluate(WATCH_MOTION)
    came = 0
    for number in range(12):  # until two cards or more come at once
        step(page, lambda it: it.click())
        before, came = came, page.evaluate("globalThis.seen").count(True)
        if came > before:
            assert came == before + 1
            if page.locator(ONWARD).count():  # it is not seen yet, and has the focus
                expect(page.locator(ONWARD)).to_be_focused()
            expect(stage).not_to_have_attribute("data-playing", "")
        if number == 2:
            moved = page.evaluate("globalThis.moved")
            assert {duration for _, _, duration, _ in moved} <= {150, 250}
            mine = [one for one in moved if "spot" in one[0] and "px" in one[3]]
            collected = [one for one in moved if one[1] == "stage" and one[0].startswith("card")]
            assert mine, "a card came from its place in the hand"
            assert len(collected) == 4, "the cards of the first trick went to the winner"
        if came and number >= 2:
            break
    assert came
    settle(page)
    assert not page.locator(".stage > .card").count()


def test_every_play_is_heard_and_a_wrong_card_is_answered_where_it_was_pressed(
    page_at: PageAt,
) -> None:
    """Nothing moves where that is not wanted; what was built stays while a trick is explained."""
    page = deal(page_at("play?lang=en", width=1024, height=768))
    page.evaluate(WATCH_MOTION)
    news = page.locator(".news")
    step(page, lambda it: it.click())
    expect(news).to_have_text(re.compile(r"\bwins? with the .*: “.+”\."))
    page.locator("[data-value='why']").click()
    expect(page.locator(".why")).to_be_visible()
    last, box = (page.locator(which).last.bounding_box() for which in (".rung", ".told-part"))
    assert last
    assert box
    assert last["y"] + last["height"] <= box["y"] + box["height"], "the fourth card is cut"
    expect(page.locator(".sides")).to_be_visible()
    expect(page.locator(".sides")).to_contain_text("The other side")
    step(page, lambda it: it.click())
    expect(news).to_have_text(re.compile(r"Your (turn|lead)\."))
    assert len(walk.regions(page, "Your")) == 1
    step(page, lambda it: it.click())
    assert page.evaluate("globalThis.moved") == []

    take_up(page, must_follow())
    wrong = page.locator(".hand:not(.waiting) button.dim")
    name = wrong.first.get_attribute("aria-label")
    wrong.first.click()
    expect(page.locator(".line-under.illegal")).to_be_visible()
    expect(news).to_have_text(re.compile("follow"))
    assert page.locator(".hand button:focus").get_attribute("aria-label") == name
    # Again, and the picture is the same as before: nobody else is thinking.
    settle(page)
    wrong.last.click()
    page.wait_for_timeout(1_000)
    settle(page)
    expect(page.locator(".stage[data-waiting]")).to_have_count(0)
    expect(page.locator(".line-under.illegal")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(820, 1106), (390, 844)])
def test_the_figures_of_the_coach_can_be_met_by_a_thumb(
    page_at: PageAt, width: int, height: int
) -> None:
    page = deal(page_at("play?lang=en", width=width, height=height))
    page.locator("[data-value='coach']").click()
    figures = page.locator(".coach-because > summary")
    expect(figures).to_be_visible()
    settle(page)
    box = figures.bounding_box()
    assert box
    page.mouse.click(box["x"] + 20, box["y"] - 10)
    expect(page.locator(".coach-because")).to_have_attribute("open", "")


def test_what_came_of_a_claim_is_seen_where_it_was_made(page_at: PageAt) -> None:
    page = page_at("play?lang=en", width=1280, height=800)
    load(page, must_follow(Manner.TABLE))
    page.locator(".st-key-tool-claim summary").click()
    claim = page.get_by_role("button", name="Claim", exact=True)
    expect(claim).to_be_in_viewport(ratio=0.9)
    settle(page)
    claim.click()
    settle(page)
    expect(page.get_by_text("Nothing on the table proves a revoke")).to_be_in_viewport(ratio=0.9)


@pytest.mark.soak
def test_a_game_goes_on_after_the_server_was_killed(
    browser: Browser, root: Path, tmp_path: Path
) -> None:
    port, context = chromium.free_port(), browser.new_context(locale="en-GB")
    page = chromium.watched_page(context)
    with serving(root, tmp_path, port):
        page.goto(f"http://127.0.0.1:{port}/play?lang=en")
        settle(page)
        deal(page)
        for _ in range(3):
            step(page, lambda it: it.click())
        before = position(page)
    with serving(root, tmp_path, port, LATER):
        expect(page.locator("[data-test-connection-state='CONNECTED']")).to_be_attached()
        settle(page)
        assert position(page) == before
        step(page, lambda it: it.click())
    context.close()


@pytest.mark.parametrize("window", [(1280, 800), (390, 844), (360, 640), (640, 400), (600, 400)])
def test_a_game_is_gone_through_without_scrolling(page_at: PageAt, window: tuple[int, int]) -> None:
    game = until(dealt(), lambda now: now.phase == Phase.PAUSE and now.number == now.tricks)
    width, height = window
    link = link_part(game, len(game.game.history))
    page = page_at(f"play?lang=ja&at=31&game={link}", width=width, height=height)
    for _ in range(2):
        page.locator(".st-key-replay-forward button").click()
        settle(page)
        felt, steps = (
            page.locator(place).bounding_box() for place in (".felt-part", ".st-key-replay-steps")
        )
        assert felt
        assert steps
        assert felt["y"] >= 0
        assert felt["y"] + felt["height"] <= steps["y"], "the trick is seen whole"
        assert steps["y"] + steps["height"] <= height
    for button in page.locator(".st-key-replay-steps button").all():
        expect(button).to_be_in_viewport(ratio=1)
    assert page.locator(".open-hand").count() == 4


@pytest.mark.parametrize("window", [(390, 844), (320, 640)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_telephone_a_suit_is_named_to_a_card_that_is_seen(
    page_at: PageAt, language: str, window: tuple[int, int]
) -> None:
    width, height = window
    page = page_at(f"play?lang={language}", width=width, height=height)
    load(page, dealt("two", dealer=Seat.SOUTH))
    led = page.locator(".spot .card").first.bounding_box()
    line = page.locator(".line-under.naming").bounding_box()
    assert led
    assert line
    assert line["y"] >= led["y"] + led["height"] / 2, "rank and suit are to be seen"
    hand = page.locator(".hand").bounding_box()
    assert hand
    assert line["y"] + line["height"] <= hand["y"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_a_game_is_gone_through_what_a_trick_led_to_covers_no_calypso(
    page_at: PageAt, language: str
) -> None:
    game = until(dealt("two"), lambda now: now.phase == Phase.PAUSE and now.number == 7)
    page = page_at(
        f"play?lang={language}&game={link_part(game, len(game.game.history))}",
        width=390,
        height=844,
    )
    said, calypsos = (
        page.locator(place).bounding_box() for place in (".line-under.settled", ".sides-part")
    )
    assert said
    assert calypsos
    assert said["y"] + said["height"] <= calypsos["y"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_revoke_claimed_covers_no_points_beside_the_table(page_at: PageAt, language: str) -> None:
    over = whole("partnership", Manner.TABLE)[-1]
    claims = (
        step
        for step, action in enumerate(over.game.history, start=1)
        if isinstance(action, ClaimRevoke) and phase_of(rewound(over, step)) == Phase.WAIT
    )
    link = link_part(over, next(claims))
    page = page_at(f"play?lang={language}&game={link}", width=1280, height=800)
    said, points = (
        page.locator(place).bounding_box() for place in (".line-under.to-move", ".sides-part")
    )
    assert said
    assert points
    assert said["y"] + said["height"] <= points["y"]


def test_on_a_tablet_held_sideways_the_hand_is_seen_without_a_scroll(page_at: PageAt) -> None:
    """In what its browser leaves of 820 px."""
    page = page_at("play?lang=ja", width=1180, height=710)
    load(page, until(dealt(), lambda now: now.phase == Phase.PLAY and now.number == 2))
    page.evaluate("document.querySelector('[data-testid=\"stMain\"]').scrollTop = 0")
    assert seen_together(page, 710)


@pytest.mark.parametrize(
    ("form", "width", "height"),
    [("partnership", 820, 1106), ("solo", 810, 1006), ("three", 768, 1024)],
)
def test_on_a_tablet_held_upright_what_is_built_is_seen_with_table_and_hand(
    page_at: PageAt, form: str, width: int, height: int
) -> None:
    page = page_at("play?lang=ja", width=width, height=height)
    load(page, until(dealt(form), lambda now: now.phase == Phase.PLAY and now.number == 2))
    sides, ways, hand, felt = (
        page.locator(place).bounding_box()
        for place in (".sides", ".ways", ".playing .hand", ".playing .felt")
    )
    assert sides
    assert ways
    assert hand
    assert felt
    assert sides["y"] + sides["height"] <= ways["y"] + 1
    assert hand["height"] < 0.15 * width, "it is one row"
    assert felt["width"] > 0.9 * width
    walk.resize(page, height, width)
    sides, felt = (page.locator(place).bounding_box() for place in (".sides", ".playing .felt"))
    assert sides
    assert felt
    assert sides["x"] >= felt["x"] + felt["width"], "held sideways, it stands beside the table"


@pytest.mark.parametrize(
    ("form", "width", "height"),
    [
        *(("partnership", 844, 390), ("partnership", 667, 375), ("two", 844, 390)),
        *(("three", 844, 390), ("partnership", 853, 533), ("two", 768, 560), ("three", 859, 660)),
    ],
)
def test_in_a_low_window_table_hand_and_buttons_are_seen_together(
    page_at: PageAt, form: str, width: int, height: int
) -> None:
    """On a phone held sideways, and on a laptop whose page is enlarged by half."""
    page = page_at("play?lang=ja", width=width, height=height)
    load(page, until(dealt(form), lambda now: now.phase == Phase.PLAY and now.number == 2))
    felt, hand, ways, line = (
        page.locator(place).bounding_box()
        for place in (".playing .felt", ".playing .hand", ".playing .ways", ".line-under")
    )
    assert felt
    assert hand
    assert ways
    assert line
    assert all(
        box["y"] >= 0 and box["y"] + box["height"] <= height + 1 for box in (felt, hand, ways)
    )
    assert ways["y"] + ways["height"] <= line["y"], "nothing lies over what is said"
    assert felt["x"] + felt["width"] <= min(hand["x"], line["x"], ways["x"])
    assert overflow(page) == 0
