"""Lays a trick on a table of any form, by tapping cards or by typing a line."""

from dataclasses import dataclass
from functools import partial

import streamlit as st

from engine.cards import Card
from engine.rulebooks import RULEBOOKS
from engine.table import Seat, Table
from engine.trick import Ruling, dissents, ruling_under
from engine.variants import VARIANTS, Variant
from tutor.drawing import picker_picture
from tutor.pages.frame import session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.choices import form_box
from tutor.words.explanation import governing_name
from tutor.words.texts import Texts
from tutor.words.typed_trick import Reading, read_trick


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on the table: the form, who has which trump, and the trick as far as it goes."""

    variant: Variant
    table: Table
    reading: Reading


def choose_table(place: str) -> Laid:
    """Let the form and the seating be chosen; *place* is where on the site the table stands."""
    variant, table = _table(place)
    line = str(session.widget(f"{place}-line") or table.seats[0].value)
    return Laid(variant, table, read_trick(line, variant, table))


def put_position(place: str, form: str, seating: str | None, line: str) -> None:
    """Lay a position before the page is drawn; a seating that the form has not is passed over."""
    session.put(f"{place}-form", form)
    if seating in {str(table) for table in VARIANTS[form].tables(session.book())}:
        session.put(f"{place}-table", seating)
    session.put(f"{place}-line", line[:200])


def _table(place: str) -> tuple[Variant, Table]:
    """Let the learner choose the form and who holds which trump."""
    say, key = session.texts(), f"{place}-table"
    left, right = st.columns(2)
    with left:
        variant = form_box(f"{place}-form", on_change=partial(_clear, place))
    seatings = [str(table) for table in variant.tables(session.book())]
    canonical = str(variant.table(session.book()))
    seatings.sort(key=lambda seating: seating != canonical)
    if session.widget(key) not in seatings:
        session.put(key, canonical)
    with right:
        seating = st.selectbox(
            say("referee.table"),
            seatings,
            format_func={
                str(table): _seating(say, table) for table in variant.tables(session.book())
            }.__getitem__,
            key=key,
            persist_state="session",
        )
    return variant, Table.parse(seating, session.book())


def _seating(say: Texts, table: Table) -> str:
    """Write a table with the names of seats and the signs of suits."""
    # No commas and no "and": the words are to fit into a box on a telephone.
    return "  ".join(
        say("referee.seat-trump", seat=seat, suit=suit)
        for seat, suit in zip(table.seats, table.trumps, strict=True)
    )


def _clear(place: str) -> None:
    session.put(f"{place}-line", "")
    session.drop(f"{place}-table")


def lay_cards(place: str, laid: Laid) -> None:
    """Offer the leader, the cards, and the line to type."""
    say, line, reading = session.texts(), f"{place}-line", laid.reading
    variant, table = laid.variant, laid.table
    session.put(f"{place}-leader", reading.leader.value)
    st.segmented_control(
        say("referee.leader"),
        [seat.value for seat in table.seats],
        format_func=lambda letter: say.name(Seat(letter)),
        key=f"{place}-leader",
        required=True,
        on_change=_lead,
        args=(place, reading),
    )

    def on_event(event: str, token: str) -> None:  # noqa: ARG001 - a picker sends picks only
        extended = read_trick(f"{reading.line} {token}", variant, table)
        if not extended.problem:
            session.put(line, extended.line)

    full = len(reading.cards) == variant.trick
    left = {
        Card(suit, rank): 0 if full else variant.packs - reading.cards.count(Card(suit, rank))
        for suit in variant.suits
        for rank in variant.ranks
    }
    card_table(
        picker_picture(look(), variant.suits, variant.ranks, left=left, chosen=reading.cards),
        key=f"picker-{place}",
        on_event=on_event,
    )
    with st.container(horizontal=True, vertical_alignment="bottom", key=f"{place}-tools"):
        session.put(line, session.widget(line) or reading.line)
        st.text_input(say("referee.line"), key=line, max_chars=200, help=say("referee.line-help"))
        st.button(
            say("referee.undo"),
            key=f"{place}-undo",
            disabled=not reading.cards,
            on_click=_undo,
            args=(place, reading),
        )
        st.button(
            say("referee.clear"),
            key=f"{place}-clear",
            disabled=not (reading.cards or reading.problem),
            on_click=session.put,
            args=(line, reading.leader.value),
        )
    if reading.problem:
        st.error(say(f"referee.problem.{reading.problem.key}", **reading.problem.facts))


def _lead(place: str, reading: Reading) -> None:
    leader = str(session.widget(f"{place}-leader"))
    session.put(f"{place}-line", " ".join((leader, *map(str, reading.cards))))


def _undo(place: str, reading: Reading) -> None:
    cards = map(str, reading.cards[:-1])
    session.put(f"{place}-line", " ".join((reading.leader.value, *cards)))


def say_ruling(ruling: Ruling, *, complete: bool) -> None:
    """Show who wins, or holds the trick so far, and by which rule or, if they differ, rulebook."""
    say, best = session.texts(), ruling.winning
    others = dissents(ruling) if complete else ()
    if others:
        rival = ruling_under(ruling, others[0]).winning
        words = say(
            "referee.wins-disputed",
            rulebook=ruling.table.rulebook,
            winner=best.seat,
            card=best.card,
            other=others[0],
            rival=rival.seat,
            rivals=rival.card,
        )
    else:
        key = "referee.wins" if complete else "referee.holds"
        words = say(key, winner=best.seat, card=best.card, rule=governing_name(ruling, say))
    st.success(words, icon=":material/gavel:")


def say_books(ruling: Ruling) -> None:
    """Show what every rulebook makes of the trick."""
    say = session.texts()
    for book in RULEBOOKS:
        other = ruling_under(ruling, book)
        st.markdown(
            say(
                "referee.by-book",
                rulebook=book,
                winner=other.winning.seat,
                card=other.winning.card,
                rule=governing_name(other, say),
            )
        )
