"""What this browser tab remembers, and what its address says: the settings, and what pages keep.

The only module that touches the session. What pages keep there are lines of positions and
answers, the verdict on an answer, so that it is judged once, and how far something has come; what
follows from these is worked out anew.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from threading import RLock, local
from typing import Any, Generic, NoReturn, ParamSpec, TypeVar, cast

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from engine.rulebooks import CULBERTSON, RULEBOOKS, Rulebook, rulebook_of
from engine.variants import VARIANTS, Variant
from tutor.words.texts import LANGUAGES, Texts, spoken

COLOURS = ("four", "two")
"""Suits in four colours, or in the two of an ordinary pack."""

KEYS = ("on", "off")
"""Whether single keys press buttons and cards; whoever dictates or uses a screen reader may not
want them (WCAG 2.1.4)."""

SCHEMES = ("device", "light", "dark")
"""Light or dark as the device is, or always."""

PACES = ("calm", "normal", "quick")
"""How fast the others play, from card to card."""

LETTERS = {"normal": 0, "large": 21, "largest": 25}
"""The size of letters in pixels, by which everything else is measured; 0 is that of the theme."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What the learner has chosen; ids, as they stand in the address."""

    language: str
    rulebook: str = CULBERTSON.id
    colours: str = COLOURS[0]
    form: str = "partnership"
    keys: str = KEYS[0]
    letters: str = "normal"
    scheme: str = SCHEMES[0]
    pace: str = "normal"

    def carried(self) -> dict[str, str]:
        """Return the settings as an address carries them."""
        told = {name: getattr(self, name) for name in ADDRESS}
        return {ADDRESS[name][0]: told[name] for name in told if told[name] != _UNSAID.get(name)}


ADDRESS = {
    "language": ("lang", tuple(LANGUAGES)),
    "rulebook": ("rulebook", tuple(rulebook.id for rulebook in RULEBOOKS)),
    "colours": ("colours", COLOURS),
    "form": ("form", tuple(VARIANTS)),
    "keys": ("keys", KEYS),
    "letters": ("letters", tuple(LETTERS)),
    "scheme": ("scheme", SCHEMES),
    "pace": ("pace", PACES),
}
"""Where each setting stands in the address, and what may stand there."""

_UNSAID = {"keys": KEYS[0], "letters": "normal", "scheme": SCHEMES[0], "pace": "normal"}
"""Settings that the address does not say as long as they are so: a link is to be short."""


Kept = TypeVar("Kept")
P = ParamSpec("P")


def settings() -> Settings:
    """Return the settings of this run; `sync` has put them there."""
    settings: Settings = _ours()["settings"]
    return settings


def sync(stored: Mapping[str, str] | None) -> None:
    """Take the settings from the address, the session, what is stored, or the browser.

    The first of them that says anything wins. Afterwards the address says them, so that a
    copied link opens the same way. A value that does not exist is passed over. What is
    stored may become known (be no longer None) after the first run of a session.
    """
    ours = _ours()
    kept = ours.get("settings")
    chosen = kept or Settings(spoken([str(st.context.locale or "")]))
    unsaid = ours.setdefault("unsaid", set(ADDRESS))
    led = st.query_params.to_dict() if _led() else {}
    for name, (key, allowed) in ADDRESS.items():
        asked = led.get(key)
        if asked in allowed and (not kept or asked != getattr(chosen, name)):
            chosen = replace(chosen, **{name: asked})
            unsaid.discard(name)
        if stored is not None and name in unsaid and stored.get(name) in allowed:
            chosen = replace(chosen, **{name: stored[name]})
    if stored is not None:
        unsaid.clear()
    ours["settings"] = chosen


def choose(name: str, box: str | None = None, value: str | None = None) -> bool:
    """Set *name* to *value*, or to what was picked in a *box*; whether there is such one."""
    picked = widget(box) if box else value
    if picked not in ADDRESS[name][1]:
        return False
    ours, chosen = _ours(), replace(settings(), **{name: picked})
    ours["settings"] = chosen
    ours.setdefault("unsaid", set(ADDRESS)).discard(name)
    return True


