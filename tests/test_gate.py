"""Who may open a stream, whose a session is, whose an address is, and how much may come at once."""

import asyncio
from collections.abc import Mapping

import pytest
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.web.server.starlette import starlette_websocket

from tests.asgi import finish
from tutor.serving.gate import (
    ADDRESS,
    LARGEST,
    LARGEST_UPLOAD,
    MOST,
    MOST_UPLOADED,
    NOBODY,
    PROXY,
    Belongings,
    Callers,
    Cookies,
    Origins,
    Sessions,
    Sizes,
)


class Pages:
    """Stands for what is served: notes what reached it."""

    def __init__(self) -> None:
        self.scope: Scope = {}
        self.came: list[Message] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scope = scope
        while scope["type"] == "websocket":
            self.came.append(await receive())
            if self.came[-1]["type"] == "websocket.disconnect":
                break
        if scope["type"] == "http":
            while (await receive()).get("more_body"):
                pass
            await send({"type": "http.response.start", "status": 204, "headers": []})


def asked(
    app: ASGIApp,
    headers: Mapping[str, str] | list[tuple[str, str]],
    *messages: Message,
    kind: str = "websocket",
    client: str = "192.0.2.7",
    path: str = "/_stcore/stream",
) -> list[Message]:
    """What is answered to one connection."""
    pairs = headers.items() if isinstance(headers, Mapping) else headers
    scope = {
        "type": kind,
        "path": path,
        "method": "PUT",
        "client": (client, 1),
        "headers": [(key.encode(), value.encode()) for key, value in pairs],
        "subprotocols": dict(pairs).get("sec-websocket-protocol", "").split(", "),
    }
    begins: list[Message] = [{"type": "websocket.connect"}] if kind == "websocket" else []
    coming = [*begins, *messages, {"type": f"{kind}.disconnect"}]
    sent: list[Message] = []

    async def receive() -> Message:
        return coming.pop(0)

    async def send(message: Message) -> None:
        sent.append(message)

    async def serve() -> None:
        await app(scope, receive, send)

    finish(serve())
    return sent


# ------------------------------------------------------------------------- origins

CLUB = "https://cards.example.org/calypso"


@pytest.mark.parametrize("path", ["/_stcore/metrics", "/calypso/_stcore/metrics/"])
def test_what_streamlit_counts_is_closed_under_a_path_too(path: str) -> None:
    app = Pages()
    begun, *_ = asked(Origins(app, {}), {"host": "localhost:8501"}, kind="http", path=path)
    assert begun["status"] == 404
    assert not app.scope


@pytest.mark.parametrize(
    ("configured", "origin", "host", "opens"),
    [
        ("", "http://10.0.0.5:8501", "10.0.0.5:8501", True),
        ("", "https://cards.example.org", "cards.example.org", True),
        ("", "http://localhost:8501", "localhost:8501", True),
        ("", "http://[fe80::5]:8501", "[fe80::5]:8501", True),
        ("", "http://teachers-mac.local:8501", "teachers-mac.local:8501", True),
        ("", "http://laptop:8501", "laptop:8501", True),
        ("", "http://LAPTOP.fritz.box:8501", "laptop.fritz.box:8501", True),
        ("", "http://hall.club.example:8501", "hall.club.example:8501", True),
        ("", "http://evil.example:8501", "evil.example:8501", False),  # led here by its owner
        ("", "http://cards.example.org", "cards.example.org", False),
        ("", "http://10.0.0.5.evil.example", "10.0.0.5.evil.example", False),
        ("", "http://local.evil.example", "local.evil.example", False),
        ("", "http://evil-local", "evil-local.", True),
        ("", "http://notfritz.box", "notfritz.box", False),
        ("", "http://localhost:9999", "localhost:8501", False),
        ("", "http://127.0.0.1:8501", "localhost:8501", False),
        ("", "https://evil.example", "cards.example.org", False),
        ("", "http://10.0.0.5:8501.evil.example", "10.0.0.5:8501", False),
        ("", "http://x@10.0.0.5:8501", "10.0.0.5:8501", False),
        ("", "null", "10.0.0.5:8501", False),
        ("", "http://10.0.0.5:x", "10.0.0.5:8501", False),
        ("", "file://", "10.0.0.5:8501", False),
        ("", "ftp://10.0.0.5:8501", "10.0.0.5:8501", False),
        ("", "http://10.0.0.5&:8501", "10.0.0.5:8501", False),
        (CLUB, "https://cards.example.org", "10.0.0.5:8501", True),
        (CLUB, "http://cards.example.org", "cards.example.org", False),
        (CLUB, "https://cards.example.org:444", "cards.example.org:444", False),
        (CLUB, "https://evil.example", "evil.example", False),
        (CLUB, "http://10.0.0.5:8501", "10.0.0.5:8501", False),
        (CLUB, "http://localhost:8501", "localhost:8501", True),
        (CLUB, "http://calypso.localhost:8501", "calypso.localhost:8501", True),
        (CLUB, "http://notlocalhost:8501", "notlocalhost:8501", False),
        ("https://カード.example", "https://xn--lck0cth.example", "xn--lck0cth.example", True),
    ],
)
def test_streams_open_from_our_own_pages_alone(
    configured: str, origin: str, host: str, *, opens: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "Hall.club.example")
    pages = Pages()
    app = Origins(pages, {ADDRESS: configured})
    sent = asked(app, {"origin": origin, "host": host})
    assert bool(pages.came) is opens
    assert [one["type"] for one in sent] == ([] if opens else ["websocket.close"])


