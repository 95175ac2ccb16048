"""What this browser tab remembers: settings, answers under way, and how the practice goes.

The only module that touches the session. It holds position lines and answer lines,
and the verdict on an answer, so that it is judged once; everything else is worked out from them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from secrets import token_hex
from threading import local
from time import monotonic
from typing import Any

import streamlit as st
from streamlit.navigation.page import StreamlitPage
from streamlit.runtime.scriptrunner import get_script_run_ctx

from engine.rulebooks import CULBERTSON, RULEBOOKS, Rulebook, rulebook
from engine.variants import VARIANTS, Variant
from puzzles.reasons import Verdict
from tutor.learning.attempts import LONGEST_ANSWER
from tutor.words.texts import LANGUAGES, Texts

COLOURS = ("four", "two")
"""Suits in four colours, or in the two of an ordinary pack."""

KEYS = ("on", "off")
"""Whether single keys press buttons and cards; whoever dictates or uses a screen reader may not
want them (WCAG 2.1.4)."""

LETTERS = {"normal": "", "large": "21px", "largest": "25px"}
"""The size of letters, by which everything else is measured; normal is that of the theme."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the learner has chosen; ids, as they stand in the address."""

    language: str
    rulebook: str = CULBERTSON.id
    colours: str = COLOURS[0]
    form: str = "partnership"
    keys: str = KEYS[0]
    letters: str = "normal"


_ADDRESS = {
    "language": ("lang", tuple(LANGUAGES)),
    "rulebook": ("rulebook", tuple(book.id for book in RULEBOOKS)),
    "colours": ("colours", COLOURS),
    "form": ("form", tuple(VARIANTS)),
    "keys": ("keys", KEYS),
    "letters": ("letters", tuple(LETTERS)),
}
"""Where each setting stands in the address, and what may stand there."""

_UNSAID = {"keys": KEYS[0], "letters": "normal"}
"""Settings that the address does not say as long as they are so: a link is to be short."""


def settings() -> Settings:
    """Return the settings of this run; `sync` has put them there."""
    return _settled(_recall("settings"))


@lru_cache(maxsize=256)
def _settled(found: tuple[str, ...]) -> Settings:
    return Settings(*found)


def _hold(now: Settings) -> None:
    _remember("settings", tuple(getattr(now, name) for name in _ADDRESS))


def sync(stored: Mapping[str, str] | None) -> None:
    """Take the settings from the address, the session, what is stored, or the browser.

    The first of them that says anything wins. Afterwards the address says them, so that a
    copied link opens the same way. A value that does not exist is passed over. What is
    stored may become known (be no longer None) after the first run of a session.
    """
    found = st.session_state.get("settings")
    now = _settled(found) if found else Settings(_browser_language())
    unsaid = st.session_state.setdefault("unsaid", set(_ADDRESS))
    told = st.session_state.pop("told", False)
    for name, (key, allowed) in _ADDRESS.items():
        asked = st.query_params.get(key)
        if asked in allowed and not told and asked != getattr(now, name, None):
            now = replace(now, **{name: asked})
            unsaid.discard(name)
        elif asked in allowed and not found:
            unsaid.discard(name)
        if stored is not None and name in unsaid and stored.get(name) in allowed:
            now = replace(now, **{name: stored[name]})
    untell(*(key for key, _ in _ADDRESS.values()), **_carried(now))
    if stored is not None:
        unsaid.clear()
    _hold(now)


def choose(name: str, widget: str | None = None, value: str | None = None) -> bool:
    """Change the setting *name* to *value*, or to what the learner picked in *widget*.

    Returns:
        Whether there is such a value.
    """
    picked = st.session_state.get(widget) if widget else value
    if picked not in _ADDRESS[name][1]:
        return False
    _hold(replace(settings(), **{name: picked}))
    st.session_state.setdefault("unsaid", set(_ADDRESS)).discard(name)
    st.session_state["told"] = True
    return True


def _browser_language() -> str:
    """Return the browser's language if the tutor speaks it."""
    wanted = str(st.context.locale or "").lower().replace("_", "-").partition("-")[0]
    return wanted if wanted in LANGUAGES else next(iter(LANGUAGES))


def texts() -> Texts:
    """Return the words in the learner's language."""
    return Texts(settings().language)


def book() -> Rulebook:
    """Return the learner's rulebook."""
    return rulebook(settings().rulebook)


def two_colour() -> bool:
    """Return whether the learner wants the two colours of an ordinary pack."""
    return settings().colours == "two"


