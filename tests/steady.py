"""Chance and the clock as tests have them: the same cards and the same day, whenever they run.

``python -m tests.steady run streamlit_app.py`` serves as ``streamlit run`` does, but so. A server
that goes on with what another has kept begins later: STEADY_BEGIN is the time at which. It is on
the networks that STEADY_NETWORKS names, if it does, and else on those of this machine.
"""

import os
from datetime import UTC, datetime, timedelta
from random import Random
from time import monotonic

import pytest
from streamlit.web import cli

from tutor.pages import rooms
from tutor.pages.frame import address, progress, session

BEGIN = datetime(2026, 11, 22, 10, tzinfo=UTC)
"""When the processes of the tests begin; from then on their clocks go as clocks do."""

_BEGUN = datetime.fromisoformat(os.environ.get("STEADY_BEGIN", BEGIN.isoformat()))

_STARTED = monotonic()


def now() -> datetime:
    """Return the time, as if this process had begun at `BEGIN`, or when it was told to."""
    return _BEGUN + timedelta(seconds=monotonic() - _STARTED)


def chance() -> Random:
    """Return a source of chance that depends on how often this session has asked for one."""
    session.count("drawn")
    return Random(f"drawn {session.counted('drawn')}")


def steady(patch: pytest.MonkeyPatch) -> None:
    """Let all pages of this process draw and tell the time so."""
    patch.setattr(session, "chance", chance)
    patch.setattr(progress, "now", now)


if __name__ == "__main__":
    with pytest.MonkeyPatch.context() as patched:
        steady(patched)
        # Half as often as to learners: most of what an open room costs is that it is looked at.
        patched.setattr(rooms, "EVERY", 2.0)
        patched.setattr(rooms, "HALL_EVERY", 1.0)
        # Tests are reached from this machine alone, and show what is shown where phones can come.
        patched.setattr(address, "bound", str)
        if networks := tuple(os.environ.get("STEADY_NETWORKS", "").split()):
            patched.setattr(address, "networks", lambda: networks)
        cli.main(prog_name="streamlit")
