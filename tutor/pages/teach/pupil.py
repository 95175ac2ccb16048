"""The pupil: a simulated newcomer with hidden misconceptions, to be found and put right."""

import streamlit as st

from puzzles.pupil import DRAWN, MOST, Pupil, PupilError, believable, clash, draw_pupil, parse_pupil
from tutor.pages.frame import session
from tutor.pages.teach.pupil_round import belief_name, meet, teach

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
    teach(pupil)


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
                shortcut=session.shortcut(str(count)),
                on_click=_meet,
                args=(count,),
            )
    with st.expander(say("pupil.own")):
        chosen = st.multiselect(
            say("pupil.own.beliefs"),
            believable(session.variant()),
            format_func=belief_name,
            max_selections=MOST,
            key="pupil-beliefs",
        )
        beliefs = tuple(one for one in DRAWN if one in chosen)
        clashing = clash(beliefs)
        if clashing:
            first, second = map(belief_name, clashing)
            st.warning(say("pupil.own.clash", first=first, second=second))
        elif beliefs:
            st.button(
                say("pupil.own.meet"), key="pupil-chosen", on_click=_meet_chosen, args=(beliefs,)
            )
        st.caption(say("pupil.own.link"))


def _meet(count: int) -> None:
    meet(draw_pupil(session.variant().id, session.book().id, count, _seed()))


def _meet_chosen(beliefs: tuple[str, ...]) -> None:
    meet(Pupil(session.variant().id, session.book().id, beliefs, _seed()))


def _seed() -> int:
    return session.chance().randrange(_SEEDS)
