"""Puts a picture on the page, and tells the page which card was pressed."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from html import unescape

from streamlit.components.v2 import component

from engine.cards import Card
from puzzles.scenes import LEARNER, HandSight
from tutor.drawing.hand import hand_picture
from tutor.drawing.markup import Look, Picture, style
from tutor.frontend import style_sheet, text
from tutor.pages.frame import session

_STYLE = f"<style>{style()}{style_sheet('play', 'accounts', 'coach')}</style>"
_bring = component("calypso_card_tables", html=_STYLE, js=text("table.js"))
_mount = component(
    "calypso_card_table",
    html='<div class="stage"></div><p class="spoken news" role="status"></p>',
    js=text("by_name.js"),
)


def bring_tables() -> None:
    """Send what all pictures of the page need: with each picture, every press would send it."""
    _bring(key="reader-tables", height=1)


def look() -> Look:
    """Return the language and the colours in which this learner sees pictures."""
    return Look(session.texts(), two_colour=session.two_colour())


def card_table(
    picture: Picture,
    *,
    key: str,
    on_event: Callable[[str, str], None] | None = None,
    focus: Iterable[tuple[str, str]] = (),
) -> None:
    """Show *picture* and keep it up to date from run to run.

    Args:
        picture: What to show; changing it changes what is seen and no more.
        key: Which table of the page it is.
        on_event: Called before the next run with what was pressed: ``play`` and a card of a
            hand, ``choose`` and a seat, ``pick`` and a card of the picker, ``act`` and what a
            button in the picture is for. A click may be late: the value can be one that is
            not offered any more.
        focus: Where the focus goes with this picture, each a place and an occasion of `look_at`.
    """

    def told(event: str) -> Callable[[], None] | None:
        return partial(_tell, key, event, on_event, offered) if on_event else None

    # Whoever sits before a question keeps this: one text is shorter than a set of pairs.
    offered = "\n".join(_offered(picture.html)) if on_event else ""

    _mount(
        key=key,
        data={
            "script": "table",
            "html": picture.html,
            "announce": picture.announce,
            "keys": session.settings().keys,
            "pace": session.settings().pace,
            "focus": tuple(focus),  # of a list Streamlit finds out whether it is a table
            # What was pressed has been heard, though it may have changed nothing in the picture:
            # data that are the same Streamlit does not hand on, and the table would go on waiting.
            "heard": session.counted(_heard(key)),
        },
        on_play_change=told("play"),
        on_choose_change=told("choose"),
        on_pick_change=told("pick"),
        on_act_change=told("act"),
    )


def own_hand(
    cards: tuple[Card, ...],
    *,
    key: str,
    on_event: Callable[[str, str], None] | None,
    chosen: tuple[Card, ...] = (),
    bound: tuple[Card, ...] = (),
    playable: tuple[Card, ...] | None = None,
) -> None:
    """Show the learner's hand, from which a card can be picked."""
    sight = HandSight(
        seat=LEARNER,
        yours=True,
        cards=cards,
        pick=True,
        chosen=chosen,
        bound=bound,
        playable=playable,
    )
    card_table(hand_picture(look(), sight), key=key, on_event=on_event)


def _tell(key: str, event: str, on_event: Callable[[str, str], None], offered: str) -> None:
    """Pass on what was pressed, if the picture on the page offers it."""
    value = session.pressed(key, event)
    session.count(_heard(key))
    if value is not None and f"{event} {value}" in offered.split("\n"):
        on_event(event, value)


def _heard(key: str) -> str:
    return f"heard-{key}"


_ATTRIBUTE = re.compile(r'\bdata-(event|value)="([^"]*)"')


def _offered(html: str) -> list[str]:
    tags = (part.partition(">")[0] for part in html.split("<") if " data-event=" in part)
    events = (dict(_ATTRIBUTE.findall(tag)) for tag in tags)
    return [
        f"{event['event']} {unescape(event.get('value', ''))}"
        for event in events
        if "event" in event
    ]