@pytest.mark.parametrize(
    ("configured", "origin", "host"),
    [
        ("", "http://club.lan:80", "club.lan"),
        ("", "http://club.lan", "club.lan:80"),
        ("", "https://club.example", "club.example:443"),
        ("", "http://club.lan", "CLUB.lan"),
        ("", "HTTP://club.lan", "club.lan."),
        (CLUB, "https://cards.example.org", "10.0.0.5:8501"),
        (CLUB, "https://cards.example.org:443", "cards.example.org"),
    ],
)
def test_streamlit_never_asks_the_network_about_who_was_let_in(
    configured: str, origin: str, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(starlette_websocket, "is_url_from_allowed_origins", pytest.fail)
    pages = Pages()
    asked(Origins(pages, {ADDRESS: configured}), {"origin": origin, "host": host})
    passed = Headers(scope=pages.scope)
    assert starlette_websocket._is_origin_allowed(passed["origin"], passed["host"])


@pytest.mark.parametrize(
    "host", ["cards.example.org/x", "x?", "a\tb", "[", "x:y", "", "x@y", "é", "a" * 301]
)
def test_a_host_that_no_browser_names_is_let_in_by_nobody(host: str) -> None:
    pages = Pages()
    asked(Origins(pages, {ADDRESS: CLUB}), {"origin": "https://cards.example.org", "host": host})
    asked(Origins(pages, {}), {"origin": f"http://{host}", "host": host})
    assert not pages.came


@pytest.mark.parametrize(
    "headers",
    [
        [("host", "10.0.0.5")],
        [("origin", "http://10.0.0.5")],
        [("origin", "http://10.0.0.5"), ("origin", "http://evil.example"), ("host", "10.0.0.5")],
    ],
)
def test_a_stream_without_an_origin_or_with_two_does_not_open(
    headers: list[tuple[str, str]],
) -> None:
    pages = Pages()
    assert asked(Origins(pages, {}), headers)[0]["code"] == 1008
    assert not pages.came


# ------------------------------------------------------------------------- cookies


def test_a_cookie_that_takes_long_to_read_is_left_out_and_the_others_stay() -> None:
    """It held up everybody for seconds."""
    pages = Pages()
    slow = 'x="' + '\\"' * 20_000 + '"'
    asked(Cookies(pages), [("cookie", f"a=1; {slow}; calypso_learner=b"), ("host", "localhost")])
    passed = Headers(scope=pages.scope)
    assert passed["cookie"] == "a=1; calypso_learner=b"
    assert passed["host"] == "localhost"


# ------------------------------------------------------------------------- callers


@pytest.mark.parametrize(
    ("named", "peer", "told", "seen"),
    [
        # Nobody is named: whatever is told is not believed.
        ("", "192.0.2.7", "1.2.3.4", "192.0.2.7"),
        ("", "127.0.0.1", "1.2.3.4", NOBODY),
        ("", "1.2.3.4", "9.9.9.9, 1.2.3.4", NOBODY),  # as the server beneath leaves it
        # A proxy in the network.
        ("10.0.0.0/8", "10.0.0.9", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.0/8", "10.0.0.9", "6.6.6.6, 1.2.3.4, 10.1.1.1", "1.2.3.4"),
        ("10.0.0.0/8", "192.0.2.7", "1.2.3.4", "192.0.2.7"),
        ("10.1.2.3/8", "10.0.0.9", "1.2.3.4", "1.2.3.4"),  # the network of an address
        # One on this machine, whose word the server beneath has taken already.
        ("127.0.0.1, ::1", "1.2.3.4", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        ("127.0.0.1", "127.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("127.0.0.1", "192.0.2.7", "192.0.2.7, 1.2.3.4", "192.0.2.7"),
        # A server that listens at all addresses hears of IPv4 so, as 'calypso serve' does.
        ("127.0.0.1", "::ffff:127.0.0.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"),
        ("::ffff:127.0.0.1", "::ffff:127.0.0.1", "1.2.3.4", "1.2.3.4"),
        ("10.0.0.0/8", "::ffff:10.0.0.9", "1.2.3.4, ::ffff:10.1.1.1", "1.2.3.4"),
        ("10.0.0.0/8", "::ffff:127.0.0.1", "1.2.3.4", NOBODY),
        ("10.0.0.0/8", "10.0.0.9", "[2001:db8::1]:443", "2001:db8::1"),
        ("10.0.0.0/8", "10.0.0.9", "1.2.3.4:5678", "1.2.3.4"),
    ],
)
def test_an_address_is_believed_of_a_named_proxy_alone(
    named: str, peer: str, told: str, seen: str
) -> None:
    pages = Pages()
    app = Callers(pages, {PROXY: named})
    asked(app, {"x-forwarded-for": told}, client=peer)
    assert pages.scope["client"][0] == seen


def test_who_comes_directly_keeps_their_address() -> None:
    pages = Pages()
    asked(Callers(pages, {}), {}, client="127.0.0.1")
    assert pages.scope["client"] == ("127.0.0.1", 1)


# ---------------------------------------------------------------------- belongings


def who(scope: Scope) -> str:
    return next((value.decode() for key, value in scope["headers"] if key == b"cookie"), "")


@pytest.mark.parametrize(
    ("cookie", "resumes"), [("ann", True), ("eve", False), ("", False), ("ANN", False)]
)
def test_a_session_goes_on_for_the_browser_that_began_it(cookie: str, *, resumes: bool) -> None:
    sessions, pages = Sessions(), Pages()
    sessions.begin("s1", "ann")
    sessions.begin("s1", "eve")  # who has begun it keeps it
    headers = {"cookie": cookie, "sec-websocket-protocol": "streamlit, xsrf, s1"}
    forgotten: list[str] = []
    asked(Belongings(pages, who, forgotten.append, sessions), headers)
    assert forgotten == []
    told = dict(pages.scope["headers"])[b"sec-websocket-protocol"].decode()
    assert told == ("streamlit, xsrf, s1" if resumes else "streamlit, xsrf")
    assert ("s1" in pages.scope["subprotocols"]) is resumes
    assert pages.came, "it begins a new one"


def test_a_session_nobody_has_begun_is_resumed_by_nobody() -> None:
    pages = Pages()
    headers = {"sec-websocket-protocol": "streamlit, , s9"}
    asked(Belongings(pages, who, print, Sessions()), headers)
    assert b"s9" not in dict(pages.scope["headers"])[b"sec-websocket-protocol"]


@pytest.mark.parametrize(("cookie", "status"), [("ann", 204), ("eve", 403), ("", 403)])
def test_files_are_uploaded_to_ones_own_session(cookie: str, status: int) -> None:
    sessions = Sessions()
    sessions.begin("s1", "ann")
    path = "/calypso/_stcore/upload_file/s1/file"
    forgotten: list[str] = []
    app = Belongings(Pages(), who, forgotten.append, sessions)
    sent = asked(app, {"cookie": cookie}, kind="http", path=path)
    assert sent[0]["status"] == status
    assert forgotten == (["s1"] if status == 204 else []), "one file of a session is kept"


def test_two_files_of_a_session_do_not_come_at_once() -> None:
    sessions = Sessions()
    sessions.begin("s1", "ann")
    path, came = "/_stcore/upload_file/s1/file", list[int]()
    headers = {"cookie": "ann"}

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        if not came:  # another comes while this one does
            came.append(asked(gate, headers, kind="http", path=path)[0]["status"])
        await Pages()(scope, receive, send)

    gate = Belongings(slow, who, lambda _: None, sessions)
    assert asked(gate, headers, kind="http", path=path)[0]["status"] == 204
    assert came == [429]
    assert asked(gate, headers, kind="http", path=path)[0]["status"] == 204, "it has come by now"


FILE: Message = {"type": "http.request", "body": bytes(LARGEST_UPLOAD), "more_body": True}
LAST: Message = {"type": "http.request", "body": b"", "more_body": False}


def test_of_many_uploads_that_nobody_reads_few_are_kept() -> None:
    sessions, forgotten = Sessions(), list[str]()
    app = Belongings(Pages(), who, forgotten.append, sessions)
    most = MOST_UPLOADED // LARGEST_UPLOAD
    for number in range(most + 1):
        sessions.begin(f"s{number}", "ann")
        path = f"/_stcore/upload_file/s{number}/file"
        came = asked(app, {"cookie": "ann"}, FILE, LAST, kind="http", path=path)
        assert came[0]["status"] == 204
    assert forgotten == [*(f"s{number}" for number in range(most + 1)), "s0"]


def test_a_room_full_of_people_uploads_at_once_and_each_file_is_kept() -> None:
    """A hundred may be in a room; two megabytes are the progress of 8,000 answers."""
    sessions, forgotten, people = Sessions(), list[str](), [f"s{n}" for n in range(100)]
    waiting, statuses = list(people), list[int]()

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        if waiting:  # the next comes while this one does
            statuses.append(upload(waiting.pop()))
        await Pages()(scope, receive, send)

    gate = Belongings(slow, who, forgotten.append, sessions)

    def upload(session: str) -> int:
        sessions.begin(session, "ann")
        headers = {"cookie": "ann", "content-length": "2000000"}
        path = f"/_stcore/upload_file/{session}/file"
        status: int = asked(gate, headers, kind="http", path=path)[0]["status"]
        return status

    statuses.append(upload(waiting.pop()))
    assert statuses == [204] * 100
    assert sorted(forgotten) == sorted(people), "each one's own file before, and nobody else's"


def test_of_more_than_may_come_at_once_what_began_first_makes_way() -> None:
    """Eleven of twelve send a whole file and never end; the first of them has been slow."""
    sessions = Sessions()
    people = [f"s{number}" for number in range(MOST_UPLOADED // LARGEST_UPLOAD + 2)]
    gate = Belongings(Pages(), who, lambda _: None, sessions)

    async def upload(session: str) -> int:
        coming, sent = [FILE, *([LAST] if session == people[-1] else [])], list[Message]()

        async def receive() -> Message:
            return coming.pop(0) if coming else await asyncio.Future()

        async def send(message: Message) -> None:
            sent.append(message)

        path = f"/_stcore/upload_file/{session}/file"
        headers = [(b"cookie", b"ann"), (b"content-length", str(MOST_UPLOADED).encode())]
        scope = {"type": "http", "method": "PUT", "path": path, "headers": headers}
        await gate(scope, receive, send)
        status: int = sent[0]["status"]
        return status

    async def together() -> list[int]:
        uploads = [asyncio.create_task(upload(session)) for session in people]
        first, last = await asyncio.gather(uploads[0], uploads[-1])
        slow = [upload for upload in uploads if not upload.done()]
        for stuck in slow:
            stuck.cancel()
        await asyncio.gather(*slow, return_exceptions=True)
        return [first, last, len(slow)]

    for session in people:
        sessions.begin(session, "ann")
    assert finish(together()) == [429, 204, len(people) - 3]


def test_a_file_that_was_put_away_for_one_that_never_came_is_counted_no_more() -> None:
    """What others have uploaded had to go for it."""
    sessions, forgotten = Sessions(), list[str]()
    app = Belongings(Pages(), who, forgotten.append, sessions)
    most = MOST_UPLOADED // LARGEST_UPLOAD
    for number in range(most):
        sessions.begin(f"s{number}", "ann")
        path = f"/_stcore/upload_file/s{number}/file"
        asked(app, {"cookie": "ann"}, FILE, LAST, kind="http", path=path)
    # It comes to nothing: the first session's file has gone, and nothing is in its place.
    app._app = broken
    path = "/_stcore/upload_file/s0/file"
    with pytest.raises(ConnectionError):
        asked(app, {"cookie": "ann"}, FILE, LAST, kind="http", path=path)
    app._app = Pages()
    forgotten.clear()
    sessions.begin("another", "ann")
    path = "/_stcore/upload_file/another/file"
    asked(app, {"cookie": "ann"}, FILE, LAST, kind="http", path=path)
    assert forgotten == ["another"], "there is room for it: nobody else's goes"


async def broken(scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG001
    raise ConnectionError


def test_who_announces_uploads_and_sends_nothing_keeps_nobody_out() -> None:
    """Ten such requests shut out every file of everybody, for as long as they stayed."""
    sessions, came = Sessions(), list[int]()
    people = [f"s{number}" for number in range(20)]
    headers = {"cookie": "ann", "content-length": str(LARGEST_UPLOAD)}

    async def slow(scope: Scope, receive: Receive, send: Send) -> None:
        if people:  # another comes while this one does
            came.append(upload(people.pop()))
        await Pages()(scope, receive, send)

    gate = Belongings(slow, who, lambda _: None, sessions)

    def upload(session: str) -> int:
        sessions.begin(session, "ann")
        path = f"/_stcore/upload_file/{session}/file"
        status: int = asked(gate, headers, LAST, kind="http", path=path)[0]["status"]
        return status

    came.append(upload(people.pop()))
    assert came == [204] * 20


def test_the_memory_of_sessions_does_not_grow_for_ever() -> None:
    sessions = Sessions()
    for number in range(MOST + 1):
        sessions.begin(str(number), "ann")
    assert not sessions.belongs("0", "ann")
    assert sessions.belongs(str(MOST), "ann")


# --------------------------------------------------------------------------- sizes


@pytest.mark.parametrize("kind", ["bytes", "text"])
def test_who_sends_too_much_at_once_is_cut_off(kind: str) -> None:
    def message(length: int) -> Message:
        return {
            "type": "websocket.receive",
            kind: b"x" * length if kind == "bytes" else "x" * length,
        }

    pages = Pages()
    sizes = (0, LARGEST, LARGEST + 1, 1)
    sent = asked(Sizes(pages), {}, *map(message, sizes))
    assert sent == [{"type": "websocket.close", "code": 1009, "reason": ""}]
    assert [one["type"] for one in pages.came] == [
        "websocket.connect",
        "websocket.receive",
        "websocket.receive",
        "websocket.disconnect",
    ]


def test_who_sends_very_many_messages_keeps_nobody_waiting_for_the_last() -> None:
    """Ten thousand came in a fifth of a second, and held everybody up for a quarter minute."""
    pages, seen = Pages(), list[int]()
    presses: list[Message] = [{"type": "websocket.receive", "bytes": b"x"}] * 100
    coming = iter([*presses, {"type": "websocket.disconnect"}])

    async def receive() -> Message:
        return next(coming)

    async def look() -> None:
        while len(pages.came) <= len(presses):
            seen.append(len(pages.came))
            await asyncio.sleep(0)

    async def together() -> None:
        scope = {"type": "websocket", "path": "/_stcore/stream", "headers": []}
        await asyncio.gather(Sizes(pages)(scope, receive, never), look())

    async def never(message: Message) -> None:
        raise AssertionError(message)

    finish(together())
    assert len(set(seen)) > len(presses) // 2, "who looks has a turn in between"
