"""Where progress is kept, how the database is opened, and how its tables come up to date."""

import os
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from traceback import clear_frames
from typing import Any, ClassVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from platformdirs import user_data_path
from sqlalchemy import URL, Connection, Engine, Table, create_engine, event, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect
from sqlalchemy.exc import ArgumentError, DisconnectionError, NoSuchModuleError
from sqlalchemy.pool import ConnectionPoolEntry

from tutor.store.faults import StoreError, explained, fault
from tutor.store.tables import VERSION_TABLE

_FOLDER = "calypso-tutor"
FILE = "progress.db"

LONGEST_WAIT = 30.0
"""Seconds to wait for another writer; SQLite lets one write at a time."""

ASKING = 0.05
"""Seconds for which SQLite itself asks again; it asks more and more seldom, up to ten times a
second, and then another program that writes without end leaves no gap. So `Transactions` begins
afresh."""

_LOCK_NUMBER = 0xCA1_4950
"""Of PostgreSQL's advisory locks, the one for our migrations; any number nobody else takes."""

_MIGRATING = Lock()
"""Alembic keeps the migration under way in module variables: one at a time."""

_DRIVERS = {"postgres": "postgresql+psycopg", "postgresql": "postgresql+psycopg"}
"""How addresses are written elsewhere, and with which driver we take them."""


def address(environment: Mapping[str, str] = os.environ) -> str | URL:
    """Return where progress is kept.

    ``DATABASE_URL`` names a database; else it is one file in the folder ``CALYPSO_DATA``,
    else in the folder where this system keeps a user's data.
    """
    if named := environment.get("DATABASE_URL"):
        return named
    # Not as text, in which a folder's name with a question mark would mean something else.
    return URL.create("sqlite", database=str(data_folder(environment) / FILE))


def file_of(named: str | URL) -> Path | None:
    """Return the file of an SQLite database; nothing for any other, or for no address."""
    try:
        url = make_url(named)
    except (ArgumentError, ValueError):  # opening it says so
        return None
    sqlite = url.get_backend_name() == "sqlite"
    return Path(url.database) if sqlite and url.database else None


def where_is(url: URL) -> str:
    """Return a database's address to be read: its file, or its server without the password."""
    return str(file_of(url) or url.render_as_string(hide_password=True))


def data_folder(environment: Mapping[str, str] = os.environ) -> Path:
    """Return the folder ``CALYPSO_DATA``, or else where this system keeps a user's data.

    Raises:
        StoreError: That is in a home folder, and this user has none.
    """
    chosen = environment.get("CALYPSO_DATA")
    try:
        folder = Path(chosen).expanduser() if chosen else user_data_path(_FOLDER, appauthor=False)
    except RuntimeError as error:
        raise StoreError(
            "unwritable",
            "this user has no home folder; name the folder for progress, whole, in CALYPSO_DATA",
        ) from error
    return folder.absolute()


def is_there(place: Path) -> bool:
    """Whether this user can see a file or a folder; not, where they may not enter what holds it."""
    return os.path.exists(place)  # noqa: PTH110 - before Python 3.14 `Path.exists` raises there


_NO_ADDRESS = (
    "DATABASE_URL is no address of a database; write it as "
    "postgresql://name:password@machine/database, and @ in the password as %40"
)
"""What is said of one that cannot be read, which may hold a password and is not told."""


def address_in(named: str | URL) -> URL:
    """Return the parts of a database's address.

    Raises:
        ArgumentError, ValueError: It is none. What stands behind an @ in the password was read as
            the machine, and told as its name.
    """
    url = make_url(named)
    if "@" in (url.host or ""):
        raise ValueError("an @ in the password")
    return url


def open_engine(named: str | URL) -> Engine:
    """Open the database at this address, with its tables as this program wants them.

    Raises:
        StoreError: It cannot be opened or written, is no database of ours, or a newer
            version of the program has written it.
    """
    try:
        url = address_in(named)
    except (ArgumentError, ValueError) as error:
        raise StoreError("unreachable", _NO_ADDRESS) from error
    url = url.set(drivername=_DRIVERS.get(url.drivername, url.drivername))
    where = where_is(url)
    if url.get_backend_name() not in {"sqlite", "postgresql"}:
        raise StoreError("driver", f"progress in {where}: only SQLite and PostgreSQL are known")
    if url.get_backend_name() == "sqlite":
        engine = _open_file(url, where)
    else:
        try:
            engine = _open_server(url)
        except (ModuleNotFoundError, NoSuchModuleError) as error:
            raise fault("driver", where, error) from error
    try:
        _bring_up_to_date(engine, where)
    except BaseException:
        engine.dispose()
        raise
    return engine


