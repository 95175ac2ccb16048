"""What a browser sends that no page of ours would: refused where it comes in, and the page goes on.

Streamlit hands a widget's value on as it came. A number where a text belongs would raise in the
middle of a run, and again in every run after it, for the value stays.

What kind of value a widget sends follows from the element it is; which elements a page has, the
messages to its browser say. Both are read with the message classes that Streamlit publishes for
both ends of its stream; nothing inside Streamlit is touched. A message that cannot be read passes
as it is, for Streamlit to refuse; one that our pages have no use for does not pass.

A browser that was with another process brings what it holds with its first message, before it has
been shown anything here. An id stands for the same element whoever is shown it: what others were
shown tells the kind. Of a widget that nobody has been shown yet, any value comes in; if the page
then faults, the browser comes back to a new session, and those values stay outside.

A live page looks by itself whether anything is new. If it does so between a press and the message
that Streamlit sends of it a moment later, both messages bring the press, and it would be done
twice. It is left to the message of its own.
"""

import json
import logging
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import isfinite
from sys import intern

from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from google.protobuf.message import Message as Proto
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit import runtime
from streamlit.proto.BackMsg_pb2 import BackendOperationRequest, BackMsg
from streamlit.proto.Block_pb2 import Block
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

from tutor.serving.gate import begin_anew, origin_of, session_of
from tutor.serving.operations import Presses

_LOGGER = logging.getLogger(__name__)

SENDS: Mapping[str, str] = {
    "bidi_component": "json_value",
    "button": "trigger_value",
    "button_group": "string_array_value",
    "checkbox": "bool_value",
    "download_button": "trigger_value",
    "expandable": "bool_value",
    "file_uploader": "file_uploader_state_value",
    "multiselect": "string_array_value",
    "number_input": "double_value",  # or `_WHOLE`
    "popover": "bool_value",
    "radio": "string_value",
    "selectbox": "string_value",
    "slider": "double_array_value",
    "tab_container": "string_value",
    "text_area": "string_value",
    "text_input": "string_value",
}
"""By the element, the kind of value its widget sends; others are not on our pages."""

_WHOLE = "int_value"
"""What browsers send of a box for whole numbers; Streamlit's own tests send a double."""

_EVENTS = "json_trigger_value"
"""What a component sends besides its value, under an id that has the component's in it."""

_PRESSES = frozenset({SENDS["button"], _EVENTS})
"""The kinds of value that say what was done once, not how a widget stands."""

MOST_EVENTS = 20
"""What one message may say of a component was pressed; a browser sends each press by itself. For
each Streamlit goes through all of them: twenty thousand in one message held a core for minutes."""

MOST_FILES = 20
"""Files that can be asked for of one stream, each made when it is; a page has one at most."""

MOST = 5_000
"""Widgets remembered of one stream; a page has at most a few hundred."""

MOST_OF_ALL = 20_000
"""Widgets remembered of all streams together."""

Offer = frozenset[str]
"""The options of a widget at one time."""

SOMETHING: Offer = frozenset({"\x00"})
"""An offer of which any part will do, but not none."""

MOST_OFFERS = 8
"""Of one widget, the offers that are remembered."""

_BEGINS = "$$"
"""How the id of every widget begins; under any other Streamlit looks for a key of the session."""

LONGEST = 200
"""Characters of what names a page, a part of it or a place; longer names would fill the log, and
longer addresses no QR code holds."""

LONGEST_ID = 1_000
"""Characters of a widget's id; those of our pages have at most a quarter."""

LONGEST_ADDRESS = 20_000
"""Characters of an address with what follows its question mark; no link of ours has half of them.
What a browser that has left has sent stays until Python looks for garbage, after 2,000 others."""

MOST_SESSIONS = 500
"""Sessions whose widgets are remembered for who comes back to them."""

_COME_AGAIN = 1012
"""How a stream is closed to which the browser is to come back: as by a server that restarts."""

MOST_STATES = 1_000
"""Values that one message may bring: each of more would cost everybody a moment."""


