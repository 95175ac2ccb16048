"""Who comes with this browser: a random token in a cookie, which says nothing about anybody.

Streamlit's scripts can read cookies but not write them (streamlit/streamlit, issues 861 and
14730). So the cookie comes with the page itself, before the first run of the script.
"""

import streamlit as st
from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tutor.store import is_token, new_token

COOKIE = "calypso_learner"

YEAR = 365 * 24 * 60 * 60
"""Seconds; counted anew with every visit. (Browsers keep no cookie for more than 400 days.)"""


class LearnerCookie:
    """Gives every browser that asks for a page a cookie with a token of its own.

    A token that is there is kept, and its year begins again; what is no token is replaced.
    Plain ASGI: Starlette's own base class for middleware would hold streams back.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, with the cookie if it is for a page."""
        if not _wants_page(scope):
            await self._app(scope, receive, send)
            return
        held = HTTPConnection(scope).cookies.get(COOKIE)
        cookie = _cookie(held if held and is_token(held) else new_token(), scope)

        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.append("Set-Cookie", cookie)
                # Or a proxy might give one learner's cookie to the next.
                headers["Cache-Control"] = "private, no-cache"
            await send(message)

        await self._app(scope, receive, send_with_cookie)


def _wants_page(scope: Scope) -> bool:
    """Say whether a browser asks for a page: not for a file, a health check or a stream."""
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


def token() -> str | None:
    """Give the token of the browser this run is for; nothing if it sent none.

    It sends none if it refuses cookies; and in AppTest there is no browser.
    """
    held: object = st.context.cookies.get(COOKIE)
    return held if isinstance(held, str) and is_token(held) else None
