"""On a slow network a press holds, though the browser has not heard of it when the next is made.

Half a second there and back is enough: the second press brings the address of before the first,
and all boxes as they stood. Back, which brings an old address too, leads back.
"""

import ast
import re
from contextlib import nullcontext
from pathlib import Path
from random import Random
from threading import Event, Thread

import pytest
import streamlit as st
from streamlit.proto.Block_pb2 import Block
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state import QueryParamsProxy
from streamlit.testing.v1 import AppTest

from tests.component import fire, given, on_card
from tests.opened import (
    Press,
    drawn,
    hastily,
    headings,
    in_other_words,
    on_box,
    on_button,
    opened,
    overtaken,
    press,
    ran,
    turned,
)
from tutor.pages import shell
from tutor.pages.frame import progress, session, store_note
from tutor.store import new_token

LESSON = {"lesson": "following-suit", "step": "2"}
PUPIL = {"pupil": "1 partnership culbertson aces-are-low 1"}
PUZZLES = {"sheet": "puzzles"}
TRICK = {"game": "partnership", "table": "N=C E=S S=D W=H", "trick": "N H5 H6"}


@pytest.fixture
def token() -> str:
    return new_token()


HOLDS: dict[str, tuple[str, dict[str, str], Press, dict[str, str]]] = {
    "a step": ("learn", LESSON, on_button("next-"), {"step": "3"}),
    "a step back": ("learn", LESSON, on_button("back-"), {"step": "1"}),
    "a lesson": ("learn", {}, on_card("course", act="the-table"), {"lesson": "the-table"}),
    "a hint": ("drill", {}, on_button("hint-"), {"hint": "1"}),
    "how to practise": ("drill", {}, on_box("drill-mode", "streak"), {"mode": "streak"}),
    "the form": ("drill", {}, on_box("setting-form", "solo"), {"form": "solo"}),
    "a topic": ("rules", {}, on_box("rules-topic", "often"), {"rule": "often"}),
    "a sheet": ("handouts", {}, on_box("handouts-sheet", "score"), {"sheet": "score"}),
    "a scene": ("beside", {"scene": "2"}, on_button("side-next-"), {"scene": "3"}),
    "a trick shown": ("pupil", PUPIL, on_button("pupil-show-0-1"), {"moves": "1"}),
    "a card": ("referee", TRICK, on_card("picker-referee", pick="HK"), {"trick": "N H5 H6 HK"}),
    "the rulebook": ("play", {}, on_box("play-rulebook", "akagiri"), {"rulebook": "akagiri"}),
}
"""Where something is pressed: the page, its address, and what the address says afterwards."""


@pytest.mark.parametrize("what", HOLDS)
def test_a_press_holds_though_another_follows_at_once(what: str, token: str) -> None:
    path, address, first, said = HOLDS[what]
    at = hastily(opened(path, token, **address), first, on_button("language-ja"))
    told = dict(at.query_params)
    assert {**told, **said, "lang": "ja"} == told


@pytest.mark.parametrize("what", HOLDS)
def test_back_right_after_a_press_leads_back(what: str, token: str) -> None:
    path, address, first, said = HOLDS[what]
    at = opened(path, token, **address)
    before, shown = dict(at.query_params), headings(at)
    at = hastily(at, first)
    assert dict(at.query_params) == {**at.query_params, **said}
    at.query_params = before
    at = ran(at.run())
    assert {**before, **at.query_params} == at.query_params
    assert headings(at) == shown


CHOSEN: dict[str, tuple[str, dict[str, str], str, object]] = {
    "the rulebook of homework": ("assignments", {}, "set-rulebook", "akagiri"),
    "the kind of its puzzles": ("assignments", {}, "set-kind", "who-wins"),
    "the lessons in it": ("assignments", {}, "set-lessons", ["the-table", "ruffing"]),
    "what a room asks": ("host", {}, "room-source", "rule"),
    "a sheet": ("handouts", {}, "handouts-sheet", "score"),
    "where its puzzles come from": ("handouts", PUZZLES, "handouts-source", "lines"),
}
"""What is chosen in a box by its words: the page, its address, the box and the choice."""


