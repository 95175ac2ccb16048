"""Leads through a game: before it, at its table, after it, and back through it."""

import json
from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from engine.table import Seat
from tests.browser.chromium import settle
from tests.browser.walk import click, goto
from tests.table_talk import dealt, until
from tutor.playing.agreement import Manner
from tutor.playing.knowledge import Phase, Seen
from tutor.playing.match import Match
from tutor.playing.match_text import print_match
from tutor.playing.replay import link_part

TABLE = "[data-beat]"


def load(page: Page, match: Match) -> None:
    """Take up a game from a file."""
    goto(page, "play")
    click(page, ".st-key-load-game summary")
    file: Any = {
        "name": "game.txt",
        "mimeType": "text/plain",
        "buffer": print_match(match).encode(),
    }
    page.locator("input[type=file]").set_input_files(file)
    expect(page.locator(TABLE)).to_be_visible()
    settle(page)


def take_up(page: Page, match: Match) -> None:
    """Take up a game where a link shows it."""
    goto(page, "play", game=link_part(match, len(match.game.history)))
    click(page, ".st-key-play-on button")


def must_follow(manner: Manner = Manner.PRACTICE) -> Match:
    """A position in which one card may be played and another may not."""

    def there(shown: Seen) -> bool:
        hand = next(held.cards or () for held in shown.hands if held.seat == shown.seat)
        led = shown.trick[0].card.suit if shown.trick else None
        follows = {card.suit == led for card in hand}
        return shown.phase == Phase.PLAY and shown.number > 3 and len(follows) == 2

    return until(dealt(manner=manner), there)


def illegal(page: Page) -> None:
    """Press a card that does not follow."""
    led = json.loads(
        page.locator(".spot").first.evaluate(
            """() => {
              const root = [...document.querySelectorAll('*')].map(node => node.shadowRoot)
                .find(root => root?.querySelector('[data-beat]'));
              const first = [...root.querySelectorAll('.spot')]
                .find(spot => spot.querySelector('.order')?.textContent === '1');
              return JSON.stringify(first.dataset.key.slice(-2, -1));
            }"""
        )
    )
    click(page, f".hand button:not([data-value^='{led}'])")


def play(page: Page) -> Iterator[str]:
    """A game, state by state."""
    goto(page, "play")
    yield "before a game"
    click(page, ".st-key-change summary")
    yield "the set-up open"
    click(page, ".st-key-choose-how button >> nth=1")
    click(page, ".st-key-deal button")
    yield "the cut"
    click(page, ".st-key-choose-how button >> nth=0")

    load(page, must_follow())
    yield "to follow"
    illegal(page)
    yield "a card that is refused"
    click(page, ".hand button:not(.dim)")
    expect(page.locator("[data-value='onward']")).to_be_visible()
    yield "a trick is won"
    click(page, "[data-value='why']")
    yield "why it is won"
    click(page, ".st-key-tool-past summary")
    yield "past tricks"
    for tool in ("view", "keep"):
        click(page, f".st-key-tool-{tool} summary")
        yield f"at the table, {tool} open"

    load(page, must_follow(Manner.TABLE))
    for tool in ("markers", "claim"):
        click(page, f".st-key-tool-{tool} summary")
        yield f"by table rules, {tool} open"

    load(page, dealt("two", dealer=Seat.NORTH))
    yield "Calypso for Two, a trump to name"
    load(page, until(dealt(), lambda now: now.phase == Phase.PAUSE and now.number == now.tricks))
    yield "a deal is over"
    load(page, until(dealt("two"), over))
    click(page, "[data-value='onward']")
    yield "the result"
    click(page, ".st-key-replay button")
    click(page, ".st-key-replay-deal-forward button")
    click(page, ".st-key-replay-trick-back button")
    yield "step by step"
    goto(page, "play")
    yield "before another game"


def over(now: Seen) -> bool:
    """The last trick of the game lies on the table."""
    return now.phase == Phase.PAUSE and (now.deal, now.number) == (now.deals, now.tricks)
