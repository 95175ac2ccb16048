"""Running text on a page: wherever it names cards, they are seen as small cards."""

import re
from collections.abc import Iterable, Iterator
from unicodedata import east_asian_width

import streamlit as st

from tutor.drawing.cards import prose
from tutor.drawing.markup import Html, join, tag
from tutor.lessons.steps import Words
from tutor.pages.frame import session
from tutor.pages.frame.browser import look
from tutor.words.texts import LANGUAGES

EMPTY = Html()

_SUITS = re.compile("([♥♦♣])\ufe0e?")
_FOUR_COLOURS = {"♥": "red", "♦": "blue", "♣": "green"}
_TWO_COLOURS = {"♥": "red", "♦": "red"}
"""What Streamlit calls the colours of suits; the others are as black as the letters."""


def label(words: str) -> str:
    """Return the words of a button or choice whose suits have the colours of the cards."""
    colours = _TWO_COLOURS if session.two_colour() else _FOUR_COLOURS

    def coloured(sign: re.Match[str]) -> str:
        colour = colours.get(sign[1])
        return f":{colour}[{sign[0]}]" if colour else sign[0]

    return _SUITS.sub(coloured, words)


def place(words: str, name: str = "p") -> Html:
    """Return in small letters where the learner is, its lines beside one another as parts.

    A part breaks only if it must. What stands between two parts is drawn, so that no line ends
    on it.
    """
    parts = filter(None, words.split("\n"))
    shown = [piece for part in parts for piece in (" ", tag("span", part))]
    return tag(name, *shown[1:], class_="where parted")


def headed(words: str) -> Html:
    """Return what is asked, or who wins, as the heading of the page."""
    return tag("h1", prose(look(), words))


def told(words: str | Words) -> Html:
    """Return plain words, a paragraph a line; an author's with their language, if it is another."""
    return join(_paragraphs(words))


def _paragraphs(words: str | Words) -> Iterator[Html]:
    language, told_in = session.settings().language, None
    if isinstance(words, Words):
        told_in = spoken if (spoken := words.spoken(language)) != language else None
        words = words[language]
    for line in filter(None, map(str.strip, words.split("\n"))):
        yield tag("p", prose(look(), line), class_="running", lang=told_in)


def quiet(words: str) -> Html:
    """Return in quiet letters what is said beside the matter; of no words nothing."""
    return tag("p", prose(look(), words), class_="running small") if words else EMPTY


def heading(words: str) -> None:
    """Show the heading of the page."""
    st.html(headed(words))


def paragraphs(words: str | Words) -> None:
    """Show plain words, a paragraph a line; an author's with their language, if it is another."""
    for paragraph in _paragraphs(words):
        st.html(paragraph)


def points(lines: Iterable[str]) -> None:
    """Show what belongs together, a point for every line."""
    st.html(tag("ul", *(tag("li", prose(look(), line)) for line in lines), class_="running"))


def small(words: str) -> None:
    """Show in quiet letters what is said beside the matter."""
    st.html(quiet(words))


def note(words: str) -> None:
    """Show in a box what helps before an answer; it is read aloud when it comes."""
    st.html(tag("p", prose(look(), words), class_="verdict-box hint", role="status"))


def folded(name: str, lines: Iterable[str]) -> None:
    """Show in quiet letters a *name* that opens what was said before, a paragraph a line."""
    said = (tag("p", prose(look(), line)) for line in lines)
    st.html(tag("details", tag("summary", name), *said, class_="running small"))


def untranslated(language: str) -> None:
    """Show that what stands above is in this language, where that is not the learner's."""
    say = session.texts()
    if language and language != say.language:
        st.caption(say("learn.untranslated", language=LANGUAGES.get(language, language)))


def width(words: str) -> float:
    """Return how many Latin letters are about as wide as *words*."""
    return sum(1.6 if east_asian_width(sign) in "WF" else 1 for sign in words)
