"""What every test may ask for, and how hypothesis searches."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

# No test may find, or touch, what the person at this machine has learned.
os.environ["CALYPSO_DATA"] = tempfile.mkdtemp(prefix="calypso-test-")
os.environ.pop("DATABASE_URL", None)

# A deadline per example measures the machine, not the code: two workers share two cores.
settings.register_profile("here", deadline=None)
# A push must not fail by another's luck: the same examples every time.
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder that holds the whole project."""
    return Path(__file__).resolve().parents[1]