def texts() -> Texts:
    """Return the words in the learner's language."""
    return Texts(settings().language)


def rulebook() -> Rulebook:
    """Return the learner's rulebook."""
    return rulebook_of(settings().rulebook)


def two_colour() -> bool:
    """Return whether the learner wants the two colours of an ordinary pack."""
    return settings().colours == "two"


def variant() -> Variant:
    """Return the form of the game the learner plays."""
    return VARIANTS[settings().form]


def network() -> str | None:
    """Return the browser's address on the network, where it is known."""
    address = st.context.ip_address
    return address if isinstance(address, str) else None


def scheme() -> str | None:
    """Return whether it is to be light or dark; nothing while nobody knows what was chosen."""
    return None if "scheme" in _ours()["unsaid"] else settings().scheme


def shortcut(key: str) -> str | None:
    """Return the key that presses a button; none for who has switched them off."""
    return key if settings().keys == KEYS[0] else None


# ------------------------------------------------------------------ the address


@dataclass(slots=True)
class _Place:
    """Which page is shown, its address, and the address that the browser was told.

    It is ``unheard`` where the browser has yet to be told of one that led here. ``arrived`` is
    whether something has led to the page and nobody has taken that up. ``turn`` is held while
    something is done that was pressed here, and while the page is drawn.
    """

    path: str | None = None
    address: dict[str, str] = field(default_factory=dict)
    told: dict[str, str] | None = None
    unheard: bool = False
    arrived: bool = False
    turn: AbstractContextManager[bool] = field(default_factory=RLock)


def _place() -> _Place:
    return remembered("place", _Place)


def asked(key: str) -> str | None:
    """Return what the address says under *key*, cut to a length no line of ours reaches."""
    text = _place().address.get(key)
    return None if text is None else text[:4000]


def asked_number(key: str) -> int | None:
    """Return the number that the address says under *key*; nothing, if it says none."""
    text = _place().address.get(key) or ""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else None


def tell(**address: str) -> None:
    """Write into the address what the page shows, so that it can be passed on."""
    place = _place()
    place.address = {**place.address, **address}


def untell(*keys: str) -> None:
    """Take from the address what no longer holds."""
    place = _place()
    place.address = {key: value for key, value in place.address.items() if key not in keys}


def tell_browser() -> None:
    """Have the browser take over the address, at the end of a run: a press is one step back."""
    untell(*(key for key, _ in ADDRESS.values()))
    place = _place()
    address = place.address = {**settings().carried(), **place.address}
    if place.unheard or address != st.query_params.to_dict():
        st.query_params.from_dict(address)  # this run may be ended here: then the next one does it
    place.told, place.unheard = address, False


def _led() -> bool:
    """Whether Back or a link has led to this run's address: it is not the one that was told."""
    return _place().told != st.query_params.to_dict()


def follow(path: str) -> None:
    """Take the address by which the page at *path* was opened, or Back or a link led to it.

    Of a link by which a page leads to itself Streamlit tells the server and leaves the browser as
    it was: under the old address, which the next press would send.
    """
    place, query = _place(), st.query_params.to_dict()
    here, led = place.path == path, _led()
    if led or not here:
        place.address, place.arrived, place.unheard = query, True, here
    place.path, place.told = path, query


def run_again() -> NoReturn:
    """Have the whole page run once more, from the address that the last press has led to.

    What a page asks by itself brings the address of before as well, until the browser has heard.
    """
    _place().told = st.query_params.to_dict()
    st.rerun()


@dataclass(eq=False, slots=True)
class _Press(Generic[P]):
    """What is done when something is pressed that was drawn in the page at *path*.

    It waits for its turn: Streamlit has the next run begin on another thread while the last one
    waits for the store, or draws the page. What stands in its *box* is read before, for
    after that a third press may have ended this run. Every session holds one for each thing on its
    page; a function of its own would be four times as large.
    """

    path: str | None
    then: Callable[P, None]
    box: str | None = None

    def __call__(self, *args: P.args, **more: P.kwargs) -> None:
        place, query = _place(), st.query_params.to_dict()
        sent = {} if self.box is None else {_drawn(self.box): widget(self.box)}
        with place.turn:
            if self.path != place.path:  # another page is on its way to the browser
                place.path, place.address = self.path, query
            place.told = query  # all that the browser has heard of; nothing has led to it
            _THIS_RUN.sent = sent
            try:
                self.then(*args, **more)
            finally:
                _THIS_RUN.sent = {}