class Widgets:
    """The widgets that one browser was shown, each with the kind of value it sends.

    *of_all* has the kinds of what all browsers were shown. ``session`` is whose files they take,
    ``files`` are those they offer that are made when they are asked for, and ``making`` is whether
    one is being made.
    """

    def __init__(self, of_all: dict[str, str] | None = None) -> None:
        self.sends: dict[str, str] = {}
        self._of_all: dict[str, str] = {} if of_all is None else of_all
        self._offers: dict[str, tuple[Offer, ...]] = {}
        self._most: dict[str, int] = {}
        self._endings: dict[str, tuple[str, ...]] = {}
        self.session = ""
        self.making = False
        self.files: deque[str] = deque(maxlen=MOST_FILES)
        self._warned: set[str] = set()
        self._unknown: set[str] = set()
        self._barred: set[str] = set()

    def show(self, shown: Element | Block) -> None:
        """Note an element or a block, if it is a widget."""
        name = shown.WhichOneof("type")
        kind = SENDS.get(name or "")
        id_ = intern(getattr(getattr(shown, name), "id", "")) if name and kind else ""
        if kind and id_:
            self._unknown.discard(id_)
            for sends in (self.sends, self._of_all):
                sends.pop(id_, None)
                sends[id_] = kind
            if len(self._of_all) > MOST_OF_ALL:
                del self._of_all[next(iter(self._of_all))]
            if name == "multiselect":
                self._most[id_] = shown.multiselect.max_selections
            if name == "download_button" and shown.download_button.deferred_file_id:
                self.files.append(shown.download_button.deferred_file_id)
            if name == "file_uploader":
                self._endings[id_] = tuple(shown.file_uploader.type)
            if offer := _offered(shown):
                # What was offered a moment ago is on its way yet, and may be shown once more
                # by a mere reference to a message that the browser has kept.
                others = (earlier for earlier in self._offers.get(id_, ()) if earlier != offer)
                self._offers[id_] = (offer, *others)[:MOST_OFFERS]
            while len(self.sends) > MOST:
                oldest = next(iter(self.sends))
                del self.sends[oldest]
                self._offers.pop(oldest, None)
                self._most.pop(oldest, None)
                self._endings.pop(oldest, None)

    def refused(self, state: WidgetState) -> str:
        """Return why a value is none of its widget's; nothing if it is, or nothing is known."""
        if not state.id.startswith(_BEGINS) or len(state.id) > LONGEST_ID:
            return "no widget has such an id"
        kind = state.WhichOneof("value")
        if kind and kind.startswith("json_") and (why := _unreadable(getattr(state, kind))):
            return why
        wanted = self._kind(state.id)
        component = state.id[state.id.rfind(_BEGINS) :].rpartition("__")[0]
        if wanted is None and self._kind(component) == "json_value":
            wanted = _EVENTS
        if wanted is None:
            return "a page faulted with it" if state.id in self._barred else ""
        if kind is None:
            return ""
        if kind != wanted and (kind, wanted) != (_WHOLE, SENDS["number_input"]):
            return f"{kind}, not {wanted}"
        if (offers := self._offers.get(state.id)) and not _is_among(offers, _choice(state, kind)):
            return "not one of those that are offered"
        return self._unfit(state, kind)

    def _unfit(self, state: WidgetState, kind: str) -> str:
        """Return why a value of the right kind is none that its widget can have."""
        if state.id in self._most and not _is_few(_choice(state, kind), self._most[state.id]):
            return "more than may be chosen, or one thing twice"
        if endings := self._endings.get(state.id):
            files = state.file_uploader_state_value.uploaded_file_info
            if not _are_files(self.session, [file.file_id for file in files], endings):
                return "a file of another kind"
        return "no number" if kind == "double_value" and not isfinite(state.double_value) else ""

    def bar(self) -> bool:
        """Let no value in again whose widget has not been shown since; whether there is one."""
        self._barred |= self._unknown
        unknown = bool(self._unknown)
        self._unknown.clear()
        return unknown

    def warn(self, what: str) -> None:
        """Write into the log that something was refused: once, however often it comes.

        A message of two bytes would be a line of a hundred, and fill the disk.
        """
        if what not in self._warned:
            self._warned.add(what)
            _LOGGER.warning(what)

    def _kind(self, id_: str) -> str | None:
        return self.sends.get(id_) or self._of_all.get(id_)

    def admit(self, states: WidgetStates) -> bool:
        """Leave out what is refused; whether anything was."""
        kept = []
        if len(states.widgets) > MOST_STATES:
            self.warn("of very many values of widgets most were refused")
        for state in states.widgets[:MOST_STATES]:
            if why := self.refused(state):
                self.warn(f"a value of a widget was refused: {why}")
            else:
                kept.append(state)
                if self._kind(state.id) is None and len(self._unknown) + len(self._barred) < MOST:
                    self._unknown.add(state.id)
        return _keep(states, kept)


