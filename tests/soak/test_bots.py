"""Ten thousand seeded games of practice partners end, and the score adds up."""

import pytest

from engine.bots import Level
from engine.game import Conduct
from engine.record import parse_game, print_game
from engine.rulebooks import RULEBOOKS, Rulebook
from engine.variants import VARIANTS, Variant
from tests.bot_games import game_of_bots

pytestmark = pytest.mark.soak
GAMES = 10_000
EVERY = [
    (variant, rulebook, conduct)
    for variant in VARIANTS.values()
    for rulebook in RULEBOOKS
    for conduct in Conduct
]
EACH = GAMES // len(EVERY)
WITH_EXPERT = 2
"""In so many games of each kind an expert plays too: each takes seconds."""


@pytest.mark.parametrize(("variant", "rulebook", "conduct"), EVERY, ids=str)
def test_many_games_of_practice_partners_keep_every_law(
    variant: Variant, rulebook: Rulebook, conduct: Conduct
) -> None:
    for seed in range(EACH):
        levels = [Level.NOVICE, Level.CLUB, Level.NOVICE, Level.CLUB, Level.CLUB]
        if seed < WITH_EXPERT:
            levels[seed % 2] = Level.EXPERT
        end = game_of_bots(variant, rulebook, levels[seed % 2 :], seed, conduct=conduct)
        assert parse_game(print_game(end)) == end
