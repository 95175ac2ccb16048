"""The teacher's page of a room: what the hall sees, with the controls, as long as it runs."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

import streamlit as st

from tutor.drawing.markup import tag
from tutor.frontend import style_sheet
from tutor.pages import rooms
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.browser import look_at
from tutor.pages.frame.inputs import button
from tutor.pages.questions import areas
from tutor.pages.rooms import desk, projector
from tutor.pages.rooms.new_room import offer_new_room
from tutor.pages.rooms.room_summary import show_summary
from tutor.rooms import LOBBY, Question, QuestionStage, Room, RoomRefusal, controls
from tutor.rooms.agenda import fresh
from tutor.rooms.answers import Crowd, Visit, changed, expected, tally
from tutor.rooms.controls import Control
from tutor.store import StoreError


def page() -> None:
    """Show the room of the address to its teacher; without one, let a room be opened."""
    rooms.begin()
    code = session.asked("room")
    if not code:
        offer_new_room()
        return
    visit = _visit(code)
    if visit is None:
        return
    if not visit.teaches:
        _not_yours(visit)
        return
    session.tell(room=visit.room.code)
    now = progress.now()
    code, token = visit.room.code, progress.token()
    crowd = rooms.look(code, "crowd", lambda: rooms.rooms().crowd(code, token, now=now))
    if crowd is None:
        rooms.told(visit.room.code)
        return
    if visit.room.over(now):
        session.forget("room-led")
        if _bare():
            _show_farewell(visit, crowd)
        else:
            show_summary(visit, crowd)
    else:
        session.remember("room-led", visit.room.code)  # pages that read nothing lead back to it
        _run(visit, crowd, now)


def _visit(code: str) -> Visit | None:
    """Look into the room; the teacher's link lets another device control it first."""
    now, secret, network = progress.now(), session.asked("teacher"), session.network()

    def look() -> Visit:
        if secret is not None:
            rooms.rooms().adopt(code, secret, progress.token(), address=network, now=now)
            session.untell("teacher")  # not before: of a store that says nothing it is asked again
        return rooms.rooms().visit(code, progress.token(), address=network, now=now)

    visit = rooms.look(code, "visit", look)
    if visit is None:
        offer_new_room()
    return visit


def _not_yours(visit: Visit) -> None:
    say = session.texts()
    st.title(say("page.host.title"), anchor=False)
    st.warning(say("room.refused.not-teacher"), icon=":material/lock:")
    navigation.link("room", say("teach.go.room"), room=visit.room.code)


def _bare() -> bool:
    """Whether the hall is shown what it sees and no more: the wall in a window of its own."""
    return session.asked("view") == "projector"


def _show_farewell(visit: Visit, crowd: Crowd) -> None:
    """Show the wall of a room that is over; what its teacher goes over is one press away."""
    st.html(f"<style>{style_sheet('hall', 'wall')}</style>")
    with st.container(key="wall"):
        with st.container(key="projector"), st.container(key="farewell"):
            projector.farewell(visit.room, crowd)
        rooms.told((visit.room.code, "over"))
        with st.container(horizontal=True, key="wall-row"):
            button(session.texts()("room.summary.title"), "leave", session.untell, "view")


def _run(visit: Visit, crowd: Crowd, now: datetime) -> None:
    """Show the room as it is, and look every second whether it has gone on."""
    say, room, bare = session.texts(), visit.room, _bare()
    st.html(f"<style>{style_sheet('hall', 'wall') if bare else style_sheet('hall')}</style>")
    address = rooms.join_address(room.code, visit.key)
    with st.container(key="wall" if bare else "hall"):
        with st.container(key="projector"):
            _show_step(visit, crowd, now, address)
        rooms.told(rooms.step(room))
        if not bare:
            with st.container(key="controls"):
                _controls(visit, crowd, now)
        else:
            with st.container(horizontal=True, key="wall-row"):
                _lead(visit, controls.due(room, now))
                button(say("room.projector.leave"), "leave", session.untell, "view")
    if bare:
        return
    if room.all_shown:
        left, right = st.columns([3, 2], gap="medium")
        with left, st.container(border=True, key="go-on-here"):
            st.header(say("room.go-on.title"), anchor=False)
            desk.offer_next_lesson(visit)
        with right, st.container(border=True, key="end-here"):
            desk.offer_ending(visit)
    desk.seldom_needed(visit, crowd, address)


def _show_step(visit: Visit, crowd: Crowd, now: datetime, address: str) -> None:
    """Show the slide or the question, or who has come before the first and who leads at the end."""
    room, question = visit.room, visit.room.question
    if room.slide:
        projector.slide(room, address)
    elif question:
        projector.question(visit, question, crowd, address, partial(_live, visit, crowd, now))
    elif room.at == LOBBY:
        with st.container(key="step"):
            projector.lobby(visit, address)
        if not _bare():
            look_at("step", room.code)
    else:
        st.title(session.texts()("room.last.title"), anchor=False)
        projector.show_leaders(room, crowd)
    if question is None or room.slide:
        _live(visit, crowd, now)


