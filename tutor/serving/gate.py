"""What stands between the network and the pages: who may open a stream, and what may come in.

Every part is plain ASGI and asks nobody: no answer waits for the network or the database.

A page of elsewhere must not reach the tutor through the browser of somebody who uses it. That
its own address is the one it calls is no proof: a stranger may have a name of theirs lead to
this machine. A number, a name that nobody can register, and one proved by a certificate cannot
be had by a stranger.
"""

import hmac
import os
import re
import socket
from asyncio import Timeout, get_running_loop, sleep, timeout
from base64 import urlsafe_b64encode
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache
from hashlib import sha256
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from threading import Lock
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tutor.store.keys import is_token

ADDRESS = "CALYPSO_ADDRESS"
"""The environment variable that names the address at which others reach the tutor, such as
``https://cards.example.org/calypso``."""


_OF_STREAMLIT = "/_stcore/metrics"
"""What Streamlit itself counts: how many are here and for how long, and for who asks for it the
size of all that they hold, which takes as long as it takes. `tutor.serving.operations` has ours."""


class Origins:
    """Lets streams open from our own pages alone; others are turned away at once.

    What Streamlit counts is told to nobody.
    """

    def __init__(self, app: ASGIApp, environment: Mapping[str, str] = os.environ) -> None:
        self._app = app
        self._environment = environment

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "websocket" and not self._ours(Headers(scope=scope)):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
            return
        if scope["type"] == "http" and scope["path"].rstrip("/").endswith(_OF_STREAMLIT):
            await PlainTextResponse("closed", status_code=404)(scope, receive, send)
            return
        if scope["type"] == "websocket":
            # Streamlit compares signs: a port that goes without saying, or a capital letter,
            # and it asks the network who this machine is while everybody waits.
            headers = MutableHeaders(scope=scope)
            headers["origin"] = f"http://{headers['host']}"
        await self._app(scope, receive, send)

    def _ours(self, headers: Headers) -> bool:
        if len(headers.getlist("origin")) != 1 or len(headers.getlist("host")) != 1:
            return False
        origin, host = headers["origin"], headers["host"]
        if not _HOST.fullmatch(host) or _host(host, "http") is None:
            return False
        configured = self._environment.get(ADDRESS, "").strip()
        place = origin_of(origin)
        if place == origin_of(configured) is not None:
            return True
        if place is None or place[1:] != _host(host, place[0]):
            return False
        # The same machine, as whoever runs the tutor opens it; and, where no address is
        # configured, any at which no stranger's page can be.
        proved = place[0] == "https" or is_own(place[1])
        return is_local(place[1]) or (proved and not configured)


class Frames:
    """Lets no page of elsewhere show ours in a frame.

    It could lay itself over a teacher's controls, so that a press meant for it ends a room.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""

        async def send_marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.append("Content-Security-Policy", "frame-ancestors 'self'")
            await send(message)

        await self._app(scope, receive, send_marked if scope["type"] == "http" else send)


class Cookies:
    """Leaves out cookies with a backslash, which neither we nor Streamlit write.

    Programs beside us on the same machine may. To read one takes Python 3.11 before its tenth
    correction, and 3.12 before its sixth, time by the square of its length: seconds, in which
    nobody else is served.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if any(name == b"cookie" and b"\\" in told for name, told in scope.get("headers", ())):
            plain = [
                (name, b";".join(part for part in told.split(b";") if b"\\" not in part))
                if name == b"cookie"
                else (name, told)
                for name, told in scope["headers"]
            ]
            scope = {**scope, "headers": plain}
        await self._app(scope, receive, send)


def name_of(host: str) -> str:
    """Return the name or number of what a browser names as host, without its port."""
    place = _host(host, "http")
    return place[0] if place else ""


_HOST = re.compile(r"[\w.:\[\]-]+", re.ASCII)
"""What a browser names as host: a name or an address, and a port perhaps."""


@lru_cache  # of every message
def origin_of(url: str) -> tuple[str, str, int] | None:
    """Return the origin of an address: scheme, host and port; nothing of what is none."""
    try:
        parts = urlsplit(url)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode()  # as browsers write every name
    except ValueError:
        return None
    if parts.scheme not in {"http", "https"} or not _NAME.fullmatch(host):
        return None
    if parts.username is not None:
        return None
    return parts.scheme, host.rstrip("."), port or (443 if parts.scheme == "https" else 80)


_NAME = re.compile(r"[\w.:-]+", re.ASCII)
"""A name or a number, without its port; numbers of one kind have colons in them."""


def is_address(text: str) -> bool:
    """Whether a text is an address to which those of the pages can be added.

    It has no query and no fragment, no sign that ends an address in a sentence, and no second
    address behind the first.
    """
    if origin_of(text) is None or re.search(r"[\s<>\"]", text):
        return False
    return not any(urlsplit(text)[3:]) and "//" not in urlsplit(text).path


