"""The quick random game is a game of Calypso: the rules allow every card of it."""

from collections import Counter
from random import Random

import pytest

from engine.fast.playout import playout
from engine.game import Action, Game, NameTrump, legal, new, play
from engine.rulebooks import AKAGIRI, CULBERTSON, Rulebook
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


def replayed(game: Game, actions: list[Action]) -> Game:
    """The game after *actions*, each of which the rules allow where it stands."""
    for action in actions:
        game, _ = play(game, action)
    return game


@FORMS
@BOOKS
def test_a_playout_goes_on_from_any_position_to_the_end_of_the_game(
    variant: Variant, rulebook: Rulebook
) -> None:
    for seed in range(24):
        game = begun(variant, rulebook, seed, min(5 * seed, len(variant.pack) - 1))
        assert replayed(game, playout(game, Random(seed))).over


def test_every_legal_first_lead_is_equally_likely() -> None:
    variant = VARIANTS["three"]
    game = begun(variant, CULBERTSON, 3, 0)
    held = Counter(game.hands[game.table.seats.index(game.turn)])
    led: Counter[str] = Counter()
    rng, rounds = Random(1), 1500
    for _ in range(rounds):
        led[str(playout(game, rng)[0])] += 1
    for card, copies in held.items():
        expected = rounds * copies / 13
        assert abs(led[f"{game.turn}:{card}"] - expected) < 5 * expected**0.5


def test_a_change_of_trumps_is_as_likely_as_any_one_card() -> None:
    game = begun(VARIANTS["two"], CULBERTSON, 5, 0)
    rng = Random(1)
    while not (game.may_change and sum(map(len, game.hands)) == 8):  # four cards each
        game, _ = play(game, rng.choice(legal(game)))
        assert not game.over
    rounds, changed = 2000, 0
    for _ in range(rounds):
        changed += isinstance(playout(game, rng)[0], NameTrump)
    expected = rounds / 5
    assert abs(changed - expected) < 5 * expected**0.5


def test_a_playout_leaves_the_position_as_it_was_and_a_seed_repeats_it() -> None:
    game = begun(VARIANTS["two"], CULBERTSON, 1, 7)
    assert playout(game, Random(2)) == playout(game, Random(2))
    assert playout(game, Random(2)) != playout(game, Random(3))
