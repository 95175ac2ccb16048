"""A form of the game that nobody has heard of is played, asked about and drawn like any other."""

from dataclasses import replace
from random import Random

import pytest

from engine.cards import Rank
from engine.game import Conduct
from engine.players import Level
from engine.rulebooks import AKAGIRI, CULBERTSON
from engine.variants import VARIANTS, Variant
from puzzles.generator import generate, rules_of
from puzzles.kinds import KINDS, foreseen, hints
from puzzles.puzzle import HINTS
from puzzles.scenes import solved
from tests.bot_games import game_of_bots
from tests.forms import PUBLISHED
from tutor.drawing.markup import Look
from tutor.drawing.scenes import illustrate
from tutor.words.explanation import explain
from tutor.words.texts import Texts

PARTNERSHIP, SOLO, THREE, SPLIT, _ = (VARIANTS[form] for form in PUBLISHED)
HIGH = tuple(rank for rank in Rank if rank >= Rank.NINE)

FORMS = (
    replace(PARTNERSHIP, id="evening", packs=2, deals=2),
    replace(SOLO, id="quick-solo", ranks=HIGH, hand=6),
    replace(THREE, id="quick-three", ranks=HIGH, hand=6),
    replace(SPLIT, id="quick-split", ranks=HIGH, hand=6),
)
"""Half as long, or with shorter suits; for partners, for everybody alone, and with a neighbour."""

form = pytest.mark.parametrize("variant", FORMS, ids=str)


@pytest.mark.parametrize(
    ("variant", "level"),
    [
        pytest.param(
            *(variant, level),
            marks=[pytest.mark.soak] * (level == Level.EXPERT and variant == FORMS[0]),
            id=f"{variant.id}-{level}",
        )
        for variant in FORMS
        for level in Level
    ],
)
def test_every_partner_plays_it_to_its_end(variant: Variant, level: Level) -> None:
    """Among novices: an expert takes long to think."""
    levels = [level, Level.NOVICE]
    assert game_of_bots(variant, CULBERTSON, levels, 5, conduct=Conduct.STRICT).over


@form
def test_every_kind_that_fits_asks_about_it(variant: Variant) -> None:
    asked = []
    for name in KINDS:
        for rule in rules_of(name, variant, AKAGIRI):
            puzzle = generate(name, rule, variant, variant.table(AKAGIRI), Random(3))
            assert puzzle.check(puzzle.solution).correct
            assert len(hints(puzzle)) == HINTS
            assert foreseen(puzzle)
            assert illustrate(Look(Texts("en")), puzzle, solved(puzzle)).whole.description
            assert explain(puzzle, puzzle.check(puzzle.solution), Texts("en"), ()).sentences
            asked.append(name)
    assert {"who-wins", "which-cards", "what-is-built", "what-score", "whose-turn"} <= set(asked)


@form
def test_it_is_counted_as_the_form_that_is_built_in_this_way(variant: Variant) -> None:
    known = VARIANTS[variant.like]
    assert known.counts == variant.counts
    rules = rules_of("who-has-won", known, CULBERTSON)
    assert rules_of("who-has-won", variant, CULBERTSON) == rules
    for rule in rules:
        puzzle = generate("who-has-won", rule, variant, variant.table(CULBERTSON), Random(4))
        assert puzzle.rule in rules
