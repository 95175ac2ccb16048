"""Novices at the table err as people do: each by a misconception or two, the same all evening."""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from engine.game import legal, play
from engine.players import Level
from engine.record import positions
from engine.trick import Play
from engine.variants import VARIANTS
from engine.view import view
from tests.playing import among_novices
from tutor.playing.agreement import Manner, Setup, again
from tutor.playing.match import Match, act, begin, continue_, run
from tutor.playing.novices import count_shown, misconceptions, picked, revokers
from tutor.words.texts import entries


@cache
def agreed(form: str, seed: int, manner: Manner = Manner.PRACTICE) -> Setup:
    return replace(among_novices(form, VARIANTS[form].seats[-1], seed), manner=manner)


@cache
def whole(form: str, seed: int, manner: Manner = Manner.PRACTICE) -> Match:
    """A game of a learner who plays at random against novices."""
    setup, rng = agreed(form, seed, manner), Random(seed)
    match = run(begin(setup))
    while not match.game.over:
        if match.waits:
            match = run(continue_(match))
        else:
            action = rng.choice(legal(match.game))
            match = run(act(match, action))  # type: ignore[arg-type]
    return match


@pytest.mark.parametrize("manner", Manner)
def test_every_novice_holds_one_or_two_misconceptions_that_have_words(manner: Manner) -> None:
    held: set[tuple[bool, str]] = set()
    for seed in range(60):
        setup = agreed("partnership", seed, manner)
        for seat in setup.table.seats:
            found = misconceptions(setup, seat)
            assert found == misconceptions(setup, seat)
            assert len(found) in ((0,) if seat == setup.seat else (1, 2))
            held.update((seat in revokers(setup), one) for one in found)
    assert all(f"misconception.{one}.name" in entries() for _, one in held)
    ids = {one for _, one in held}
    assert len(ids) == (9 if manner == Manner.TABLE else 8)
    assert all(slips for slips, one in held if one == "may-always-ruff")


@pytest.mark.parametrize("manner", Manner)
def test_a_novice_believes_the_same_all_evening_and_others_another_evening(manner: Manner) -> None:
    evenings = set[tuple[tuple[str, ...], ...]]()
    for seed in range(20):
        setup = agreed("partnership", seed, manner)
        seats = setup.table.seats
        believed = tuple(misconceptions(setup, seat) for seat in seats)
        for number in range(1, 4):
            setup = Setup.parse(str(again(setup, 1_000 * number + seed)))
            assert believed == tuple(misconceptions(setup, seat) for seat in seats)
            assert begin(setup).game.start != begin(agreed("partnership", seed, manner)).game.start
        evenings.add(believed)
    assert len(evenings) > 10


def test_nobody_but_novices_believes_anything_wrong() -> None:
    setup = agreed("partnership", 1)
    strong = replace(setup, levels=tuple(level and Level.CLUB for level in setup.levels))
    assert not any(misconceptions(strong, seat) for seat in strong.table.seats)


@pytest.mark.parametrize("form", VARIANTS)
def test_what_a_novice_believes_shows_far_more_often_than_not(form: str) -> None:
    for seed in (1, 2):
        match = whole(form, seed)
        found = count_shown(match.setup, match.game)
        assert found
        for one in found:
            assert one.misconception in misconceptions(match.setup, one.seat)
            assert 0 < one.times <= one.chances
            # Of two misconceptions the second waits for the first.
            assert one.chances < 8 or one.times > 0.4 * one.chances


def test_what_is_picked_is_legal_and_not_everything() -> None:
    match = whole("partnership", 3)
    seen = 0
    for position, action in zip(positions(match.game), match.game.history, strict=False):
        if isinstance(action, Play):
            known = view(position, action.seat)
            for misconception in misconceptions(match.setup, action.seat):
                cards = picked(known, misconception)
                allowed = {it.card for it in legal(position) if isinstance(it, Play)}
                assert set(cards) < allowed or not cards
                seen += bool(cards)
    assert seen > 40


def test_by_table_rules_one_may_ruff_a_suit_it_holds() -> None:
    """It happens to who believes so, and a revoke it is."""
    for seed in range(40):
        setup = agreed("partnership", seed, Manner.TABLE)
        if any("may-always-ruff" in misconceptions(setup, seat) for seat in setup.table.seats):
            match = whole("partnership", seed, Manner.TABLE)
            for revoke in match.game.revokes:
                if "may-always-ruff" in misconceptions(setup, revoke.seat):
                    return
    pytest.fail("nobody ever ruffed a suit it held")


def test_every_card_by_habit_is_one_the_game_takes() -> None:
    match = whole("three", 4, Manner.TABLE)
    game = positions(match.game)[0]
    for action in match.game.history:
        game, _ = play(game, action)
    assert game.over
