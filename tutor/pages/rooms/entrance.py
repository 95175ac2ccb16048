"""The way into a room: its code, a nickname, and the nickname put right."""

from functools import partial

import streamlit as st

from tutor.pages import rooms
from tutor.pages.frame import progress, session
from tutor.pages.frame.inputs import button, keep
from tutor.rooms import spaced
from tutor.rooms.answers import Visit
from tutor.rooms.nicknames import LONGEST
from tutor.store import StoreError
from tutor.store.keys import LONGEST_TYPED

_FIELD = "join-nickname"
"""The field in which a nickname is typed."""


def ask_code() -> None:
    """Ask for the code of a room, and offer those that this browser is in."""
    say = session.texts()
    st.title(say("page.room.title"), anchor=False)
    rooms.told("code")
    _joined()
    with st.form("join-code", border=False):
        st.text_input(
            say("room.join.code"),
            key="join-typed",
            max_chars=LONGEST_TYPED,
            placeholder=spaced("CDF347"),
            autocomplete="off",
        )
        take = session.from_here(partial(rooms.take_code, "join-typed"))
        st.form_submit_button(say("room.join.go-on"), type="primary", on_click=take)
    st.caption(say("room.join.code.text"))


def _joined() -> None:
    """Lead back into a room this browser is in: the way back of a browser leads out of it."""
    try:
        there = rooms.rooms().joined(progress.token(), now=progress.now())
    except StoreError:
        return  # it is said once a code is typed
    for code in there:
        words = session.texts()("room.join.back", code=spaced(code))
        button(words, f"back-{code}", partial(session.tell, room=code), primary=True)


def ask_name(visit: Visit) -> None:
    """Ask for the nickname by which somebody takes part in a room."""
    say, code = session.texts(), visit.room.code
    st.title(say("room.join.name.title"), anchor=False)
    removed = visit.member and visit.member.removed
    if removed:
        st.warning(say("room.join.removed"), icon=":material/info:")
    rooms.told(code)
    with st.form("join-name", border=False):
        st.text_input(say("room.join.name"), key=_FIELD, max_chars=3 * LONGEST, autocomplete="off")
        join = session.from_here(partial(_join, code))
        st.form_submit_button(say("room.join.button"), type="primary", on_click=join)
    st.caption(say("room.join.name.text"))
    if not removed:
        keep_nickname()


def _join(code: str) -> None:
    typed, now = session.typed(_FIELD), progress.now()
    rooms.attempt(lambda: rooms.rooms().join(code, progress.token(), typed, now=now))


def offer_other_name(code: str, name: str) -> None:
    """Let a name that was mistyped be put right, while nothing is to be answered or read."""
    say, done = session.texts(), session.counted("renamed")
    with (
        st.popover(say("room.rename"), icon=":material/edit:", key=f"rename-{done}"),
        st.form("rename", border=False),
    ):
        st.text_input(
            say("room.join.name"),
            value=name,
            key=f"{_FIELD}-{done}",
            max_chars=3 * LONGEST,
            autocomplete="off",
        )
        rename = session.from_here(partial(_rename, code, done))
        st.form_submit_button(say("room.rename.button"), on_click=rename)


def _rename(code: str, done: int) -> None:
    typed, now = session.typed(f"{_FIELD}-{done}"), progress.now()
    rooms.attempt(lambda: rooms.rooms().rename(code, progress.token(), typed, now=now))
    session.count("renamed")  # the box closes


def keep_nickname(name: str = "") -> None:
    """Let this browser keep *name* until the evening is over; without one, fill in what it kept."""
    keep(_FIELD, name or None, 3 * LONGEST, evening=True)
