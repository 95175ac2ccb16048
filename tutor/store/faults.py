"""What can be wrong with a database, told apart so that each fault has its own words.

Rows that cannot be read are left out of what is read, kept as they are, and told to the log once:
another program, or a disk, may have changed them. SQLite takes anything in any column.
"""

import logging
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Select, type_coerce
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.types import NullType

_LOGGER = logging.getLogger(__name__)

Made = TypeVar("Made")


class TurnError(Exception):
    """The turn did not come within the time that the writer waits."""


class SlowError(Exception):
    """The work was not done within the time; it was given up."""


class StoreError(Exception):
    """The store failed; what it holds is as it was. ``key`` is one of `FAULTS`: ``store.<key>``."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


FAULTS = {
    "busy": "another program holds the database; nothing was written, try again",
    "slow": "the database takes its time; whoever waited has gone on",
    "crowded": "the database has no connection left; allow it more, or other programs fewer",
    "damaged": "the file is damaged or no database of ours; put it aside or restore a copy",
    "newer": "a newer version of the tutor has written it; update the tutor",
    "unreachable": "the database does not answer",
    "unwritable": "it cannot be written there; CALYPSO_DATA or DATABASE_URL can name another place",
    "full": "the disk is full",
    "driver": "the driver is missing; install the extra: pip install 'calypso-tutor[postgres]'",
}
"""Every fault, and what to do about it, for the person at the terminal."""

_IO = "disk i/o error"
"""What SQLite says of a damaged disk, and of a full one when it makes the files beside its own."""

NO_TEXT = "could not decode"
"""What SQLite's driver says of text that is no UTF-8."""

ROOM = 1_000_000
"""Bytes without which SQLite cannot work: of the files beside its own one alone wants 32 kB."""

_SIGNS = (
    ("locked", "busy"),
    ("lock timeout", "busy"),
    ("statement timeout", "busy"),
    ("too many clients", "crowded"),
    ("too many connections", "crowded"),
    ("remaining connection slots", "crowded"),
    ("busy", "busy"),
    ("not a database", "damaged"),
    ("malformed", "damaged"),
    (NO_TEXT, "damaged"),
    ("no such table", "damaged"),
    ("no such column", "damaged"),
    (_IO, "damaged"),
    ('relation "', "damaged"),
    ("already exists", "damaged"),
    ("unable to open", "unwritable"),
    ("readonly", "unwritable"),
    ("read-only", "unwritable"),
    ("permission denied", "unwritable"),
    ("is full", "full"),
    ("no space left", "full"),
)
"""What SQLite and PostgreSQL say, and which fault that is; the first that fits counts.

SQLite: the messages of its result codes; PostgreSQL: those of its error codes.
"""


_INTERNAL = "XX"
"""How PostgreSQL's codes of what should not be begin: of files of its own that make no sense."""


def fault(key: str, where: str, said: object) -> StoreError:
    """Make the error of this fault: where, what to do, and what the database said."""
    told = " ".join(str(said).split())  # in a line, whatever the database makes of it
    tail = f" ({told})" if told else ""
    return StoreError(key, f"progress in {where}: {FAULTS[key]}{tail}")


@contextmanager
def explained(where: str) -> Iterator[None]:
    """Turn what a database complains of into `StoreError`; faults of our own pass as they are."""
    try:
        yield
    except (PoolTimeoutError, TurnError) as error:
        raise fault("busy", where, error) from error
    except SlowError as error:
        raise fault("slow", where, error) from error
    except DBAPIError as error:
        key = kind(error)
        if key is None:
            raise
        if key == "damaged" and _IO in str(error.orig).lower() and _is_full(where):
            key = "full"
        raise fault(key, where, error.orig or "") from error


def _is_full(where: str) -> bool:
    """Whether there is no room left beside this file."""
    try:
        return shutil.disk_usage(Path(where).parent).free < ROOM
    except OSError:
        return False


def kind(error: DBAPIError) -> str | None:
    """Return the key of the fault a database complains about; None if the fault is ours."""
    message = str(error.orig).lower()
    key = next((key for sign, key in _SIGNS if sign in message), None)
    if key is None and (getattr(error.orig, "sqlstate", None) or "").startswith(_INTERNAL):
        return "damaged"
    if key is None and (
        error.connection_invalidated or isinstance(error, OperationalError | InterfaceError)
    ):
        return "unreachable"
    return key


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
