"""The whole database as one file, and back; and from one database to another.

A backup is lines of JSON, compressed: a head, each table's rows by primary key, and a foot
that counts them. The same content makes the same bytes, on SQLite and PostgreSQL alike. What an
older version of the tutor has written is read too: since then tables and columns were only added.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from sqlalchemy import JSON, ColumnElement, Connection, Engine, String, Table, func, insert, select
from sqlalchemy.exc import DataError, IntegrityError, ProgrammingError

from tutor.store.database import schema_version, schema_versions, where_is
from tutor.store.faults import explained, readable
from tutor.store.tables import METADATA, Moment

FORMAT = "calypso-backup"
VERSION = 1
_BATCH = 500

_LONGEST_LINE = 50_000_000
"""Characters of a line that are read; a room of a hundred questions has one of a million."""


class BackupError(Exception):
    """A backup could not be written or restored; the database is as it was."""


def back_up(engine: Engine, path: Path) -> Mapping[str, int]:
    """Write the database at one moment to *path*, named when whole; return the rows by table.

    Raises:
        BackupError: There is a file of that name already, and it is no backup.
        StoreError: The database cannot be read.
    """
    if path.exists() and not is_backup(path):
        raise BackupError(f"{path} is there already and is no backup; name another file")
    unfinished = path.with_name(f"{path.name}.unfinished")
    moment = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
    opened = engine.connect().execution_options(**moment)
    try:
        with (
            explained(where_is(engine.url)),
            opened as connection,
            connection.begin(),
            _private(unfinished) as raw,
            # No name and no time in the head of the file: equal content, equal bytes.
            gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as file,
        ):
            counts = _write(connection, file)
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)  # on a full disk each attempt would leave another
    return counts


def _private(path: Path) -> BinaryIO:
    """Open a new file that its owner alone may read."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def _write(connection: Connection, file: gzip.GzipFile) -> dict[str, int]:
    def line(value: object) -> None:
        text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=datetime.isoformat)
        file.write(text.encode() + b"\n")

    line({"format": FORMAT, "version": VERSION, "schema": schema_version(connection)})
    counts = {}
    for table in METADATA.sorted_tables:
        counts[table.name] = 0
        rows = select(*table.columns).order_by(*_order(connection, table))
        rows = rows.execution_options(yield_per=_BATCH)
        for row in readable(connection, rows, partial(_row, table)):
            if row is not None:
                line([table.name, row])
                counts[table.name] += 1
    line({"rows": counts})
    return counts


_INSTEAD: Mapping[type, object] = {Moment: datetime(1970, 1, 1, tzinfo=UTC), JSON: {}, String: ""}
"""What stands in a backup for a damaged value that has to be there; for others it is 0."""


def _row(table: Table, *values: object) -> dict[str, object]:
    """Return a row as it is written: its damaged values are left out, and all else is there."""
    if any(isinstance(value, bytes) for value in values):
        raise TypeError("bytes where text should be")
    row: dict[str, object] = {}
    for column, value in zip(table.columns, values, strict=True):
        instead = (blank for kind, blank in _INSTEAD.items() if isinstance(column.type, kind))
        row[column.name] = next(instead, 0) if value is None and not column.nullable else value
    return row


def _order(connection: Connection, table: Table) -> Iterator[ColumnElement[Any]]:
    """Yield the primary key; text goes by its characters, whatever a server's language."""
    for column in table.primary_key.columns:
        text = isinstance(column.type, String) and connection.dialect.name == "postgresql"
        yield column.collate("C") if text else column


_NO_LETTER = "22P05"
"""What PostgreSQL answers where its encoding has no such letter."""


