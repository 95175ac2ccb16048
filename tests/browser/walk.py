"""Leads through everything a learner can meet, state by state, and measures what is there."""

import re
from collections.abc import Iterator
from datetime import timedelta
from random import Random
from typing import Any
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import Page, expect

from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS
from puzzles.kinds.who_wins import WhoWins
from puzzles.natural import TrickSource
from puzzles.notation import parse_puzzle, print_puzzle
from tests.browser.chromium import settle
from tests.learner import NOW, answered
from tests.steady import now
from tutor.pages.frame.identity import COOKIE
from tutor.store import Store, learner_of, open_store
from tutor.store.transfer import export_progress
from tutor.words.reference import TOPICS

ANSWERS = "[class*='st-key-answers'] button"
CARDS = ".st-key-replies [data-event='play']:not([aria-disabled])"
LED_TRUMPS = (
    "1 who-wins partnership culbertson N=C E=S S=D W=H : N C4 D3 D7 C9",
    "1 who-wins partnership culbertson N=C E=S S=D W=H : E S6 S9 S4 CQ",
)
"""Two tricks whose leader leads a trump and is ruffed: whoever names the leader twice believes
that a led trump always wins, and is shown a minimal pair."""

LED_TRUMP_AGAIN = "1 who-wins partnership culbertson N=C E=S S=D W=H : S D8 D2 C9 D3"
"""A third one: where other answers were wrong too, two do not say enough."""

PLAIN = (
    "N H8 HJ HT H3",
    "N H3 S9 D4 H5",
    "N H6 CA H8 D7",
    "W C5 C9 S2 D3",
    "S H4 H8 C9 HJ",
    "E H2 D9 H5 C3",
)
"""Tricks without a led trump: they show that not every leader is thought to win, and only then do
the wrong answers say what is believed of trumps."""


def goto(page: Page, path: str, **query: str) -> None:
    """Open a page of the tutor in the language of *page*."""
    at = urlsplit(page.url)
    language = re.search(r"lang=(\w\w)", at.query)
    query = {"lang": language.group(1) if language else "en", **query}
    page.goto(f"{at.scheme}://{at.netloc}/{path}?{urlencode(query)}")
    settle(page)


def click(page: Page, selector: str) -> None:
    page.locator(selector).first.click()
    settle(page)


def press(page: Page, key: str) -> None:
    page.keyboard.press(key)
    settle(page)


def answer(page: Page, *, last: bool = False) -> None:
    """Answer every part with the first choice, or with the last, until it is judged."""
    for _ in range(12):
        buttons = page.locator(ANSWERS)
        check = page.locator("[class*='st-key-check-'] button")
        if check.count():
            click(page, "[data-event='play']")
            click(page, "[class*='st-key-check-'] button")
        elif buttons.count():
            shown = page.locator("[class*='st-key-answer-'] button")
            (shown.last if last else shown.first).click()
            settle(page)
        elif page.locator(CARDS).count():
            shown = page.locator(CARDS)
            (shown.last if last else shown.first).click()
            settle(page)
        else:
            break
    expect(page.locator(".st-key-verdict")).to_be_visible()


def right_answers(page: Page, *, days: int = 0) -> None:
    """Let whoever has opened *page* have answered a few tricks rightly before, *days* ago."""
    (token,) = (one for one in page.context.cookies() if one.get("name") == COOKIE)
    learner = learner_of(token.get("value", "").partition(".")[0])
    with open_store() as store:
        for trick in PLAIN:
            puzzle = parse_puzzle(f"{LED_TRUMPS[0].partition(' : ')[0]} : {trick}")
            assert isinstance(puzzle, WhoWins)
            at = now() - timedelta(days=days)
            given = answered(puzzle, puzzle.solution, puzzle.ruling.rule, at=at)
            store.record(learner, given)


def a_puzzle(kind: str) -> str:
    """A puzzle of a kind, always the same, of the first form that has such puzzles."""
    variant, rule = next(
        (variant, rules[0])
        for variant in VARIANTS.values()
        if (rules := rules_of(kind, variant, CULBERTSON))
    )
    table = variant.table(CULBERTSON)
    return print_puzzle(generate(kind, rule, variant, table, Random(f"walk {kind}")))