@pytest.mark.parametrize("what", CHOSEN)
def test_what_is_chosen_stands_in_every_language(what: str, token: str) -> None:
    """The browser sends the words in which it was chosen, also where another one is spoken."""
    path, address, box, choice = CHOSEN[what]
    at = hastily(opened(path, token, **address), on_box(box, choice))
    at = in_other_words(at, "ja", "en")
    assert at.session_state[drawn(at, box)] == choice


def test_the_tab_that_is_open_stays_so_in_every_language(token: str) -> None:
    def tabs(at: AppTest) -> Block:
        (block,) = at.get("tab_container")
        assert isinstance(block.proto, Block)
        return block.proto

    def on_tab(at: AppTest) -> WidgetState:
        return WidgetState(id=tabs(at).id, string_value=at.tabs[1].label)

    at = opened("assignments", token)
    drawn_as = tabs(at).id
    at = hastily(at, on_tab)
    assert tabs(at).id == drawn_as, "whoever goes by the arrow keys stays on the tab"
    for language in ("ja", "en"):
        assert tabs(at).tab_container.default_tab_index == 1
        at = hastily(at, on_tab, on_button(f"language-{language}"))
    assert tabs(at).tab_container.default_tab_index == 1


def test_who_has_which_trumps_holds_whatever_the_seats_are_called(token: str) -> None:
    at, seating = opened("referee", token), "N=S E=C S=H W=D"
    at = hastily(at, on_box("referee-table", seating))
    at = hastily(at, on_box("referee-names", "compass"), on_button("answer-referee-E"))
    assert (at.query_params["table"], at.query_params["trick"]) == (seating, "E")


