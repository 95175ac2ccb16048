"""What no page of ours would send is refused where it comes in, and the page goes on."""

import json
from collections.abc import Callable, Iterator
from math import inf, nan
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Block_pb2 import Block
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.FileUploader_pb2 import FileUploader
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFileRec
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block as TreeBlock
from streamlit.testing.v1.element_tree import Node

from tests.asgi import finish
from tests.component import _node
from tests.opened import headings, opened, press, ran, verdict
from tutor.pages.frame import forgeries as forging
from tutor.pages.frame import progress
from tutor.pages.frame.browser import _offered
from tutor.pages.frame.forgeries import (
    LONGEST_ADDRESS,
    LONGEST_ID,
    MOST,
    MOST_OF_ALL,
    MOST_SESSIONS,
    MOST_STATES,
    SENDS,
    Admission,
    Widgets,
)
from tutor.serving.gate import session_of
from tutor.serving.operations import FIGURES, Presses

PAGES = ("", "learn", "drill", "referee", "rules", "play", "assignments", "rooms", "handouts")
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


HOLDERS = {
    field.message_type.full_name: (holder, name)
    for holder in (Block, Element)
    for name, field in holder.DESCRIPTOR.fields_by_name.items()
    if name in SENDS
}
"""By the message of a widget, what holds it in a message to the browser, and where."""


def nodes(block: TreeBlock) -> Iterator[Node]:
    """Every element and block of a page."""
    for child in block.children.values():
        yield child
        if isinstance(child, TreeBlock):
            yield from nodes(child)


def shown(at: AppTest) -> Widgets:
    """The widgets of a page, as its browser was shown them."""
    widgets = Widgets()
    for node in nodes(at._tree):
        held = HOLDERS.get(node.proto.DESCRIPTOR.full_name) if node.proto else None
        if held:
            holder, name = held
            widgets.show(holder(**{name: node.proto}))
    return widgets


def send(at: AppTest, id_: str, forged: WidgetState) -> AppTest:
    """Send a value for a widget as no page of ours would."""
    states = at._tree.get_widget_states()
    kept = [state for state in states.widgets if state.id != id_]
    del states.widgets[:]
    states.widgets.extend(kept)
    sent = states.widgets.add()
    sent.CopyFrom(forged)
    sent.id = id_
    shown(at).admit(states)
    return at._run(states)


@pytest.mark.parametrize("kind", FORGED)
def test_values_of_the_wrong_kind_leave_a_page_as_it_was(kind: str) -> None:
    at = opened("assignments")
    widgets, states = shown(at), at._tree.get_widget_states()
    for state in states.widgets:  # all of them at once: each is looked at by itself
        id_ = state.id
        state.CopyFrom(FORGED[kind])
        state.id = id_
    widgets.admit(states)
    at = ran(ran(at._run(states)).run())
    assert headings(at)


@pytest.mark.parametrize("path", PAGES)
def test_what_our_pages_send_is_admitted(path: str) -> None:
    at = opened(path)
    widgets, states = shown(at), at._tree.get_widget_states()
    assert not widgets.admit(states)
    assert {state.id for state in states.widgets} <= widgets.sends.keys()


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
    assert _offered(html) == ["choose E", 'act a & "b']


@pytest.mark.parametrize("name", ["match", "game", "at"])
@pytest.mark.parametrize("value", ["", " ", "\x00"])
def test_an_address_that_names_nothing_gets_a_page(name: str, value: str) -> None:
    at = opened("play")
    at.query_params[name] = value
    at = ran(at.run())
    assert at.button


# The stream


class Serving:
    """One server, to which streams come one after the other."""

    def __init__(self) -> None:
        self.app: ASGIApp | None = None
        self.admission = Admission(self)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self.app
        await self.app(scope, receive, send)


def streamed(
    *sent: ForwardMsg, told: bytes, session: str = "", serving: Serving | None = None
) -> bytes:
    """What comes in of a browser's message, after these to it, where it names a session.

    The browser leaves then; nothing comes in of a message that is refused whole.
    """
    came: list[Message] = []
    coming: list[Message] = [
        {"type": "websocket.receive", "bytes": told},
        {"type": "websocket.disconnect"},
    ]
    serving = serving or Serving()

    async def app(_scope: Scope, receive: Receive, send: Send) -> None:
        for one in sent:
            await send({"type": "websocket.send", "bytes": one.SerializeToString()})
        came.append(await receive())

    async def receive() -> Message:
        return coming.pop(0)

    async def send(_message: Message) -> None:
        pass

    serving.app = app
    finish(serving.admission(stream(session), receive, send))
    return bytes(came[0].get("bytes", b""))


