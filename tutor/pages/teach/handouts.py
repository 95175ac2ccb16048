"""Handouts: choose a sheet, see its first page, and take it along as a PDF."""

from functools import lru_cache

import streamlit as st

from tutor.handouts import Links, Pack, Paper, Sheet, pdf, pictures
from tutor.pages.frame import address, session
from tutor.pages.frame.address import show_reach
from tutor.pages.teach.handout_sheets import SHEETS, SheetWish
from tutor.words.texts import LANGUAGES, Texts

_WIDTH, _SHOWN = 1000, 560
"""Pixels of the preview, and how wide it is shown: sharp on a telephone too."""


def page() -> None:
    """Let the teacher choose a sheet and its options, show it, and offer it."""
    say = session.texts()
    st.title(say("page.handouts.title"), anchor=False)
    st.write(say("handouts.intro"))
    asked = session.asked("sheet")
    if asked in SHEETS and session.widget("handouts-sheet") is None:
        session.put("handouts-sheet", asked)
    sheet = st.selectbox(
        say("handouts.sheet"),
        list(SHEETS),
        format_func=lambda name: say(f"handouts.sheet.{name}"),
        key="handouts-sheet",
        persist_state="session",
    )
    session.tell(sheet=sheet)
    st.caption(say(f"handouts.about.{sheet}"))
    wish = _wish()
    made = SHEETS[sheet](wish)
    for one in made:
        _offer(one, wish.paper)


def _wish() -> SheetWish:
    """Ask for language, paper and the address the codes lead to."""
    say = session.texts()
    with st.container(horizontal=True, key="handouts-paper"):
        language = st.radio(
            say("settings.language"),
            list(LANGUAGES),
            index=list(LANGUAGES).index(say.language),
            format_func=lambda code: LANGUAGES[code],
            horizontal=True,
            key="handouts-language",
            persist_state="session",
        )
        paper = st.radio(
            say("handouts.paper"),
            [paper.value for paper in Paper],
            format_func=lambda paper: say(f"handouts.paper.{paper}"),
            horizontal=True,
            key="handouts-paper-size",
            persist_state="session",
        )
    with st.expander(say("handouts.codes"), key="handouts-codes"):
        st.write(say("handouts.codes.text"))
        typed = st.text_input(
            say("handouts.codes.address"),
            value=address.base(),
            max_chars=200,
            key="handouts-address",
            persist_state="session",
        )
        base = typed.strip().rstrip("/")
        if base and not base.startswith(("http://", "https://")):
            st.error(say("handouts.codes.wrong"))
            base = ""
    if base:
        show_reach(base)
    links = Links(base=base, language=language, rulebook=session.book().id)
    return SheetWish(Texts(language), links, Paper(paper))


def _offer(sheet: Sheet | Pack, paper: Paper) -> None:
    """Show the first page of a sheet, and offer the whole of it."""
    say = session.texts()
    with st.spinner(say("handouts.printing", title=sheet.title)):
        data, first, pages = _printed(sheet, paper)
    with st.container(border=True, key=f"offer-{sheet.name}"):
        st.header(sheet.title, anchor=False)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.download_button(
                say("handouts.download"),
                data,
                file_name=f"{sheet.name}-{paper.value}.pdf",
                mime="application/pdf",
                key=f"download-{sheet.name}",
                type="primary",
                icon=":material/download:",
                on_click="ignore",
            )
            st.caption(say("handouts.pages", count=pages))
        with st.container(width=_SHOWN):
            st.image(
                first,
                caption=say("handouts.first-page"),
                alt=say("handouts.first-page.of", title=sheet.title),
                width="stretch",
            )


@lru_cache(maxsize=40)
def _printed(sheet: Sheet | Pack, paper: Paper) -> tuple[bytes, bytes, int]:
    """Print a sheet: the PDF, its first page as a picture, and how many pages it has.

    The same sheet is not printed twice.
    """
    pages = pictures(sheet, paper, _WIDTH)
    return pdf(sheet, paper), pages[0], len(pages)
