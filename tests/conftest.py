"""What every test may ask for, and how hypothesis searches."""

import gc
import os
import secrets
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings
from streamlit.components.v2 import manifest_scanner
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.testing.v1.element_tree import ElementTree, parse_tree_from_messages

from tests.boxes import followers
from tests.steady import steady

# No test may find, or touch, what the person at this machine has learned.
_DATA = TemporaryDirectory(prefix="calypso-test-", ignore_cleanup_errors=True)
os.environ["CALYPSO_DATA"] = _DATA.name
os.environ.pop("DATABASE_URL", None)

# A deadline per example measures the machine, not the code: two workers share two cores.
settings.register_profile("here", deadline=None, derandomize=True)
# Nobody may fail by luck: the same examples every time. CALYPSO_SOAK=1 looks for others.
settings.register_profile("search", deadline=None, print_blob=True)
settings.load_profile("search" if os.environ.get("CALYPSO_SOAK") else "here")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the long ones first in what each worker begins with: none is waited for at the end.

    A module that is long as a whole stays together, for what its tests share is made once; so
    do the long tests of any other module, but for those with parameters. All other tests in a
    browser come next, for what is left at the end should be short.
    """
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    if workers == 1:
        return
    rest = [item for item in items if item.get_closest_marker("long") is None]
    slow = [item for item in rest if item.get_closest_marker("browser")]
    rest = [item for item in rest if not item.get_closest_marker("browser")]
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("long") is not None:
            module = item.getparent(pytest.Module)
            whole = module and any(mark.name == "long" for mark in module.own_markers)
            alone = "[" in item.nodeid and not whole
            groups.setdefault(item.nodeid if alone else str(item.path), []).append(item)
    shares = [list(groups.values())[worker::workers] for worker in range(workers)]
    left = len(items)
    items.clear()
    for worker, share in enumerate(shares):
        first = [item for group in share for item in group]
        first += slow[len(slow) * worker // workers : len(slow) * (worker + 1) // workers]
        size = (left - len(items)) // (workers - worker)  # as xdist deals them out
        items += [*first, *(rest.pop(0) for _ in range(min(len(rest), size - len(first))))]


def pytest_collection_finish() -> None:
    """Leave out of Python's search for garbage what stays to the end, as the server does."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder that holds the whole project."""
    return Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session", autouse=True)
def _installed_packages_are_searched_once() -> Iterator[None]:
    """Let AppTest look once for components among the installed packages.

    It reads the description of every one of them afresh for every page that is opened: half
    the time of all tests of pages.
    """
    with pytest.MonkeyPatch.context() as patch:
        search = manifest_scanner.scan_component_manifests
        patch.setattr(manifest_scanner, "scan_component_manifests", cache(search))
        yield


@pytest.fixture(scope="session", autouse=True)
def _every_run_has_the_same_cards_on_the_same_day() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        steady(patch)
        yield


@pytest.fixture(scope="session", autouse=True)
def _pages_wait_for_the_store() -> Iterator[None]:
    """Let pages wait for the store as long as a busy machine needs: speed is not tested here.

    What happens when the store is late, tests say that make it late.
    """
    with pytest.MonkeyPatch.context() as patch:
        for name in ("SOON", "GLANCE", "LONGEST"):
            patch.setattr(f"tutor.pages.frame.progress.{name}", 60.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def _nothing_follows_what_runs_by_itself() -> Iterator[None]:
    """Look at every page that AppTest runs: what follows there would be lost now and then."""

    def looked_at(messages: list[ForwardMsg]) -> ElementTree:
        assert followers(messages) == []
        return parse_tree_from_messages(messages)

    with pytest.MonkeyPatch.context() as patch:
        runner = "streamlit.testing.v1.local_script_runner"
        patch.setattr(f"{runner}.parse_tree_from_messages", looked_at)
        yield


@pytest.fixture
def token() -> str:
    """What the cookie of a browser says that has not been here before."""
    return secrets.token_urlsafe(24)


@pytest.fixture
def teacher() -> str:
    """What the cookie of a browser says that opens a room."""
    return secrets.token_urlsafe(24)
