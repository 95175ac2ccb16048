"""Sets of puzzles: mixed without end, so that every rule comes, or made to order.

A rule that decides most tricks at the tables of a form comes more often than the others.

Two puzzles that differ by the names of seats and suits alone are the same one.
"""

import re
from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from random import Random
from typing import Generic, TypeVar

from engine.cards import Suit
from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.table import Seat, Table
from engine.variants import Variant
from puzzles.generator import generate, rounds_of, rules_of
from puzzles.kinds import KINDS, kind_of
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.position import SEPARATOR, suits_between
from puzzles.puzzle import Puzzle

MEMORY = 400
"""How many puzzles back nothing comes again."""

_TRIES = 40

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class AimedPuzzle:
    """A puzzle of a mixed set and the rule it was aimed at, which may be at work beside another."""

    puzzle: Puzzle
    aim: Rule


def mixed(
    kinds: Sequence[str],
    rules: Collection[Rule],
    variant: Variant,
    tables: Sequence[Table],
    rng: Random,
) -> Iterator[AimedPuzzle]:
    """Ask about all of *rules* in turn, without end.

    Any 40 puzzles of one kind in succession contain each of its rules at least twice (if
    they are at most 13); no rule comes twice running unless it is the only one; no two of
    the last 400 puzzles are equal up to renaming seats and suits.

    Args:
        kinds: Kinds of question, keys of `KINDS`.
        rules: The rules to ask about; kinds that can aim at none of them are left out.
        tables: Where to play; one is drawn for each puzzle. They share a rulebook.

    Raises:
        ValueError: No kind can aim at any of the rules, or there is no table.
    """
    if not tables:
        raise ValueError("a mixed set needs a table")
    bags: dict[str, _Bag[Rule]] = {}
    for kind in kinds:
        able = [rule for rule in rules_of(kind, variant, tables[0].rulebook) if rule in rules]
        if able:
            bags[kind] = _Bag(rounds_of(able, variant), rng)
    if not bags:
        raise ValueError(f"none of {', '.join(kinds)} can ask about any of these rules here")
    return _endless(bags, variant, tables, rng)


def _endless(
    bags: Mapping[str, "_Bag[Rule]"], variant: Variant, tables: Sequence[Table], rng: Random
) -> Iterator[AimedPuzzle]:
    recent: deque[str] = deque(maxlen=MEMORY)
    turns = _Bag(list(bags), rng)
    kind: str | None = None
    aim: Rule | None = None
    while True:
        # A kind about one rule would bring that rule again.
        kind = turns.draw(without=kind if kind and len(set(bags[kind].all)) == 1 else None)
        aim = bags[kind].draw(without=aim)
        puzzle = _new(kind, aim, variant, tables, rng, recent)
        yield AimedPuzzle(puzzle, aim)
        recent.append(canonical(puzzle))  # most sets end with their first puzzle


def _new(
    kind: str,
    aim: Rule,
    variant: Variant,
    tables: Sequence[Table],
    rng: Random,
    recent: Collection[str],
) -> Puzzle:
    for _ in range(_TRIES):
        table = rng.choice(tables)
        puzzle = generate(kind, aim, variant, table, rng)
        if not recent or canonical(puzzle) not in recent:
            return puzzle
    raise ValueError(f"{kind!r} has no more new puzzles about {aim.value!r} at these tables")


class _Bag(Generic[T]):
    """Gives every item once before any comes again; at most one is put off into the next round."""

    def __init__(self, items: Collection[T], rng: Random) -> None:
        self.all, self._rest, self._rng = tuple(items), list[T](), rng

    def draw(self, without: T | None) -> T:
        """Draw an item other than *without*, unless there is no other at all."""
        if all(item == without for item in self._rest):
            self._rest += self._rng.sample(self.all, len(self.all))
        place = next((i for i, item in enumerate(self._rest) if item != without), 0)
        return self._rest.pop(place)


def canonical(puzzle: Puzzle) -> str:
    """Write a puzzle so that puzzles equal up to renaming seats and suits are written alike.

    The first seat of the position becomes the first of the canonical table and the others
    follow clockwise; every suit becomes the one its owner builds there.
    """
    model = puzzle.variant.table(puzzle.table.rulebook)
    return print_puzzle(type(puzzle).read(puzzle.variant, model, _renamed(puzzle, model)))


def _renamed(puzzle: Puzzle, model: Table) -> str:
    """Return the position of a puzzle with the seats and suits of another table."""
    table = puzzle.table
    first = next(word for word in puzzle.position.split() if word in table.seats)
    seats = dict(zip(table.clockwise(Seat(first)), model.seats, strict=True))
    suits = suits_between(puzzle.variant, table, model, seats)

    def rename(word: re.Match[str]) -> str:
        if word[0] in seats:
            return seats[Seat(word[0])].value
        return suits[Suit(word[1])].value + word[2]

    return _NAMES.sub(rename, puzzle.position)


