"""A learner of many years: answers are read once a visit, and a press reads none of them again."""

from collections.abc import Iterator

import pytest
import sqlalchemy as sa
from streamlit.testing.v1 import AppTest

from tests.answers import answer
from tests.opened import opened, press, ran
from tutor.pages.frame import progress
from tutor.store import learner_of, new_token

YEARS = 300
"""Answers; what holds for these holds for fifty thousand, which take longer to put in."""


@pytest.fixture
def read() -> Iterator[list[str]]:
    """Every statement that reads answers, as it is run."""
    found: list[str] = []
    engine = progress.store().engine

    def note(*given: object) -> None:
        statement = str(given[2])
        if statement.startswith("SELECT") and "attempts.puzzle" in statement:
            found.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    yield found
    sa.event.remove(engine, "before_cursor_execute", note)


def known(at: AppTest) -> int:
    return len(at.session_state["ours"]["held"].attempts)


def test_all_answers_are_read_once_a_visit(read: list[str]) -> None:
    token = new_token()
    for number in range(YEARS):
        progress.store().record(learner_of(token), answer(f"long-{number}", after=-60 * number))
    at = opened("drill", token=token, mode="free", kind="who-wins")
    while known(at) < YEARS:  # a page comes before all of them are read
        at = ran(at.run())
    assert len(read) == 1
    for key in ("answer-", "next-", "answer-"):
        at = press(at, key)
    assert len(read) == 1, "a press reads what is known already"
    assert known(at) == YEARS + 2
