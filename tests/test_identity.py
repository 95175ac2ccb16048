"""A browser is known again by its cookie, and nobody else gets to see it."""

import asyncio
import re
from concurrent.futures import ThreadPoolExecutor
from http.cookies import SimpleCookie

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import Message
from streamlit.testing.v1 import AppTest

from tutor.pages.frame.identity import COOKIE, YEAR, LearnerCookie, token
from tutor.store import is_token, new_token

PAGE = {"accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}


def asked(
    headers: dict[str, str], *, method: str = "GET", scheme: str = "http", kind: str = "http"
) -> list[tuple[str, str]]:
    """The headers of the answer to one request."""

    def answer(_: Request) -> PlainTextResponse:
        return PlainTextResponse("page", headers={"Cache-Control": "public", "Set-Cookie": "x=y"})

    app = LearnerCookie(Starlette(routes=[Route("/", answer, methods=["GET", "POST"])]))
    scope = {
        "type": kind,
        "method": method,
        "scheme": scheme,
        "path": "/",
        "query_string": b"",
        "headers": [(key.encode(), value.encode()) for key, value in headers.items()],
    }
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    # A browser test that went before in this process leaves a loop running in this thread.
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(asyncio.run, app(scope, receive, send)).result()
    return [(key.decode().lower(), value.decode()) for key, value in sent[0]["headers"]]


def cookie(headers: list[tuple[str, str]]) -> str | None:
    """The learner's cookie in an answer's headers, with what is said about it."""
    found = [value for key, value in headers if key == "set-cookie" and value.startswith(COOKIE)]
    assert len(found) <= 1
    return found[0] if found else None


def test_a_new_browser_gets_a_token_of_its_own() -> None:
    given = {cookie(asked(PAGE)) for _ in range(20)}
    assert len(given) == 20
    for each in given:
        assert each
        assert is_token(SimpleCookie(each)[COOKIE].value)


def test_the_cookie_stays_a_year_and_scripts_and_other_sites_do_not_get_it() -> None:
    given = cookie(asked(PAGE))
    assert given
    assert given.split("; ")[1:] == [f"Max-Age={YEAR}", "Path=/", "HttpOnly", "SameSite=Lax"]


@pytest.mark.parametrize(
    ("headers", "scheme", "secure"),
    [
        ({}, "http", False),
        ({}, "https", True),
        ({"x-forwarded-proto": "https"}, "http", True),
        ({"x-forwarded-proto": "HTTPS, http"}, "http", True),
        ({"x-forwarded-proto": "http"}, "http", False),
    ],
)
def test_over_tls_the_cookie_never_travels_without(
    headers: dict[str, str], scheme: str, *, secure: bool
) -> None:
    given = cookie(asked({**PAGE, **headers}, scheme=scheme))
    assert given
    assert given.endswith("; Secure") is secure


def test_a_token_that_is_there_is_kept_and_its_year_begins_again() -> None:
    held = new_token()
    given = cookie(asked({**PAGE, "cookie": f"a=b; {COOKIE}={held}; _streamlit_xsrf=2|x"}))
    assert given
    assert given.startswith(f"{COOKIE}={held}; Max-Age={YEAR}")


@pytest.mark.parametrize("held", ["", "x", "a" * 33, "a" * 31 + "!", '"; Path=/evil', "a" * 5000])
def test_what_is_no_token_is_replaced(held: str) -> None:
    given = cookie(asked({**PAGE, "cookie": f"{COOKIE}={held}"}))
    assert given
    assert re.match(rf"{COOKIE}=[\w-]{{32}}; Max", given)


def test_a_page_with_a_cookie_is_kept_by_no_proxy_and_other_cookies_stay() -> None:
    headers = asked(PAGE)
    assert ("cache-control", "private, no-cache") in headers
    assert ("cache-control", "public") not in headers
    assert ("set-cookie", "x=y") in headers


@pytest.mark.parametrize(
    ("headers", "method"), [({}, "GET"), ({"accept": "*/*"}, "GET"), (PAGE, "POST")]
)
def test_only_pages_bring_the_cookie(headers: dict[str, str], method: str) -> None:
    answered = asked(headers, method=method)
    assert cookie(answered) is None
    assert ("cache-control", "public") in answered


def test_a_script_without_a_browser_has_no_token() -> None:
    def script() -> None:
        import streamlit as st

        from tutor.pages.frame.identity import token

        st.text(repr(token()))

    assert AppTest.from_function(script).run().text[0].value == "None"


@pytest.mark.parametrize("held", ["a" * 32, "x", None])
def test_a_script_reads_the_token_and_nothing_else(
    held: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {} if held is None else {COOKIE: held}
    monkeypatch.setattr("streamlit.runtime.context.ContextProxy.cookies", kept)
    assert token() == (held if held == "a" * 32 else None)
