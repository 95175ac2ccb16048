"""Sets of puzzles made to order: kinds, rules, form and rulebook in, puzzles out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.variants import Variant
from puzzles.generate import rules_of
from puzzles.kinds import KINDS
from puzzles.mixed import mixed
from puzzles.puzzle import Puzzle

MOST = 10_000
"""Nobody solves more, and a slip of the finger asks for more."""


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
        return f"in {self.variant} by {self.rulebook}"


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
    return (one.puzzle for one in islice(asked, order.count))
