"""After the end: what the evening showed, for the teacher, on the page and as a file."""

import streamlit as st

from tutor.drawing.markup import tag
from tutor.export.spreadsheet import write_rows
from tutor.pages.frame import navigation, session
from tutor.rooms.answers import Crowd, Visit
from tutor.rooms.room import Room
from tutor.rooms.summary import (
    COLUMN_WORDS,
    MisconceptionResult,
    RoomSummary,
    RuleResult,
    hardest,
    sheet,
    summarise,
)
from tutor.words.choices import asked_label


def show(visit: Visit, crowd: Crowd) -> None:
    """Show which rules and misconceptions need another evening, and offer everything as a file."""
    say, room = session.texts(), visit.room
    found = summarise(room, crowd.given)
    st.title(say("room.summary.title"), anchor=False)
    st.write(
        say("room.summary.head", count=len(found.questions), people=len(crowd.present))
        if found.questions
        else say("room.summary.nothing")
    )
    if not room.ended:
        st.info(say("room.summary.idle"))
    if proud := hardest(found):
        st.write(say("room.summary.hardest", number=proud.number, right=proud.right))
    if found.questions:
        if found.answers:
            _needs(found)
            _rest(found)
        else:
            st.write(say("room.summary.nobody"))
        _questions(found)
        _file(room, crowd)
    st.caption(say("room.summary.kept" if room.names_kept else "room.summary.names-gone"))
    with st.container(horizontal=True):
        navigation.link("host", say("room.summary.another"))
        navigation.link("teach", say("page.teach.title"))


def _needs(found: RoomSummary) -> None:
    """List what needs another evening, each with the way to practise it."""
    say = session.texts()
    between = say("between")
    rules = [one for one in found.rules if one.again]
    misconceptions = [one for one in found.misconceptions if one.again]
    st.header(say("room.summary.again"), anchor=False)
    if not rules and not misconceptions:
        st.write(say("room.summary.few" if found.too_few else "room.summary.none-again"))
    for rule in rules:
        with st.container(border=True):
            st.markdown(f"**{say(f'{rule.words}.name')}**{between}{_figures(rule)}")
            st.write(say(f"{rule.words}.text"))
            navigation.link("rules", say("room.summary.to-rule"), rule=rule.rule.value)
    for misconception in misconceptions:
        with st.container(border=True):
            st.markdown(f"**{_held(misconception)}**")


def _rest(found: RoomSummary) -> None:
    """List the other rules and misconceptions."""
    say = session.texts()
    between = say("between")
    settled = [one for one in found.rules if not one.again]
    once = [one for one in found.misconceptions if not one.again]
    if settled:
        st.header(say("room.summary.other-rules"), anchor=False)
        for rule in settled:
            few = rule.too_few and not found.too_few
            told = between + say("room.summary.too-few") if few else ""
            st.write(f"{say(f'{rule.words}.name')}{between}{_figures(rule)}{told}")
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


def _questions(found: RoomSummary) -> None:
    """List the questions, each with the way back to it."""
    say = session.texts()
    with st.expander(say("room.summary.questions")):
        for one in found.questions:
            words = say("room.summary.unanswered")
            if one.answers:
                words = say("room.summary.right", right=one.right, count=one.answers)
            if one.before:
                first, of = one.before
                words += say("between") + say("room.summary.before", right=first, count=of)
            asked = asked_label(say, one.question.puzzle)
            st.html(tag("p", f"{one.number}. {asked} {words}"))
            navigation.link("drill", say("trial.look"), puzzle=one.question.line)


def _file(room: Room, crowd: Crowd) -> None:
    """Offer all answers as a file, and say what its columns are."""
    say = session.texts()
    st.download_button(
        say("room.summary.file"),
        write_rows(sheet(room, crowd.members, crowd.given, say)),
        file_name="calypso-room.csv",
        mime="text/csv",
        key="room-sheet",
        icon=":material/download:",
    )
    with st.expander(say("room.sheet.columns"), key="room-columns"):
        told = (
            (tag("th", tag("code", name), scope="row"), tag("td", say(f"room.sheet.{key}")))
            for name, key in COLUMN_WORDS.items()
        )
        body = tag("tbody", *(tag("tr", *row) for row in told))
        st.html(tag("table", body, class_="results columns"))
