"""How progress is kept: taken to another device, saved as a file, loaded, and erased."""

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from tutor.pages.frame import progress, session
from tutor.pages.frame.address import show_qr_code
from tutor.pages.frame.reader import look_at
from tutor.pages.frame.upload import take_file
from tutor.rooms.limits import Guesses
from tutor.store import ProgressFileError, StoreError, export_progress, import_progress

_GUESSES = Guesses()
"""Codes that led nowhere, of this process."""


def arrived() -> None:
    """Bring progress here that a code or a link from another device names."""
    say, code = session.texts(), session.asked("code")
    if code:
        with st.container(border=True, key="arrived"):
            st.write(say("keep.arrived"))
            st.button(
                say("keep.bring"),
                key="bring-arrived",
                type="primary",
                on_click=_bring,
                args=(code,),
            )


def keeping() -> None:
    """Show what is kept, and how to take it along, save it, load it and erase it."""
    say = session.texts()
    st.write(say("keep.what"))
    first, second, third, fourth = st.tabs(
        [say("keep.move"), say("keep.save"), say("keep.load"), say("keep.erase")]
    )
    with first:
        _move()
    with second:
        st.write(say("keep.save.text"))
        try:
            store, learner = progress.store(), progress.learner()
            st.download_button(
                say("keep.save.button"),
                lambda: export_progress(store, learner),  # years of answers take a second
                file_name="calypso-progress.json",
                mime="application/json",
                key="keep-file",
            )
        except StoreError as error:
            st.error(say(f"store.{error.key}"))
    with third:
        st.write(say("keep.load.text"))
        take_file(say("keep.load.file"), ("json",), 5, key="keep-upload", on_change=_load)
    with fourth:
        _erase()


def told() -> None:
    """Show what came of the last thing that was done here, where it was done."""
    told = session.widget("keep-told")
    if isinstance(told, tuple):
        kind, words = told
        with st.container(key="keep-told-here"):
            (st.success if kind == "good" else st.error)(words)
        look_at("keep-told-here", f"{words} {progress.now().isoformat()}")
        session.drop("keep-told")


def _move() -> None:
    """Make a code for another device, as letters and as a picture to photograph."""
    say = session.texts()
    st.write(say("keep.move.text"))
    st.button(say("keep.move.button"), key="keep-code", on_click=_make_code)
    code = session.widget("resume-code")
    if isinstance(code, str):
        st.code(code, language=None)
        address = f"{st.context.url or ''}".partition("?")[0] + f"?code={code}"
        show_qr_code(address, say("keep.move.qr"), "small")
        st.caption(say("keep.move.once"))
    with st.form("keep-enter", border=False):
        typed = st.text_input(say("keep.move.enter"), max_chars=60)
        if st.form_submit_button(say("keep.bring")):
            _bring(typed)
            st.rerun()


def _make_code() -> None:
    try:
        code = progress.store().resume_code(progress.learner(), now=progress.now())
        session.put("resume-code", code)
    except StoreError as error:
        session.put("keep-told", ("bad", session.texts()(f"store.{error.key}")))


def _bring(code: str) -> None:
    """Take over the progress a code stands for; answers given here before come along."""
    say = session.texts()
    session.untell("code")
    browser, network = progress.learner().key, session.network()
    if not _GUESSES.allowed(browser, network, progress.now()):
        session.put("keep-told", ("bad", say("keep.too-many")))
        return
    try:
        found = progress.store().resume(progress.learner(), code, bring=True, now=progress.now())
    except StoreError as error:
        session.put("keep-told", ("bad", say(f"store.{error.key}")))
        return
    if found is None:
        _GUESSES.note(browser, network, progress.now())
        session.put("keep-told", ("bad", say("keep.no-code")))
        return
    progress.read_again()
    session.put("keep-told", ("good", say("keep.brought", count=len(progress.held().attempts))))


def _load() -> None:
    """Read a progress file into the store; a file that is no good changes nothing."""
    say, file = session.texts(), session.widget("keep-upload")
    if not isinstance(file, UploadedFile):
        return
    try:
        found = import_progress(
            progress.store(), progress.learner(), file.getvalue(), now=progress.now()
        )
    except ProgressFileError as error:
        words = say(f"progress-file.{error.key}", place=error.place)
        session.put("keep-told", ("bad", words))
        return
    except StoreError as error:
        session.put("keep-told", ("bad", say(f"store.{error.key}")))
        return
    progress.read_again()
    words = say("keep.loaded", count=found.attempts, known=found.known, games=found.games)
    session.put("keep-told", ("good", words))


def _erase() -> None:
    """Show what would be erased, and erase it once the learner has said so."""
    say = session.texts()
    try:
        there = progress.store().holdings(progress.learner())
    except StoreError as error:
        st.error(say(f"store.{error.key}"))
        return
    st.write(
        say(
            "keep.erase.text",
            attempts=there.attempts,
            lessons=there.lessons,
            games=there.games,
        )
    )
    sure = st.checkbox(say("keep.erase.sure"), key="keep-sure")
    st.button(say("keep.erase.button"), key="keep-erase", disabled=not sure, on_click=_erase_now)


def _erase_now() -> None:
    say = session.texts()
    try:
        gone = progress.store().erase(progress.learner())
    except StoreError as error:
        session.put("keep-told", ("bad", say(f"store.{error.key}")))
        return
    progress.read_again()
    session.drop("keep-sure")
    session.put("keep-told", ("good", say("keep.erased", count=gone.attempts)))
