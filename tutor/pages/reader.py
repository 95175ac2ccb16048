"""Tells the browser what Streamlit cannot: the language of the page, and where to look next."""

from pathlib import Path

from streamlit.components.v2 import component

_reader = component(
    "calypso_reader",
    html="<span></span>",
    js=(Path(__file__).parents[1] / "frontend" / "reader.js").read_text(encoding="utf-8"),
)


def speak(language: str) -> None:
    """Say in which language the page is, so that it is read aloud rightly."""
    _reader(key="reader-language", data={"language": language}, height=1)


def look_at(place: str, occasion: str) -> None:
    """Move the focus to the container *place*, once on each *occasion*."""
    _reader(key=f"reader-{place}", data={"place": place, "occasion": occasion}, height=1)
