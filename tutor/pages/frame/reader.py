"""Tells the browser what Streamlit cannot: the language of the page, and where to look next."""

from functools import partial
from secrets import token_hex

from streamlit.components.v2 import component

from tutor.frontend import text
from tutor.pages.frame import session

_SCRIPT = text("focus.js") + text("connection.js")
_page = component("calypso_page", html="<span></span>", js=_SCRIPT)
_reader = component("calypso_reader", html="<span></span>", js=text("by_name.js"))


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
