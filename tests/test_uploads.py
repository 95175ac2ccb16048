"""What is uploaded is not too large and kept by nobody; what is pasted is kept in the tab."""

from pathlib import Path
from types import SimpleNamespace

import pytest
from streamlit.proto.Common_pb2 import FileURLs
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.uploaded_file_manager import UploadedFile, UploadedFileRec

from tests.component import fire, given
from tests.opened import drawn, opened, ran
from tutor.pages.frame import inputs, session
from tutor.store.transfer import MEGABYTES

MEGABYTE = 1024 * 1024
WANTED = {"keep-upload": MEGABYTES, "game-upload": 1, "workshop-file": 1}
"""Megabytes that a page's upload may have: years of progress, a game, a lesson."""


def test_the_browser_is_told_how_much_may_come() -> None:
    boxes = [one.proto for one in opened("workshop").get("file_uploader")]
    (box,) = [one for one in boxes if "workshop-file" in one.id]
    assert box.max_upload_size_mb == WANTED["workshop-file"]


def test_no_file_may_be_larger_than_the_largest_that_a_page_wants(root: Path) -> None:
    config = (root / ".streamlit" / "config.toml").read_text("utf-8")
    assert f"maxUploadSize = {max(WANTED.values())}\n" in config


@pytest.fixture
def files(monkeypatch: pytest.MonkeyPatch) -> MemoryUploadedFileManager:
    """The files of all sessions, as the server holds them."""
    held = MemoryUploadedFileManager("/upload")
    serving = SimpleNamespace(
        exists=lambda: True, get_instance=lambda: SimpleNamespace(uploaded_file_mgr=held)
    )
    monkeypatch.setattr(inputs, "runtime", serving)
    monkeypatch.setattr(
        inputs, "get_script_run_ctx", lambda: SimpleNamespace(session_id="this session")
    )
    return held


def uploaded(
    files: MemoryUploadedFileManager, size: int, monkeypatch: pytest.MonkeyPatch
) -> UploadedFile:
    record = UploadedFileRec(file_id="1", name="a.json", type="", data=b"x" * size)
    for owner in ("this session", "another session"):
        files.add_file(owner, record)
    file = UploadedFile(record, FileURLs())
    monkeypatch.setattr(session, "widget", {"box": file}.get)
    return file


@pytest.mark.parametrize(("size", "read"), [(9, 1), (MEGABYTE, 1), (MEGABYTE + 1, 0)])
def test_a_file_is_read_or_refused_and_then_forgotten(
    files: MemoryUploadedFileManager, size: int, read: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    uploaded(files, size, monkeypatch)
    came: list[bytes | None] = []
    inputs._read_and_free("box", 1, came.append)
    assert came == [b"x" * size] * read
    assert files.get_files("this session", ["1"]) == []
    assert len(files.get_files("another session", ["1"])) == 1


def test_a_file_is_forgotten_though_reading_it_fails(
    files: MemoryUploadedFileManager, monkeypatch: pytest.MonkeyPatch
) -> None:
    uploaded(files, 9, monkeypatch)

    def fail(_: bytes | None) -> None:
        raise ValueError("not a game")

    with pytest.raises(ValueError, match="not a game"):
        inputs._read_and_free("box", 1, fail)
    assert files.get_files("this session", ["1"]) == []


@pytest.mark.parametrize(
    ("path", "source", "box"),
    [
        ("assignments", "", "results-codes"),
        ("assignments", "", "results-link"),
        ("host", "room-source", "room-lines"),
        ("handouts", "handouts-source", "handouts-lines"),
    ],
)
def test_what_was_pasted_is_kept_in_the_tab_and_filled_in_again(
    path: str, source: str, box: str
) -> None:
    at = opened(path, sheet="puzzles") if path == "handouts" else opened(path)
    if source:
        at = ran(at.radio(key=source).set_value("lines").run())
    assert given(at, f"kept-{box}") == {"box": box, "text": "", "evening": False}
    at = ran(fire(at, f"kept-{box}", kept="# ours" + "x" * 100_000))
    boxes = [*at.text_area, *at.text_input]
    (filled,) = (one for one in boxes if one.key == drawn(at, box))
    assert filled.value.startswith("# ours")
    assert len(filled.value) == filled.max_chars
    assert given(at, f"kept-{box}")["text"] == filled.value
    at = ran(fire(at, f"kept-{box}", kept="of earlier"))
    assert filled.value.startswith("# ours"), "what stands there stays"
