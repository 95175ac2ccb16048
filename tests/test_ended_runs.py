"""Where Streamlit ends a run in favour of another, what the run had begun comes to its end.

A browser often asks twice at once: for a page that comes back after a lost connection, or because
somebody presses while a page is still on its way. Streamlit then ends the first run at the next
place where that is possible, which is wherever a page shows something or looks into the session.
"""

from urllib.parse import urlencode

import pytest
import streamlit as st
from streamlit.runtime.scriptrunner import RerunData, RerunException, get_script_run_ctx
from streamlit.runtime.scriptrunner.script_runner import ScriptRunner
from streamlit.testing.v1 import AppTest

from engine.rules import Rule
from tests.opened import drawn, hastily, headings, opened, press, ran, turned, words
from tests.test_pages import PLAIN
from tests.test_slow_network import HOLDS
from tutor.pages.frame import session
from tutor.store import new_token
from tutor.words.texts import Texts

LINKS: dict[str, dict[str, str]] = {
    "": {},
    "drill": {"mode": "free", "kind": "who-wins", "rule": Rule.DISCARD_NEVER_WINS, "puzzle": PLAIN},
    "learn": {"lesson": "following-suit", "step": "2"},
    "handouts": {"sheet": "score"},
    "rules": {"rule": Rule.RUFF_WINS},
    "referee": {"game": "solo", "table": "N=C E=S S=D W=H", "trick": "N H8 HJ HT"},
    "record": {"lang": "ja", "rulebook": "akagiri", "letters": "large"},
}


class Ends:
    """Ends the next run at its place *at*, as if the browser had asked for the page once more."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at, self.place, self.query = 0, 0, ""
        goes_on = ScriptRunner._maybe_handle_execution_control_request

        def ends(runner: ScriptRunner) -> None:
            self.place += bool(runner._execing)
            if self.at and self.place == self.at:
                self.at = 0
                run = get_script_run_ctx()
                assert run
                raise RerunException(
                    RerunData(query_string=self.query, page_script_hash=run.page_script_hash)
                )
            goes_on(runner)

        name = "_maybe_handle_execution_control_request"
        monkeypatch.setattr(ScriptRunner, name, ends)

    def open(self, path: str, link: dict[str, str], at: int = 0) -> AppTest:
        """Open a page anew; its first run is ended at the place *at*, or at none."""
        self.at, self.place, self.query = at, 0, urlencode({"lang": "en", **link})
        return opened(path, **link)

    def press(self, what: str, at: int = 0) -> AppTest:
        """Open a page and press; that run is ended at the place *at*, or at none."""
        path, address, press, _ = HOLDS[what]
        page = opened(path, **address)
        self.at, self.place, self.query = at, 0, urlencode(dict(page.query_params))
        return hastily(page, press)


def shown(at: AppTest) -> tuple[object, ...]:
    return headings(at), words(at), dict(at.query_params)


@pytest.mark.parametrize("path", LINKS)
@pytest.mark.parametrize("step", [17, pytest.param(1, marks=pytest.mark.soak)])
def test_a_link_opens_the_same_wherever_its_first_run_is_ended(
    path: str, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = Ends(monkeypatch)
    whole = shown(ends.open(path, LINKS[path]))
    places = ends.place
    assert places > 50
    for at in range(1, places + 1, step):
        assert shown(ends.open(path, LINKS[path], at)) == whole, f"ended at {at} of {places}"
        assert not ends.at, "it was ended"


def test_what_a_link_to_a_new_room_asks_is_chosen_by_the_next_run() -> None:
    at, address = opened("host"), {"lang": "en", "ask": "rule"}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "drop", lambda _: st.stop())  # where it looks into the session
        at = turned(at, "host", **address)
    at.query_params = address
    at = ran(at.run())
    assert at.session_state[drawn(at, "room-source")] == "rule"


def test_that_progress_is_erased_is_told_though_something_else_was_pressed() -> None:
    at = opened("record", new_token())
    at.session_state["fold-keep.title"] = True
    at = ran(ran(at.run()).checkbox("keep-sure").check().run())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(session, "put", lambda *_, **__: st.stop())
        at = press(at, "keep-erase")
    assert Texts("en")("keep.erased", count=0) in words(ran(at.run()))


_BEGUN, _TOLD = 8, 3
"""After so many places the press is done, and so many before the end the browser is told of it."""


@pytest.mark.parametrize("what", HOLDS)
@pytest.mark.parametrize("step", [41, pytest.param(1, marks=pytest.mark.soak)])
def test_a_press_holds_wherever_its_run_is_ended(
    what: str, step: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The browser asks once more from where it was: it has heard of nothing."""
    ends, (*_, said) = Ends(monkeypatch), HOLDS[what]
    ends.press(what)
    places = ends.place
    assert places > 50
    for at in range(_BEGUN, places - _TOLD, step):
        address = dict(ends.press(what, at).query_params)
        assert {**address, **said} == address, f"ended at {at} of {places}"
        assert not ends.at, "it was ended"
