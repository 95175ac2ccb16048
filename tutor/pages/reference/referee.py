"""Rules on any trick of any form."""

import streamlit as st

from engine.trick import Ruling, judge
from engine.variants import VARIANTS
from tutor.drawing import judged_picture, trick_picture
from tutor.pages.frame import session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.citations import show_rule
from tutor.pages.frame.library import lessons
from tutor.pages.reference.card_picker import (
    choose_table,
    lay_cards,
    put_position,
    say_books,
    say_ruling,
)
from tutor.words.explanation import governing_name, grounds


def page() -> None:
    """Build a trick and rule on it as it grows."""
    say = session.texts()
    _from_address()
    st.title(say("page.referee.title"), anchor=False)
    st.write(say("referee.intro"))
    laid = choose_table("referee")
    variant, table, reading = laid.variant, laid.table, laid.reading
    trick = reading.trick(table)
    ruling = judge(trick, table) if trick else None
    session.tell(game=variant.id, table=str(table), trick=reading.line)
    lay_cards("referee", laid)
    complete = len(reading.cards) == variant.trick
    if ruling:
        with st.container(key="verdict"):
            say_ruling(ruling, complete=complete)
    if ruling and complete:
        picture = judged_picture(look(), variant, ruling)
    else:
        turn = table.clockwise(reading.leader, len(reading.cards) + 1)[-1]
        picture = trick_picture(look(), variant, table, trick, turn=None if complete else turn)
    card_table(picture.unannounced, key="table-referee")  # the ruling above says what is new
    if ruling:
        _grounds(ruling)


def _from_address() -> None:
    """Take over a position from the address, once; what does not fit is passed over."""
    form, seating, line = (session.asked(key) for key in ("game", "table", "trick"))
    if session.first_time("referee") and form is not None and form in VARIANTS:
        put_position("referee", form, seating, line or "")


def _grounds(ruling: Ruling) -> None:
    """Show what every rulebook says, and the rules with their sources."""
    say = session.texts()
    st.header(say("referee.books"), anchor=False)
    say_books(ruling)
    with st.expander(say("verdict.rule", rule=governing_name(ruling, say)), expanded=True):
        for number, rule in enumerate(grounds(ruling, say, lessons())):
            if number:
                st.divider()
            show_rule(rule)
