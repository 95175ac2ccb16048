"""Rows that cannot be read: left out of what is read, kept as they are, and told to the log once.

A row may have been changed by another program, or by a disk: SQLite takes anything in any column.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, type_coerce
from sqlalchemy.exc import OperationalError
from sqlalchemy.types import NullType

from tutor.store.faults import NO_TEXT

_LOGGER = logging.getLogger(__name__)

Made = TypeVar("Made")

DAMAGE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
"""What reading a damaged value may raise."""


def readable(
    connection: Connection, query: Select[Any], make: Callable[..., Made]
) -> Iterator[Made | None]:
    """Yield what *make* makes of the columns of each row; nothing of a row that is damaged.

    A single value that cannot be read comes to *make* as None: it may do without.
    """
    done = 0
    try:
        for row in connection.execute(query):
            yield make(*row)
            done += 1
    except (*DAMAGE, OperationalError) as error:
        if isinstance(error, OperationalError) and NO_TEXT not in str(error.orig).lower():
            raise
        yield from islice(_one_by_one(connection, query, make), done, None)


def _one_by_one(
    connection: Connection, query: Select[Any], make: Callable[..., Made]
) -> Iterator[Made | None]:
    """Read every row as it stands, and see which values can be read."""
    columns = list(query.selected_columns)
    table = columns[0].table
    raw = [type_coerce(column, NullType()) for column in (*columns, *table.primary_key)]
    dialect = connection.dialect
    readers = [
        column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns
    ]
    with _texts_as_bytes(connection):
        for row in connection.execute(query.with_only_columns(*raw)):
            key = tuple(map(_plain, tuple(row)[len(columns) :]))
            values = []
            for column, value, read in zip(columns, row, readers):  # noqa: B905 - the key follows
                try:
                    text = value.decode() if isinstance(value, bytes) else value
                    values.append(read(text) if read else text)
                except DAMAGE as error:
                    _log(f"{table.name}.{column.name}", key, type(error).__name__)
                    values.append(None)
            made = None
            try:
                made = make(*values)
            except DAMAGE as error:
                _log(table.name, key, type(error).__name__)
            yield made


def _plain(part: object) -> object:
    return part.decode(errors="replace") if isinstance(part, bytes) else part


@contextmanager
def _texts_as_bytes(connection: Connection) -> Iterator[None]:
    """Let SQLite hand over text as it stands in the file."""
    if connection.dialect.name != "sqlite":
        yield
        return
    driver: Any = connection.connection.driver_connection
    before, driver.text_factory = driver.text_factory, bytes
    try:
        yield
    finally:
        driver.text_factory = before


@lru_cache(maxsize=4096)
def _log(where: str, key: tuple[object, ...], fault: str) -> None:
    """Tell the log of a row; the cache lets it be told once. What stands in it is a learner's."""
    _LOGGER.error("damaged and passed over: %s, row %r (%s)", where, key, fault)
