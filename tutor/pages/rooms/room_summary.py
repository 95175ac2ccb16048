"""A room that is over, as its teacher sees it: what to go over again, and all answers."""

import streamlit as st

from tutor.drawing.markup import tag
from tutor.export import write_rows
from tutor.pages import rooms
from tutor.pages.frame import navigation, session
from tutor.pages.rooms import projector
from tutor.rooms import Room
from tutor.rooms.answers import Crowd, Visit
from tutor.rooms.summary import (
    COLUMNS,
    MisconceptionResult,
    RoomSummary,
    RuleResult,
    answer_rows,
    hardest,
    summarise,
)
from tutor.words.explanation import asked_label


def show_summary(visit: Visit, crowd: Crowd) -> None:
    """Show what was answered, what to go over again, and the file of all answers."""
    say, room = session.texts(), visit.room
    summary = summarise(room, crowd.given)
    st.title(say("room.summary.title"), anchor=False)
    rooms.told((room.code, "over"))
    key, count, people = "room.summary.head", len(summary.questions), len(crowd.present)
    if not people:  # all may have held up cards
        key = "room.open.asks"
    st.write(say(key, count=count, people=people) if count else say("room.summary.nothing"))
    if not room.ended:
        st.info(say("room.summary.idle"))
    if proud := hardest(summary):
        st.write(say("room.summary.hardest", number=proud.number, right=proud.right))
    if listed := projector.leaders(room, crowd):
        st.header(say("room.points.final"), anchor=False)
        st.html(listed)
    if summary.questions:
        if summary.answers:
            _needs(summary)
            _rest(summary)
        else:
            st.write(say("room.summary.nobody"))
        _questions(summary)
        _file(room, crowd)
        names = "kept" if room.names_kept else "names-gone"
        st.caption(say(f"room.summary.{names if people else 'stays'}"))
    with st.container(horizontal=True):
        navigation.link("host", say("room.summary.another"))
        navigation.link("teach", say("page.teach.title"))


def _needs(summary: RoomSummary) -> None:
    say = session.texts()
    between = say("between")
    rules = [result for result in summary.rules if result.again]
    misconceptions = [result for result in summary.misconceptions if result.again]
    st.header(say("room.summary.again"), anchor=False)
    if not rules and not misconceptions:
        none = "none-again-talk" if summary.talked else "none-again"
        st.write(say(f"room.summary.{'few' if summary.too_few else none}"))
    for rule in rules:
        with st.container(border=True):
            st.markdown(f"**{say(f'{rule.words}.name')}**{between}{_figures(rule)}")
            st.write(say(f"{rule.words}.text"))
            navigation.link("rules", say("room.summary.to-rule"), rule=rule.rule.value)
    for misconception in misconceptions:
        with st.container(border=True):
            st.markdown(f"**{_held(misconception)}**")


def _rest(summary: RoomSummary) -> None:
    say = session.texts()
    between = say("between")
    settled = [result for result in summary.rules if not result.again]
    once = [result for result in summary.misconceptions if not result.again]
    if settled:
        others = len(settled) < len(summary.rules)
        st.header(say("room.summary.other-rules" if others else "room.summary.rules"), anchor=False)
        for rule in settled:
            few = rule.too_few and not summary.too_few
            note = between + say("room.summary.too-few") if few else ""
            st.write(f"{say(f'{rule.words}.name')}{between}{_figures(rule)}{note}")
    if once:
        st.header(say("room.summary.other-misconceptions"), anchor=False)
        for misconception in once:
            st.write(_held(misconception))


def _figures(rule: RuleResult) -> str:
    return session.texts()("room.summary.right", right=rule.right, count=rule.answers)


def _held(misconception: MisconceptionResult) -> str:
    """Quote a misconception, with how many people's answers it explains."""
    say = session.texts()
    name = say(f"misconception.{misconception.misconception}.name")
    return say("room.summary.held", misconception=name, count=misconception.people)


def _questions(summary: RoomSummary) -> None:
    say = session.texts()
    with st.expander(say("room.summary.questions"), key="room-questions"):
        for result in summary.questions:
            words = say("room.summary.unanswered")
            if result.answers:
                words = say("room.summary.right", right=result.right, count=result.answers)
            if result.before:
                first, of = result.before
                words = say("room.summary.before", last=words, right=first, count=of)
            asked = asked_label(say, result.question.puzzle)
            st.html(tag("p", f"{result.number}. {asked} {words}"))
            navigation.link("drill", say("room.summary.look"), puzzle=result.question.line)


def _file(room: Room, crowd: Crowd) -> None:
    say = session.texts()
    words, icon = say("save.spreadsheet"), ":material/download:"
    file = write_rows(answer_rows(room, crowd.members, crowd.given, say))
    name, kind, press = "calypso-room.csv", "text/csv", session.here()
    st.download_button(words, file, name, kind, key="room-sheet", icon=icon, on_click=press)
    with st.expander(say("room.sheet.columns"), key="room-columns"):
        columns = (
            (
                tag("th", tag("code", name), scope="row"),
                tag("td", say(f"room.sheet.{name.replace('_', '-')}")),
            )
            for name in COLUMNS
        )
        body = tag("tbody", *(tag("tr", *row) for row in columns))
        st.html(tag("table", body, class_="results columns"))
