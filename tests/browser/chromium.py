"""Starts the tutor and a browser, and waits until a page has come to rest."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.resources import files
from itertools import count, cycle
from pathlib import Path
from typing import Literal, Protocol
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, WebSocketRoute

FLAGS = [
    "--no-sandbox",  # containers have no sandbox to give, and the only pages are our own
    "--disable-gpu",
    "--disable-background-networking",  # no request but the page's
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--font-render-hinting=none",  # the same widths on every machine
]

CLUB, STRANGE, HOSTED = "club.test", "evil.example", "cards.example.org"
"""Names that lead to this machine: one of a home network, a stranger's, and a host's."""

WATCH = """
(() => {
  if (window.__traffic) return;
  const now = () => performance.now();
  const traffic = window.__traffic = { sent: 0, begun: 0, changed: now(), asked: 0, looks: 0 };
  const early = document.readyState === 'loading';
  const kind = (bytes) => {  // which of its messages Streamlit sends: the field of the protocol
    for (let at = 0; at < bytes.length;) {
      const tag = bytes[at++] >> 3;
      if (tag > 2) return tag;  // before it come a hash and what is said about the message
      let length = 0, shift = 0;
      do length |= (bytes[at] & 127) << shift, shift += 7; while (bytes[at++] & 128);
      at += length;
    }
  };
  const NEW_SESSION = 4, RERUN_SCRIPT = 11;
  const moved = () => { traffic.changed = now(); traffic.looks = 0; };
  const met = new WeakSet();
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function(data) {
    if (!met.has(this)) {
      this.addEventListener('message', ({ data }) => {
        moved();
        if (data instanceof ArrayBuffer && kind(new Uint8Array(data)) === NEW_SESSION) {
          traffic.begun = now();
        }
      });
    }
    met.add(this);
    if (data instanceof Uint8Array && kind(data) === RERUN_SCRIPT) traffic.sent = now();
    return send.call(this, data);
  };
  const changes = new MutationObserver(moved);
  const all = { subtree: true, childList: true, characterData: true };
  const within = (root) => {  // what is drawn inside a component too
    changes.observe(root, all);
    for (const one of root.querySelectorAll('*')) if (one.shadowRoot) within(one.shadowRoot);
  };
  within(document);
  document.addEventListener('scroll', moved, { capture: true, passive: true });
  if (!early) traffic.begun = now();  // the page was there first: its script state is all there is
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function(given) {
    const root = attach.call(this, given);
    changes.observe(root, all);
    return root;
  };
})();
"""
"""Notes in the page when it last asked the server for a run, when a run began, and what changed."""

AT_REST = """
([asked, quiet, patience]) => {
  const traffic = window.__traffic;
  const now = performance.now();
  if (traffic.asked !== asked) {  // a click may not have been sent yet: the quiet begins now
    traffic.asked = asked;
    traffic.changed = now;
    traffic.looks = 0;
  }
  const { sent, begun, changed } = traffic;
  // The cheap questions first: this is asked a hundred times a second.
  if (!begun || now - Math.max(sent, changed) <= quiet) return false;
  if (begun <= sent && now - sent <= patience) return false;
  const app = document.querySelector('[data-testid="stApp"]');
  const passing = '[data-testid="stSkeleton"], [data-testid="stAppSkeleton"], [data-stale="true"]';
  const parts = [...document.querySelectorAll('[data-testid^="stBidiComponent"]')];
  const resting = app?.dataset.testScriptState === 'notRunning'
    && app.dataset.testConnectionState === 'CONNECTED'
    && !document.querySelector(passing)
    && !parts.some(part => part.shadowRoot?.querySelector('.stage:empty'))
    && document.fonts.status === 'loaded'
    && [...document.images].every(image => image.complete)
    && ++traffic.looks > 3;
  if (!resting) return false;
  // What waits for the page to be drawn, as the focus does, has had its turn: two frames.
  const mark = `${asked} ${begun} ${changed}`;
  if (traffic.framed !== mark) {
    if (traffic.framing !== mark) {
      traffic.framing = mark;
      requestAnimationFrame(() => requestAnimationFrame(() => { traffic.framed = mark; }));
    }
    return false;
  }
  const waiting = ".st-key-asking:not([data-drawn])"
    + " :is(.st-key-replies, [class*='st-key-answers']) button";
  const faults = [...document.querySelectorAll(`[data-testid="stException"], ${waiting}`)];
  const words = [document.body, ...parts.map(part => part.shadowRoot?.querySelector('.stage'))];
  const tags = words.flatMap(node => node?.innerText.match(/<\\/?span\\b.*/g) ?? []);
  return { faults: [...faults.map(fault => fault.innerText), ...tags] };
}
"""
"""Streamlit's own end-to-end tests wait for the script state alone. Right after a click that
is still the old one; so the run that the page asked for last must have begun too. (A run that
nobody begins no longer counts after *patience*. Times are in milliseconds.) Of a busy page the
clock says little: between two looks that find it quiet it must have had its turn.
"""

REST_PATIENCE = 30_000
"""Milliseconds after which a run that was asked for is no longer awaited."""

_asked = count(1)


def new_wait() -> int:
    """Number a wait, so that the page knows a new one from the next look of an old one."""
    return next(_asked)


AXE_CORE = files("axe_playwright_python").joinpath("axe.min.js")
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

PATIENCE = 180.0
"""Seconds for what comes in one on a machine at rest: no test needs speed, only an end."""

LOCALES = {"en": "en-GB", "ja": "ja-JP"}
"""By language, what browsers are set to; each more is a browser that knows nothing yet, which
works for seconds until it has loaded the front end."""

Scheme = Literal["light", "dark"]
Motion = Literal["reduce", "no-preference"]


@dataclass(frozen=True)
class Server:
    """A running Streamlit script: where it is, and the file that takes down what it prints."""

    url: str
    log: Path

    @property
    def output(self) -> str:
        """What the server has printed: the tracebacks that no learner sees."""
        return self.log.read_text(encoding="utf-8", errors="replace")


class PageAt(Protocol):
    """Opens a page of the tutor in a browser of its own (no cookies) and lets it come to rest.

    *stream* takes what page and server say to each other, and passes it on. Playwright does not
    take it away again, and `WATCH` sees nothing of what is sent: such a tab is nobody else's.
    """

    def __call__(  # noqa: PLR0913  all that makes a visit
        self,
        path: str = "",
        *,
        width: int = 1280,
        height: int = 900,
        scheme: Scheme = "light",
        locale: str = "en-GB",
        reduced_motion: Motion = "reduce",
        stream: Callable[[WebSocketRoute], None] | None = None,
    ) -> Page: ...


def executable() -> str | None:
    """The browser: $CHROMIUM, or the one of the system. None is ever downloaded.

    First the one without a window: it draws the same and works a quarter less.
    """
    windowless, windowed = "chromium-headless-shell", ("/usr/bin/chromium", "chromium")
    for name in (os.environ.get("CHROMIUM"), windowless, *windowed, "google-chrome"):
        if name and (found := shutil.which(name)):
            return found
    return None


def launch(playwright: Playwright, *flags: str) -> Browser:
    """Start the browser, as people have it but for *flags* and the names that lead here.

    No other name or address leads anywhere: what a page asks of another machine fails, and is
    noticed by that, without a look at each of the hundred requests of a page.
    """
    rules = [f"MAP {name} 127.0.0.1" for name in (CLUB, STRANGE, HOSTED)]
    rules += ["MAP * ~NOTFOUND", "EXCLUDE 127.0.0.1", "EXCLUDE localhost"]
    names = f"--host-resolver-rules={', '.join(rules)}"
    return playwright.chromium.launch(executable_path=executable(), args=[*FLAGS, names, *flags])


def watched_page(context: BrowserContext) -> Page:
    """A new page that `settle` can wait for."""
    context.set_default_timeout(PATIENCE * 1000)
    context.add_init_script(WATCH)
    return context.new_page()


_START = 20_000 + os.getpid() * 97 % 12_000
_PORTS: Iterator[int] = cycle((*range(_START, 32_000), *range(20_000, _START)))
"""Below those that a system gives to whoever connects; every process begins elsewhere."""


def free_port() -> int:
    """A port at which nobody listens, of which this process speaks once."""
    for port in _PORTS:
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("the ports have no end")


def healthy(url: str, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the server answers; False if it ends or the time is up."""
    opener = build_opener(ProxyHandler({}))  # a proxy cannot see this machine from inside
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and process.poll() is None:
        with suppress(URLError, ConnectionError, TimeoutError):
            opener.open(f"{url}/_stcore/health", timeout=20).read()
            return True
        time.sleep(0.05)
    return False


