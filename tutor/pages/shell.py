"""What is round every page: navigation, settings, the page's language and its fine print."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from engine.rulebooks import RULEBOOKS
from tutor.pages import home
from tutor.pages.frame import navigation, progress, session, unkept
from tutor.pages.frame.reader import look_at, speak
from tutor.pages.play import play
from tutor.pages.reference import referee, rules
from tutor.pages.rooms import host, room
from tutor.pages.study import drill, learn, record
from tutor.pages.teach import assignment, assignments, handouts, side_by_side, teach, workshop
from tutor.serving.figures import FIGURES
from tutor.words.texts import LANGUAGES, Texts


@dataclass(frozen=True, slots=True)
class Place:
    """A page: its path, what shows it, and whether the bar at the top names it.

    The bar holds six words at the most; pages it does not name are reached from others.
    A bare page has a bar without those words, for it needs the room on a telephone.
    """

    path: str
    show: Callable[[], None]
    named: bool = True
    bare: bool = False


PLACES = (
    Place("home", home.page, named=False),
    Place("learn", learn.page),
    Place("drill", drill.page),
    Place("play", play.page),
    Place("teach", teach.page),
    Place("rules", rules.page),
    Place("record", record.page),
    Place("referee", referee.page, named=False),
    Place("workshop", workshop.page, named=False),
    Place("host", host.page, named=False),
    Place("beside", side_by_side.page, named=False),
    Place("handouts", handouts.page, named=False),
    Place("assignments", assignments.page, named=False),
    Place("assignment", assignment.page, named=False),
    Place("room", room.page, named=False, bare=True),
)

_ICON = Path(__file__).parents[1] / "frontend" / "icon.svg"
_STYLE = Path(__file__).parents[1] / "frontend" / "pages.css"
"""What the pages look like round their pictures."""


def run() -> None:
    """Show the page the address names, with what is round every page."""
    session.sync(progress.settings())
    say = session.texts()
    st.set_page_config(page_icon=str(_ICON), layout="centered")
    st.html(_STYLE)
    pages = {
        place.path: st.Page(
            place.show,
            title=say("page.tab", page=say(f"page.{place.path}.title")),
            url_path=place.path,
            default=place.path == "home",
        )
        for place in PLACES
    }
    session.remember_pages(pages)
    current = st.navigation(list(pages.values()), position="hidden")
    _top(say, tuple(one for one in PLACES if one.named and not _bare(current, pages)))
    speak(say.language)
    with FIGURES.press():
        unkept.around(current.run)


def _bare(current: StreamlitPage, pages: Mapping[str, StreamlitPage]) -> bool:
    """Say whether the page that is shown leaves the words of the bar out."""
    return any(place.bare and pages[place.path] == current for place in PLACES)


def _top(say: Texts, named: Sequence[Place]) -> None:
    """Show the pages by name, on a telephone too, the other languages, and the settings."""
    with st.container(
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
        key="top",
    ):
        with st.container(horizontal=True, key="pages", width="content", gap="xxsmall"):
            navigation.link("home", say("page.brand"))
            for place in named:
                navigation.link(place.path, say(f"page.{place.path}.title"))
        _settings(say)


def _settings(say: Texts) -> None:
    """Offer the other languages at once, and the rest of the settings behind a button."""
    with st.container(key="settings-bar", horizontal=True, width="content"):
        for code, name in LANGUAGES.items():
            if code != say.language:
                st.button(
                    name,
                    key=f"language-{code}",
                    type="tertiary",
                    on_click=_speak,
                    args=(code,),
                )
        with st.popover(say("settings.title")):
            _choice(say, "language", tuple(LANGUAGES))
            _choice(say, "rulebook", tuple(book.id for book in RULEBOOKS))
            st.caption(say(f"rulebook.{session.settings().rulebook}.text"))
            _choice(say, "colours", session.COLOURS)
    if session.counted("language"):
        look_at("settings-bar", str(session.counted("language")))


def _speak(language: str) -> None:
    """Change the language; its button goes, and the focus is to go to what comes in its place."""
    progress.choose("language", value=language)
    session.count("language")


def _choice(say: Texts, name: str, options: tuple[str, ...]) -> None:
    """Show one setting as a row of choices."""
    key = f"setting-{name}"
    session.put(key, getattr(session.settings(), name))
    st.radio(
        say(f"settings.{name}"),
        options,
        format_func=lambda option: LANGUAGES.get(option) or say(f"settings.{name}.{option}"),
        key=key,
        on_change=progress.choose,
        args=(name, key),
    )
