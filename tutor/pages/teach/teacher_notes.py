"""The notes beside a scene of the half hour: what to do, to say and to ask, and the answer."""

import streamlit as st

from engine.cards import Card
from puzzles.scenes import LadderSight
from tutor.drawing.ladder import ladder_picture
from tutor.handouts.side_by_side import (
    Beat,
    betrayed,
    place,
    ruling_of,
    told,
)
from tutor.learning.explanation import cited
from tutor.lessons.steps import Try
from tutor.pages.asking import slots
from tutor.pages.asking.trying import tried_html
from tutor.pages.asking.why import show_rules
from tutor.pages.frame import navigation, running_text, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.library import lessons
from tutor.pages.frame.reader import look_at
from tutor.words.choices import choice_label


def _reveal(slot: str, line: str) -> None:
    slots.answering(slot, line).hints = 1


def _directions(beat: Beat) -> None:
    """Tell the teacher what to do, to say and to ask."""
    say = session.texts()
    if beat.first:
        st.caption(say("side.goal", goal=say(f"side.stage.{beat.stage.id}.goal")))
    if beat.do:
        st.markdown(f"**{say('side.do')}**")
        running_text.points(beat.do)
    if beat.say:
        st.markdown(f"**{say('side.say')}**")
        if place(beat.step, session.book()):
            running_text.paragraphs("\n".join(beat.say))
        else:
            st.write(say("side.say-large"))
    if beat.ask:
        st.markdown(f"**{say('side.ask')}**")
        running_text.paragraphs(beat.ask)


def show_notes(beat: Beat, slot: str, state: slots.Answering) -> None:
    """Show the directions, and below them the answer, once it is revealed."""
    say = session.texts()
    _directions(beat)
    if beat.step is None:
        navigation.link("referee", say("side.referee"))
        if navigation.has_page("handouts"):
            navigation.link("handouts", say("side.score"), sheet="score")
    elif isinstance(beat.step, Try):
        _tried(beat, slot, state)
    elif beat.puzzle and not state.hints:
        st.caption(say("side.point"))
        st.button(
            say("side.reveal"),
            key=f"reveal-{slot}",
            type="primary",
            shortcut=session.shortcut("A"),
            on_click=_reveal,
            args=(slot, str(beat.number)),
        )
    else:
        _answer(beat, state)
        if state.hints:
            look_at("side-answer", f"{slot} {session.counted('side')}")


def _tried(beat: Beat, slot: str, state: slots.Answering) -> None:
    """Show whether the card tried may be played, and list those that may once that is wanted."""
    say, step = session.texts(), beat.step
    assert isinstance(step, Try)
    with st.container(key="side-answer"):
        if state.parts:
            card = Card.parse(state.parts[0])
            st.html(tried_html(step, card))
            if broken := step.broken(card):
                show_rules(cited(broken, say, lessons()))
        if state.hints:
            running_text.paragraphs(say("side.may", cards=tuple(dict.fromkeys(step.legal))))
        else:
            st.button(
                say("side.reveal"),
                key=f"reveal-{slot}",
                shortcut=session.shortcut("A"),
                on_click=_reveal,
                args=(slot, str(beat.number)),
            )


def _answer(beat: Beat, state: slots.Answering) -> None:
    """Show why, card by card, and what other answers betray."""
    say, ruling = session.texts(), ruling_of(beat, session.book())
    explained = told(beat, say)
    with st.container(key="side-answer"):
        if explained and beat.puzzle:
            if state.parts:
                (part, *_) = beat.puzzle.parts
                choice = next(one for one in part.choices if one.token == state.parts[0])
                label = choice_label(say, beat.puzzle, part, choice)
                running_text.paragraphs(say("side.pointed", answer=label))
            running_text.paragraphs("\n".join(explained.sentences))
            found = betrayed(beat, say)
            if found:
                st.markdown(f"**{say('side.betrays')}**")
                running_text.points(one.line(say) for one in found)
        if ruling:
            card_table(ladder_picture(look(), LadderSight(ruling)), key="side-ladder")