def stream(session: str = "") -> Scope:
    """The head of a stream, of a browser that names a session if it has one."""
    asked = ["streamlit", "", *([session] if session else [])]
    headers = [(b"sec-websocket-protocol", ", ".join(asked).encode())]
    return {"type": "websocket", "headers": headers, "subprotocols": asked}


def page(id_: str) -> ForwardMsg:
    message = ForwardMsg()
    message.delta.new_element.text_input.id = id_
    return message


def rerun(*states: WidgetState) -> bytes:
    told = BackMsg()
    told.rerun_script.query_string = "lang=en"
    told.rerun_script.widget_states.widgets.extend(states)
    return bytes(told.SerializeToString())


def test_a_press_takes_from_when_it_comes_until_its_page_is_whole() -> None:
    """The callback, in which an answer may wait for the store, is before any page.

    A page that looks by itself whether there is news is not pressed.
    """
    early, whole = ForwardMsg(), ForwardMsg()
    early.script_finished = ForwardMsg.FINISHED_EARLY_FOR_RERUN
    whole.script_finished = ForwardMsg.FINISHED_SUCCESSFULLY
    serving, before = Serving(), FIGURES.presses
    counts = []

    async def app(_scope: Scope, receive: Receive, send: Send) -> None:
        for told in (early, whole, whole, whole):
            await receive()
            await send({"type": "websocket.send", "bytes": told.SerializeToString()})
            counts.append(FIGURES.presses - before)

    heartbeat = BackMsg(app_heartbeat=True).SerializeToString()
    looks = BackMsg.FromString(rerun())
    looks.rerun_script.is_auto_rerun = True
    sent = (rerun(), rerun(), heartbeat, looks.SerializeToString())
    coming = [{"type": "websocket.receive", "bytes": told} for told in sent]

    async def receive() -> Message:
        return coming.pop(0)

    async def send(_message: Message) -> None:
        pass

    serving.app = app
    finish(serving.admission(stream(), receive, send))
    assert counts == [0, 1, 1, 1]


def test_a_forged_value_is_left_out_of_a_message_and_the_rest_comes_in() -> None:
    good, unknown = WidgetState(id="$$name", string_value="Ann"), WidgetState(id="$$x", int_value=1)
    assert streamed(page("$$name"), told=rerun(good, unknown)) == rerun(good, unknown)
    forged = WidgetState(id="$$name", int_value=5)
    assert streamed(page("$$name"), told=rerun(forged, unknown)) == rerun(unknown)


def test_what_is_pressed_as_a_page_looks_by_itself_comes_with_its_own_message_alone() -> None:
    name = WidgetState(id="$$name", string_value="Ann")
    pressed = WidgetState(id="$$five", trigger_value=True)
    laid = WidgetState(id="$$of_$$table__events", json_trigger_value="[1]")
    own = rerun(name, pressed, laid)
    assert streamed(told=own) == own
    looks, bare = BackMsg.FromString(own), BackMsg.FromString(rerun(name))
    for message in (looks, bare):
        message.rerun_script.is_auto_rerun = True
    assert streamed(told=looks.SerializeToString()) == bare.SerializeToString()


@pytest.mark.parametrize("id_", ["x", "", "held", "settings", "token", " $$x", "ID-1-x"])
def test_what_is_no_widgets_id_never_becomes_a_key_of_the_session(id_: str) -> None:
    assert streamed(told=rerun(WidgetState(id=id_, string_value="x"))) == rerun()


def test_who_comes_back_to_a_session_forges_nothing_either() -> None:
    serving, begun = Serving(), ForwardMsg()
    begun.new_session.initialize.session_id = "s1"
    box, choose = boxes("Four")["radio"]
    forged = rerun(choose("x"))
    assert streamed(begun, box, told=forged, serving=serving) == rerun()
    assert streamed(told=forged, session="s1", serving=serving) == rerun()
    assert streamed(told=forged, session="s2", serving=serving) == forged, "nothing was offered"


