"""Scripts and style sheets come compressed, and are compressed once."""

import gzip

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from tests.asgi import ask
from tutor.serving import assets
from tutor.serving.assets import Assets

SCRIPT = "const cards = 'A K Q J T 9 8 7 6 5 4 3 2'.split(' ');\n" * 50
SERVED = {
    "etag": '"1a2b"',
    "cache-control": "public, immutable",
    "content-type": "application/javascript",
    "accept-ranges": "bytes",
}


class Source:
    """Serves one script at many addresses, and notes which were asked for."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def answer(self, request: Request) -> Response:
        self.asked.append(request.url.path)
        if "other-version" in request.url.path:
            return HTMLResponse("<title>Streamlit</title>")
        if "absent" in request.url.path:
            return PlainTextResponse("no such file", status_code=404)
        return Response(SCRIPT, headers=SERVED)


def served() -> tuple[Assets, Source]:
    source = Source()
    return Assets(Starlette(routes=[Route("/{rest:path}", source.answer)])), source


@pytest.mark.parametrize("path", ["/static/js/a.js", "/calypso/static/css/a.css"])
def test_a_script_comes_compressed_and_is_compressed_once(path: str) -> None:
    app, source = served()
    for _ in range(3):
        answer = ask(app, path, accept_encoding="gzip, deflate, br")
        assert gzip.decompress(answer.body).decode() == SCRIPT
        assert len(answer.body) < len(SCRIPT) / 10
        assert answer.headers == {
            "content-type": "application/javascript",
            "cache-control": "public, immutable",
            "content-encoding": "gzip",
            "content-length": str(len(answer.body)),
            "etag": 'W/"1a2b"',
            "vary": "accept-encoding",
        }
    assert source.asked == [path]


@pytest.mark.parametrize(
    ("path", "headers"),
    [
        ("/static/js/a.js", {}),
        ("/static/js/a.js", {"accept_encoding": "br"}),
        ("/static/js/a.js", {"accept_encoding": "gzip", "range": "bytes=0-9"}),
        ("/static/js/a.js", {"accept_encoding": "gzip", "if_none_match": '"1a2b"'}),
        ("/static/media/a.woff2", {"accept_encoding": "gzip"}),
        ("/static/./js/a.js", {"accept_encoding": "gzip"}),
        ("/static/js//a.js", {"accept_encoding": "gzip"}),
        ("/component/a.js", {"accept_encoding": "gzip"}),
        ("/drill", {"accept_encoding": "gzip"}),
    ],
)
def test_all_else_comes_as_it_is_served(path: str, headers: dict[str, str]) -> None:
    app, source = served()
    for _ in range(2):
        answer = ask(app, path, **headers)
        assert answer.text == SCRIPT
        assert "content-encoding" not in answer.headers
        assert answer.headers["etag"] == '"1a2b"'
    assert len(source.asked) == 2


def test_what_is_not_there_is_neither_compressed_nor_kept() -> None:
    app, source = served()
    for _ in range(2):
        answer = ask(app, "/static/js/absent.js", accept_encoding="gzip")
        assert (answer.status, answer.text) == (404, "no such file")
    assert len(source.asked) == 2


def test_no_more_is_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assets, "_MOST", 2)
    app, source = served()
    paths = [f"/static/js/{name}.js" for name in "abcabc"]
    for path in paths:
        assert gzip.decompress(ask(app, path, accept_encoding="gzip").body).decode() == SCRIPT
    assert source.asked == [*paths[:3], paths[5]]


def test_of_what_is_not_there_no_page_comes_and_none_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Streamlit's own page came, as found: no proxy asked on, and 400 of them left no room."""
    monkeypatch.setattr(assets, "_MOST", 1)
    app, source = served()
    for path in ("/static/js/of-other-version.js", "/static/js/a.js", "/static/js/a.js"):
        answer = ask(app, path, accept_encoding="gzip")
        assert answer.status == (404 if "other" in path else 200)
    assert len(source.asked) == 2