def _keep(states: WidgetStates, kept: list[WidgetState]) -> bool:
    """Keep only these; whether any other goes."""
    if len(kept) == len(states.widgets):
        return False
    whole = WidgetStates(widgets=kept)
    states.CopyFrom(whole)
    return True


def _offered(shown: Element | Block) -> Offer | None:
    """Return what can be chosen in an element; nothing, if other things can be too.

    Of chips Streamlit itself passes over what is not offered; that nothing is chosen where
    something must be it does not.
    """
    match shown.WhichOneof("type"):
        case "radio":
            return _shared(tuple(shown.radio.options))
        case "selectbox" if not shown.selectbox.accept_new_options:
            return _shared(tuple(shown.selectbox.options))
        case "multiselect" if not shown.multiselect.accept_new_options:
            return _shared(tuple(shown.multiselect.options))
        case "button_group" if shown.button_group.required:
            return SOMETHING
    return None


@lru_cache(maxsize=1_000)
def _shared(options: tuple[str, ...]) -> Offer:
    """Return the options as all who are shown the same hold them."""
    return frozenset(options)


def _choice(state: WidgetState, told: str) -> tuple[str, ...]:
    held = getattr(state, told)
    return (held,) if isinstance(held, str) else tuple(held.data)


def _is_among(offers: tuple[Offer, ...], chosen: tuple[str, ...]) -> bool:
    if SOMETHING in offers:
        return bool(chosen)
    return all(any(token in offer for offer in offers) for token in chosen)


def _is_few(chosen: tuple[str, ...], most: int) -> bool:
    """Whether nothing is chosen twice, nor more than *most*; 0 stands for no limit."""
    return len(set(chosen)) == len(chosen) and (not most or len(chosen) <= most)


def _are_files(session: str, ids: list[str], endings: tuple[str, ...]) -> bool:
    """Whether what a session has uploaded under these ids is called as such files are.

    Streamlit, which checks it too, would fault in every run after it.
    """
    if not (ids and runtime.exists()):
        return True
    held = runtime.get_instance().uploaded_file_mgr.get_files(session, ids)
    return all("\0" not in file.name and file.name.lower().endswith(endings) for file in held)


def _unreadable(text: str) -> str:
    """Return why what a component tells is not read; nothing if it is."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as error:
        return type(error).__name__
    crowded = isinstance(told, list) and len(told) > MOST_EVENTS
    return "more presses than one message brings" if crowded else ""


class Admission:
    """Leaves out of a browser's messages, or of its stream, what no page of ours would send."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._of: OrderedDict[str, Widgets] = OrderedDict()
        self._of_all: dict[str, str] = {}
        self._faulted: set[str] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        session, widgets = self._come(scope)
        widgets.session, widgets.making = session, False
        presses, ended = Presses(), False

        async def send_noted(message: Message) -> None:
            nonlocal ended, session
            if ended:
                return
            if message.get("bytes"):
                begun, faulted = _note(widgets, presses, message["bytes"])
                session = widgets.session = begun or session
                self._keep(begun, widgets)
                # Streamlit reads what a session holds before every run: it would fault for ever.
                if faulted and session in self._of and widgets.bar():
                    _LOGGER.warning("a page faulted with a value of no widget it had shown")
                    self._faulted.add(session)
                    ended = True
                    message = {"type": "websocket.close", "code": _COME_AGAIN}
            await send(message)

        async def receive_admitted() -> Message:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive" or not message.get("bytes"):
                    return message
                if admitted := _admitted(widgets, presses, message["bytes"]):
                    return {**message, "bytes": admitted}
                widgets.warn("a message was refused: no page of ours sends such a one")

        await self._app(scope, receive_admitted, send_noted)

    def _come(self, scope: Scope) -> tuple[str, Widgets]:
        """Return the session that a browser comes back to, and the widgets that it was shown.

        It is theirs, as `Belongings` has seen to. Of one that would fault again a new one comes.
        """
        session = session_of(scope)
        if session not in self._faulted:
            return session, self._of.get(session) or Widgets(self._of_all)
        self._faulted.discard(session)
        begin_anew(scope)
        return "", self._of.pop(session)

    def _keep(self, session: str, widgets: Widgets) -> None:
        """Remember the widgets of a session that has begun, for who comes back to it."""
        if session:
            self._of[session] = widgets
            self._of.move_to_end(session)
            while len(self._of) > MOST_SESSIONS:
                self._faulted.discard(self._of.popitem(last=False)[0])


