"""The score sheet: what calypsos and piles are worth, line by line."""

import re
from collections.abc import Iterable, Mapping, Sized
from dataclasses import dataclass
from types import MappingProxyType

from engine.calypso import Calypso
from engine.rules import Rule

CALYPSO_POINTS: tuple[tuple[Rule, int], ...] = (
    (Rule.FIRST_CALYPSO, 500),
    (Rule.SECOND_CALYPSO, 750),
    (Rule.LATER_CALYPSO, 1000),
    (Rule.LATER_CALYPSO, 1000),
)
"""What one player's first, second, third and fourth calypso of a suit are worth."""

POINTS: Mapping[Rule, int] = MappingProxyType(
    {
        **dict(CALYPSO_POINTS),
        Rule.UNFINISHED_CARDS: 20,
        Rule.PILE_CARDS: 10,
        Rule.REVOKE_PENALTY: 260,
    }
)
"""What one of each thing on the score sheet is worth."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of a score sheet: how many of what, and their points together."""

    rule: Rule
    count: int
    points: int

    def __str__(self) -> str:
        """Write the line: ``score.pile-cards*17=170``."""
        return f"{self.rule.value}*{self.count}={self.points}"

    @classmethod
    def parse(cls, text: str) -> "ScoreLine":
        """Read a line such as ``score.pile-cards*17=170``.

        Raises:
            ValueError: The text has another form, or no such rule exists.
        """
        match = re.fullmatch(r"([a-z.-]+)\*([0-9]+)=(-?[0-9]+)", text)
        if not match or match[1] not in set(Rule):
            raise ValueError(f"not a score line: {text!r} (want 'rule*count=points')")
        return cls(Rule(match[1]), int(match[2]), int(match[3]))


@dataclass(frozen=True, slots=True)
class Score:
    """A score sheet; its total is the sum of its lines."""

    lines: tuple[ScoreLine, ...]

    def __str__(self) -> str:
        """Write the lines with spaces between them; ``-`` when there are none."""
        return " ".join(map(str, self.lines)) or "-"

    def __add__(self, other: "Score") -> "Score":
        """Put two sheets together, line under line."""
        return Score(self.lines + other.lines)

    @classmethod
    def parse(cls, text: str) -> "Score":
        """Read a sheet as `str` writes it.

        Raises:
            ValueError: One of the words is not a score line.
        """
        return cls(() if text.strip() == "-" else tuple(map(ScoreLine.parse, text.split())))

    @property
    def total(self) -> int:
        """The points of all lines together."""
        return sum(line.points for line in self.lines)


def score_of(calypsos: Calypso | Iterable[Calypso], pile: int | Sized) -> Score:
    """Write the score sheet of one seat; lines worth nothing are left out.

    Args:
        calypsos: The seat's calypsos, one for each suit it builds. Each suit counts
            its own first, second, … calypso.
        pile: The seat's won pile, or how many cards lie in it.

    Source: Akagiri 1998 ("each player's first …"); Parlett; the leaflet. Two suits
    each: Handscomb, "Collecting Calypsos".
    """
    suits = (calypsos,) if isinstance(calypsos, Calypso) else tuple(calypsos)
    counts = dict.fromkeys(POINTS, 0)
    for calypso in suits:
        for rule, _ in CALYPSO_POINTS[: calypso.completed]:
            counts[rule] += 1
        counts[Rule.UNFINISHED_CARDS] += len(calypso.ranks)
    counts[Rule.PILE_CARDS] = pile if isinstance(pile, int) else len(pile)
    return Score(
        tuple(
            ScoreLine(rule, count, count * POINTS[rule]) for rule, count in counts.items() if count
        )
    )
