"""The nickname somebody had in a room this evening, kept in their browser for the next."""

from streamlit.components.v2 import component

from tutor.frontend.sheets import text
from tutor.pages.frame import session
from tutor.rooms.nicknames import LONGEST

FIELD = "join-nickname"
"""The field in which a nickname is typed."""

_mount = component("calypso_nickname", html="<span></span>", js=text("nickname.js"))


def offer() -> None:
    """Put the nickname of this evening into the empty field, where this browser knows one."""
    _mount(key="nickname-kept", data={"name": ""}, height=1, on_kept_change=_fill)


def keep(name: str) -> None:
    """Let this browser know the nickname until the evening is over."""
    _mount(key="nickname-keep", data={"name": name}, height=1, on_kept_change=_fill)


def _fill() -> None:
    kept = session.pressed("nickname-kept", "kept")
    if kept and not session.widget(FIELD):
        session.put(FIELD, kept[: 3 * LONGEST])
