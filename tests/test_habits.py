"""No habit that is not the rule pays in what is asked; a learner by examples can play.

Small versions of the benchmarks ``habits`` and ``transfer``.
"""

from collections.abc import Iterator
from random import Random

import pytest

from engine.rulebooks import AKAGIRI, CULBERTSON, Rulebook
from engine.rules import Rule
from engine.variants import VARIANTS, Variant
from puzzles.generate import generate
from tests.benchmarks.habits import PLACES_ASKED, Cell, Item, cells, natural_about
from tests.benchmarks.transfer import transfer
from tests.habits import HABITS, OPTIONS, PLACES

SLACK = 0.10
"""A small sample errs: the benchmark asks more."""


def beyond(found: list[Cell]) -> list[str]:
    return [
        f"{cell.habit}: {cell.asked:.0%} asked, {cell.limit:.0%} at most; {cell.where}"
        for cell in found
        if cell.missed and cell.beyond > SLACK
    ]


def test_there_are_twenty_habits_and_more() -> None:
    assert len(PLACES) + len(OPTIONS) + sum(map(len, HABITS.values())) >= 35


@pytest.mark.long
@pytest.mark.parametrize(
    ("form", "book", "place", "count"),
    [
        ("partnership", CULBERTSON, "sets, sheets, CLI", 1_200),
        ("two", CULBERTSON, "sets, sheets, CLI", 1_200),
        ("partnership", CULBERTSON, "today", 300),
        ("partnership", AKAGIRI, "tests", 240),
    ],
)
def test_no_habit_pays_more_than_at_a_table(
    form: str, book: Rulebook, place: str, count: int
) -> None:
    found = list(cells(VARIANTS[form], book, {place: PLACES_ASKED[place]}, count, games=1, met=400))
    assert len(found) >= 20
    assert beyond(found) == []


def test_where_a_habit_pays_it_is_said_to_be_beyond_its_limit() -> None:
    def leaders(variant: Variant, book: Rulebook, count: int, rng: Random) -> Iterator[Item]:
        for puzzle in natural_about(Rule.SUIT_HIGHEST, variant, book, 5 * count, rng):
            if not puzzle.ruling.winner:
                yield puzzle, Rule.SUIT_HIGHEST

    def seconds(variant: Variant, book: Rulebook, count: int, rng: Random) -> Iterator[Item]:
        for _ in range(count):
            puzzle = generate("whose-turn", Rule.TURN, variant, variant.table(book), rng)
            if OPTIONS["option 2"](puzzle) == puzzle.solution:
                yield puzzle, Rule.TURN

    places = {"leaders": leaders, "seconds": seconds}
    partnership = VARIANTS["partnership"]
    missed = beyond(list(cells(partnership, CULBERTSON, places, 300, games=1, met=400)))
    assert any(one.startswith("the leader: 100% asked") for one in missed)
    assert any(one.startswith("option 2: 100% asked") for one in missed)
    assert not any(one.startswith("highest card off suit") for one in missed)


@pytest.mark.parametrize("book", [CULBERTSON, AKAGIRI], ids=str)
def test_a_learner_by_examples_can_play_what_was_drilled(book: Rulebook) -> None:
    asked, table, _ = transfer(VARIANTS["partnership"], book, seed=1, asked=500)
    assert table >= 0.80
    assert asked - table <= 0.07
