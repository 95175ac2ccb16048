"""What is round every page: navigation, settings, the page's language and its fine print."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from engine.rulebooks import RULEBOOKS
from tutor.pages import (
    assignment,
    assignments,
    drill,
    handouts,
    home,
    host,
    learn,
    play,
    progress,
    record,
    referee,
    room,
    rules,
    session,
    side_by_side,
    teach,
    ways,
    workshop,
)
from tutor.pages.reader import look_at, speak
from tutor.texts import LANGUAGES, Texts


@dataclass(frozen=True, slots=True)
class Place:
    """A page: its path, what shows it, and whether the bar at the top names it.

    The bar holds six words at the most; pages it does not name are reached from others.
    """

    path: str
    show: Callable[[], None]
    named: bool = True


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
    Place("room", room.page, named=False),
)

_CURES = """
<style>
.stApp [data-testid='stButtonGroup'] button[data-selected='true'] p {
  color: light-dark(#14532d, #fff) !important; font-weight: 700;
}
/* What opens over the page knows no scheme of colours, but has the colour of its letters. */
[data-testid='stPopoverBody'] button[data-selected='true'],
[data-testid='stPopoverBody'] button[data-selected='true'] * { color: inherit !important; }
[data-testid='stPopoverBody'] button[data-selected='true'] p { font-weight: 700; }
.stApp [data-testid='stSliderThumbValue'] p { color: light-dark(#14532d, #86efac) !important; }
.stApp [data-testid='stHeader'] { height: 0; min-height: 0; background: none; }
.stMainBlockContainer { max-width: 62rem; padding: 1rem 1rem 4rem; }
.st-key-top { row-gap: .25rem; }
.st-key-top a p { font-size: 1rem; }
.st-key-top [aria-current='page'] p { font-weight: 700; }
.stApp [data-testid='stCaptionContainer'], .stApp [data-testid='stCaptionContainer'] p {
  color: light-dark(#57534e, #bdb5a8) !important; opacity: 1;
}
[class*='st-key-reader-'] { position: absolute; width: 0; height: 0; overflow: hidden; }
.stApp p, .stApp li { line-height: 1.6; }
.stButton button { min-height: 2.9rem; }
.stButton kbd {
  color: inherit !important; border: 1px solid; border-radius: .3rem;
  padding: 0 .4rem; margin-left: .5rem; font-size: .8em;
}
/* A question: its table at the left, all else at the right; one below the other on a telephone. */
.st-key-asking > :has(> .st-key-question) { order: 1; }
.st-key-asking > :has(> .st-key-board) { order: 2; }
.st-key-asking > :has(> .st-key-verdict) { order: 3; }
.st-key-asking > :has(> .st-key-replies) { order: 4; }
@media (min-width: 768px) {
  .st-key-asking {
    display: grid; grid-template-columns: minmax(0, 11fr) minmax(0, 9fr);
    grid-template-rows: auto auto 1fr; column-gap: 1.5rem; row-gap: .8rem; align-items: start;
  }
  .st-key-asking > :has(> .st-key-question) { grid-column: 1 / -1; grid-row: 1; }
  .st-key-asking > :has(> .st-key-board) { grid-column: 1; grid-row: 2 / span 2; }
  .st-key-asking > :has(> .st-key-verdict) { grid-column: 2; grid-row: 2; }
  .st-key-asking > :has(> .st-key-replies) { grid-column: 2; grid-row: 3; }
}
.verdict-box {
  padding: .8rem 1rem; margin-bottom: .7rem; border-radius: .6rem; border-left: .35rem solid;
}
.verdict-box p { margin: 0 0 .5rem; }
.verdict-box p:last-child { margin-bottom: 0; }
.verdict-head { font-weight: 700; }
.verdict-right { background: light-dark(#e3f4e8, #12301f); border-color: #15803d; }
.verdict-wrong { background: light-dark(#fdeaea, #3a1717); border-color: #c81e1e; }
.verdict-belief { background: light-dark(#e8effb, #17233c); border-color: #1d4ed8; }
.verdict-dissent { background: light-dark(#fbf3d9, #362c10); border-color: #b45309; }
.verdict-dissent .verdict-head { font-weight: 400; }
.stPageLink p { text-decoration: underline; text-underline-offset: .2em; }
.st-key-pages .stPageLink p { text-decoration: none; }
.st-key-pages { flex-wrap: wrap; }
.st-key-pages > :first-child p { font-weight: 700; color: light-dark(#14532d, #86efac); }
.st-key-settings-bar button { min-height: 44px; }
[class*='st-key-title-'] [data-testid='stText'] { font-weight: 700; }
.st-key-step [data-testid='stText'] { max-width: 44rem; }
.st-key-saying [data-testid='stText'] { font-size: 1.3rem; line-height: 1.65; padding-top: .5rem; }
/* Nothing that is read is smaller than 16 px, whatever it stands in. */
body [data-testid='stMarkdownContainer'] p, body [data-testid='stCode'] code,
body [data-testid='stCode'] code span, .stApp [data-testid='stFileUploader'] span {
  font-size: max(1em, .9rem);
}
body [data-testid='stCaptionContainer'] p, body [data-testid='stCaptionContainer'] a {
  font-size: .9rem;
}
.stPageLink :is(a, span, div, p) { white-space: normal !important; overflow: visible !important; }
/* A thumb needs 44 px. */
[role='radiogroup'] label, .stCheckbox label, .stPageLink a, .stApp summary,
.stButtonGroup button, .stApp [role='tab'],
.stSelectbox input, .stSelectbox button, .stTextInput input,
.stMultiSelect input, .stMultiSelect button, .stNumberInput input, .stNumberInput button,
[data-testid='stPopoverButton'] { min-height: 44px !important; min-width: 44px; }
[data-testid='stRadioCaption'] { margin-top: -.7rem; }
[data-testid='stTooltipIcon'] button { min-width: 44px; min-height: 44px; margin: -13px; }
.stApp [role='tab'][aria-selected='true'] p {
  color: light-dark(#14532d, #86efac); font-weight: 700;
}
.stApp [role='tab'] { padding-inline: .4rem; justify-content: center; }
@media (pointer: coarse) { .stButton kbd { display: none; } }
@media (prefers-reduced-motion: reduce) {
  *, *::before, *::after {
    animation-duration: 0s !important; transition-duration: 0s !important;
  }
}
</style>
"""
"""Contrast of a chosen answer in Streamlit's own controls, the width of a calm column,
targets a thumb can hit, and no motion for those who asked for none."""


def run() -> None:
    """Show the page the address names, with what is round every page."""
    session.sync(progress.held().settings)
    say = session.texts()
    st.set_page_config(page_icon="static/icon.svg", layout="centered")
    st.html(_CURES)
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
    _top(say)
    speak(say.language)
    if progress.held().trouble:
        st.warning(say(f"store.{progress.held().trouble}"), icon=":material/cloud_off:")
    current.run()


def _top(say: Texts) -> None:
    """Show the pages by name, on a telephone too, the other languages, and the settings."""
    with st.container(
        horizontal=True,
        horizontal_alignment="distribute",
        vertical_alignment="center",
        key="top",
    ):
        with st.container(horizontal=True, key="pages", width="content", gap="xxsmall"):
            ways.link("home", say("page.brand"))
            for place in PLACES:
                if place.named:
                    ways.link(place.path, say(f"page.{place.path}.title"))
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
