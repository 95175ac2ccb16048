"""A word beside what is handed out, where its address will not be true tomorrow."""

from urllib.parse import urlsplit

import streamlit as st

from tutor.pages.frame import session
from tutor.pages.frame.address import Reach, reach


def show_reach(at: str) -> None:
    """Show who cannot open links that begin with *at*, and what to do; nothing if all can."""
    say, far = session.texts(), reach(at)
    where = urlsplit(at).netloc
    if far == Reach.OPENED:
        st.caption(say("address.opened", address=where))
    elif far != Reach.LASTING:
        st.warning(
            "\n\n".join((say(f"address.{far}", address=where), say("address.to-do"))),
            icon=":material/link_off:",
        )
