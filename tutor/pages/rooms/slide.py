"""What a lesson shows between a room's questions, on the wall and on phones."""

import streamlit as st

from puzzles.scenes import LadderSight, solved
from tutor.drawing import Picture, ladder_picture
from tutor.drawing.markup import tag
from tutor.drawing.positions import position
from tutor.drawing.puzzles import illustrate
from tutor.lessons.loading import Show
from tutor.pages.asking import areas
from tutor.pages.frame import session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.reader import look_at
from tutor.rooms.room import Room
from tutor.rooms.slides import Slide, told_in


def show_words(told: str) -> None:
    """Show what a lesson says, paragraph by paragraph, as plain text."""
    st.html(tag("div", *(tag("p", one) for one in told.split("\n")), class_="room-words"))


def name(slide: Slide) -> str:
    """Return the lesson's title."""
    return told_in(slide.title, session.texts().language)


def on_wall(room: Room, slide: Slide) -> None:
    """Show the picture large and the words beside it; what is only said takes all the room."""
    words = told_in(slide.words, session.texts().language)
    if slide.picture is None:
        show_words(words)
        return
    left, right = st.columns([11, 9], gap="large")
    with left, st.container(key="hall-told"):
        _table(room, slide.picture)
    with right, st.container(key="projector-side"):
        show_words(words)
        _beside(slide.picture)


def on_phone(room: Room, slide: Slide) -> None:
    """Show the same to whoever is too far from the wall to read it."""
    with areas.frame():
        with areas.question():
            st.title(name(slide), anchor=False)
            show_words(told_in(slide.words, session.texts().language))
        if slide.picture:
            with areas.board():
                _table(room, slide.picture)
            with areas.replies():
                _beside(slide.picture)
    look_at("question", f"slide {room.at} {room.turned}")


def _table(room: Room, show: Show) -> None:
    card_table(_drawn(show), key=f"slide-{room.at}-{room.turned}")


def _drawn(show: Show) -> Picture:
    if sheet := show.scored(session.book()):
        return illustrate(look(), sheet, solved(sheet)).whole
    shown = show.under(session.book())
    count = len(shown.trick.plays) if shown.trick else 0
    return position(look(), show, shown, count, complete=True)


def _beside(show: Show) -> None:
    """Show what explains the picture: the lines of a score sheet, or a trick card by card."""
    say = session.texts()
    if sheet := show.scored(session.book()):
        for reason in sheet.check(sheet.solution).reasons:
            st.markdown("- " + say.explain(reason))
        return
    shown = show.under(session.book())
    if shown.ruling and not show.whole:
        card_table(ladder_picture(look(), LadderSight(shown.ruling)), key="slide-ladder")
