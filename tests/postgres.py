"""Databases for the tests of the store: a file of SQLite, and a PostgreSQL server of our own.

The server is started from Debian's programs (`apt install postgresql`) with its data in a
temporary folder, on a socket there and on no port. `CALYPSO_TEST_POSTGRES_URL` names another
server instead. Where there is neither, tests on PostgreSQL are skipped, or, with
`CALYPSO_REQUIRE_POSTGRES`, fail.
"""

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import URL, create_engine, make_url, text
from sqlalchemy.exc import OperationalError

from tutor.rooms.store import Rooms
from tutor.store import Store, open_store
from tutor.store.tables import METADATA

PROGRAMS = Path("/usr/lib/postgresql")
"""Where Debian puts PostgreSQL, by version."""

BACKENDS = ("sqlite", "postgresql")
_SCHEMAS = count(1)


def server_programs() -> Path | None:
    """The folder of the newest PostgreSQL here."""
    found = sorted(PROGRAMS.glob("*/bin/postgres"), key=lambda path: int(path.parts[-3]))
    return found[-1].parent if found else None


@contextmanager
def serve(programs: Path, *settings: str) -> Iterator[str]:
    """Run a PostgreSQL server with these settings while the context lasts; give its address."""
    # A socket's path has at most 107 characters, and pytest's folders are longer.
    folder = Path(tempfile.mkdtemp(prefix="calypso-postgres-"))
    user = "postgres" if os.geteuid() == 0 else None  # the server refuses to be root
    groups: list[str] | None = [] if user else None
    if user:
        shutil.chown(folder, user, user)
    data, log = str(folder / "data"), folder / "output.txt"
    make = ["initdb", "-D", data, "-U", "calypso", "-A", "trust", "-E", "UTF8", "--locale=C"]
    run = ["postgres", "-D", data, "-k", str(folder), "-c", "listen_addresses="]
    with log.open("wb") as output:
        subprocess.run(
            [programs / make[0], *make[1:], "--no-sync"],
            check=True,
            stdout=output,
            cwd=folder,
            user=user,
            group=user,
            extra_groups=groups,
        )
        server = subprocess.Popen(
            [programs / run[0], *run[1:], *(f"--{setting}" for setting in settings)],
            stderr=output,
            cwd=folder,
            user=user,
            group=user,
            extra_groups=groups,
        )
    try:
        address = f"postgresql+psycopg://calypso@/postgres?host={folder}"
        _wait(address, server, log)
        yield address
    finally:
        server.send_signal(signal.SIGQUIT)  # at once, without care for the data
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)


def _wait(address: str, server: "subprocess.Popen[bytes]", log: Path) -> None:
    """Wait until the server answers."""
    engine = create_engine(address)
    for _ in range(3000):
        try:
            with engine.connect():
                break
        except OperationalError:
            if server.poll() is not None:
                break
            time.sleep(0.1)
    else:
        server.kill()
    engine.dispose()
    assert server.poll() is None, log.read_text(encoding="utf-8", errors="replace")


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL server, one for all tests of this process."""
    if named := os.environ.get("CALYPSO_TEST_POSTGRES_URL"):
        yield _plain(make_url(named).set(drivername="postgresql+psycopg"))
        return
    programs = server_programs()
    if programs is None:
        missing = f"no PostgreSQL in {PROGRAMS}: install it, or set CALYPSO_TEST_POSTGRES_URL"
        if os.environ.get("CALYPSO_REQUIRE_POSTGRES"):
            pytest.fail(missing)
        pytest.skip(missing)
    # What is killed in the tests is never the server: it need not wait for the disk.
    with serve(programs, "fsync=off") as address:
        yield address


def _plain(url: URL) -> str:
    return url.render_as_string(hide_password=False)


@contextmanager
def _schema(postgres: str) -> Iterator[str]:
    """Make an empty schema on that server while the context lasts; give its address."""
    name = f"calypso_test_{os.getpid()}_{next(_SCHEMAS)}"
    engine = create_engine(postgres)
    with engine.begin() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
    options = {"options": f"-csearch_path={name}", "application_name": name}
    yield _plain(make_url(postgres).update_query_dict(options))
    with engine.begin() as connection:
        connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
    engine.dispose()


@pytest.fixture
def postgres_database(postgres: str) -> Iterator[str]:
    """The address of an empty schema on that server, dropped afterwards."""
    with _schema(postgres) as address:
        yield address


@pytest.fixture(params=BACKENDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database: every test that asks runs on SQLite and PostgreSQL."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'progress.db'}"
    return str(request.getfixturevalue("postgres_database"))


@pytest.fixture(scope="session")
def sqlite_store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store in a file, one for all tests of this process."""
    file = tmp_path_factory.mktemp("store") / "progress.db"
    with open_store(f"sqlite:///{file}") as found:
        yield found


@pytest.fixture(scope="session")
def postgresql_store(postgres: str) -> Iterator[Store]:
    """A store on that server, one for all tests of this process."""
    with _schema(postgres) as address, open_store(address) as found:
        yield found


@pytest.fixture(params=BACKENDS)
def store(request: pytest.FixtureRequest) -> Store:
    """A store with nothing in it, on SQLite and PostgreSQL.

    It is emptied, not made anew: tables and prepared statements cost more than most tests.
    """
    found = request.getfixturevalue(f"{request.param}_store")
    assert isinstance(found, Store)
    with found.engine.execution_options(writes=True).begin() as connection:
        for table in reversed(METADATA.sorted_tables):
            connection.execute(table.delete())
    return found


@pytest.fixture
def rooms(store: Store) -> Rooms:
    """The rooms in that store."""
    return Rooms(store)
