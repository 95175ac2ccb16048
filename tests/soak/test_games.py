"""Ten thousand seeded games keep every law."""

import pytest

from engine.game import Conduct
from engine.record import parse_game, print_game
from engine.rulebooks import Rulebook
from engine.variants import Variant
from tests.laws import EVERY, GAMES, lawful_game

pytestmark = pytest.mark.soak


@EVERY
def test_many_games_keep_every_law(variant: Variant, rulebook: Rulebook, conduct: Conduct) -> None:
    for seed in range(1000, 1000 + 10_000 // len(GAMES)):
        end = lawful_game(variant, rulebook, conduct, seed)[-1]
        assert parse_game(print_game(end)) == end
