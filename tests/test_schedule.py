"""The schedule holds for memories of several kinds, and the program asks as the simulation does."""

from datetime import UTC
from random import Random

import numpy as np
import pytest
from fsrs import Card, Rating, Scheduler

from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.generator import askable
from tests.benchmarks import schedule
from tests.benchmarks.schedule import KINDS, SIMPLE, History, ours, points
from tests.learner import NOW, attempt
from tests.samples import one_in
from tutor.learning.memory import Memory, _moment
from tutor.learning.schedule import next_rule

ASKED = askable(Rule, VARIANTS["partnership"], CULBERTSON)


@pytest.mark.parametrize("seed", range(5))
def test_the_program_asks_the_rule_that_the_simulation_asks(seed: int) -> None:
    rng = Random(seed)
    past, memory = History(np.random.default_rng(seed), 1), Memory(zone=UTC)
    for _ in range(150):
        wanted = ours(past, 0)[0]
        if past.last[0] >= 0:
            wanted[past.last[0]] = -np.inf
        rule, _ = next_rule(memory, ASKED, NOW, rng, VARIANTS["partnership"])
        assert wanted[ASKED.index(rule)] == wanted.max()
        known = rng.random() < 0.6
        memory = memory.after(attempt(rule, correct=known))
        place = np.array([ASKED.index(rule)])
        past.note(np.array([0]), place, np.array([known]), 0)


def test_the_simulated_memory_is_that_of_the_package() -> None:
    rng, scheduler = Random(3), Scheduler(learning_steps=(), relearning_steps=())
    traces, card = schedule.Traces.new(1), Card(card_id=0, due=NOW)
    day, at = 0, (np.array([0]), np.array([0]))
    for _ in range(40):
        known = rng.random() < 0.7
        then = np.datetime64(NOW.date()) + day
        rating = Rating.Good if known else Rating.Again
        card, _ = scheduler.review_card(card, rating, _moment(then.item()))
        traces.review(*at, np.array([known]), day)
        assert traces.stability[0, 0] == pytest.approx(card.stability)
        assert traces.difficulty[0, 0] == pytest.approx(card.difficulty)
        day += rng.choice((0, 1, 1, 3, 8))


@pytest.mark.parametrize("kind", one_in(2, KINDS))
def test_ours_is_no_worse_than_the_best_simple_schedule_for_any_memory(kind: str) -> None:
    # The benchmark allows a point; with so few learners chance alone makes up two.
    found = {name: one.mean() for name, one in points(kind, 10, "items", 60, ("daily",)).items()}
    assert found["ours"] > max(found[name] for name in SIMPLE) - 3
    assert found["ours"] > found["random"]


def test_what_was_asked_until_it_was_known_the_same_day_cost_the_most() -> None:
    found = {name: one.mean() for name, one in points("ACT-R", 10, "items", 40, ("daily",)).items()}
    assert min(found, key=lambda name: found[name]) == schedule.FORMER
    assert found["ours"] > found[schedule.FORMER] + 5


@pytest.mark.parametrize("kind", KINDS)
def test_no_rule_is_left_out_for_three_weeks(kind: str) -> None:
    assert schedule.never_asked(kind, ours, 30) == 0


def test_seconds_run_out_sooner_for_those_who_err() -> None:
    _, items = schedule.practise("FSRS", ours, 10, "daily", "items", 1, 40)
    _, seconds = schedule.practise("FSRS", ours, 10, "daily", "seconds", 1, 40)
    assert set(items.count.sum(axis=1)) == {10 * schedule.DAYS}
    right = 1 - seconds.wrong.mean(axis=1)
    assert np.corrcoef(right, seconds.count.sum(axis=1))[0, 1] > 0
