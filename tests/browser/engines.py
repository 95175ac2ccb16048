"""One small driver over three engines: what a walk may do in Chromium, Firefox and WebKit.

Firefox is the system's, driven by Playwright's WebDriver BiDi (`firefox.cjs` says with what
patience); WebKit is the system's MiniBrowser, driven by Selenium on a screen of its own. Every
tab is a browser of its own: no cookie is shared. Selectors look into shadow roots.
"""

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from playwright.sync_api import Browser, Playwright

from tests.browser import chromium
from tests.browser.chromium import PATIENCE, Scheme

FIREFOX = "/usr/bin/firefox-esr"
DRIVER = "/usr/bin/WebKitWebDriver"
MINI = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"

DEEP = """
const deep = (css, text) => {
  const found = [];
  const walk = (root) => {
    found.push(...root.querySelectorAll(css));
    for (const node of root.querySelectorAll('*')) if (node.shadowRoot) walk(node.shadowRoot);
  };
  walk(document);
  const seen = (node) => node.getClientRects().length;
  return found.filter((node) => seen(node)
    && (!text || (node.innerText ?? node.textContent ?? '').includes(text)));
};
"""

_REST = f"{chromium.WATCH} return ({chromium.AT_REST})(arguments[0])"

_AIMED = f"""{DEEP}
const [css, text, nth] = arguments, [one] = deep(css, text).slice(nth, nth + 1);
if (!one) return null;
const place = () => JSON.stringify(one.getBoundingClientRect());
if (one.disabled || getComputedStyle(one).visibility !== 'visible') return null;
if (window.__aim?.one !== one || window.__aim.at !== place()) {{
  one.scrollIntoView({{ block: 'center', behavior: 'instant' }});
  window.__aim = {{ one, at: place(), looks: 0 }};
  return null;
}}
if (++window.__aim.looks < 3) return null;
window.__arrived = false;
const note = () => {{ window.__arrived = true; }};
one.addEventListener('click', note, {{ capture: true, once: true }});
return one;
"""
"""What is to be pressed, once it has been seen in one place in a few looks; it notes the press."""


class Hands(Protocol):
    """What differs from engine to engine."""

    def js(self, script: str, *given: object) -> Any: ...  # noqa: ANN401 - whatever it returns
    def goto(self, url: str) -> None: ...
    def reload(self) -> None: ...
    def click(self, css: str, text: str, nth: int) -> None: ...
    def press(self, key: str) -> None: ...
    def type(self, words: str) -> None: ...
    def close(self) -> None: ...


