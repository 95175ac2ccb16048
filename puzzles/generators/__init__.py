"""How positions are drawn for each kind of question, aimed at a rule."""

from collections.abc import Mapping
from types import MappingProxyType

from puzzles.generators import (
    best_card,
    ladder,
    may_name,
    rulebooks_differ,
    spot_revoke,
    suit_markers,
    what_is_built,
    what_score,
    which_cards,
    who_has_won,
    who_wins,
    whose_turn,
)
from puzzles.generators.generator import Generator

GENERATORS: Mapping[str, Generator] = MappingProxyType(
    {
        "who-wins": who_wins.GENERATOR,
        "which-cards": which_cards.GENERATOR,
        "what-is-built": what_is_built.GENERATOR,
        "what-score": what_score.GENERATOR,
        "spot-revoke": spot_revoke.GENERATOR,
        "rulebooks-differ": rulebooks_differ.GENERATOR,
        "ladder": ladder.GENERATOR,
        "best-card": best_card.GENERATOR,
        "whose-turn": whose_turn.GENERATOR,
        "suit-markers": suit_markers.GENERATOR,
        "who-has-won": who_has_won.GENERATOR,
        "may-name": may_name.GENERATOR,
    }
)
"""One generator for every kind of question."""
