"""What practice shows when it asks nothing: two tricks to compare, the day's end, no mistakes."""

import streamlit as st

from puzzles.notation import parse_puzzle
from puzzles.scenes import TableSight
from tutor.drawing import trick_picture
from tutor.drawing.progress import end_picture
from tutor.learning.choose import Mode
from tutor.pages.asking import areas
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.reader import look_at
from tutor.pages.study import course, practice


def compare(choice: tuple[str, ...]) -> None:
    """Show two tricks that differ in one card and have different winners, and what parts them."""
    say = session.texts()
    first, second, misconception, sentence = practice.under_way().pair
    with st.container(key="question"):
        st.title(say("pair.title"), anchor=False)
    look_at("question", f"pair {practice.under_way().serial}")
    st.write(say("pair.intro", misconception=say(f"misconception.{misconception}.name")))
    for number, (column, line) in enumerate(
        zip(st.columns(2, gap="medium"), (first, second), strict=True)
    ):
        puzzle = parse_puzzle(line)
        ruling = puzzle.ruling
        with column:
            if ruling:
                picture = trick_picture(
                    look(),
                    TableSight(
                        variant=puzzle.variant,
                        table=puzzle.table,
                        trick=ruling.trick,
                        ruling=ruling,
                    ),
                )
                card_table(picture, key=f"pair-{number}")
    st.info(sentence, icon=":material/compare_arrows:")
    st.button(
        say("pair.go-on"),
        key=f"next-{practice.under_way().serial}",
        type="primary",
        shortcut=session.shortcut("N"),
        on_click=practice.begin_pair,
        args=(choice, misconception),
    )


def done(choice: tuple[str, ...]) -> None:
    """Show that nothing is left for today, and lead on: more practice, a lesson, or a game."""
    say, answers, place = session.texts(), practice.answers_today(), course.place()
    right, count = sum(one.correct for one in answers), len(answers)
    with areas.frame():
        with areas.question():
            st.title(say("drill.done" if count else "record.nothing-due"), anchor=False)
            if count:
                st.write(say("drill.done.text", right=right, count=count))
            if place:
                title = place[0].title[say.language]
                to = {"lesson": place[0].id, "step": str(place[1])}
                navigation.link("learn", say("home.at.next", title=title), **to)
            navigation.link("play", say("home.play"))
        with areas.board():
            card_table(end_picture(look(), 0, 0), key="done")
        with areas.actions():
            st.button(
                say("drill.keep-on"),
                key=f"next-{practice.under_way().serial}",
                type="primary",
                shortcut=session.shortcut("N"),
                on_click=practice.go_on,
                args=(choice,),
            )
    look_at("question", f"done {practice.under_way().serial}")


def nothing_open() -> None:
    """Show that there is no mistake left to practise, and lead to what else there is."""
    say = session.texts()
    with st.container(key="question"):
        st.title(say("drill.no-mistakes"), anchor=False)
    look_at("question", f"none {practice.under_way().serial}")
    never = all(attempt.correct for attempt in progress.held().attempts)
    st.write(say("drill.never-a-mistake" if never else "drill.no-mistakes.text"))
    st.button(
        say("drill.mode.today"),
        key="to-today",
        type="primary",
        on_click=session.put,
        args=("drill-mode", Mode.TODAY.value),
    )
