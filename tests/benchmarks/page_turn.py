"""From click to feedback: a question of the drill against a bare page with one button.

Both are served with the same configuration on this machine and take turns in the same
browser, so that whatever else the machine does meets both alike. Time is taken inside
the page, from the click to the change of the text, with nothing of the test's own in it.

What counts is the middle of several rounds' ratios: single ones differ by a third. The range
is printed beside it, so that one run says how much it means. The questions are the same ones,
however often it runs.
"""

from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Page, sync_playwright

from tests.browser import chromium

PATH = "drill?mode=free&kind=who-wins"
"""Where the tutor asks one question after another, all of one kind."""
ANSWER = "[class*='st-key-answer-'] :is(button, input):enabled"
"""Any answer to the question; the first is taken, right or wrong."""
VERDICT = ".st-key-verdict"
"""What the tutor says to it: empty, or not there, until it is answered."""
NEXT = "[class*='st-key-next-'] button"
"""Leads to the next question."""

BARE_BUTTON = ".st-key-count button"
BARE_TEXT = ".st-key-counted"

ROUNDS, CLICKS = 7, 15
"""How many medians are compared, and of how many clicks on either page each is."""
WARM_UP = 5
QUIET = 150
"""Milliseconds without any change, longer than a test waits: what a run leaves for afterwards, on
the server or in the browser, is to be done before the next click."""
LIMIT = 2.2
"""The ratio that must hold."""

CLICK_TO_CHANGE = """
([clicked, watched]) => new Promise((resolve, reject) => {
  const text = () => document.querySelector(watched)?.textContent ?? '';
  const before = text();
  const target = document.querySelector(clicked);
  if (!target) return reject(new Error(`nothing to click: ${clicked}`));
  const late = setTimeout(() => reject(new Error(`no change in 10 s: ${watched}`)), 10000);
  let began;
  new MutationObserver((_, observer) => {
    if (text() === before) return;
    const taken = performance.now() - began;
    observer.disconnect();
    clearTimeout(late);
    resolve(taken);
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  began = performance.now();
  target.click();
})
"""


@dataclass(frozen=True)
class Times:
    """What one page took, in milliseconds."""

    name: str
    taken: tuple[float, ...]

    def percentile(self, percent: int) -> float:
        """The time that *percent* of all clicks did not exceed."""
        return quantiles(self.taken, n=100, method="inclusive")[percent - 1]

    def __str__(self) -> str:
        p50, p95 = self.percentile(50), self.percentile(95)
        return f"  {self.name:12} p50 {p50:6.1f} ms   p95 {p95:6.1f} ms   n {len(self.taken)}"


def click(page: Page, clicked: str, watched: str) -> float:
    """Click and measure, on a page that has come to rest and stands in front."""
    page.bring_to_front()
    chromium.settle(page, quiet=QUIET)
    taken: float = page.evaluate(CLICK_TO_CHANGE, [clicked, watched])
    chromium.settle(page, quiet=QUIET)
    return taken


def ratios(bare: Times, drill: Times) -> tuple[float, ...]:
    """Return the ratio of the medians of every round, the least first."""
    starts = range(0, len(bare.taken), CLICKS)
    rounds = (slice(start, start + CLICKS) for start in starts)
    return tuple(sorted(median(drill.taken[one]) / median(bare.taken[one]) for one in rounds))


def measure(root: Path, clicks: int = ROUNDS * CLICKS) -> tuple[Times, Times]:
    """Let both pages take turns: the bare one, then the drill."""
    with ExitStack() as stack:
        logs = Path(stack.enter_context(TemporaryDirectory()))
        bare_page = Path(__file__).with_name("bare_page.py")
        app = root / "streamlit_app.py"
        bare_server = stack.enter_context(chromium.serve(bare_page, root, logs / "bare"))
        tutor = stack.enter_context(
            chromium.serve(app, root, logs / "tutor", program="tests.steady")
        )
        browser = chromium.launch(stack.enter_context(sync_playwright()))
        stack.callback(browser.close)
        bare, drill = (chromium.watched_page(browser.new_context()) for _ in range(2))
        bare.goto(bare_server.url)
        drill.goto(f"{tutor.url}/{PATH}")
        taken: list[tuple[float, float]] = []
        for _ in range(WARM_UP + clicks):
            taken.append((click(bare, BARE_BUTTON, BARE_TEXT), click(drill, ANSWER, VERDICT)))
            drill.locator(NEXT).click()
        first, second = zip(*taken[WARM_UP:], strict=True)
    return Times("bare page", first), Times("drill", second)


def main() -> int:
    """Print both, and the ratio that counts."""
    bare, drill = measure(Path(__file__).resolve().parents[2])
    found = ratios(bare, drill)
    ratio = median(found)
    print(bare, drill, sep="\n")
    spread = f"{found[0]:.2f} to {found[-1]:.2f} in {len(found)} rounds of {CLICKS}"
    print(f"  ratio        p50 {ratio:6.2f}      ({spread}; at most {LIMIT})")
    return 0 if ratio <= LIMIT else 1
