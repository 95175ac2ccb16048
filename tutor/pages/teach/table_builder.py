"""The table builder of the workshop: a trick is laid, ruled on at once, and put into the text."""

from collections.abc import Callable

import streamlit as st

from engine.trick import judge
from puzzles.scenes import TableSight
from tutor.authoring.draft import PIECES, Draft, Piece, Sort, needs_complete, piece_of
from tutor.drawing.ladder import judged_picture
from tutor.drawing.trick import trick_picture
from tutor.pages.frame import running_text, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.reference.card_picker import (
    Laid,
    books_told,
    choose_table,
    clear,
    laid,
    pick_card,
    ruling_words,
    say_ruling,
    take_back,
    type_line,
)

_PLACE = "workshop-lay"


def build(draft: Draft, add: Callable[[Piece, str], None]) -> None:
    """Lay a trick, hear the ruling at once, and put it into the text."""
    say = session.texts()
    box = st.expander(
        say("workshop.builder"), key="workshop-builder", on_change="rerun", icon=":material/style:"
    )
    if not box.open:
        return
    with box:
        st.write(say("workshop.builder.text"))
        left, right = st.columns(2, gap="medium")
        with left:
            choose_table(_PLACE, say)
            now = laid(_PLACE, say)
            if not now.led:
                st.write(say("referee.leader"))
            if not now.complete:
                pick_card(_PLACE, now)
            with st.container(horizontal=True):
                take_back(_PLACE, now)
                clear(_PLACE, now)
            type_line(_PLACE, now)
        with right:
            _laid(draft, now, add)


def _laid(draft: Draft, now: Laid, add: Callable[[Piece, str], None]) -> None:
    """Show the trick, what the engine says of it, and the pieces it makes."""
    say, variant, table = session.texts(), now.variant, now.table
    trick = now.reading.trick(table)
    lacking = variant.trick - len(now.reading.cards)
    if trick is None:
        card_table(
            trick_picture(look(), TableSight(variant=variant, table=table, trick=None)),
            key=f"table-{_PLACE}",
        )
        st.info(say("workshop.builder.empty"), icon=":material/touch_app:")
        return
    ruling = judge(trick, table)
    with st.container(key="workshop-ruling"):
        if lacking:
            running_text.paragraphs(ruling_words(ruling, say, complete=False))
        else:
            say_ruling(ruling, say)
    picture = (
        trick_picture(look(), TableSight(variant=variant, table=table, trick=trick))
        if lacking
        else judged_picture(look(), variant, ruling)
    )
    card_table(picture.unannounced, key=f"table-{_PLACE}")
    if not lacking:
        running_text.points(books_told(ruling, say))
    if lacking:
        st.caption(say("workshop.builder.incomplete", count=lacking))
    for piece in PIECES[draft.sort]:
        if lacking and needs_complete(piece):
            continue
        text = piece_of(piece, variant, table, trick, draft.text)
        st.code(text, language="yaml", wrap_lines=True)
        st.button(
            say(f"workshop.add.{piece}"),
            key=f"workshop-add-{piece}",
            icon=":material/add:",
            on_click=add,
            args=(piece, text),
        )
    if draft.sort == Sort.LESSON:
        st.caption(say("workshop.add.where"))
