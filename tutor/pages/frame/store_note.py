"""The note that says what the store does not do now; it goes away by itself."""

from collections.abc import Callable
from functools import wraps

import streamlit as st

from tutor.drawing.markup import tag
from tutor.pages.frame import progress, session

_SHOWN = "unkept-shown"


def around(show: Callable[[], None]) -> None:
    """Show a page, and what is wrong with the store, if anything is.

    What stays so stands above the page. What passes lies over the page's upper edge and moves
    nothing: it may come and go with every answer.
    """
    above, trouble = st.container(), progress.trouble()
    session.remember(_SHOWN, trouble)
    if trouble and trouble not in progress.PASSING:
        with above:
            _note(trouble)
    show()
    fault = trouble or progress.trouble()  # it may be the page that met with it
    session.remember(_SHOWN, fault)
    if fault in progress.PASSING:
        _note(fault)
    elif fault and not trouble:
        with above:
            _note(fault)


def fragment(show: Callable[[], None]) -> Callable[[], None]:
    """Make a fragment of what shows a part of a page; it sees to it that the note comes."""

    @st.fragment
    @wraps(show)
    def divided() -> None:
        with session.turn():
            show()
            # The note stands outside, where only a run of the whole page can put it. The part
            # itself, a verdict above all, is on its way already.
            trouble, told = progress.trouble(), session.recall(_SHOWN)
            if trouble != told and (not told or told not in progress.PASSING):
                session.remember(_SHOWN, trouble)
                session.run_again()
            session.tell_browser()

    @wraps(show)
    def part() -> None:
        # While the note is looked after, no part runs by itself: where a look follows at once,
        # Streamlit takes back the end of that run, and old answers stay in the verdict.
        if session.recall(_SHOWN):
            with st.container():  # as a fragment stands in one
                show()
        else:
            divided()

    return part


_OFTEN, _SELDOM = 1.0, 10.0
"""Seconds after which it is looked again whether the note is still true: seldom where it may stand
for hours, for it is looked at after every answer too."""


def _note(key: str) -> None:
    st.fragment(_noted, run_every=_OFTEN if key in progress.PASSING else _SELDOM)(key)


def _noted(key: str) -> None:
    fault = progress.trouble()
    if fault != key:
        session.run_again()
    words = session.texts()(f"store.{fault}")
    if fault in progress.PASSING:
        with st.container(key="unkept"):
            st.html(tag("p", words, role="status"))
    else:
        st.warning(words, icon=":material/cloud_off:")
