"""Tells the browser what Streamlit cannot: the language of the page, and where to look next."""

from pathlib import Path

from streamlit.components.v2 import component

_reader = component(
    "calypso_reader",
    html="<span></span>",
    js=(Path(__file__).parents[2] / "frontend" / "reader.js").read_text(encoding="utf-8"),
)


def speak(language: str) -> None:
    """Tell the browser in which language the page is, so that it is read aloud rightly.

    The same component runs the whole page again when a lost server is back.
    """
    _reader(
        key="reader-language",
        data={"language": language},
        height=1,
        on_returned_change=_whole_page,
    )


def _whole_page() -> None:
    """Nothing more is to be done than to run the page, and that follows by itself."""


def look_at(place: str, occasion: str) -> None:
    """Move the focus to the container *place*, once on each *occasion*."""
    _reader(key=f"reader-{place}", data={"place": place, "occasion": occasion}, height=1)


def unfold(place: str, occasion: str) -> None:
    """Bring the container *place* into view while it opens, once on each *occasion*.

    The focus stays on what was pressed, which closes it again.
    """
    data = {"place": place, "occasion": occasion, "opening": True}
    _reader(key=f"reader-{place}", data=data, height=1)
