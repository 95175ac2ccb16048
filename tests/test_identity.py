"""A browser is known again by its cookie, and nobody else gets to see it."""

import re
from http.cookies import SimpleCookie

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.types import Message
from streamlit.testing.v1 import AppTest

from tests.asgi import finish
from tutor.pages.frame.identity import COOKIE, YEAR, LearnerCookie, token
from tutor.serving.gate import opened, signed
from tutor.store import is_token, new_token, open_store, rows

pytest_plugins = ["tests.postgres"]

PAGE = {"accept": "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8"}


SECRET = b"the key of these tests"
OLD = "o" * 32
"""A token of before cookies were signed; the store knows it."""


def knows(token: str) -> bool | None:
    return token == OLD


def asked(
    headers: dict[str, str],
    *,
    method: str = "GET",
    scheme: str = "http",
    kind: str = "http",
    secret: bytes | None = SECRET,
) -> list[tuple[str, str]]:
    """The headers of the answer to one request."""

    def answer(_: Request) -> PlainTextResponse:
        return PlainTextResponse("page", headers={"Cache-Control": "public", "Set-Cookie": "x=y"})

    pages = Starlette(routes=[Route("/", answer, methods=["GET", "POST"])])
    app = LearnerCookie(pages, lambda: secret, knows)
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

    finish(app(scope, receive, send))
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
        assert is_token(opened(SimpleCookie(each)[COOKIE].value, SECRET))


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


def value(headers: list[tuple[str, str]]) -> str:
    """What the cookie holds."""
    given = cookie(headers)
    assert given
    return given.partition("; ")[0].removeprefix(f"{COOKIE}=")


def test_a_token_that_is_there_is_kept_and_its_year_begins_again() -> None:
    held = signed(new_token(), SECRET)
    given = cookie(asked({**PAGE, "cookie": f"a=b; {COOKIE}={held}; _streamlit_xsrf=2|x"}))
    assert given
    assert given.startswith(f"{COOKIE}={held}; Max-Age={YEAR}")


def test_a_cookie_of_before_they_were_signed_is_signed_if_the_store_knows_it() -> None:
    assert value(asked({**PAGE, "cookie": f"{COOKIE}={OLD}"})) == signed(OLD, SECRET)


@pytest.mark.parametrize(
    "held", ["n" * 32, f"{OLD}.{'x' * 22}", signed(OLD, b"another key"), signed(OLD, SECRET)[:-1]]
)
def test_a_value_the_server_never_gave_is_replaced(held: str) -> None:
    given = value(asked({**PAGE, "cookie": f"{COOKIE}={held}"}))
    assert opened(given, SECRET)
    assert given.partition(".")[0] != held.partition(".")[0]


@pytest.mark.parametrize("held", [signed(OLD, SECRET), OLD, "n" * 32])
def test_while_the_store_is_silent_nobody_is_forgotten(held: str) -> None:
    assert value(asked({**PAGE, "cookie": f"{COOKIE}={held}"}, secret=None)) == held


@pytest.mark.parametrize("held", ["", "x", "a" * 33, "a" * 31 + "!", '"; Path=/evil', "a" * 5000])
def test_what_is_no_token_is_replaced(held: str) -> None:
    given = cookie(asked({**PAGE, "cookie": f"{COOKIE}={held}"}))
    assert given
    assert re.match(rf"{COOKIE}=[\w-]{{32}}\.[\w-]{{22}}; Max", given)


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

        st.text(repr(token(lambda: b"key", lambda _: True)))

    assert AppTest.from_function(script, default_timeout=300).run().text[0].value == "None"


@pytest.mark.parametrize(
    ("held", "read"),
    [(signed("a" * 32, SECRET), "a" * 32), (OLD, OLD), ("a" * 32, None), ("x", None), (None, None)],
)
def test_a_script_reads_the_token_and_nothing_else(
    held: str | None, read: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = {} if held is None else {COOKIE: held}
    monkeypatch.setattr("streamlit.runtime.context.ContextProxy.cookies", kept)
    assert token(lambda: SECRET, knows) == read


def test_all_servers_on_one_database_sign_alike(database: str) -> None:
    with open_store(database) as one, open_store(database) as other:
        assert len(one.secret("cookies")) == 32
        secret = one.secret("cookies")
        assert secret == other.secret("cookies") != one.secret("another")
        other.writing(lambda connection: rows.add_secret(connection, "cookies", "00"))
        assert one.secret("cookies") == secret, "of two that begin at once the first has made it"
