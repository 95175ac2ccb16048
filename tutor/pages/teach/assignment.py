"""A set that a teacher handed out: what is to do, one puzzle after the other, and the code."""

from functools import partial

import streamlit as st

from puzzles.notation import parse_puzzle
from tutor import assignments
from tutor.assignments import Assignment, write
from tutor.assignments.results import SetResult, result_of, write_result
from tutor.lessons.steps import Lesson
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.browser import look_at
from tutor.pages.frame.inputs import button
from tutor.pages.frame.library import lesson
from tutor.pages.questions import areas
from tutor.pages.questions.question import Occasion, ask
from tutor.pages.study.course import step_in


def page() -> None:
    """Show the set the address holds, or one of its puzzles."""
    try:
        shared = assignments.read(session.asked("set") or "")
    except assignments.AssignmentError as error:
        navigation.lost(session.texts()(f"assignment.wrong.{error.key}", place=error.place))
        return
    progress.look_again()  # what was answered in another tab is done here too
    number = session.asked_number("item") or 0
    if 1 <= number <= len(shared.puzzles):
        _puzzle(shared, number)
    else:
        _overview(shared, _result(shared))


def _result(assignment: Assignment) -> SetResult:
    return result_of(assignment, progress.held().attempts, progress.held().finished)


def _overview(assignment: Assignment, result: SetResult) -> None:
    say = session.texts()
    with st.container(key="set-head"):
        st.title(say("page.assignment.title"), anchor=False)
    if session.counted("set-left"):
        look_at("set-head", str(session.counted("set-left")))
    if assignment.note:
        with st.container(border=True, key="set-note"):
            st.caption(say("assignment.note"))
            st.text(assignment.note)
    by = "assignment.by.unless" if assignment.mixed else "assignment.by"
    st.caption(say(by, rulebook=assignment.rulebook))
    count = len(result.answers) + len(result.lessons)
    done = sum(answer is not None for answer in result.answers) + sum(result.lessons)
    if done == count:
        st.success(say("assignment.all-done"), icon=":material/check_circle:")
    else:
        st.progress(done / count, text=say("assignment.done", done=done, count=count))
    lessons = zip(assignment.lessons, result.lessons, strict=True)
    unread = [known for id_, finished in lessons if not finished and (known := lesson(id_))]
    following = _following(result)
    key = "go-on" if done else "start"
    if unread and not (following and any(result.answers)):
        words, press = say(f"assignment.{key}"), session.here()
        if st.button(words, key="set-go-on", type="primary", on_click=press):
            navigation.turn_to("learn", **_place(assignment, unread[0]))
    elif following:
        button(say(f"assignment.{key}"), "set-go-on", _go, following, primary=True)
    _items(assignment, result)
    if done:
        _code(assignment, result)
        if done < count:
            st.caption(say("assignment.code.partly"))


def _place(assignment: Assignment, known: Lesson) -> dict[str, str]:
    """Return where the learner is in a lesson; its end leads back to the set."""
    step = str(step_in(known))
    return {
        "lesson": known.id,
        "step": step,
        "rulebook": assignment.rulebook.id,
        "set": write(assignment),
    }


def _following(result: SetResult, number: int = 0) -> int | None:
    """Return the first puzzle after *number* that has no answer yet, else the first of all."""
    rest = [n for n, answer in enumerate(result.answers, start=1) if answer is None]
    return next((n for n in rest if n > number), rest[0] if rest else None)


def _items(assignment: Assignment, result: SetResult) -> None:
    say, row = session.texts(), partial(st.container, horizontal=True, vertical_alignment="center")
    with st.container(key="set-items", gap="xxsmall"):
        for id_, finished in zip(assignment.lessons, result.lessons, strict=True):
            known = lesson(id_)
            if known is None:
                st.text(say("assignment.no-such-lesson", title=id_))
                continue
            with row(key=f"set-lesson-{id_}"):
                title = say("assignment.lesson", title=known.title[say.language])
                navigation.link("learn", title, **_place(assignment, known))
                state = "finished" if finished else "unfinished"
                st.caption(say(f"assignment.state.{state}"), width="content")
        for number, answered in enumerate(result.answers, start=1):
            with row(key=f"set-puzzle-{number}"):
                words = say("assignment.puzzle", number=number)
                button(words, f"set-open-{number}", _go, number, type="tertiary")
                state = answered.state if answered else "open"
                st.caption(say(f"assignment.state.{state}"), width="content")


def _code(assignment: Assignment, result: SetResult) -> None:
    say = session.texts()
    st.header(say("assignment.code"), anchor=False)
    st.write(say("assignment.code.text"))
    st.code(write_result(assignment, result), language=None, wrap_lines=True)


def _go(number: int) -> None:
    session.forget_slot(f"set-{number}")
    session.count("set")
    session.tell(item=str(number))


def _leave() -> None:
    session.count("set-left")
    session.untell("item")


def _puzzle(assignment: Assignment, number: int) -> None:
    say, line = session.texts(), assignment.puzzles[number - 1]
    occasion = Occasion(
        slot=f"set-{number}",
        mode=assignment.mode,
        focus=session.counted("set") > 0,
        where=say("assignment.item", number=number, count=len(assignment.puzzles)),
    )
    ask(parse_puzzle(line), occasion, partial(_ways, assignment, number))


def _ways(assignment: Assignment, number: int, *, done: bool) -> None:
    if not done or not _onward(assignment, number):
        words, icon = session.texts()("assignment.overview"), ":material/list:"
        key, shortcut = ("set-overview", "N") if done else ("back-set", None)
        button(words, key, _leave, primary=done, icon=icon, shortcut=shortcut)


def _onward(assignment: Assignment, number: int) -> bool:
    following = _following(_result(assignment), number)
    if following:
        areas.onward(session.texts()("assignment.next"), f"next-set-{number}", _go, following)
    return following is not None
