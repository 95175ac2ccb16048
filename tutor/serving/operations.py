"""The addresses by which machines watch over the tutor: alive, ready, and its figures."""

import asyncio
import os
import secrets
from collections.abc import Callable
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from tutor.serving.figures import FIGURES, exposition
from tutor.serving.readiness import ready

TOKEN = "CALYPSO_METRICS_TOKEN"  # noqa: S105 - the name of the setting, not the secret
"""The environment variable whose value opens ``/metrics``; without it that address is closed."""


_PATIENCE = 5
"""Seconds after which a database that says nothing counts as one that does not answer."""


async def livez(_request: Request) -> Response:
    """Answer that the process is alive; nothing else is asked."""
    return PlainTextResponse("alive\n")


async def readyz(_request: Request) -> Response:
    """Answer whether a learner can be served now: 200 or 503, and why."""
    try:
        async with asyncio.timeout(_PATIENCE):
            checks = await run_in_threadpool(lambda: tuple(ready()))
    except TimeoutError:
        return JSONResponse({"database": "does not answer"}, status_code=503)
    well = all(check.well for check in checks)
    told = {check.name: "ok" if check.well else check.found for check in checks}
    return JSONResponse(told, status_code=200 if well else 503)


async def metrics(rooms: Callable[[], int | None], request: Request) -> Response:
    """Return the figures to whoever shows the token."""
    wanted = os.environ.get(TOKEN, "")
    given = request.headers.get("authorization", "").removeprefix("Bearer ")
    if not wanted or not secrets.compare_digest(wanted.encode(), given.encode()):
        return PlainTextResponse("closed\n", status_code=404)
    found = await run_in_threadpool(rooms)
    return PlainTextResponse(exposition(FIGURES, found), media_type="text/plain; version=0.0.4")


def routes(rooms: Callable[[], int | None]) -> list[Route]:
    """Return the addresses for machines.

    Args:
        rooms: Counts the rooms in the database; nothing if it does not answer.
    """
    return [
        Route("/livez", livez),
        Route("/readyz", readyz),
        Route("/metrics", partial(metrics, rooms)),
    ]


class CountedSockets:
    """Counts the browsers that are connected."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection, counted if it stays open."""
        if scope["type"] != "websocket" or not HTTPConnection(scope).url.path.endswith("/stream"):
            await self._app(scope, receive, send)
            return
        with FIGURES.socket():
            await self._app(scope, receive, send)
