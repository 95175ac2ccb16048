"""The controls of a room: the one that leads on, and beside it the others."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import streamlit as st

from tutor.pages import rooms
from tutor.pages.frame import progress, session
from tutor.pages.frame.reader import look_at
from tutor.pages.questions import areas
from tutor.pages.rooms.desk import change_room, count_cards
from tutor.rooms import LOBBY, QuestionStage, Room
from tutor.rooms.agenda import fresh
from tutor.rooms.answers import Crowd, Visit, tally
from tutor.rooms.controls import (
    Control,
    after_control,
    allowed,
    ask_fresh,
    due,
    may_ask_fresh,
    may_talk,
)

_SECONDARY = (Control.BACK, Control.OPEN, Control.REVEAL, Control.NEXT, Control.SKIP)
"""The other controls, in the order in which they stand."""


def show_controls(visit: Visit, crowd: Crowd, now: datetime) -> None:
    """Show the control that leads on, the count of cards, and the other controls."""
    say, room = session.texts(), visit.room
    big, may = due(room, now), allowed(room, now)
    with st.container(horizontal=True, vertical_alignment="center", key="control-row"):
        show_lead(visit, big)
        count_cards(visit, room.question)
        others: list[tuple[str, str, Callable[[Visit], None]]] = [
            (control.value, _label(room, control), partial(_press, control=control))
            for control in _SECONDARY
            if control in may and control != big
        ]
        # Without a first vote there is nothing to talk over; while one can come, it is said.
        if may_talk(room, now) and (room.accepts(now) or _votes(room, crowd)):
            others.append(("talk", say("room.control.talk"), _press_talk))
        if may_ask_fresh(room):
            others.append(("fresh", say("room.control.fresh"), _press_fresh))
        for name, words, then in others:
            key = f"control-{visit.version}-{name}"
            st.button(words, key=key, on_click=then, args=(visit,))
    if session.counted("room-press"):
        look_at("due", str(session.counted("room-press")))


def _votes(room: Room, crowd: Crowd) -> int:
    return sum(tally(room.question, crowd.given).values()) if room.question else 0


def show_lead(visit: Visit, big: Control | None) -> None:
    """Show the control that leads on, if there is one."""
    if big is None:
        return
    with st.container(key="due", width="content"):
        areas.onward(_label(visit.room, big), f"control-{visit.version}-due", _press, visit, big)


def _label(room: Room, control: Control) -> str:
    say, question = session.texts(), room.question
    if control == Control.NEXT and room.at == LOBBY:
        return say("room.control.begin" if room.questions[0].slides else "room.control.start")
    last = room.at == len(room.questions) - 1
    if control == Control.TURN or (control == Control.NEXT and last):
        return say(f"room.control.turn.{_ahead(room, control)}")
    if control == Control.RUNG and question:
        if question.rung >= question.rungs:
            return say("room.control.rule")
        return say("room.control.rung" if question.rung else "room.control.ladder")
    if control == Control.OPEN and question and question.stage != QuestionStage.READY:
        return say("room.control.again")
    return say(f"room.control.{control.value}")


def _ahead(room: Room, control: Control) -> str:
    """Return what this press shows: another slide, a question, or that none is left."""
    after = after_control(room, control, room.touched)
    if after.slide:
        return "more"
    return "question" if after.question else "end"


def _press(visit: Visit, control: Control) -> None:
    session.count("room-press")
    change_room(visit, partial(after_control, control=control, now=progress.now()))


def _press_talk(visit: Visit) -> None:
    """Keep the first vote, unseen, and take answers again."""
    session.count("room-press")
    code, seen = visit.room.code, visit.version
    rooms.attempt(lambda: rooms.rooms().talk(code, progress.token(), seen, now=progress.now()))


def _press_fresh(visit: Visit) -> None:
    """Ask another question on the rule of the one that is shown, or of the last."""
    room, now = visit.room, progress.now()
    session.count("room-press")

    def do(current: Room) -> Room:
        question = room.question or room.questions[-1]
        return ask_fresh(current, fresh(question, current.questions, session.chance()), now)

    change_room(visit, do)
