"""A policy gains on itself by play against itself, and foresees what calypsos become."""

import numpy as np
import pytest

from engine.fast import PointValues, point_values
from engine.fast.bulk.policy import Foresight, fitted, foresight
from engine.players.expert import foreseen
from engine.rulebooks import RULEBOOKS
from engine.variants import VARIANTS, Variant
from tests.forms import FITTED, IS_FITTED
from tests.makers import self_play
from tests.makers.chosen_cards import at_random
from tests.makers.policies import known
from tests.makers.self_play import (
    CalypsosUnderWay,
    ahead_by,
    fitted_foresight,
    foreseen_by,
    learned,
    shuffled,
)
from tests.samples import one_in


@IS_FITTED
def test_a_fitted_policy_is_far_ahead_of_chance_and_of_itself_by_nothing(variant: Variant) -> None:
    own = fitted(variant.id)
    points, error = ahead_by(variant, own, at_random(), 32, 1)
    assert points > 5 * error
    assert ahead_by(variant, own, own, 16, 1)[0] == pytest.approx(0)


def test_a_few_rounds_against_itself_bring_a_policy_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """From cards all alike, in Calypso for Two: what is learnt is written down with its gain."""
    monkeypatch.setattr(self_play, "GAMES", 256)
    monkeypatch.setattr(self_play, "PACKS", 256)
    monkeypatch.setattr(self_play, "fitted", lambda _form: at_random())
    before = known()["two"]
    nothing = {**before, **{n: [[0] * len(p) for p in before[n]] for n in ("lead", "follow")}}
    found = self_play.trained(VARIANTS["two"], nothing, 6, 3)
    points, error = found["ahead"]
    assert points > 5 * error
    assert (found["level"], found["rounds"], found["games"]) == ("self-play", 6, 6 * 256)
    assert found["after"]["seed"] == before["seed"]
    assert [len(part) for part in found["lead"]] == [len(part) for part in before["lead"]]
    assert len(found["foresight"]) == VARIANTS["two"].deals


@IS_FITTED
def test_what_is_learnt_of_the_cards_of_a_choice_sums_up_to_nothing(variant: Variant) -> None:
    """One card can be chosen oftener only if others are chosen less."""
    batch = shuffled(variant, variant.table(RULEBOOKS[0]), 64, np.random.default_rng(2))
    slopes = learned(batch, fitted(variant.id), foresight(variant.id), np.random.default_rng(3))
    for slope in slopes.values():
        assert abs(slope.sum()) < 1e-3 * abs(slope).sum()


def test_a_share_that_calypsos_followed_is_found_again() -> None:
    rng = np.random.default_rng(5)
    prices = PointValues(10, 20, (0, 500, 1250), (240, 490, 0))
    held = rng.random((20_000, 13)) < 0.6
    copies = rng.integers(1, 4, (20_000, 13)).astype(np.int32)
    won = held | (rng.random(held.shape) < 1 - (1 - 0.6) ** copies)
    complete = won.all(1)
    final = np.where(complete, 500.0 + 90, 20.0 * won.sum(1))
    under_way = CalypsosUnderWay(1, held, copies, np.zeros(20_000, np.uint8), final)
    nothing, found = fitted_foresight([under_way], 2, prices)
    assert nothing == Foresight(0, 0)
    assert found.share == pytest.approx(0.6, abs=0.015)
    assert found.then == pytest.approx(90, abs=15)


@pytest.mark.parametrize("variant", one_in(2, FITTED))
def test_what_is_foreseen_falls_due_in_games_of_the_policy(variant: Variant) -> None:
    """The fit that stands in the file is met by other games: the same worth in the end."""
    again = foreseen_by(variant, fitted(variant.id), 512, np.random.default_rng(7))
    told = foresight(variant.id)
    assert len(told) == len(again) == variant.deals
    for to_come in range(1, variant.deals):
        assert worth_half_way(variant, told[to_come]) == pytest.approx(
            worth_half_way(variant, again[to_come]), abs=40
        )


def worth_half_way(variant: Variant, ahead: Foresight) -> float:
    """What a calypso is to bring that lacks two ranks with two copies to come of each."""
    chances, prices = foreseen(variant, ahead)
    likely = chances[2] ** 2
    return prices.card * (len(variant.ranks) - 2 + 2 * chances[2]) + prices.gain[0] * likely


def test_foresight_leaves_the_score_sheet_as_it_is() -> None:
    variant = VARIANTS["partnership"]
    chances, prices = foreseen(variant, Foresight(0.5, 100))
    plain = point_values(variant)
    assert list(chances) == [0, 0.5, 0.75, 0.875, 0.9375]
    assert (prices.pile, prices.card, prices.done) == (plain.pile, plain.card, plain.done)
    assert [now - was for now, was in zip(prices.gain, plain.gain, strict=True)] == [100] * 4 + [0]


def test_training_repeats_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "GAMES", 64)
    one, same = (self_play.Trainee(VARIANTS["three"], known()["three"]) for _ in range(2))
    for trainee in (one, same):
        trainee.train(2, 2, foresight("three"), np.random.default_rng(1))
    assert np.array_equal(one.policy().lead, same.policy().lead)
    assert not np.array_equal(one.policy().lead, fitted("three").lead)
