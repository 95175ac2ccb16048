"""Whole games between practice partners, held to every law at every step."""

from collections.abc import Sequence
from random import Random

from engine.game import Conduct, Game, legal, new, play
from engine.players import Level, choose
from engine.rulebooks import Rulebook
from engine.variants import Variant
from engine.view import view
from tests.laws import cards_are_conserved, the_end_adds_up, the_step_follows_the_rules


def game_of_bots(
    variant: Variant, rulebook: Rulebook, levels: Sequence[Level], seed: int, *, conduct: Conduct
) -> Game:
    """Play a seeded game to its end; *levels* go round the seats clockwise.

    Each level sees its own view and nothing else. No bot revokes, at either kind of table.
    """
    rng = Random(seed)
    table = rng.choice(variant.tables(rulebook))
    game = new(variant, table, rng.choice(table.seats), rng, conduct=conduct)
    while not game.over:
        place = table.seats.index(game.turn)
        action = choose(view(game, game.turn), levels[place % len(levels)], rng)
        assert action in legal(game)
        before = game
        game, ruling = play(game, action)
        the_step_follows_the_rules(before, action, game, ruling)
    cards_are_conserved(game)
    the_end_adds_up(game)
    assert game.revokes == game.claimed == ()
    return game
