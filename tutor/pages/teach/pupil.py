"""The pupil: a simulated newcomer with hidden misconceptions, to be found and put right."""

from functools import partial

import streamlit as st

from engine.trick import Role, Ruling
from puzzles.pupil import (
    DRAWN,
    MOST,
    Pupil,
    PupilAnswer,
    PupilError,
    believable,
    clash,
    draw_pupil,
    parse_pupil,
)
from puzzles.pupil_round import PupilRound, begin, good_teaching, least, replay
from puzzles.puzzle import join_parts, split_parts
from puzzles.scenes import TableSight
from tutor.drawing.markup import Picture
from tutor.drawing.trick import trick_picture
from tutor.pages.frame import running_text, session
from tutor.pages.frame.browser import card_table, look, look_at
from tutor.pages.frame.inputs import button, choose_from
from tutor.pages.questions import areas, card_picker

_SEEDS = 10**6


def page() -> None:
    """Show the pupil the address names, or the ways to one."""
    line = session.asked("pupil")
    if line is None:
        _begin(None)
        return
    try:
        pupil = parse_pupil(line)
    except PupilError as error:
        _begin(error)
        return
    _teach(pupil, line)


def _begin(error: PupilError | None) -> None:
    say = session.texts()
    st.title(say("page.pupil.title"), anchor=False)
    if error:
        st.error(say(f"pupil.error.{error.key}"))
        if error.what:
            st.code(error.what, language=None, wrap_lines=True)
    left = session.remembered(_LEFT, dict[str, str])
    if left:
        button(say("pupil.resume"), "pupil-resume", _resume, primary=True)
    st.write(say("pupil.intro"))
    with st.container(horizontal=True, key="pupil-counts"):
        for count in range(1, MOST + 1):
            words, key, begins = say(f"pupil.meet.{count}"), str(count), count == 1 and not left
            button(words, f"pupil-meet-{key}", _meet, count, primary=begins, shortcut=key)
    with st.expander(say("pupil.own"), key="pupil-own"):
        names = {each: _misconception_name(each) for each in believable(session.variant())}
        box = partial(st.multiselect, placeholder=say("pupil.own.none"), select_all=False)
        label, key = say("pupil.own.misconceptions"), "pupil-misconceptions"
        chosen = choose_from(box, label, names, key, lasts=False)
        misconceptions = tuple(believed for believed in DRAWN if believed in chosen)
        if len(misconceptions) > MOST:
            st.warning(say("pupil.own.many", count=MOST))
        elif clashing := clash(misconceptions):
            first, second = map(_misconception_name, clashing)
            st.warning(say("pupil.own.clash", first=first, second=second))
        elif misconceptions:
            button(say("pupil.own.meet"), "pupil-chosen", _meet_chosen, misconceptions)
            st.caption(say("pupil.own.link"))


def _meet(count: int) -> None:
    _meet_pupil(draw_pupil(session.variant().id, session.rulebook().id, count, _seed()))


def _meet_chosen(misconceptions: tuple[str, ...]) -> None:
    _meet_pupil(Pupil(session.variant().id, session.rulebook().id, misconceptions, _seed()))


def _seed() -> int:
    return session.chance().randrange(_SEEDS)


_SLOT, _OWN = "pupil", "pupil-laying"
_LEFT = "pupil left"
"""Where the round that was left before its end is remembered, as its address."""

_MOVES, _MOST_MOVES = "moves", 200
"""Where the address says what was shown and named; of a longer line the replay would take long."""

_TRICK = "trick"
"""Where the address says what lies of a trick of one's own, while one is laid."""


def _misconception_name(misconception: str) -> str:
    return session.texts()(f"misconception.{misconception}.name")


def _meet_pupil(pupil: Pupil) -> None:
    session.count(_SLOT)
    session.untell(_MOVES, _TRICK)
    session.tell(pupil=str(pupil))


def _resume() -> None:
    session.count(_SLOT)
    session.tell(**session.remembered(_LEFT, dict[str, str]))


