"""The lessons: the course as a path, and a player that shows one step at a time."""

from functools import partial

import streamlit as st

from engine.rules import Rule
from tutor.authoring.club import Club
from tutor.authoring.lint import faults as wrong
from tutor.drawing.progress import course_picture
from tutor.lessons.steps import Lesson
from tutor.pages.asking import slots
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.library import club, faults, lesson, lessons
from tutor.pages.frame.reader import look_at
from tutor.pages.study import examples, lesson_end
from tutor.pages.study.course import TEACHING, path
from tutor.pages.study.positions import Playing
from tutor.pages.study.steps import play_step
from tutor.pages.study.trial import begin_test_out, can_be_tested, interrupted, trial, under_way
from tutor.words.texts import LANGUAGES

_TURNING = "learn-turning"
"""Where the session keeps the page that was pressed on the path until the run turns to it."""


def page() -> None:
    """Show the course, or the step of a lesson that the address names."""
    say, known = session.texts(), lessons()
    if faults():
        st.warning(say("learn.faulty"), icon=":material/build:")
    if under_way():
        trial()
        return
    interrupted()
    rule = session.asked("example")
    if rule in set(Rule):
        examples.page(Rule(rule))
        return
    wanted = session.asked("lesson")
    if wanted is None:
        _map(known)
        return
    chosen, number = lesson(wanted), _number(session.asked("step") or "1")
    if chosen is None:
        navigation.lost(say("learn.no-lesson"))
    elif session.asked("step") == lesson_end.END:
        lesson_end.page(chosen, _open_by_id)
    elif number is None or not 1 <= number <= len(chosen.steps):
        navigation.lost(say("learn.no-step", count=len(chosen.steps)))
    else:
        _player(chosen, number)


def tools() -> None:
    """Lead back to the course from a lesson."""
    if session.asked("lesson") and not under_way():
        st.button(
            session.texts()("learn.all"),
            key="leave",
            type="tertiary",
            icon=":material/list:",
            on_click=_leave,
        )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


# --------------------------------------------------------------------------- map


def _map(known: tuple[Lesson, ...]) -> None:
    """Show the course as a path, with how far the learner is; nothing is locked."""
    say = session.texts()
    with st.container(key="lessons"):
        st.title(say("page.learn.title"), anchor=False)
    if session.counted("left"):
        look_at("lessons", str(session.counted("left")))
    if all(one.id in progress.held().finished for one in known):
        st.success(say("learn.all-done"), icon=":material/check_circle:")
    card_table(course_picture(look(), path()), key="course", on_event=_opened)
    if session.widget(_TURNING):
        session.drop(_TURNING)
        navigation.turn_to(TEACHING)
    _club_faults(club())


def _opened(event: str, value: str) -> None:  # noqa: ARG001 - a lesson is pressed and no more
    """Open the lesson that was pressed, the step that plays a whole deal, or the pupil."""
    id_, _, step = value.partition(" ")
    if value == TEACHING:
        session.put(_TURNING, value)
    elif step:
        _open(id_, int(step))
    else:
        _open_by_id(id_)


def _open_by_id(id_: str) -> None:
    """Go to where the learner is in a lesson, in a callback."""
    if one := lesson(id_):
        _open(id_, _resume(one, progress.held()))


def _club_faults(theirs: Club) -> None:
    """Show that a club's files are to be mended; which and where, the workshop says."""
    say = session.texts()
    if not wrong(theirs.findings) and not theirs.trouble:
        return
    with st.container(key="club-faults"):
        st.warning(say("club.faulty"), icon=":material/build:")
        navigation.link("workshop", say("club.mend"))


def _resume(one: Lesson, state: progress.LearnerRecord) -> int:
    return 1 if one.id in state.finished else min(state.at.get(one.id, 1), len(one.steps))


def _open(id: str, step: int) -> None:  # noqa: A002 - the word lesson files use
    """Go to a step of a lesson, in a callback."""
    session.count("turned")
    slots.forget_slots(f"learn-{id}")
    session.tell(lesson=id, step=str(step))


def _leave() -> None:
    session.count("left")
    session.untell("lesson", "step", "seed")


# ------------------------------------------------------------------------ player


def _player(one: Lesson, number: int) -> None:
    """Show one step, and where in the lesson it stands."""
    say, step = session.texts(), one.steps[number - 1]
    session.tell(lesson=one.id, step=str(number))
    with st.container(key="step"):
        play_step(
            step,
            Playing(
                slot=f"learn-{one.id}-{number}",
                mode=f"lesson:{one.id}",
                title=one.title[say.language],
                where=say("learn.where", step=number, count=len(one.steps)),
                ways=partial(_ways, one, number),
                on=partial(_on, one, number),
                seed=_seed,
                before=tuple(one.steps[: number - 1]),
            ),
        )
    read = one.spoken(say.language)
    if read != say.language:
        st.caption(say("learn.untranslated", language=LANGUAGES[read]))
    if number > 1 or session.counted("turned"):
        look_at("step", f"{one.id} {number} {session.counted('turned')}")


def _seed() -> str:
    """Return the number that decides what a drill asks; it stands in the address."""
    seed = session.asked("seed")
    if seed is None or not seed.isdigit():
        seed = str(session.chance().randrange(10**6))
        session.tell(seed=seed)
    return seed


def _ways(one: Lesson, number: int, *, done: bool) -> None:
    """Offer the way back and the way on."""
    say = session.texts()
    if number > 1:
        st.button(
            say("learn.back"),
            key=f"back-{one.id}-{number}",
            icon=":material/arrow_back:",
            on_click=_go,
            args=(one.id, number - 1),
        )
    elif one.id not in progress.held().finished and can_be_tested(one):
        st.button(
            say("learn.test-out"),
            key=f"test-out-{one.id}",
            type="tertiary",
            on_click=_test_out,
            args=(one,),
        )
    _on(one, number, done=done)


def _on(one: Lesson, number: int, *, done: bool) -> None:
    """Offer the way on, which stands out once the step is done.

    Only then has it a key: what is not answered is not passed over by a slip, and "Next card"
    has that key until the trick lies there.
    """
    say, last = session.texts(), number == len(one.steps)
    st.button(
        say("learn.skip" if not done else "learn.finish" if last else "learn.next"),
        key=f"next-{one.id}-{number}",
        type="primary" if done else "secondary",
        shortcut=session.shortcut("N") if done else None,
        on_click=_finish if last else _go,
        args=(one,) if last else (one.id, number + 1),
    )


def _test_out(one: Lesson) -> None:
    """Begin to ask whether a lesson is known already; afterwards the course is there again."""
    session.untell("lesson", "step", "seed")
    begin_test_out(one)


def _go(id: str, number: int) -> None:  # noqa: A002
    session.count("turned")
    progress.note_step(id, number)
    slots.forget_slots(f"learn-{id}-{number}")
    session.tell(step=str(number))


def _finish(one: Lesson) -> None:
    progress.finish_lesson(one.id)
    session.count("turned")
    lesson_end.begin(one)
