"""What a lesson shows between a room's questions, on the wall and on phones."""

from dataclasses import replace
from functools import partial

import streamlit as st

from puzzles.scenes import LadderSight, solved
from tutor.drawing.ladder import ladder_picture
from tutor.drawing.markup import Picture, tag
from tutor.drawing.scenes import apart, illustrate
from tutor.lessons.steps import Show
from tutor.pages.asking import areas
from tutor.pages.asking.trying import try_cards
from tutor.pages.frame import running_text, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.reader import look_at
from tutor.rooms import Room, Slide, told_in


def name(slide: Slide) -> str:
    """Return the lesson's title."""
    return told_in(slide.title, session.texts().language)


def on_wall(room: Room, slide: Slide) -> None:
    """Show the table large and the words beside it; what is only said takes all the room."""
    words = told_in(slide.words, session.texts().language)
    if slide.picture is None:
        with st.container(key="projector-side"):
            running_text.paragraphs(words)
        return
    table, beside = _pictures(slide)
    left, right = st.columns([11, 9], gap="large")
    with left, st.container(key="hall-told"):
        card_table(table, key=f"table-{_key(room)}")
    with right, st.container(key="projector-side"):
        running_text.paragraphs(words)
        if slide.tried:
            st.html(tag("p", session.texts()("room.slide.try"), class_="room-how"))
        _beside(room, slide.picture, beside)


def on_phone(room: Room, slide: Slide) -> None:
    """Show the same to whoever is too far from the wall to read it; there cards can be tried."""
    if step := slide.trial:
        try_cards(step, _key(room), partial(_titled, slide), areas.no_ways)
        return
    with areas.frame():
        with areas.question():
            _titled(slide)
            running_text.paragraphs(told_in(slide.words, session.texts().language))
        if slide.picture:
            table, beside = _pictures(slide)
            card_table(table, key=f"table-{_key(room)}")
            with areas.replies():
                _beside(room, slide.picture, beside)
    look_at("question", f"slide {room.at} {room.turned}")


def _titled(slide: Slide) -> None:
    st.html(tag("h1", name(slide), class_="where"))


def _key(room: Room) -> str:
    return f"slide-{room.at}-{room.turned}"


def _pictures(slide: Slide) -> tuple[Picture, Picture | None]:
    """Draw a score sheet, or a position; where cards are tried, with the mark of who is to play."""
    show = slide.picture
    assert show
    if sheet := show.scored(session.book()):
        return illustrate(look(), sheet, solved(sheet)).whole, None
    table, shelves, hand = show.scene(show.under(session.book()))
    if table and (step := slide.trial):
        table = replace(table, near=step.seat, turn=step.seat)
    return apart(look(), table, shelves, hand)


def _beside(room: Room, show: Show, picture: Picture | None) -> None:
    say, book = session.texts(), session.book()
    if picture:
        card_table(picture, key=f"{_key(room)}-beside")
    if sheet := show.scored(book):
        running_text.points(map(say.explain, sheet.check(sheet.solution).reasons))
    elif not show.whole and (ruling := show.under(book).ruling):
        card_table(ladder_picture(look(), LadderSight(ruling)), key="slide-ladder")
