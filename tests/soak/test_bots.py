"""Ten thousand seeded games of practice partners end, and the score adds up."""

import pytest

from engine.game import Conduct
from engine.players import Level
from engine.record import parse_game, print_game
from engine.rulebooks import Rulebook
from engine.variants import Variant
from tests.bot_games import game_of_bots
from tests.laws import EVERY, GAMES

pytestmark = pytest.mark.soak
EACH = 10_000 // len(GAMES)
WITH_EXPERT = 2
"""In so many games of each kind an expert plays too: each takes seconds."""


@EVERY
def test_many_games_of_practice_partners_keep_every_law(
    variant: Variant, rulebook: Rulebook, conduct: Conduct
) -> None:
    for seed in range(EACH):
        levels = [Level.NOVICE, Level.CLUB, Level.NOVICE, Level.CLUB, Level.CLUB]
        if seed < WITH_EXPERT:
            levels[seed % 2] = Level.EXPERT
        end = game_of_bots(variant, rulebook, levels[seed % 2 :], seed, conduct=conduct)
        assert parse_game(print_game(end)) == end
