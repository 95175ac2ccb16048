"""The pupil: a simulated newcomer with hidden misconceptions, to be found and put right."""

from random import randrange

import streamlit as st

from puzzles.beliefs import DRAWN, believable, clash
from puzzles.pupil import (
    MOST,
    Evening,
    Pupil,
    PupilError,
    PupilTrick,
    draw_pupil,
    fewest,
    parse_pupil,
    replay,
)
from puzzles.scenes import TableSight
from tutor.drawing import trick_picture
from tutor.pages.asking import slots
from tutor.pages.frame import session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.reader import look_at

_SLOT = "pupil"
_SEEDS = 10**6


def page() -> None:
    """Show the pupil the address names, or the ways to one."""
    say = session.texts()
    st.title(say("page.pupil.title"), anchor=False)
    line = session.asked("pupil")
    if line is None:
        _begin()
        return
    try:
        pupil = parse_pupil(line)
    except PupilError as error:
        st.error(say(f"pupil.error.{error.key}"))
        if error.what:
            st.code(error.what, language=None, wrap_lines=True)
        _begin()
        return
    _teach(pupil)


def _begin() -> None:
    """Offer pupils with hidden misconceptions, and one of the teacher's own choosing."""
    say = session.texts()
    st.write(say("pupil.intro"))
    with st.container(horizontal=True, key="pupil-counts"):
        for count in range(1, MOST + 1):
            st.button(
                say(f"pupil.meet.{count}"),
                key=f"pupil-meet-{count}",
                type="primary" if count == 1 else "secondary",
                on_click=_meet,
                args=(count,),
            )
    with st.expander(say("pupil.own")):
        chosen = st.multiselect(
            say("pupil.own.beliefs"),
            believable(session.variant()),
            format_func=_name,
            max_selections=MOST,
            key="pupil-beliefs",
        )
        beliefs = tuple(one for one in DRAWN if one in chosen)
        clashing = clash(beliefs)
        if clashing:
            first, second = map(_name, clashing)
            st.warning(say("pupil.own.clash", first=first, second=second))
        elif beliefs:
            st.button(
                say("pupil.own.meet"), key="pupil-own", on_click=_meet_chosen, args=(beliefs,)
            )
        st.caption(say("pupil.own.link"))


def _name(belief: str) -> str:
    return session.texts()(f"misconception.{belief}.name")


def _meet(count: int) -> None:
    _open(draw_pupil(session.variant().id, session.book().id, count, randrange(_SEEDS)))


def _meet_chosen(beliefs: tuple[str, ...]) -> None:
    _open(Pupil(session.variant().id, session.book().id, beliefs, randrange(_SEEDS)))


def _open(pupil: Pupil) -> None:
    slots.forget(_SLOT)
    session.count(_SLOT)
    session.tell(pupil=str(pupil))


def _leave() -> None:
    slots.forget(_SLOT)
    session.untell("pupil")


def _move(line: str, turn: int, move: str) -> None:
    """Make a move, in a callback; one that comes late changes nothing."""
    moves = slots.answering(_SLOT, line).parts
    if len(moves) == turn:
        moves.append(move)
        session.count(_SLOT)


# --------------------------------------------------------------- the evening


def _teach(pupil: Pupil) -> None:
    """Show what the pupil said last, what it may believe, and the tricks to choose from."""
    say = session.texts()
    moves = tuple(slots.answering(_SLOT, str(pupil)).parts)
    evening = replay(pupil, moves)
    with st.container(key="pupil-said"):
        _said(evening, moves)
    if session.counted(_SLOT):  # a pupil was met here, or a move was made
        look_at("pupil-said", f"{_SLOT} {session.counted(_SLOT)}")
    if evening.done:
        st.success(
            say("pupil.done", count=evening.tricks, best=fewest(pupil)),
            icon=":material/check_circle:",
        )
        st.button(say("pupil.another"), key="pupil-another", type="primary", on_click=_leave)
        return
    _beliefs(evening, str(pupil), len(moves))
    _offers(evening, str(pupil), len(moves))
    st.button(say("pupil.another"), key="pupil-another", type="tertiary", on_click=_leave)


def _said(evening: Evening, moves: tuple[str, ...]) -> None:
    """Show what came of the last move."""
    say = session.texts()
    if not moves:
        st.write(say("pupil.first"))
        return
    if not moves[-1].isdigit():
        if evening.named:
            st.info(say("pupil.yes", belief=_name(evening.named)))
        else:
            st.info(say("pupil.no", belief=_name(evening.wrong[-1])))
        return
    last = evening.shown[-1]
    _answered(evening.pupil, last)


def _answered(pupil: Pupil, last: PupilTrick) -> None:
    """Draw the trick shown, and give the pupil's words and the winner."""
    say, ruling = session.texts(), last.ruling
    card_table(
        trick_picture(
            look(),
            TableSight(
                variant=pupil.variant,
                table=ruling.table,
                trick=ruling.trick,
                ruling=ruling,
            ),
        ),
        key="table-pupil",
    )
    st.markdown(say("pupil.says", seat=last.answer.seat, why=say(f"pupil.why.{_ground(last)}")))
    if last.answer.belief:
        st.write(say("pupil.wrong", seat=ruling.winning.seat))
    else:
        st.write(say("pupil.right"))
    if last.given_up:
        st.success(say("pupil.given-up", belief=_name(last.given_up)))


_GROUNDS = {
    "first-ruff-wins": "place",
    "last-ruff-wins": "place",
    "last-of-equals-wins": "place",
    "led-trump-is-unbeatable": "lead",
    "leader-unless-ruffed": "lead",
    "partner-shares-led-trump": "trump",
    "partners-suit-is-my-trump": "trump",
    "following-is-trumping": "trump",
    "not-following-is-trumping": "trump",
    "leaders-suit-is-trump": "trump",
    "spades-are-trumps": "trump",
}
"""What a pupil with a misconception looks at; where it is not given, ranks."""


def _ground(last: PupilTrick) -> str:
    """Return what the pupil looked at when it named a seat."""
    return _GROUNDS.get(last.answer.belief, "rank") if last.answer.belief else "right"


def _beliefs(evening: Evening, line: str, turn: int) -> None:
    """Offer to say what the pupil believes."""
    say = session.texts()
    if evening.named:
        return
    nameable = evening.nameable
    if not nameable:
        return
    st.header(say("pupil.name"), anchor=False)
    st.caption(say("pupil.name.cost"))
    with st.container(horizontal=True, key="pupil-names"):
        for belief in nameable:
            st.button(
                _name(belief),
                key=f"pupil-name-{turn}-{belief}",
                on_click=_move,
                args=(line, turn, belief),
            )


def _offers(evening: Evening, line: str, turn: int) -> None:
    """Offer three tricks."""
    say = session.texts()
    key = "pupil.choose.against" if evening.named else "pupil.choose"
    st.header(say(key, count=evening.tricks + 1), anchor=False)
    for number, (column, ruling) in enumerate(
        zip(st.columns(MOST, gap="medium"), evening.offers, strict=True)
    ):
        with column:
            card_table(
                trick_picture(
                    look(),
                    TableSight(
                        variant=evening.pupil.variant,
                        table=ruling.table,
                        trick=ruling.trick,
                    ),
                ),
                key=f"table-pupil-{number}",
            )
            st.button(
                say("pupil.show", number=number + 1),
                key=f"pupil-show-{turn}-{number}",
                on_click=_move,
                args=(line, turn, str(number)),
            )
