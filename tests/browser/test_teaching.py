"""A teacher's pages in a real browser: keys lead through the half hour, a sheet is taken along."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engine.rulebooks import CULBERTSON
from tests.browser import walk_teach
from tests.browser.chromium import PageAt, overflow, settle
from tests.browser.frame import measured
from tests.browser.walk import click, resize
from tests.printed import opened
from tests.rooms import WHICH
from tests.samples import one_in
from tutor.assignments import Assignment, write
from tutor.words.texts import LANGUAGES, Texts


def test_keys_lead_through_the_half_hour_and_the_focus_follows(page_at: PageAt) -> None:
    page = page_at("beside?lang=en&scene=2")
    for key, scene in (("ArrowRight", "3"), ("ArrowRight", "4"), ("ArrowLeft", "3")):
        page.keyboard.press(key)
        settle(page)
        expect(page).to_have_url(re.compile(rf"\bscene={scene}\b"))
    expect(page.locator(".st-key-scene-head h1")).to_be_focused()
    assert page.get_by_text("Card by card").count() == 0
    page.keyboard.press("a")
    settle(page)
    expect(page.get_by_text("North wins:")).to_be_visible()
    table = page.locator("[class*='st-key-table-side-']")
    expect(table).to_be_in_viewport(ratio=1)  # the trick is seen while it is explained
    stages = page.locator(".st-key-side-stages p")
    expect(stages).to_have_css("text-decoration-line", "underline")  # it looks like a way out


@pytest.mark.parametrize("language", [pytest.param("en", marks=pytest.mark.soak), "ja"])
def test_what_is_pressed_in_a_scene_is_in_the_first_window(page_at: PageAt, language: str) -> None:
    page = page_at(f"beside?lang={language}&scene=1", width=1280, height=800)
    for scene in range(2, 19):
        for button in page.locator(".st-key-side-moves button").all():
            expect(button).to_be_in_viewport(ratio=1)
        moves = page.locator(".st-key-side-moves").bounding_box()
        assert moves
        hands = page.locator("[class*='st-key-hand-side-']").all()
        for below in [*hands, *page.locator(".st-key-side-lowest .shelf").all()]:
            box = below.bounding_box()
            assert box
            assert box["y"] + box["height"] <= moves["y"], "what is spoken of is seen"
        page.locator("[class*='st-key-side-next-'] button").click()
        expect(page).to_have_url(re.compile(rf"\bscene={scene}\b"))
        settle(page)


@pytest.mark.parametrize("width", [1280, 360])
def test_what_is_read_aloud_is_larger_than_the_notes_that_call_it_large(
    page_at: PageAt, width: int
) -> None:
    page = page_at("beside?lang=en&scene=7", width=width)
    size = "e => parseFloat(getComputedStyle(e).fontSize)"
    read = page.locator(".st-key-saying .running").first.evaluate(size)
    note = page.get_by_text("The words in large print.").evaluate(size)
    assert read >= 1.2 * note
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_newcomer_points_at_a_card_with_a_finger(page_at: PageAt) -> None:
    page = page_at("beside?lang=en&scene=3", width=390)
    page.locator("[data-event='choose'][data-value='W']").click()
    settle(page)
    expect(page.get_by_text("The newcomer chose: West")).to_be_visible()
    expect(page.get_by_text("What may be behind a wrong answer")).to_be_visible()


def test_as_many_puzzles_are_added_as_are_asked_for(page_at: PageAt) -> None:
    page = page_at("assignments?lang=en")
    box = page.get_by_label("How many", exact=True)
    box.fill("2")
    box.press("Enter")
    settle(page)
    expect(box).to_have_value("2")
    page.get_by_role("button", name="Add", exact=True).click()
    settle(page)
    expect(page.locator("[class*='st-key-set-look-']")).to_have_count(2)


WORDS_IN_PIECES = """
() => [...document.querySelectorAll('.st-key-actions button p')]
  .filter((label) => label.clientWidth > 1).flatMap((label) => {
  const text = label.firstChild;
  return [...text.data.matchAll(/\\S+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    return range.getClientRects().length > 1;
  }).map(([word]) => word);
})
"""
"""The words on what leads on that take more than one line, of those that are seen."""


def test_homework_on_a_telephone_breaks_no_word_of_a_button(page_at: PageAt) -> None:
    link = write(Assignment(lessons=(), puzzles=(WHICH,), rulebook=CULBERTSON, note=""))
    page = page_at(f"assignment?lang=en&set={link}&item=1", width=390, height=844)
    assert page.get_by_role("button", name="Back to the list").count() == 1
    assert page.evaluate(WORDS_IN_PIECES) == []


def test_a_sheet_is_downloaded_under_a_name_that_says_what_it_is(
    page_at: PageAt, tmp_path: Path
) -> None:
    page = page_at("handouts?lang=en&sheet=rules")
    with page.expect_download() as caught:
        page.get_by_text("Download the PDF").click()
    assert caught.value.suggested_filename == "calypso-rules-partnership-culbertson-en-a4.pdf"
    path = tmp_path / "rules.pdf"
    caught.value.save_as(path)
    found = opened(path.read_bytes())
    assert len(found.pages) == 1
    (code,) = found.codes()
    assert "/rules?" in code  # the address by which this machine is reached


@pytest.mark.parametrize("language", one_in(2, LANGUAGES))
def test_the_table_of_results_on_a_telephone_has_each_cell_in_one_line(
    page_at: PageAt, language: str
) -> None:
    page = page_at(f"assignments?lang={language}", width=390, height=844)
    walk_teach.read_results(page, walk_teach.a_set())
    cells = page.locator(".results td").evaluate_all("all => all.map(cell => cell.offsetHeight)")
    assert cells
    assert max(cells) < 60


def test_codes_that_were_pasted_are_there_after_a_reload_and_in_no_other_tab(
    page_at: PageAt,
) -> None:
    page = page_at("assignments?lang=en")
    walk_teach.read_results(page, walk_teach.a_set())
    told = page.locator("table.results").inner_text()
    box = page.locator("[class*='st-key-results-codes'] textarea")
    page.reload()
    page.get_by_role("tab").nth(1).click()
    expect(page.locator("table.results")).to_have_text(re.compile("Anna"))
    assert page.locator("table.results").inner_text() == told
    other = page.context.new_page()
    other.goto(page.url)
    settle(other)
    assert other.locator("[class*='st-key-results-codes'] textarea").input_value() == ""
    other.close()
    box.fill("")
    page.keyboard.press("Control+Enter")
    expect(page.locator("table.results")).to_be_hidden()
    settle(page)
    page.reload()
    settle(page)
    assert box.input_value() == "", "what was taken out stays out"


def test_a_trick_laid_for_a_pupil_is_in_the_window_and_is_there_after_a_reload(
    page_at: PageAt,
) -> None:
    page = page_at("pupil?lang=en&pupil=1+partnership+culbertson+no-trumps+4711", width=1180)
    page.keyboard.press("1")
    settle(page)
    resize(page, 1180, 710)
    page.keyboard.press("o")
    settle(page)
    page.get_by_role("button", name="South").click()
    settle(page)
    for _ in range(2):
        page.locator(".picker [data-opens]").first.click()
        page.locator(".picker [data-event='pick']:visible").last.click()
        settle(page)
    page.reload()
    settle(page)
    assert page.locator(".felt .spot .card").count() == 2
    found = measured(page)
    assert (found["hidden"], found["broken"], found["scrolled"]) == ([], [], 0)
    page.go_back()
    settle(page)
    assert page.locator(".felt .spot .card").count() == 1


def test_on_a_small_tablet_the_tricks_for_a_pupil_are_large_enough_to_be_read(
    page_at: PageAt,
) -> None:
    """Also where a larger one is enlarged: 820 px at 125 % are 656."""
    page = page_at("pupil?lang=en&pupil=1+partnership+culbertson+no-trumps+4711", width=656)
    tables = page.locator(".st-key-pupil-offers .felt")
    expect(tables).to_have_count(3)
    for table in tables.all():
        felt = table.bounding_box()
        assert felt
        assert felt["width"] > 300
        for plate in table.locator(".plate").all():
            box = plate.bounding_box()
            assert box
            assert felt["x"] <= box["x"]
            assert box["x"] + box["width"] <= felt["x"] + felt["width"]
    expect(tables.nth(1)).to_be_in_viewport()
    assert overflow(page) == 0


def test_boxes_say_what_is_chosen_in_the_language_of_the_page(page_at: PageAt) -> None:
    page = page_at("assignments?lang=en", width=1280, height=800)
    rulebook = page.locator("[class*='st-key-set-rulebook']").get_by_role("radio")
    page.locator("[class*='st-key-set-rulebook'] label").last.click()
    settle(page)
    for language in ("ja", "en", "ja"):
        click(page, f".st-key-settings-bar .st-key-language-{language} button")
        form = page.locator("[class*='st-key-set-form'] input")
        expect(form).to_have_value(Texts(language)("name.variant.partnership"))
        expect(rulebook.last).to_be_checked()
    click(page, ".st-key-set-add button")
    expect(rulebook.last).to_be_checked()
