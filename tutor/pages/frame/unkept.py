"""The note that says what the store does not do now; it goes away by itself."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import streamlit as st

from tutor.pages.frame import progress, session

Given = ParamSpec("Given")

_SHOWN = "unkept-shown"


def around(show: Callable[[], None]) -> None:
    """Show a page, and above it what is wrong with the store, if anything is."""
    top, trouble = st.container(), progress.trouble()
    session.put(_SHOWN, trouble)
    if trouble:
        with top:
            _note(trouble)
    show()
    if not trouble and (found := progress.trouble()):  # it was the page that met with it
        session.put(_SHOWN, found)
        with top:
            _note(found)


def fragment(show: Callable[Given, None]) -> Callable[Given, None]:
    """Make a fragment of what shows a part of a page; it sees to it that the note comes."""

    @st.fragment
    @wraps(show)
    def shown(*given: Given.args, **named: Given.kwargs) -> None:
        show(*given, **named)
        # The note stands outside, where only a run of the whole page can put it. The part
        # itself, a verdict above all, is on its way already.
        if progress.trouble() and not session.widget(_SHOWN):
            session.put(_SHOWN, progress.trouble())
            st.rerun()

    return shown


@st.fragment(run_every=1.0)
def _note(key: str) -> None:
    now = progress.trouble()
    if now != key:
        st.rerun()
    st.warning(session.texts()(f"store.{now}"), icon=":material/cloud_off:")
