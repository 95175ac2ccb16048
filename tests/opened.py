"""Opens a page of the tutor in Streamlit's AppTest, as its address would."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path

import pytest
import streamlit as st
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Element, Widget
from streamlit.util import calc_hash

from tutor.drawing.cards import prose
from tutor.drawing.markup import Look
from tutor.pages.frame import session
from tutor.words.texts import Texts

APP = Path(__file__).resolve().parents[1] / "streamlit_app.py"


def opened(path: str = "", token: str | None = None, **address: str) -> AppTest:
    """Open *path* with *address* as its query; the run has raised nothing.

    *token* is what the browser's cookie says; without one nobody has been here before.
    """
    at = AppTest.from_file(str(APP), default_timeout=300)
    if token:
        at.session_state["ours"] = {"token": token}
    return turned(at, path, **{"lang": "en", **address})


def turned(at: AppTest, path: str, /, **address: str) -> AppTest:
    """Turn to *path* in the same tab, with *address* as all of its query."""
    # AppTest turns only to pages that are files; ours are functions, found by this hash.
    at._page_hash = calc_hash(path) if path else ""
    at.query_params.clear()
    for key, value in address.items():
        if value:
            at.query_params[key] = value
    return ran(at.run())


def ran(at: AppTest) -> AppTest:
    """Make sure that nothing was raised in the last run, and no heading is a link in English."""
    assert not at.exception, [error.stack_trace for error in at.exception]
    assert all(heading.hide_anchor for heading in (*at.title, *at.header, *at.subheader))
    return at


def press(at: AppTest, key: str) -> AppTest:
    """Press the first button whose key begins with *key*."""
    button = next(b for b in at.button if b.key and b.key.startswith(key))
    return ran(button.click().run())


Press = Callable[[AppTest], WidgetState]
"""What a browser sends of one press, besides all else that stands in its boxes."""


def on_button(key: str) -> Press:
    """Press the one button whose key begins with *key*."""

    def press(at: AppTest) -> WidgetState:
        (button,) = (each for each in at.button if (each.key or "").startswith(key))
        return WidgetState(id=button.proto.id, trigger_value=True)

    return press


def drawn(at: AppTest, key: str) -> str:
    """The key under which a box is drawn: another one once a press has put something into it."""
    number = at.session_state["ours"]["boxes"].get(key)
    return f"{key}-{number}" if number else key


def hold_up(at: AppTest, answer: str, count: int) -> AppTest:
    """Have *count* cards counted that are held up for an answer to the first question."""
    return ran(at.number_input(key=drawn(at, f"hands-1-{answer}")).set_value(count).run())


def on_box(key: str, value: object) -> Press:
    """Choose, or type, *value* in the box of this key."""

    def press(at: AppTest) -> WidgetState:
        held = (each for each in at._tree if isinstance(each, Widget))
        (box,) = (each for each in held if each.key == drawn(at, key))
        box._value = value
        return box._widget_state

    return press


def hastily(at: AppTest, *presses: Press) -> AppTest:
    """Press one after the other, before the browser has heard what came of the first."""
    address, boxes = dict(at.query_params), _boxes(at._tree.get_widget_states())
    for pressed in [press(at) for press in presses]:
        at.query_params = dict(address)
        others = [box for box in boxes if box.id != pressed.id]
        sent = WidgetStates(widgets=[*others, pressed])
        at, boxes = ran(at._run(sent)), _boxes(sent)
    return at


def overtaken(at: AppTest, *presses: Press) -> AppTest:
    """Press one after the other, so soon that of the page only the last one draws anything.

    Streamlit ends the run of each press, once it is done, in favour of the next.
    """
    address, boxes = dict(at.query_params), _boxes(at._tree.get_widget_states())
    pressed = [press(at) for press in presses]
    for number, state in enumerate(pressed, 1):
        at.query_params = dict(address)
        boxes = [*(box for box in boxes if box.id != state.id), state]
        with pytest.MonkeyPatch.context() as patch:
            if number < len(pressed):
                patch.setattr(session, "sync", lambda _stored: st.stop())
            at = ran(at._run(WidgetStates(widgets=boxes)))
        boxes = _boxes(WidgetStates(widgets=boxes))
    return at


def in_other_words(at: AppTest, *languages: str) -> AppTest:
    """Change the language, once and again: what is chosen a browser sends in the words of before.

    It isn't told that these are others now: only under another key a box does not stand there as
    it stood.
    """
    boxes = _boxes(at._tree.get_widget_states())
    for language in languages:
        pressed = on_button(f"language-{language}")(at)
        at = ran(at._run(WidgetStates(widgets=[*boxes, pressed])))
    return at


def _boxes(states: WidgetStates) -> list[WidgetState]:
    """What stands in boxes: of buttons a browser sends the one that is pressed."""
    pressed = {"trigger_value", "json_trigger_value"}
    return [state for state in states.widgets if state.WhichOneof("value") not in pressed]


def press_twice(at: AppTest, key: str) -> AppTest:
    """Press a button, and again before the browser has seen that it has gone."""
    return hastily(at, on_button(key), on_button(key))


def words(at: AppTest) -> str:
    """Everything the page says, in one string."""
    blocks = (at.title, at.markdown, at.text, at.caption, at.success, at.error, at.info, at.warning)
    said = "\n".join(str(element.value) for block in blocks for element in block)
    drawn = (re.sub(r"</?(?:p|li)\b[^>]*>", "\n", html) for html in _markup(at))
    told = (unescape(re.sub(r"<[^>]*>", " ", html)) for html in drawn)
    return "\n".join((said, *told, verdict(at)))


def headings(at: AppTest) -> list[str]:
    """What the page is headed by: its title, what is asked, or who wins."""
    drawn = (re.findall("<h1[^>]*>(.*?)</h1>", html) for html in _markup(at))
    return [
        *(str(title.value) for title in at.title),
        *(unescape(re.sub("<[^>]*>", "", one)) for found in drawn for one in found),
    ]


def running(at: AppTest) -> list[str]:
    """The paragraphs, points and small letters of running text, as they are read."""
    found = re.findall(
        r'<(p|ul) class="(?:running|verdict-box)[^>]*>(.*?)</\1>', "".join(_markup(at))
    )
    pieces = (piece for _, inside in found for piece in re.split("</?li>", inside) if piece)
    return [unescape(re.sub("<[^>]*>", "", piece)) for piece in pieces]


def as_read(words: str, language: str) -> str:
    """Running text as it is read and heard: a card that has a sign in it is there by its name."""
    return unescape(re.sub("<[^>]*>", "", prose(Look(Texts(language)), words)))


def verdict(at: AppTest) -> str:
    """What is said of the answer, with its markup; nothing before there is one."""
    said = re.search(r'<div class="verdict .*?</div>', "".join(_markup(at)), re.DOTALL)
    return said[0] if said else ""


def _plain(html: str) -> str:
    """Markup without what draws a card in a line of words."""
    return re.sub(r'<span class="named[^>]*><span>(.*?)</span></span>', r"\1", html)


def _markup(at: AppTest) -> list[str]:
    """What the page says in markup of its own, but for its style."""
    found = [str(element.value) for element in at.get("html") if isinstance(element, Element)]
    return [_plain(html) for html in found if not html.startswith("<style>")]
