"""Lends tabs to visitors whom nobody knows, and notes what goes wrong on them unseen."""

from collections import defaultdict
from collections.abc import Callable
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, Request, WebSocketRoute
from playwright.sync_api import Error as PlaywrightError

from tests.browser import chromium
from tests.browser.chromium import Motion, Scheme, Server

Traits = tuple[str, bool]
"""What a browser is made with and keeps: its locale, and whether it is touched."""


class Strangers:
    """Browsers that know nobody: no cookie, nothing kept, but Streamlit's front end at hand.

    To load the front end for the first time, a browser works for two seconds; again in the
    same tab, for less than one. So a tab is lent again once its learner is forgotten.
    """

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.idle: dict[Traits, list[Page]] = defaultdict(list)

    def lend(self, traits: Traits) -> Page:
        """A tab of a browser with *traits*; no two that are lent share a browser."""
        return self.idle[traits].pop() if self.idle[traits] else self.open(traits)

    def open(self, traits: Traits) -> Page:
        """A tab that nobody has had."""
        locale, touch = traits
        context = self.browser.new_context(locale=locale, timezone_id="UTC", has_touch=touch)
        return chromium.watched_page(context)

    def take_back(self, traits: Traits, page: Page) -> None:
        """Forget who used *page*, and keep it for the next; one that fails is thrown away."""
        try:
            # A page of this origin without a script: nothing is kept from now on, and the
            # process that has the front end in its memory goes on.
            page.goto(f"{self.server.url}/_stcore/health")
            tools = page.context.new_cdp_session(page)
            kept = {"origin": self.server.url, "storageTypes": "all"}
            tools.send("Storage.clearDataForOrigin", kept)
            tools.send("Page.resetNavigationHistory")
            tools.detach()
            page.context.clear_cookies()
            page.evaluate("sessionStorage.clear()")
        except PlaywrightError:
            page.context.close()
        else:
            self.idle[traits].append(page)


class Visits:
    """The pages one test has opened, and what went wrong on them unseen."""

    def __init__(self, strangers: Strangers) -> None:
        self.strangers = strangers
        self.server = strangers.server
        self.lent: list[tuple[Traits, Page]] = []
        self.routed: list[Page] = []
        self.unseen: list[str] = []

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
    ) -> Page:
        traits = (locale, width < 600)
        if stream is None:
            page = self.strangers.lend(traits)
            self.lent.append((traits, page))
        else:
            page = self.strangers.open(traits)
            page.route_web_socket("**/_stcore/stream*", stream)
            self.routed.append(page)
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme, reduced_motion=reduced_motion)
        page.on("pageerror", self.fault)
        page.on("requestfailed", self.note)
        page.goto(f"{self.server.url}/{path.removeprefix('/')}")
        chromium.settle(page)
        return page

    def fault(self, error: PlaywrightError) -> None:
        """Remember an error that nobody caught."""
        self.unseen.append(f"error in the page: {error}")

    def note(self, request: Request) -> None:
        """Remember a request that would have left this machine, which none does."""
        url = urlsplit(request.url)
        if url.scheme in {"http", "https", "ws", "wss"} and url.hostname != "127.0.0.1":
            self.unseen.append(f"request to {request.url}")

    def close(self) -> None:
        for traits, page in self.lent:
            page.remove_listener("pageerror", self.fault)
            page.remove_listener("requestfailed", self.note)
            self.strangers.take_back(traits, page)
        for page in self.routed:
            page.context.close()
