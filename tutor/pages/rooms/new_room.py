"""Where a teacher says what a room is to ask, and opens it."""

from secrets import token_urlsafe

import streamlit as st

from tutor.pages.frame import address, progress, session
from tutor.pages.rooms import projector, rooms
from tutor.pages.rooms.agenda import chosen, offer
from tutor.rooms.codes import spaced
from tutor.rooms.room import RoomOptions
from tutor.store import StoreError

_EVERY = 2.0
"""Seconds after which the page looks whether a phone has come."""

_CLOCKS = (0, 20, 30, 60, 90, 120)


def opening() -> None:
    """Offer what can be asked; the button opens the room."""
    say = session.texts()
    st.title(say("room.open.title"), anchor=False)
    st.write(say("room.open.intro"))
    rooms.told()
    _running()
    offer()
    _options()
    st.caption(say("room.open.rulebook", rulebook=session.book()))
    _reach()
    st.button(
        say("room.open.button"),
        key="room-open",
        type="primary",
        on_click=_open,
        width="stretch",
    )
    st.divider()
    with st.form("room-resume", border=False):
        typed = st.text_input(say("room.open.resume"), max_chars=20, key="room-resume-code")
        st.form_submit_button(say("room.open.resume.button"), on_click=_resume)
    del typed


def _running() -> None:
    """List the rooms this browser runs, so that a page that was closed is one press away."""
    say = session.texts()
    try:
        there = rooms.rooms().taught(rooms.token(), now=progress.now())
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


def _reach() -> None:
    """Show the address found now, to be tried on a phone before anybody comes."""
    say = session.texts()
    there = address.reachable()
    title = say("room.reach.title")
    with st.expander(title, icon=":material/wifi:", expanded=not there, key="reach"):
        if not there:
            projector.no_address()
            st.button(say("room.reach.again"), key="reach-again")
            return
        networks = address.choice()
        if networks:
            st.radio(
                say("room.reach.choose"),
                networks,
                key=f"reach-{networks[0]}",
                on_change=_choose_network,
                args=(f"reach-{networks[0]}",),
            )
        mark = str(session.remembered(f"reach-mark-{address.base()}", lambda: token_urlsafe(6)))
        st.html("<style>.room-qr svg { width: 12rem; height: auto; }</style>")
        projector.show_qr(address.of("room", **{"try": mark}))
        _first_phone(mark)
        st.write(say("room.reach.try", address=rooms.shown_address(address.of("room"))))
        st.write(say("room.reach.help"))


@st.fragment(run_every=_EVERY)
def _first_phone(mark: str) -> None:
    """Tick once a phone has opened the picture's address."""
    say = session.texts()
    if rooms.came(mark):
        st.success(say("room.reach.came"), icon=":material/check_circle:")
    else:
        st.caption(say("room.reach.waiting"))


def _choose_network(key: str) -> None:
    chosen = session.widget(key)
    if isinstance(chosen, str):
        address.choose(chosen)


def _options() -> None:
    """Offer a clock and points; neither is on to begin with."""
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
        agenda = chosen()
        code = rooms.rooms().open(
            rooms.token(),
            agenda.drafts,
            options,
            closing=agenda.closing,
            address=session.network(),
            now=progress.now(),
        )
        session.tell(room=code)

    rooms.attempt(do)


def _resume() -> None:
    """Go on with a room this browser teaches, after its page was closed."""
    session.tell(room=str(session.widget("room-resume-code") or "")[:20])