class Tab:
    """A page in one engine."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands

    def settle(self) -> None:
        """Wait until the page has come to rest and shows no exception."""
        wait = [chromium.new_wait(), 250, chromium.REST_PATIENCE]
        faults: list[str] = []

        def rest() -> bool:
            found = self.hands.js(_REST, wait)
            faults.extend(found["faults"] if found else ())
            return bool(found)

        self.until(rest, "rest")
        assert not faults, faults

    def until(self, holds: Callable[[], object], what: str) -> None:
        """Wait until *holds* says so; *what* is what is awaited."""
        until = time.monotonic() + PATIENCE
        while not holds():
            if time.monotonic() > until:
                shown = self.hands.js("return `${location.href}\n${document.body.innerText}`")
                raise AssertionError(f"no {what} at {shown[:1500]}")
            time.sleep(0.05)

    def open(self, url: str) -> None:
        self.hands.goto(url)
        self.settle()

    def reload(self) -> None:
        self.hands.reload()
        self.settle()

    def count(self, css: str, text: str = "") -> int:
        """How many there are to be seen."""
        script = f"{DEEP} return deep(arguments[0], arguments[1]).length"
        return int(self.hands.js(script, css, text))

    def wait(self, css: str, text: str = "") -> None:
        """Wait until there is one to be seen."""
        self.until(lambda: self.count(css, text), f"{css} {text!r}")

    def text(self, css: str) -> str:
        """The words of the first there is."""
        self.wait(css)
        return str(self.hands.js(f"{DEEP} return deep(arguments[0])[0].innerText", css))

    def click(self, css: str, text: str = "", nth: int = 0) -> None:
        self.wait(css, text)
        self.settle()
        self.hands.click(css, text, nth)
        self.settle()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.hands.press(key)
            self.settle()

    def type(self, css: str, words: str) -> None:
        self.click(css)
        self.hands.type(words)

    def beyond(self) -> int:
        """By how many pixels the page must be scrolled sideways to be read."""
        return int(
            self.hands.js("""return Math.max(...[document.documentElement,
              document.querySelector('[data-testid="stMain"]')]
              .map((box) => box ? box.scrollWidth - box.clientWidth : 0))""")
        )

    def cut(self) -> list[str]:
        """Words of buttons that end in dots because their box is too narrow for them."""
        return list(
            self.hands.js(f"""{DEEP} return deep('button [data-testid="stMarkdownContainer"]')
              .filter((node) => {{
                const wide = node.firstElementChild?.getBoundingClientRect().width ?? 0;
                return getComputedStyle(node).textOverflow === 'ellipsis'
                  && wide > 1  // a word of one pixel is there for the ear alone
                  && node.getBoundingClientRect().width < wide;
              }})
              .map((node) => node.innerText)""")
        )

    def colour(self, css: str, name: str) -> tuple[float, ...]:
        """A colour as the engine has worked it out: red, green, blue and how opaque."""
        script = f"""{DEEP}
          const canvas = document.createElement('canvas').getContext('2d');
          canvas.fillStyle = getComputedStyle(deep(arguments[0])[0])[arguments[1]];
          canvas.fillRect(0, 0, 1, 1);
          return [...canvas.getImageData(0, 0, 1, 1).data]"""
        return tuple(self.hands.js(script, css, name))


class PlaywrightHands:
    """Chromium and Firefox."""

    def __init__(self, browser: Browser, width: int, height: int, *, scheme: Scheme | None) -> None:
        # Firefox has the scheme in its own settings, and does not know how to be told.
        traits: dict[str, Any] = {"color_scheme": scheme} if scheme else {}
        self._context = browser.new_context(
            locale="en-GB", viewport={"width": width, "height": height}, **traits
        )
        self._page = self._context.new_page()
        self._page.set_default_timeout(PATIENCE * 1000)

    def js(self, script: str, *given: object) -> Any:  # noqa: ANN401
        run = "([script, given]) => new Function(script).apply(null, given)"
        return self._page.evaluate(run, [script, list(given)])

    def goto(self, url: str) -> None:
        self._page.goto(url)

    def reload(self) -> None:
        self._page.reload()

    def click(self, css: str, text: str, nth: int) -> None:
        found = self._page.locator(css).filter(visible=True)
        (found.filter(has_text=text) if text else found).nth(nth).click()

    def press(self, key: str) -> None:
        self._page.keyboard.press(key)

    def type(self, words: str) -> None:
        self._page.keyboard.type(words)

    def pdf_from_firefox(self) -> bytes:
        """The page on A4: Firefox takes for centimetres what Playwright gives in inches."""
        return self._page.pdf(width="21in", height="29.7in", print_background=True)

    def close(self) -> None:
        self._context.close()


_KEYS = {"Enter": "\ue007", "Tab": "\ue004", "Escape": "\ue00c"}


class WebKitHands:
    """MiniBrowser; the window is opened by a script, for one with a toolbar is 447 px wide."""

    def __init__(self, screen: str, scheme: Scheme, width: int, height: int) -> None:
        from selenium import webdriver
        from selenium.webdriver.common.action_chains import ActionChains
        from selenium.webdriver.webkitgtk.options import Options
        from selenium.webdriver.webkitgtk.service import Service

        options = Options()
        options.binary_location = MINI
        options.add_argument("--automation")
        options.add_argument("--javascript-can-open-windows-automatically=TRUE")
        self._home = tempfile.mkdtemp(prefix="calypso-webkit-")
        theme = "Adwaita:dark" if scheme == "dark" else "Adwaita"
        environment = {
            **os.environ, "DISPLAY": screen, "GDK_BACKEND": "x11", "GTK_THEME": theme,
            "HOME": self._home, "LANGUAGE": "en_GB:en", "LANG": "C.UTF-8",
        }  # fmt: skip
        self._driver: Any = webdriver.WebKitGTK(
            options=options, service=Service(DRIVER, env=environment)
        )
        self._driver.set_script_timeout(PATIENCE)
        self._chain = ActionChains
        self._size = width, height
        self._opened = False

    def js(self, script: str, *given: object) -> Any:  # noqa: ANN401
        return self._driver.execute_script(script, *given)

    def goto(self, url: str) -> None:
        if not self._opened:
            self._open(url)
        self._driver.get(url)

    def _open(self, url: str) -> None:
        origin = "/".join(url.split("/", 3)[:3])
        self._driver.get(f"{origin}/_stcore/health")
        first, (width, height) = self._driver.current_window_handle, self._size
        bare = f"width={width},height={height},toolbar=no,location=no,menubar=no"
        self.js("window.open('about:blank', 'bare', arguments[0])", bare)
        self._wait(lambda: len(self._driver.window_handles) > 1)
        other = next(window for window in self._driver.window_handles if window != first)
        self._driver.close()
        self._driver.switch_to.window(other)
        self._driver.set_window_size(width, height)
        self._wait(lambda: self.js("return innerWidth") == width)
        self._wait(self._still)
        self._opened = True

    def _still(self) -> bool:
        """Whether the window keeps its size: it comes to it in more than one step."""
        looks = []
        for _ in range(5):
            looks.append(self.js("return `${innerWidth} ${innerHeight}`"))
            time.sleep(0.05)
        return len(set(looks)) == 1

    @staticmethod
    def _wait(holds: Any) -> None:  # noqa: ANN401
        until = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < until, "the window does not come"
            time.sleep(0.05)

    def reload(self) -> None:
        self._driver.refresh()

    def click(self, css: str, text: str, nth: int) -> None:
        """Press where it is, and again if it was no longer there: WebDriver looks only before."""
        from selenium.common.exceptions import WebDriverException

        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            aimed = self.js(_AIMED, css, text, nth)
            if aimed is None:
                time.sleep(0.02)
                continue
            with suppress(WebDriverException):  # something lay over it, or it went
                aimed.click()
            # The page that follows a link has not noted anything: it is there because of it.
            if self.js("return window.__arrived") is not False:
                return
        raise AssertionError(f"{css} {text!r} cannot be pressed")

    def press(self, key: str) -> None:
        self._chain(self._driver).send_keys(_KEYS.get(key, key)).perform()

    def type(self, words: str) -> None:
        self._chain(self._driver).send_keys(words).perform()

    def close(self) -> None:
        self._driver.quit()
        shutil.rmtree(self._home, ignore_errors=True)


class Engine:
    """One engine that opens tabs; Chromium opens them in the browser that is *ready*."""

    def __init__(
        self,
        name: str,
        playwright: Playwright,
        stack: ExitStack,
        screen: str,
        ready: Browser | None,
    ) -> None:
        self.name = name
        self._ready = ready
        self._playwright = playwright
        self._stack = stack
        self._screen = screen

    def tab(self, width: int = 1280, height: int = 800, scheme: Scheme = "light") -> Tab:
        """A page of somebody nobody knows."""
        if self.name == "webkit":
            hands: Hands = WebKitHands(self._screen, scheme, width, height)
        elif self.name == "firefox":
            dark = {"layout.css.prefers-color-scheme.content-override": int(scheme == "light")}
            browser = self._playwright.firefox.launch(
                channel="moz-firefox",
                executable_path=FIREFOX,
                firefox_user_prefs={**dark, "ui.prefersReducedMotion": 1},
            )
            self._stack.callback(browser.close)
            hands = PlaywrightHands(browser, width, height, scheme=None)
        else:
            assert self._ready
            hands = PlaywrightHands(self._ready, width, height, scheme=scheme)
        self._stack.callback(hands.close)
        return Tab(hands)


def missing(name: str) -> str:
    """What an engine lacks here, in words; nothing if it is all there."""
    if name == "chromium":
        return "" if chromium.executable() else "no Chromium here"
    if name == "firefox":
        return "" if Path(FIREFOX).exists() else "no Firefox here: apt install firefox-esr"
    wanted = [one for one in (DRIVER, MINI) if not Path(one).exists()]
    if not shutil.which("Xvfb"):
        wanted.append("Xvfb")
    return f"no WebKit here: apt install webkit2gtk-driver xvfb ({wanted[0]})" if wanted else ""


@contextmanager
def engine(name: str, playwright: Playwright, ready: Browser | None) -> Iterator[Engine]:
    """Start one engine; whatever it has started is ended with it."""
    with ExitStack() as stack:
        screen = stack.enter_context(_screen()) if name == "webkit" else ""
        yield Engine(name, playwright, stack, screen, ready)


@contextmanager
def _screen() -> Iterator[str]:
    """A screen that nobody sees; the system finds a free number for it."""
    read, write = os.pipe()
    process = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1300x24", "-nolisten", "tcp"],
        pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    try:
        with os.fdopen(read) as told:
            yield f":{told.readline().strip()}"
    finally:
        process.terminate()
        process.wait()