def thirty_answers(store: Store) -> str:
    """The progress file of somebody with thirty answers over three weeks, a third of them wrong."""
    variant, learner = VARIANTS["partnership"], learner_of("w" * 32)
    rules = rules_of("who-wins", variant, CULBERTSON)
    rng = Random("thirty answers")
    for number in range(30):
        rule: Rule = rules[number % len(rules)]
        table = rng.choice(variant.tables(CULBERTSON))
        puzzle = generate("who-wins", rule, variant, table, rng, TrickSource.SEPARATING)
        wrong = [c.token for c in puzzle.parts[0].choices if c.token != puzzle.solution]
        given = wrong[0] if number % 3 == 0 else puzzle.solution
        at = NOW - timedelta(days=20 - number * 2 // 3)
        store.record(learner, answered(puzzle, given, rule, at=at))
    return export_progress(store, learner)


def lessons(page: Page) -> Iterator[str]:
    """Home, the map, and every kind of step."""
    goto(page, "")
    yield "home"
    click(page, ".st-key-settings button")
    yield "home, settings open"
    goto(page, "learn")
    yield "learn, the map"
    goto(page, "learn", lesson="following-suit", step="1")
    yield "a step that says"
    goto(page, "learn", lesson="following-suit", step="2")
    yield "a step that shows, the first card"
    press(page, "n")
    click(page, "[class*='st-key-reveal-all-'] button")
    yield "a step that shows, the whole trick"
    goto(page, "learn", lesson="following-suit", step="3")
    yield "a step that asks"
    press(page, "1")
    yield "a step that asks, answered"
    goto(page, "learn", lesson="following-suit", step="5")
    click(page, "[data-event='play'][data-value='SK']")
    yield "a step to try, an illegal card"
    click(page, "[data-event='play'][data-value='HQ']")
    yield "a step to try, a legal card"
    goto(page, "learn", lesson="where-the-rulebooks-differ", step="14")
    yield "a step to choose"
    goto(page, "learn", lesson="following-suit", step="12", seed="1")
    press(page, "n")
    yield "a drill step, narrated"


def practice(page: Page) -> Iterator[str]:
    """Every kind of question before and after an answer, and all that can be opened."""
    for kind in KINDS:
        goto(page, "drill", puzzle=a_puzzle(kind))
        yield f"{kind}, asked"
        if kind == "which-cards":
            for _ in range(3):
                press(page, "h")
            yield f"{kind}, hints open"
        answer(page, last=kind != "which-cards")
        if kind == "who-wins":
            click(page, "[class*='st-key-why-'] button")
            click(page, ".st-key-report summary")
        yield f"{kind}, answered"
    right_answers(page)
    for line in (*LED_TRUMPS, LED_TRUMP_AGAIN):
        goto(page, "drill", puzzle=line)
        press(page, "1")
        expect(page.locator(".st-key-verdict .verdict-wrong")).to_be_visible()
        yield "a misconception named"
    press(page, "n")
    expect(page.locator("[class*='st-key-pair-']")).to_have_count(2)
    yield "a minimal pair"
    click(page, ".st-key-tools button")
    yield "practice, the choice open"


def reference(page: Page) -> Iterator[str]:
    """The referee and the rules."""
    for name, line in (("complete", "N S9 C4 SK SA"), ("incomplete", "N S9"), ("wrong", "N S9 X")):
        goto(page, "referee", game="partnership", table="N=S E=C S=H W=D", trick=line)
        expect(page.locator(".st-key-verdict")).to_have_count(int(name == "complete"))
        yield f"referee, {name}"
    for topic in TOPICS.values():
        goto(page, "rules", rule=topic[0].value)
        yield f"rules, {topic[0].value}"
    goto(page, "rules", rule="differ")
    yield "rules, where they differ"
    goto(page, "rules", rule="often")
    page.locator(".st-key-table-ruffs summary").click()
    page.locator(".st-key-table-ruffs table").wait_for()
    yield "rules, how often"


def unfold(page: Page) -> None:
    """Open all folds of the learner's page; a press that came while it was drawn anew is lost."""
    shut = page.locator("[class*='st-key-fold-'] details:not([open]) summary")
    for _ in range(9):
        if shut.count():
            shut.first.click()
            settle(page)
    expect(shut).to_have_count(0)


def record(page: Page, progress: str) -> Iterator[str]:
    """The learner's page, empty and full."""
    goto(page, "record")
    yield "record, empty"
    unfold(page)
    tabs = page.get_by_role("tab")
    for number in range(tabs.count()):
        tabs.nth(number).click()
        settle(page)
        yield f"record, tab {number + 1}"
    tabs.nth(2).click()
    file: Any = {"name": "p.json", "mimeType": "application/json", "buffer": progress.encode()}
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(".st-key-keep-told-here")).to_be_visible()
    settle(page)
    tabs.nth(0).click()
    click(page, ".st-key-keep-code button")
    yield "record, full, with a code"
    click(page, ".st-key-begin-placement button")
    press(page, "1")
    yield "a test under way"


# ------------------------------------------------------------------ measurements

