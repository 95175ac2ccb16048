"""Who comes with this browser: a random token in a cookie, which says nothing about anybody.

Streamlit's scripts can read cookies but not write them (streamlit/streamlit, issues 861 and
14730). So the cookie comes with the page itself, before the first run of the script. It is
signed: a value that this server did not give counts as none.
"""

import asyncio
from collections.abc import Callable

import streamlit as st
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime.scriptrunner import get_script_run_ctx

from tutor.serving.gate import opened, signed
from tutor.store import is_token, new_token
from tutor.store.keys import digest

COOKIE = "calypso_learner"

YEAR = 365 * 24 * 60 * 60
"""Seconds; counted anew with every visit. (Browsers keep no cookie for more than 400 days.)"""

_LONGEST = 2.0
"""Seconds that a page waits for the key to the cookies, or for what is known of an old one."""

Secret = Callable[[], bytes | None]
"""Gives the key by which cookies are signed; nothing while the store does not say it."""

Known = Callable[[str], bool | None]
"""Says whether the store knows a token; nothing while the store does not say."""


class LearnerCookie:
    """Gives every browser that asks for a page a cookie with a token of its own.

    A token that is there is kept, and its year begins again; what is no token, or not ours, is
    replaced. Cookies of before they were signed are signed now, if the store knows them.
    Plain ASGI: Starlette's own base class for middleware would hold streams back.
    """

    def __init__(self, app: ASGIApp, secret: Secret, known: Known) -> None:
        self._app = app
        self._secret = secret
        self._known = known

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, with the cookie if it is for a page."""
        if not _wants_page(scope):
            await self._app(scope, receive, send)
            return
        held = HTTPConnection(scope).cookies.get(COOKIE) or ""
        try:
            async with asyncio.timeout(_LONGEST):
                value = await run_in_threadpool(self._value, held)
        except TimeoutError:
            value = held if _form(held) else new_token()
        cookie = _cookie(value, scope)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.append("Set-Cookie", cookie)
                # Or a proxy might give one learner's cookie to the next.
                headers["Cache-Control"] = "private, no-cache"
            await send(message)

        await self._app(scope, receive, send_with_cookie)

    def _value(self, held: str) -> str:
        secret = self._secret()
        if secret is None:  # nobody is forgotten because the store is silent
            return held if _form(held) else new_token()
        return signed(accepted(held, secret, self._known) or new_token(), secret)


def accepted(held: str, secret: bytes | None, known: Known) -> str | None:
    """Return the token in a cookie's value, if it is one of ours."""
    if not _form(held):
        return None
    token = held.partition(".")[0]
    if secret is None:
        return token
    if held == token:  # of before they were signed
        return None if known(token) is False else token
    return opened(held, secret)


def _form(held: str) -> bool:
    token, _, signature = held.partition(".")
    return is_token(token) and len(signature) < len(token)


def owner(scope: Scope) -> str:
    """Return by which name the browser's sessions are known."""
    return _owner(HTTPConnection(scope).cookies.get(COOKIE))


def session_owner() -> tuple[str, str]:
    """Return the session of this run, and by which name its browser is known."""
    context = get_script_run_ctx(suppress_warning=True)
    return context.session_id if context else "", _owner(st.context.cookies.get(COOKIE))


def _owner(held: object) -> str:
    token = held.partition(".")[0] if isinstance(held, str) else ""
    return digest("session", token) if is_token(token) else ""


def _wants_page(scope: Scope) -> bool:
    """Return whether a browser asks for a page: not for a file, a health check or a stream."""
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    return "text/html" in HTTPConnection(scope).headers.get("accept", "")


def _cookie(held: str, scope: Scope) -> str:
    """Write the cookie; over TLS it never travels without."""
    # A proxy that ends TLS says so; somebody who says so falsely only hides the cookie from
    # their own requests without TLS.
    forwarded = HTTPConnection(scope).headers.get("x-forwarded-proto", "")
    secure = "https" in (scope.get("scheme"), forwarded.partition(",")[0].strip().lower())
    parts = f"{COOKIE}={held}; Max-Age={YEAR}; Path=/; HttpOnly; SameSite=Lax"
    return f"{parts}; Secure" if secure else parts


def token(secret: Secret, known: Known) -> str | None:
    """Return the token of the browser this run is for; nothing if it sent none of ours."""
    held: object = st.context.cookies.get(COOKIE)
    return accepted(held, secret(), known) if isinstance(held, str) else None