def variant() -> Variant:
    """Return the form of the game the learner plays."""
    return VARIANTS[settings().form]


def network() -> str | None:
    """Return the browser's address on the network, where it is known."""
    found = st.context.ip_address
    return found if isinstance(found, str) else None


def carried() -> dict[str, str]:
    """Return the settings as an address carries them, for links to other pages."""
    return _carried(settings())


def _carried(now: Settings) -> dict[str, str]:
    told = {name: getattr(now, name) for name in _ADDRESS}
    return {_ADDRESS[name][0]: told[name] for name in told if told[name] != _UNSAID.get(name)}


def shortcut(key: str) -> str | None:
    """Return the key that presses a button; none for who has switched them off."""
    return key if settings().keys == KEYS[0] else None


# ------------------------------------------------------------------ the address


def asked(key: str) -> str | None:
    """Return what the address says under *key*, cut to a length no line of ours reaches."""
    text = st.query_params.get(key)
    return None if text is None else text[:4000]


def tell(**address: str) -> None:
    """Write into the address what the page shows, so that it can be passed on."""
    _write({**st.query_params.to_dict(), **address})


def untell(*keys: str, **address: str) -> None:
    """Take from the address what no longer holds, and write into it what does instead."""
    kept = {key: value for key, value in st.query_params.to_dict().items() if key not in keys}
    _write({**kept, **address})


def _write(address: dict[str, str]) -> None:
    """Write the address anew, if it changes; the browser is told once."""
    if address != st.query_params.to_dict():
        st.query_params.from_dict(address)


# ------------------------------------------------------------- answers under way


@dataclass(slots=True)
class Answering:
    """An answer under way: the puzzle's line, the parts answered, and cards chosen so far.

    ``id`` is the answer's for ever: sent twice, it counts once. ``hints`` is how many of
    the three hints were taken. ``verdict`` is what came of the whole answer, judged once.
    ``why`` is whether its reasons are open, ``other`` the rulebook by which it is looked at too.
    ``unread`` is whether it has begun before the learner's progress was read.
    """

    line: str
    id: str
    parts: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    hints: int = 0
    since: float = field(default_factory=monotonic)
    verdict: Verdict | None = None
    why: bool = False
    other: str = ""
    unread: bool = False

    def seconds(self) -> float | None:
        """Return how long the answer took; nothing where somebody has been away in between."""
        taken = round(monotonic() - self.since, 1)
        return taken if taken <= LONGEST_ANSWER else None


def answering(slot: str, line: str) -> Answering:
    """Return the answer under way in *slot*; a new puzzle there begins afresh."""
    slots = _slots()
    found = slots.get(slot)
    if found is None or found.line != line:
        found = slots[slot] = Answering(line, token_hex(8))
    return found


def _slots() -> dict[str, Answering]:
    found: dict[str, Answering] = _recall("answering", dict)
    return found


def has_answering(slot: str) -> bool:
    """Return whether an answer is under way in *slot*."""
    return slot in _slots()


def answering_line(slot: str) -> str:
    """Return the line of what is under way in *slot*; nothing, if nothing is."""
    found = _slots().get(slot)
    return found.line if found else ""


def forget(slot: str) -> None:
    """Begin the answer in *slot* afresh."""
    _slots().pop(slot, None)


def forget_slots(start: str) -> None:
    """Begin all answers afresh whose slot begins with *start*."""
    slots = _slots()
    for slot in [slot for slot in slots if slot.startswith(start)]:
        del slots[slot]


def widget(key: str) -> object:
    """Return the value of the widget of this key, nothing if it is not on the page."""
    return st.session_state.get(key)


def put(key: str, value: object) -> None:
    """Set a widget's value from a callback, or before the widget is drawn."""
    st.session_state[key] = value
    _NEAR.found.pop(key, None)


def drop(key: str) -> None:
    """Forget a widget's value."""
    st.session_state.pop(key, None)
    _NEAR.found.pop(key, None)


def first_time(key: str) -> bool:
    """Return whether this session asks about *key* for the first time."""
    met = st.session_state.setdefault("met", set())
    new = key not in met
    met.add(key)
    return new


def count(key: str) -> None:
    """Note, in a callback, that something has happened once more."""
    st.session_state[f"count-{key}"] = counted(key) + 1


def chance() -> Random:
    """Return a source of chance that nobody can know beforehand, for what is drawn next."""
    return Random()


def visit(number: int) -> str:
    """Return what tells this session, and a number in it, from every other."""
    return f"{remembered('visit', lambda: token_hex(8))} {number}"


