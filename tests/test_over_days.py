"""A learner who comes back: the next day, after a month, or with a page left open past midnight."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from urllib.parse import parse_qsl
from zoneinfo import ZoneInfo

import pytest

from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generator import askable
from puzzles.notation import parse_puzzle
from tests.component import solve
from tests.learner import answered
from tests.opened import headings, opened, press, ran, turned, words
from tutor.learning import pair_mode
from tutor.pages.frame import progress
from tutor.pages.frame.library import lessons
from tutor.store import learner_of, open_store

BEGIN = datetime(2026, 11, 22, 10, tzinfo=UTC)
PLAIN = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"


@pytest.fixture
def at_time(monkeypatch: pytest.MonkeyPatch) -> Callable[[datetime], None]:
    """Set the clock by which all pages go."""

    def set_clock(moment: datetime) -> None:
        monkeypatch.setattr(progress, "now", lambda: moment)

    set_clock(BEGIN)
    return set_clock


def right_about(token: str, *rules: Rule, times: int = 1) -> None:
    """Answer one question about each of *rules* rightly, now, and that so many times."""
    for _ in range(times):
        for rule in rules:
            one = answered(parse_puzzle(PLAIN), "E", rule, at=progress.now())
            open_store().record(learner_of(token), one)


@pytest.mark.parametrize(("days", "shown"), [(0, False), (1, True)])
def test_what_is_left_after_a_pair_has_its_pair_again_on_another_day(
    token: str, at_time: Callable[[datetime], None], days: int, *, shown: bool
) -> None:
    trick = answered(parse_puzzle(PLAIN), "E", Rule.SUIT_HIGHEST, at=BEGIN)
    after_it = replace(trick, mode=pair_mode("highest-card-wins"))
    open_store().record(learner_of(token), after_it)
    at_time(BEGIN + timedelta(days=days))
    at = opened("drill", token=token)
    assert ("Two tricks, one card apart" in headings(at)) == shown
    if shown:
        onward = next(button for button in at.button if str(button.key).startswith("next-"))
        assert onward.label == "2 more tricks on this"
        at = press(at, "next-")
    assert "Trick 2 of 3 on this." in words(at)


def test_after_a_month_every_page_counts_the_same_rules_as_due(
    token: str, at_time: Callable[[datetime], None]
) -> None:
    for lesson in lessons():
        open_store().finish_lesson(learner_of(token), lesson.id, now=BEGIN)
    # Of other forms of the game, too, and what takes a glance, which is known twice and rests.
    right_about(token, *Rule, times=2)
    at_time(BEGIN + timedelta(days=30))
    home, record = (words(opened(path, token=token)) for path in ("", "record"))
    assert "26 rules to practise again today" in home
    assert "26 rules to practise again today." in record
    right_about(token, *askable(tuple(Rule), VARIANTS["partnership"], CULBERTSON))
    home, record = (words(opened(path, token=token)) for path in ("", "record"))
    assert "to practise again today" not in home
    assert "There is nothing left to do today; the next one comes up in " in record
    assert "That’s all for today" in words(opened("drill", token=token))


def test_what_is_due_is_asked_though_something_else_was_practised_before(
    token: str, at_time: Callable[[datetime], None]
) -> None:
    right_about(token, Rule.RUFF_WINS, Rule.SUIT_HIGHEST)
    at_time(BEGIN + timedelta(days=9))
    at = opened(token=token)
    assert "2 rules to practise again today" in words(at)
    at.session_state["drill-mode"] = "streak"
    assert press(at, "continue").query_params["mode"] == "today"
    at = turned(opened("drill", token=token, mode="streak"), "record", lang="en")
    *_, link = (link for link in at.get("page_link") if link.proto.label == "Practise")
    at = turned(at, "drill", **dict(parse_qsl(link.proto.query_string)))
    assert at.query_params["mode"] == "today"
    assert turned(turned(at, "record"), "drill").query_params["mode"] == "today", "as it was left"


def test_what_was_missed_today_is_not_said_to_need_no_practice(
    token: str, at_time: Callable[[datetime], None]
) -> None:
    at_time(BEGIN)
    wrong = answered(parse_puzzle(PLAIN), "N", Rule.SUIT_HIGHEST, at=BEGIN)
    open_store().record(learner_of(token), wrong)
    record = words(opened("record", token=token))
    assert "Practice asks next: " in record
    assert "nothing to practise" not in record


def test_what_was_missed_today_is_tried_again_before_practice_is_over(
    token: str, at_time: Callable[[datetime], None]
) -> None:
    """Until it is known, or as many answers have been given again as make a day."""
    at_time(BEGIN - timedelta(days=1))
    right_about(token, *askable(tuple(Rule), VARIANTS["partnership"], CULBERTSON))
    at_time(BEGIN)
    right_about(token, Rule.RUFF_WINS, times=11)
    store, learner = open_store(), learner_of(token)

    def is_over_after(*answers: str) -> bool:
        for answer in answers:
            given = answered(parse_puzzle(PLAIN), answer, Rule.SUIT_HIGHEST, at=progress.now())
            store.record(learner, given)
        return "That’s all for today" in words(opened("drill", token=token))

    assert not is_over_after("N")
    assert is_over_after("E")
    assert not is_over_after("N")
    assert is_over_after(*("N" * 10))


def test_the_puzzle_of_the_day_is_there_again_when_practice_is_over_after_it(
    token: str, at_time: Callable[[datetime], None]
) -> None:
    at_time(BEGIN)
    right_about(token, *askable(tuple(Rule), VARIANTS["partnership"], CULBERTSON))
    at = solve(opened("drill", token=token, day="today"))
    answered_so = headings(at)
    at = press(at, "next-")
    assert "That’s all for today" in headings(at)
    at = turned(at, "drill", day="today")
    assert at.query_params["puzzle"]
    assert headings(at) == answered_so


def test_practice_left_open_overnight_goes_by_the_new_day(
    token: str, at_time: Callable[[datetime], None]
) -> None:
    right_about(token, *askable(tuple(Rule), VARIANTS["partnership"], CULBERTSON))
    at = opened("drill", token=token)
    assert "That’s all for today" in words(at)
    at_time(BEGIN + timedelta(days=1))
    at = ran(at.run())
    assert "You have nothing to practise again today." in words(at)
    at_time(BEGIN + timedelta(days=9))
    at = ran(at.run())
    assert at.query_params["puzzle"], "rules are due again"
    for _ in range(60):
        at = press(solve(at), "next-")
        if "puzzle" not in at.query_params:
            break
    assert "That’s all for today" in words(at), "it is said of every day"


@pytest.mark.parametrize("path", ["", "record"])
def test_a_page_left_open_overnight_leads_to_the_puzzle_of_the_new_day(
    path: str, token: str, at_time: Callable[[datetime], None]
) -> None:
    right_about(token, Rule.SUIT_HIGHEST)
    links = opened(path, token=token).get("page_link")
    led = next(link.proto.query_string for link in links if link.proto.label == "Today’s puzzle")
    at_time(BEGIN + timedelta(days=1))
    at = opened("drill", token=token, **dict(parse_qsl(led)))
    assert at.query_params["day"] == "2026-11-23"
    assert "23 November 2026. Everyone" in words(at)


@pytest.mark.parametrize(
    ("zone", "last", "day"),
    [
        ("Europe/London", "2026-03-29T22:59Z", "2026-03-29"),  # of 23 hours, in summer time by now
        ("Europe/London", "2026-10-25T23:59Z", "2026-10-25"),  # of 25 hours
        ("America/New_York", "2026-11-02T04:59Z", "2026-11-01"),
        ("Pacific/Apia", "2026-11-22T10:59Z", "2026-11-22"),
        ("Asia/Tokyo", "2026-11-22T14:59Z", "2026-11-22"),
    ],
)
def test_the_day_ends_at_the_learners_midnight_also_when_clocks_are_put_back(
    zone: str,
    last: str,
    day: str,
    token: str,
    at_time: Callable[[datetime], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress, "zone", lambda: ZoneInfo(zone))
    minute = datetime.fromisoformat(last)
    at_time(minute - timedelta(hours=1))
    right_about(token, Rule.SUIT_HIGHEST)
    at_time(minute)
    assert opened("drill", token=token, day="today").query_params["day"] == day
    at_time(minute + timedelta(minutes=1))
    assert opened("drill", token=token, day="today").query_params["day"] > day
    at_time(minute + timedelta(days=1))
    assert "to practise again today" not in words(opened("", token=token))
    at_time(minute + timedelta(days=1, minutes=1))
    assert "1 rule to practise again today" in words(opened("", token=token))
