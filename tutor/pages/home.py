"""The way in: a trick to try for somebody new, and where to go on for everybody else."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Literal

import streamlit as st

from engine.table import Table
from puzzles.notation import line_of, parse_puzzle, print_puzzle
from tutor.learning.schedule import Mode, today
from tutor.lessons.guided.course import DealCourse
from tutor.lessons.steps import Lesson
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.library import begun_deal, first_deal, lessons
from tutor.pages.play import current_game
from tutor.pages.questions.question import Occasion, ask
from tutor.pages.study import course
from tutor.playing.match_text import KeptGame

_TABLE, _TRICK = "N=C E=S S=D W=H", "N D4 S6 D7 D3"
"""The trick to try: pokerwiner.com's second, in which the lowest of ranks but one wins."""


Way = tuple[str, Callable[[], None]]
"""Where a learner can go on: what is said of it, and what going there does."""


def page() -> None:
    """Let somebody new try a trick; lead everybody else to where they were."""
    progress.look_again()
    state = progress.held()
    if session.asked("page") == "none":
        st.warning(session.texts()("lost.page"), icon=":material/link_off:")
    been_here = state.attempts or state.steps or state.finished or any(_deals(state))
    # Where progress was not read in time the games would not be either: nobody waits for both.
    kept = current_game.games() if been_here or state.complete else ()
    games = [game for game in kept if game.finished is None]
    if been_here or games:
        _go_on(state, games)
    else:
        _try()
    _doors()
    _open_a_line()


def _try() -> None:
    say = session.texts()
    table = Table.parse(_TABLE, session.rulebook())
    puzzle = parse_puzzle(f"1 who-wins partnership {table.rulebook.id} {_TABLE} : {_TRICK}")
    words, coda = say("home.what"), say("home.coda")
    occasion = Occasion(slot="home", mode="home", kept=False, hints=False, words=words, coda=coda)
    ask(puzzle, occasion, _start)


def _start(*, done: bool) -> None:
    """Lead to the first lesson, which stands out once the trick was tried, or to a whole deal."""
    say = session.texts()
    press = session.here()
    looks: Literal["primary", "secondary"] = "primary" if done else "secondary"
    if st.button(say("home.start"), type=looks, key="start", on_click=press):
        navigation.turn_to("learn", lesson=lessons()[0].id, step="1")
    first = first_deal(lessons())
    if first and st.button(say("home.deal"), key="deal", on_click=press):
        lesson, number = first
        navigation.turn_to("learn", lesson=lesson.id, step=str(number))


def _go_on(state: progress.LearnerRecord, games: Sequence[KeptGame]) -> None:
    """Offer one button that goes on, and beside it the other things under way."""
    say = session.texts()
    (words, go), *others = _ways(state, games)
    with st.container(key="go-on", border=True):
        st.title(say("home.again"), anchor=False)
        # A club's title is anybody's text: it is shown, and not read as markup.
        st.text(words)
        on, press = say("home.continue"), session.here()
        if st.button(on, type="primary", key="continue", width="stretch", on_click=press):
            go()
        for number, (words, go) in enumerate(others):
            if st.button(words, key=f"or-{number}", type="tertiary", on_click=press):
                go()


def _ways(state: progress.LearnerRecord, games: Sequence[KeptGame]) -> Iterator[Way]:
    """Yield where this learner can go on, the nearest first; there is always one."""
    say, place = session.texts(), course.place()
    under_way = [*_deals(state)]
    for lesson, step, deal in under_way:
        yield say("home.at.deal", number=deal.number), _to_lesson(lesson, step)
    if place and place[1] > 1 and place not in [(lesson, step) for lesson, step, _ in under_way]:
        lesson, step = place
        words = say("home.at.lesson", step=step, count=len(lesson.steps))
        yield f"{lesson.title[say.language]}: {words}", _to_lesson(lesson, step)
    left = today(state.memory, course.syllabus(session.variant()), progress.now())
    if due := len(left.due):
        to_what_is_due = partial(navigation.turn_to, "drill", mode=Mode.TODAY.value)
        yield say("home.at.due", count=due), to_what_is_due
    if games:
        id_ = games[0].id
        yield say("home.at.game"), lambda: navigation.turn_to("play", match=id_)
    if place and place[1] == 1:
        lesson, _ = place
        yield say("home.at.next", title=lesson.title[say.language]), _to_lesson(lesson, 1)
    if not place and not due:
        yield say("home.drill"), lambda: navigation.turn_to("drill")


def _deals(state: progress.LearnerRecord) -> Iterator[tuple[Lesson, int, DealCourse]]:
    for lesson in lessons():
        if lesson.id not in state.finished:
            for step in range(state.steps.get(lesson.id, 1), len(lesson.steps) + 1):
                deal = begun_deal(lesson, step)
                if deal and not deal.over:
                    yield lesson, step, deal


def _to_lesson(lesson: Lesson, step: int) -> Callable[[], None]:
    return lambda: navigation.turn_to("learn", lesson=lesson.id, step=str(step))


def _doors() -> None:
    say = session.texts()
    with st.container(key="doors"):
        for column, path in zip(st.columns(3), ("learn", "drill", "teach"), strict=True):
            with column, st.container(border=True, key=f"door-{path}", gap="xxsmall"):
                navigation.link(path, say(f"home.door.{path}"))
                st.write(say(f"home.about.{path}"))
    with st.container(horizontal=True, key="other-ways"):
        navigation.link("play", say("home.play"))
        navigation.link("drill", say("home.daily"), day="today")
        navigation.link("referee", say("home.referee"))
        navigation.link("room", say("page.room.title"))


def _open_a_line() -> None:
    say = session.texts()
    with st.expander(say("home.line.title"), icon=":material/input:", key="line", type="compact"):
        told = st.empty()  # below the button it would be below the window
        with st.form("puzzle-line", border=False):
            typed = st.text_input(say("home.line.label"), key="home-line", max_chars=4000)
            sent = st.form_submit_button(say("home.line.button"), on_click=session.here())
        if not sent:
            return
        try:
            puzzle = parse_puzzle(line_of(typed.strip()))
        except ValueError:
            told.error(say("home.line.wrong"), icon=":material/error:")
        else:
            navigation.turn_to("drill", puzzle=print_puzzle(puzzle))
