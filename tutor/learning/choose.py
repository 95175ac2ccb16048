"""What to ask next: which rule, and by which kind of question.

What was never asked comes first; after that, what has waited longest. Waiting counts double
where the last answer was wrong, and three fifths once a rule was known twice running; and some
times over for a rule that decides most tricks, where two or three play. No model
of memory has a say in it: the benchmark ``schedule`` shows why. `tutor.learning.draw` finds
the puzzle.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, unique
from math import inf
from random import Random

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.variants import Variant
from puzzles.generate import askable, kinds_for
from puzzles.kinds import KIND_OF, KINDS
from puzzles.rounds import often, rounds_of
from puzzles.tricks import governing_rules
from tutor.learning.attempts import Attempt
from tutor.learning.memory import Memory
from tutor.learning.misconceptions import open_mistakes, pair_mode


@unique
class Mode(StrEnum):
    """How the drill chooses; the value is the ``mode`` of the answers given in it."""

    TODAY = "today"
    RULE = "rule"
    MISTAKES = "mistakes"
    STREAK = "streak"


@unique
class Because(StrEnum):
    """Why this rule is asked now; the words are ``because.<value>``."""

    MISSED = "missed"
    DUE = "due"
    NEW = "new"
    PRACTICE = "practice"
    RULE = "rule"
    MISTAKE = "mistake"
    STREAK = "streak"


@dataclass(frozen=True, slots=True, kw_only=True)
class Selection:
    """What to ask: a kind of question aimed at a rule, and why.

    ``why`` asks for the rule beside the winner, never before all rules on offer were introduced.
    ``misconception`` is a misconception the puzzle has to tempt; ``hard`` how hard it is to be
    among those about its rule, from 0 to 1.
    """

    kind: str
    rule: Rule
    because: Because
    why: bool = False
    misconception: str | None = None
    hard: float | None = None


@dataclass(frozen=True, slots=True)
class Today:
    """What is left to do today: rules due, and never asked though introduced."""

    due: tuple[Rule, ...]
    new: tuple[Rule, ...]

    @property
    def done(self) -> bool:
        """Whether nothing is left; practice may still go on."""
        return not (self.due or self.new)


_MISSED, _KNOWN_TWICE = 2.0, 0.6
"""By how much waiting counts after a wrong answer, and after two right ones running."""

_CLIMB = 10
"""After so many right answers in succession a streak asks every rule as hard as it can."""

_KINDS = tuple(KINDS)


_LEADS = frozenset({Rule.FIRST_LEAD, Rule.WINNER_LEADS})
_ENOUGH, _ENOUGH_MISSED = 2, 4
"""What a glance answers (whose turn, all cards when leading, sums) is asked until known twice
running; and four times, where it was answered wrongly before."""


def retired(memory: Memory, rule: Rule, variant: Variant, rulebook: Rulebook) -> bool:
    """Return whether *rule* takes a glance, and was known often enough running."""
    kinds = kinds_for(rule, variant, rulebook)
    if rule not in _LEADS and not all(KINDS[kind].at_a_glance for kind in kinds):
        return False
    answers = [attempt.known for attempt in memory.recent if attempt.rule == rule]
    enough = _ENOUGH if all(answers) else _ENOUGH_MISSED
    return len(answers) >= enough and all(answers[-enough:])


def today(
    memory: Memory,
    unlocked: Collection[Rule],
    now: datetime,
    variant: Variant,
    rulebook: Rulebook,
    kinds: Collection[str] = KINDS,
) -> Today:
    """Return what is left to do today, by these kinds of question."""
    rules = [
        rule
        for rule in askable(unlocked, variant, rulebook)
        if not set(kinds_for(rule, variant, rulebook)).isdisjoint(kinds)
    ]
    due = memory.due_rules(rules, now)
    return Today(
        due=tuple(rule for rule in due if not retired(memory, rule, variant, rulebook)),
        new=tuple(rule for rule in rules if not memory.asked(rule)),
    )


def coming(
    memory: Memory,
    unlocked: Collection[Rule],
    variant: Variant,
    rulebook: Rulebook,
    kinds: Collection[str] = KINDS,
) -> tuple[Rule, ...]:
    """Return the rules that today's practice asks, in its order: new ones, then by waiting."""
    ways = _ways(memory, askable(unlocked, variant, rulebook), variant, rulebook, kinds)
    waited = waits(memory, ways, variant)
    return tuple(sorted(_simplest_first(ways), key=lambda rule: -waited[rule]))


