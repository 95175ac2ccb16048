"""Opens a page of the tutor in Streamlit's AppTest, as its address would."""

import re
from html import unescape
from pathlib import Path

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Element
from streamlit.util import calc_hash

from tutor.drawing.cards import prose
from tutor.drawing.markup import Look
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


def press_twice(at: AppTest, key: str) -> AppTest:
    """Press a button, and again before the browser has seen that it has gone."""
    (button,) = (each for each in at.button if (each.key or "").startswith(key))
    address = dict(at.query_params)
    at = press(at, key)
    at.query_params = address
    states = at._tree.get_widget_states()
    states.widgets.add(id=button.proto.id, trigger_value=True)
    return ran(at._run(states))


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