@contextmanager
def serve(script: Path, root: Path, log: Path, *, program: str = "streamlit") -> Iterator[Server]:
    """Serve *script* with the project's own configuration until the block is left.

    *program* is `tests.steady` where the cards and the day must be the same every time; it is on
    two networks then, as a laptop with a VPN or virtual machines is.
    """
    url = f"http://127.0.0.1:{(port := free_port())}"
    options = {"port": port, "address": "127.0.0.1", "headless": "true"}
    command = [sys.executable, "-m", program, "run", str(script)]
    command += [f"--server.{name}={value}" for name, value in options.items()]
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=root, stdout=output, stderr=subprocess.STDOUT, start_new_session=True,
            env={**os.environ, "STEADY_NETWORKS": "192.168.1.9 10.8.0.2"},
        )  # fmt: skip
    server = Server(url, log)
    try:
        if not healthy(url, process):
            raise RuntimeError(f"{script.name} is not being served:\n{server.output}")
        yield server
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()


def settle(page: Page, *, quiet: int = 60) -> None:
    """Wait until *page* has come to rest.

    Raises:
        AssertionError: Streamlit shows an exception, answers wait for a table for nothing, or
            tags stand among the words.
        playwright.sync_api.TimeoutError: The page finds no rest.
    """
    asked = [new_wait(), quiet, REST_PATIENCE]
    rest = page.wait_for_function(AT_REST, arg=asked, polling=10, timeout=PATIENCE * 1000)
    shown = rest.json_value()["faults"]
    assert not shown, f"an exception, unseen answers or tags on {page.url}: {shown}"