def _leave() -> None:
    session.untell("pupil", _MOVES, _TRICK)


def _moves() -> tuple[str, ...]:
    """Return the moves that the address says: a reload goes on with them, and Back takes back."""
    return split_parts(session.asked(_MOVES) or "")[:_MOST_MOVES]


def _move(line: str, turn: int, move: str) -> None:
    """Make a move, in a callback; one that comes late changes nothing."""
    moves = _moves()
    if session.asked("pupil") == line and len(moves) == turn:
        session.untell(_TRICK)
        session.tell(**{_MOVES: join_parts((*moves, move))})
        session.count(_SLOT)


def _teach(pupil: Pupil, line: str) -> None:
    say, moves = session.texts(), _moves()
    try:
        state = replay(pupil, moves)
    except ValueError:  # the moves are of another pupil, or none of ours
        session.untell(_MOVES)
        moves, state = (), begin(pupil)
    here = {"pupil": line, _MOVES: join_parts(moves)}
    session.remember(_LEFT, here if moves and not state.done else {})
    session.on_arrival(lambda: card_picker.put_line(_SLOT, session.asked(_TRICK) or ""))
    if session.asked(_TRICK) is not None and not state.done:
        _own(state, line, len(moves))
        return
    session.untell(_TRICK)
    st.title(say("page.pupil.title"), anchor=False)
    with st.container(key="pupil-said"):
        _said(state, moves)
    if session.counted(_SLOT):  # a pupil was met here, or a move was made
        look_at("pupil-said", f"{_SLOT} {session.counted(_SLOT)}")
    if state.done:
        _end(state)
        return
    _misconceptions(state, line, len(moves))
    _offers(state, line, len(moves))
    _so_far(state)
    button(say("pupil.another"), "pupil-another", _leave, type="tertiary")


def _end(pupil_round: PupilRound) -> None:
    say = session.texts()
    with st.container(key="pupil-end"):
        st.success(say("pupil.done", count=pupil_round.tricks), icon=":material/check_circle:")
        st.write(say("pupil.best", count=good_teaching(pupil_round.pupil)))
        st.write(say("pupil.least", count=least(pupil_round.pupil)))
        areas.onward(say("pupil.another"), "pupil-another", _leave)
    _so_far(pupil_round)


def _said(pupil_round: PupilRound, moves: tuple[str, ...]) -> None:
    say = session.texts()
    if not moves:
        st.write(say("pupil.first"))
    elif moves[-1] not in believable(pupil_round.pupil.variant):
        _answered(pupil_round)
    elif pupil_round.named:
        st.info(say("pupil.yes", misconception=_misconception_name(pupil_round.named)))
    else:
        st.info(say("pupil.no", misconception=_misconception_name(pupil_round.wrong[-1])))


def _answered(pupil_round: PupilRound) -> None:
    say, last = session.texts(), pupil_round.shown[-1]
    table, words = st.columns((3, 2), gap="medium", vertical_alignment="center")
    with table:
        card_table(_picture(pupil_round.pupil, last.ruling, complete=True), key="table-pupil")
    with words:
        ground, card = _ground(last.answer, last.ruling), last.answer.play.card
        running_text.paragraphs(say(f"pupil.says.{ground}", seat=last.answer.seat, card=card))
        st.markdown(f"**{say('pupil.wrong' if last.answer.misconception else 'pupil.right')}**")
        running_text.paragraphs(card_picker.ruling_words(last.ruling, say, complete=True))
        if last.named:
            show = st.success if last.given_up else st.info
            show(say(f"pupil.{last.effect}", misconception=_misconception_name(last.named)))


def _ground(answer: PupilAnswer, ruling: Ruling) -> str:
    """Return why the pupil thinks that a card wins: by what it sees the card doing."""
    if answer.role == Role.LED_TRUMP:
        return "led-trump" if answer.play == ruling.trick.lead else "trump"
    return "trump" if answer.role == Role.RUFF else "best"


