"""Where a teacher opens a room on what it is to ask, once phones reach it."""

from collections.abc import Iterable
from functools import partial
from secrets import token_urlsafe

import streamlit as st

from tutor.pages import rooms
from tutor.pages.frame import address, progress, session
from tutor.pages.frame.browser import unfold
from tutor.pages.frame.inputs import button, choose_from, fold
from tutor.pages.rooms import projector, what_to_ask
from tutor.rooms import RoomOptions, spaced
from tutor.store.keys import LONGEST_TYPED

_CLOCKS = (0, 20, 30, 60, 90, 120)


def offer_new_room() -> None:
    """Offer what can be asked; the button opens the room."""
    say = session.texts()
    _preselect()
    st.title(say("room.open.title"), anchor=False)
    st.write(say("room.open.intro"))
    there = rooms.look(
        "", "taught", lambda: rooms.rooms().taught(progress.token(), now=progress.now())
    )
    rooms.told("new")
    if there:
        _running(there)
    with st.container(gap="xsmall"):
        what_to_ask.offer()
        _options()
        _phone_check()
        begin = session.once("room-open", _open)
        button(say("room.open.button"), "room-open", begin, primary=True, width="stretch")
    st.caption(say("room.open.rulebook", rulebook=session.rulebook()))
    st.divider()
    with st.form("room-resume", border=False):
        st.text_input(say("room.open.resume"), max_chars=LONGEST_TYPED, key="room-resume-code")
        resume = session.from_here(partial(rooms.take_code, "room-resume-code"))
        st.form_submit_button(say("room.open.resume.button"), on_click=resume)


def _preselect() -> None:
    asked = session.asked("ask")
    if asked is not None:
        if asked in what_to_ask.SOURCES:
            session.drop("room-source")  # the box is new in this page, and keeps its name
            session.put("room-source", asked)
        session.untell("ask")  # last: where this run is ended before, the next one does it


def _running(there: Iterable[tuple[str, int]]) -> None:
    """List the rooms this browser runs, so that a page that was closed is one press away."""
    say = session.texts()
    with st.container(border=True, key="running"):
        st.write(say("room.open.running"))
        for code, count in there:
            words = say("room.open.running.one", code=spaced(code), count=count)
            button(words, f"running-{code}", partial(session.tell, room=code))


def _options() -> None:
    say = session.texts()
    label, icon = say("room.open.options"), ":material/tune:"
    with st.expander(label, key="room-options", icon=icon, type="compact"):
        names = {clock: say("room.open.clock.some", count=clock) for clock in _CLOCKS}
        names[0] = say("room.open.clock.none")
        choose_from(st.selectbox, say("room.open.clock"), names, "room-clock")
        press = session.here()
        st.checkbox(
            say("room.open.points"), key="room-points", on_change=press, persist_state="session"
        )
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
        session.tell(room=code)
        what_to_ask.turn_page()

    rooms.attempt(do)


_EVERY = 2.0
"""Seconds after which the page looks whether there is a network, and whether a phone has come."""


def _phone_check() -> None:
    """Show the address found now, to be tried on a phone before anybody comes."""
    say = session.texts()
    there = address.reachable()
    title, count = say("room.reach.title"), partial(session.count, "reach")
    begun = session.remembered("reach-begun", lambda: not there)  # it stays open
    box = fold(title, "reach", count, opened=begun, icon=":material/wifi:")
    if box.open and (pressed := session.counted("reach")):
        unfold("reach", str(pressed))
    with box:
        if not there:
            projector.no_address()
            _first_network()
            return
        if networks := address.choice():
            label, key = say("room.reach.choose"), f"reach-{networks[0]}"
            choose = session.from_here(partial(_choose_network, key))
            st.radio(label, networks, key=key, horizontal=True, on_change=choose)
        tried, helped = st.columns(2, gap="medium")
        mark = session.remembered(f"reach-mark-{address.base()}", lambda: token_urlsafe(6))
        with tried:
            st.write(say("room.reach.try", address=rooms.shown_address(address.of("room"))))
            projector.show_qr(address.of("room", **{"try": mark}))
            if not address.is_set():
                with st.container():  # nothing follows in the box of what runs again by itself
                    _first_phone(mark)
        if address.reach(address.base()) == address.Reach.NETWORK:
            helped.write(say("room.reach.help"))


@st.fragment(run_every=_EVERY)
def _first_network() -> None:
    """Show the page anew once this computer is on a network."""
    if address.reachable():
        session.run_again()


@st.fragment(run_every=_EVERY)
def _first_phone(mark: str) -> None:
    """Tick once a phone has opened the picture's address."""
    say = session.texts()
    if rooms.came(mark):
        st.success(say("room.reach.came"), icon=":material/check_circle:")
    else:
        st.caption(say("room.reach.waiting"))


def _choose_network(key: str) -> None:
    address.choose(session.typed(key))