def counted(key: str) -> int:
    """Return how often it has happened: a new number is a new occasion to move the focus."""
    found: int = st.session_state.get(f"count-{key}", 0)
    return found


# ------------------------------------------------------------ how the learner does


@dataclass(slots=True)
class Tally:
    """How the practice goes: answers, right ones, and right ones in a row in a streak."""

    answered: int = 0
    right: int = 0
    streak: int = 0
    best: int = 0

    def add(self, *, correct: bool, streak: bool) -> None:
        """Count one answer; one that belongs to a *streak* makes it longer or ends it."""
        self.answered += 1
        self.right += correct
        if streak:
            self.streak = self.streak + 1 if correct else 0
        self.best = max(self.best, self.streak)


@dataclass(slots=True)
class Practice:
    """The drill under way: what was chosen for it, and the puzzle that is asked.

    ``wanted`` is what is chosen now, ``choice`` what the puzzle was drawn for.

    ``aim`` is the rule it was drawn for, ``because`` why it came now, ``mode`` how the
    answer is kept; ``pair`` are the lines of two tricks to compare before going on. ``done`` is
    whether it is said now that nothing is left for today, ``told_done`` whether it was said.
    """

    choice: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    line: str = ""
    aim: str = ""
    because: str = ""
    mode: str = "link"
    pair: tuple[str, ...] = ()
    serial: int = 0
    done: bool = False
    told_done: bool = False


@dataclass(slots=True)
class OpenGame:
    """The game on the table: its id in the store, and its text as it was kept last.

    ``base`` is the revision it builds on, ``started`` when it began. ``refused`` is the card
    that was not taken, ``why`` and ``hands`` what the learner has opened; ``coach`` names the
    position about which the coach was asked, ``review`` whether the game is looked back on.
    ``told`` is the key of what is to be said once.
    """

    id: str = ""
    text: str = ""
    base: int = 0
    started: str = ""
    refused: str = ""
    why: bool = False
    hands: bool = False
    coach: str = ""
    review: bool = False
    told: str = ""


def sitting() -> OpenGame:
    """Return the game on the table."""
    found = st.session_state.setdefault("sitting", OpenGame())
    assert isinstance(found, OpenGame)
    return found


def rise() -> None:
    """Leave the table."""
    st.session_state.pop("sitting", None)


def tally() -> Tally:
    """Return how the practice goes."""
    found: Tally = _recall("tally", Tally)
    return found


def practice() -> Practice:
    """Return the drill under way."""
    found: Practice = _recall("practice", Practice)
    return found


def remembered(key: str, make: Callable[[], object]) -> object:
    """Return what is remembered under *key*; the first time, what *make* makes."""
    found: object = _recall(key, make)
    return found


class _Near(local):
    """What a run has looked up already: looking it up in the session takes its time."""

    def __init__(self) -> None:
        self.run: object = None
        self.found: dict[str, Any] = {}


_NEAR = _Near()


def _recall(key: str, make: Callable[[], object] | None = None) -> Any:  # noqa: ANN401 - see callers
    """Return what the session keeps of our own under *key*, and what it is made from at first."""
    run = get_script_run_ctx(suppress_warning=True)
    if run is not None and _NEAR.run is run and key in _NEAR.found:
        return _NEAR.found[key]
    if make and key not in st.session_state:
        st.session_state[key] = make()
    return _near(key, st.session_state[key])


def _remember(key: str, value: object) -> None:
    st.session_state[key] = value
    _near(key, value)


def _near(key: str, value: object) -> object:
    run = get_script_run_ctx(suppress_warning=True)
    if run is not None:
        if _NEAR.run is not run:
            _NEAR.run, _NEAR.found = run, {}
        _NEAR.found[key] = value
    return value


# ------------------------------------------------------------------------- pages


def remember_pages(pages: Mapping[str, StreamlitPage]) -> None:
    """Keep the pages of this run, so that one can lead to another."""
    st.session_state["pages"] = pages


def page(path: str) -> StreamlitPage:
    """Return the page at *path*, for links and for turning to it."""
    found = st.session_state["pages"][path]
    assert isinstance(found, StreamlitPage)
    return found


def has_page(path: str) -> bool:
    """Return whether there is a page at *path*."""
    return path in st.session_state["pages"]


def pressed(key: str, event: str) -> str | None:
    """Return what was pressed in a card table, inside its callback; what is no text is nothing."""
    value = getattr(st.session_state.get(key), event, None)
    return value if isinstance(value, str) else None
