"""The connection is lost as something is pressed, or a tab is left: nothing is lost or stale."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser import walk
from tests.browser.chromium import PATIENCE, PageAt, settle
from tests.browser.evening import ASKED, asking, evening
from tests.browser.test_play import LIT, deal
from tests.browser.test_rooms import come
from tests.browser.walk import LED_TRUMPS


@dataclass
class Link:
    """What page and server say to each other: it can be lost on its way, and the way be cut."""

    ways: list[WebSocketRoute] = field(default_factory=list)
    up: bool = True
    down: bool = True

    def __call__(self, way: WebSocketRoute) -> None:
        server = way.connect_to_server()
        self.ways[:] = [way, server]
        way.on_message(lambda message: server.send(message) if self.up else None)
        server.on_message(lambda message: way.send(message) if self.down else None)

    def lose(self, press: Callable[[], None], page: Page, *, heard: bool) -> None:
        """Lose what is pressed, or what comes of it, and the connection with it."""
        self.up, self.down = heard, not heard
        press()
        page.wait_for_timeout(500)
        for way in self.ways:
            way.close()
        self.up = self.down = True


@dataclass
class Slow:
    """A way from server to page on which everything waits, as long as it is held."""

    page: WebSocketRoute | None = None
    waiting: list[str | bytes] | None = None

    def __call__(self, way: WebSocketRoute) -> None:
        self.page, server = way, way.connect_to_server()
        way.on_message(server.send)
        server.on_message(self._pass)

    def _pass(self, message: str | bytes) -> None:
        if self.waiting is None:
            assert self.page
            self.page.send(message)
        else:
            self.waiting.append(message)

    def hold(self, page: Page, press: Callable[[], None]) -> None:
        """Let what comes of a press wait, until all of it has been sent."""
        self.waiting = []
        press()
        self.wait(page)

    def wait(self, page: Page) -> None:
        """Wait until one run more has come to its end, of which the page does not hear yet."""
        before = self._ends()
        deadline = time.monotonic() + PATIENCE
        while self._ends() == before and time.monotonic() < deadline:
            page.wait_for_timeout(50)

    def _ends(self) -> int:
        whole = ForwardMsg.FINISHED_SUCCESSFULLY
        told = (
            ForwardMsg.FromString(each) for each in self.waiting or [] if isinstance(each, bytes)
        )
        return sum(
            each.HasField("script_finished") and each.script_finished == whole for each in told
        )

    def release(self) -> None:
        """Let all that has waited come, in its order."""
        waiting, self.waiting = self.waiting or [], None
        for message in waiting:
            self._pass(message)


def test_a_tab_that_comes_back_again_and_again_says_so_once_each_time(page_at: PageAt) -> None:
    """What is said more than twenty times in one message is refused, and the page would stand."""
    said: list[int] = []
    ways: list[WebSocketRoute] = []

    def stream(way: WebSocketRoute) -> None:
        server = way.connect_to_server()
        ways[:] = [way, server]
        server.on_message(way.send)
        way.on_message(lambda message: hear(message, server))

    def hear(message: str | bytes, server: WebSocketRoute) -> None:
        asked = BackMsg.FromString(message if isinstance(message, bytes) else message.encode())
        states = asked.rerun_script.widget_states.widgets
        told = (state.json_trigger_value for state in states if state.json_trigger_value)
        said.extend(len(json.loads(events)) for events in told)
        server.send(message)

    page = page_at("drill?lang=en&mode=free&kind=who-wins", stream=stream)
    for times in range(1, 4):
        settle(page)
        for way in ways:
            way.close()
        deadline = time.monotonic() + PATIENCE
        while len(said) < times and time.monotonic() < deadline:
            page.wait_for_timeout(50)
        assert said == [1] * times


HEARD = pytest.mark.parametrize("heard", [True, False], ids=["heard", "unheard"])
"""Whether the server has heard of the press and only its answer is lost, or of nothing."""


@HEARD
def test_an_answer_and_what_leads_on_are_done_once(page_at: PageAt, *, heard: bool) -> None:
    link = Link()
    page = page_at("drill?lang=en&mode=free&kind=who-wins", stream=link)
    verdict, again = page.locator(".st-key-verdict .verdict"), "[class*='st-key-next-'] button"
    answers: dict[str, Callable[[], None]] = {
        "by a button": page.locator("[class*='st-key-answer-drill'] button").first.click,
        "by a card": page.locator(".felt [data-event='choose']").first.click,
        "by a key": lambda: page.keyboard.press("1"),
    }
    for how, answer in answers.items():
        link.lose(answer, page, heard=heard)
        expect(verdict, how).to_be_visible()
        settle(page)
        link.lose(lambda: page.locator(again).click(), page, heard=heard)
        expect(verdict, how).to_have_count(0)
        settle(page)
    walk.goto(page, "record")
    walk.unfold(page)
    page.get_by_role("tab", name="Delete").click()
    expect(page.get_by_text(f"deletes {len(answers)} answers")).to_be_visible()


@HEARD
def test_a_card_is_played_once(page_at: PageAt, *, heard: bool) -> None:
    link = Link()
    page = deal(page_at("play?lang=en", stream=link))
    cards = page.locator(".hand [data-event='play']")
    before = cards.count()
    link.lose(page.locator(LIT).first.click, page, heard=heard)
    expect(cards).to_have_count(before - 1)
    settle(page)
    page.wait_for_timeout(1000)
    expect(cards).to_have_count(before - 1)


@HEARD
def test_a_teacher_goes_on_once(page_at: PageAt, *, heard: bool) -> None:
    """In a hall the page runs by itself all the time, whether or not a press has come."""
    link = Link()
    begun = evening(asking(*LED_TRUMPS))
    page = page_at(begun.hall("en"), stream=link)
    due = page.locator(".st-key-due button")
    for then in ("Start answering", "Stop answering", "Show the answer"):
        link.lose(due.click, page, heard=heard)
        expect(due.filter(has_text=then)).to_be_visible()
        settle(page)


def test_a_phone_has_its_answer_in_a_tab_that_is_looked_at_again(page_at: PageAt) -> None:
    """What was answered in another tab of the phone changes nothing in the room."""
    begun = evening(asking(*LED_TRUMPS))
    phone = page_at(begun.phone("en"))
    come(phone, "Ann")
    begun.use(*ASKED)
    answers, sent = "[class*='st-key-answer-room-'] button", ".room-sent"
    expect(phone.locator(answers).first).to_be_visible()
    behind = phone.context.new_page()
    behind.goto(phone.url)
    expect(behind.locator(answers).first).to_be_visible()
    settle(behind)
    phone.locator(answers).first.click()
    expect(phone.locator(sent)).to_be_visible()
    behind.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))")
    expect(behind.locator(sent)).to_be_visible()
    behind.close()


def test_a_room_that_goes_on_takes_back_no_press_that_is_still_on_its_way(page_at: PageAt) -> None:
    """What a page asks by itself brings the address of before, until it has heard of the press."""
    begun, slow = evening(asking(*LED_TRUMPS)), Slow()
    phone = page_at(begun.phone("en"), stream=slow)
    come(phone, "Ann")
    for language in ("ja", "en"):  # what the focus goes by is in its place from now on
        phone.locator(f".st-key-language-{language} button").click()
        settle(phone)
    slow.hold(phone, phone.locator(".st-key-language-ja button").click)
    begun.use(*ASKED)
    slow.wait(phone)
    slow.release()
    settle(phone)
    expect(phone.locator("html")).to_have_attribute("lang", "ja")
    assert "lang=ja" in phone.url


def test_a_connection_that_is_given_up_is_made_anew(page_at: PageAt) -> None:
    """Streamlit ends it for good at what it cannot make out; the page would wait for ever."""
    link = Link()
    page = page_at("drill?lang=en&mode=free&kind=who-wins", stream=link)
    verdict = page.locator(".st-key-verdict .verdict")
    page.keyboard.press("1")
    expect(verdict).to_be_visible()
    settle(page)
    told = str(verdict.get_attribute("aria-label"))
    page.evaluate("window.before = true")
    link.ways[0].send("no message of Streamlit’s")
    page.wait_for_function("() => !window.before")
    expect(verdict).to_have_attribute("aria-label", told)
    settle(page)


def test_back_and_forward_twice_at_once_lead_where_they_began(page_at: PageAt) -> None:
    """What the browser has is not sent again; Streamlit gives up where it has it no more."""
    slow = Slow()
    page = page_at("rules?lang=en", stream=slow)
    page.locator(".st-key-pages a[href^='play?']").click()
    settle(page)
    deal(page)
    page.evaluate("window.before = true")
    slow.waiting = []
    for step in ("back", "back", "forward", "forward"):
        page.evaluate(f"history.{step}()")
        slow.wait(page)
    slow.release()
    settle(page)
    expect(page.locator(LIT).first).to_be_visible()
    assert page.evaluate("window.before"), "the page was opened anew"


def test_back_twice_at_once_leaves_the_way_forward(page_at: PageAt) -> None:
    """A page that Back has passed by wrote its address over the one that came after."""
    slow = Slow()
    page = page_at("rules?lang=en", stream=slow)
    passed = [page.url]
    for path in ("learn", "drill"):
        page.locator(f".st-key-pages a[href^='{path}?']").click()
        settle(page)
        passed.append(page.url)
    slow.waiting = []
    for _ in range(2):
        page.evaluate("history.back()")
        slow.wait(page)
    slow.release()
    settle(page)
    for url in passed:
        assert page.url == url
        page.go_forward()
        settle(page)
