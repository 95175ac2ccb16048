"""Where a teacher says what a room is to ask, and opens it."""

from collections.abc import Callable, Sequence
from random import Random

import streamlit as st

from engine.rules import Rule
from puzzles.bank import bank
from puzzles.notation import print_puzzle
from tutor.learning.choose import askable
from tutor.lessons.loading import Ask, Drill, Lesson
from tutor.pages.frame import address, progress, session
from tutor.pages.frame.choices import form_box, rule_box
from tutor.pages.frame.library import lesson, lessons
from tutor.pages.rooms import projector, rooms
from tutor.rooms.agenda import LONGEST_TEXT, DraftQuestion, of_lesson, of_lines, of_rule
from tutor.rooms.codes import spaced
from tutor.rooms.refusal import RoomRefusal
from tutor.rooms.room import RoomOptions
from tutor.store import StoreError

_SOURCES = ("lesson", "rule", "lines")
_CLOCKS = (0, 20, 30, 60, 90, 120)
_COUNTS = (3, 5, 8, 10, 15, 20)


def opening() -> None:
    """Offer what can be asked; the button opens the room."""
    say = session.texts()
    st.title(say("room.open.title"), anchor=False)
    st.write(say("room.open.intro"))
    rooms.told()
    _running()
    source = st.radio(
        say("room.open.source"),
        _SOURCES,
        format_func=lambda source: say(f"room.open.{source}"),
        captions=[say(f"room.open.{source}.text") for source in _SOURCES],
        key="room-source",
        persist_state="session",
    )
    make = {"lesson": _of_a_lesson, "rule": _of_a_rule, "lines": _of_lines}[source]()
    clock, points = _options()
    st.caption(say("room.open.rulebook", rulebook=session.book()))
    _reach()
    st.button(
        say("room.open.button"),
        key="room-open",
        type="primary",
        on_click=_open,
        args=(make, clock, points),
        width="stretch",
    )
    st.divider()
    with st.form("room-resume", border=False):
        typed = st.text_input(say("room.open.resume"), max_chars=20, key="room-resume-code")
        st.form_submit_button(say("room.open.resume.button"), on_click=_resume)
    del typed


def _running() -> None:
    """List the rooms this browser runs, so that a page that was closed is one press away."""
    say = session.texts()
    try:
        there = rooms.rooms().taught(rooms.token(), now=progress.now())
    except StoreError as error:
        st.warning(say(f"store.{error.key}"))
        return
    if not there:
        return
    with st.container(border=True, key="running"):
        st.write(say("room.open.running"))
        for code, count in there:
            st.button(
                say("room.open.running.one", code=spaced(code), count=count),
                key=f"running-{code}",
                on_click=session.tell,
                kwargs={"room": code},
            )


def _reach() -> None:
    """Show the address found now, to be tried on a phone before anybody comes."""
    say = session.texts()
    there = address.reachable()
    title = say("room.reach.title")
    with st.expander(title, icon=":material/wifi:", expanded=not there, key="reach"):
        if not there:
            projector.no_address()
            st.button(say("room.reach.again"), key="reach-again")
            return
        networks = address.choice()
        if networks:
            st.radio(
                say("room.reach.choose"),
                networks,
                key=f"reach-{networks[0]}",
                on_change=_choose_network,
                args=(f"reach-{networks[0]}",),
            )
        where = address.of("room")
        st.html("<style>.room-qr svg { width: 12rem; height: auto; }</style>")
        projector.show_qr(where)
        st.write(say("room.reach.try", address=rooms.shown_address(where)))
        st.write(say("room.reach.help"))


def _choose_network(key: str) -> None:
    chosen = session.widget(key)
    if isinstance(chosen, str):
        address.choose(chosen)


def _asks(one: Lesson) -> int:
    return sum(
        step.count if isinstance(step, Drill) else isinstance(step, Ask) for step in one.steps
    )


def _of_a_lesson() -> Callable[[], Sequence[DraftQuestion]]:
    say = session.texts()
    there = [one for one in lessons() if _asks(one)]
    titles = {one.id: one.title[say.language] for one in there}
    chosen = st.selectbox(
        say("room.open.lesson"),
        list(titles),
        format_func=lambda id: titles.get(id, id),  # noqa: A006 - a lesson's own word
        key="room-lesson",
        persist_state="session",
    )
    found = lesson(chosen)
    book = session.book()
    if found:
        st.caption(say("room.open.asks", count=_asks(found)))
    return lambda: of_lesson(found, book, Random()) if found else ()


def _of_a_rule() -> Callable[[], Sequence[DraftQuestion]]:
    say, book = session.texts(), session.book()
    left, middle, right = st.columns([3, 5, 2])
    with left:
        variant = form_box("room-form")
    with middle:
        rule = rule_box("room-rule", askable(tuple(Rule), variant, book), mixed=False)
    with right:
        count = st.selectbox(
            say("room.open.count"), _COUNTS, index=1, key="room-count", persist_state="session"
        )
    return lambda: of_rule(Rule(rule), variant, book, count, Random())


def _of_lines() -> Callable[[], Sequence[DraftQuestion]]:
    say = session.texts()
    st.button(say("room.open.sample"), key="room-sample", type="tertiary", on_click=_sample)
    text = st.text_area(
        say("room.open.lines.label"),
        key="room-lines",
        height=220,
        max_chars=LONGEST_TEXT,
        persist_state="session",
        help=say("room.open.lines.help"),
    )
    try:
        drafts, problems = of_lines(text or "")
    except RoomRefusal as refusal:
        st.error(say(f"room.refused.{refusal.key}"))
        return lambda: ()
    if text:
        st.caption(say("room.open.asks", count=len(drafts)))
    if problems:
        numbers = tuple(problem.number for problem in problems[:20])
        st.error(say("puzzle-lines.wrong", numbers=numbers, count=len(problems)))
    return lambda: drafts


def _sample() -> None:
    """Put the sources' own tricks in, as an example of a set."""
    lines = (print_puzzle(entry.puzzle) for entry in bank() if entry.source)
    session.put("room-lines", "\n".join(list(lines)[:8]))


def _options() -> tuple[int, bool]:
    """Offer a clock and points; neither is on to begin with."""
    say = session.texts()
    with st.expander(say("room.open.options"), icon=":material/tune:", type="compact"):
        clock = st.selectbox(
            say("room.open.clock"),
            _CLOCKS,
            format_func=lambda clock: (
                say("room.open.clock.some", count=clock) if clock else say("room.open.clock.none")
            ),
            key="room-clock",
            persist_state="session",
        )
        points = st.checkbox(say("room.open.points"), key="room-points", persist_state="session")
        st.caption(say("room.open.options.text"))
    return int(clock or 0), bool(points)


def _open(make: Callable[[], Sequence[DraftQuestion]], clock: int, points: bool) -> None:  # noqa: FBT001 - as its widget says
    def do() -> None:
        code = rooms.rooms().open(
            rooms.token(),
            make(),
            RoomOptions(clock=clock, points=points),
            address=session.network(),
            now=progress.now(),
        )
        session.tell(room=code)

    rooms.attempt(do)


def _resume() -> None:
    """Go on with a room this browser teaches, after its page was closed."""
    session.tell(room=str(session.widget("room-resume-code") or "")[:20])