def turn() -> AbstractContextManager[bool]:
    """Return what a run holds while it draws, so that it says of no later press what was before.

    Where another run is to take its place, Streamlit ends it at its next look into the session.
    """
    return _place().turn


def from_here(then: Callable[P, None], box: str | None = None) -> Callable[P, None]:
    """Return *then* as a press does it: from the address that the last press has led to.

    On a slow network something is pressed before the browser has heard of what came of the press
    before. It brings the address of before, to which Back and links alone are to lead. Where it is
    pressed in a *box*, *then* finds there what was sent with this press.
    """
    return _Press(_place().path, then, box)


def here() -> Callable[[], None]:
    """Return what a press does by which the page is shown once more, and nothing else is done."""
    return from_here(nothing)


def nothing() -> None:
    """Do nothing."""


def on_arrival(take: Callable[[], None]) -> None:
    """Call *take* where the page was opened, or Back or a link led to its address.

    If this run is ended in favour of another before that is done, the other does it: a page that
    comes back after a lost connection is often asked for twice.
    """
    place = _place()
    if place.arrived:
        take()
        place.arrived = False


# ------------------------------------------------------------------ what pages keep


def widget(key: str) -> object:
    """Return the value of the widget of this key; nothing, if it has not been drawn."""
    drawn = _drawn(key)
    return _THIS_RUN.sent[drawn] if drawn in _THIS_RUN.sent else st.session_state.get(drawn)


def typed(key: str) -> str:
    """Return the text in the widget of this key; an empty one, if there is none."""
    value = widget(key)
    return value if isinstance(value, str) else ""


def put(key: str, value: object) -> None:
    """Set a widget's value, in a callback or before it is drawn."""
    if key in _boxes() and widget(key) not in (None, value):
        _renew(key, value)
    else:
        st.session_state[_drawn(key)] = value


def _renew(key: str, value: object) -> None:
    """Have the box of *key* drawn under another one, with this *value*."""
    boxes, before = _boxes(), _drawn(key)
    st.session_state[f"{key}-{boxes[key] + 1}"] = value  # first: this run may be ended here
    boxes[key] += 1
    st.session_state.pop(before, None)


def drop(key: str) -> None:
    """Forget the value of a widget."""
    st.session_state.pop(_drawn(key), None)


class Names(dict[Any, str]):
    """What each thing that can be chosen is called; what has gone has no name."""

    def __missing__(self, _gone: object) -> str:
        return ""  # a browser may still send it


@lru_cache(maxsize=1024)
def _shared(*names: tuple[Any, str]) -> Names:
    return Names(names)


def shared(names: Mapping[Any, str]) -> Names:
    """Return names as all sessions keep them: each would hold some dozens of its own."""
    return _shared(*names.items())


def box(key: str, names: Names | None = None) -> str:
    """Return the key under which a box is drawn whose value is `put` there by other presses too.

    It is another one whenever they have: a browser goes on sending what it had in a box, until it
    has heard of them and, of a box in a menu that is closed, even then. So it is where `shared`
    *names* have other words for what is chosen than before: a browser knows a choice by its words
    alone.
    """
    _boxes().setdefault(key, 0)
    if names is not None:
        named = remembered("box names", dict[str, Names])
        before = named.get(key, names)
        if before is not names:
            value = widget(key)
            chosen = value if isinstance(value, list) else [value]
            if any(each in before and before[each] != names[each] for each in chosen):
                _renew(key, value)
        named[key] = names
    return _drawn(key)


@dataclass(eq=False, slots=True)
class _Choice:
    """What is done when something is chosen in the box of *key*, which was drawn as it stood."""

    key: str
    drawn: str
    stood: object
    press: Callable[[], None]

    def __call__(self) -> None:
        chosen = widget(self.key)
        if self.drawn == _drawn(self.key) and chosen != self.stood:
            self.stood = chosen  # it may be chosen back before the box is drawn anew
            self.press()


