"""Takes a file, in the learner's language: Streamlit's own words for it are English alone."""

import json
from collections.abc import Callable, Sequence

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from tutor.pages.frame import session

_OURS = """
<style>
[data-testid='stFileUploaderDropzoneInstructions'] { display: none; }
[class*='st-key-upload-'] section > span p {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%);
}
[class*='st-key-upload-'] section > span button::after { content: PRESS; }
[class*='st-key-upload-'] [type='file'] { visibility: hidden; }
[class*='st-key-upload-'] [aria-invalid='true'] { height: auto; max-width: none; flex-wrap: wrap; }
[class*='st-key-upload-'] [aria-invalid='true']::after { content: REFUSED; flex: 1 0 100%; }
</style>
"""
"""What is generated is part of a button's name, but some programs read only what is written: for
the ear Streamlit's word stays, before ours. The field behind the button, which no key reaches,
would else be heard as "file upload". Why a file is refused, Streamlit tells only whoever points
at it or listens."""


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
    st.html(
        _OURS.replace("PRESS", json.dumps(say("upload.press"), ensure_ascii=False)).replace(
            "REFUSED", json.dumps(say("upload.refused"), ensure_ascii=False)
        )
    )
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
