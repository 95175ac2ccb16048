"""What this browser tab remembers: settings, answers under way, and how the practice goes.

The only module that touches the session. It holds position lines and answer lines,
never objects; everything else is worked out from them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import streamlit as st
from streamlit.navigation.page import StreamlitPage

from engine.rulebooks import CULBERTSON, RULEBOOKS, Rulebook, rulebook
from tutor.texts import LANGUAGES, Texts

COLOURS = ("four", "two")
"""Suits in four colours, or in the two of an ordinary pack."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the learner has chosen; ids, as they stand in the address."""

    language: str
    rulebook: str = CULBERTSON.id
    colours: str = COLOURS[0]


_ADDRESS = {
    "language": ("lang", tuple(LANGUAGES)),
    "rulebook": ("rulebook", tuple(book.id for book in RULEBOOKS)),
    "colours": ("colours", COLOURS),
}
"""Where each setting stands in the address, and what may stand there."""


def settings() -> Settings:
    """Give the settings of this run; `sync` has put them there."""
    found = st.session_state["settings"]
    assert isinstance(found, tuple)
    return Settings(*found)


def sync() -> None:
    """Take the settings from the address, else from the session, else from the browser.

    Afterwards the address says them, so that a copied link opens the same way. A value
    that does not exist is passed over.
    """
    held = st.session_state.get("settings")
    now = Settings(*held) if held else Settings(_browser_language())
    told = st.session_state.pop("told", False)
    for name, (key, allowed) in _ADDRESS.items():
        asked = st.query_params.get(key)
        if asked in allowed and not told:
            now = replace(now, **{name: asked})
        if st.query_params.get(key) != getattr(now, name):
            st.query_params[key] = getattr(now, name)
    st.session_state["settings"] = (now.language, now.rulebook, now.colours)


def choose(name: str, widget: str | None = None, value: str | None = None) -> None:
    """Change the setting *name* to *value*, or to what the learner picked in *widget*."""
    picked = st.session_state.get(widget) if widget else value
    if picked in _ADDRESS[name][1]:
        changed = replace(settings(), **{name: picked})
        st.session_state["settings"] = (changed.language, changed.rulebook, changed.colours)
        st.session_state["told"] = True


def _browser_language() -> str:
    """Give the browser's language if the tutor speaks it."""
    wanted = str(st.context.locale or "")[:2].lower()
    return wanted if wanted in LANGUAGES else next(iter(LANGUAGES))


def texts() -> Texts:
    """Give the words in the learner's language."""
    return Texts(settings().language)


def book() -> Rulebook:
    """Give the learner's rulebook."""
    return rulebook(settings().rulebook)


def two_colour() -> bool:
    """Say whether the learner wants the two colours of an ordinary pack."""
    return settings().colours == "two"


def carried() -> dict[str, str]:
    """Give the settings as an address carries them, for links to other pages."""
    now = settings()
    return {key: getattr(now, name) for name, (key, _) in _ADDRESS.items()}


# ------------------------------------------------------------------ the address


def asked(key: str) -> str | None:
    """Give what the address says under *key*, cut to a length no line of ours reaches."""
    text = st.query_params.get(key)
    return None if text is None else text[:4000]


def tell(**address: str) -> None:
    """Write into the address what the page shows, so that it can be passed on."""
    for key, value in address.items():
        if st.query_params.get(key) != value:
            st.query_params[key] = value


def untell(*keys: str) -> None:
    """Take from the address what no longer holds."""
    for key in keys:
        if key in st.query_params:
            del st.query_params[key]


# ------------------------------------------------------------- answers under way


@dataclass(slots=True)
class Answering:
    """An answer under way: the puzzle's line, the parts answered, and cards chosen so far."""

    line: str = ""
    parts: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)


def answering(slot: str, line: str) -> Answering:
    """Give the answer under way in *slot*; a new puzzle there begins afresh."""
    slots = st.session_state.setdefault("answering", {})
    found = slots.get(slot)
    if found is None or found.line != line:
        found = slots[slot] = Answering(line)
    assert isinstance(found, Answering)
    return found


def forget(slot: str) -> None:
    """Begin the answer in *slot* afresh."""
    st.session_state.setdefault("answering", {}).pop(slot, None)


def forget_slots(start: str) -> None:
    """Begin all answers afresh whose slot begins with *start*."""
    slots = st.session_state.setdefault("answering", {})
    for slot in [slot for slot in slots if slot.startswith(start)]:
        del slots[slot]


def widget(key: str) -> object:
    """Give the value of the widget of this key, nothing if it is not on the page."""
    return st.session_state.get(key)


def put(key: str, value: object) -> None:
    """Set a widget's value from a callback, or before the widget is drawn."""
    st.session_state[key] = value


def drop(key: str) -> None:
    """Forget a widget's value."""
    st.session_state.pop(key, None)


def first_time(key: str) -> bool:
    """Say whether this session asks about *key* for the first time."""
    met = st.session_state.setdefault("met", set())
    new = key not in met
    met.add(key)
    return new


# ------------------------------------------------------------ how the learner does


@dataclass(slots=True)
class Course:
    """Where the learner is in the lessons: the step of each one begun, and those finished."""

    at: dict[str, int] = field(default_factory=dict)
    finished: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Tally:
    """How the practice goes: answers, right ones, and right ones in a row."""

    answered: int = 0
    right: int = 0
    streak: int = 0
    best: int = 0

    def add(self, *, correct: bool) -> None:
        """Count one answer."""
        self.answered += 1
        self.right += correct
        self.streak = self.streak + 1 if correct else 0
        self.best = max(self.best, self.streak)


@dataclass(slots=True)
class Practice:
    """The drill under way: what was chosen for it, the puzzle's line, and those to come."""

    choice: tuple[str, ...] = ()
    line: str = ""
    serial: int = 0
    stream: Iterator[str] | None = None


def course() -> Course:
    """Give where the learner is in the lessons."""
    found = st.session_state.setdefault("course", Course())
    assert isinstance(found, Course)
    return found


def tally() -> Tally:
    """Give how the practice goes."""
    found = st.session_state.setdefault("tally", Tally())
    assert isinstance(found, Tally)
    return found


def practice() -> Practice:
    """Give the drill under way."""
    found = st.session_state.setdefault("practice", Practice())
    assert isinstance(found, Practice)
    return found


# ------------------------------------------------------------------------- pages


def remember_pages(pages: Mapping[str, StreamlitPage]) -> None:
    """Keep the pages of this run, so that one can lead to another."""
    st.session_state["pages"] = pages


def page(path: str) -> StreamlitPage:
    """Give the page at *path*, for links and for turning to it."""
    found = st.session_state["pages"][path]
    assert isinstance(found, StreamlitPage)
    return found


def pressed(key: str, event: str) -> str | None:
    """Give what was pressed in a card table, inside its callback."""
    found = st.session_state.get(key)
    value = getattr(found, event, None)
    return None if value is None else str(value)
