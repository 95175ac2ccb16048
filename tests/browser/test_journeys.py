"""A learner goes through the first lesson and two puzzles: by thumb, and by keyboard alone."""

import re
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser import walk
from tests.browser.chromium import PageAt, overflow, settle


def finish_lesson(page: Page, steps: int = 40) -> int:
    """Go through the lesson on the page, answering what is asked; return the questions met."""
    asked = 0
    for _ in range(steps):
        assert overflow(page) == 0
        answers = page.locator("[class*='st-key-answers'] button")
        reveal = page.locator("[class*='st-key-reveal-'] button")
        hand = page.locator("[data-event='play']")
        if answers.count():
            asked += 1
            while answers.count():  # who wins, and then perhaps by which rule
                answers.first.click()
                settle(page)
        elif reveal.count():
            while reveal.count():  # the whole trick at once, or card by card
                reveal.first.click()
                settle(page)
        elif hand.count() and page.locator("[class*='st-key-another-']").count() == 0:
            hand.first.click()
        onward = page.locator(
            "[class*='st-key-drill-next-'] button, [class*='st-key-next-'] button"
        )
        settle(page)
        onward.first.click()
        settle(page)
        # What the button says may change under the reader; the picture of the end does not.
        if page.locator("[class*='st-key-table-end-']").count():
            return asked
    raise AssertionError("the lesson has no end")


@pytest.mark.journey
@pytest.mark.long
def test_first_lesson_and_two_puzzles_by_thumb_on_a_telephone(page_at: PageAt) -> None:
    page = page_at(width=390, height=844)
    page.get_by_role("button", name="Start lesson one").click()
    settle(page)
    assert finish_lesson(page) >= 3
    expect(page.get_by_text("Lesson finished")).to_be_visible()

    page.locator(".st-key-pages").get_by_role("link", name="Practise").click()
    settle(page)
    who_wins(page)
    for number in range(1, 3):
        assert overflow(page) == 0
        # Half of the answers by tapping a card on the table, half by the buttons.
        card = page.locator("[data-event='choose']").first
        (card if number % 2 else page.locator("[class*='st-key-answers'] button").last).click()
        settle(page)
        verdict = page.locator(".st-key-verdict")
        expect(verdict).to_contain_text(re.compile("Right|Not this time"))
        # Of the first answer alone the verdict has said all that a tally could.
        tally = page.get_by_text(re.compile(rf"of {number} right"))
        expect(tally).to_have_count(0 if number == 1 else 1)
        page.get_by_role("button", name="Why?").click()
        settle(page)
        expect(page.locator(".ladder .rungs").first).to_be_visible()
        page.get_by_role("button", name="Next question").click()
        the_next_is_asked(page)


def the_next_is_asked(page: Page) -> None:
    """Wait for the next question: on a busy machine the one before may stand for a while."""
    expect(page.locator(".st-key-verdict")).to_have_count(0)
    settle(page)


def who_wins(page: Page) -> None:
    """Go on with who wins the trick alone, by the address that says so."""
    page.goto(f"{page.url.partition('?')[0]}?mode=free&kind=who-wins")
    settle(page)


