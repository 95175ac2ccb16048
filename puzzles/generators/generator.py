"""What a generator is: the rules it can aim at, and a function that draws."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.puzzle import Puzzle


@dataclass(frozen=True, slots=True)
class Generator:
    """Draws the puzzles of one kind.

    ``draw`` takes rule, form, table, chance, and whether wrong answers are to betray
    different beliefs.
    """

    rules: Callable[[Variant, Table], tuple[Rule, ...]]
    draw: Callable[[Rule, Variant, Table, Random, bool], Puzzle]
