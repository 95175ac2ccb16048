"""The quick random game is the same game: replayed card by card, it comes out alike."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine.calypso import Calypso
from engine.cards import Card, Rank, Suit
from engine.fast.playout import End, PlayoutResult, playout
from engine.game import Action, Conduct, Game, NameTrump, Revoke, legal, new, play
from engine.rulebooks import AKAGIRI, CULBERTSON, Rulebook
from engine.score import totals
from engine.table import Seat
from engine.trick import Play
from engine.variants import VARIANTS, Variant

FORMS = pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
BOOKS = pytest.mark.parametrize("rulebook", [CULBERTSON, AKAGIRI], ids=str)


def begun(variant: Variant, rulebook: Rulebook, seed: int, actions: int) -> Game:
    """A seeded game after some actions, at one of the tables that the form allows."""
    rng = Random(seed)
    table = rng.choice(variant.tables(rulebook))
    game = new(variant, table, rng.choice(table.seats), rng)
    for _ in range(actions):
        game, _ = play(game, rng.choice(legal(game)))
    return game


def replayed(game: Game, actions: list[Action]) -> tuple[Game, Counter[Seat]]:
    """The game after *actions*, and how many tricks each seat won by them."""
    won: Counter[Seat] = Counter()
    for action in actions:
        game, taken = play(game, action)
        if taken:
            won[taken.ruling.winning.seat] += 1
    return game, won


def assert_alike(outcome: PlayoutResult, game: Game, won: Counter[Seat]) -> None:
    assert outcome.calypsos == game.calypsos
    assert outcome.piles == tuple(map(len, game.piles))
    assert outcome.totals == totals(game)
    assert outcome.tricks == tuple(won[seat] for seat in game.table.seats)


@FORMS
@BOOKS
def test_a_playout_replays_to_the_same_tricks_calypsos_piles_and_totals(
    variant: Variant, rulebook: Rulebook
) -> None:
    for seed in range(12):
        game = begun(variant, rulebook, seed, 0)
        actions: list[Action] = []
        outcome = playout(game, Random(seed), log=actions)
        after, won = replayed(game, actions)
        assert after.over
        assert_alike(outcome, after, won)


@FORMS
@BOOKS
def test_a_playout_goes_on_from_any_position_and_stops_with_the_deal(
    variant: Variant, rulebook: Rulebook
) -> None:
    for seed in range(24):
        game = begun(variant, rulebook, seed, 5 * seed)
        actions: list[Action] = []
        held = sum(map(len, game.hands))
        outcome = playout(game, Random(seed), end=End.DEAL, log=actions)
        after, won = replayed(game, actions)
        assert sum(isinstance(action, Play) for action in actions) == held
        assert_alike(outcome, after, won)


@FORMS
def test_calypsos_are_finished_and_begun_alike(variant: Variant) -> None:
    lacking = Random(1)
    for seed in range(20):
        game = begun(variant, CULBERTSON, seed, 0)
        actions: list[Action] = []
        nearly = tuple(
            tuple(
                Calypso(own.suit, frozenset(variant.ranks) - {lacking.choice(variant.ranks)})
                for own in calypsos
            )
            for calypsos in game.calypsos
        )
        game = replace(game, calypsos=nearly)
        outcome = playout(game, Random(seed), log=actions)
        after, won = replayed(game, actions)
        assert_alike(outcome, after, won)
        assert any(own.completed for calypsos in outcome.calypsos for own in calypsos)


def test_claimed_revokes_count_in_the_totals() -> None:
    variant = VARIANTS["partnership"]
    game = new(variant, variant.table(CULBERTSON), Seat.NORTH, Random(5), conduct=Conduct.TABLE)
    plain = playout(game, Random(1)).totals
    revoke = Revoke(Seat.EAST, 1, Suit.HEARTS, Card(Suit.CLUBS, Rank.TWO), 3)
    fined = playout(replace(game, claimed=(revoke,)), Random(1)).totals
    assert [now - then for now, then in zip(fined, plain, strict=True)] == [260, 0, 260, 0]


def test_every_legal_first_lead_is_equally_likely() -> None:
    variant = VARIANTS["three"]
    game = begun(variant, CULBERTSON, 3, 0)
    held = Counter(game.hands[game.table.seats.index(game.turn)])
    led: Counter[str] = Counter()
    rng, rounds = Random(1), 3000
    for _ in range(rounds):
        actions: list[Action] = []
        playout(game, rng, end=End.DEAL, log=actions)
        led[str(actions[0])] += 1
    for card, copies in held.items():
        expected = rounds * copies / 13
        assert abs(led[f"{game.turn}:{card}"] - expected) < 5 * expected**0.5


def test_a_change_of_trumps_is_as_likely_as_any_one_card() -> None:
    game = begun(VARIANTS["two"], CULBERTSON, 5, 0)
    rng = Random(1)
    while not (game.may_change and sum(map(len, game.hands)) == 8):  # four cards each
        game, _ = play(game, rng.choice(legal(game)))
        assert not game.over
    rounds, changed = 8000, 0
    for _ in range(rounds):
        actions: list[Action] = []
        playout(game, rng, end=End.DEAL, log=actions)
        changed += isinstance(actions[0], NameTrump)
    expected = rounds / 5
    assert abs(changed - expected) < 5 * expected**0.5


def test_a_playout_leaves_the_position_as_it_was_and_a_seed_repeats_it() -> None:
    game = begun(VARIANTS["two"], CULBERTSON, 1, 7)
    assert playout(game, Random(2)) == playout(game, Random(2))
    assert playout(game, Random(2)) != playout(game, Random(3))
