"""What a teacher makes and hands out: a short list, each with a sentence and the way to it."""

import streamlit as st

from tutor.pages.frame import navigation, session
from tutor.rooms import spaced

OFFERS = ("host", "beside", "pupil", "handouts", "assignments", "workshop", "room")
"""Pages by their paths, in the order of an evening."""


def page() -> None:
    """List what can be done."""
    say = session.texts()
    st.title(say("page.teach.title"), anchor=False)
    st.write(say("teach.intro"))
    for path in OFFERS:
        with st.container(border=True, key=f"offer-{path}"):
            st.header(say(f"page.{path}.title"), anchor=False)
            st.write(say(f"teach.offer.{path}"))
            if path == "host" and (code := session.remembered("room-led", str)):
                navigation.link(path, say("teach.room", code=spaced(code)), room=code)
            navigation.link(path, say(f"teach.go.{path}"))
