"""Streamlit still sends in rounds, and ours are sooner; a run's first words travel together."""

import asyncio
import gc
import inspect
from collections.abc import Awaitable, Callable
from random import Random

import pytest
from starlette.types import Message, Receive, Scope, Send
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.runtime import runtime

from tutor.pages.frame import library, pace
from tutor.pages.frame.pace import Together, hurry, settle_in

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


def test_what_every_visit_needs_is_loaded_and_never_searched_again() -> None:
    library._shelf.cache_clear()
    gc.unfreeze()  # tests/conftest.py freezes too
    assert gc.get_freeze_count() == 0
    settle_in()
    assert library._shelf.cache_info().currsize == 1
    assert gc.get_freeze_count() > 100_000


# ------------------------------------------------------------- beginning and words together


def told(kind: str, number: int = 0) -> Message:
    """A message of Streamlit's to the browser, which *number* tells from others of its kind."""
    words = ForwardMsg()
    if kind == "script_finished":
        words.script_finished = ForwardMsg.FINISHED_SUCCESSFULLY
    else:
        getattr(words, kind).SetInParent()
    words.metadata.active_script_hash = str(number)
    return {"type": "websocket.send", "bytes": words.SerializeToString()}


BEGINS, RUNS, WORDS = told("new_session"), told("session_status_changed"), told("delta")

Script = Callable[[Send, list[Message]], Awaitable[None]]


def stream(script: Script, *, deaf: bool = False) -> list[Message]:
    """What leaves the server while *script* sends; *deaf* is a browser that has gone."""
    left: list[Message] = []

    async def send(message: Message) -> None:
        if deaf:
            raise OSError("gone")
        await asyncio.sleep(0)
        left.append(message)

    async def app(_scope: Scope, _receive: Receive, send: Send) -> None:
        await script(send, left)

    async def receive() -> Message:
        return {"type": "websocket.receive"}

    asyncio.run(Together(app)({"type": "websocket"}, receive, send))
    return left


def test_the_beginning_waits_for_the_first_words() -> None:
    async def script(send: Send, left: list[Message]) -> None:
        await send(BEGINS)
        await send(RUNS)
        assert left == []
        await send(WORDS)
        assert left == [BEGINS, RUNS, WORDS]

    assert stream(script) == [BEGINS, RUNS, WORDS]


def test_a_run_with_nothing_to_say_is_announced_all_the_same() -> None:
    async def script(send: Send, left: list[Message]) -> None:
        await send(BEGINS)
        await send(RUNS)
        await asyncio.sleep(pace._PATIENCE * 3)
        assert left == [BEGINS, RUNS]
        await send(WORDS)

    assert stream(script) == [BEGINS, RUNS, WORDS]


@pytest.mark.parametrize(
    "message",
    [
        RUNS,  # the end of a run: nothing is held back before it
        WORDS,
        told("script_finished"),
        {"type": "websocket.accept"},
        {"type": "websocket.close", "code": 1000},
        {"type": "websocket.send", "text": "words of somebody else"},
        {"type": "websocket.send", "bytes": b"\xff\xff no message of Streamlit's"},
        {"type": "websocket.send", "bytes": BEGINS["bytes"] * 20_000},
    ],
)
def test_all_else_goes_at_once(message: Message) -> None:
    async def script(send: Send, left: list[Message]) -> None:
        await send(message)
        assert left == [message]

    stream(script)


def test_a_run_that_ends_without_a_word_is_told_in_order() -> None:
    ended = told("script_finished")

    async def script(send: Send, _left: list[Message]) -> None:
        for message in (BEGINS, RUNS, ended, RUNS):
            await send(message)

    assert stream(script) == [BEGINS, RUNS, ended, RUNS]


@pytest.mark.parametrize("seed", range(20))
def test_nothing_is_lost_doubled_or_overtaken(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "_PATIENCE", 0.0005)
    rng = Random(seed)
    kinds = ("new_session", "session_status_changed", "delta", "script_finished")
    messages = [told(rng.choice(kinds), number) for number in range(60)]

    async def script(send: Send, _left: list[Message]) -> None:
        for message in messages:
            await send(message)
            if rng.random() < 0.3:
                await asyncio.sleep(rng.random() / 1000)
        await send(told("script_finished", 60))

    assert stream(script) == [*messages, told("script_finished", 60)]


def test_a_browser_that_goes_meanwhile_troubles_nobody(caplog: pytest.LogCaptureFixture) -> None:
    async def script(send: Send, _left: list[Message]) -> None:
        await send(BEGINS)
        await asyncio.sleep(pace._PATIENCE * 3)
        with pytest.raises(OSError, match="gone"):
            await send(WORDS)

    assert stream(script, deaf=True) == []
    assert not caplog.records


def test_what_nobody_waits_for_is_forgotten() -> None:
    async def script(send: Send, _left: list[Message]) -> None:
        await send(BEGINS)

    assert stream(script) == []


def test_pages_and_files_pass_through() -> None:
    passed: list[Scope] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        passed.append(scope)
        assert receive is given_receive
        assert send is given_send

    async def given_receive() -> Message:
        return {"type": "http.request"}

    async def given_send(_message: Message) -> None:
        raise AssertionError

    asyncio.run(Together(app)({"type": "http"}, given_receive, given_send))
    assert passed == [{"type": "http"}]
