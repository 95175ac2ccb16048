"""A bar for whoever waits at a terminal."""

from collections.abc import Callable, Iterable, Iterator
from typing import TextIO, TypeVar

_WIDTH = 30
_T = TypeVar("_T")


def watched(
    items: Iterable[_T], total: int, stream: TextIO, clock: Callable[[], float]
) -> Iterator[_T]:
    """Pass *items* on; from the second second a bar on a terminal says how many are done."""
    start = shown = clock()
    for done, item in enumerate(items, start=1):
        yield item
        now = clock()
        if stream.isatty() and now - start > 1 and (now - shown > 0.1 or done == total):
            shown = now
            full = _WIDTH * done // total
            stream.write(f"\r[{'#' * full}{'.' * (_WIDTH - full)}] {done:,} of {total:,}")
            stream.write("\n" if done == total else "")
            stream.flush()
