"""Rules on any trick of any form, built by tapping cards or by typing a line."""

import streamlit as st

from engine.cards import Card
from engine.rulebooks import RULEBOOKS
from engine.table import Seat, Table
from engine.trick import Ruling, judge, ruling_under
from engine.variants import VARIANTS, Variant
from tutor.drawing import judged_picture, picker_picture, trick_picture
from tutor.explaining import governing_name, grounds
from tutor.pages import session
from tutor.pages.asking import look, show_rule
from tutor.pages.card_table import card_table
from tutor.pages.library import lessons
from tutor.reading import Reading, read_trick
from tutor.texts import Texts

_LINE, _FORM, _TABLE = "referee-line", "referee-form", "referee-table"


def page() -> None:
    """Build a trick and rule on it as it grows."""
    say = session.texts()
    _from_address()
    st.title(say("page.referee.title"), anchor=False)
    st.write(say("referee.intro"))
    variant, table = _table()
    reading = read_trick(str(session.widget(_LINE) or table.seats[0].value), variant, table)
    trick = reading.trick(table)
    ruling = judge(trick, table) if trick else None
    session.tell(game=variant.id, table=str(table), trick=reading.line)
    _build(variant, table, reading)
    complete = len(reading.cards) == variant.trick
    if ruling:
        _say(ruling, complete=complete)
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
    if not session.first_time("referee") or form is None or form not in VARIANTS:
        return
    session.put(_FORM, form)
    variant = VARIANTS[form]
    if seating in {str(table) for table in variant.tables(session.book())}:
        session.put(_TABLE, seating)
    session.put(_LINE, (line or "")[:200])


def _table() -> tuple[Variant, Table]:
    """Let the learner choose the form and who holds which trump."""
    say = session.texts()
    left, right = st.columns(2)
    with left:
        form = st.selectbox(
            say("drill.form"),
            list(VARIANTS),
            format_func=lambda form: say(f"name.variant.{form}"),
            key=_FORM,
            persist_state="session",
            on_change=_clear,
        )
    variant = VARIANTS[form]
    seatings = [str(table) for table in variant.tables(session.book())]
    canonical = str(variant.table(session.book()))
    seatings.sort(key=lambda seating: seating != canonical)
    if session.widget(_TABLE) not in seatings:
        session.put(_TABLE, canonical)
    with right:
        seating = st.selectbox(
            say("referee.table"),
            seatings,
            format_func={
                str(table): _seating(say, table) for table in variant.tables(session.book())
            }.__getitem__,
            key=_TABLE,
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


def _clear() -> None:
    session.put(_LINE, "")
    session.drop(_TABLE)


def _build(variant: Variant, table: Table, reading: Reading) -> None:
    """Offer the leader, the cards, and the line to type."""
    say = session.texts()
    session.put("referee-leader", reading.leader.value)
    st.segmented_control(
        say("referee.leader"),
        [seat.value for seat in table.seats],
        format_func=lambda letter: say.name(Seat(letter)),
        key="referee-leader",
        required=True,
        on_change=_lead,
        args=(reading,),
    )

    def on_event(event: str, token: str) -> None:  # noqa: ARG001 - a picker sends picks only
        extended = read_trick(f"{reading.line} {token}", variant, table)
        if not extended.problem:
            session.put(_LINE, extended.line)

    full = len(reading.cards) == variant.trick
    left = {
        Card(suit, rank): 0 if full else variant.packs - reading.cards.count(Card(suit, rank))
        for suit in variant.suits
        for rank in variant.ranks
    }
    card_table(
        picker_picture(look(), variant.suits, variant.ranks, left=left, chosen=reading.cards),
        key="picker-referee",
        on_event=on_event,
    )
    with st.container(horizontal=True, vertical_alignment="bottom", key="referee-tools"):
        session.put(_LINE, session.widget(_LINE) or reading.line)
        st.text_input(say("referee.line"), key=_LINE, max_chars=200, help=say("referee.line-help"))
        st.button(
            say("referee.undo"),
            key="referee-undo",
            disabled=not reading.cards,
            on_click=_undo,
            args=(reading,),
        )
        st.button(
            say("referee.clear"),
            key="referee-clear",
            disabled=not (reading.cards or reading.problem),
            on_click=session.put,
            args=(_LINE, reading.leader.value),
        )
    if reading.problem:
        st.error(say(f"referee.problem.{reading.problem.key}", **reading.problem.facts))


def _lead(reading: Reading) -> None:
    leader = str(session.widget("referee-leader"))
    session.put(_LINE, " ".join((leader, *map(str, reading.cards))))


def _undo(reading: Reading) -> None:
    session.put(_LINE, " ".join((reading.leader.value, *map(str, reading.cards[:-1]))))


def _say(ruling: Ruling, *, complete: bool) -> None:
    """Say who wins, or holds the trick so far, and by which rule."""
    say, best = session.texts(), ruling.winning
    key = "referee.wins" if complete else "referee.holds"
    with st.container(key="verdict"):
        st.success(
            say(key, winner=best.seat, card=best.card, rule=governing_name(ruling, say)),
            icon=":material/gavel:",
        )


def _grounds(ruling: Ruling) -> None:
    """Show what every rulebook says, and the rules with their sources."""
    say = session.texts()
    st.header(say("referee.books"), anchor=False)
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
    with st.expander(say("verdict.rule", rule=governing_name(ruling, say)), expanded=True):
        for number, rule in enumerate(grounds(ruling, say, lessons())):
            if number:
                st.divider()
            show_rule(rule)
