"""A page of the tutor as a browser holds it, without the browser: Streamlit's own messages.

A browser costs a core by itself, so fifty of them would measure browsers. The server cannot
tell this from one: the same page is fetched, the same cookies come back over the same
websocket, and a press sends what the browser's button would send.
"""

import asyncio
import json
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self
from urllib.parse import urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.proto.Delta_pb2 import Delta
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException
from websockets.typing import Origin, Subprotocol

PATIENCE = 10.0
"""Seconds after which an answer from the server is given up."""
LARGEST = 2**24
"""Bytes of one message; the largest seen has 60 kB."""

PRESSABLE = re.compile(
    r'<button\b(?=[^>]*\bdata-event="(\w+)")(?=[^>]*\bdata-value="([^"]+)")[^>]*>'
)
"""A card or seat that can be pressed, in the markup of a picture."""


class Fault(Exception):
    """The server did not do what a learner may expect of it."""


@dataclass(frozen=True, slots=True)
class Pressable:
    """A button, or a card of a picture, and what the browser sends when it is pressed."""

    key: str
    widget: str
    fragment: str
    event: str = ""
    value: str = ""

    def state(self) -> WidgetState:
        if not self.event:
            return WidgetState(id=self.widget, trigger_value=True)
        told = json.dumps([{"event": self.event, "value": self.value}])
        events = f"$$STREAMLIT_INTERNAL_KEY_{self.widget}__events"
        return WidgetState(id=events, json_trigger_value=told)


def fetch_cookies(url: str) -> str:
    """Fetch the page as a browser does; give back the cookies it sets, ready to be sent."""
    opener = build_opener(ProxyHandler({}))  # a proxy cannot see this machine from inside
    with opener.open(Request(url, headers={"Accept": "text/html"}), timeout=PATIENCE) as page:  # noqa: S310 - our own server
        cookies = page.headers.get_all("Set-Cookie", [])
    return "; ".join(cookie.partition(";")[0] for cookie in cookies)