_Ways = Mapping[Rule, tuple[str, ...]]
"""The rules that may be asked, and by which kinds of question each."""


def next_question(
    memory: Memory,
    unlocked: Collection[Rule],
    now: datetime,
    rng: Random,
    variant: Variant,
    rulebook: Rulebook,
    mode: Mode,
    only: Rule | None = None,
    kinds: Collection[str] = KINDS,
) -> Selection:
    """Choose what to ask next.

    Args:
        memory: What the learner has answered.
        unlocked: The rules that lessons have introduced, or that the learner knows.
        now: The time.
        rng: Where chance comes from.
        variant: The form of the game.
        rulebook: Whose rules hold.
        mode: How to choose.
        only: The rule to ask about, in `Mode.RULE`.
        kinds: The kinds of question that lessons have introduced; today's practice and a streak
            keep to them, as long as they leave anything to ask.

    Raises:
        ValueError: Nothing can be asked: no rule has a question here, or no mistake is open.
    """
    rules = askable([only] if mode == Mode.RULE and only else unlocked, variant, rulebook)
    if not rules:
        raise ValueError(f"no question of {variant.id} under {rulebook} is about these rules")
    if mode == Mode.MISTAKES:
        return _again(memory, rng, variant, rulebook)
    if mode == Mode.RULE:
        ways: _Ways = {rule: kinds_for(rule, variant, rulebook) for rule in rules}
    else:
        ways = _ways(memory, rules, variant, rulebook, kinds)
    if mode == Mode.STREAK:
        return _of_streak(memory, ways, variant, rng)
    rule, because = next_rule(memory, _simplest_first(ways), now, rng, variant)
    return Selection(
        kind=rng.choice(ways[rule]) if memory.asked(rule) else ways[rule][0],
        rule=rule,
        because=Because.RULE if mode == Mode.RULE else because,
        why=_last_known(memory, rule) and _all_taught(unlocked, variant, rulebook),
    )


def _all_taught(unlocked: Collection[Rule], variant: Variant, rulebook: Rulebook) -> bool:
    """Return whether every rule that may be named as the one that decides was introduced."""
    return set(governing_rules(variant.tables(rulebook)[0])) <= set(unlocked)


def _ways(
    memory: Memory,
    rules: Iterable[Rule],
    variant: Variant,
    rulebook: Rulebook,
    kinds: Collection[str],
) -> _Ways:
    """Return which of *rules* are asked by the kinds introduced; what is retired rests."""
    ways = _introduced({rule: kinds_for(rule, variant, rulebook) for rule in rules}, kinds)
    lively = [rule for rule in ways if not retired(memory, rule, variant, rulebook)]
    return {rule: ways[rule] for rule in lively or ways}


def _simplest_first(ways: _Ways) -> list[Rule]:
    """Return the rules by their kinds: nobody's first question is to add up a game."""
    return sorted(ways, key=lambda rule: _KINDS.index(ways[rule][0]))


def _introduced(ways: _Ways, kinds: Collection[str]) -> _Ways:
    """Keep to the kinds that lessons have introduced; to all, where that would leave nothing."""
    kept = {rule: tuple(kind for kind in those if kind in kinds) for rule, those in ways.items()}
    return {rule: those for rule, those in kept.items() if those} or ways


def _of_streak(memory: Memory, ways: _Ways, variant: Variant, rng: Random) -> Selection:
    """Choose any rule but the last, to be asked as hard as the streak is long."""
    last = memory.recent[-1].rule if memory.recent else None
    rule = rng.choice(rounds_of([rule for rule in ways if rule != last] or ways, variant))
    hard = min(streak(memory.recent) / _CLIMB, 1)
    return Selection(kind=rng.choice(ways[rule]), rule=rule, because=Because.STREAK, hard=hard)