def axe(page: Page) -> list[str]:
    """What axe finds against *page*: one line for each element, worst rule first."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_CORE.read_text(encoding="utf-8"))
    # Sheets and films need not be fetched before: only a rule about films asks for them.
    options = "{ runOnly: tags, resultTypes: ['violations'], preload: false }"
    found = page.evaluate(f"tags => axe.run(document, {options})", TAGS)
    order = ["critical", "serious", "moderate", "minor"]
    worst_first = sorted(found["violations"], key=lambda rule: order.index(rule["impact"]))
    return [
        f"{rule['impact']} {rule['id']}: {rule['help']}: {' '.join(map(str, node['target']))}: "
        f"{node['html'][:200]}"
        for rule in worst_first
        for node in rule["nodes"]
    ]


def overflow(page: Page) -> int:
    """By how many pixels *page* must be scrolled sideways to be read.

    A chart takes the width of a window that grew narrow some moments after the window itself,
    and one that is being drawn has the width of before: only what stays too wide counts.
    """
    until = time.monotonic() + REST_PATIENCE / 1000
    while (wider := _overflow(page)) and time.monotonic() < until:
        page.wait_for_timeout(100)
    return wider


def _overflow(page: Page) -> int:
    wider: int = page.evaluate(
        """() => Math.max(0, ...[document.documentElement,
          document.querySelector('[data-testid="stMain"]')]
          .map(box => box ? box.scrollWidth - box.clientWidth : 0))"""
    )
    return wider
