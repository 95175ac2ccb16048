"""Leads through what a teacher finds beside rooms: side by side, handouts, sets and results."""

from collections.abc import Iterator
from random import Random

from playwright.sync_api import Page

from engine.rulebooks import CULBERTSON
from engine.variants import VARIANTS
from puzzles.notation import print_puzzle
from puzzles.sets import Order, make_set
from tests.browser.chromium import settle
from tests.browser.walk import click, goto, press
from tutor.assignments import Assignment, write
from tutor.assignments.results import Answered, SetResult, write_result


def a_set() -> Assignment:
    """Two lessons and three puzzles with a note, always the same."""
    order = Order(
        kinds=("who-wins",), variant=VARIANTS["partnership"], rulebook=CULBERTSON, count=3
    )
    return Assignment(
        lessons=("the-table", "ruffing"),
        puzzles=tuple(map(print_puzzle, make_set(order, Random(4)))),
        rulebook=CULBERTSON,
        note="Until Thursday " + "x" * 60,
    )


def teach(page: Page) -> Iterator[str]:
    """Every state of these pages."""
    goto(page, "beside")
    yield "side by side, the stages"
    goto(page, "beside", scene="3")
    yield "side by side, asked"
    press(page, "a")
    yield "side by side, revealed"
    goto(page, "beside", scene="5")
    click(page, "[data-event='play'][data-value='SK']")
    yield "side by side, an illegal card"
    goto(page, "beside", scene="16")
    yield "side by side, calypsos"
    goto(page, "pupil")
    yield "the pupil, how many wrong ideas"
    goto(page, "pupil", pupil="1 partnership culbertson no-trumps+highest-card-wins 4711")
    yield "the pupil, three tricks"
    press(page, "1")
    yield "the pupil, an answer"
    press(page, "o")
    yield "the pupil, a trick of your own"
    for sheet in ("rules", "puzzles"):
        goto(page, "handouts", sheet=sheet)
        yield f"handouts, {sheet}"
    one = a_set()
    goto(page, "assignment", set=write(one))
    yield "a set, begun"
    goto(page, "assignment", set=write(one), item="1")
    press(page, "1")
    yield "a set, a puzzle answered"
    for _ in range(2):
        press(page, "n")
        press(page, "1")
    click(page, ".st-key-set-overview button")
    yield "a set with its code"
    goto(page, "assignments")
    click(page, ".st-key-set-add button")
    yield "a set is made"
    read_results(page, one)
    yield "results are read"


def read_results(page: Page, one: Assignment) -> None:
    """Read two codes that came back on the page of assignments; the second is mistyped."""
    page.get_by_role("tab").nth(1).click()
    first = Answered(correct=False, hinted=False, answer="N")
    code = write_result(one, SetResult((first, None, None), (True, False)))
    page.locator("[class*='st-key-results-link'] input").fill(write(one))
    page.locator("[class*='st-key-results-codes'] textarea").fill(f"Anna: {code}\nBen: {code[:-1]}")
    page.keyboard.press("Control+Enter")
    page.locator("table.results").wait_for()
    settle(page)
