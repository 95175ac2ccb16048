"""A learner's memory follows from the answers and the calendar, and from nothing else."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from random import Random

import pytest

from engine.rules import Rule
from tests.learner import NOW, attempt
from tutor.learning import Attempt
from tutor.learning.memory import RECENT, Memory, remember, when_in_words
from tutor.words.texts import Texts

RULE, OTHER = Rule.RUFF_WINS, Rule.SUIT_HIGHEST


def answers(*days_and_known: tuple[float, str], rule: Rule = RULE) -> list[Attempt]:
    """Answers about one rule: days after `NOW`, and ``+`` known, ``-`` wrong or ``h`` hinted."""
    return [
        attempt(rule, at=NOW + timedelta(days=days), correct=what != "-", hinted=what == "h")
        for days, what in days_and_known
    ]


def test_a_rule_never_asked_is_not_due() -> None:
    memory = Memory(zone=UTC)
    assert not memory.asked(RULE)
    assert memory.next_date(RULE) is None
    assert not memory.due(RULE, NOW)


def test_what_is_known_comes_again_after_ever_longer_times() -> None:
    memory, gaps, now = Memory(zone=UTC), [], NOW
    for _ in range(5):
        memory = memory.after(attempt(RULE, at=now))
        day = memory.next_date(RULE)
        assert day
        gaps.append((day - now.date()).days)
        now += timedelta(days=gaps[-1])
    assert gaps[0] == 2  # the default parameters' first interval for "good" is 2.3 days
    assert gaps == sorted(set(gaps))


def test_what_is_missed_comes_again_the_next_day_even_if_made_good_at_once() -> None:
    memory = remember(answers((0, "+"), (2, "+"), (13, "+"), (60, "-"), (60.01, "+")))
    assert memory.next_date(RULE) == (NOW + timedelta(days=61)).date()
    longer = memory.after(*answers((61, "+"))).next_date(RULE)
    assert longer
    assert longer > (NOW + timedelta(days=62)).date()


def test_a_hinted_answer_counts_as_not_known_and_as_nothing_else() -> None:
    assert remember(answers((0, "+"), (5, "h"))).next_date(RULE) == remember(
        answers((0, "+"), (5, "-"))
    ).next_date(RULE)


def test_one_rule_says_nothing_about_another() -> None:
    memory = remember([*answers((0, "-")), *answers((0, "+"), rule=OTHER)])
    tomorrow = NOW + timedelta(days=1)
    assert memory.due(RULE, tomorrow)
    assert not memory.due(OTHER, tomorrow)


def test_due_tomorrow_means_all_of_tomorrow_in_the_learners_zone() -> None:
    tokyo = timezone(timedelta(hours=9))
    evening = datetime(2026, 11, 20, 23, 30, tzinfo=tokyo)
    memory = remember([attempt(RULE, at=evening.astimezone(UTC), correct=False)], tokyo)
    assert memory.next_date(RULE) == date(2026, 11, 21)
    assert not memory.due(RULE, evening + timedelta(minutes=20))
    assert memory.due(RULE, evening + timedelta(minutes=40))


def test_coming_a_little_earlier_each_day_loses_nothing() -> None:
    on_time = remember(answers((0, "+"), (2, "+"), (13, "+")))
    early = remember(answers((0, "+"), (1.95, "+"), (12.9, "+")))
    assert NOW.hour >= 3  # so that the day is the same
    assert on_time.next_date(RULE) == early.next_date(RULE)


def test_the_same_answer_twice_counts_once() -> None:
    (one,) = answers((0, "+"))
    assert remember([one, one]) == remember([one])
    years = answers(*((day, "+") for day in range(RECENT + 50)))
    assert remember([*years, *years[-RECENT:]]) == remember(years)


def test_replaying_all_is_the_same_as_going_on() -> None:
    rng, memory = Random(1), Memory(zone=UTC)
    done: list[Attempt] = []
    for number in range(RECENT + 50):
        known = rng.random() < 0.7
        done.append(
            attempt(rng.choice(list(Rule)), at=NOW + timedelta(hours=number), correct=known)
        )
        memory = memory.after(done[-1])
    assert remember(done) == memory
    assert memory.recent == tuple(done[-RECENT:])


def test_a_clock_put_back_breaks_nothing() -> None:
    memory = remember(answers((5, "+"), (0, "+"), (6, "-")))
    assert memory.next_date(RULE) == (NOW + timedelta(days=7)).date()


@pytest.mark.parametrize(
    ("days", "english", "japanese"),
    [
        (-3, "today", "今日"),
        (0, "today", "今日"),
        (1, "tomorrow", "明日"),
        (9, "in 9 days", "9日後"),
        (1200, "in 1,200 days", "1,200日後"),
    ],
)
def test_dates_are_said_in_words(days: int, english: str, japanese: str) -> None:
    day = NOW.date() + timedelta(days=days)
    said: Sequence[str] = [when_in_words(day, NOW.date(), Texts(lang)) for lang in ("en", "ja")]
    assert said == [english, japanese]
