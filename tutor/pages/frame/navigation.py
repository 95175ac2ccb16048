"""How one page leads to another, with the settings in the address."""

import streamlit as st

from tutor.pages.frame import session


def turn_to(path: str, **address: str) -> None:
    """Turn to another page."""
    st.switch_page(session.page(path), query_params={**session.carried(), **address})


def link(path: str, label: str, **address: str) -> None:
    """Show a link to another page."""
    st.page_link(session.page(path), label=label, query_params={**session.carried(), **address})


def lost(message: str) -> None:
    """Show in a friendly way that a link leads nowhere, and offer ways on."""
    say = session.texts()
    with st.container(key="lost", border=True):
        st.header(say("lost.title"))
        st.write(message)
        st.write(say("lost.ways"))
        with st.container(horizontal=True):
            link("learn", say("page.learn.title"))
            link("drill", say("page.drill.title"))
            link("rules", say("page.rules.title"))
