"""What every kind of puzzle has in common: a position, parts, a check, and answers as text.

What checking an answer returns are ids and facts, from which every sentence is looked up.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import prod
from typing import ClassVar, Self, TypeVar

from engine.calypso import Place
from engine.cards import Card, Rank, Suit
from engine.rulebooks import RULEBOOKS, Rulebook
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Play, Role, Ruling, Step, Trick, judge
from engine.variants import Variant
from puzzles.position import check_complete, check_successive, segments

Value = Seat | Suit | Rank | Card | Rule | Role | Step | Place | Rulebook | float | str
Fact = Value | tuple[Value, ...]
"""What a sentence may be about. A ``str`` is an id that has words of its own (``none``)."""

NO_FACTS: Mapping[str, Fact] = {}


@dataclass(frozen=True, slots=True)
class Reason:
    """One sentence to be said: the key of its words (without ``reason.``) and what it is about."""

    key: str
    facts: Mapping[str, Fact] = field(default_factory=lambda: NO_FACTS, hash=False)


HINTS = 3
"""How many hints there are to a puzzle."""

Hints = tuple[Reason, Reason, Reason]
"""Look at, the rule is, compare; the words of each are ``hint.<key>``.

The first two fit puzzles with other answers as well, so that they give nothing away; the
third leaves two cards, two tricks or two totals to compare. A reason with the key ``rule``
stands for the words of its rule.
"""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be answered: ``token`` writes it, ``value`` is what it means."""

    token: str
    value: Fact


def seats_from(table: Table, first: Seat) -> tuple[Choice, ...]:
    """Return the choice of a seat, in the order of play from the *first*."""
    return tuple(Choice(seat.value, seat) for seat in table.clockwise(first))


@dataclass(frozen=True, slots=True)
class Part:
    """One thing that is asked: the key of its words, its choices, and whether to pick several.

    A puzzle of kind ``who-wins`` that also wants the reason has two parts.
    """

    key: str
    choices: tuple[Choice, ...]
    many: bool = False
    facts: Mapping[str, Fact] = field(default_factory=lambda: NO_FACTS, hash=False)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What came of an answer, by what is true and the rulebook chosen.

    ``parts`` runs parallel to the puzzle's parts: which of them were right. ``rule`` is
    the rule that decides the position; of a wrong total of a score, that which it misses.
    ``notes`` are further rules at work. ``dissents`` lists the rulebooks by which the answer
    would be another. ``missed`` is the rule by which the card of a wrong answer cannot win, if
    it is another than ``rule``.
    """

    parts: tuple[bool, ...]
    rule: Rule
    reasons: tuple[Reason, ...]
    notes: tuple[Rule, ...] = ()
    dissents: tuple[Rulebook, ...] = ()
    missed: Rule | None = None

    @property
    def correct(self) -> bool:
        """Whether every part was right."""
        return all(self.parts)


@dataclass(frozen=True, kw_only=True)  # no slots, for what is worked out is kept
class Puzzle(ABC):
    """A question about a position, judged by the engine.

    An answer is one line of text, as everything is: the tokens picked in a part with spaces
    between them, and `` / `` between the parts (``E``, ``E / trick.ruff-wins``, ``H8 HJ``).

    Attributes:
        kind: The name of the kind of question.
        variant: The form of the game the position is from.
        table: Who sits where, with which trump, under which rulebook.
    """

    kind: ClassVar[str]

    variant: Variant
    table: Table

    @property
    @abstractmethod
    def rule(self) -> Rule:
        """The rule that decides the answer."""

    @property
    @abstractmethod
    def parts(self) -> tuple[Part, ...]:
        """What is asked, in order."""

    @property
    @abstractmethod
    def solution(self) -> str:
        """The right answer."""

    @property
    def ruling(self) -> Ruling | None:
        """The ruling on the complete trick the position shows, if it shows one."""
        return None

    @property
    @abstractmethod
    def position(self) -> str:
        """What the puzzle's line says after its header; `read` takes it back."""

    @classmethod
    @abstractmethod
    def read(cls, variant: Variant, table: Table, position: str) -> Self:
        """Build the puzzle from its position.

        Raises:
            ValueError: The position has another form, or cannot occur in a real deal.
        """

    @abstractmethod
    def check(self, answer: str) -> Verdict:
        """Judge an answer and say why.

        Raises:
            ValueError: The answer has other parts, or picks what is not among the choices.
        """


@dataclass(frozen=True, kw_only=True)
class TrickPuzzle(Puzzle):
    """A question about one complete trick.

    Raises:
        ValueError: The trick is not complete, or cannot be played at this table.
    """

    trick: Trick

    def __post_init__(self) -> None:
        check_complete(self.variant, self.table, self.trick)

    @cached_property
    def ruling(self) -> Ruling:
        """The ruling on the trick by the rulebook of the table."""
        return judge(self.trick, self.table)

    @property
    def rule(self) -> Rule:
        """The rule that governs the trick."""
        return self.ruling.rule