def all_known(memory: Memory) -> bool:
    """Return whether every rule that was asked was known the last time it was."""
    return bool(memory.traces) and all(_last_known(memory, rule) for rule in memory.traces)


def next_rule(
    memory: Memory, rules: Sequence[Rule], now: datetime, rng: Random, variant: Variant
) -> tuple[Rule, Because]:
    """Choose among *rules*, which all can be asked; never the last one, unless it is alone."""
    last = memory.recent[-1].rule if memory.recent else None
    others = [rule for rule in rules if rule != last] or list(rules)
    new = [rule for rule in others if not memory.asked(rule)]
    if new:
        return new[0], Because.NEW
    waited = waits(memory, others, variant)
    longest = max(waited.values())
    rule = rng.choice([rule for rule in others if waited[rule] == longest])
    if not _last_known(memory, rule):
        return rule, Because.MISSED
    return rule, Because.DUE if memory.due(rule, now) else Because.PRACTICE


def waits(memory: Memory, rules: Iterable[Rule], variant: Variant) -> Mapping[Rule, float]:
    """Return for how many answers each of *rules* has waited, as much as they count.

    A single answer says little: until there are two, waiting counts as it is.
    """
    places: dict[Rule, list[int]] = {rule: [] for rule in rules}
    for ago, attempt in enumerate(reversed(memory.recent), 1):
        if attempt.rule in places:
            places[attempt.rule].append(ago)
    return {
        rule: often(rule, variant)
        * _weight([memory.recent[-ago].known for ago in found[:2]])
        * found[0]
        if found
        else inf
        for rule, found in places.items()
    }


def _weight(known: Sequence[bool]) -> float:
    """Return by how much waiting counts after these answers, the last one first."""
    if len(known) < 2:
        return 1
    if not known[0]:
        return _MISSED
    return _KNOWN_TWICE if known[1] else 1


def _last_known(memory: Memory, rule: Rule) -> bool:
    """Return whether the last answer about *rule* showed that it is known."""
    return next((a.known for a in reversed(memory.recent) if a.rule == rule), False)


def _again(memory: Memory, rng: Random, variant: Variant, rulebook: Rulebook) -> Selection:
    """Choose one of the open mistakes, of another rule than the last if there is one."""
    found = [
        mistake
        for mistake in open_mistakes(memory.recent)
        if kinds_for(mistake.rule, variant, rulebook)
    ]
    if not found:
        raise ValueError("no mistake is open")
    last = memory.recent[-1].rule
    mistake = rng.choice([one for one in found if one.rule != last] or found)
    kinds = kinds_for(mistake.rule, variant, rulebook)
    misconception = (
        mistake.misconception if KIND_OF.get(mistake.misconception or "") in kinds else None
    )
    return Selection(
        kind=KIND_OF[misconception] if misconception else rng.choice(kinds),
        rule=mistake.rule,
        because=Because.MISTAKE,
        misconception=misconception,
    )


def streak(attempts: Sequence[Attempt]) -> int:
    """Count the right answers without a hint since the last error, in `Mode.STREAK` alone."""
    count = 0
    for attempt in reversed(attempts):
        if attempt.mode == Mode.STREAK:
            if not attempt.known:
                break
            count += 1
    return count


def may_interrupt(attempts: Sequence[Attempt], mode: Mode, *, onward: bool) -> bool:
    """Return whether a minimal pair, or one of its tricks, may come before what *mode* would ask.

    Today's practice takes up any that is pending. One rule, mistakes and a streak were chosen
    for their own sake and open with what they promise: there a pair comes *onward* from an
    answer alone, a wrong one of that same mode; and then its tricks follow it.
    """
    if mode == Mode.TODAY:
        return True
    if not onward or not attempts:
        return False
    last = attempts[-1]
    return last.mode.startswith(pair_mode("")) or (last.mode == mode and not last.correct)
