"""Lays a trick on a table of any form, by tapping cards or by typing a line."""

from dataclasses import dataclass, replace
from functools import partial

import streamlit as st

from engine.rulebooks import RULEBOOKS
from engine.table import Seat, Table
from engine.trick import Ruling, dissents, ruling_under
from engine.variants import VARIANTS, Variant
from puzzles.scenes import TableSight
from tutor.drawing.cards import prose
from tutor.drawing.hand import picker_picture
from tutor.drawing.markup import tag
from tutor.pages.frame import session
from tutor.pages.frame.browser import card_table, look
from tutor.pages.frame.inputs import button, choose_from, form_box, text_box
from tutor.words.citing import deciding_name, governing_name
from tutor.words.texts import Texts
from tutor.words.typed_trick import MOST, Reading, read_trick


@dataclass(frozen=True, slots=True)
class Laid:
    """What lies on the table: the form, who has which trump, and the trick as far as it goes.

    ``led`` is whether the leader is known; ``say`` calls the seats what the reader calls them.
    """

    variant: Variant
    table: Table
    reading: Reading
    led: bool
    say: Texts

    @property
    def complete(self) -> bool:
        """Whether all cards of the trick lie there."""
        return len(self.reading.cards) == self.variant.trick

    @property
    def turn(self) -> Seat | None:
        """Who is to play, if that is known."""
        if self.complete or not self.led:
            return None
        return self.table.clockwise(self.reading.leader, len(self.reading.cards) + 1)[-1]

    @property
    def asks(self) -> str:
        """What is asked for now: the leader, or the next card."""
        return self.say("referee.card", seat=self.turn) if self.turn else self.say("referee.leader")

    def sight(self, ruling: Ruling | None = None) -> TableSight:
        """Return the table with the trick; with a *ruling* who has won it is seen."""
        return TableSight(
            self.variant, self.table, self.reading.trick(self.table), turn=self.turn, ruling=ruling
        )


def laid(place: str, say: Texts) -> Laid:
    """Return what was laid at *place*, which is where on the site the table is."""
    # While the language changes, a browser may still send the name in the other one.
    variant = VARIANTS.get(session.typed(f"{place}-form")) or next(iter(VARIANTS.values()))
    seatings = {str(table): table for table in variant.tables(session.rulebook())}
    chosen = session.typed(f"{place}-table")
    return laid_at(place, variant, seatings.get(chosen, variant.table(session.rulebook())), say)


def laid_at(place: str, variant: Variant, table: Table, say: Texts) -> Laid:
    """Return what was laid at *place*, on a table that is not to be chosen."""
    line = session.typed(f"{place}-line").strip()
    reading = read_trick(line or table.seats[0].value, variant, table, say.places)
    wrong = reading.problem is not None and reading.problem.key == "no-leader"
    return Laid(variant, table, reading, bool(line) and not wrong, say)


def put_position(place: str, form: str, seating: str | None, line: str) -> None:
    """Lay a position before the page is drawn; a seating that the form has not is passed over."""
    session.put(f"{place}-form", form)
    if seating in {str(table) for table in VARIANTS[form].tables(session.rulebook())}:
        session.put(f"{place}-table", seating)
    put_line(place, line)


def put_line(place: str, line: str) -> None:
    """Lay a trick, or clear the table, before the page is drawn."""
    session.put(f"{place}-line", line[:MOST])


def choose_table(place: str, say: Texts) -> None:
    """Let the form and the seating be chosen."""
    key = f"{place}-table"
    variant = form_box(f"{place}-form", on_change=partial(put_line, place, ""))
    tables = {str(table): table for table in variant.tables(session.rulebook())}
    canonical = str(variant.table(session.rulebook()))
    if session.widget(key) not in tables:
        session.put(key, canonical)
    ordered = sorted(tables, key=lambda seating: seating != canonical)
    names = {seating: _seating(say, tables[seating]) for seating in ordered}
    choose_from(st.selectbox, say("referee.table"), names, key)


def _seating(say: Texts, table: Table) -> str:
    # No commas and no "and": the words are to fit into a box on a telephone.
    return "  ".join(
        say("referee.seat-trump", seat=seat, suit=suit)
        for seat, suit in zip(table.seats, table.trumps, strict=True)
    )


def type_line(place: str, position: Laid) -> None:
    """Offer the trick as a line to type, and say what is wrong with it."""
    say, line, reading = position.say, f"{place}-line", position.reading
    session.put(line, session.typed(line) or (reading.line if position.led else ""))
    with st.container():  # above the line, also empty: below it a telephone shows nothing more
        if reading.problem:
            st.error(say(f"referee.problem.{reading.problem.key}", **reading.problem.facts))
    text_box(say("referee.line"), line, MOST, hint=say("referee.line-help"))


