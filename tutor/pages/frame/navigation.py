"""How one page leads to another, with the settings in the address."""

from collections.abc import Mapping

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from tutor.pages.frame import session

_PAGES = "pages"


def turn_to(path: str, **address: str) -> None:
    """Turn to another page."""
    st.switch_page(page(path), query_params={**session.carried(), **address})


def link(path: str, label: str, **address: str) -> None:
    """Show a link to another page."""
    st.page_link(page(path), label=label, query_params={**session.carried(), **address})


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


def remember_pages(pages: Mapping[str, StreamlitPage]) -> None:
    """Keep the pages of this run, so that one can lead to another."""
    session.put(_PAGES, dict(pages))


def page(path: str) -> StreamlitPage:
    """Return the page at *path*, for links and for turning to it."""
    return session.remembered(_PAGES, dict[str, StreamlitPage])[path]


def has_page(path: str) -> bool:
    """Return whether there is a page at *path*."""
    return path in session.remembered(_PAGES, dict[str, StreamlitPage])
