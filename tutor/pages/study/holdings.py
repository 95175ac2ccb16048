"""How a learner's progress is kept: taken to another device, saved, loaded, erased."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from puzzles.puzzle import Fact
from tutor.pages.frame import address, progress, session
from tutor.pages.frame.browser import look_at
from tutor.pages.frame.inputs import button, tabs, take_file
from tutor.rooms.limits import FAULTY, Guesses, Loaded
from tutor.store import Store, StoreError
from tutor.store.keys import LONGEST_TYPED, read_resume_code
from tutor.store.transfer import (
    ALL_FIT,
    MEGABYTES,
    ProgressFileError,
    import_progress,
    save_progress,
)

_GUESSES = Guesses()
"""Codes that led nowhere, of this process."""

_LOADED = Loaded()
"""Answers in files that were loaded in this process."""


def show_arrived() -> None:
    """Bring progress here that a code or a link from another device names."""
    say, code = session.texts(), session.asked("code")
    if code:
        with st.container(border=True, key="arrived"):
            st.write(say("keep.arrived"))
            bring = session.once("bring", _bring)
            button(say("keep.bring"), "bring-arrived", bring, code, primary=True)


def show_ways() -> None:
    """Show the ways to keep progress, each in a tab, and what came of the last."""
    say = session.texts()
    st.write(say("keep.what"))
    with st.container():  # also with nothing in it: below another element tabs would begin anew
        show_told()
    ways = {"move": _move, "save": _save, "load": _offer_load, "erase": _erase}
    named = tabs([say(f"keep.{way}") for way in ways], "keep-ways")
    for tab, show in zip(named, ways.values(), strict=True):
        with tab:
            try:
                show()
            except StoreError as error:
                st.error(say(f"store.{error.key}"))


def show_told() -> None:
    """Show what came of the last thing done here, as long as the page is.

    It is not shown once alone: where the store is slow the page runs once more by itself, when
    the progress has been read.
    """
    told = session.recall("keep-told")
    if isinstance(told, tuple):
        kind, key, facts = told
        words = session.texts()(key, **facts)
        with st.container(key="keep-told-here"):
            (st.success if kind == "good" else st.error)(words)
        look_at("keep-told-here", str(session.counted("keep-told")))


def _tell(kind: str, key: str, **facts: Fact) -> None:
    """Let the page say the words of this key, in whatever language it is then."""
    session.remember("keep-told", (kind, key, facts))
    session.count("keep-told")


def _move() -> None:
    say = session.texts()
    st.write(say("keep.move.text"))
    button(say("keep.move.button"), "keep-code", _make_code)
    if code := session.remembered("resume-code", str):
        st.code(code, language=None, wrap_lines=True)
        if address.reachable():
            address.show_qr_code(address.of("record", code=code), say("keep.move.qr"), "small")
        address.show_limits()
        st.caption(say("keep.move.once"))
    with st.form("keep-enter", border=False):
        st.text_input(say("keep.move.enter"), key=_ENTERED, max_chars=LONGEST_TYPED)
        bring = session.from_here(session.once("bring", _bring_entered), _ENTERED)
        st.form_submit_button(say("keep.bring"), on_click=bring)


_ENTERED = "keep-entered"
"""The box for a code of another device."""


def _bring_entered() -> None:
    _bring(session.typed(_ENTERED))


def _save() -> None:
    say, store, learner = session.texts(), progress.store(), progress.learner()
    fits = store.holdings(learner).attempts <= ALL_FIT
    st.write(say("keep.save.text" if fits else "keep.save.newest", megabytes=MEGABYTES))
    st.download_button(
        say("save.file"),
        lambda: save_progress(store, learner),  # years of answers take a second
        "calypso-progress.json.gz",
        "application/gzip",
        key="keep-file",
        on_click=session.here(),
    )


@contextmanager
def _with_store() -> Iterator[Store]:
    """Open the store, in a callback; if it fails, tell so in place of what came of it."""
    try:
        yield progress.store()
    except StoreError as error:
        _tell("bad", f"store.{error.key}")


def _make_code() -> None:
    session.forget("keep-told")
    with _with_store() as store:
        session.remember("resume-code", store.resume_code(progress.learner(), now=progress.now()))


def _bring(code: str) -> None:
    """Take over the progress a code stands for; answers given here before come along."""
    if read_resume_code(code) is None:
        session.untell("code")
        _tell("bad", "keep.not-a-code")
        return
    browser, network = progress.learner().key, session.network()
    if not _GUESSES.allowed(browser, network, progress.now()):
        _tell("bad", "keep.too-many")
        return
    with _with_store() as store:
        merged = store.resume(progress.learner(), code, now=progress.now())
        session.untell("code")  # not before: where the store says nothing it is as good as it was
        if merged is None:
            _GUESSES.note(browser, network, progress.now())
            _tell("bad", "keep.no-code")
            return
        progress.read_again()
        if not merged.shared:
            session.forget("resume-code")  # it was of what is one with the other progress now
        key = "keep.shared" if merged.shared else "keep.brought"
        _tell("good", key, count=len(progress.held().attempts))


def _offer_load() -> None:
    say = session.texts()
    st.write(say("keep.load.text"))
    take_file(say("keep.load.file"), ("gz", "json"), MEGABYTES, key="keep-upload", read=_load)


def _load(file: bytes | None) -> None:
    if file is None:
        return
    network, moment, answers = session.network(), progress.now(), FAULTY
    if not _LOADED.take(network, moment):
        _tell("bad", "keep.too-much")
        return
    with _with_store() as store:
        try:
            report = import_progress(store, progress.learner(), file, now=moment)
            answers = report.attempts + report.known
        except ProgressFileError as error:
            _tell("bad", f"progress-file.{error.key}", place=error.place)
            return
        finally:
            _LOADED.note(network, answers, moment)
        progress.read_again()
        facts = {"games": report.games, "lessons": report.lessons, "known": report.known}
        _tell("good", "keep.loaded", count=report.attempts, **facts)


def _erase() -> None:
    say, there = session.texts(), progress.store().holdings(progress.learner())
    st.write(
        say("keep.erase.text", attempts=there.attempts, lessons=there.lessons, games=there.games)
    )
    box, press = session.box("keep-sure"), session.here()
    sure = st.checkbox(say("keep.erase.sure"), key=box, on_change=press)
    erase = session.once("erased", _erase_now)
    button(say("keep.erase.button"), "keep-erase", erase, disabled=not sure)


def _erase_now() -> None:
    with _with_store() as store:
        if progress.waiting():
            raise StoreError("slow", "what is on its way would be there again")
        gone = store.erase(progress.learner())
        progress.read_again()
        session.forget("resume-code")  # it leads to nothing any more
        _tell("good", "keep.erased", count=gone.attempts)
        session.put("keep-sure", value=False)  # last: whatever else was pressed ends this run here
