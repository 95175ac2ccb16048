"""What the server does once, before its first visitor."""

import gc
from asyncio import get_running_loop
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tutor.pages.frame import progress
from tutor.pages.frame.library import lessons

_FAREWELL = 5.0
"""Seconds that a server which is stopped takes to write what is on its way to the store."""


def load_for_all() -> None:
    """Load what every visit needs, and leave it out of Python's search for garbage.

    That search goes through all that is loaded while everybody waits. With fifty learners,
    leaving it out brought the time of 95 in 100 verdicts from 0.36 s down to 0.13 s.
    """
    lessons()
    gc.collect()
    gc.freeze()


@asynccontextmanager
async def lifespan(_app: object) -> AsyncIterator[None]:
    """Serve from when everything is loaded until what learners did last is written."""
    load_for_all()
    yield
    await get_running_loop().run_in_executor(None, progress.drain, _FAREWELL)
