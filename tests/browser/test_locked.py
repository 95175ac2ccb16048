"""Another program locks the store under a learner: they are told, and nothing is lost."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocket, expect
from streamlit.proto.BackMsg_pb2 import BackMsg

from tests.browser import chromium
from tests.browser.evening import ASKED, asking, evening
from tests.browser.frame import measured
from tests.browser.test_restart import serving
from tests.browser.test_rooms import ANSWERS, RUFFED, come
from tutor.store import open_store
from tutor.words.texts import Texts

SAY = Texts("en")


@pytest.fixture(scope="module")
def served(
    browser: Browser,  # noqa: ARG001  without a browser there is nobody to serve
    root: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[str, Path]]:
    """A tutor that no other test asks for anything, and the file that it keeps all in."""
    folder, port = tmp_path_factory.mktemp("locked"), chromium.free_port()
    with serving(root, folder, port):
        yield f"http://127.0.0.1:{port}", folder / "progress.db"


def answers(file: Path) -> int:
    with closing(sqlite3.connect(file)) as reading:
        return int(reading.execute("SELECT count(*) FROM attempts").fetchone()[0])


def test_answers_given_while_the_store_is_locked_are_kept_when_the_lock_is_gone(
    browser: Browser, served: tuple[str, Path]
) -> None:
    (url, file), context = served, browser.new_context(locale="en-GB")
    page = chromium.watched_page(context)
    answer = page.locator("[class*='st-key-answer-drill'] button").first
    verdict = page.locator(".st-key-verdict .verdict")
    onward = page.locator("[class*='st-key-next-'] button")
    told = page.get_by_text(SAY("store.waiting"))
    sent: list[BackMsg] = []

    def note(data: str | bytes) -> None:
        if isinstance(data, bytes):
            sent.append(BackMsg.FromString(data))

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", note)

    page.on("websocket", listen)
    with closing(sqlite3.connect(file, timeout=chromium.PATIENCE)) as other:
        page.goto(f"{url}/drill?mode=free&kind=who-wins")
        chromium.settle(page)
        answer.click()
        expect(verdict).to_be_visible()
        onward.click()
        chromium.settle(page)
        expect(told).to_have_count(0)

        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        place = measured(page)["table"][:2]
        for _ in range(3):
            answer.click()
            expect(verdict).to_be_visible()
            expect(told).to_be_visible()
            assert measured(page)["table"][:2] == place
            expect(answer).to_have_count(0)
            sent.clear()
            onward.click()
            expect(verdict).to_have_count(0)
            chromium.settle(page)
            # Streamlit takes back the end of a part's run that a look follows at once; not of this.
            runs = [one.rerun_script for one in sent if one.WhichOneof("type") == "rerun_script"]
            pressed = [run for run in runs if not run.is_auto_rerun]
            assert [one.fragment_id for one in pressed] == [""]
        assert answers(file) == 1
        assert chromium.axe(page) == []

        other.execute("ROLLBACK")
        expect(told).to_have_count(0)  # by itself: nothing is pressed
        assert measured(page)["table"][:2] == place
        assert answers(file) == 4
    context.close()


@pytest.mark.soak
def test_a_room_answers_while_the_store_is_locked(
    browser: Browser, served: tuple[str, Path]
) -> None:
    """As test_store_late.py holds without a browser in every run."""
    url, file = served
    contexts = [browser.new_context(locale="en-GB")]
    contexts += [
        browser.new_context(locale="en-GB", viewport={"width": 390, "height": 664})
        for _ in range(2)
    ]
    hall, *phones = map(chromium.watched_page, contexts)
    told, kept = SAY("store.waiting"), SAY("room.sent")
    with (
        closing(sqlite3.connect(file, timeout=chromium.PATIENCE)) as other,
        open_store(f"sqlite:///{file}") as store,
    ):
        taught = evening(asking(RUFFED), store=store)
        for number, phone in enumerate(phones):
            phone.goto(f"{url}/{taught.phone('en')}")
            chromium.settle(phone)
            come(phone, f"P{number}")
        taught.use(*ASKED)
        hall.goto(f"{url}/{taught.hall('en')}")
        chromium.settle(hall)
        for phone in phones:
            expect(phone.locator(ANSWERS)).to_have_count(4)
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        for number, phone in enumerate(phones):
            phone.locator(ANSWERS).nth(number).click()
            expect(phone.get_by_text(told)).to_be_visible()
            expect(phone.locator(".room-sent")).to_contain_text(SAY("room.your-answer"))
            expect(phone.get_by_text(kept)).to_have_count(0)
        assert chromium.axe(phones[0]) == []
        phones[0].locator(ANSWERS).nth(3).click()
        expect(phones[0].locator(ANSWERS).nth(3)).to_contain_text("●")
        phones[1].reload()
        chromium.settle(phones[1])
        expect(phones[1].locator(ANSWERS).nth(1)).to_contain_text("●")
        expect(hall.get_by_text(SAY("room.count", count=0, all=2))).to_be_visible()

        other.execute("ROLLBACK")
        for phone in phones:
            expect(phone.get_by_text(kept)).to_be_visible()  # by itself: nothing is pressed
            expect(phone.get_by_text(told)).to_have_count(0)
        expect(hall.get_by_text(SAY("room.count", count=2, all=2))).to_be_visible()
        found = other.execute("SELECT member, answer FROM room_answers ORDER BY member").fetchall()
        assert [answer for _, answer in found] == ["W", "E"]
    for context in contexts:
        context.close()