def test_a_page_that_faults_with_what_was_never_shown_goes_on_without_it() -> None:
    """Streamlit keeps the value, and would fault in every run of that session."""
    serving, begun, fault = Serving(), ForwardMsg(), ForwardMsg()
    begun.new_session.initialize.session_id = "s1"
    fault.delta.new_element.exception.type = "ValueError"
    forged = rerun(WidgetState(id="$$set-count", string_value="x"))
    named, left = list[str](), list[Message]()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        named.append(session_of(scope))
        told = BackMsg.FromString((await receive())["bytes"])
        for one in (begun, fault if told.rerun_script.widget_states.widgets else page("$$name")):
            await send({"type": "websocket.send", "bytes": one.SerializeToString()})
        await receive()

    def visit(session: str) -> list[Message]:
        coming: list[Message] = [
            {"type": "websocket.receive", "bytes": forged},
            {"type": "websocket.disconnect"},
        ]
        left.clear()

        async def receive() -> Message:
            return coming.pop(0)

        async def send(message: Message) -> None:
            left.append(message)

        finish(serving.admission(stream(session), receive, send))
        return list(left)

    serving.app = app
    assert [one["type"] for one in visit("")] == ["websocket.send", "websocket.close"]
    assert [one["type"] for one in visit("s1")] == ["websocket.send"] * 2
    assert named == ["", ""], "the session that faults is not gone on with"


def test_a_page_that_faults_of_itself_is_left_as_it_is() -> None:
    serving, begun, fault = Serving(), ForwardMsg(), ForwardMsg()
    begun.new_session.initialize.session_id = "s1"
    fault.delta.new_element.exception.type = "ValueError"
    good = rerun(WidgetState(id="$$name", string_value="Ann"))
    assert streamed(begun, page("$$name"), fault, told=good, serving=serving) == good
    assert streamed(told=good, session="s1", serving=serving) == good


def test_of_many_sessions_those_that_came_last_are_remembered() -> None:
    serving = Serving()
    box, choose = boxes("Four")["radio"]
    forged = rerun(choose("x"))
    for number in range(MOST_SESSIONS + 1):
        begun = ForwardMsg()
        begun.new_session.initialize.session_id = f"s{number}"
        streamed(begun, box, told=forged, serving=serving)
    assert streamed(told=forged, session="s0", serving=serving) == forged
    assert streamed(told=forged, session=f"s{MOST_SESSIONS}", serving=serving) == rerun()


def test_the_first_message_of_a_session_forges_no_kind_of_value_either() -> None:
    serving = Serving()
    forged = rerun(WidgetState(id="$$name", int_value=5))
    good = rerun(WidgetState(id="$$name", string_value="Ann"))
    assert streamed(told=forged, serving=serving) == forged, "nobody was shown anything"
    streamed(page("$$name"), told=good, serving=serving)
    assert streamed(told=forged, serving=serving) == rerun()
    assert streamed(told=good, serving=serving) == good, "from a page of another process"


def test_the_first_message_of_a_session_forges_no_events_either() -> None:
    serving, table = Serving(), ForwardMsg()
    table.delta.new_element.bidi_component.id = "$$table"
    streamed(table, told=rerun(), serving=serving)
    forged = WidgetState(id="$$of_$$table__events", int_value=5)
    assert streamed(told=rerun(forged), serving=serving) == rerun()


def test_what_was_shown_to_all_is_remembered_of_the_last() -> None:
    of_all: dict[str, str] = {}
    for number in range(MOST_OF_ALL + 5):
        Widgets(of_all).show(page(f"$$name-{number}").delta.new_element)
    assert len(of_all) == MOST_OF_ALL
    states = WidgetStates(widgets=[WidgetState(id=f"$$name-{MOST_OF_ALL + 4}", int_value=5)])
    assert Widgets(of_all).admit(states)


@pytest.mark.parametrize("name", ["fragment_id", "page_name", "page_script_hash"])
@pytest.mark.parametrize("text", ["x" * 1_000, "x\n2026 the server is well", "\x1b[2J"])
def test_what_names_a_page_or_a_part_cannot_fill_the_log_or_forge_it(name: str, text: str) -> None:
    told = BackMsg.FromString(rerun())
    setattr(told.rerun_script, name, text)
    assert streamed(told=told.SerializeToString()) == rerun()
    setattr(told.rerun_script, name, "learn")
    assert streamed(told=told.SerializeToString()) == told.SerializeToString()


