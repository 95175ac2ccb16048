"""The way into a room: its code, a nickname, and the nickname a browser keeps for the evening."""

import streamlit as st
from streamlit.components.v2 import component

from tutor.frontend.sheets import text
from tutor.pages.frame import progress, session
from tutor.pages.rooms import rooms
from tutor.rooms.answers import Visit
from tutor.rooms.nicknames import LONGEST
from tutor.rooms.room import CODE_LENGTH, spaced

_FIELD = "join-nickname"
"""The field in which a nickname is typed."""

_mount = component("calypso_nickname", html="<span></span>", js=text("nickname.js"))


def ask_code() -> None:
    """Ask for the code that the teacher shows."""
    say = session.texts()
    st.title(say("room.join.title"), anchor=False)
    rooms.told()
    with st.form("join-code", border=False):
        st.text_input(
            say("room.join.code"),
            key="join-typed",
            max_chars=4 * CODE_LENGTH,
            placeholder=spaced("CDF347"),
            autocomplete="off",
        )
        st.form_submit_button(say("room.join.go-on"), type="primary", on_click=_take_code)
    st.caption(say("room.join.code.text"))


def _take_code() -> None:
    session.tell(room=str(session.widget("join-typed") or "")[: 4 * CODE_LENGTH])


def ask_name(visit: Visit) -> None:
    """Ask for a nickname; whoever was removed hears so first."""
    say, code = session.texts(), visit.room.code
    st.title(say("room.join.name.title"), anchor=False)
    if visit.member and visit.member.removed:
        st.warning(say("room.join.removed"), icon=":material/info:")
    rooms.told()
    with st.form("join-name", border=False):
        st.text_input(
            say("room.join.name"),
            key=_FIELD,
            max_chars=3 * LONGEST,
            autocomplete="off",
        )
        st.form_submit_button(say("room.join.button"), type="primary", on_click=_join, args=(code,))
    st.caption(say("room.join.name.text"))
    _offer_nickname()


def _join(code: str) -> None:
    typed = str(session.widget(_FIELD) or "")
    rooms.attempt(lambda: rooms.rooms().join(code, rooms.token(), typed, now=progress.now()))


def _offer_nickname() -> None:
    """Put the nickname of this evening into the empty field, where this browser knows one."""
    _mount(key="nickname-kept", data={"name": ""}, height=1, on_kept_change=_fill)


def keep_nickname(name: str) -> None:
    """Let this browser know the nickname until the evening is over."""
    _mount(key="nickname-keep", data={"name": name}, height=1, on_kept_change=_fill)


def _fill() -> None:
    kept = session.pressed("nickname-kept", "kept")
    if kept and not session.widget(_FIELD):
        session.put(_FIELD, kept[: 3 * LONGEST])
