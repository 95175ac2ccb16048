"""Where a teacher says what a room is to ask: a lesson, a rule, or puzzles of their own.

What was chosen is read when a button is pressed: what was typed last may come with that press.
"""

import streamlit as st

from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.bank import bank
from puzzles.notation import print_puzzle
from tutor.learning.choose import askable
from tutor.lessons.loading import Ask, Drill, Lesson
from tutor.pages.frame import navigation, session
from tutor.pages.frame.choices import form_box, rule_box
from tutor.pages.frame.library import drafted, lesson, lessons
from tutor.rooms.agenda import LONGEST_TEXT, Agenda, of_lesson, of_lines, of_rule
from tutor.rooms.room import RoomRefusal

_COUNTS = (3, 5, 8, 10, 15, 20)


def offer() -> None:
    """Offer what can be asked."""
    say = session.texts()
    source = st.radio(
        say("room.open.source"),
        list(_SOURCES),
        format_func=lambda source: say(f"room.open.{source}"),
        captions=[say(f"room.open.{source}.text") for source in _SOURCES],
        key="room-source",
        persist_state="session",
    )
    _SOURCES[source][0]()


def chosen() -> Agenda:
    """Draw what the page asks for now; nothing where there is nothing to ask.

    Raises:
        RoomRefusal: The text is too long, or no question is about the rule.
    """
    source = _SOURCES.get(str(session.widget("room-source")))
    return source[1]() if source else Agenda()


def _asks(one: Lesson) -> int:
    return sum(
        step.count if isinstance(step, Drill) else isinstance(step, Ask) for step in one.steps
    )


def _choose_lesson() -> None:
    say = session.texts()
    titles = {one.id: one.title[say.language] for one in lessons() if _asks(one)}
    found = lesson(
        st.selectbox(
            say("room.open.lesson"),
            list(titles),
            format_func=lambda id: titles.get(id, id),  # noqa: A006 - a lesson's own word
            key="room-lesson",
            persist_state="session",
        )
    )
    if found:
        st.caption(say("room.open.asks", count=_asks(found)))


def _lesson() -> Agenda:
    found = lesson(str(session.widget("room-lesson")))
    return of_lesson(found, session.book(), session.chance()) if found else Agenda()


def _choose_rule() -> None:
    say, book = session.texts(), session.book()
    left, middle, right = st.columns([3, 5, 2])
    with left:
        variant = form_box("room-form")
    with middle:
        rule_box("room-rule", askable(tuple(Rule), variant, book), mixed=False)
    with right:
        st.selectbox(
            say("room.open.count"), _COUNTS, index=1, key="room-count", persist_state="session"
        )


def _rule() -> Agenda:
    variant = VARIANTS.get(str(session.widget("room-form")))
    rule, count = str(session.widget("room-rule")), session.widget("room-count")
    if variant is None or rule not in set(Rule) or count not in _COUNTS:
        return Agenda()
    return Agenda(of_rule(Rule(rule), variant, session.book(), count, session.chance()))


def _choose_own() -> None:
    """Name the lesson that stands in the workshop, and lead there."""
    say, found = session.texts(), drafted()
    if found and _asks(found):
        st.text(found.title[say.language])
        st.caption(say("room.open.asks", count=_asks(found)))
    else:
        st.info(say("room.open.own.none"))
    navigation.link("workshop", say("page.workshop.title"))


def _own() -> Agenda:
    found = drafted()
    return of_lesson(found, session.book(), session.chance()) if found else Agenda()


def _write_lines() -> None:
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
        return
    if text:
        st.caption(say("room.open.asks", count=len(drafts)))
    if problems:
        numbers = tuple(problem.number for problem in problems[:20])
        st.error(say("puzzle-lines.wrong", numbers=numbers, count=len(problems)))


def _sample() -> None:
    """Put the sources' own tricks in, as an example of a set."""
    lines = (print_puzzle(entry.puzzle) for entry in bank() if entry.source)
    session.put("room-lines", "\n".join(list(lines)[:8]))


def _lines() -> Agenda:
    return Agenda(of_lines(str(session.widget("room-lines") or ""))[0])


_SOURCES = {
    "lesson": (_choose_lesson, _lesson),
    "rule": (_choose_rule, _rule),
    "own": (_choose_own, _own),
    "lines": (_write_lines, _lines),
}
"""What a room can ask: the boxes in which it is chosen, and the questions that come of it."""
