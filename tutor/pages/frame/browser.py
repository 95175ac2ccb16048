"""What the browser is told that Streamlit cannot: pictures to press, the language, the focus."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from html import unescape
from secrets import token_hex

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
_page = component("calypso_page", html="<span></span>", js=text("focus.js") + text("connection.js"))
_reader = component("calypso_reader", html="<span></span>", js=text("by_name.js"))


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
        then = partial(_tell, key, event, on_event, offered) if on_event else None
        return session.from_here(then, key) if then else None

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


def speak(language: str, lost: str, *, live: bool) -> None:
    """Tell the browser in which language the page is, so that it is read aloud rightly.

    It is told too whether the page is to be light or dark, as soon as that is known.
    While the connection is lost, or the server does not answer though it stands, it says *lost*;
    a *live* page waits for the server whether or not something was pressed.

    The same component runs the whole page again when a lost server is back; until then it keeps
    what is pressed, for a server that was started again does not know the buttons yet.
    """
    visit = session.remembered("visit", lambda: token_hex(8))
    _page(
        key="reader-language",
        data={
            "language": language,
            "lost": lost,
            "live": live,
            "scheme": session.scheme(),
            "run": f"{visit} {session.counted('returned')}",
        },
        height=1,
        on_returned_change=partial(session.count, "returned"),  # another number: it has run again
    )


def look_at(place: str, occasion: str) -> None:
    """Move the focus to the container *place*, once on each *occasion*."""
    _occasion(place, occasion)


def announce(place: str, occasion: str, words: str) -> None:
    """Let a screen reader say *words*, once on each *occasion*; the focus stays where it is."""
    _occasion(place, occasion, words=words)


def unfold(place: str, occasion: str) -> None:
    """Bring a container into view while it opens, once on each *occasion*; the focus stays."""
    _occasion(place, occasion, opening=True)


def _occasion(place: str, occasion: str, **more: object) -> None:
    data = {"script": "reader", "place": place, "occasion": occasion, **more}
    _reader(key=f"reader-{place}", data=data, height=1)