def test_what_follows_the_question_mark_is_no_longer_than_any_link() -> None:
    """Sessions hold it, and each press brings it anew: a thousand of half a million were 1 GB."""
    told = BackMsg.FromString(rerun())
    told.rerun_script.query_string = "x=" + "a" * LONGEST_ADDRESS
    without = BackMsg.FromString(rerun())
    without.rerun_script.ClearField("query_string")
    assert streamed(told=told.SerializeToString()) == without.SerializeToString()
    told.rerun_script.query_string = "set=" + "%E3%82%AB" * 2_000
    assert streamed(told=told.SerializeToString()) == told.SerializeToString()


def test_an_id_that_is_longer_than_any_of_ours_is_not_remembered() -> None:
    """Five thousand ids of a megabyte each were kept of one browser."""
    widgets = Widgets()
    states = WidgetStates(widgets=[WidgetState(id="$$" + "a" * LONGEST_ID, string_value="")])
    assert widgets.admit(states)
    assert not states.widgets
    assert not widgets.bar()


NO_ADDRESS = (
    "http://[",
    "http://localhost:x/host",
    "http://localhost:99999999/host",
    "http://localhost/" + "a" * 200_000,
    "http://localhost/?x=" + "a" * 200_000,
    "http://localhost/\x00",
    "javascript:alert(1)",
    "localhost",
)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        *(("url", url) for url in NO_ADDRESS),
        ("timezone", "a" * 5_000),
        ("timezone", "Europe/London\n2026 the server is well"),
        ("locale", "en" * 5_000),
        ("color_scheme", "\x1b[2J"),
    ],
)
def test_where_a_browser_cannot_be_it_is_not(name: str, text: str) -> None:
    told = BackMsg.FromString(rerun())
    told.rerun_script.context_info.is_embedded = True
    without = told.SerializeToString()
    setattr(told.rerun_script.context_info, name, text)
    assert streamed(told=told.SerializeToString()) == without


@pytest.mark.parametrize(
    "url",
    [
        "http://localhost:8501",
        "https://cards.example.org/calypso/host",
        "http://192.0.2.7:8501/assignment?puzzles=" + "x" * 4_000,
        "http://[::1]:8501/learn",
        "http://トランプ.example/",
    ],
)
def test_where_a_browser_may_be_it_is(url: str) -> None:
    told = BackMsg.FromString(rerun())
    context = told.rerun_script.context_info
    context.url, context.timezone, context.locale = url, "America/Port-au-Prince", "ja-JP"
    assert streamed(told=told.SerializeToString()) == told.SerializeToString()


def for_a_file(request: str = "r1", file: str = "f1", session: str = "s1") -> BackMsg:
    told = BackMsg()
    told.backend_operation_request.request_id = request
    told.backend_operation_request.session_id = session
    told.backend_operation_request.deferred_file.file_id = file
    return told


def for_an_upload(*names: str) -> BackMsg:
    told = BackMsg()
    told.file_urls_request.file_names.extend(names)
    return told


def offering(*files: str) -> list[ForwardMsg]:
    """What begins a session and offers these files, each made when it is asked for."""
    begun = ForwardMsg()
    begun.new_session.initialize.session_id = "s1"
    offers = [ForwardMsg() for _ in files]
    for offer, file in zip(offers, files, strict=True):
        offer.delta.new_element.download_button.id = "$$save"
        offer.delta.new_element.download_button.deferred_file_id = file
    return [begun, *offers]


NEEDED = (
    BackMsg(app_heartbeat=True),
    BackMsg(stop_script=True),
    for_a_file(),
    for_an_upload("progress.json"),
)
INSTALLS = BackMsg()
INSTALLS.backend_operation_request.install_skills.SetInParent()
NEEDLESS = (
    BackMsg(clear_cache=True),
    BackMsg(set_run_on_save=True),
    BackMsg(load_git_info=True),
    BackMsg(debug_shutdown_runtime=True),
    BackMsg(debug_disconnect_websocket=True),
    INSTALLS,
    for_a_file(request="r1\n2026 the server is well"),
    for_a_file(file="f2"),  # that nobody was offered
    for_a_file(session="s2"),
    for_an_upload(),
    for_an_upload(*[""] * 400_000),  # everybody would wait for seconds
)


