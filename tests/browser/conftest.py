"""What a browser test may ask for: a browser, the running tutor, and its pages."""

import os
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Request, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.browser import chromium
from tests.browser.chromium import Motion, PageAt, Scheme, Server

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this process; every page has a context of its own."""
    if chromium.executable() is None:
        missing = "no Chromium here: install it, or name it in $CHROMIUM"
        if os.environ.get("CALYPSO_REQUIRE_BROWSER"):
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        found = chromium.launch(playwright)
        yield found
        found.close()


@pytest.fixture(scope="session")
def server(
    browser: Browser,  # noqa: ARG001  without a browser there is nobody to serve
    root: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Server]:
    """The tutor as `streamlit run` serves it, one for all tests of this process."""
    log = tmp_path_factory.mktemp("server") / "output.txt"
    with chromium.serve(root / "streamlit_app.py", root, log) as running:
        yield running


class Visits:
    """The pages one test has opened, and what went wrong on them unseen."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser = browser
        self.server = server
        self.pages: list[Page] = []
        self.unseen: list[str] = []

    def __call__(
        self,
        path: str = "",
        *,
        width: int = 1280,
        height: int = 900,
        scheme: Scheme = "light",
        locale: str = "en-GB",
        reduced_motion: Motion = "reduce",
    ) -> Page:
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme=scheme,
            locale=locale,
            timezone_id="UTC",
            has_touch=width < 600,
            reduced_motion=reduced_motion,
        )
        page = chromium.watched_page(context)
        self.pages.append(page)
        page.on("pageerror", lambda error: self.unseen.append(f"error in the page: {error}"))
        page.on("request", self.note)
        page.goto(f"{self.server.url}/{path.removeprefix('/')}")
        chromium.settle(page)
        return page

    def note(self, request: Request) -> None:
        """Remember a request that leaves this machine."""
        url = urlsplit(request.url)
        if url.scheme in {"http", "https", "ws", "wss"} and url.hostname != "127.0.0.1":
            self.unseen.append(f"request to {request.url}")

    def close(self) -> None:
        for page in self.pages:
            page.context.close()


@pytest.fixture
def page_at(browser: Browser, server: Server) -> Iterator[PageAt]:
    """Opens pages, as in `page_at("drill", width=390, scheme="dark", locale="ja-JP")`.

    When the test is over, no page may have failed or asked another machine.
    """
    visits = Visits(browser, server)
    yield visits
    visits.close()
    assert visits.unseen == []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show beside a failure what the server printed and what stood on the pages."""
    report = yield
    visits = getattr(item, "funcargs", {}).get("page_at")
    if report.failed and isinstance(visits, Visits):
        printed = "\n".join(visits.server.output.splitlines()[-60:])
        report.sections.append(("what the server printed", printed))
        for page in visits.pages:
            with suppress(PlaywrightError):  # a page may be closed, or beyond answering
                shown = page.locator("body").aria_snapshot(timeout=2000)
                report.sections.append((f"what stood on {page.url}", shown))
    return report
