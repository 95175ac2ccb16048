"""The running tutor turns foreign pages away at once, and nobody else waits for that."""

import asyncio
import json
import re
from concurrent.futures import ThreadPoolExecutor
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

import pytest
from playwright.sync_api import Browser, expect
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin, Subprotocol

from tests.benchmarks.websocket import Tab
from tests.browser.chromium import Server


def opens(server: Server, origin: str | None) -> bool:
    """Try to open a stream, as a page of this origin would."""
    address = server.url.replace("http://", "ws://") + "/_stcore/stream"
    try:
        with connect(
            address,
            origin=None if origin is None else Origin(origin),
            subprotocols=[Subprotocol("streamlit")],
            proxy=None,
            open_timeout=60,
        ):
            return True
    except InvalidStatus as refused:
        if refused.response.status_code != 403:
            raise
        return False


FOREIGN = ("https://evil.example", "http://localhost:9999", "null", None)


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_stream_from_elsewhere_does_not_open(server: Server, origin: str | None) -> None:
    assert not opens(server, origin)
    assert opens(server, server.url)


def test_many_foreign_pages_keep_nobody_waiting_for_the_network(server: Server) -> None:
    opener = build_opener(ProxyHandler({}))
    with ThreadPoolExecutor(15) as pool:
        foreign = [pool.submit(opens, server, f"https://evil-{n}.example") for n in range(15)]
        assert opener.open(f"{server.url}/_stcore/health", timeout=60).status == 200
        assert not any(one.result() for one in foreign)


def test_no_page_that_has_ours_in_a_frame_may_speak_to_it(server: Server) -> None:
    """As it comes, everybody's apps on Streamlit's own hosting may."""
    opener = build_opener(ProxyHandler({}))
    with opener.open(f"{server.url}/_stcore/host-config", timeout=60) as told:
        assert json.load(told)["allowedOrigins"] == []


@pytest.mark.parametrize("path", ["", "/host", "/nowhere", "/calypso.svg", "/_stcore/health"])
def test_whatever_is_served_says_that_no_page_of_elsewhere_may_frame_it(
    server: Server, path: str
) -> None:
    with build_opener(ProxyHandler({})).open(f"{server.url}{path}", timeout=60) as told:
        assert told.headers.get_all("Content-Security-Policy") == ["frame-ancestors 'self'"]


@pytest.mark.parametrize(("host", "ours"), [("127.0.0.1", True), ("localhost", False)])
def test_no_page_of_elsewhere_shows_ours_in_a_frame(
    server: Server, browser: Browser, host: str, *, ours: bool
) -> None:
    """To a browser another name is elsewhere, though it leads to the same machine."""
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.url.replace("127.0.0.1", host) + "/livez")
    page.set_content(f'<iframe src="{server.url}/host" onload="document.title = 1"></iframe>')
    expect(page).to_have_title("1")
    if ours:
        expect(page.frame_locator("iframe").get_by_test_id("stApp")).to_be_visible()
    else:
        assert page.frames[1].url.startswith("chrome-error:")
    context.close()


@pytest.mark.parametrize("query", ["", "?families=cache_memory_bytes"])
def test_what_streamlit_counts_is_told_to_nobody(server: Server, query: str) -> None:
    """Neither how many are here, nor the size of all they hold, which takes a while to find."""
    opener = build_opener(ProxyHandler({}))
    with pytest.raises(HTTPError) as refused:
        opener.open(f"{server.url}/_stcore/metrics{query}", timeout=60)
    assert refused.value.code == 404


def test_a_forged_value_is_refused_and_the_page_goes_on(server: Server) -> None:
    async def visit() -> None:
        tab = await Tab.open(f"{server.url}/assignments")
        assert tab.fields
        await tab._run(typed=[WidgetState(id=id_, int_value=5) for id_ in tab.fields.values()])
        await tab._run()
        await tab.close()
        cookies.append(tab.cookies)

    cookies: list[str] = []
    with ThreadPoolExecutor(1) as pool:  # this thread has a loop of its own, the browser's
        pool.submit(asyncio.run, visit()).result()
    line = r"^\d{4}-\d\d-\d\d [\d:,.]+ WARNING tutor\.pages\.frame\.forgeries: a value of a "
    assert re.search(line, server.output, re.MULTILINE)
    (token,) = re.findall(r"calypso_learner=([^.;]+)", cookies[0])
    assert token not in server.output
