"""Ten thousand seeded games keep every law."""

import pytest

from engine.game import Conduct
from engine.record import parse_game, print_game
from engine.rulebooks import RULEBOOKS, Rulebook
from engine.variants import VARIANTS, Variant
from tests.laws import lawful_game

pytestmark = pytest.mark.soak
GAMES = 10_000
EVERY = [
    (variant, rulebook, conduct)
    for variant in VARIANTS.values()
    for rulebook in RULEBOOKS
    for conduct in Conduct
]


@pytest.mark.parametrize(("variant", "rulebook", "conduct"), EVERY, ids=str)
def test_many_games_keep_every_law(variant: Variant, rulebook: Rulebook, conduct: Conduct) -> None:
    for seed in range(1000, 1000 + GAMES // len(EVERY)):
        end = lawful_game(variant, rulebook, conduct, seed)[-1]
        assert parse_game(print_game(end)) == end