def _picture(pupil: Pupil, ruling: Ruling, *, complete: bool) -> Picture:
    sight = TableSight(
        pupil.variant, ruling.table, ruling.trick, ruling=ruling if complete else None
    )
    return trick_picture(look(), sight).unannounced  # the focus comes to what was said of it


def _misconceptions(pupil_round: PupilRound, line: str, turn: int) -> None:
    say, nameable = session.texts(), pupil_round.nameable
    if not nameable:
        return
    st.header(say("pupil.name"), anchor=False)
    st.caption(say("pupil.name.cost"))
    with st.container(horizontal=True, key="pupil-names"):
        for misconception in nameable:
            words = _misconception_name(misconception)
            button(words, f"pupil-name-{turn}-{misconception}", _move, line, turn, misconception)


def _asks(pupil_round: PupilRound) -> str:
    key = "pupil.choose.against" if pupil_round.named else "pupil.choose"
    return session.texts()(key, count=pupil_round.tricks + 1)


def _offers(pupil_round: PupilRound, line: str, turn: int) -> None:
    say = session.texts()
    st.header(_asks(pupil_round), anchor=False)
    if pupil_round.named:
        st.caption(_misconception_name(pupil_round.named))
    with st.container(key="pupil-offers"):
        for number, (column, ruling) in enumerate(
            zip(st.columns(MOST, gap="medium"), pupil_round.offers, strict=True)
        ):
            with column:
                card_table(
                    _picture(pupil_round.pupil, ruling, complete=False), key=f"table-pupil-{number}"
                )
                words, key = say("pupil.show", number=number + 1), f"pupil-show-{turn}-{number}"
                button(words, key, _move, line, turn, str(number), shortcut=str(number + 1))
    button(say("pupil.lay"), "pupil-lay", _begin_own, icon=":material/playing_cards:", shortcut="O")


def _begin_own() -> None:
    card_picker.put_line(_SLOT, "")
    session.tell(**{_TRICK: ""})
    session.count(_OWN)


def _own(pupil_round: PupilRound, line: str, turn: int) -> None:
    say = session.texts()
    own = card_picker.laid_at(_SLOT, pupil_round.pupil.variant, pupil_round.pupil.table, say)
    session.tell(**{_TRICK: own.reading.line if own.led else ""})
    with areas.frame():
        with areas.question():
            running_text.heading(_asks(pupil_round))
            if pupil_round.named:
                running_text.small(_misconception_name(pupil_round.named))
            if not own.complete:
                running_text.paragraphs(own.asks)
        card_table(trick_picture(look(), own.sight()), key="table-pupil-own")
        with areas.replies():
            if not own.complete:
                card_picker.pick_card(_SLOT, own)
        with areas.actions():
            words, icon, leave = say("learn.back"), ":material/arrow_back:", session.untell
            button(words, "back-pupil", leave, _TRICK, icon=icon, shortcut="B")
            card_picker.take_back(_SLOT, own)
            words, show = say("pupil.show-own"), partial(_move, line, turn, own.reading.line)
            key, lacking = f"next-pupil-{turn}", not own.complete
            button(words, key, show, primary=True, shortcut="N", disabled=lacking)
    look_at("question", f"{_OWN} {session.counted(_OWN)} {card_picker.asked_anew(_SLOT)}")


def _so_far(pupil_round: PupilRound) -> None:
    if len(pupil_round.shown) < 2:
        return
    say = session.texts()
    with st.expander(say("pupil.so-far"), key="pupil-so-far"):
        for trick in pupil_round.shown:
            key = "pupil.past.wrong" if trick.answer.misconception else "pupil.past.right"
            words = say(
                key,
                number=trick.number,
                leader=trick.ruling.trick.lead.seat,
                cards=trick.ruling.trick.cards,
                seat=trick.answer.seat,
                winner=trick.ruling.winning.seat,
            )
            running_text.paragraphs(words)
