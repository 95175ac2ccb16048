"""At which addresses the tutor may be opened.

A page of elsewhere must not reach the tutor through the browser of somebody who uses it. That
its own address is the one it calls is no proof: a stranger may have a name of theirs lead to
this machine. A number, a name that nobody can register, and one proved by a certificate cannot
be had by a stranger.
"""

import os
import re
import socket
from collections.abc import Mapping
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Receive, Scope, Send

ADDRESS = "CALYPSO_ADDRESS"
"""The environment variable that names the address at which others reach the tutor, such as
``https://cards.example.org/calypso``."""


class Origins:
    """Lets streams open from our own pages alone; others are turned away at once."""

    def __init__(self, app: ASGIApp, environment: Mapping[str, str] = os.environ) -> None:
        self._app = app
        self._environment = environment

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "websocket" and not self._ours(Headers(scope=scope)):
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": ""})
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
        place = _place(origin)
        if configured and place == _place(configured) is not None:
            return True
        if place is None or place[1:] != _host(host, place[0]):
            return False
        # The same machine, as whoever runs the tutor opens it; and, where no address is
        # configured, any at which no stranger's page can be.
        proved = place[0] == "https" or is_own(place[1])
        return is_local(place[1]) or (proved and not configured)


def name_of(host: str) -> str:
    """Return the name or number of what a browser names as host, without its port."""
    found = _host(host, "http")
    return found[0] if found else ""


_HOST = re.compile(r"[\w.:\[\]-]+", re.ASCII)
"""What a browser names as host: a name or an address, and a port perhaps."""


def _place(url: str) -> tuple[str, str, int] | None:
    """Return scheme, host and port of an address; nothing of what is none."""
    try:
        at = urlsplit(url)
        port = at.port
        host = (at.hostname or "").encode("idna").decode()  # as browsers write every name
    except ValueError:
        return None
    if at.scheme not in {"http", "https"} or not host or at.username is not None:
        return None
    return at.scheme, host.rstrip("."), port or (443 if at.scheme == "https" else 80)


def _host(host: str, scheme: str) -> tuple[str, int] | None:
    found = _place(f"{scheme}://{host}")
    return found[1:] if found else None


def is_local(host: str) -> bool:
    """Whether a name or an address is of this machine itself."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def is_own(host: str) -> bool:
    """Whether a host is one that nobody outside this machine's network can have."""
    return is_at_home(host) or host == socket.gethostname().lower().rstrip(".")


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