def restore(engine: Engine, path: Path) -> Mapping[str, int]:
    """Fill an empty database from the backup in *path*: all of it, or nothing.

    The number of rows of every table that comes back is counted in the database afterwards.

    Raises:
        BackupError: The file is no backup, is damaged or of tables this version does not know,
            or the database is not empty.
        StoreError: The database cannot be written.
    """
    where = where_is(engine.url)
    with (
        explained(where),
        engine.connect().execution_options(writes=True) as connection,
        connection.begin(),
    ):
        if occupied := [name for name, rows in count(connection).items() if rows]:
            raise BackupError(
                f"the database is not empty: {', '.join(occupied)} have rows. "
                "Move it out of the way, or name another"
            )
        try:
            expected = _read(connection, path)
        except IntegrityError as error:
            raise BackupError(f"{path}: a row belongs to none: {error.orig}") from error
        except (DataError, ProgrammingError, OverflowError, UnicodeError) as error:
            if getattr(getattr(error, "orig", None), "sqlstate", "") == _NO_LETTER:
                raise BackupError(
                    f"{where}: its encoding lacks letters that are in {path}; "
                    "make the database anew with --encoding UTF8"
                ) from error
            raise BackupError(f"{path}: a row holds what no database does") from error
        _continue_counting(connection)
        counts = count(connection)
        # A table that came later has no rows, and the file does not name it.
        if Counter(counts) != Counter(expected):
            raise BackupError(f"{path}: holds {expected} rows, {counts} arrived")
    return counts


def _read(connection: Connection, path: Path) -> Mapping[str, int]:
    lines = _lines(path)
    head = next(lines, None)
    if not isinstance(head, dict) or head.get("format") != FORMAT:
        raise BackupError(f"{path} is no backup of the tutor")
    schema = head.get("schema")
    if head.get("version") != VERSION or str(schema) not in schema_versions():
        raise BackupError(
            f"{path}: its tables are of version {schema!r}, which this tutor does not know; "
            "restore it with the one that wrote it"
        )
    batch: list[dict[str, Any]] = []
    last: Table | None = None
    for value in lines:
        table = None
        if isinstance(value, list) and len(value) == 2 and str(value[0]) in METADATA.tables:
            table = METADATA.tables[str(value[0])]
            if table is last and len(batch) < _BATCH:
                batch.append(_typed(table, value[1]))
                continue
        if last is not None and batch:
            connection.execute(insert(last), batch)
        if table is not None:
            last, batch = table, [_typed(table, value[1])]
        elif isinstance(value, dict) and isinstance(value.get("rows"), dict):
            expected: dict[str, int] = value["rows"]
            return expected
        else:
            raise BackupError(f"{path}: a line that is no row of ours: {str(value)[:60]}")
    raise BackupError(f"{path} ends too early: it is damaged or was cut short")


def is_backup(path: Path) -> bool:
    """Whether the file at *path* begins like a backup of ours."""
    try:
        head = next(_lines(path), None)
    except BackupError:
        return False
    return isinstance(head, dict) and head.get("format") == FORMAT


def _lines(path: Path) -> Iterator[Any]:
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            # A longer line would be held whole, however long it is once unpacked; cut, it is none.
            while line := file.readline(_LONGEST_LINE):
                yield json.loads(line)
    except (OSError, EOFError, ValueError, RecursionError) as error:
        raise BackupError(f"{path} cannot be read as a backup: {error}") from error


def _typed(table: Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """Return the row by the keys of the columns, with its times as times.

    A column that may be empty is so if the row is older than the column.
    """
    try:
        values = {
            column: row.get(column.name) if column.nullable else row[column.name]
            for column in table.columns
        }
        return {
            column.key: datetime.fromisoformat(value)
            if isinstance(column.type, Moment) and value is not None
            else value
            for column, value in values.items()
        }
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BackupError(f"a row of {table.name} is damaged: {error!r}") from error


def count(connection: Connection) -> dict[str, int]:
    """Return the number of rows of every table."""
    return {
        table.name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in METADATA.sorted_tables
    }


def _continue_counting(connection: Connection) -> None:
    """Let PostgreSQL number new rows after those that came with their numbers."""
    if connection.dialect.name != "postgresql":
        return
    for table in METADATA.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            highest = select(func.max(column)).scalar_subquery()
            sequence = func.pg_get_serial_sequence(table.name, column.name)
            connection.execute(
                select(func.setval(sequence, func.coalesce(highest, 1), highest.is_not(None)))
            )


def move_database(origin: Engine, target: Engine, folder: Path) -> tuple[Mapping[str, int], ...]:
    """Copy everything from one database to an empty other one, by a backup in *folder*.

    It returns how many rows each table has before and after, and raises what `restore` does.
    """
    between = folder / "move.calypso-backup"
    try:
        before = back_up(origin, between)
        return before, restore(target, between)
    finally:
        between.unlink(missing_ok=True)
