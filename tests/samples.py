"""What `make test` tries of a long list; `make soak` tries the rest."""

from collections.abc import Callable, Collection, Iterable
from typing import Any

import pytest


def _case(values: tuple[Any, ...], name: Callable[[Any], str], *, later: bool) -> object:
    marks = [pytest.mark.soak] * later
    return pytest.param(*values, marks=marks, id="-".join(map(name, values)))


def one_in(step: int, values: Iterable[Any], *, name: Callable[[Any], str] = str) -> list[Any]:
    """Return the parameters of a test: the first of each *step* values, the rest for a soak.

    Where a value is a tuple it is several parameters; *name* gives each its part of the
    test's name.
    """
    return [
        _case(value if isinstance(value, tuple) else (value,), name, later=place % step > 0)
        for place, value in enumerate(values)
    ]


def paired(
    firsts: Iterable[Any], seconds: Collection[Any], *, name: Callable[[Any], str] = str
) -> list[Any]:
    """Return two parameters of a test: every first with one second, these taking turns.

    All other pairs are for a soak.
    """
    return [
        _case((first, second), name, later=(place - number) % len(seconds) > 0)
        for place, first in enumerate(firsts)
        for number, second in enumerate(seconds)
    ]
