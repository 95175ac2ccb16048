"""What a room is to ask, as its teacher chooses it: a lesson, a rule, a draft, or lines.

What was chosen is read when a button is pressed: what was typed last may come with that press.
"""

from collections.abc import Callable, Mapping, Sequence

import streamlit as st

from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.bank import bank
from puzzles.generator import askable
from puzzles.notation import print_puzzle
from tutor.lessons.steps import Choose, Lesson, WholeDeal
from tutor.pages.frame import navigation, session
from tutor.pages.frame.inputs import button, choose_from, form_box, rule_box, say_wrong, text_box
from tutor.pages.frame.library import drafted, lesson, lessons
from tutor.rooms import Room, RoomRefusal, agenda
from tutor.rooms.agenda import Agenda

_COUNTS = (3, 5, 8, 10, 15, 20)

_LESSON = "room-lesson"
"""The box in which a lesson is chosen."""


def offer(*, explained: bool = True) -> None:
    """Offer what can be asked; *explained* is whether words say what each is."""
    say = session.texts()
    names = {source: say(f"room.open.{source}") for source in SOURCES}
    about = [say(f"room.open.{source}.text") for source in SOURCES] if explained else None
    source = choose_from(st.radio, say("room.open.source"), names, "room-source", captions=about)
    SOURCES[source][0]()


def draw_agenda() -> Agenda:
    """Draw what the page asks for now; nothing where there is nothing to ask.

    Raises:
        RoomRefusal: The text is too long, a line of it is no puzzle, or no question is about
            the rule.
    """
    source = SOURCES.get(session.typed("room-source"))
    return source[1]() if source else Agenda()


def turn_page() -> None:
    """Offer next, in a callback, the lesson after the one that is asked now, if it was a lesson."""
    titles, shown = list(_titles()), session.widget(_LESSON)
    if session.widget("room-source") == "lesson" and shown in titles:
        session.put(_LESSON, _after(titles, str(shown)))


def follow(room: Room) -> None:
    """Offer the lesson after the one whose slides *room* has last, unless one is chosen here.

    So it is offered after a reload too, and on a second device.
    """
    titles = _titles()
    slides = [slide for question in room.questions for slide in question.slides]
    if session.widget(_LESSON) is not None or not slides:
        return
    for shown in lessons():
        if shown.id in titles and shown.title.texts == slides[-1].title.texts:
            session.put(_LESSON, _after(list(titles), shown.id))


def _after(ids: Sequence[str], shown: str) -> str:
    """Return the lesson that is offered after the one *shown*; after the last, the first."""
    return ids[(ids.index(shown) + 1) % len(ids)]


def _titles() -> dict[str, str]:
    language = session.texts().language
    return {lesson.id: lesson.title[language] for lesson in lessons() if agenda.count_asked(lesson)}


def _choose_lesson() -> None:
    label, seen = session.texts()("room.open.lesson"), "collapsed"  # as the choice above says it
    picked = lesson(choose_from(st.selectbox, label, _titles(), _LESSON, label_visibility=seen))
    if picked:
        _say_what(picked)


def _say_what(lesson: Lesson) -> None:
    say = session.texts()
    asks, cards = agenda.count_asked(lesson), agenda.count_held_up(lesson, session.rulebook())
    st.caption(say("room.open.asks", count=asks))
    if cards < asks:
        st.caption(say("room.open.cards" if cards else "room.open.no-cards", count=cards))
    for kind, key in ((WholeDeal, "deal"), (Choose, "choice")):
        if any(isinstance(step, kind) for step in lesson.steps):
            st.caption(say(f"room.open.no-{key}"))


def _of_lesson(lesson: Lesson | None) -> Agenda:
    return agenda.of_lesson(lesson, session.rulebook(), session.chance()) if lesson else Agenda()


def _choose_rule() -> None:
    say, rulebook = session.texts(), session.rulebook()
    left, middle, right = st.columns([3, 5, 2])
    with left:
        variant = form_box("room-form")
    with middle:
        rule_box("room-rule", askable(tuple(Rule), variant, rulebook))
    with right:
        counts = {count: str(count) for count in _COUNTS}
        choose_from(st.selectbox, say("room.open.count"), counts, "room-count", index=1)


def _rule() -> Agenda:
    variant = VARIANTS.get(session.typed("room-form"))
    rule, count = session.typed("room-rule"), session.widget("room-count")
    if variant is None or rule not in set(Rule) or count not in _COUNTS:
        return Agenda()
    return Agenda(agenda.of_rule(Rule(rule), variant, session.rulebook(), count, session.chance()))


def _choose_own() -> None:
    say, drafts = session.texts(), drafted()
    if drafts and agenda.count_asked(drafts):
        st.text(drafts.title[say.language])
        _say_what(drafts)
    else:
        st.info(say("room.open.own.none"))
    navigation.link("workshop", say("page.workshop.title"))


def _write_lines() -> None:
    say = session.texts()
    button(say("room.open.sample"), "room-sample", _sample, type="tertiary")
    label, hint = say("room.open.lines.label"), say("room.open.lines.help")
    text = text_box(label, "room-lines", agenda.LONGEST_TEXT, 220, hint=hint, kept=True)
    try:
        drafts, wrong = agenda.of_lines(text)
    except RoomRefusal as refusal:
        st.error(say(f"room.refused.{refusal.key}"))
        return
    if text:
        st.caption(say("room.open.asks", count=len(drafts)))
    say_wrong(wrong)


def _sample() -> None:
    lines = (print_puzzle(entry.puzzle) for entry in bank() if entry.source)
    session.put("room-lines", "\n".join(list(lines)[:8]))


def _lines() -> Agenda:
    drafts, wrong = agenda.of_lines(session.typed("room-lines"))
    if wrong:
        raise RoomRefusal("faulty-lines", f"{len(wrong)} lines are no puzzles")
    return Agenda(drafts)


SOURCES: Mapping[str, tuple[Callable[[], None], Callable[[], Agenda]]] = {
    "lesson": (_choose_lesson, lambda: _of_lesson(lesson(session.typed(_LESSON)))),
    "rule": (_choose_rule, _rule),
    "own": (_choose_own, lambda: _of_lesson(drafted())),
    "lines": (_write_lines, _lines),
}
"""What a room can ask: the boxes in which it is chosen, and the questions that come of it."""