def _note(widgets: Widgets, presses: Presses, data: bytes) -> tuple[str, bool]:
    """Note what a message to the browser shows.

    Returns:
        The session that begins with it, and whether it says that a page faulted.
    """
    try:
        sent = ForwardMsg.FromString(data)
    except DecodeError:
        return "", False
    kind = sent.WhichOneof("type")
    if kind == "delta":
        delta = sent.delta
        if delta.HasField("new_element"):
            widgets.show(delta.new_element)
        elif delta.HasField("add_block"):
            widgets.show(delta.add_block)
    if kind == "backend_operation_response":
        widgets.making = False
    faulted = bool(sent.delta.new_element.WhichOneof("type") == "exception")
    if kind == "script_finished" and sent.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
        presses.answered()
    return str(sent.new_session.initialize.session_id), faulted


def _admitted(widgets: Widgets, presses: Presses, data: bytes) -> bytes:
    try:
        message = BackMsg.FromString(data)
    except DecodeError:
        return data
    match message.WhichOneof("type"):
        case "rerun_script":
            if not message.rerun_script.is_auto_rerun:
                presses.come()
            return message.SerializeToString() if _mended(widgets, message.rerun_script) else data
        case "app_heartbeat" | "stop_script":
            return data
        case "file_urls_request" if len(message.file_urls_request.file_names) == 1:
            return data
        case "backend_operation_request" if _is_for_a_file(
            widgets, message.backend_operation_request
        ):
            widgets.making = True
            return data
    return b""


def _mended(widgets: Widgets, asked: ClientState) -> bool:
    """Leave out of a message that asks for a run what has no place in it; whether anything had."""
    mended = widgets.admit(asked.widget_states)
    if asked.is_auto_rerun:
        mended |= _left_to_its_own(asked.widget_states)
    mended |= _cleared(asked, ("fragment_id", "page_script_hash", "page_name"), _is_name)
    mended |= _cleared(asked, ("query_string",), _is_short)
    where = asked.context_info
    mended |= _cleared(where, ("timezone", "locale", "color_scheme"), _is_name)
    return _cleared(where, ("url",), _is_address) or mended


def _left_to_its_own(states: WidgetStates) -> bool:
    """Leave what was pressed to the message that comes of it; whether anything was."""
    kept = [state for state in states.widgets if state.WhichOneof("value") not in _PRESSES]
    return _keep(states, kept)


def _cleared(holder: Proto, names: tuple[str, ...], may_be: Callable[[str], bool]) -> bool:
    """Clear those of a message's texts that cannot be; whether there was one."""
    wrong = [name for name in names if (text := getattr(holder, name)) and not may_be(text)]
    for name in wrong:
        holder.ClearField(name)
    return bool(wrong)


def _is_for_a_file(widgets: Widgets, asked: BackendOperationRequest) -> bool:
    """Whether a file is asked for that the page offers, and none is being made.

    Years of answers take a second: who asked for thousands at once would keep a core for hours.
    """
    return (
        asked.WhichOneof("payload") == "deferred_file"
        and asked.session_id == widgets.session
        and asked.deferred_file.file_id in widgets.files
        and _is_name(asked.request_id)
        and not widgets.making
    )


def _is_name(text: str) -> bool:
    """Whether a text can name a page, a part of it or a place: a short line."""
    return len(text) <= LONGEST and text.isprintable()


def _is_short(address: str) -> bool:
    """Whether a link can hold an address, or what follows the question mark of one."""
    return len(address) <= LONGEST_ADDRESS


def _is_address(url: str) -> bool:
    """Whether a browser can be at an address; of what follows its question mark only how long."""
    page = url.partition("?")[0]
    return _is_short(url) and _is_name(page) and origin_of(page) is not None
