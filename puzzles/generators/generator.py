"""What a generator is: the rules it can aim at, and a function that draws."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.puzzle import Puzzle

Draw = Callable[[Rule, Variant, Table, Random], Puzzle]
"""Draws a puzzle about a rule, in a form of the game, at a table, by chance."""


@dataclass(frozen=True, slots=True)
class Generator:
    """Draws the puzzles of one kind.

    ``draw_apart`` draws puzzles whose wrong answers betray different misconceptions, where the kind
    has such.
    """

    rules: Callable[[Variant, Table], tuple[Rule, ...]]
    draw: Draw
    draw_apart: Draw | None = None
