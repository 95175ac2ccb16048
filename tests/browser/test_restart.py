"""A server is killed and started again under a learner: the next answer counts, nothing is lost."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests import steady
from tests.browser import chromium, walk

LATER = steady.BEGIN + timedelta(hours=1)
"""When a server begins that goes on with what one before it has kept: after all of that."""


@contextmanager
def serving(
    root: Path, data: Path, port: int, begin: datetime = steady.BEGIN
) -> Iterator[subprocess.Popen[bytes]]:
    """Serve the tutor at *port* from *begin* on with its progress in *data*, then kill it."""
    command = [sys.executable, "-m", "tests.steady", "run", "streamlit_app.py"]
    command += [f"--server.port={port}", "--server.address=127.0.0.1", "--server.headless=true"]
    process = subprocess.Popen(
        command,
        cwd=root,
        env={**os.environ, "CALYPSO_DATA": str(data), "STEADY_BEGIN": begin.isoformat()},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        assert chromium.healthy(f"http://127.0.0.1:{port}", process)
        yield process
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@pytest.mark.long
def test_practice_goes_on_after_the_server_was_killed(
    browser: Browser, root: Path, tmp_path: Path
) -> None:
    """Of two learners one is reading a question then, and the other's answer is on its way.

    Before it is killed it has stopped: its connections stand, and nothing comes from it.
    """
    port = chromium.free_port()
    contexts = [browser.new_context(locale="en-GB") for _ in range(3)]
    page, other, phone = map(chromium.watched_page, contexts)
    verdict = ".st-key-verdict .verdict"

    def answer(where: Page) -> None:
        where.locator("[class*='st-key-answer-drill'] button").first.click()

    def answers_kept(where: Page, told: str) -> None:
        where.goto(f"http://127.0.0.1:{port}/record")
        chromium.settle(where)
        walk.unfold(where)
        where.get_by_role("tab", name="Delete").click()
        expect(where.get_by_text(told)).to_be_visible()

    with serving(root, tmp_path, port) as process:
        for one in (page, other):
            one.goto(f"http://127.0.0.1:{port}/drill?mode=free&kind=who-wins")
            chromium.settle(one)
        phone.goto(f"http://127.0.0.1:{port}/room")
        chromium.settle(phone)
        answer(page)
        expect(page.locator(verdict)).to_be_visible()
        page.locator("[class*='st-key-next-'] button").click()
        chromium.settle(page)
        asked = page.url
        # Of a run that was over before the page could see it, it asks a few seconds later.
        page.wait_for_function("() => __calypsoHeld.pressed < __calypsoHeld.heard")
        # The server takes what comes and does nothing with it until it is killed.
        os.killpg(process.pid, signal.SIGSTOP)
        answer(other)
        # Whoever waits is told, in a room without having pressed; who reads is not disturbed.
        for waiting in (other, phone):
            expect(waiting.locator("#calypso-lost")).to_be_visible()
        expect(page.locator("#calypso-lost")).to_have_count(0)
    lost = page.locator("#calypso-lost")
    expect(lost).to_be_visible()
    # Streamlit's own dialog comes after a while; it says nothing, and dims nothing.
    expect(page.get_by_test_id("stDialog")).to_have_count(1)
    expect(page.get_by_test_id("stDialog")).not_to_be_visible()
    for told in ("#calypso-lost", "#calypso-said"):
        assert not page.locator(told).evaluate("at => at.inert"), "not read aloud"
    expect(page.get_by_text("Connection error").locator("visible=true")).to_have_count(0)
    with serving(root, tmp_path, port, LATER):
        expect(page.locator("[data-test-connection-state='CONNECTED']")).to_be_attached()
        expect(lost).not_to_be_visible()
        # At once: the new server does not know the button yet, and the press is not lost.
        answer(page)
        expect(page.locator(verdict)).to_be_visible()
        assert page.url == asked
        said = page.locator(verdict).inner_text()
        page.reload()
        chromium.settle(page)
        expect(page.locator(verdict)).to_have_text(said, use_inner_text=True)
        answers_kept(page, "deletes 2 answers")
        # What was on its way is given again by itself.
        expect(other.locator(verdict)).to_be_visible()
        answers_kept(other, "deletes 1 answer")
    for context in contexts:
        context.close()


@pytest.mark.long
@pytest.mark.parametrize("example", [False, True], ids=["begun", "another-example"])
def test_a_draft_stays_in_the_workshop_after_the_server_was_killed(
    browser: Browser, root: Path, tmp_path: Path, *, example: bool
) -> None:
    """What was written is there, and what the server says of it is about that text."""
    port = chromium.free_port()
    context = browser.new_context(locale="en-GB")
    page = chromium.watched_page(context)
    area = page.locator(".st-key-workshop .editor textarea")
    found = page.locator(".st-key-workshop-go-0 button")

    def write(text: str) -> None:
        area.fill(text)
        expect(found).to_be_visible()
        chromium.settle(page)

    with serving(root, tmp_path, port):
        page.goto(f"http://127.0.0.1:{port}/workshop")
        chromium.settle(page)
        if example:  # an editor in which the server has put another text once
            write("title:")
            page.locator(".st-key-workshop-template button").click()
            expect(found).to_have_count(0)
            chromium.settle(page)
        write("title: mine")
    expect(page.locator("#calypso-lost")).to_be_visible()
    with serving(root, tmp_path, port, LATER):
        expect(page.locator("[data-test-connection-state='CONNECTED']")).to_be_attached()
        expect(page.locator("#calypso-lost")).to_have_count(0)
        chromium.settle(page)
        expect(found).to_be_visible()
        expect(area).to_have_value("title: mine")
    context.close()
