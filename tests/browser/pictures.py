"""Takes the README's pictures from the running tutor: `python -m tests.browser.pictures`.

Each picture is an address, a window, and what a learner does there. The puzzles are
lines, so that the same pictures come again until the tutor looks different.
"""

import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlencode

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium
from tests.browser.chromium import Server

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "docs"
LARGEST = 250_000
"""Bytes a picture may have: whoever opens the README on a telephone pays for them."""
OVERRUFFED = "1 who-wins partnership culbertson N=C E=S S=D W=H : N C6 S7 D9 C5"
"""pokerwiner.com's fifth trick: own trump led, ruffed, over-ruffed."""

PARTNERS_ACE = (
    "1hY83TgRhFIP_PDnnnHOeabgALQ0F978JsyuBtkHYhaX3Cn8-_lr0cZO-38SfN_nXveCH-hf5tf2Z_1W9iYzfkMo"
    "7ePWvYxv2tCrPAcXnIYSC4yVKzQWCwy1mV89uUccw0ajO93CIvBqqTWbn0by3lyRqOwiD3sj5yR-wOOtTknir0Va"
    "lkZpmox725ekNORcF5YW1SJyf4jTaibWKQa-AqLuwa4yHZvUsaLJC1trWltgSkjxTY7mSZ6kkaBt9p-B06lJAR5H"
    "JmzmByg7PtRy7CWax1QmuwjDGjFFGMUXcLQgAgAABDBAmmBAIIbr9OD8eTwmSINNvvWGzcA"
)
"""A game among club players in its second deal; the partner's calypso lacks an ace."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shot:
    """One picture: where, in which window, and what is done before it is taken."""

    name: str
    path: str
    width: int
    height: int
    act: Callable[[Page], None] = lambda _: None


def answer_wrongly(page: Page) -> None:
    """Say that East wins, who was over-ruffed, and ask why not."""
    page.locator("[data-event='choose'][data-value='E']").click()
    page.locator(".st-key-verdict").get_by_text("Not this time").wait_for()
    page.get_by_role("button", name="Why?").click()
    page.locator(".ladder").first.wait_for()


def ask_the_coach(page: Page) -> None:
    page.get_by_role("button", name="Carry on playing from here").click()
    page.get_by_role("button", name="Coach", exact=True).click()
    page.get_by_text("What the coach thinks").wait_for()
    page.evaluate("document.querySelector('.stMain').scrollTo(0, 0)")


def scroll_to_ruling(page: Page) -> None:
    page.locator(".st-key-verdict").evaluate(
        "box => { box.style.scrollMarginTop = '14px'; box.scrollIntoView({ block: 'start' }); }"
    )


def address(path: str, **query: str) -> str:
    return f"{path}?{urlencode({'lang': 'en', **query})}"


SHOTS = (
    Shot(
        name="drill",
        path=address("drill", puzzle=OVERRUFFED),
        width=1280,
        height=1000,  # down to the last rung of the ladder
        act=answer_wrongly,
    ),
    Shot(
        name="play",
        path=address("play", game=PARTNERS_ACE),
        width=1280,
        height=890,
        act=ask_the_coach,
    ),
    Shot(
        name="referee",
        path=address("referee", game="partnership", table="N=S E=C S=H W=D", trick="N S9 C4 SK SA"),
        width=1280,
        height=800,
        act=scroll_to_ruling,
    ),
)


def take(shot: Shot, browser: Browser, server: Server) -> bytes:
    """Open the page, do what is to be done, and give the picture as a PNG.

    Raises:
        ValueError: The picture has more bytes than a reader should have to fetch.
    """
    context = browser.new_context(
        viewport={"width": shot.width, "height": shot.height},
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = chromium.watched_page(context)
    page.goto(f"{server.url}/{shot.path}")
    chromium.settle(page)
    shot.act(page)
    chromium.settle(page)
    # What has just been pressed would wear the frame of the keyboard.
    page.evaluate("document.activeElement?.blur()")
    picture = shrunk(page.screenshot())
    context.close()
    if len(picture) > LARGEST:
        raise ValueError(f"{shot.name}: {len(picture):,} bytes (at most {LARGEST:,})")
    return picture


def shrunk(png: bytes) -> bytes:
    """Write *png* with a palette of its own: a fifth of the bytes, and the same to the eye.

    A palette by frequency has so much felt to look after that a diamond of forty pixels
    comes out grey; one by coverage turns paper pink. One by coverage whose colours then
    move to the middle of what they stand for (k-means) does neither.
    """
    image = Image.open(BytesIO(png)).convert("RGB")
    method, dither = Image.Quantize.MAXCOVERAGE, Image.Dither.NONE
    few = image.quantize(256, method=method, kmeans=1, dither=dither)
    written = BytesIO()
    few.save(written, "PNG", optimize=True)
    return written.getvalue()


def main() -> int:
    """Take every picture anew."""
    if chromium.executable() is None:
        sys.stderr.write("no Chromium here: install it, or name it in $CHROMIUM\n")
        return 1
    with ExitStack() as stack:
        log = Path(stack.enter_context(TemporaryDirectory())) / "output.txt"
        server = stack.enter_context(
            chromium.serve(ROOT / "streamlit_app.py", ROOT, log, program="tests.steady")
        )
        browser = chromium.launch(stack.enter_context(sync_playwright()))
        stack.callback(browser.close)
        FOLDER.mkdir(exist_ok=True)
        for shot in SHOTS:
            picture = take(shot, browser, server)
            (FOLDER / f"{shot.name}.png").write_bytes(picture)
            sys.stdout.write(f"  docs/{shot.name}.png  {len(picture):>9,} bytes\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
