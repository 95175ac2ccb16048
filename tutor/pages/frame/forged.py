"""What a browser sends that no page of ours would: refused where it comes in, and the page goes on.

Streamlit hands a widget's value on as it came. A number where a text belongs would raise in the
middle of a run, and again in every run after it, for the value stays.

What kind of value a widget sends follows from the element it is; which elements a page has, the
messages to its browser say. Both are read with the message classes that Streamlit publishes for
both ends of its stream; nothing inside Streamlit is touched. A message that cannot be read passes
as it is, for Streamlit to refuse.
"""

import json
import logging
from collections.abc import Mapping

from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Block_pb2 import Block
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates

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
    "number_input": "double_value",
    "popover": "bool_value",
    "radio": "string_value",
    "selectbox": "string_value",
    "slider": "double_array_value",
    "tab_container": "string_value",
    "text_area": "string_value",
    "text_input": "string_value",
}
"""By the element, the kind of value its widget sends; others are not on our pages."""

_EVENTS = "json_trigger_value"
"""What a component sends besides its value, under an id that has the component's in it."""

MOST = 5_000
"""Widgets remembered of one stream; a page has at most a few hundred."""


class Widgets:
    """The widgets that one browser was shown, each with the kind of value it sends."""

    def __init__(self) -> None:
        self.sends: dict[str, str] = {}

    def show(self, shown: Element | Block) -> None:
        """Note an element or a block, if it is a widget."""
        name = shown.WhichOneof("type")
        kind = SENDS.get(name or "")
        id_ = getattr(getattr(shown, name), "id", "") if name and kind else ""
        if kind and id_:
            self.sends.pop(id_, None)
            self.sends[id_] = kind
            while len(self.sends) > MOST:
                del self.sends[next(iter(self.sends))]

    def refused(self, state: WidgetState) -> str:
        """Return why a value is none of its widget's; nothing if it is, or nothing is known."""
        told = state.WhichOneof("value")
        wanted = self.sends.get(state.id)
        if wanted is None and any(
            id_ in state.id for id_, kind in self.sends.items() if kind == "json_value"
        ):
            wanted = _EVENTS
        if wanted is None or told is None:
            return ""
        if told != wanted:
            return f"{told}, not {wanted}"
        return _unreadable(getattr(state, told)) if told.startswith("json_") else ""

    def admit(self, states: WidgetStates) -> bool:
        """Leave out what is refused; whether anything was."""
        kept = []
        for state in states.widgets:
            if why := self.refused(state):
                _LOGGER.warning("a value of a widget was refused: %s", why)
            else:
                kept.append(state)
        if len(kept) == len(states.widgets):
            return False
        whole = WidgetStates(widgets=kept)
        states.CopyFrom(whole)
        return True


def _unreadable(text: str) -> str:
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        return type(error).__name__
    return ""


class Admission:
    """Leaves out of a browser's messages the values that no widget on its page would send."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "websocket":
            await self._app(scope, receive, send)
            return
        widgets = Widgets()

        async def send_noted(message: Message) -> None:
            if message.get("bytes"):
                _note(widgets, message["bytes"])
            await send(message)

        async def receive_admitted() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and message.get("bytes"):
                message["bytes"] = _admitted(widgets, message["bytes"])
            return message

        await self._app(scope, receive_admitted, send_noted)


def _note(widgets: Widgets, data: bytes) -> None:
    """Note what a message to the browser shows."""
    try:
        sent = ForwardMsg.FromString(data)
    except DecodeError:
        return
    if sent.WhichOneof("type") == "delta":
        delta = sent.delta
        if delta.HasField("new_element"):
            widgets.show(delta.new_element)
        elif delta.HasField("add_block"):
            widgets.show(delta.add_block)


def _admitted(widgets: Widgets, data: bytes) -> bytes:
    """Return a browser's message without what is refused."""
    try:
        told = BackMsg.FromString(data)
    except DecodeError:
        return data
    if told.WhichOneof("type") != "rerun_script":
        return data
    return told.SerializeToString() if widgets.admit(told.rerun_script.widget_states) else data