class Tab:
    """One page in one browser.

    ``pressables`` are the buttons and cards of the page in the order in which they came,
    ``fields`` the widgets in which something is typed, by key, ``said`` the page's own markup
    by its place, and ``beat`` the part of the page that runs again by itself, with the seconds.
    """

    def __init__(self, url: str, cookies: str, socket: ClientConnection) -> None:
        self.cookies = cookies
        self.pressables: list[Pressable] = []
        self._url = url
        self._socket = socket
        self._query = ""
        self._page = ""
        self._held: dict[str, ForwardMsg] = {}
        self.fields: dict[str, str] = {}
        self.said: dict[tuple[int, ...], str] = {}
        self.beat: tuple[str, float] | None = None

    @classmethod
    async def open(cls, url: str, cookies: str | None = None) -> Self:
        """Open the page at *url* and wait for it.

        Args:
            url: The page.
            cookies: Of the browser that opens it; without, one that has none yet.

        Raises:
            Fault: The page does not come, or not whole.
        """
        try:
            held = await asyncio.to_thread(fetch_cookies, url) if cookies is None else cookies
            host = urlsplit(url).netloc
            socket = await connect(
                f"ws://{host}/_stcore/stream",
                subprotocols=[Subprotocol("streamlit")],
                origin=Origin(f"http://{host}"),
                additional_headers={"Cookie": held} if held else None,
                open_timeout=PATIENCE,
                close_timeout=1,
                max_size=LARGEST,
                proxy=None,
            )
        except (OSError, WebSocketException) as error:
            raise Fault(f"the page cannot be opened: {type(error).__name__}") from error
        tab = cls(url, held, socket)
        tab._query = urlsplit(url).query
        try:
            await tab._run()
        except BaseException:
            await tab.close()
            raise
        return tab

    async def close(self) -> None:
        """Leave; at the latest after a second, whatever the server does."""
        await self._socket.close()

    @property
    def query(self) -> str:
        """What the address says behind the page."""
        return self._query

    async def beat_once(self) -> None:
        """Let the part of the page that runs by itself run again, as the browser's timer does.

        Raises:
            Fault: As `press`; also if no part does.
        """
        if self.beat is None:
            raise Fault("nothing on the page runs again by itself")
        await self._run(beat=self.beat[0])

    async def press(self, pressed: Pressable, **typed: str) -> float:
        """Press, wait until the server has finished with it, and give the seconds it took.

        Args:
            pressed: A button, or a card of a picture.
            typed: What stands in fields, by key (with ``_`` for ``-``), and goes along.

        Raises:
            Fault: There is no answer in time, the page shows an exception, or neither what
                can be pressed nor what is said has changed.
        """
        before = self.pressables, dict(self.said)
        states = [
            WidgetState(id=self.fields[key.replace("_", "-")], string_value=text)
            for key, text in typed.items()
        ]
        taken = await self._run(pressed, states)
        if (self.pressables, self.said) == before:
            raise Fault("a press changes nothing")
        return taken

    async def _run(
        self, pressed: Pressable | None = None, typed: Sequence[WidgetState] = (), beat: str = ""
    ) -> float:
        """Let the script run, whole or the fragment of what was pressed or beats."""
        rerun = self._rerun(pressed)
        rerun.rerun_script.widget_states.widgets.extend(typed)
        if beat:
            rerun.rerun_script.fragment_id = beat
            rerun.rerun_script.is_auto_rerun = True
        message = rerun.SerializeToString()
        began = time.perf_counter()
        try:
            async with asyncio.timeout(PATIENCE):
                await self._socket.send(message)
                await self._finished()
        except TimeoutError as error:
            raise Fault(f"no answer in {PATIENCE:.0f} s") from error
        except WebSocketException as error:
            raise Fault(f"connection lost: {type(error).__name__}") from error
        return time.perf_counter() - began

    def _rerun(self, pressed: Pressable | None) -> BackMsg:
        """Ask for a run, as the browser asks for it."""
        message = BackMsg()
        rerun = message.rerun_script
        rerun.query_string = self._query
        rerun.page_script_hash = self._page
        if not self._page:
            rerun.page_name = urlsplit(self._url).path.strip("/")
        rerun.context_info.timezone = "Europe/London"
        rerun.context_info.locale = "en-GB"
        rerun.context_info.url = self._url
        # The server sends a mere reference to a large message that is already here.
        rerun.cached_message_hashes.extend(self._held)
        if pressed:
            rerun.fragment_id = pressed.fragment
            rerun.widget_states.widgets.append(pressed.state())
        return message

    async def _finished(self) -> None:
        """Read what the server sends until it says that the run is over."""
        begun = False
        while True:
            raw = await self._socket.recv()
            message = ForwardMsg.FromString(raw if isinstance(raw, bytes) else raw.encode())
            if message.WhichOneof("type") == "ref_hash":
                if message.ref_hash not in self._held:
                    raise Fault("a reference to a message that never came")
                message = self._held[message.ref_hash]
            elif message.metadata.cacheable:
                self._held[message.hash] = message
            match message.WhichOneof("type"):
                case "new_session":
                    begun = True
                    self._begin(message)
                case "script_finished" if begun and self._is_over(message):
                    return
                case _:
                    self._take(message)

    def _take(self, message: ForwardMsg) -> None:
        """Note what a message of a run says."""
        match message.WhichOneof("type"):
            case "navigation":
                self._page = message.navigation.page_script_hash
            case "page_info_changed":
                self._query = message.page_info_changed.query_string
            case "auto_rerun":
                self.beat = (message.auto_rerun.fragment_id, message.auto_rerun.interval)
            case "delta":
                self._show(message.delta)
                shown = message.delta.new_element
                if said := shown.html.body or shown.markdown.body:
                    self.said[tuple(message.metadata.delta_path)] = said

    def _begin(self, message: ForwardMsg) -> None:
        """Forget what this run will send anew."""
        self._page = message.new_session.page_script_hash
        fragments = message.metadata.run.fragment_ids
        kept = (old for old in self.pressables if fragments and old.fragment not in fragments)
        self.pressables = list(kept)
        if not fragments:
            self.said.clear()
            self.fields.clear()
            self.beat = None

    @staticmethod
    def _is_over(message: ForwardMsg) -> bool:
        if message.script_finished == ForwardMsg.FINISHED_WITH_COMPILE_ERROR:
            raise Fault("the script does not compile")
        # What replaces a run that was cut short will finish too.
        return message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN

    def _show(self, delta: Delta) -> None:
        """Note what can be pressed; everything else a browser would only draw."""
        element, fragment = delta.new_element, delta.fragment_id
        match element.WhichOneof("type"):
            case "exception":
                raise Fault(f"the page shows {element.exception.type}")
            case "button" if not element.button.disabled:
                widget = element.button.id
                self.pressables.append(Pressable(key_of(widget), widget, fragment))
            case "text_input":
                self.fields[key_of(element.text_input.id)] = element.text_input.id
            case "bidi_component":
                self.pressables += cards(element.bidi_component, fragment)


def key_of(widget: str) -> str:
    """Return the key that the page gave to *widget*: its id is ``$$ID-<hash>-<key>``."""
    return widget.split("-", 2)[-1]


def cards(picture: BidiComponent, fragment: str) -> list[Pressable]:
    """Return what can be pressed in *picture*."""
    return [
        Pressable(key_of(picture.id), picture.id, fragment, event, value)
        for event, value in PRESSABLE.findall(json.loads(picture.json or "{}").get("html", ""))
    ]