_NAMES = re.compile(r"(?<!\S)(?:[NESW](?!\S)|([CDHS])([2-9TJQKA-](?!\S)|\d:\S+))")
"""A seat, or a suit as a card, calypsos or what somebody is out of have it; whole words."""


@lru_cache(maxsize=4096)
def shape(line: str) -> str:
    """Return what two puzzle lines share if they are equal up to renaming seats and suits.

    Who wins a trick, by whichever rulebook, and how it came about are questions about one
    trick. A line that cannot be read (any longer) equals only itself.
    """
    try:
        return shape_of(parse_puzzle(line))
    except ValueError:
        return line


def shape_of(puzzle: Puzzle) -> str:
    """Return the shape of a puzzle, see `shape`."""
    if not kind_of(puzzle).about_trick:
        return canonical(puzzle)
    # A trick is written in one way only: it need not be read again.
    model = puzzle.variant.table(puzzle.table.rulebook)
    trick, _, _ = _renamed(puzzle, model).partition(SEPARATOR)
    return f"{puzzle.variant}{SEPARATOR}{trick}"


def asked_of(puzzle: Puzzle) -> str:
    """Return the wording and the facts by which a question is told from another.

    Who deals next at a table of four hangs on who has dealt, whatever cards lie there; who
    leads next, on the cards. Whoever leads may lead any card, and whoever has two suits may
    name either, whatever the hand.
    """
    part = puzzle.parts[0]
    facts: tuple[object, ...] = (puzzle.variant, part.key, *part.facts.values())
    apart = kind_of(puzzle).told_apart(puzzle)
    return print_puzzle(puzzle) if apart is None else " ".join(map(str, (*facts, *apart)))


MOST = 10_000
"""The most puzzles in one set; more is taken for a mistake in typing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Order:
    """What a set is to be made of; no kinds or no rules means all that fit.

    Raises:
        ValueError: No such puzzles can be made; the message says what could be.
    """

    kinds: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()
    variant: Variant
    rulebook: Rulebook
    count: int

    def __post_init__(self) -> None:
        if not 1 <= self.count <= MOST:
            raise ValueError(f"a set has 1 to {MOST:,} puzzles, not {self.count}")
        for kind in self.kinds:
            self._check_kind(kind)
        for rule in self.rules:
            self._check_rule(rule)

    def _check_kind(self, kind: str) -> None:
        able = rules_of(kind, self.variant, self.rulebook)
        if not able:
            fits = [k for k in KINDS if rules_of(k, self.variant, self.rulebook)]
            raise ValueError(f"{kind} makes no sense {self._where} (want one of {', '.join(fits)})")
        if self.rules and not set(self.rules) & set(able):
            asked = ", ".join(self.rules)
            raise ValueError(
                f"{kind} cannot ask about {asked} {self._where} "
                f"(it can about {', '.join(able)}{self._instead(self.rules)})"
            )

    def _check_rule(self, rule: Rule) -> None:
        kinds = self.kinds or tuple(KINDS)
        if not any(rule in rules_of(kind, self.variant, self.rulebook) for kind in kinds):
            who = " and ".join(self.kinds) + " cannot" if self.kinds else "no kind of question can"
            instead = self._instead((rule,))
            raise ValueError(
                f"{who} ask about {rule} {self._where}{instead and f' ({instead[2:]})'}"
            )

    def _instead(self, rules: Sequence[Rule]) -> str:
        """Return which kinds can ask about the rules, if any can."""
        able = [
            kind
            for kind in KINDS
            if set(rules) & set(rules_of(kind, self.variant, self.rulebook))
            and kind not in self.kinds
        ]
        return f"; {' and '.join(able)} can about {', '.join(rules)}" if able else ""

    @property
    def _where(self) -> str:
        return f"in {self.variant} under {self.rulebook}"


def make_set(order: Order, rng: Random) -> Iterator[Puzzle]:
    """Make the puzzles of an order, every one at a table drawn anew.

    The same order and seed give the same set. Rules come in turn, none twice running
    unless it is the only one, and of any 400 puzzles no two are equal up to renaming.

    Raises:
        ValueError: There are not so many different puzzles.
    """
    tables = order.variant.tables(order.rulebook)
    kinds = order.kinds or tuple(KINDS)
    asked = mixed(kinds, order.rules or tuple(Rule), order.variant, tables, rng)
    return (question.puzzle for question in islice(asked, order.count))
