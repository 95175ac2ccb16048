"""Takes a file, in the learner's language: Streamlit's own words for it are English alone."""

import json
from collections.abc import Callable, Sequence

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from tutor.pages.frame import session

_WORDS = "<style>:root {{ --upload-press: {}; --upload-refused: {}; }}</style>"
"""Our words on the button and beside a file that is refused, for the style sheet."""


def take_file(
    label: str,
    kinds: Sequence[str],
    megabytes: int,
    *,
    key: str,
    on_change: Callable[..., None],
    args: tuple[object, ...] = (),
) -> None:
    """Ask for a file of one of these kinds and of no more than so many megabytes.

    Args:
        label: What the file is, and its kind.
        kinds: The endings of its name, without the dot.
        megabytes: The size above which it is refused.
        key: Under which it is kept.
        on_change: What is done with it.
        args: What *on_change* is given.
    """
    say = session.texts()
    words = (say("upload.press"), say("upload.refused"))
    st.html(_WORDS.format(*(json.dumps(one, ensure_ascii=False) for one in words)))
    with st.container(key=f"upload-{key}"):
        st.file_uploader(
            say("upload.label", label=label, megabytes=megabytes),
            type=list(kinds),
            key=key,
            on_change=_read_and_free,
            args=(key, megabytes, on_change, args),
            max_upload_size=megabytes,
        )


def _read_and_free(
    key: str, megabytes: int, on_change: Callable[..., None], args: tuple[object, ...]
) -> None:
    """Let the file be read, unless the browser let one through that is too large; then free it."""
    file = session.widget(key)
    try:
        if not isinstance(file, UploadedFile) or file.size <= megabytes * 1024 * 1024:
            on_change(*args)
    finally:
        free()


def free() -> None:
    """Forget every file of this session: what was to be read of it has been read."""
    context = get_script_run_ctx()
    if context:
        forget_files(context.session_id)


def forget_files(session_id: str) -> None:
    """Forget every file that was uploaded to a session."""
    if runtime.exists():
        runtime.get_instance().uploaded_file_mgr.remove_session_files(session_id)
