"""Tells the browser what Streamlit cannot: the language of the page, and where to look next."""

from pathlib import Path

from streamlit.components.v2 import component

from tutor.pages import session

_reader = component(
    "calypso_reader",
    html="<span></span>",
    js=(Path(__file__).parents[1] / "frontend" / "reader.js").read_text(encoding="utf-8"),
)


def look_at(key: str, occasion: str) -> None:
    """Move the reader's focus to the container *key* once, on this *occasion*."""
    session.put("look-at", (key, occasion))


def attend(language: str) -> None:
    """Put the wishes of this run into effect; called once, at the end of the page."""
    wish = session.widget("look-at")
    target, occasion = wish if isinstance(wish, tuple) else ("", "")
    _reader(
        key="reader",
        data={"language": language, "target": target, "occasion": occasion},
        height=1,
    )
