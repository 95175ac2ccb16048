"""How one page leads to another, and the bar over every page that leads to all of them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from tutor.drawing.markup import tag
from tutor.pages.frame import progress, session
from tutor.pages.frame.browser import look_at
from tutor.pages.frame.inputs import button, choose_from, fold
from tutor.words.reference import TERMS
from tutor.words.texts import LANGUAGES, Texts

_PAGES = "pages"


def turn_to(path: str, **address: str) -> None:
    """Turn to another page."""
    st.switch_page(_page(path), query_params={**session.settings().carried(), **address})


def link(path: str, label: str, **address: str) -> None:
    """Show a link to another page."""
    st.page_link(_page(path), label=label, query_params={**session.settings().carried(), **address})


def lost(message: str) -> None:
    """Show in a friendly way that a link leads nowhere, and offer ways on."""
    say = session.texts()
    with st.container(key="lost", border=True):
        st.title(say("lost.title"), anchor=False)
        st.write(message)
        st.write(say("lost.ways"))
        with st.container(horizontal=True):
            link("learn", say("page.learn.title"))
            link("drill", say("page.drill.title"))
            link("rules", say("page.rules.title"))


def remember_pages(pages: Mapping[str, StreamlitPage]) -> None:
    """Keep the pages of this run, so that one can lead to another."""
    session.remember(_PAGES, dict(pages))


def _page(path: str) -> StreamlitPage:
    return session.remembered(_PAGES, dict[str, StreamlitPage])[path]


_FIRST = 3
"""So many pages are named in the bar on a telephone; the others stand behind the settings."""


def bar(paths: Sequence[str], tools: Callable[[], None] | None, here: str) -> None:
    """Show the bar over the page at *here*; it is one row at every width."""
    say = session.texts()
    with st.container(
        horizontal=True, horizontal_alignment="distribute", vertical_alignment="center", key="top"
    ):
        with st.container(horizontal=True, key="pages", width="content", gap="xxsmall"):
            link("home", say("page.brand"))
            for path in paths[:_FIRST]:
                link(path, say(f"page.{path}.title"))
            with st.container(horizontal=True, key="more-pages", width="content", gap="xxsmall"):
                for path in paths[_FIRST:]:
                    link(path, say(f"page.{path}.title"))
        with st.container(key="settings-bar", horizontal=True, width="content"):
            if tools:
                with st.container(key="tools", width="content"):
                    tools()
            for code, name in LANGUAGES.items():
                if code != say.language:
                    button(name, f"language-{code}", _speak, code, type="tertiary")
            with st.container(key="settings", width="content"):
                _settings(say, paths, here)
    if session.counted("language"):
        offered = next(code for code in LANGUAGES if code != say.language)
        look_at(f"language-{offered}", str(session.counted("language")))


def _settings(say: Texts, paths: Sequence[str], here: str) -> None:
    """Show the settings behind a button, above them words and the pages a narrow bar leaves out.

    Each page has a popover of its own, so that it is closed again once another page is chosen.
    """
    menu = st.popover(say("settings.title"), icon=":material/menu:", key=f"menu-{here}")
    # Close together and two in a row, what is needed to read at all first: low windows do not
    # hold all of it.
    with menu, st.container(gap="xxsmall"):
        _terms(say)
        with st.container(key="folded-pages", gap="xxsmall"):
            for path in paths:
                link(path, say(f"page.{path}.title"))
        with st.container(gap="xxsmall", key="choices"):
            for name in ("language", "letters", "colours", "scheme", "rulebook"):
                _choice(say, name)
            st.caption(say(f"rulebook.{session.settings().rulebook}.text"))
            for name in ("pace", "keys"):
                _choice(say, name)


def _terms(say: Texts) -> None:
    """Explain the words of the game on request; the page behind stays as it is."""
    box = fold(say("terms.title"), "terms", type="compact")
    if box.open:
        told = (
            (tag("dt", say(f"term.{term}.name")), tag("dd", say(f"term.{term}.means")))
            for term in TERMS
        )
        box.html(tag("dl", *(html for pair in told for html in pair), class_="terms"))


def _speak(language: str) -> None:
    """Change the language; its button goes, and the focus is to go to what comes in its place."""
    progress.choose("language", value=language)
    session.count("language")


def _choice(say: Texts, name: str) -> None:
    key, (_, options) = f"setting-{name}", session.ADDRESS[name]
    named = "name" if name == "rulebook" else "settings"
    names = {option: LANGUAGES.get(option) or say(f"{named}.{name}.{option}") for option in options}
    session.put(key, getattr(session.settings(), name))
    choose = partial(progress.choose, name, key)
    choose_from(st.radio, say(f"settings.{name}"), names, key, on_change=choose, horizontal=True)