@pytest.mark.parametrize("told", NEEDED, ids=lambda told: str(told.WhichOneof("type")))
def test_messages_that_our_pages_send_come_in(told: BackMsg) -> None:
    sent = offering("f1", "f3")
    assert streamed(*sent, told=told.SerializeToString()) == told.SerializeToString()


@pytest.mark.parametrize("told", NEEDLESS, ids=lambda told: str(told.WhichOneof("type")))
def test_messages_that_no_page_of_ours_sends_do_not(told: BackMsg) -> None:
    assert not streamed(*offering("f1"), told=told.SerializeToString())


def test_files_are_made_one_after_the_other() -> None:
    """One takes a second where there are years of answers: thousands could be asked for at once."""
    asked = for_a_file().SerializeToString()
    made = ForwardMsg()
    made.backend_operation_response.request_id = "r1"
    serving = Serving()
    assert streamed(*offering("f1"), told=asked, serving=serving) == asked
    widgets = serving.admission._of["s1"]
    assert not forging._admitted(widgets, Presses(), asked)
    forging._note(widgets, Presses(), made.SerializeToString())
    assert forging._admitted(widgets, Presses(), asked) == asked
    # Who has lost the stream on which the answer was to come may ask again.
    assert streamed(told=asked, session="s1", serving=serving) == asked


