"""Rules on any trick of any form: six taps, with the table and the ruling in view."""

from dataclasses import replace

import streamlit as st

from engine.trick import Ruling, judge
from engine.variants import VARIANTS
from puzzles.scenes import LEARNER, LadderSight
from tutor.drawing.ladder import ladder_picture
from tutor.drawing.trick import trick_picture
from tutor.pages.frame import running_text, session
from tutor.pages.frame.browser import announce, card_table, look, look_at
from tutor.pages.frame.inputs import choose_from
from tutor.pages.frame.library import lessons
from tutor.pages.questions import areas, card_picker
from tutor.pages.questions.answers import answering
from tutor.pages.questions.card_picker import Laid
from tutor.pages.questions.reasons import show_rules, why
from tutor.words.citing import grounds, otherwise
from tutor.words.sights import rules_told
from tutor.words.texts import seen_from

_PLACE = "referee"
_NAMES = ("places", "compass")
"""What seats are called: as they are seen from one's own, or by the compass."""

_DAMAGED = "referee-damaged"
"""Where the session keeps that a link has led here which could not be read to its end."""


def tools() -> None:
    """Let the form, the trumps and the names of the seats be chosen in the bar."""
    session.on_arrival(_from_address)
    position = _laid()
    with st.popover(position.say("referee.tools"), icon=":material/table_restaurant:"):
        card_picker.choose_table(_PLACE, position.say)
        session.put("referee-names", _names())
        names = {name: position.say(f"referee.names.{name}") for name in _NAMES}
        choose_from(st.radio, position.say("referee.names"), names, "referee-names")
        card_picker.type_line(_PLACE, position)


def page() -> None:
    """Take a trick card by card, and rule on it as it grows."""
    position = _laid()
    trick = position.reading.trick(position.table)
    ruling, state = judge(trick, position.table) if trick else None, answering(_PLACE, "")
    seating, line = str(position.table), position.reading.line if position.led else ""
    session.tell(game=position.variant.id, table=seating, trick=line, names=_names())
    if session.remembered(_DAMAGED, bool):
        st.warning(position.say("referee.damaged"), icon=":material/link_off:")
        session.forget(_DAMAGED)
    with areas.frame():
        if ruling and position.complete:
            with areas.verdict():
                card_picker.say_ruling(ruling, position.say)
        else:
            with areas.question():
                running_text.heading(position.asks)
                if ruling:
                    words = card_picker.ruling_words(ruling, position.say, complete=False)
                    running_text.paragraphs(words)
        _table(position, ruling)
        with areas.replies():
            if not position.complete:
                card_picker.pick_card(_PLACE, position)
            elif ruling and state.why:
                _why(position, ruling)
        with areas.actions():
            card_picker.take_back(_PLACE, position)
            if position.complete:
                why(_PLACE, state)
            card_picker.clear(_PLACE, position)
    times = card_picker.asked_anew(_PLACE)
    if position.complete:
        look_at("verdict", f"{position.reading.line} {times}")
    elif times:
        look_at("question", f"{_PLACE} {times}")


def _laid() -> Laid:
    position = card_picker.laid(_PLACE, session.texts())
    if _names() == "compass":
        return position
    seats = position.table.seats
    bottom = LEARNER if LEARNER in seats else seats[-1]
    places = seen_from(position.variant, position.table, bottom)
    return card_picker.laid(_PLACE, replace(position.say, places=places))


def _names() -> str:
    chosen = session.widget("referee-names")
    if chosen in _NAMES:
        return str(chosen)
    return "compass" if session.asked("trick") else "places"


def _from_address() -> None:
    """Take over a position from the address; that some of it does not fit is told once.

    The bar's link says none, and leaves what lies there.
    """
    form, seating, line, names = map(session.asked, ("game", "table", "trick", "names"))
    if names in _NAMES:
        session.put("referee-names", names)
    if form in VARIANTS or (line is not None and form is None):
        card_picker.put_position(_PLACE, form or next(iter(VARIANTS)), seating, line or "")
    position = _laid()
    fits = form in {None, position.variant.id} and seating in {None, str(position.table)}
    whole = line is None or position.reading.problem is None
    session.remember(_DAMAGED, not (fits and whole))


def _table(position: Laid, ruling: Ruling | None) -> None:
    sight = position.sight(ruling if position.complete else None)
    picture = trick_picture(replace(look(), say=position.say), sight)
    # What a complete trick is worth stands in the ruling, which takes the focus.
    card_table(picture.unannounced if position.complete else picture, key="table-referee")


def _why(position: Laid, ruling: Ruling) -> None:
    mine = replace(look(), say=position.say)
    with st.container(key="why"):
        rulebooks = card_picker.rulebooks_told(ruling, position.say)
        rules = grounds(ruling, position.say, lessons())
        words = " ".join(
            (card_picker.ruling_words(ruling, position.say, complete=True), *rulebooks)
        )
        card_table(ladder_picture(mine, LadderSight(ruling), words), key="ladder-referee")
        running_text.points(rulebooks)
        words += rules_told(ruling, position.say)
        others = otherwise(ruling, position.say, lessons())
        show_rules(*rules, said=words, sources=others)
        asked = f"{position.reading.line} {card_picker.asked_anew(_PLACE)}"
        announce("why", asked, " ".join((*rulebooks, *(rule.text for rule in rules))))
