"""A room that is over, as a learner sees it; which of their answers count for their progress."""

import streamlit as st

from tutor.pages import rooms
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.reader import look_at
from tutor.rooms.answers import Visit, could_answer, earnings
from tutor.rooms.summary import attempt_at, questions_asked

_KEEP = "room-keep"
"""Where it stands that somebody without progress wants what they answered to begin it."""


def note_answers(visit: Visit) -> None:
    """Let answers count for the learner's own progress too, if there is any or they ask for it.

    Those to questions whose answer was shown, each once, whenever this page is opened. Who
    has no progress leaves none unasked: somebody may have lent them the telephone for an evening.
    """
    if not (progress.held().attempts or session.widget(_KEEP)):
        return
    assert visit.member
    for question in questions_asked(visit.room):
        answer = visit.answers.get(question.id)
        name = f"room-{visit.room.code}-{visit.member.number}-{question.id}"
        if answer is None or not session.first_time(name):
            continue
        id_ = f"{name}-{int(visit.room.opened.timestamp())}"
        progress.record(attempt_at(question, answer, id=id_, at=progress.now()))


def show_over(visit: Visit) -> None:
    """Show how many answers of theirs were right, and the ways on."""
    say = session.texts()
    st.title(say("room.over.title"), anchor=False)
    rooms.told()
    if visit.member and not visit.member.removed:
        note_answers(visit)
        theirs = [each for each in questions_asked(visit.room) if could_answer(visit.member, each)]
        answered = [question for question in theirs if question.id in visit.answers]
        mine = [question.puzzle.check(visit.answers[question.id]).correct for question in answered]
        st.write(say("room.over.thanks"))
        if mine:
            left = len(theirs) - len(mine)
            score = "room.over.score-left" if left else "room.over.score"
            st.write(say(score, right=sum(mine), count=len(theirs), left=left))
            if visit.room.options.points:
                earned = earnings(visit.room, visit.given).total()
                st.write(say("room.over.points", count=earned))
            _say_what_counts()
            missed = (question for question, right in zip(answered, mine, strict=True) if not right)
            home = next(missed, answered[-1])
            navigation.link("drill", say("room.over.home"), puzzle=home.line)
    with st.container(horizontal=True):
        navigation.link("drill", say("page.drill.title"))
        navigation.link("learn", say("page.learn.title"))
        navigation.link("room", say("page.room.title"))


def _say_what_counts() -> None:
    """Show whether the answers count for the learner's own progress; if not, offer that they do."""
    say = session.texts()
    with st.container(key="counted"):
        if progress.held().attempts:
            st.write(say("room.over.counted"))
        else:
            st.write(say("room.over.not-counted"))
            st.button(
                say("room.over.keep"), key="keep-answers", on_click=session.put, args=(_KEEP, True)
            )
    if session.widget(_KEEP):
        look_at("counted", _KEEP)
