"""Seeded games of every form, rulebook and conduct keep every law."""

from engine.game import Conduct
from engine.record import parse_game, print_game
from engine.rulebooks import RULEBOOKS, Rulebook
from engine.variants import VARIANTS, Variant
from tests.laws import EVERY, lawful_game


@EVERY
def test_games_keep_every_law_at_every_step(
    variant: Variant, rulebook: Rulebook, conduct: Conduct
) -> None:
    for seed in range(2):
        lawful_game(variant, rulebook, conduct, seed)


@EVERY
def test_a_record_plays_back_to_the_same_position_at_every_stage(
    variant: Variant, rulebook: Rulebook, conduct: Conduct
) -> None:
    positions = lawful_game(variant, rulebook, conduct, 100)
    for position in [*positions[:6], *positions[6::17], positions[-1]]:
        line = print_game(position)
        assert "\n" not in line
        assert parse_game(line) == position


def test_careless_games_hold_revokes_and_claims() -> None:
    met = [
        lawful_game(variant, RULEBOOKS[0], Conduct.TABLE, seed)[-1]
        for variant in VARIANTS.values()
        for seed in range(2)
    ]
    assert all(game.revokes and game.claimed for game in met)
