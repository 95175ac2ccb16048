"""Asks an ASGI application for one page, without a network."""

import asyncio
import json
from collections.abc import Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message

T = TypeVar("T")


def finish(work: Coroutine[Any, Any, T]) -> T:
    """Carry out *work* to its end, in a thread of its own.

    A browser test that went before in this process leaves a loop running in this thread.
    """
    with ThreadPoolExecutor(1) as elsewhere:
        return elsewhere.submit(asyncio.run, work).result()


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()

    def json(self) -> dict[str, str]:
        found: dict[str, str] = json.loads(self.body)
        return found


def ask(app: ASGIApp, address: str, **headers: str) -> Answer:
    """What *app* answers to a GET; underscores in the names of headers are hyphens."""
    return finish(asked(app, address, **headers))


async def asked(app: ASGIApp, address: str, **headers: str) -> Answer:
    """The same, for whoever asks for several things at once."""
    parts = urlsplit(address)
    scope = {
        "type": "http", "http_version": "1.1", "method": "GET", "scheme": "http",
        "server": ("tutor.test", 80), "client": ("127.0.0.1", 5000), "root_path": "",
        "path": parts.path, "raw_path": parts.path.encode(), "query_string": parts.query.encode(),
        "headers": [
            (name.replace("_", "-").lower().encode(), value.encode())
            for name, value in {"host": "tutor.test", **headers}.items()
        ],
    }  # fmt: skip
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        sent.append(message)

    await app(scope, receive, send)
    start = next(message for message in sent if message["type"] == "http.response.start")
    body = b"".join(message.get("body", b"") for message in sent)
    found = {name.decode().lower(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], found, body)