@pytest.mark.parametrize("what", HOLDS)
def test_of_a_press_the_browser_is_told_once(
    what: str, token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each telling is a step of its history: Back would lead to what never was."""
    path, address, first, _ = HOLDS[what]
    at, told, tell = opened(path, token, **address), [], QueryParamsProxy.from_dict

    def noted(query: QueryParamsProxy, said: dict[str, str]) -> None:
        told.append(said)
        tell(query, said)

    monkeypatch.setattr(QueryParamsProxy, "from_dict", noted)
    assert [dict(hastily(at, first).query_params)] == told


def test_a_link_that_says_no_settings_leads_on_too(token: str) -> None:
    """Back leads to the address by which a page was opened, as it was sent."""
    at = turned(opened("referee", token, **TRICK), "referee", game="solo", trick="N C4")
    assert {"game": "solo", "trick": "N C4"}.items() <= dict(at.query_params).items()


def test_a_setting_that_the_bar_has_changed_is_not_put_back_by_its_box(token: str) -> None:
    """The settings have been open once: the browser sends what they stood at."""
    at = opened("learn", token, **LESSON)
    at = hastily(at, on_button("language-ja"), on_button("next-"), on_button("next-"))
    assert (at.query_params["lang"], at.query_params["step"]) == ("ja", "3")


@pytest.mark.parametrize(
    ("path", "address", "line"), [("referee", TRICK, "referee-line"), ("pupil", PUPIL, "")]
)
def test_two_cards_in_a_row_are_both_laid(
    path: str, address: dict[str, str], line: str, token: str
) -> None:
    """Also where the line of the trick stands in a box: it is sent as it stood."""
    at = opened(path, token, **address)
    if path == "pupil":
        at = hastily(press(at, "pupil-lay"), on_button("answer-pupil-N"))
    cards = [on_card(f"picker-{path}", pick=card) for card in ("HK", "HQ")]
    at = hastily(at, *cards)
    assert str(at.query_params["trick"]).endswith("HK HQ")
    assert not line or at.session_state[drawn(at, line)] == "N H5 H6 HK HQ"


def test_cards_are_taken_back_as_often_as_it_is_pressed(token: str) -> None:
    at, back = opened("referee", token, **TRICK), on_button("referee-undo")
    assert overtaken(at, back, back).query_params["trick"] == "N"


def test_puzzles_are_added_and_left_out_as_often_as_it_is_pressed(token: str) -> None:
    at = hastily(opened("assignments", token), on_button("set-add"), on_button("set-add"))
    lines = at.session_state[drawn(at, "set-lines")].splitlines()
    assert len(lines) == 12
    boxes = [box.key for box in at.get("expander") if box.key and "set-look-" in box.key]
    for box in boxes[:2]:
        at.session_state[box] = True
    at = ran(at.run())
    outs = [each.key for each in at.button if each.key and each.key.endswith("-out")]
    at = hastily(at, *map(on_button, outs))
    assert at.session_state[drawn(at, "set-lines")].splitlines() == lines[2:]


def test_puzzles_are_added_of_the_kind_that_was_chosen_a_moment_before(
    token: str,
) -> None:
    at = opened("assignments", token)
    at = hastily(at, on_box("set-kind", "who-wins"))
    at = overtaken(at, on_box("set-kind", "who-has-won"), on_button("set-add"))
    added = at.session_state[drawn(at, "set-lines")].splitlines()
    assert {line.split()[1] for line in added} == {"who-has-won"}


def test_a_game_is_gone_back_through_by_as_many_steps_as_are_pressed(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "chance", lambda: Random(7))  # three play before the learner
    at = press(opened("play", token), "deal")
    at.session_state["tool-keep"] = True
    at = press(ran(at.run()), "keep-replay")
    at = hastily(at, on_button("replay-deal-back"), on_button("replay-forward"))
    assert at.query_params["at"] == "1"
    game = at.query_params["match"]
    at = hastily(at, on_button("play-on"), on_button("replay-forward"))
    assert "at" not in at.query_params
    assert at.query_params["match"] != game


def test_a_table_that_was_left_is_not_looked_at_again(token: str) -> None:
    at = press(opened("play", token), "deal")
    at.session_state["tool-keep"] = True
    at = hastily(ran(at.run()), on_button("leave"), on_button("keep-replay"))
    assert "match" not in at.query_params


def test_a_kind_of_question_holds_though_a_rule_of_another_is_chosen_at_once(token: str) -> None:
    at = opened("drill", token, mode="free", kind="who-wins")
    rule = on_box("drill-rule-who-wins", "trick.discard-never-wins")
    at = hastily(at, on_box("drill-kind", "who-has-won"), rule)
    assert (at.query_params["kind"], at.query_params["rule"]) == ("who-has-won", "mixed")


def test_a_step_is_of_the_lesson_in_which_it_was_pressed(token: str) -> None:
    at = hastily(opened("learn", token, **LESSON), on_button("leave"), on_button("next-"))
    assert (at.query_params["lesson"], at.query_params["step"]) == ("following-suit", "3")


def test_what_is_chosen_back_at_once_is_chosen(token: str) -> None:
    at = opened("learn", token, **LESSON)
    at = overtaken(at, on_box("setting-letters", "large"), on_box("setting-letters", "normal"))
    assert "letters" not in at.query_params


PAGES = Path(__file__).resolve().parents[1] / "tutor" / "pages"


@pytest.mark.parametrize("what", ["a press", "a page", "a part of it"])
def test_no_press_is_done_beside_another_or_while_something_is_drawn(
    what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Streamlit begins the next run on another thread while the last one is still at work.

    Of two presses one was lost so, and of a step of a lesson it was said what was before.
    """
    place, order = session._Place(""), list[str]()
    monkeypatch.setattr(session, "_place", lambda: place)
    press = session.from_here(lambda: order.append("pressed"))
    beside = Thread(target=press)

    def work() -> None:
        session.here()()  # whoever has the turn may press in it
        beside.start()
        beside.join(0.3)
        order.append("done")

    if what == "a press":
        session.from_here(work)()
    elif what == "a page":
        monkeypatch.setattr(shell, "_run", work)
        shell.run()
    else:
        monkeypatch.setattr(st, "fragment", lambda shown: shown)
        monkeypatch.setattr(progress, "trouble", lambda: "")
        monkeypatch.setattr(session, "recall", lambda _: "")
        monkeypatch.setattr(session, "tell_browser", lambda: None)
        store_note.fragment(work)()
    beside.join()
    assert order == ["done", "pressed"]


def test_what_is_sent_with_a_press_is_there_when_its_turn_has_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A third press has taken the place of the second by then: of this nothing more is said."""
    read = Event()

    class Boxes(dict[str, object]):
        def get(self, key: str, default: object = None) -> object:
            assert not read.is_set(), "Streamlit would end the run here"
            if key == "count":
                read.set()
            return super().get(key, default)

    place, counted = session._Place(""), list[object]()
    monkeypatch.setattr(session, "_place", lambda: place)
    monkeypatch.setattr(session, "_ours", dict)
    monkeypatch.setattr(st, "session_state", Boxes(count=5))
    last = session.from_here(lambda: counted.append(session.widget("count")), "count")
    beside = Thread(target=last)

    def first() -> None:
        beside.start()
        assert read.wait(60)

    session.from_here(first)()
    beside.join()
    assert counted == [5]


def test_what_was_typed_stands_though_something_else_was_pressed_while_it_waited(
    token: str,
) -> None:
    """Streamlit ends its run at the next look for a box."""
    patch = pytest.MonkeyPatch()

    class Turn:
        """Comes when something else has been pressed."""

        def __enter__(self) -> None:
            patch.setattr(type(st.session_state), "get", lambda *_: st.stop())

        def __exit__(self, *_: object) -> None:
            patch.undo()

    at = opened("workshop", token)
    text = f"{given(at, 'workshop-lesson')['text']}# typed\n"
    place = at.session_state["ours"]["place"]
    place.turn = Turn()
    fire(at, "workshop-lesson", typed=text)
    place.turn = nullcontext()
    assert given(ran(at.run()), "workshop-lesson")["text"] == text


RUNS_AGAIN = {
    "button", "checkbox", "download_button", "expander", "file_uploader", "form_submit_button",
    "multiselect", "number_input", "pills", "radio", "segmented_control", "selectbox", "slider",
    "tabs", "text_area", "text_input", "toggle",
}  # fmt: skip
"""What a page can hold by which it is asked for once more."""


def test_whatever_is_pressed_begins_from_here() -> None:
    """All that runs a page again says so, but for what stands in a form, or folds by itself."""
    silent = []
    for path in PAGES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            where, kind = ast.unparse(node.func.value), node.func.attr
            if where not in {"st", "button"} or kind not in RUNS_AGAIN:
                continue
            named = {word.arg: ast.unparse(word.value) for word in node.keywords}
            if not {"on_change", "on_click"} & set(named):
                silent.append(f"{path.name} {kind} {named.get('key', '')}")
    folds = [each for each in silent if each.split()[1] == "expander"]
    assert sorted(set(silent) - set(folds)) == IN_FORMS


def test_whatever_is_sent_with_a_press_is_read_before_it_waits() -> None:
    """What is typed or uploaded is sent once: afterwards nobody could say any more what it was."""
    late = []
    for path in PAGES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            upload = ast.unparse(node.func) == "st.file_uploader"
            for word in node.keywords:
                sends = (
                    upload
                    if word.arg == "on_change"
                    else re.fullmatch("on_.+_change", str(word.arg))
                )
                then = word.value
                if (
                    sends
                    and isinstance(then, ast.Call)
                    and ast.unparse(then.func) == "session.from_here"
                ):
                    late += [f"{path.name} {word.arg}"] * (len(then.args) < 2)
    assert late == []


def test_whatever_runs_a_page_again_by_itself_begins_from_here_too() -> None:
    calls = {path.name for path in PAGES.rglob("*.py") if "st.rerun(" in path.read_text("utf-8")}
    assert calls == {"session.py"}


IN_FORMS = sorted(
    [
        "entrance.py text_input 'join-typed'",
        "entrance.py text_input _FIELD",
        "entrance.py text_input f'{_FIELD}-{done}'",
        "holdings.py text_input _ENTERED",
        "home.py text_input 'home-line'",
        "new_room.py text_input 'room-resume-code'",
        "preview.py text_area _box(name, language, text)",
    ]
)