def _host(host: str, scheme: str) -> tuple[str, int] | None:
    place = origin_of(f"{scheme}://{host}")
    return place[1:] if place else None


def is_local(host: str) -> bool:
    """Whether a name or an address is of this machine itself, or a makeshift that leads no further.

    An address of all its cards, as servers listen at, is of this machine; the makeshift is what
    it gives itself where no network has given it one.
    """
    name = host.lower().rstrip(".")
    if f".{name}".endswith(".localhost"):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        return False
    # Older versions of Python see no address of this kind in one that is written as of the other.
    address = _plain(address)
    return address.is_loopback or address.is_unspecified or address.is_link_local


def _plain(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return an address of IPv4 that is written as one of IPv6 (``::ffff:127.0.0.1``) as it is."""
    return getattr(address, "ipv4_mapped", None) or address


def is_own(host: str) -> bool:
    """Whether a host is one that nobody outside this machine's network can have; none is not."""
    return bool(host) and (is_at_home(host) or host == socket.gethostname().lower().rstrip("."))


def is_at_home(host: str) -> bool:
    """Whether a host is a number, or a name that only a network of one's own knows."""
    if "." not in host or f".{host}".endswith(_AT_HOME):
        return True
    try:
        return bool(ip_address(host))
    except ValueError:
        return False


_AT_HOME = (
    *(".local", ".lan", ".home", ".internal", ".localdomain", ".localhost", ".test"),
    *(".fritz.box", ".home.arpa"),
)
"""How names end that nobody can register."""

# ------------------------------------------------------------------------ whose is what

_LENGTH = 22
"""Characters of a signature: 132 bits."""


def signed(token: str, secret: bytes) -> str:
    """Return the token as the cookie holds it."""
    return f"{token}.{_signature(token, secret)}"


def opened(value: str, secret: bytes) -> str | None:
    """Return the token in a cookie's value, if this server signed it."""
    token, _, signature = value.partition(".")
    if not is_token(token) or not signature.isascii():
        return None
    return token if hmac.compare_digest(signature, _signature(token, secret)) else None


def _signature(token: str, secret: bytes) -> str:
    signature = hmac.new(secret, f"cookie:{token}".encode(), sha256).digest()
    return urlsafe_b64encode(signature).decode()[:_LENGTH]


MOST = 20_000
"""Sessions remembered; of more, those that began first are forgotten, and cannot be resumed."""


class Sessions:
    """The owners of sessions; one of it serves all threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._owner: OrderedDict[str, str] = OrderedDict()

    def begin(self, session: str, owner: str) -> None:
        """Note whose session it is; who has begun it keeps it."""
        with self._lock:
            self._owner.setdefault(session, owner)
            while len(self._owner) > MOST:
                self._owner.popitem(last=False)

    def belongs(self, session: str, owner: str) -> bool:
        """Whether the session was begun by this browser."""
        with self._lock:
            return self._owner.get(session) == owner


SESSIONS = Sessions()
"""Those of this process."""


PROXY = "CALYPSO_PROXY"
"""The environment variable that names the proxies whose ``X-Forwarded-For`` is believed: addresses
or networks, with commas between them, such as ``127.0.0.1, 10.0.0.0/8``."""

LARGEST = 1_000_000
"""Bytes of one message of a browser; a page of ours sends a few thousand."""

LARGEST_UPLOAD = 22_000_000
"""Bytes of the largest file that a page asks for, with what a browser sends around it."""

MOST_UPLOADED = 10 * LARGEST_UPLOAD
"""Bytes of uploads that come or are kept at one time, each for the moment until it is read."""

NOBODY = "0.0.0.0"  # noqa: S104 - no address to listen on, but the name of nobody
"""The address of all whose own was named by somebody we do not trust."""


class Callers:
    """Sees to it that a browser's address is its own, or what a named proxy says of it.

    The server beneath believes whatever comes from this machine, so that anybody on it could
    write any address.
    """

    def __init__(self, app: ASGIApp, environment: Mapping[str, str] = os.environ) -> None:
        self._app = app
        self._named = tuple(trusted_proxies(environment.get(PROXY, "")))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] in {"http", "websocket"} and scope.get("client"):
            lines = Headers(scope=scope).getlist("x-forwarded-for")
            if lines:
                host, port = scope["client"]
                told = [_bare(entry) for line in lines for entry in line.split(",")]
                scope["client"] = (self._caller(str(host), told), port)
        await self._app(scope, receive, send)

    def _caller(self, peer: str, told: list[str]) -> str:
        last = next((host for host in reversed(told) if not is_local(host)), "")
        # The server beneath has put it there, because the connection is of this machine.
        replaced = peer == last
        if not self._is_named(peer) and not (replaced and self._is_named("127.0.0.1")):
            return NOBODY if replaced or is_local(peer) else peer
        return next((host for host in reversed(told) if not self._is_named(host)), peer) or peer

    def _is_named(self, host: str) -> bool:
        try:
            address = ip_address(host)
        except ValueError:
            return False
        # A server that listens at all addresses hears of one of IPv4 as of one of IPv6.
        forms = address, _plain(address)
        return any(form in network for form in forms for network in self._named)


def trusted_proxies(text: str) -> list[IPv4Network | IPv6Network]:
    """Return the addresses and networks that the variable `PROXY` names, or raise ValueError."""
    parsed = []
    for entry in filter(None, map(str.strip, text.split(","))):
        try:
            parsed.append(ip_network(entry, strict=False))
        except ValueError as error:
            raise ValueError(
                f"{PROXY} wants addresses or networks, such as 127.0.0.1 or 172.16.0.0/12, "
                f"found {entry!r}"
            ) from error
    return parsed


def _bare(text: str) -> str:
    plain = text.strip()
    if plain.startswith("["):
        return plain[1:].partition("]")[0]
    return plain.rpartition(":")[0] if plain.count(":") == 1 else plain


class Belongings:
    """Gives a session, and what is uploaded to it, to the browser that began it and no other.

    Streamlit goes on with a session for whoever names its id. Here somebody whose cookie is
    another begins a new one. And it keeps all that is uploaded to a session: no page of ours
    asks for two files, so the one before goes when the next comes, and two do not come at once.
    What is uploaded is read in a moment; of what nobody reads little is kept.
    """

    def __init__(
        self,
        app: ASGIApp,
        who: Callable[[Scope], str],
        forget_files: Callable[[str], None],
        sessions: Sessions = SESSIONS,
    ) -> None:
        self._app = app
        self._who = who
        self._forget_files = forget_files
        self._sessions = sessions
        self._coming: dict[str, Timeout] = {}
        self._sizes: dict[str, int] = {}
        self._holding: OrderedDict[str, int] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "websocket":
            self._part(scope)
        elif scope["type"] == "http" and "/_stcore/upload_file/" in scope["path"]:
            session = scope["path"].partition("/_stcore/upload_file/")[2].partition("/")[0]
            if not self._sessions.belongs(session, self._who(scope)):
                await PlainTextResponse("not yours", status_code=403)(scope, receive, send)
                return
            if scope.get("method") == "PUT":
                await self._upload(session, scope, receive, send)
                return
        await self._app(scope, receive, send)

    async def _upload(self, session: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Let one file of a session come, in the place of the one before.

        What counts is what has come, whatever was announced: who announces much and sends nothing
        keeps nobody out. Where too much comes at once, what began first has been slow.
        """
        if session in self._coming:
            await PlainTextResponse("one at a time", status_code=429)(scope, receive, send)
            return
        self._forget_files(session)
        self._holding.pop(session, None)
        size = 0

        async def receive_counted() -> Message:
            nonlocal size
            message = await receive()
            size = self._sizes[session] = size + len(message.get("body", b""))
            while sum(self._sizes.values()) > MOST_UPLOADED:
                first = next(iter(self._sizes))
                del self._sizes[first]
                self._coming[first].reschedule(get_running_loop().time())
            return message

        try:
            async with timeout(None) as self._coming[session]:
                await self._app(scope, receive_counted, send)
        except TimeoutError:
            await PlainTextResponse("too slow", status_code=429)(scope, receive, send)
            return
        finally:
            del self._coming[session]
            self._sizes.pop(session, None)
        self._holding[session] = size
        while sum(self._holding.values()) > MOST_UPLOADED:
            self._forget_files(self._holding.popitem(last=False)[0])

    def _part(self, scope: Scope) -> None:
        """Leave out the id of a session that is another's."""
        if (session := session_of(scope)) and not self._sessions.belongs(session, self._who(scope)):
            begin_anew(scope)


def session_of(scope: Scope) -> str:
    """Return the session that a browser names to go on with; nothing, if it begins one."""
    asked = Headers(scope=scope).get("sec-websocket-protocol", "").split(",")
    return asked[2].strip() if len(asked) > 2 else ""


def begin_anew(scope: Scope) -> None:
    """Leave out of a connection the session that it names, so that it begins one."""
    session = session_of(scope)
    headers = MutableHeaders(scope=scope)
    asked = headers.get("sec-websocket-protocol", "").split(",")
    headers["sec-websocket-protocol"] = ",".join(asked[:2])
    scope["subprotocols"] = [
        offered for offered in scope.get("subprotocols", []) if offered != session
    ]


class Sizes:
    """Ends a stream that sends more at once than any page of ours does.

    After each message everybody else has a turn. While messages of one stream were there, Streamlit
    read on: of ten thousand that came in a moment all others waited for the last.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""

        async def receive_no_more() -> Message:
            await sleep(0)
            message = await receive()
            told = message.get("bytes") or message.get("text") or b""
            if message["type"] == "websocket.receive" and len(told) > LARGEST:
                await send({"type": "websocket.close", "code": 1009, "reason": ""})
                return {"type": "websocket.disconnect", "code": 1009, "reason": ""}
            return message

        await self._app(scope, receive_no_more, send)
