"""Scripts and style sheets, compressed once and then sent to all who ask for them.

The first visit fetches two megabytes of Streamlit's, which it serves as they are: compressing
them for each visitor anew would keep everybody waiting. Compressed they are a third. In a hall
thirty telephones fetch them at the same minute from one laptop.
"""

import gzip
from dataclasses import dataclass
from posixpath import normpath

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_KINDS = (".js", ".css")
_MOST = 400
"""So many are kept; Streamlit has some three hundred, of which a visit needs seventy."""


@dataclass(frozen=True, slots=True)
class _Asset:
    """A file that was served whole: its headers, and what it contains, compressed."""

    headers: tuple[tuple[bytes, bytes], ...]
    packed: bytes


class Assets:
    """Serves scripts and style sheets compressed, to every browser that can unpack them."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._kept: dict[str, _Asset] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request; all others go on unchanged."""
        if not _wanted(scope):
            await self._app(scope, receive, send)
            return
        asset = self._kept.get(scope["path"])
        if asset is None:
            begun, body = await self._served(scope, receive)
            if Headers(raw=begun["headers"]).get("content-type", "").startswith("text/html"):
                # Streamlit's page, which it serves in place of a file that it does not have. A
                # proxy is to ask the process of another version, and none of it is kept.
                await PlainTextResponse("not there", status_code=404)(scope, receive, send)
                return
            if begun["status"] != 200:
                await send(begun)
                await send({"type": "http.response.body", "body": body})
                return
            asset = await run_in_threadpool(_packed, begun, body)
            if len(self._kept) < _MOST:
                self._kept[scope["path"]] = asset
        answer = Response(asset.packed)
        answer.raw_headers = list(asset.headers)
        await answer(scope, receive, send)

    async def _served(self, scope: Scope, receive: Receive) -> tuple[Message, bytes]:
        """Return what is served without us: how the answer begins, and its whole body."""
        begun: list[Message] = []
        body: list[bytes] = []

        async def take(message: Message) -> None:
            if message["type"] == "http.response.start":
                begun.append(message)
            else:
                body.append(message.get("body", b""))

        await self._app(scope, receive, take)
        return begun[0], b"".join(body)


def _wanted(scope: Scope) -> bool:
    """Return whether a whole file is asked for that is worth compressing, by whoever can unpack it.

    Who asks whether a file has changed is answered by Streamlit: its name would have. A file asked
    for by a roundabout path (``/static/./js/a.js``) comes as it is: it has endlessly many of them.
    """
    if scope["type"] != "http" or scope["method"] != "GET":
        return False
    headers = Headers(scope=scope)
    return (
        "/static/" in scope["path"]
        and scope["path"].endswith(_KINDS)
        and scope["path"] == normpath(scope["path"])
        and "gzip" in headers.get("accept-encoding", "")
        and not any(name in headers for name in ("range", "if-none-match", "if-modified-since"))
    )


def _packed(begun: Message, body: bytes) -> _Asset:
    """Compress *body*; the headers say so, and that it depends on what the browser accepts."""
    packed = gzip.compress(body, mtime=0)
    headers = MutableHeaders(raw=list(begun["headers"]))
    headers["content-encoding"] = "gzip"
    headers["content-length"] = str(len(packed))
    headers.add_vary_header("accept-encoding")
    del headers["accept-ranges"]
    if tag := headers.get("etag"):
        headers["etag"] = f"W/{tag.removeprefix('W/')}"
    return _Asset(tuple(headers.raw), packed)
