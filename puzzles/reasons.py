"""What checking an answer returns: ids and facts, from which every sentence is looked up."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from engine.calypso import Place
from engine.cards import Card, Rank, Suit
from engine.ladder import Step
from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.table import Seat
from engine.trick import Role

Value = Seat | Suit | Rank | Card | Rule | Role | Step | Place | Rulebook | float | str
Fact = Value | tuple[Value, ...]
"""What a sentence may be about. A ``str`` is an id that has words of its own (``none``)."""

NO_FACTS: Mapping[str, Fact] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence to be said: the key of its words (without ``reason.``) and what it is about."""

    key: str
    facts: Mapping[str, Fact] = field(default_factory=lambda: NO_FACTS, hash=False)


LEVELS = 3
"""How many hints there are to a puzzle."""

Hints = tuple[Reason, Reason, Reason]
"""Look at, the rule is, compare; the words of each are ``hint.<key>``.

The first two fit puzzles with other answers as well, so that they give nothing away; the
third leaves two cards, two tricks or two totals to compare. A reason with the key ``rule``
stands for the words of its rule.
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of an answer; a page shows what stands here and decides nothing.

    ``parts`` runs parallel to the puzzle's parts: which of them were right. ``rule`` is
    the rule that decides the position, ``notes`` further rules at work. ``misconception`` is the
    id of the misconception that predicts this wrong answer, if one fits, and ``dissents``
    lists the rulebooks by which the answer would be another.
    """

    correct: bool
    parts: tuple[bool, ...]
    rule: Rule
    reasons: tuple[Reason, ...]
    notes: tuple[Rule, ...] = ()
    misconception: str | None = None
    dissents: tuple[Rulebook, ...] = ()
