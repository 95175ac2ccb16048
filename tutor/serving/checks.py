"""Whether a machine can serve the tutor: its database, its disk, open files, addresses."""

import os
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from sqlalchemy import URL, text

from tutor.serving.gate import ADDRESS, PROXY, is_address, trusted_proxies
from tutor.store import database
from tutor.store.faults import StoreError

FILES_EACH = 4
"""Open files of a browser: its socket, and three of the loop that Streamlit makes for its session,
which stay for ten minutes after it has left."""

OPEN_FILES = 8192
"""Open files wanted: for a thousand browsers, and as many that have left."""

SPARE_FILES = 60
"""Open files that no browser's stream may take: those of the process itself, of the database, and
of what else is asked for at that moment."""

HALL = 200
"""Browsers that may come from one address, however few the system has room for."""

FREE_BYTES = 200_000_000
"""Wanted where the database file grows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at: its name, what was found, and what to do if it is not well."""

    name: str
    found: str
    advice: str = ""

    @property
    def well(self) -> bool:
        """Whether nothing has to be done."""
        return not self.advice


def ready(environment: Mapping[str, str] = os.environ) -> Iterator[Check]:
    """Yield what may change while the tutor runs: the database, its tables, the free disk."""
    named = database.address(environment)
    try:
        with database.opened(named) as engine, engine.connect() as connection:
            version = database.schema_version(connection)
            database.require_writable(engine)
    except StoreError as error:
        yield Check(name="database", found="cannot be used", advice=str(error))
        return
    yield Check(name="database", found=database.where_is(engine.url))
    yield Check(name="tables", found=f"version {version}")
    if file := database.file_of(named):
        free = shutil.disk_usage(file.parent).free
        yield Check(
            name="disk",
            found=f"{free // 1_000_000:,} MB free",
            advice="" if free >= FREE_BYTES else f"free at least {FREE_BYTES // 1_000_000} MB",
        )


def examined(environment: Mapping[str, str]) -> Iterator[Check]:
    """Yield what is looked at of a machine before a tutor on it is put on the network.

    Nothing is made: a file that root's command has made the tutor may not write.
    """
    file = database.file_of(database.address(environment))
    if file and not database.is_there(file):
        yield _database_to_be(file)
    else:
        yield from ready(environment)
        yield from _encoding(database.address(environment))
    yield from _misspelt(environment)
    yield _open_files()
    yield own_address(environment)
    yield _proxy(environment)


def _database_to_be(file: Path) -> Check:
    place = next(folder for folder in file.parents if database.is_there(folder))
    advice = ""
    if not place.is_dir():
        advice = f"name a folder in CALYPSO_DATA: {place} is a file"
    elif not os.access(place, os.W_OK):
        advice = f"let the user who runs the tutor write {place}"
    return Check(name="database", found=f"none yet: the first start makes {file}", advice=advice)


def _encoding(named: str | URL) -> Iterator[Check]:
    """Yield a check where PostgreSQL cannot store every name and word; it stores only its own."""
    with suppress(StoreError), database.opened(named) as engine, engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            encoding = connection.execute(text("SHOW server_encoding")).scalar_one()
            if encoding not in {"UTF8", "SQL_ASCII"}:
                yield Check(
                    name="encoding",
                    found=f"the database is in {encoding}, without Japanese",
                    advice="back it up, make it anew with --encoding UTF8, and restore it",
                )


SETTINGS = ("CALYPSO_DATA", "CALYPSO_LESSONS", "CALYPSO_METRICS_TOKEN", ADDRESS, PROXY)
"""The settings that the tutor reads besides ``DATABASE_URL``."""


def _misspelt(environment: Mapping[str, str]) -> Iterator[Check]:
    """Yield a check for every setting that is all but one of ours: nothing reads it."""
    for name in sorted(environment):
        meant = get_close_matches(name, SETTINGS, n=1, cutoff=_MUCH_ALIKE)
        if name.startswith("CALYPSO_") and name not in SETTINGS and meant:
            yield Check(name="setting", found=f"{name} is none", advice=f"write {meant[0]}")


_MUCH_ALIKE = 0.85
"""How alike, of 1, two names are where one is a slip for the other: a letter or two."""


def raise_open_files() -> int | None:
    """Raise the limit of open files as far as is wanted and allowed; return it, if there is one."""
    try:
        import resource  # noqa: PLC0415 - Windows has none
    except ModuleNotFoundError:
        return None
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY or allowed >= OPEN_FILES:
        return None if allowed == resource.RLIM_INFINITY else allowed
    wanted = OPEN_FILES if most == resource.RLIM_INFINITY else min(OPEN_FILES, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return wanted


def _open_files() -> Check:
    allowed = raise_open_files()
    if allowed is None:
        return Check(name="open files", found="no limit")
    enough = max(allowed - SPARE_FILES, 0) // FILES_EACH
    advice = (
        f"the system allows no more: about {enough} browsers at once; "
        f"for more raise the hard limit (ulimit -Hn {OPEN_FILES}, or LimitNOFILE= in systemd)"
    )
    if allowed < OPEN_FILES:
        return Check(name="open files", found=f"{allowed:,} at once", advice=advice)
    return Check(name="open files", found=f"{allowed:,} at once, enough for {enough:,} browsers")


def is_crowded() -> bool:
    """Whether so many files are open that those who are here need the rest."""
    allowed = raise_open_files()
    try:
        lowest = os.open(os.devnull, os.O_RDONLY)  # of the numbers that are free
    except OSError:
        return True
    os.close(lowest)
    return allowed is not None and lowest > allowed - SPARE_FILES


def most_of_one_address() -> int:
    """Return how many browsers of one address may be connected: a quarter, or a full hall."""
    return max((raise_open_files() or OPEN_FILES) // FILES_EACH // 4, HALL)


def own_address(environment: Mapping[str, str]) -> Check:
    """Return whether the address that others are told is one."""
    named = environment.get(ADDRESS, "").strip()
    if not named:
        return Check(name="address", found="none named: links hold the address of a visit")
    if is_address(named):
        return Check(name="address", found=named)
    return Check(
        name="address", found=named, advice=f"write {ADDRESS} as https://cards.example.org"
    )


def _proxy(environment: Mapping[str, str]) -> Check:
    named = environment.get(PROXY, "").strip()
    try:
        trusted_proxies(named)
    except ValueError as error:
        return Check(name="proxy", found=named, advice=str(error))
    return Check(name="proxy", found=named or "none named")