@contextmanager
def opened(named: str | URL) -> Iterator[Engine]:
    """Yield the database at this address, closed afterwards; it raises what `open_engine` does."""
    engine = open_engine(named)
    try:
        yield engine
    finally:
        engine.dispose()


def _open_server(url: URL) -> Engine:
    """Open a database of a server that may be silent; who finds no connection free waits."""
    options = {key: value for key, value in _SERVER.items() if key not in url.query}
    engine = create_engine(
        url,
        connect_args=options,
        pool_size=10,
        max_overflow=0,
        pool_timeout=LONGEST_WAIT,
        hide_parameters=True,
    )
    event.listen(engine, "do_connect", _connect)
    event.listen(engine, "connect", _limit)
    return engine


def _connect(
    dialect: Dialect, _: object, places: Sequence[Any], options: dict[str, Any]
) -> DBAPIConnection:
    """Return a connection to a server; one that is given up is closed at once.

    psycopg's error holds its half-open connection in a circle, until Python looks for such. To a
    server that was silent for a minute they are dozens of clients, and nobody else comes in.
    """
    try:
        return dialect.connect(*places, **options)
    except Exception as error:
        clear_frames(error.__traceback__)
        raise


_SERVER = {
    "client_encoding": "utf8",  # else what a server of no language sends comes as bytes
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,  # milliseconds
}
"""How the driver speaks with a server, and how long it waits for one it cannot reach; the address
may say otherwise."""

_LIMITS = {
    "lock_timeout": "10s",
    "statement_timeout": "20s",
    "idle_in_transaction_session_timeout": "60s",  # a frozen tutor keeps no lock from others
}
"""How long the server itself tries."""