def from_box(key: str, then: Callable[[], None]) -> Callable[[], None]:
    """Return *then* as a choice in a box does it; what is sent once more as it stood is none.

    So a browser sends a box that is gone, until it has heard of that.
    """
    return _Choice(key, box(key), widget(key), from_here(then, key))


def _boxes() -> dict[str, int]:
    return remembered("boxes", dict[str, int])


def _drawn(key: str) -> str:
    number = _boxes().get(key)
    return f"{key}-{number}" if number else key


def count(key: str) -> None:
    """Note, in a callback, that something has happened once more."""
    _ours()[f"count-{key}"] = counted(key) + 1


def once(key: str, then: Callable[P, None]) -> Callable[P, None]:
    """Return *then* for a button that is gone once it was pressed, done once where it is shown.

    On a slow network it is pressed once more before the browser has seen what came of it.
    """
    number = counted(key)

    def press(*args: P.args, **more: P.kwargs) -> None:
        if counted(key) == number:
            count(key)
            then(*args, **more)

    return press


def chance() -> Random:
    """Return a source of chance that nobody can know beforehand, for what is drawn next."""
    return Random()


def counted(key: str) -> int:
    """Return how often it has happened: a new number is a new occasion to move the focus."""
    times: int = _ours().get(f"count-{key}", 0)
    return times


def remembered(key: str, make: Callable[[], Kept]) -> Kept:
    """Return what is remembered under *key*; the first time, what *make* makes."""
    ours = _ours()
    if key not in ours:
        ours[key] = make()
    value: Kept = ours[key]
    return value


def recall(key: str) -> object:
    """Return what is remembered under *key*; nothing, if nothing is."""
    return _ours().get(key)


def remember(key: str, value: object) -> None:
    """Remember something under *key*, in place of what was there."""
    _ours()[key] = value


def forget(key: str) -> None:
    """Remember nothing any more under *key*."""
    _ours().pop(key, None)


def pressed(key: str, event: str) -> str | None:
    """Return what was pressed in a card table, inside its callback; what is no text is nothing."""
    value = getattr(widget(key), event, None)
    return value if isinstance(value, str) else None


_OURS = "ours"
"""The one key under which everything is that is remembered, apart from the widgets' values:
Streamlit goes through the keys of a session at every press."""


class _ThisRun(local):
    """What is remembered, as this run has looked it up already, and what a press has sent.

    Where a run looks into Streamlit's session, Streamlit may end it in favour of another: what
    was being changed there would be left half done. And each look takes its time.
    """

    def __init__(self) -> None:
        self.run: object = None
        self.ours: dict[str, Any] = {}
        self.sent: dict[str, object] = {}


_THIS_RUN = _ThisRun()


def _ours() -> dict[str, Any]:
    run = get_script_run_ctx(suppress_warning=True)
    if run is None or _THIS_RUN.run is not run:
        _THIS_RUN.run, _THIS_RUN.ours = run, st.session_state.setdefault(_OURS, {})
    return _THIS_RUN.ours


# ------------------------------------------------------------------ what is under way


def under_way(slot: str, about: str, make: Callable[[], Kept]) -> Kept:
    """Return what is under way in *slot*; about anything else than before, it is made afresh."""
    slots = _slots()
    if about_what(slot) != about:
        slots[slot] = about, make()
    return cast("Kept", slots[slot][1])


def about_what(slot: str) -> str | None:
    """Return what that which is under way in *slot* is about: of an answer, the puzzle's line."""
    subject = _slots().get(slot)
    return subject[0] if subject else None


def forget_slot(slot: str) -> None:
    """Begin what is in *slot* afresh."""
    _slots().pop(slot, None)


def forget_slots(start: str) -> None:
    """Begin everything afresh in the slot *start* and in those within it, ``<start>-...``."""
    slots = _slots()
    for slot in [slot for slot in slots if f"{slot}-".startswith(f"{start}-")]:
        del slots[slot]


def _slots() -> dict[str, tuple[str, object]]:
    return remembered("under way", dict[str, tuple[str, object]])
