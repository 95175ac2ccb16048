"""The record of a kind of question: all that the tutor knows about it, but for its words."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from types import MappingProxyType
from typing import Generic, TypeVar

from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.puzzle import Puzzle
from puzzles.reasons import Hints

P = TypeVar("P", bound=Puzzle)
"""The value class of a kind."""

Q = TypeVar("Q", bound=Puzzle)

Draw = Callable[[Rule, Variant, Table, Random], Q]
"""Draws a puzzle about a rule, in a form of the game, at a table, by chance."""

Answer = Callable[[P], str | None]
"""The answer of somebody who holds a misconception; none if it says nothing about the puzzle."""


def parts_of(answer: str) -> list[tuple[str, ...]]:
    """Return the tokens of each part, in an order of their own."""
    return [tuple(sorted(part.split())) for part in answer.split("/")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind(Generic[P]):
    """Everything about one kind of question that is not words.

    Attributes:
        puzzle: The value class: its name in a puzzle line, how it is read, written and judged.
        rules: The rules it can aim at, in a form of the game at a table; none where it makes
            no sense.
        draw: Draws a puzzle in which a rule decides.
        draw_apart: Draws one whose wrong answers each show another misconception, where the
            kind has such.
        misconceptions: By id, the most specific first, what somebody who holds it answers.
            The ids are keys of their words and stand in saved answers: never rename one.
        misses: The one rule that a misconception misses, for those that miss just one.
        hints: The three hints to a puzzle.
        told: What an answer says about misconceptions, so that answers can be compared; as
            it stands, but for the order inside a part.
    """

    puzzle: type[P]
    rules: Callable[[Variant, Table], tuple[Rule, ...]]
    draw: Draw[P]
    hints: Callable[[P], Hints]
    draw_apart: Draw[P] | None = None
    misconceptions: Mapping[str, Answer[P]] = field(default_factory=lambda: MappingProxyType({}))
    misses: Mapping[str, Rule] = field(default_factory=lambda: MappingProxyType({}))
    told: Callable[[P, str], list[tuple[str, ...]]] = lambda _, answer: parts_of(answer)

    @property
    def name(self) -> str:
        """The name in puzzle lines, links and keys of words."""
        return self.puzzle.kind
