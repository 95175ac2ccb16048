"""The tutor under a path, behind a proxy that passes the path on: pages, links and pictures."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser import chromium

PUZZLE = "1 who-wins partnership culbertson N=H E=D S=S W=C : W H4 HQ D2 H9"


@pytest.fixture
def home(root: Path, tmp_path: Path) -> Iterator[str]:
    """The tutor's address, as `calypso serve` answers at it."""
    at = f"http://127.0.0.1:{(port := chromium.free_port())}"
    command = [sys.executable, "-m", "tutor", "serve", f"--port={port}", "--"]
    process = subprocess.Popen(
        [*command, "--server.address=127.0.0.1", "--server.headless=true"],
        cwd=root,
        env={**os.environ, "CALYPSO_DATA": str(tmp_path), "CALYPSO_ADDRESS": f"{at}/calypso"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        assert chromium.healthy(f"{at}/calypso", process)
        yield f"{at}/calypso"
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait()


def test_a_deep_link_opens_and_leads_on(browser: Browser, home: str) -> None:
    context = browser.new_context(locale="ja-JP")
    page = chromium.watched_page(context)
    page.goto(f"{home}/drill?puzzle={PUZZLE.replace(' ', '%20')}&lang=ja")
    chromium.settle(page)
    expect(page.locator("html")).to_have_attribute("lang", "ja")
    page.locator("[class*='st-key-answer-drill'] button").first.click()
    expect(page.locator(".st-key-verdict .verdict")).to_be_visible()
    picture = page.locator("meta[property='og:image']").get_attribute("content") or ""
    assert picture.startswith(f"{home}/link.png?")
    for address in (picture, f"{home}/calypso.webmanifest", f"{home}/calypso-192.png"):
        assert page.request.get(address).ok, address
    page.get_by_role("link", name="ルール").first.click()
    chromium.settle(page)
    assert page.url.startswith(f"{home}/rules")
    page.reload()
    chromium.settle(page)
    assert page.url.startswith(f"{home}/rules")
    context.close()