_ALL = """
const all = function* (root) {
  for (const node of root.querySelectorAll('*')) {
    yield node;
    if (node.shadowRoot) yield* all(node.shadowRoot);
  }
};
const up = node => node.parentElement ?? node.getRootNode().host;
const seen = node => {
  const shut = node.closest('details:not([open])');
  if (shut && !node.closest('summary')) return false;
  for (let at = node; at; at = up(at)) {
    const style = getComputedStyle(at);
    if (style.display === 'none' || style.visibility === 'hidden'
      || style.clipPath === 'inset(50%)'  // nothing is left of it but for the ear
      || style.clip === 'rect(0px, 0px, 0px, 0px)') return false;
  }
  return true;
};
const named = node => `${node.nodeName.toLowerCase()}.${[...node.classList].slice(0, 3).join('.')}`
  + ` "${(node.innerText ?? node.textContent ?? '').trim().slice(0, 40)}"`;
const worded = node => [...node.childNodes].some(one => one.nodeType === 3 && one.data.trim());
"""

_LOST = (
    "() => {"
    + _ALL
    + """
  const found = [], wide = document.documentElement.clientWidth;
  for (const node of all(document)) {
    if (!worded(node) || node.closest('style, script, [data-testid="stIconMaterial"]')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (!box.width || !seen(node)) continue;
    let cut = box.right > wide + 1 || box.left < -1;
    for (let at = node; at; at = up(at)) {
      const style = getComputedStyle(at), frame = at.getBoundingClientRect();
      if (['auto', 'scroll'].includes(style.overflowX) && at.scrollWidth > at.clientWidth) {
        cut = false;  // it can be scrolled to, within itself
        break;
      }
      if (['hidden', 'clip'].includes(style.overflowX) && style.textOverflow !== 'ellipsis'
        && (box.right > frame.right + 1 || box.left < frame.left - 1)) cut = true;
    }
    if (cut) found.push(named(node));
  }
  return found;
}"""
)

_MOVES = (
    "() => {"
    + _ALL
    + """
  const long = text => text.split(',').some(part => parseFloat(part) > 0);
  return [...all(document.body)].filter(node => {
    const style = getComputedStyle(node);
    return long(style.transitionDuration)
      || style.animationName !== 'none' && long(style.animationDuration);
  }).map(named);
}"""
)

_SMALL = (
    "least => {"
    + _ALL
    + """
  const pressed = 'button, a[href], summary, input, [role=tab], [role=radio]';
  const found = [];
  for (const node of all(document.body)) {
    if (!node.matches(pressed) || node.matches('p a, li a') || !seen(node)) continue;
    const target = node.matches('input') ? node.closest('label') ?? node : node;
    const box = target.getBoundingClientRect();
    const tools = '[data-testid="stCode"], [data-testid="stElementToolbar"]';  // copy, enlarge
    if (!box.width || node.closest(tools)) continue;
    const wider = node.nodeName === 'BUTTON' && node.closest('.hold') ? 6 : 0;
    if (box.width + wider < least - 0.5 || box.height + wider < least - 0.5) {
      found.push(`${Math.round(box.width)}x${Math.round(box.height)} ${named(node)}`);
    }
  }
  return found;
}"""
)

_TINY = (
    "least => {"
    + _ALL
    + """
  return [...all(document.body)]
    .filter(node => worded(node) && !node.closest('svg, kbd, style, [aria-hidden=true]')
      && !node.closest('[data-testid="stIconMaterial"]') && !node.getRootNode().host
      && !node.matches('.named > span')  // its sign is seen
      && seen(node) && parseFloat(getComputedStyle(node).fontSize) < least - 0.05)
    .map(node => `${getComputedStyle(node).fontSize} ${named(node)}`);
}"""
)


def _found(page: Page, script: str, *given: float) -> list[str]:
    found: list[str] = page.evaluate(script, *given)
    return list(dict.fromkeys(found))


def lost(page: Page) -> list[str]:
    """Words that stick out of the page, or that something cuts off."""
    return _found(page, _LOST)


def moving(page: Page) -> list[str]:
    """What would move: transitions and animations that take time."""
    return _found(page, _MOVES)


def too_small(page: Page, least: float) -> list[str]:
    """What is to be pressed and is smaller than *least* pixels in one direction."""
    return _found(page, _SMALL, least)


def tiny(page: Page, least: float) -> list[str]:
    """Words of the page, pictures apart, in letters of less than *least* pixels."""
    return _found(page, _TINY, least)


def resize(page: Page, width: int, height: int) -> None:
    """Return the window another size, and the layout two frames to follow."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate("() => new Promise(go => requestAnimationFrame(() => requestAnimationFrame(go)))")


def regions(page: Page, words: str) -> list[str]:
    """The roles of the live regions that say *words*, as assistive technology sees them."""
    script = (
        "words => {"
        + _ALL
        + """
      const live = '[role=status], [role=alert], [role=log], [aria-live]:not([aria-live=off])';
      return [...all(document.body)].filter(node => node.matches(live)
        && node.textContent.replace(/\\s+/g, ' ').includes(words)).map(node => node.role ?? 'live');
    }"""
    )
    found: list[str] = page.evaluate(script, words)
    return found