def _limit(raw: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Limit how long anything may take on a connection to a server."""
    cursor = raw.cursor()
    for name, time in _LIMITS.items():
        cursor.execute(f"SET {name} = '{time}'")
    cursor.close()
    raw.commit()


def _open_file(url: URL, where: str) -> Engine:
    """Open an SQLite file for many threads, with its folder if there was none."""
    if not url.database or url.database == ":memory:":
        raise fault("unwritable", where, "want a file: what is in memory does not stay")
    kept = _KeptFile(Path(url.database))
    try:
        if not kept.known:
            # Its owner's alone as the file is: cookies are signed with a secret that stands there.
            Path(url.database).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise fault("unwritable", where, error) from error
    engine = create_engine(
        url,
        connect_args={"timeout": LONGEST_WAIT},
        pool_size=10,
        max_overflow=20,
        pool_timeout=LONGEST_WAIT,
        hide_parameters=True,  # they are learners' own, and errors stand in the log
    )
    event.listen(engine, "do_connect", kept.connecting)
    event.listen(engine, "connect", _prepare)
    event.listen(engine, "connect", kept.connected)
    event.listen(engine, "checkout", kept.used)
    event.listen(engine, "begin", _begin)
    return engine


def require_writable(engine: Engine) -> None:
    """Look whether whoever runs this may write a database.

    A file of root's may be read alone, and so may all of a server whose disk is nearly full; they
    say so only to who writes first.

    Raises:
        StoreError: It can be read alone.
    """
    file, where = file_of(engine.url), where_is(engine.url)
    for place in (file.parent, file) if file else ():
        if not os.access(place, os.W_OK):
            raise fault("unwritable", where, f"this user may not write {place}")
    if engine.dialect.name == "postgresql":
        with explained(where), engine.connect() as connection:
            refused = connection.execute(text("SHOW transaction_read_only")).scalar_one()
        if refused == "on":
            raise fault("unwritable", where, "the server is read-only")


class _KeptFile:
    """Sees to it that what is written goes into the file that stands in the folder.

    One that was removed or replaced stays open for whoever has it open: all would go into it, be
    reported as written, and be gone with the process. What replaced it is opened instead; where
    nothing did, that is a fault, and no empty file is put there.
    """

    _KNOWN: ClassVar[set[Path]] = set()
    """Which files this process has opened: it makes none of them a second time."""

    def __init__(self, path: Path) -> None:
        self._path = path.absolute()

    @property
    def known(self) -> bool:
        """Whether this process has had the file open."""
        return self._path in self._KNOWN

    def connecting(self, *_: object) -> None:
        """Let a connection be opened; a file that it makes is its owner's alone."""
        if self._which() is not None:
            return
        if self.known:
            raise sqlite3.OperationalError("unable to open database file: it is gone")
        with suppress(OSError):  # SQLite says why it cannot be made
            self._path.touch(mode=0o600)

    def connected(self, _raw: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
        """Note to which file a connection leads."""
        entry.info["file"] = self._which()
        self._KNOWN.add(self._path)

    def used(self, _raw: DBAPIConnection, entry: ConnectionPoolEntry, _: object) -> None:
        """Let a connection be used, if it leads to the file that is there now."""
        if entry.info.get("file") != self._which():
            raise DisconnectionError("the file is not the one that was opened")

    def _which(self) -> tuple[int, int] | None:
        try:
            file = self._path.stat()
        except OSError:
            return None
        return file.st_dev, file.st_ino


def _prepare(raw: DBAPIConnection, _entry: ConnectionPoolEntry) -> None:
    """Set up a connection to SQLite."""
    # Python's module would begin transactions by itself, too late and not for every
    # statement (see "Transactions" in SQLAlchemy's manual of the SQLite dialect): `_begin` does.
    raw.isolation_level = None
    cursor = raw.cursor()
    for pragma in (
        _asking(LONGEST_WAIT),
        "journal_mode=WAL",  # readers do not wait for the writer
        "synchronous=NORMAL",  # with WAL, a killed program loses nothing, and no write waits
        "foreign_keys=ON",
        "secure_delete=ON",  # what a learner erases is overwritten
        _asking(ASKING),
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _asking(seconds: float) -> str:
    """Return the pragma by which SQLite asks for a lock for so long."""
    return f"busy_timeout={round(seconds * 1000)}"


def _begin(connection: Connection) -> None:
    """Begin a transaction; one that writes takes the write lock at once.

    One that reads first and writes later would fail without waiting, if another has
    written in between (SQLITE_BUSY_SNAPSHOT).
    """
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


# ---------------------------------------------------------------------- migrations


def migrations() -> Config:
    """Return where our migrations stand, for Alembic, installed or not; it needs no file."""
    config = Config()
    folder = str(Path(__file__).parent / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))  # as configparser wants
    config.set_main_option("path_separator", "os")
    return config


def _bring_up_to_date(engine: Engine, where: str) -> None:
    """Run the migrations that are missing, all or none."""
    script = ScriptDirectory.from_config(migrations())
    with explained(where), _MIGRATING:
        with engine.connect() as connection:
            if schema_version(connection) == script.get_current_head():
                return
        with migrating(engine) as connection:
            reached = schema_version(connection)
            if reached not in {None, *schema_versions()}:
                raise fault("newer", where, f"its tables are of version {reached}")
            migrate(connection, "head")


@contextmanager
def migrating(engine: Engine) -> Iterator[Connection]:
    """Yield a connection in a transaction that may change tables, alone."""
    connection = engine.connect().execution_options(writes=True)
    with connection:
        if connection.dialect.name == "sqlite":
            # To alter a table, Alembic copies and drops it, and the drop would take along all
            # rows that belong to it. Cannot be said inside a transaction.
            _say_raw(connection, "PRAGMA foreign_keys=OFF")
            _say_raw(connection, f"PRAGMA {_asking(LONGEST_WAIT)}")
        try:
            with connection.begin():
                if connection.dialect.name == "postgresql":
                    # Two servers may start at once; the second waits here, then finds it done.
                    lock = text("SELECT pg_advisory_xact_lock(:number)")
                    connection.execute(lock, {"number": _LOCK_NUMBER})
                yield connection
        finally:
            if connection.dialect.name == "sqlite":
                _say_raw(connection, "PRAGMA foreign_keys=ON")
                _say_raw(connection, f"PRAGMA {_asking(ASKING)}")


def _say_raw(connection: Connection, statement: str) -> None:
    """Run a statement outside any transaction."""
    cursor = connection.connection.cursor()
    cursor.execute(statement)
    cursor.close()


def schema_version(connection: Connection) -> str | None:
    """Return the version of the tables; none if there are none."""
    options = {"version_table": VERSION_TABLE}
    return MigrationContext.configure(connection, opts=options).get_current_revision()


def schema_versions() -> frozenset[str]:
    """Return the versions of the tables that this program knows, the older ones too."""
    script = ScriptDirectory.from_config(migrations())
    return frozenset(step.revision for step in script.walk_revisions())


def migrate(connection: Connection, revision: str) -> None:
    """Bring the tables up to *revision* within the transaction under way."""
    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def upsert(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Begin an INSERT that says what to do where the row is there already."""
    return upsert_in(connection.dialect.name, table)


def upsert_in(dialect: str, table: Table) -> sqlite.Insert | postgresql.Insert:
    """Begin an INSERT, in a dialect, that says what to do where the row is there already."""
    return (sqlite.insert if dialect == "sqlite" else postgresql.insert)(table)
