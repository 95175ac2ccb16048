"""A file that is uploaded is read, and then the server has forgotten it."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.chromium import PageAt, settle
from tests.browser.walk import thirty_answers, unfold
from tests.samples import one_in
from tutor.store import open_store
from tutor.words.texts import LANGUAGES, Texts


def test_what_is_loaded_is_read_and_what_was_refused_before_is_gone(
    page_at: PageAt, tmp_path: Path
) -> None:
    wrong, file = tmp_path / "progress.txt", tmp_path / "progress.json"
    for one in (wrong, file):
        one.write_text('{"format": "something else"}', encoding="utf-8")
    page = page_at("record")
    unfold(page)
    page.get_by_role("tab", name="Load").click()
    refused = page.locator(".st-key-upload-keep-upload [aria-invalid='true']")
    page.locator("input[type=file]").set_input_files(wrong)
    expect(refused).to_be_visible()
    page.locator("input[type=file]").set_input_files(file)
    told = page.locator(".st-key-keep-told-here")
    expect(told).to_have_text(Texts("en")("progress-file.not-ours"))
    expect(refused).to_be_hidden()
    # It is said where the file was chosen, and the tab stays open for another.
    fold = page.locator(".st-key-fold-keep-title")
    expect(fold.locator(told)).to_be_visible()
    expect(page.get_by_role("tab", name="Load")).to_have_attribute("aria-selected", "true")
    settle(page)  # a file once read, its box gives way to another, in which nobody is so quick
    page.locator("input[type=file]").set_input_files(wrong)
    expect(refused.last).to_be_visible()


@pytest.mark.parametrize("language", one_in(2, [*LANGUAGES][::-1]))
def test_a_file_that_does_not_get_through_can_be_chosen_again(
    page_at: PageAt, tmp_path: Path, language: str
) -> None:
    """As when more comes at once than the server keeps."""
    file, texts = tmp_path / "progress.json", Texts(language)
    file.write_text('{"format": "something else"}', encoding="utf-8")
    page = page_at(f"record?lang={language}")
    unfold(page)
    page.get_by_role("tab", name=texts("keep.load")).click()
    at = "**/_stcore/upload_file/**"
    page.route(at, lambda route: route.fulfill(status=429, body="one at a time"))
    page.locator("input[type=file]").set_input_files(file)
    refused = page.locator(".st-key-upload-keep-upload [aria-invalid='true']")
    expect(refused).to_be_visible()
    said = refused.evaluate("one => getComputedStyle(one, '::after').content")
    assert said == f'"{texts("upload.refused")}"'
    page.unroute(at)
    again = file.rename(tmp_path / "again.json")
    page.locator("input[type=file]").set_input_files(again)
    expect(page.locator(".st-key-keep-told-here")).to_have_text(texts("progress-file.not-ours"))


def test_the_tab_stays_when_all_that_is_kept_comes_or_goes(page_at: PageAt, tmp_path: Path) -> None:
    file = tmp_path / "progress.json"
    file.write_text(thirty_answers(open_store(f"sqlite:///{tmp_path}/s.db")), encoding="utf-8")
    page = page_at("record")
    unfold(page)
    page.get_by_role("tab", name="Load").click()
    page.locator("input[type=file]").set_input_files(file)
    told = page.locator(".st-key-fold-keep-title .st-key-keep-told-here")
    expect(told).to_contain_text("Added")
    settle(page)
    expect(page.get_by_role("tab", name="Load")).to_have_attribute("aria-selected", "true")
    page.get_by_role("tab", name="Delete").click()
    page.get_by_text("Yes, delete it all").click()
    settle(page)  # what was told goes with this run, and what stands below it moves up
    page.get_by_role("button", name="Delete everything").click()
    expect(told).to_contain_text("Deleted")
    settle(page)
    expect(page.get_by_role("tab", name="Delete")).to_have_attribute("aria-selected", "true")


def test_why_a_file_is_no_lesson_is_said_where_it_was_chosen(
    page_at: PageAt, tmp_path: Path
) -> None:
    """On a telephone what is chosen there covers all that stands below it."""
    file = tmp_path / "lesson.yaml"
    file.write_bytes(b"\xff\xfe\x00")
    page = page_at("workshop", width=390, height=664)
    page.get_by_role("button", name="Open a file").click()
    page.locator("input[type=file]").set_input_files(file)
    told = page.get_by_text(Texts("en")("workshop.not-text"))
    expect(told).to_be_in_viewport(ratio=1)
    settle(page)
    expect(page.get_by_test_id("stPopoverBody").locator(told)).to_have_count(1)
