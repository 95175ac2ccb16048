"""What a browser test may ask for: a browser, the running tutor, and its pages."""

import os
from collections.abc import Generator, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright
from playwright.sync_api import Error as PlaywrightError

from tests.browser import chromium
from tests.browser.chromium import PageAt, Server
from tests.browser.visits import Strangers, Visits

HERE = Path(__file__).parent
REFUSED = "a value of a widget was refused"
expect.set_options(timeout=chromium.PATIENCE * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


def lacking(what: str) -> NoReturn:
    """Skip a test that needs a browser, or fail it where browsers are required."""
    if os.environ.get("CALYPSO_REQUIRE_BROWSER"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """What drives the browsers of this process."""
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        patch.setenv("NODE_OPTIONS", f"--require {HERE / 'firefox.cjs'}")
        try:
            started = stack.enter_context(sync_playwright())
        except Exception as error:  # noqa: BLE001 - Playwright raises no more than that
            lacking(f"Playwright does not start here: {error}")
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    """One Chromium for all tests of this process; every visit has a context to itself."""
    if chromium.executable() is None:
        lacking("no Chromium here: install it, or name it in $CHROMIUM")
    # What is drawn need not travel between processes, and no page lives long enough for the
    # slower compilers of scripts to be worth their work: each a tenth of what a visit costs.
    found = chromium.launch(playwright, "--in-process-gpu", "--js-flags=--no-opt --no-maglev")
    yield found
    found.close()


@pytest.fixture(scope="session")
def server(
    browser: Browser,  # noqa: ARG001  without a browser there is nobody to serve
    root: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Server]:
    """The tutor as `streamlit run` serves it, with cards and a day that are always the same."""
    log = tmp_path_factory.mktemp("server") / "output.txt"
    script = root / "streamlit_app.py"
    with chromium.serve(script, root, log, program="tests.steady") as running:
        yield running


@pytest.fixture(scope="session")
def strangers(browser: Browser, server: Server) -> Strangers:
    """The browsers of this process, lent out in turn."""
    return Strangers(browser, server)


@pytest.fixture
def page_at(strangers: Strangers, server: Server) -> Iterator[PageAt]:
    """Opens pages, as in `page_at("drill", width=390, scheme="dark", locale="ja-JP")`.

    When the test is over, no page may have failed or asked another machine, and nothing that a
    real browser sends may have been taken for forged.
    """
    visits, refused = Visits(strangers), server.output.count(REFUSED)
    yield visits
    visits.close()
    assert visits.unseen == []
    assert server.output.count(REFUSED) == refused, "a value from a real browser was refused"


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
        for _, page in visits.lent:
            with suppress(PlaywrightError):  # a page may be closed, or beyond answering
                shown = page.locator("body").aria_snapshot(timeout=2000)
                report.sections.append((f"what stood on {page.url}", shown))
    return report
