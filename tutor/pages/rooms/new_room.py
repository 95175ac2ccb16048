"""Where a teacher opens a room on what it is to ask, once phones reach it."""

import streamlit as st

from tutor.pages import rooms
from tutor.pages.frame import progress, session
from tutor.pages.rooms import what_to_ask
from tutor.pages.rooms.phone_check import show_phone_check
from tutor.rooms import RoomOptions, spaced
from tutor.store import StoreError

_CLOCKS = (0, 20, 30, 60, 90, 120)

_OPENED = "room-opened"
"""Where the session keeps the code of the room it has opened last."""


def offer_new_room() -> None:
    """Offer what can be asked; the button opens the room."""
    say = session.texts()
    _preselect()
    st.title(say("room.open.title"), anchor=False)
    st.write(say("room.open.intro"))
    rooms.told()
    _running()
    with st.container(gap="xsmall"):
        what_to_ask.offer()
        _options()
        show_phone_check()
        st.button(
            say("room.open.button"),
            key="room-open",
            type="primary",
            on_click=session.once("room-open", _open, _tell_opened),
            width="stretch",
        )
    st.caption(say("room.open.rulebook", rulebook=session.rulebook()))
    st.divider()
    with st.form("room-resume", border=False):
        st.text_input(say("room.open.resume"), max_chars=20, key="room-resume-code")
        st.form_submit_button(say("room.open.resume.button"), on_click=_resume)


def _preselect() -> None:
    asked = session.asked("ask")
    if asked is not None:
        session.untell("ask")
        if asked in what_to_ask.SOURCES:
            session.put("room-source", asked)


def _running() -> None:
    """List the rooms this browser runs, so that a page that was closed is one press away."""
    say = session.texts()
    try:
        there = rooms.rooms().taught(progress.token(), now=progress.now())
    except StoreError as error:
        st.warning(say(f"store.{error.key}"))
        return
    if not there:
        return
    with st.container(border=True, key="running"):
        st.write(say("room.open.running"))
        for code, count in there:
            st.button(
                say("room.open.running.one", code=spaced(code), count=count),
                key=f"running-{code}",
                on_click=session.tell,
                kwargs={"room": code},
            )


def _options() -> None:
    say = session.texts()
    with st.expander(say("room.open.options"), icon=":material/tune:", type="compact"):
        st.selectbox(
            say("room.open.clock"),
            _CLOCKS,
            format_func=lambda clock: (
                say("room.open.clock.some", count=clock) if clock else say("room.open.clock.none")
            ),
            key="room-clock",
            persist_state="session",
        )
        st.checkbox(say("room.open.points"), key="room-points", persist_state="session")
        st.caption(say("room.open.options.text"))


def _open() -> None:
    """Open the room on what the page says now: it may have changed with this very press."""
    clock = session.widget("room-clock")
    options = RoomOptions(
        clock=clock if clock in _CLOCKS else 0, points=session.widget("room-points") is True
    )

    def do() -> None:
        agenda = what_to_ask.draw_agenda()
        code = rooms.rooms().open(
            progress.token(),
            agenda.drafts,
            options,
            closing=agenda.closing,
            address=session.network(),
            now=progress.now(),
        )
        session.remember(_OPENED, code)
        _tell_opened()
        what_to_ask.turn_page()

    session.forget(_OPENED)
    rooms.attempt(do)


def _tell_opened() -> None:
    if code := session.remembered(_OPENED, str):
        session.tell(room=code)


def _resume() -> None:
    session.tell(room=session.typed("room-resume-code")[:20])