_FEWEST, _MOST = 2, 5
"""So many successive tricks a position may have."""


@dataclass(frozen=True, kw_only=True)
class TricksPuzzle(Puzzle):
    """A question about what one player did in successive tricks.

    Raises:
        ValueError: The tricks cannot follow one another, or nobody sits at *seat*.
    """

    tricks: tuple[Trick, ...]
    seat: Seat

    def __post_init__(self) -> None:
        check_successive(self.variant, self.table, self.tricks, _FEWEST, _MOST)
        if self.seat not in self.table.seats:
            raise ValueError(f"nobody sits at {self.seat.name.title()}")

    @staticmethod
    def tricks_of(position: str, want: str, table: Table) -> tuple[tuple[Trick, ...], str]:
        """Read the tricks with which a position begins, and return its last segment beside them."""
        *tricks, last = segments(position, want, _FEWEST + 1, _MOST + 1)
        return tuple(Trick.parse(trick, table) for trick in tricks), last

    def led(self, number: int) -> Suit:
        """Return the suit led in the trick of this number, from 1."""
        return self.tricks[number - 1].lead.card.suit

    def off(self) -> Iterator[tuple[int, Play]]:
        """List the seat's cards that did not follow suit, each after the number of its trick."""
        for number, trick in enumerate(self.tricks, 1):
            for play in trick.plays:
                if play.seat == self.seat and play.card.suit != self.led(number):
                    yield number, play


def asks_rule(puzzle: Puzzle) -> bool:
    """Return whether the last thing asked is which rule decides."""
    return isinstance(puzzle.parts[-1].choices[0].value, Rule)


P = TypeVar("P", bound=Puzzle)


def under(puzzle: P, rulebook: Rulebook) -> P:
    """Return the same puzzle under another rulebook."""
    return replace(puzzle, table=replace(puzzle.table, rulebook=rulebook))


def answered_otherwise(puzzle: Puzzle) -> tuple[Rulebook, ...]:
    """List the rulebooks by which another answer is right."""
    return tuple(by for by in RULEBOOKS if under(puzzle, by).solution != puzzle.solution)


LONGEST = 2_000
"""Characters of the longest answer or puzzle line that is read; ours are far shorter."""


def read_answer(answer: str, parts: Sequence[Part]) -> tuple[tuple[str, ...], ...]:
    """Take an answer apart: for every part the tokens picked, in the order of its choices.

    Raises:
        ValueError: Other parts than asked, nothing picked, too much, or what is no choice.
    """
    if len(answer) > LONGEST:
        raise ValueError(f"an answer has at most {LONGEST} characters, not {len(answer)}")
    written = answer.split("/")
    if len(written) != len(parts):
        raise ValueError(f"want {len(parts)} parts, divided by ' / ', not {answer!r}")
    return tuple(_read_part(text, part) for text, part in zip(written, parts, strict=True))


def _read_part(text: str, part: Part) -> tuple[str, ...]:
    picked = text.split()
    tokens = [choice.token for choice in part.choices]
    for token in picked:
        if token not in tokens:
            raise ValueError(f"not a choice: {token!r} (want one of {' '.join(tokens)})")
    if len(set(picked)) != len(picked):
        raise ValueError(f"picked twice: {text.strip()!r}")
    if not picked or (len(picked) > 1 and not part.many):
        want = "at least one" if part.many else "one"
        raise ValueError(f"pick {want} of {' '.join(tokens)}, not {text.strip()!r}")
    return tuple(token for token in tokens if token in picked)


def judge_pick(
    puzzle: Puzzle,
    answer: str,
    reasons: Iterable[Reason],
    notes: tuple[Rule, ...] = (),
    dissents: tuple[Rulebook, ...] = (),
) -> Verdict:
    """Judge the answer to a puzzle in which one thing is picked.

    Args:
        reasons: Why the solution is right.
        notes: Further rules at work.
        dissents: The rulebooks by which another answer is right.

    Raises:
        ValueError: The answer picks what is not among the choices.
    """
    ((token,),) = read_answer(answer, puzzle.parts)
    right = (token == puzzle.solution,)
    return Verdict(right, puzzle.rule, tuple(reasons), notes, dissents)


def count_answers(puzzle: Puzzle) -> int:
    """Count the answers that can be given: of several cards to pick, any but none."""
    sizes = ((len(part.choices), part.many) for part in puzzle.parts)
    return prod(2**size - 1 if many else size for size, many in sizes)


def print_answer(parts: Iterable[Sequence[str]]) -> str:
    """Write an answer, from the tokens of every part, as `read_answer` takes it."""
    return join_parts(" ".join(tokens) for tokens in parts)


def join_parts(parts: Iterable[str]) -> str:
    """Write an answer from its parts."""
    return " / ".join(parts)


def split_parts(answer: str) -> tuple[str, ...]:
    """Return the parts of an answer, unread: none of an empty one."""
    return tuple(part.strip() for part in answer.split("/")) if answer else ()
