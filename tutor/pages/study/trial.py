"""Tests: a few puzzles without explanations, and at the end what came out.

A set that tests is another thing than a set that teaches, and says so. Placement, exit and
retention test, and the few questions that show whether a lesson is known already.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import takewhile

import streamlit as st

from puzzles.kinds import rule_asked
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.sets import AimedPuzzle
from tutor.learning import Attempt
from tutor.learning.schedule import Syllabus
from tutor.learning.trials import MOST, answers_of, form_of_lesson, knows_lesson, lesson_test
from tutor.lessons import introduced
from tutor.lessons.steps import Lesson
from tutor.pages.frame import navigation, progress, running_text, session
from tutor.pages.frame.browser import look_at
from tutor.pages.frame.inputs import button
from tutor.pages.frame.library import lessons
from tutor.pages.frame.store_note import fragment
from tutor.pages.questions import areas
from tutor.pages.questions.answers import answering
from tutor.pages.questions.question import Occasion, ask
from tutor.pages.study import practice

_KNOWN = "test-out:"


@dataclass(slots=True)
class Trial:
    """A test under way: its mode, its puzzles, and the answers by their ids."""

    mode: str = ""
    items: tuple[AimedPuzzle, ...] = ()
    ids: list[str] = field(default_factory=list)


def _state() -> Trial:
    return session.remembered("trial", Trial)


def under_way() -> bool:
    """Return whether a test is under way, or its result not yet put away."""
    return bool(_state().items)


def begin(mode: str, items: tuple[AimedPuzzle, ...]) -> None:
    """Begin a test, in a callback; without items, put the last one away."""
    session.remember("trial", Trial(mode, items))
    session.forget_slots("trial")
    if mode:
        session.tell(test=mode)
    else:
        session.untell("test")


def take_up() -> None:
    """Take up the test the address names: its result once more, or that it was cut off."""
    mode, known = session.asked("test"), progress.held()
    if not mode or under_way() or not known.complete:  # until then nobody knows
        return
    if answers := answers_of(known.attempts, mode):
        items = tuple(AimedPuzzle(parse_puzzle(each.puzzle), each.rule) for each in answers)
        session.remember("trial", Trial(mode, items, [each.id for each in answers]))
    else:
        session.untell("test")
        st.info(session.texts()("trial.interrupted"), icon=":material/info:")


def put_away_unanswered() -> None:
    """Put a test away whose first question was left by Back, and nothing of it was answered."""
    if under_way() and not (session.asked("test") or _state().ids):
        begin("", ())


def can_be_tested(lesson: Lesson) -> bool:
    """Return whether a lesson's rules can be asked about."""
    return form_of_lesson(lesson.rules, session.variant(), session.rulebook()) is not None


def begin_test_out(lesson: Lesson) -> None:
    """Begin to ask about the rules of a lesson, in the form of the game it is about."""
    if first := _drawn(lesson, ()):
        begin(f"{_KNOWN}{lesson.id}", first)


def _lesson() -> Lesson | None:
    """Return the lesson that the test under way is about; its test goes on while it is unclear."""
    mode = _state().mode
    tested = (lesson for lesson in lessons() if mode == f"{_KNOWN}{lesson.id}")
    return next(tested, None)


def _drawn(lesson: Lesson, asked: Sequence[AimedPuzzle]) -> tuple[AimedPuzzle, ...]:
    rulebook = session.rulebook()
    form = form_of_lesson(lesson.rules, session.variant(), rulebook)
    if form is None:
        return ()
    before = tuple(takewhile(lambda earlier: earlier.id != lesson.id, lessons()))
    taught = [rule for earlier in before for rule in earlier.rules]
    kinds = introduced(lessons(), {earlier.id for earlier in (*before, lesson)})
    syllabus, seen = Syllabus(form, rulebook, lesson.rules, kinds), progress.held().memory.recent
    return (lesson_test(syllabus, seen, session.chance(), asked, taught),)


@fragment
def trial() -> None:
    """Ask the puzzles one after the other; afterwards show what came out."""
    say, state = session.texts(), _state()
    if not state.items:
        session.run_again()  # put away: what the page shows otherwise takes its place
    number = len(state.ids)
    if number >= len(state.items):
        _result()
        return
    words, count = ("trial.item-of-most", MOST) if _lesson() else ("ask.number", len(state.items))
    slot, item = f"trial-{state.mode}-{number}", state.items[number]
    ask(
        item.puzzle,
        Occasion(
            slot=slot,
            mode=state.mode,
            aim=item.aim,
            told=False,
            onward=partial(_advance, slot, print_puzzle(item.puzzle)),
            focus=True,
            where=say(words, number=number + 1, count=count),
        ),
        areas.no_ways,
    )
    st.caption(say("trial.test"))
    button(say("trial.leave"), "trial-leave", _put_away, type="tertiary")


def _advance(slot: str, line: str) -> None:
    state = _state()
    answered = answering(slot, line)
    if answered.id not in state.ids:
        state.ids.append(answered.id)
    lesson = _lesson()
    if lesson and len(state.ids) == len(state.items):
        known = knows_lesson([attempt.known for attempt in _attempts()])
        if known is None:  # it is unclear yet what the test shows
            state.items += _drawn(lesson, state.items)
        else:
            session.untell("test")  # no address tells which of a lesson's tests this was
            if known:
                progress.finish_lesson(lesson.id)


def _attempts() -> list[Attempt]:
    ids = _state().ids
    return [attempt for attempt in progress.held().attempts if attempt.id in ids]


def _put_away() -> None:
    begin("", ())
    session.count("left")


def _result() -> None:
    say, state, answered = session.texts(), _state(), _attempts()
    right = sum(answer.known for answer in answered)
    with st.container(key="result"):
        running_text.heading(say("trial.result", right=right, count=len(state.items)))
    if _lesson():
        passed = knows_lesson([answer.known for answer in answered])
        box = st.success if passed else st.info
        box(say("trial.passed" if passed else "trial.not-passed"))
    else:
        st.write(say("trial.thanks"))
    # What a link leads to is the answer given, and why it is right or wrong.
    practice.under_way().answered.update((answer.puzzle, answer.mode) for answer in answered)
    with st.container(key="answered", gap="xxsmall"):
        for number, answer in enumerate(answered, start=1):
            sign = "✓" if answer.known else "✗"
            rule = rule_asked(parse_puzzle(answer.puzzle), answer.rule)
            words = say("trial.line", number=number, rule=rule)
            navigation.link("drill", f"{sign} {words}", puzzle=answer.puzzle)
    button(say("trial.close"), "trial-close", _put_away, primary=True)
    look_at("result", " ".join(state.ids))
