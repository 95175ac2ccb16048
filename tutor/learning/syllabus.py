"""What a learner may be asked: rules and kinds of question, in a form, under a rulebook."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.generate import askable, kinds_for
from puzzles.kinds import KINDS
from puzzles.tricks import governing_rules
from tutor.learning.memory import Memory

KindsByRule = Mapping[Rule, tuple[str, ...]]
"""The rules that may be asked, and by which kinds of question each."""

_LEADS = frozenset({Rule.FIRST_LEAD, Rule.WINNER_LEADS})
_ENOUGH, _ENOUGH_MISSED = 2, 4
"""What a glance answers (whose turn, all cards when leading, sums) is asked until known twice
running; and four times, where it was answered wrongly before."""


@dataclass(frozen=True, slots=True)
class Syllabus:
    """The rules and kinds of question that a learner has met, in a form, under a rulebook.

    Args:
        variant: The form of the game.
        rulebook: Whose rules hold.
        rules: The rules that lessons have introduced, or that the learner knows.
        kinds: The kinds of question that lessons have introduced.
    """

    variant: Variant
    rulebook: Rulebook
    rules: tuple[Rule, ...]
    kinds: frozenset[str] = frozenset(KINDS)

    @property
    def askable(self) -> tuple[Rule, ...]:
        """The rules that some question can be about, in their order."""
        return askable(self.rules, self.variant, self.rulebook)

    def some_askable(self) -> tuple[Rule, ...]:
        """Return the same where there are any.

        Raises:
            ValueError: No question is about any of the rules.
        """
        if found := self.askable:
            return found
        raise ValueError(
            f"no question of {self.variant.id} under {self.rulebook} is about these rules"
        )

    @property
    def tables(self) -> tuple[Table, ...]:
        """The tables at which questions are drawn."""
        return self.variant.tables(self.rulebook)

    @property
    def names_rules(self) -> bool:
        """Whether every rule that may be named as the one that decides a trick was introduced."""
        return set(governing_rules(self.tables[0])) <= set(self.rules)

    def kinds_for(self, rule: Rule) -> tuple[str, ...]:
        """Return the kinds of question that can be about *rule*, introduced or not."""
        return kinds_for(rule, self.variant, self.rulebook)

    def introduced(self, rules: Iterable[Rule]) -> KindsByRule:
        """Return those of *rules* that the kinds introduced can ask about, and by which."""
        ways = {
            rule: tuple(kind for kind in self.kinds_for(rule) if kind in self.kinds)
            for rule in rules
        }
        return {rule: kinds for rule, kinds in ways.items() if kinds}

    def ways(self, memory: Memory) -> KindsByRule:
        """Return what is asked of the learner, and how; what is retired rests.

        Where the kinds introduced would leave nothing, all are asked; where all is retired, it
        is asked again.
        """
        rules = self.askable
        ways = self.introduced(rules) or {rule: self.kinds_for(rule) for rule in rules}
        lively = [rule for rule in ways if not self.retired(rule, memory)]
        return {rule: ways[rule] for rule in lively or ways}

    def retired(self, rule: Rule, memory: Memory) -> bool:
        """Return whether *rule* takes a glance, and was known often enough running."""
        if rule not in _LEADS and not all(KINDS[kind].at_a_glance for kind in self.kinds_for(rule)):
            return False
        answers = [attempt.known for attempt in memory.recent if attempt.rule == rule]
        enough = _ENOUGH if all(answers) else _ENOUGH_MISSED
        return len(answers) >= enough and all(answers[-enough:])
