"""What Calypso is, in three sentences and a picture, and the way to the first question."""

import streamlit as st

from engine.table import Table
from engine.trick import Trick
from engine.variants import VARIANTS
from puzzles.notation import parse_puzzle, print_puzzle
from tutor.drawing import trick_picture
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.library import lessons
from tutor.rooms.agenda import line_of

_TABLE, _TRICK = "N=C E=S S=D W=H", "N C6 S7 D9 C5"
"""The picture: pokerwiner.com's fifth trick, with all there is to see in it."""


def page() -> None:
    """Introduce the game and lead to the first question."""
    say = session.texts()
    table = Table.parse(_TABLE, session.book())
    left, right = st.columns([9, 11], gap="large", vertical_alignment="center")
    with left:
        st.title(say("home.title"), anchor=False)
        for sentence in ("home.what", "home.how", "home.why"):
            st.write(say(sentence))
        first = lessons()[0]
        if st.button(say("home.start"), type="primary", key="start", width="stretch"):
            navigation.turn_to("learn", lesson=first.id, step="1")
        with st.container(horizontal=True, key="other-ways"):
            navigation.link("drill", say("home.drill"))
            navigation.link("play", say("home.play"))
            navigation.link("drill", say("home.daily"), day=_today())
            navigation.link("referee", say("home.referee"))
            navigation.link("room", say("room.join.title"))
    with right:
        picture = trick_picture(look(), VARIANTS["partnership"], table, Trick.parse(_TRICK, table))
        card_table(picture, key="table-home")
    st.divider()
    for column, what in zip(st.columns(4), ("learn", "drill", "play", "referee"), strict=True):
        with column:
            st.header(say(f"page.{what}.title"), anchor=False)
            st.write(say(f"home.about.{what}"))
    _open_a_line()


def _open_a_line() -> None:
    """Open the puzzle of a line, such as stands under each on a printed sheet, or of a link."""
    say = session.texts()
    with st.expander(say("home.line.title"), icon=":material/input:", key="line", type="compact"):
        with st.form("puzzle-line", border=False):
            typed = st.text_input(say("home.line.label"), key="home-line", max_chars=4000)
            sent = st.form_submit_button(say("home.line.button"))
        if not sent:
            return
        try:
            puzzle = parse_puzzle(line_of(typed.strip()))
        except ValueError:
            st.error(say("home.line.wrong"), icon=":material/error:")
        else:
            navigation.turn_to("drill", puzzle=print_puzzle(puzzle))


def _today() -> str:
    return progress.held().memory.today(progress.now()).isoformat()
