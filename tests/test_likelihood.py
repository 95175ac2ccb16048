"""Deals of the unseen cards are as likely as the others' plays make them."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from random import Random
from statistics import fmean

import numpy as np
import pytest

from engine.fast import standing
from engine.fast.bulk.likelihood import ASTRAY, OPEN, TRUST, draw_deals, likelihood, of_deals
from engine.fast.bulk.policy import fitted, fitted_form, habits
from engine.fast.bulk.tricks import Bytes
from engine.game import Action, Conduct, Game, new, play
from engine.players import Level, choose
from engine.players.expert import Simulation, options, position
from engine.rulebooks import CULBERTSON, RULEBOOKS
from engine.trick import Play, legal_cards
from engine.variants import VARIANTS, Variant
from engine.view import View, view
from tests.benchmarks.choices import likely
from tests.forms import IS_FITTED, PUBLISHED
from tests.samples import one_in

FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)


def games(variant: Variant, seed: int) -> Iterator[Game]:
    """Positions of a game between club players, from the second card on."""
    rng = Random(seed)
    table = rng.choice(variant.tables(RULEBOOKS[seed % 2]))
    game = new(variant, table, rng.choice(table.seats), rng)
    while not game.over:
        game, _ = play(game, choose(view(game, game.turn), Level.CLUB, rng))
        if not game.over:
            yield game


def truly(game: Game, me: int) -> Bytes:
    """The hands as they lie, as one deal of what *me* does not see."""
    number = standing(view(game, game.table.seats[me])).form.number
    hands = np.zeros((1, len(game.hands), max(map(len, game.hands))), np.uint8)
    for seat, hand in enumerate(game.hands):
        hands[0, seat, : len(hand)] = [number[card] for card in hand]
    return hands


@FORMS
def test_a_deal_starts_from_the_calypsos_and_trumps_there_were(variant: Variant) -> None:
    deal, start = 0, None
    for game in games(variant, 1):
        if game.deal != deal:
            deal, start = game.deal, standing(view(game, game.turn))
        assert start
        seen = position(view(game, game.turn), [habits(fitted_form(variant))])
        assert seen.so_far
        # One card of the deal is on the table when its calypsos are first looked at.
        assert seen.so_far.start.building[:-1, 0].tolist() == list(start.building[:-1])
        assert seen.so_far.start.completed[:, 0].tolist() == list(start.completed)
        played = [card for _, card in seen.so_far.actions if card >= 0]
        assert len(played) == variant.dealt - sum(map(len, game.hands))


@FORMS
def test_a_deal_is_as_likely_as_its_plays_one_by_one(variant: Variant) -> None:
    """The hands as they lie: what was chosen is looked up at every position of the deal."""
    kind = fitted_form(variant)
    policies = [habits(kind), fitted(kind)]
    shares: list[tuple[int, list[float]]] = []
    deal = checked = 0
    rng = Random(2)
    table = variant.table(CULBERTSON)
    game = new(variant, table, table.seats[0], rng)
    while not game.over and checked < 6:
        if game.deal != deal:
            deal, shares = game.deal, []
        seen = view(game, game.turn)
        place = table.seats.index(game.turn)
        action = choose(seen, Level.CLUB, rng)
        if isinstance(action, Play) and len(seen.hand) > 1:
            at = position(seen)
            number = standing(seen).form.number[action.card]
            led = seen.trick[0].card.suit if seen.trick else None
            allowed = list(legal_cards(seen.hand, led))
            chance = allowed.count(action.card) / len(allowed)
            found = [likely(at, policy)[number] for policy in policies]
            shares.append(
                (place, [np.log((1 - ASTRAY) * share + ASTRAY * chance) for share in found])
            )
        game, _ = play(game, action)
        if game.over or game.deal != deal or len(shares) % 15 != 14:
            continue
        me = table.seats.index(game.turn)
        so_far = position(view(game, game.turn), policies).so_far
        assert so_far
        by_seat = np.zeros((2, len(table.seats)))
        for seat, logs in shares:
            if seat != me:
                by_seat[:, seat] += np.maximum(logs, np.log(1e-4))
        wanted = np.log(np.exp(TRUST * by_seat).sum(0)).sum()
        held = [len(hand) for hand in game.hands]
        known, hands = position(view(game, game.turn)), truly(game, me)
        one = likelihood(variant, table, me, hands, held, so_far, known.unplayed, policies)
        deals = of_deals(one)
        assert deals[0] == pytest.approx(wanted, abs=1e-3)
        checked += 1
    assert checked == 6 or variant.id not in PUBLISHED


def test_deals_are_drawn_in_proportion() -> None:
    found = draw_deals(np.log([1.0, 5.0, 2.0]), 80, np.random.default_rng(1))
    assert np.bincount(found).tolist() == [10, 50, 20]


def test_no_few_deals_stand_for_all() -> None:
    found = draw_deals(np.array([0.0, *[-40.0] * 99]), 50, np.random.default_rng(1))
    assert len(set(found.tolist())) > 20


def missed(variant: Variant, seed: int, *, weighed: bool) -> list[float]:
    """By how much it surprises who is out of a suit, where that is not known."""
    found, ranks = list[float](), len(variant.ranks)
    for number, game in enumerate(games(variant, seed)):
        if number % 7 or not game.hands[0]:
            continue
        simulation = Simulation(view(game, game.turn), Random(number), weighed=weighed)
        at, given = simulation.position, simulation.worlds(100)
        real = truly(game, at.stand.me)
        for seat, held in enumerate(at.stand.held):
            for suit in range(len(variant.suits)):
                if seat == at.stand.me or suit in at.stand.out[seat] or not held:
                    continue
                has = (given.hands[:, seat, :held] // ranks == suit).any(1).mean()
                true = (real[0, seat, :held] // ranks == suit).any()
                chance = min(0.98, max(0.02, float(has)))
                found.append(-np.log(chance if true else 1 - chance))
    return found


@pytest.mark.parametrize("variant", one_in(2, VARIANTS.values()))
def test_what_was_played_tells_who_is_out_of_a_suit(variant: Variant) -> None:
    plain, weighed = (
        np.concatenate([missed(variant, seed, weighed=each) for seed in (3, 4)])
        for each in (False, True)
    )
    assert len(plain) == len(weighed) > 100
    assert weighed.mean() < plain.mean()


def test_a_position_without_its_history_is_dealt_by_shuffling_alone() -> None:
    game = next(game for game in games(VARIANTS["partnership"], 5) if len(game.history) == 30)
    seen = view(replace(game, history=()), game.turn)
    simulation = Simulation(seen, Random(1), weighed=True)
    assert simulation.position.so_far is None
    plain = Simulation(seen, Random(1))
    assert np.array_equal(simulation.worlds(20).hands, plain.worlds(20).hands)


def test_a_revoke_that_passed_makes_no_deal_impossible() -> None:
    variant, rng = VARIANTS["partnership"], Random(6)
    table = variant.table(CULBERTSON)
    game = new(variant, table, table.seats[0], rng, conduct=Conduct.TABLE)
    while not game.over and len(game.history) < 40:
        seat = game.turn
        hand = game.hands[table.seats.index(seat)]
        game, _ = play(game, Play(seat, rng.choice(hand)))
    assert game.revokes
    simulation = Simulation(view(game, game.turn), Random(1), weighed=True)
    assert simulation.worlds(20).count == 20


def liked(seen: View, rng: Random) -> Action:
    """What the policy of good players likes best."""
    found = options(seen)
    if any(option.naming for option in found):
        return choose(seen, Level.CLUB, rng)
    shares = likely(position(seen), fitted(fitted_form(seen.variant)))
    return max(found, key=lambda option: shares[option.card]).action


def mixed(variant: Variant, seed: int, good: int) -> Iterator[Game]:
    """Positions of a game between club players and one who plays as the policy likes."""
    rng = Random(seed)
    table = variant.table(CULBERTSON)
    game = new(variant, table, table.seats[0], rng)
    while not game.over:
        seen = view(game, game.turn)
        game, _ = play(game, liked(seen, rng) if seen.place == good else choose_club(seen, rng))
        if not game.over:
            yield game


def choose_club(seen: View, rng: Random) -> Action:
    return choose(seen, Level.CLUB, rng)


@IS_FITTED
def test_players_play_on_as_they_have_played(variant: Variant) -> None:
    """Of the two policies that of good players is the last; at first each is as likely."""
    shares: dict[tuple[int, bool], list[float]] = {}
    played = chain.from_iterable(mixed(variant, seed, good=1) for seed in (7, 8, 9))
    for number, game in enumerate(played):
        if number % 9 == 0:
            given = Simulation(view(game, game.turn), Random(number), weighed=True).worlds(40)
            assert given.styles is not None
            for seat, style in enumerate(given.styles):
                if game.table.seats[seat] == game.turn:
                    assert style.all()
                else:
                    shares.setdefault((game.deal, seat == 1), []).append(float(style.mean()))
    for deal in range(2, variant.deals + 1):
        assert fmean(shares[deal, True]) > 0.7
        assert fmean(shares[deal, False]) < 0.3


def test_no_earlier_deal_decides_how_somebody_plays() -> None:
    variant = VARIANTS["partnership"]
    policies = (habits("partnership"), fitted("partnership"))
    first, last = (
        position(view(game, game.turn), policies).so_far
        for game in games(variant, 8)
        if len(game.history) in {1, variant.dealt * (variant.deals - 1) + 1}
    )
    assert first
    assert last
    assert not first.before.any()
    assert last.before.min() == -OPEN
    assert last.before.max() == 0


@FORMS
def test_who_plays_by_one_of_several_policies_plays_by_it_alone(variant: Variant) -> None:
    game = next(game for game in games(variant, 9) if len(game.history) == variant.dealt + 12)
    seen = view(game, game.turn)
    simulation, tried = Simulation(seen, Random(1), weighed=True), options(seen)
    given = simulation.worlds(30)
    assert given.styles is not None
    for number, policy in enumerate((habits, fitted)):
        alike = replace(given, styles=np.full_like(given.styles, number))
        found = simulation.play(alike, tried).value
        alone = Simulation(seen, Random(1))
        alone.policy = policy(fitted_form(variant))
        assert np.array_equal(alone.play(replace(given, styles=None), tried).value, found)
