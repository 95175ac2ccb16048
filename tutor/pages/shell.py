"""What is round every page: navigation, settings, the page's language and its fine print."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from tutor.frontend import ICON, style_sheet
from tutor.pages import home, teach
from tutor.pages.frame import navigation, progress, session, store_note
from tutor.pages.frame.browser import bring_tables, speak
from tutor.pages.frame.navigation import bar
from tutor.pages.frame.running_text import width
from tutor.pages.frame.session import LETTERS
from tutor.pages.play import play
from tutor.pages.reference import referee, rules
from tutor.pages.rooms import host, room
from tutor.pages.study import drill, learn, record
from tutor.pages.teach import assignment, assignments, handouts, pupil, side_by_side, workshop
from tutor.words.texts import LANGUAGES


@dataclass(frozen=True, slots=True)
class ShellPage:
    """A page: its path, what shows it, and whether the bar at the top names it.

    The bar holds seven words at the most; pages it does not name are reached from others.
    A bare page has a bar without those words, for it needs the room on a telephone. A live one
    goes on when others do something. ``tools`` draws what a page has to offer in the bar.
    """

    path: str
    show: Callable[[], None]
    named: bool = True
    bare: bool = False
    live: bool = False
    tools: Callable[[], None] | None = None


PLACES = (
    ShellPage("home", home.page, named=False),
    ShellPage("learn", learn.page, tools=learn.tools),
    ShellPage("drill", drill.page, tools=drill.tools),
    ShellPage("play", play.page),
    ShellPage("referee", referee.page, tools=referee.tools),
    ShellPage("teach", teach.page),
    ShellPage("rules", rules.page),
    ShellPage("record", record.page),
    ShellPage("workshop", workshop.page, named=False),
    ShellPage("host", host.page, named=False, live=True),
    ShellPage("beside", side_by_side.page, named=False),
    ShellPage("pupil", pupil.page, named=False),
    ShellPage("handouts", handouts.page, named=False),
    ShellPage("assignments", assignments.page, named=False),
    ShellPage("assignment", assignment.page, named=False),
    ShellPage("room", room.page, named=False, bare=True, live=True),
)

PATHS = tuple(place.path for place in PLACES if place.show != home.page)
"""The paths at which there is a page, but for the first page, which has none."""

STYLE = style_sheet("colours", "suits", "pages", "frame")
"""What the pages look like round their pictures."""


_ROOM, _NAMED, _MOST = 52, 62, 60
"""In so many letters' width the bar holds names of so many letters; and so wide it is at most."""

_LETTER, _BESIDE = 0.56, 2
"""What a letter more takes, and what the page has beside the bar."""


def _letters() -> str:
    """Return the rules for letters of the size that was chosen; the usual size is the theme's."""
    chosen = LETTERS[session.settings().letters]
    own = f"html:root {{ font-size: {chosen}px !important; }}" if chosen else ""
    return f"{own}\n{_folded(chosen or st.get_option('theme.baseFontSize'))}"


def _folded(size: int) -> str:
    """Return where the settings name the pages and languages, and where the bar does.

    That hangs on how long the names are, and where they are too long the bar never has them.
    The settings are outside the bar, in a layer over the page, where no rule can ask how wide the
    bar is.
    """
    say = session.texts()
    others = (name for code, name in LANGUAGES.items() if code != say.language)
    named = (say(f"page.{place.path}.title") for place in PLACES if place.named)
    words = (say("page.brand"), say("settings.title"), *named, *others)
    wanted = _ROOM + _LETTER * max(0, sum(map(width, words)) - _NAMED)
    there = ".st-key-more-pages, .st-key-settings-bar [class*='st-key-language-']"
    if wanted > _MOST:
        return f"{there} {{ display: none; }}"
    wide = round((wanted + _BESIDE) * size)
    return (
        f"@container bar (max-width: {wanted:g}rem) {{ {there} {{ display: none; }} }}\n"
        f"@media (min-width: {wide}px) {{ .st-key-folded-pages {{ display: none; }} }}"
    )


def run() -> None:
    """Show the page the address names, with what is round every page."""
    session.sync(progress.settings())
    say = session.texts()
    st.set_page_config(page_icon=ICON, layout="centered")
    st.html(f"<style>{STYLE}\n{_letters()}</style>")
    pages = {
        place.path: st.Page(
            place.show,
            title=say("page.tab", page=say(f"page.{place.path}.title")),
            url_path=place.path,
            default=place.path == "home",
        )
        for place in PLACES
    }
    navigation.remember_pages(pages)
    current = st.navigation(list(pages.values()), position="hidden")
    here = next(place for place in PLACES if pages[place.path] == current)
    session.follow(here.path)
    bar(
        tuple(listed.path for listed in PLACES if listed.named and not here.bare),
        here.tools,
        here.path,
    )
    speak(say.language, say("lost.connection"), live=here.live)
    bring_tables()
    store_note.around(current.run)