def _live(visit: Visit, there: Crowd, now: datetime) -> None:
    """Keep the count of answers fresh; all else when the room or who is in it has changed."""
    room, say = visit.room, session.texts()
    shown = room.question.id if room.question else None
    looked, way_in = _looks(room, now), rooms.join_address(room.code, visit.key)

    @st.fragment(run_every=rooms.HALL_EVERY)
    def pulse() -> None:
        moment = progress.now()
        try:
            pulse = rooms.rooms().pulse(room.code, shown)
            if pulse is None or pulse.version != visit.version or _looks(room, moment) != looked:
                session.run_again()
            if rooms.join_address(room.code, visit.key) != way_in:  # the Wi-Fi was joined
                session.run_again()
            crowd = rooms.rooms().crowd(room.code, progress.token(), now=moment)
            if crowd.present != there.present:  # somebody came, or goes by another name
                session.run_again()
        except StoreError:
            st.error(say("room.silent"))
            return
        except RoomRefusal:
            session.run_again()
        if room.slide or room.all_shown:
            return
        if room.question is None:
            names = tuple(member.name for member in crowd.present)
            projector.here(len(names), names, say)
        elif not room.question.revealed:
            _count(room, room.question, crowd, pulse.answers, moment)

    pulse()


def _looks(room: Room, now: datetime) -> tuple[bool, bool]:
    """Return what time alone changes about a room."""
    return room.accepts(now), room.over(now)


def _count(room: Room, question: Question, crowd: Crowd, answers: int, now: datetime) -> None:
    say, hands = session.texts(), sum(count for _, count in question.hands)
    taken = room.accepts(now)
    again = question.before and taken
    # What was answered on a phone stands unless it is changed; cards are counted again.
    those, until = expected(crowd.members, question), room.until()
    talk = "talk"
    if question.held_up_before:
        talk = "talk-both" if those else "talk-cards"
    out = question.stage == QuestionStage.OPEN and not taken
    full = taken and 0 < those <= answers
    name = talk if again else "time-up" if out else "all-in" if full else question.stage.value
    # To talk is something new; that answers are taken is seen by their count.
    done, waited = "room-small", "room-count"
    if again:
        done, waited = "room-count", "room-small room-waited"
    stage = tag("p", say(f"room.stage.{name}"), class_=done, role="status")
    if question.stage == QuestionStage.READY:
        st.html(stage)
        return
    words = [say("room.count", count=answers, all=those)] if those else []
    if again and those:
        # Nearly all have answered before the talk begins: what they do now is what is waited for.
        words = [say("room.count.again", count=changed(question, crowd.given))]
    if hands or question.held_up_before:
        words.append(say("room.count.hands", count=hands))
    if until and taken:
        words.append(say("room.clock", count=round((until - now).total_seconds())))
    # Each in one piece: a line never ends with a sign that stands between two.
    counts = tag(
        "p", *(tag("span", sentence, " ") for sentence in words), class_=waited, role="status"
    )
    st.html(stage + counts if again else counts + stage)


_SECONDARY = (Control.BACK, Control.OPEN, Control.REVEAL, Control.NEXT, Control.SKIP)
"""The other controls, in the order in which they stand."""


def _controls(visit: Visit, crowd: Crowd, now: datetime) -> None:
    """Show the control that leads on, the count of cards, and the other controls."""
    say, room = session.texts(), visit.room
    big, may = controls.due(room, now), controls.allowed(room, now)
    with st.container(horizontal=True, vertical_alignment="center", key="control-row"):
        _lead(visit, big)
        desk.count_cards(visit, room.question)
        others: list[tuple[str, str, Callable[[Visit], None]]] = [
            (control.value, _label(room, control), partial(_press, control=control))
            for control in _SECONDARY
            if control in may and control != big
        ]
        # Without a first vote there is nothing to talk over; while one can come, it is said.
        voted = room.question and any(tally(room.question, crowd.given).values())
        if controls.may_talk(room, now) and (room.accepts(now) or voted):
            others.append(("talk", say("room.control.talk"), _press_talk))
        if controls.may_ask_fresh(room):
            others.append(("fresh", say("room.control.fresh"), _press_fresh))
        for name, words, then in others:
            key = f"control-{visit.version}-{name}"
            button(words, key, then, visit)
    if session.counted("room-press"):
        look_at("due", str(session.counted("room-press")))


def _lead(visit: Visit, big: Control | None) -> None:
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
    if control == Control.SKIP and room.slide:  # not the slide alone
        return say("room.control.skip.slide")
    if control == Control.RUNG and question:
        if question.rung >= question.rungs:
            return say("room.control.rule")
        return say("room.control.rung" if question.rung else "room.control.ladder")
    if control == Control.OPEN and question and question.stage != QuestionStage.READY:
        return say("room.control.again")
    return say(f"room.control.{control.value}")


def _ahead(room: Room, control: Control) -> str:
    """Return what this press shows: another slide, a question, or that none is left."""
    after = controls.after_control(room, control, room.touched)
    if after.slide:
        return "more"
    return "question" if after.question else "end"


def _press(visit: Visit, control: Control) -> None:
    session.count("room-press")
    desk.change_room(visit, partial(controls.after_control, control=control, now=progress.now()))


def _press_talk(visit: Visit) -> None:
    """Keep the first vote, unseen, and take answers again."""
    session.count("room-press")
    code, token, now = visit.room.code, progress.token(), progress.now()
    desk.at_step(visit, lambda seen: rooms.rooms().talk(code, token, seen, now=now))


def _press_fresh(visit: Visit) -> None:
    """Ask another question on the rule of the one that is shown, or of the last."""
    room, now = visit.room, progress.now()
    session.count("room-press")

    def do(current: Room) -> Room:
        question = room.question or room.questions[-1]
        return controls.ask_fresh(
            current, fresh(question, current.questions, session.chance()), now
        )

    desk.change_room(visit, do)