def test_what_is_refused_again_and_again_is_one_line_of_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Two hundred kilobytes of messages of two bytes were twelve megabytes of it."""
    states = [WidgetState(id="none"), WidgetState(id="none"), WidgetState(id="$$name", int_value=5)]
    streamed(page("$$name"), told=rerun(*states))
    assert len(caplog.records) == 2


@pytest.mark.parametrize("place", ["America", "a" * 300, "../../etc/passwd", "\x00", "nowhere"])
def test_a_time_zone_that_is_none_is_that_of_greenwich(
    place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.pages.frame.progress.st.context", SimpleNamespace(timezone=place))
    assert progress.zone() == ZoneInfo("UTC")


def test_what_a_component_tells_is_read_before_it_comes_in() -> None:
    message = ForwardMsg()
    message.delta.new_element.bidi_component.id = "$$table"
    # For each press Streamlit goes through all of them.
    for told in ("[", "[" * 100_000, json.dumps([{"event": "pick"}] * 20_000)):
        events = WidgetState(id="$$of_$$table__events", json_trigger_value=told)
        assert streamed(message, told=rerun(events)) == rerun()
    good = WidgetState(id="$$of_$$table__events", json_trigger_value="[]")
    assert streamed(message, told=rerun(good)) == rerun(good)


def boxes(*options: str) -> dict[str, tuple[ForwardMsg, Callable[..., WidgetState]]]:
    """Every box in which one of these can be chosen, and how a browser chooses."""

    def one(text: str) -> WidgetState:
        return WidgetState(id="$$box", string_value=text)

    def some(*texts: str) -> WidgetState:
        state = WidgetState(id="$$box")
        state.string_array_value.data.extend(texts)
        return state

    found = {name: ForwardMsg() for name in ("radio", "selectbox", "multiselect")}
    for name, message in found.items():
        shown = getattr(message.delta.new_element, name)
        shown.id = "$$box"
        shown.options.extend(options)
    return {
        name: (message, some if name == "multiselect" else one) for name, message in found.items()
    }


@pytest.mark.parametrize("name", boxes())
def test_what_a_box_does_not_offer_is_not_chosen(name: str) -> None:
    before, choose = boxes("Four", "Three")[name]
    now, _ = boxes("四人", "三人")[name]
    for text in ("", "x", "four", "Four\x00", "x" * 100_000):
        assert streamed(now, told=rerun(choose(text))) == rerun()
        assert streamed(before, now, before, told=rerun(choose(text))) == rerun()
    # What was offered before may be on its way, or be shown again by a mere reference.
    for text in ("Four", "三人"):
        assert streamed(before, now, told=rerun(choose(text))) == rerun(choose(text))


@pytest.mark.parametrize("free", [True, False])
def test_no_more_is_chosen_than_may_be_and_nothing_twice(*, free: bool) -> None:
    message, choose = boxes("One", "Two", "Three", "Four")["multiselect"]
    box = message.delta.new_element.multiselect
    box.accept_new_options = free
    box.max_selections = 3
    some = choose("One", "Two", "Three")
    whole = choose("One", "Two", "Three", "Four")
    assert streamed(message, told=rerun(some)) == rerun(some)
    for forged in (whole, choose("One", "One"), choose("One", "Two", "One", "Three")):
        assert streamed(message, told=rerun(forged)) == rerun()
    box.max_selections = 0
    assert streamed(message, told=rerun(whole)) == rerun(whole)
    assert streamed(message, told=rerun(choose("One", "One"))) == rerun()


def test_nothing_is_not_chosen_where_something_must_be() -> None:
    state = WidgetState(id="$$chips")
    state.string_array_value.SetInParent()
    for required in (True, False):
        message = ForwardMsg()
        message.delta.new_element.button_group.id = "$$chips"
        message.delta.new_element.button_group.required = required
        assert (streamed(message, told=rerun(state)) == rerun()) is required


@pytest.mark.parametrize(
    ("name", "comes"),
    [
        ("game.txt", True),
        ("GAME.TXT", True),
        ("game.exe", False),
        ("game", False),
        ("\0.txt", False),
    ],
)
def test_a_file_of_a_kind_that_is_not_asked_for_does_not_come_in(
    name: str, comes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = MemoryUploadedFileManager("/upload")
    files.add_file("mine", UploadedFileRec(file_id="1", name=name, type="", data=b"x"))
    serving = SimpleNamespace(
        exists=lambda: True, get_instance=lambda: SimpleNamespace(uploaded_file_mgr=files)
    )
    monkeypatch.setattr(forging, "runtime", serving)
    widgets = Widgets()
    widgets.session = "mine"
    widgets.show(Element(file_uploader=FileUploader(id="$$ID-box", type=[".txt"])))
    states = WidgetStates()
    told = states.widgets.add(id="$$ID-box").file_uploader_state_value
    told.uploaded_file_info.add(file_id="1", name="game.txt")
    assert widgets.admit(states) == (not comes)
    assert len(states.widgets) == comes


def test_what_is_no_number_is_not_one() -> None:
    message = ForwardMsg()
    message.delta.new_element.number_input.id = "$$count"
    for number in (nan, inf, -inf):
        forged = rerun(WidgetState(id="$$count", double_value=number))
        assert streamed(message, told=forged) == rerun()
    good = rerun(WidgetState(id="$$count", double_value=-5.5))
    assert streamed(message, told=good) == good


def test_whole_numbers_are_taken_as_browsers_send_them() -> None:
    message = ForwardMsg()
    message.delta.new_element.number_input.id = "$$count"
    good = rerun(WidgetState(id="$$count", int_value=7))
    assert streamed(message, told=good) == good


def test_a_box_that_takes_other_words_takes_them() -> None:
    message, choose = boxes("Four")["selectbox"]
    message.delta.new_element.selectbox.accept_new_options = True
    assert streamed(message, told=rerun(choose("x"))) == rerun(choose("x"))


def test_of_more_values_than_any_page_sends_the_rest_is_left_out() -> None:
    states = [WidgetState(id=f"$$x{number}") for number in range(MOST_STATES + 50_000)]
    assert streamed(page("$$name"), told=rerun(*states)) == rerun(*states[:MOST_STATES])


def test_what_is_no_message_passes_as_it_is() -> None:
    assert streamed(page("$$name"), told=b"\xff\xff") == b"\xff\xff"
    heartbeat = BackMsg(app_heartbeat=True).SerializeToString()
    assert streamed(page("$$name"), told=heartbeat) == heartbeat


def test_the_memory_of_widgets_does_not_grow_for_ever() -> None:
    widgets = Widgets()
    for number in range(MOST + 5):
        widgets.show(page(f"$$name-{number}").delta.new_element)
    assert len(widgets.sends) == MOST
    states = WidgetStates(widgets=[WidgetState(id=f"$$name-{MOST + 4}", int_value=5)])
    assert widgets.admit(states)
    assert not states.widgets
