"""What every kind of puzzle has in common: a position, parts to answer, and a check."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar, Protocol, Self, TypeVar

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.table import Table
from engine.trick import Ruling
from engine.variants import Variant
from puzzles.reasons import NO_FACTS, Fact, Verdict


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be answered: ``token`` writes it, ``value`` is what it means."""

    token: str
    value: Fact


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is asked: the key of its words, its choices, and whether to pick several.

    A puzzle of kind ``who-wins`` that also wants the reason has two parts.
    """

    key: str
    choices: tuple[Choice, ...]
    many: bool = False
    facts: Mapping[str, Fact] = field(default_factory=lambda: NO_FACTS, hash=False)


class Puzzle(Protocol):
    """A question about a position, judged by the engine.

    An answer is one line of text, as everything is: the tokens picked in a part with spaces
    between them, and `` / `` between the parts (``E``, ``E / trick.ruff-wins``, ``H8 HJ``).
    """

    kind: ClassVar[str]

    @property
    def variant(self) -> Variant:
        """The form of the game the position is from."""
        ...

    @property
    def table(self) -> Table:
        """Who sits where, with which trump, under which rulebook."""
        ...

    @property
    def rule(self) -> Rule:
        """The rule that decides the answer."""
        ...

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is asked, in order."""
        ...

    @property
    def solution(self) -> str:
        """The right answer."""
        ...

    @property
    def ruling(self) -> Ruling | None:
        """The ruling on the complete trick the position shows, if it shows one."""
        ...

    @property
    def position(self) -> str:
        """What the puzzle's line says after its header; `read` takes it back."""
        ...

    @classmethod
    def read(cls, variant: Variant, table: Table, position: str) -> Self:
        """Build the puzzle from its position.

        Raises:
            ValueError: The position has another form, or cannot occur in a real deal.
        """
        ...

    def check(self, answer: str) -> Verdict:
        """Judge an answer and say why.

        Raises:
            ValueError: The answer has other parts, or picks what is not among the choices.
        """
        ...


P = TypeVar("P", bound=Puzzle)


def under(puzzle: P, book: Rulebook) -> P:
    """Return the same puzzle under another rulebook."""
    return replace(puzzle, table=replace(puzzle.table, rulebook=book))  # type: ignore[type-var]