def pick_card(place: str, position: Laid) -> None:
    """Offer the leader, then the cards: first the suit, then the rank."""
    if not position.led:
        with st.container(key=f"answers-short-{place}", gap="small"):
            for seat in position.table.seats:
                lead, key = partial(_ask_anew, place, seat.value), f"answer-{place}-{seat.value}"
                button(position.say.name(seat), key, lead, width="stretch")
        return
    variant, reading = position.variant, position.reading
    gone = {card for card in reading.cards if reading.cards.count(card) == variant.packs}
    seen, led = replace(look(), say=position.say), reading.cards[0].suit if reading.cards else None
    picture = picker_picture(seen, variant.suits, variant.ranks, led=led, gone=gone)
    card_table(picture, key=f"picker-{place}", on_event=partial(_picked, place, position))


def _picked(place: str, then: Laid, event: str, token: str) -> None:  # noqa: ARG001
    """Lay a card on what lies there now."""
    now = _lying(place, then)
    extended = read_trick(f"{now.reading.line} {token}", now.variant, now.table)
    if extended.cards and not extended.problem:
        session.put(f"{place}-line", extended.line)


def _lying(place: str, then: Laid) -> Laid:
    """Return what lies there now: more, or less, may have been laid since the page was drawn."""
    return laid_at(place, then.variant, then.table, then.say)


def take_back(place: str, position: Laid) -> None:
    """Offer to take back the card laid last, or the leader."""
    words, undo = position.say("play.take-back"), partial(_undo, place, position)
    key, empty = f"{place}-undo", not position.led
    button(words, key, undo, icon=":material/undo:", shortcut="U", disabled=empty)


def clear(place: str, position: Laid) -> None:
    """Offer to lay another trick; it leads on from one that is complete."""
    words, anew = position.say("referee.clear"), partial(_ask_anew, place, "")
    empty, done = not (position.led or position.reading.problem), position.complete
    button(words, f"{place}-clear", anew, primary=done, shortcut="N", disabled=empty)


def _undo(place: str, then: Laid) -> None:
    """Take back what lies there last now."""
    position = _lying(place, then)
    reading = position.reading
    cards = map(str, reading.cards[:-1])
    line = " ".join((reading.leader.value, *cards)) if reading.cards else ""
    if position.complete or not reading.cards:
        _ask_anew(place, line)
    else:
        session.put(f"{place}-line", line)


def _ask_anew(place: str, line: str) -> None:
    """Lay what the line says, where what had the focus goes and something else is asked."""
    put_line(place, line)
    session.count(f"{place}-asked")


def asked_anew(place: str) -> int:
    """Return how often something else was asked: each time the focus is to go to the question."""
    return session.counted(f"{place}-asked")


def ruling_words(ruling: Ruling, say: Texts, *, complete: bool) -> str:
    """Return who wins and by which rule or, if they differ, rulebook; or who is winning so far."""
    best = ruling.winning
    others = dissents(ruling)
    if others:
        rival = ruling_under(ruling, others[0]).winning
        return say(
            f"referee.{'wins' if complete else 'holds'}-disputed",
            rulebook=ruling.table.rulebook,
            winner=best.seat,
            card=best.card,
            other=others[0],
            rival=rival.seat,
            rivals=rival.card,
        )
    if not complete:
        return say("referee.holds", winner=best.seat, card=best.card)
    rule = deciding_name(ruling, say)
    return say("referee.wins", winner=best.seat, card=best.card, rule=rule)


def say_ruling(ruling: Ruling, say: Texts) -> None:
    """Show who wins in the box in which every verdict is shown."""
    words = ruling_words(ruling, say, complete=True)
    said = tag("h1", prose(look(), words), class_="ruling")
    group = {"role": "group", "aria_label": words, "tabindex": "-1", "data_look": ""}
    st.html(tag("div", said, class_="verdict verdict-right", **group))


def rulebooks_told(ruling: Ruling, say: Texts) -> tuple[str, ...]:
    """Return that the rulebooks agree, or by which rule each gives the trick to its winner."""
    if not dissents(ruling):
        return (say("referee.agree"),)
    rules = {by: governing_name(ruling_under(ruling, by), say) for by in RULEBOOKS}
    return tuple(say("referee.by-book", rulebook=by, rule=rule) for by, rule in rules.items())