def focus(page: Page, name: str) -> None:
    """Press Tab until what has the focus bears *name*."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if name in focused(page):
            return
    raise AssertionError(f"Tab never reaches {name!r}")


def focused(page: Page) -> str:
    """What has the focus says about itself, inside a component too."""
    text: str = page.evaluate(
        """() => {
          let at = document.activeElement;
          while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
          if (!at || at.matches('body, main, section')) return '';
          return `${at.getAttribute('aria-label') ?? ''} ${at.innerText ?? ''}`;
        }"""
    )
    return text


def press(page: Page, key: str) -> None:
    page.keyboard.press(key)
    settle(page)


@pytest.mark.journey
@pytest.mark.long
def test_first_lesson_and_two_puzzles_by_keyboard_alone(page_at: PageAt) -> None:
    page = page_at(width=1280)
    focus(page, "Start lesson one")
    press(page, "Enter")
    for _ in range(40):
        if page.get_by_text("Lesson finished").count():
            break
        if page.locator("[class*='st-key-answers'] button").count():
            press(page, "1")
            continue
        names = [
            n
            for n in ("Next card", "Next question", "Continue", "Finish the lesson", "Skip")
            if page.get_by_role("button", name=re.compile(f"^{n}")).count()
        ]
        if names[0] == "Skip":
            focus(page, names[0])
            press(page, "Enter")
        else:
            press(page, "n")
    expect(page.get_by_text("Lesson finished")).to_be_visible()

    focus(page, "Practise")
    press(page, "Enter")
    who_wins(page)
    for number in range(1, 3):
        press(page, str(1 + number))
        expect(page.locator(".st-key-verdict")).to_contain_text(re.compile("Right|Not this time"))
        assert "Right" in focused(page) or "Not this time" in focused(page)
        press(page, "n")
        the_next_is_asked(page)
    expect(page.get_by_text(re.compile("of 2 right"))).to_be_visible()


def test_several_cards_are_chosen_by_their_digits(page_at: PageAt) -> None:
    which = "1 which-cards partnership culbertson N=C E=S S=D W=H : S C3 CK D2 : N C8 CJ"
    page = page_at(f"drill?puzzle={quote(which)}", width=1280)
    chosen = page.locator("[data-event='play'][aria-pressed='true']")
    for key, count in (("1", 1), ("2", 2), ("1", 1), ("a", 3), ("3", 2)):
        press(page, key)
        expect(chosen).to_have_count(count)
    press(page, "k")
    expect(page.locator(".st-key-verdict")).to_contain_text(re.compile("Right|Not this time"))
    press(page, "n")
    expect(page.locator(".st-key-verdict")).to_have_count(0)


def test_what_is_pressed_while_the_network_stands_still_is_all_heard(page_at: PageAt) -> None:
    """Cards and what hands them in, by keys and by taps: what comes in one is not one press."""
    ways, held = list[WebSocketRoute](), list[str | bytes]()
    still = False

    def pass_on(way: WebSocketRoute) -> None:
        ways[:] = [way.connect_to_server()]
        way.on_message(lambda message: held.append(message) if still else ways[0].send(message))
        ways[0].on_message(way.send)

    page = page_at("rules?lang=en", width=1280, stream=pass_on)
    for by_keys, last in ((True, "HJ"), (False, "HK")):
        cards = f"S C7 D4 DJ DK H2 H8 {last}"
        which = f"1 which-cards partnership culbertson N=H E=C S=S W=D : {cards} : -"
        walk.goto(page, "drill", puzzle=which)
        press(page, "1")
        still = True
        for place in range(2, 8):
            if by_keys:
                page.keyboard.press(str(place))
            else:
                page.locator(f"[data-digit='{place}'] > button").click()
        if by_keys:
            page.keyboard.press("k")
        else:
            page.locator("[class*='st-key-check-'] button").click()
        still = False
        while held:
            ways[0].send(held.pop(0))
        expect(page.locator(".st-key-verdict")).to_contain_text("Right")


def double_click(page: Page, name: str) -> None:
    """Click twice where a button stands, slowly: what the first click brings is there by then."""
    box = page.get_by_role("button", name=name).bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for count in (1, 2):
        page.mouse.down(click_count=count)
        page.mouse.up(click_count=count)
        settle(page)


def test_a_double_click_presses_nothing_that_has_come_with_its_first_half(page_at: PageAt) -> None:
    page = page_at("?lang=en", width=390, height=844)
    double_click(page, "Start lesson one")
    expect(page.locator(".st-key-question")).to_contain_text("1 of 11")
    double_click(page, "Continue")
    expect(page.locator(".st-key-question")).to_contain_text("2 of 11")
    double_click(page, "Hint")
    expect(page.get_by_role("button", name="Another hint")).to_be_visible()
    double_click(page, "Settings")
    expect(page.get_by_role("radio", name="日本語")).to_be_visible()


def test_a_double_click_does_nothing_twice_but_what_counts(page_at: PageAt) -> None:
    page = page_at("assignments?lang=en")
    count = page.get_by_role("spinbutton")
    before = int(count.input_value())
    for name in ("Decrement", "Add"):
        double_click(page, name)
    expect(count).to_have_value(str(before - 2))
    expect(page.locator("[class*='st-key-set-look-']")).to_have_count(before - 2)


TAPS = """(buttons) => {
  const { x, y } = buttons[0].getBoundingClientRect();
  const common = { bubbles: true, composed: true, cancelable: true, clientX: x, clientY: y };
  for (const button of buttons) {
    button.dispatchEvent(new PointerEvent("pointerdown", { ...common, pointerType: "touch" }));
    button.dispatchEvent(new MouseEvent("click", { ...common, detail: 1 }));
  }
}"""
"""Taps in one place quickly, as if the buttons stood there one after the other."""


def test_two_quick_taps_in_one_place_press_what_stood_there_first(page_at: PageAt) -> None:
    page = page_at("learn?lang=en&lesson=the-table&step=3", width=390, height=844)
    page.locator("[class*='st-key-back-'] button, [class*='st-key-next-'] button").evaluate_all(
        TAPS
    )
    settle(page)
    expect(page.locator(".st-key-question")).to_contain_text("2 of 11")


def test_the_page_says_its_language(page_at: PageAt) -> None:
    page = page_at(locale="ja-JP")
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.get_by_role("button", name="English").click()
    settle(page)
    expect(page.locator("html")).to_have_attribute("lang", "en")
    assert "lang=en" in page.url


def turn(page: Page, name: str) -> None:
    """Go to a page that the bar names, and be there: Back pressed before leads elsewhere."""
    link = page.locator(".stMain").get_by_role("link", name=name, exact=True).first
    path = str(link.get_attribute("href")).partition("?")[0]
    link.click()
    page.wait_for_url(re.compile(rf"/{path}(\?|$)"))
    settle(page)


def back(page: Page, path: str) -> None:
    """Press Back once; it leads to the page at *path*."""
    page.go_back()
    page.wait_for_url(re.compile(rf"/{path}(\?|$)"))
    settle(page)


def test_back_leads_where_one_was_with_every_press_of_it(page_at: PageAt) -> None:
    """Whatever a page writes into its address as it opens is no step on the way."""
    page = page_at("teach")
    opened_at = page.url
    for name in ("Learn", "Practise", "Rules"):
        turn(page, name)
    back(page, "drill")
    expect(page.locator("h1")).to_contain_text("?")
    back(page, "learn")
    back(page, "teach")
    assert page.url == opened_at


def test_back_leads_from_the_puzzle_of_the_day_where_one_was(page_at: PageAt) -> None:
    """The day is told by its date: that is no step on the way, nor a way that has no end."""
    page = page_at("")
    home = page.url
    page.locator("a[href*='day=today']").first.click()
    page.wait_for_url(re.compile(r"day=\d"))
    settle(page)
    page.go_back()
    page.wait_for_url(home)


def test_back_leads_a_teacher_who_has_looked_up_a_rule_into_the_room(page_at: PageAt) -> None:
    page = page_at("host")
    page.locator(".st-key-room-open button").click()
    settle(page)
    code = page.locator(".room-code").inner_text()
    turn(page, "Rules")
    back(page, "host")
    expect(page.locator(".room-code")).to_have_text(code)


def test_back_and_forward_lead_through_the_steps_of_a_lesson(page_at: PageAt) -> None:
    page = page_at("learn?lesson=where-the-rulebooks-differ&step=1")
    page.keyboard.press("n")
    for step, go in ((2, page.go_back), (1, page.go_forward), (2, page.go_back)):
        page.wait_for_url(re.compile(rf"[?&]step={step}\b"))
        settle(page)
        go()


def test_the_bar_leads_from_a_lesson_to_the_course_and_back_into_the_lesson(
    page_at: PageAt,
) -> None:
    """The address says what is seen, and what is pressed there is about that."""
    page = page_at("learn?lesson=where-the-rulebooks-differ&step=2")
    lesson, course = page.url, page.locator(".st-key-lessons h1")
    turn(page, "Learn")
    assert "lesson=" not in page.url
    page.go_back()
    page.wait_for_url(lesson)
    settle(page)
    turn(page, "Learn")
    page.locator(".st-key-settings-bar .st-key-language-ja button").click()
    settle(page)
    expect(course).to_have_text("学ぶ")
    page.reload()
    expect(course).to_be_visible()


@pytest.mark.journey
def test_a_shared_puzzle_opens_in_another_browser(page_at: PageAt) -> None:
    first = page_at("drill")
    second = page_at(first.url.split("/", 3)[3])
    said = first.locator(".st-key-table-drill").aria_snapshot()
    assert second.locator(".st-key-table-drill").aria_snapshot() == said


@pytest.mark.journey
def test_six_taps_settle_a_trick_for_the_referee_and_so_do_keys(page_at: PageAt) -> None:
    page = page_at("referee?lang=en", width=390, height=844)
    taps = [".st-key-answer-referee-W button", "[data-opens='H']"]
    taps += [f"[data-event='pick'][data-value='H{rank}']" for rank in "9K23"]
    for tap in taps:
        page.locator(tap).tap()
        settle(page)
        assert page.evaluate("document.querySelector('[data-testid=stMain]').scrollTop") == 0
    expect(page.locator(".st-key-verdict")).to_contain_text("Left wins the trick with the nine")
    assert overflow(page) == 0
    settle(page)
    page.keyboard.press("n")
    settle(page)
    page.locator(".st-key-answer-referee-S button").click()
    settle(page)
    for key in ("s", "a", "h", "k", "u", "s", "k", "1", "2"):  # the king was meant to be a spade
        page.keyboard.press(key)
        settle(page)
    expect(page.locator(".st-key-verdict")).to_contain_text("You win the trick with the ace")
    assert "S+SA+SK+ST+S2" in page.url


def test_what_is_typed_or_tapped_at_once_in_the_referee_is_all_laid(page_at: PageAt) -> None:
    page = page_at("referee?lang=en&game=partnership&table=N%3DC+E%3DS+S%3DD+W%3DH&trick=N")
    expect(page.locator(".picker")).to_be_visible()
    # Nobody waits for the server: neither between suit and rank nor between card and card.
    page.keyboard.type("h9hksasa")
    expect(page.locator(".st-key-verdict")).to_contain_text("East wins the trick")
    expect(page).to_have_url(re.compile(r"trick=N\+H9\+HK\+SA\+SA&"))
    settle(page)
    page.keyboard.press("n")
    settle(page)
    page.locator(".st-key-answer-referee-N button").click()
    expect(page.locator(".picker")).to_be_visible()
    taps = ["[data-opens='H']", "[data-value='H9']", "[data-value='HK']"]
    taps += ["[data-opens='S']", "[data-value='SA']"]
    page.locator(".st-key-picker-referee").evaluate(
        """(node, wanted) => {
          const root = [...node.querySelectorAll('*')].find((one) => one.shadowRoot).shadowRoot;
          for (const what of wanted) root.querySelector(what).click();
        }""",
        taps,
    )
    expect(page).to_have_url(re.compile(r"trick=N\+H9\+HK\+SA&"))


def test_an_answer_pressed_in_another_run_is_kept_when_the_connection_ends_both(
    page_at: PageAt,
) -> None:
    """The end of a run that knows nothing of it was taken for the server's word."""
    page = page_at("drill?lang=en&mode=free&kind=who-wins", width=1280)
    app = "document.querySelector('[data-test-connection-state]').dataset"
    page.evaluate(f"{app}.testScriptState = 'running'")
    settled = "new Promise((done) => setTimeout(done, 50))"
    page.evaluate(settled)
    # On its way, and never heard.
    page.evaluate(
        "document.addEventListener('click', (press) => press.stopPropagation(), "
        "{ capture: true, once: true })"
    )
    page.locator("[class*='st-key-answer-drill'] button").first.click()
    page.evaluate(f"{app}.testScriptState = 'notRunning'")
    page.evaluate(settled)
    page.evaluate(f"{app}.testConnectionState = 'PINGING_SERVER'")
    page.evaluate(settled)
    assert page.evaluate("typeof globalThis.__calypsoHeld.again") == "function"


