"""What no page of ours would send is refused where it comes in, and the page goes on."""

import json
from collections.abc import Iterator

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state.session_state import WStates
from streamlit.testing.v1 import AppTest

from tests.component import _node
from tests.opened import opened, press, ran, verdict
from tutor.pages.frame.card_table import _offered
from tutor.pages.frame.forged import refuse_forged_values

FORGED = {
    "bool": WidgetState(bool_value=True),
    "double": WidgetState(double_value=1e308),
    "int": WidgetState(int_value=2**62),
    "string": WidgetState(string_value="x" * 100_000),
    "trigger": WidgetState(trigger_value=True),
    "json": WidgetState(json_value="{"),
    "events": WidgetState(json_trigger_value="[1,"),
}
FORGED["strings"] = WidgetState()
FORGED["strings"].string_array_value.data.extend(["x", "y"])
FORGED["bytes"] = WidgetState(bytes_value=b"\xff")


@pytest.fixture
def served() -> Iterator[None]:
    """What the server does before its first visitor."""
    before = WStates.__getitem__
    refuse_forged_values()
    yield
    WStates.__getitem__ = before  # type: ignore[method-assign]


def send(at: AppTest, id_: str, forged: WidgetState) -> AppTest:
    """Send a value for a widget as no page of ours would."""
    states = at._tree.get_widget_states()
    kept = [state for state in states.widgets if state.id != id_]
    del states.widgets[:]
    states.widgets.extend(kept)
    sent = states.widgets.add()
    sent.CopyFrom(forged)
    sent.id = id_
    return at._run(states)


@pytest.mark.usefixtures("served")
@pytest.mark.parametrize("kind", FORGED)
def test_values_of_the_wrong_kind_leave_a_page_as_it_was(kind: str) -> None:
    at = opened("assignments")
    for id_ in [state.id for state in at._tree.get_widget_states().widgets]:
        ran(send(at, id_, FORGED[kind]))
    at = ran(at.run())
    assert at.title


EVENTS: list[dict[str, object]] = [
    {"pick": 5},
    {"pick": "H8"},
    {"choose": ["E"]},
    {"choose": {"a": 1}},
    {"choose": None},
    {"choose": "X" * 10_000},
    {"play": True},
    {"act": "name:"},
    {"nothing": "E"},
]


@pytest.mark.usefixtures("served")
@pytest.mark.parametrize("event", EVENTS)
@pytest.mark.parametrize(
    ("path", "table", "query"),
    [
        ("drill", "table-drill", {"mode": "free", "kind": "who-wins"}),
        ("drill", "table-drill", {"mode": "free", "kind": "which-cards"}),
        ("referee", "picker-referee", {"trick": "N"}),
    ],
)
def test_a_forged_press_of_a_card_changes_nothing(
    path: str, table: str, query: dict[str, str], event: dict[str, object]
) -> None:
    at = opened(path, **query)
    id_ = f"$$STREAMLIT_INTERNAL_KEY_{_node(at, table).proto.id}__events"
    told = json.dumps([{"event": name, "value": value} for name, value in event.items()])
    at = ran(send(at, id_, WidgetState(json_trigger_value=told)))
    at = ran(at.run())
    assert not verdict(at)


@pytest.mark.usefixtures("served")
@pytest.mark.parametrize("told", ["[1,", "{}", "5", '[{"event": 5}]', '[{"value": "E"}]', "null"])
def test_forged_events_that_are_none_leave_the_page_as_it_was(told: str) -> None:
    at = opened("drill", mode="free", kind="who-wins")
    id_ = f"$$STREAMLIT_INTERNAL_KEY_{_node(at, 'table-drill').proto.id}__events"
    at = ran(send(at, id_, WidgetState(json_trigger_value=told)))
    at = press(ran(at.run()), "answer-drill")
    assert verdict(at)


def test_what_can_be_pressed_is_read_from_the_picture() -> None:
    html = (
        '<button class="a" data-event="choose" data-value="E" aria-label="x">E</button>'
        '<button data-value="a &amp; &quot;b" data-event="act">x</button><b data-value="N">N</b>'
    )
    assert _offered(html) == {("choose", "E"), ("act", 'a & "b')}


@pytest.mark.parametrize("name", ["match", "game", "at"])
@pytest.mark.parametrize("value", ["", " ", "\x00"])
def test_an_address_that_names_nothing_gets_a_page(name: str, value: str) -> None:
    at = opened("play")
    at.query_params[name] = value
    at = ran(at.run())
    assert at.button
