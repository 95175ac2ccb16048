"""What is round every page: navigation, settings, the page's language and its fine print."""

from collections.abc import Callable
from dataclasses import dataclass
from unicodedata import east_asian_width

import streamlit as st

from tutor.frontend import ICON, style_sheet
from tutor.pages import home, teach
from tutor.pages.frame import navigation, progress, session, store_note
from tutor.pages.frame.browser import bring_tables, speak
from tutor.pages.frame.navigation import bar
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


_LETTER, _WIDE, _AROUND, _SIGN = 0.47, 1.0, 0.8, 3.5
"""How wide a letter in the bar is, a wide one, and what is around a name, or a name and its sign;
as is all that is said of the bar's width, in heights of letters."""

_MOST, _BESIDE = 60, 2
"""How wide the bar is at most, and what the page has beside it."""

_TOOLS = ("learn.all", "drill.choose", "referee.tools")
"""What the button of a page's tools is called; the bar has room for the longest on every page."""


def _letters() -> str:
    """Return the rules for letters of the size that was chosen; the usual size is the theme's."""
    chosen = LETTERS[session.settings().letters]
    own = f"html:root {{ font-size: {chosen}px !important; }}" if chosen else ""
    return f"{own}\n{_folded(chosen or st.get_option('theme.baseFontSize'))}"


def _long(name: str) -> float:
    return sum(_WIDE if east_asian_width(sign) in "WF" else _LETTER for sign in name)


def _folded(size: int) -> str:
    """Return where the settings name the pages and languages, and where the bar does.

    That hangs on how long the names are. Where all of them are too long the bar never has the
    languages, and where the pages alone are, neither. The settings are outside the bar, in a layer
    over the page, where no rule can ask how wide the bar is.
    """
    say = session.texts()
    pages, languages = ".st-key-more-pages", ".st-key-settings-bar [class*='st-key-language-']"
    named = (say(f"page.{place.path}.title") for place in PLACES if place.named)
    wanted = _long(say("settings.title")) + max(_long(say(key)) for key in _TOOLS) + 2 * _SIGN
    wanted += sum(_long(name) + _AROUND for name in (say("page.brand"), *named))
    others = (name for code, name in LANGUAGES.items() if code != say.language)
    with_others = wanted + sum(_long(name) + _AROUND for name in others)
    there, never = pages, f"{languages} {{ display: none; }}\n"
    if with_others <= _MOST:
        wanted, there, never = with_others, f"{pages}, {languages}", ""
    if wanted > _MOST:
        return f"{never}{there} {{ display: none; }}"
    wide = round((wanted + _BESIDE) * size)
    return (
        f"{never}@container bar (max-width: {wanted:g}rem) {{ {there} {{ display: none; }} }}\n"
        f"@media (min-width: {wide}px) {{ .st-key-folded-pages {{ display: none; }} }}"
    )


def run() -> None:
    """Show the page the address names, with what is round every page."""
    with session.turn():
        _run()


def _run() -> None:
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
    paths = [listed.path for listed in PLACES if listed.named and not here.bare]
    bar(paths, here.tools, here.path)
    speak(say.tag, say("lost.connection"), live=here.live)
    bring_tables()
    store_note.around(current.run)
    session.tell_browser()
