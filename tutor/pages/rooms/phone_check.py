"""Whether phones reach the tutor, tried on one before anybody comes."""

from secrets import token_urlsafe

import streamlit as st

from tutor.pages import rooms
from tutor.pages.frame import address, session
from tutor.pages.frame.reader import unfold
from tutor.pages.rooms import projector

_EVERY = 2.0
"""Seconds after which the page looks whether there is a network, and whether a phone has come."""


def show_phone_check() -> None:
    """Show the address found now, to be tried on a phone before anybody comes."""
    say = session.texts()
    there = address.reachable()
    title = say("room.reach.title")
    box = st.expander(
        title,
        icon=":material/wifi:",
        expanded=bool(session.remembered("reach-begun", lambda: not there)),  # it stays open
        key="reach",
        on_change=session.count,
        args=("reach",),
    )
    if box.open and (pressed := session.counted("reach")):
        unfold("reach", str(pressed))
    with box:
        if not there:
            projector.no_address()
            _first_network()
            return
        if networks := address.choice():
            st.radio(
                say("room.reach.choose"),
                networks,
                key=f"reach-{networks[0]}",
                on_change=_choose_network,
                args=(f"reach-{networks[0]}",),
            )
        mark = str(session.remembered(f"reach-mark-{address.base()}", lambda: token_urlsafe(6)))
        st.write(say("room.reach.try", address=rooms.shown_address(address.of("room"))))
        projector.show_qr(address.of("room", **{"try": mark}))
        if not address.is_set():
            with st.container():  # nothing follows in the box of what runs again by itself
                _first_phone(mark)
        if address.reach(address.base()) == address.Reach.NETWORK:
            st.write(say("room.reach.help"))


@st.fragment(run_every=_EVERY)
def _first_network() -> None:
    """Show the page anew once this computer is on a network."""
    if address.reachable():
        st.rerun()


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
