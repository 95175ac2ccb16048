"""Tests: a few puzzles without explanations, and at the end what came out.

A set that tests is another thing than a set that teaches, and says so. Placement, exit and
retention test, and the five questions that show that a lesson is known already.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

import streamlit as st

from engine.rules import Rule
from puzzles.mixed import Asked
from puzzles.notation import parse_puzzle, print_puzzle
from tutor.learning.attempts import Attempt
from tutor.learning.trials import PASSED, form_of_lesson, lesson_test
from tutor.lessons.loading import Lesson
from tutor.pages.asking.question import Occasion, ask
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.reader import look_at
from tutor.pages.frame.unkept import fragment


@dataclass(slots=True)
class Trial:
    """A test under way: its mode, its puzzles' lines, the rules aimed at, how many are answered."""

    mode: str = ""
    lines: tuple[str, ...] = ()
    aims: tuple[str, ...] = ()
    at: int = 0
    ids: list[str] = field(default_factory=list)


def _state() -> Trial:
    found = session.remembered("trial", Trial)
    assert isinstance(found, Trial)
    return found


def under_way() -> bool:
    """Say whether a test is under way, or its result not yet put away."""
    return bool(_state().lines)


def begin(mode: str, items: Sequence[Asked]) -> None:
    """Begin a test, in a callback; without items, put the last one away."""
    state = _state()
    state.mode, state.at, state.ids = mode, 0, []
    state.lines = tuple(print_puzzle(item.puzzle) for item in items)
    state.aims = tuple(item.aim.value for item in items)
    session.forget_slots("trial-")
    if mode:
        session.tell(test=mode)
    else:
        session.untell("test")


def interrupted() -> None:
    """Say that a test was cut off, where the address still names one that is no more."""
    if session.asked("test"):
        session.untell("test")
        st.info(session.texts()("trial.interrupted"), icon=":material/info:")


def items(lesson: Lesson) -> bool:
    """Say whether a lesson's rules can be asked about."""
    return form_of_lesson(lesson.rules, session.variant(), session.book()) is not None


def begin_test_out(lesson: Lesson) -> None:
    """Begin the five questions on the rules of a lesson, in the form of the game it is about."""
    book = session.book()
    form = form_of_lesson(lesson.rules, session.variant(), book)
    if form is None:
        return
    seen = progress.held().memory.recent
    found = lesson_test(lesson.rules, seen, form, form.tables(book), Random())
    begin(f"test-out:{lesson.id}", found)


@fragment
def trial() -> None:
    """Ask the puzzles one after the other; afterwards show what came out."""
    say, state = session.texts(), _state()
    if not state.lines:
        st.rerun()  # put away: what the page shows otherwise takes its place
    if state.at >= len(state.lines):
        _result()
        return
    slot = f"trial-{state.mode}-{state.at}"
    puzzle = parse_puzzle(state.lines[state.at])
    ask(
        puzzle,
        Occasion(
            slot=slot,
            mode=state.mode,
            aim=Rule(state.aims[state.at]),
            told=False,
            focus=True,
            where=say("trial.item", number=state.at + 1, count=len(state.lines)),
        ),
        partial(_ways, slot, state.lines[state.at]),
    )
    st.caption(say("trial.test"))
    st.button(say("trial.leave"), key="trial-leave", type="tertiary", on_click=_put_away)


def _ways(slot: str, line: str, *, done: bool) -> None:
    """Lead to the next question, once the answer is there."""
    if done:
        _next(slot, line)


def _next(slot: str, line: str) -> None:
    st.button(
        session.texts()("drill.next"),
        key=f"next-{slot}",
        type="primary",
        shortcut="N",
        on_click=_advance,
        args=(slot, line),
    )


def _advance(slot: str, line: str) -> None:
    state = _state()
    answered = session.answering(slot, line)
    if answered.id not in state.ids:
        state.ids.append(answered.id)
        state.at += 1
    if state.at == len(state.lines) and state.mode.startswith("test-out:"):
        right = sum(attempt.known for attempt in _attempts())
        if right >= PASSED:
            progress.finish_lesson(state.mode.partition(":")[2])


def _attempts() -> list[Attempt]:
    ids = _state().ids
    return [one for one in progress.held().attempts if one.id in ids]


def _put_away() -> None:
    begin("", ())
    session.count("left")


def _result() -> None:
    """Say how many were right, and lead to every one that was not."""
    say, state, answered = session.texts(), _state(), _attempts()
    right = sum(one.known for one in answered)
    with st.container(key="result"):
        st.title(say("trial.result", right=right, count=len(state.lines)), anchor=False)
    look_at("result", " ".join(state.ids))
    if state.mode.startswith("test-out:"):
        passed = right >= PASSED
        box = st.success if passed else st.info
        box(say("trial.passed" if passed else "trial.not-passed", enough=PASSED))
    else:
        st.write(say("trial.thanks"))
    for number, one in enumerate(answered, start=1):
        sign = "✓" if one.known else "✗"
        words = say("trial.line", number=number, rule=one.rule)
        with st.container(horizontal=True, vertical_alignment="center"):
            st.markdown(f"{sign} {words}", width="content")
            navigation.link("drill", say("trial.look"), puzzle=one.puzzle)
    st.button(say("trial.close"), key="trial-close", type="primary", on_click=_put_away)
