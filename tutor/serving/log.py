"""The log of the server: no words of learners, and seldom what would come without end."""

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from traceback import walk_tb
from typing import Self


class LogLine(logging.LogRecord):
    """One line of the log; of an error it says what kind it is and where it was raised.

    What an error itself says may be a learner's: PostgreSQL quotes the row that breaks a rule.
    """

    fault = ""

    def without_words_of_errors(self) -> Self:
        """Return the line with no more than that of every error."""
        if self.exc_info and self.exc_info[1]:
            self.fault = _kind(self.exc_info[1])
        if isinstance(self.args, tuple):
            self.args = tuple(
                _kind(arg) if isinstance(arg, BaseException) else arg for arg in self.args
            )
        self.exc_info = self.stack_info = None
        return self

    def getMessage(self) -> str:  # noqa: N802 - as logging calls it
        """Return what is said, in one line; beside an error only what it begins with."""
        lines = super().getMessage().splitlines()
        return f"{lines[0] if lines else ''}: {self.fault}" if self.fault else " ".join(lines)


DEEP = 6
"""Places named of an error: the one where it was raised, and those that led there."""


def _kind(error: BaseException) -> str:
    frames = [(frame.f_code.co_filename, line) for frame, line in walk_tb(error.__traceback__)]
    places = [f"{'/'.join(Path(file).parts[-2:])}:{line}" for file, line in frames[::-1][:DEEP]]
    cause = error.__cause__ or error.__context__
    from_ = f" from {type(cause).__name__}" if cause else ""
    return f"{type(error).__name__}{from_} at {' < '.join(places)}"


_OUT_OF_FILES = "socket.accept() out of system resource"
"""What asyncio says where it can open no file for a connection, and goes on trying."""

_SELDOM = 60.0
"""Seconds from one such line to the next."""


def loop_faults() -> Callable[[asyncio.AbstractEventLoop, dict[str, object]], None]:
    """Return what hears of the faults of a loop: it logs them, and one of them seldom.

    asyncio tells that one thousands of times a second. While it is written those who are
    connected wait, and the disk fills.
    """
    last = -_SELDOM

    def hear(loop: asyncio.AbstractEventLoop, fault: dict[str, object]) -> None:
        nonlocal last
        if fault.get("message") == _OUT_OF_FILES:
            if monotonic() - last < _SELDOM:
                return
            last = monotonic()
        loop.default_exception_handler(fault)

    return hear


@contextmanager
def log_lines() -> Iterator[None]:
    """Let every logger of this process write such lines."""
    before = logging.getLogRecordFactory()
    logging.setLogRecordFactory(
        lambda *told, **more: LogLine(*told, **more).without_words_of_errors()
    )
    try:
        yield
    finally:
        logging.setLogRecordFactory(before)
