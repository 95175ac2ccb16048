"""A form of the game that nobody has heard of is played, asked about and drawn like any other."""

from random import Random

import pytest

from engine.cards import Rank, Suit
from engine.game import Conduct
from engine.players import Level
from engine.rulebooks import AKAGIRI, CULBERTSON
from engine.table import Seat
from engine.variants import VARIANTS, Variant
from puzzles.generate import generate, rules_of
from puzzles.kinds import KINDS, foreseen, hints
from puzzles.puzzle import HINTS
from puzzles.scenes import solved
from tests.bot_games import game_of_bots
from tutor.drawing.markup import Look
from tutor.drawing.scenes import illustrate
from tutor.words.texts import Texts

PARTNERSHIP, SOLO, THREE = (VARIANTS[id_] for id_ in ("partnership", "solo", "three"))
HIGH = tuple(rank for rank in Rank if rank >= Rank.NINE)

FORMS = (
    Variant(
        id="evening",
        seats=PARTNERSHIP.seats,
        builds=PARTNERSHIP.builds,
        feeds=PARTNERSHIP.feeds,
        counts=PARTNERSHIP.counts,
        packs=2,
        deals=2,
    ),
    Variant(
        id="quick-solo",
        seats=SOLO.seats,
        builds=SOLO.builds,
        feeds=SOLO.feeds,
        counts=SOLO.counts,
        ranks=HIGH,
        hand=6,
    ),
    Variant(
        id="quick-three",
        seats=(Seat.NORTH, Seat.EAST, Seat.SOUTH),
        builds=((Suit.DIAMONDS,), (Suit.HEARTS,), (Suit.CLUBS,)),
        feeds=THREE.feeds,
        counts=THREE.counts,
        trick=3,
        ranks=HIGH,
        hand=6,
    ),
)
"""Half as long, with shorter suits, for partners and for everybody alone."""

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
    game = game_of_bots(variant, CULBERTSON, [level], 5, conduct=Conduct.STRICT)
    assert game.over


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
            asked.append(name)
    assert {"who-wins", "which-cards", "what-is-built", "what-score", "whose-turn"} <= set(asked)
