"""Streamlit still sends in rounds, and ours follow each other sooner."""

import inspect

import pytest
from streamlit.runtime import runtime

from tutor.pages.pace import hurry

NAME = "MESSAGE_FLUSH_INTERVAL_SECS"


def test_streamlit_waits_for_the_time_we_shorten(monkeypatch: pytest.MonkeyPatch) -> None:
    before = vars(runtime)[NAME]
    monkeypatch.setattr(runtime, NAME, before)
    assert hurry()
    assert before > vars(runtime)[NAME] > 0
    waits = inspect.getsource(runtime.Runtime._loop_coroutine)
    assert f"asyncio.sleep({NAME})" in waits


def test_a_streamlit_without_rounds_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(runtime, NAME)
    assert not hurry()
    assert not hasattr(runtime, NAME)