def test_what_is_pressed_while_the_page_comes_back_waits_until_all_of_it_is_there(
    page_at: PageAt,
) -> None:
    """A server that has begun with the page does not know the buttons below yet."""
    ways, last = list[WebSocketRoute](), list[str | bytes]()
    slow = False

    def pass_on(way: WebSocketRoute) -> None:
        """Let what the server says come through, of a slow one all but what it said last."""

        def told(message: str | bytes) -> None:
            for earlier in (*last, *(() if slow else (message,))):
                way.send(earlier)
            last[:] = [message] if slow else []

        ways[:] = [way]
        way.connect_to_server().on_message(told)

    page = page_at("drill?lang=en&mode=free&kind=who-wins", width=1280, stream=pass_on)
    app = "document.querySelector('[data-test-connection-state]').dataset"
    run, verdict = "globalThis.__calypsoHeld.run", page.locator(".st-key-verdict .verdict")
    answer = page.locator("[class*='st-key-answer-drill'] button").first
    slow = True
    page.evaluate(f"{app}.testConnectionState = 'PINGING_SERVER'")
    page.wait_for_function(f"() => {run} !== undefined")
    page.evaluate(f"{app}.testConnectionState = 'CONNECTED'")
    page.wait_for_function(f"() => {app}.testScriptState === 'running'")
    page.wait_for_timeout(500)  # whatever has come is drawn by then
    answer.click()
    # Of the button that was pressed another is there afterwards.
    answer.evaluate("one => Object.defineProperty(one, 'isConnected', { get: () => false })")
    assert page.evaluate(f"() => {run} !== undefined"), "it would go to where nobody knows it"
    slow = False
    while last:
        ways[0].send(last.pop())
    expect(verdict).to_be_visible()


def test_without_a_mistake_practice_goes_on_with_what_is_needed(page_at: PageAt) -> None:
    """The button stands in a part of the page that runs alone; what it changes does not."""
    page = page_at("drill?lang=en&mode=mistakes", width=1280, height=800)
    page.locator(".st-key-to-today button").click()
    page.wait_for_url("**mode=today**puzzle=**")
