"""What to ask next: which rule, and by which kind of question.

What was missed comes first, then what is due, then what lessons have introduced and nobody
has asked yet; after that whatever came least. `tutor.learning.draw` finds the puzzle.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, unique
from random import Random

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.variants import Variant
from puzzles.difficulty import unfamiliar
from puzzles.generate import rules_of
from puzzles.kinds import KIND_OF, KINDS
from tutor.learning.attempts import Attempt
from tutor.learning.memory import Memory
from tutor.learning.misconceptions import most_open, pair_mode
from tutor.learning.shapes import tempting


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
class Choice:
    """What to ask: a kind of question aimed at a rule, and why.

    ``why`` asks for the rule beside the winner. ``misconception`` is a misconception the puzzle has
    to tempt; ``target`` the difficulty wanted, see `puzzles.difficulty.difficulty`.
    """

    kind: str
    rule: Rule
    because: Because
    why: bool = False
    misconception: str | None = None
    target: float | None = None


@dataclass(frozen=True, slots=True)
class Today:
    """What is left to do today: rules missed, due, and never asked though introduced."""

    missed: tuple[Rule, ...]
    due: tuple[Rule, ...]
    new: tuple[Rule, ...]

    @property
    def done(self) -> bool:
        """Whether nothing is left; practice may still go on."""
        return not (self.missed or self.due or self.new)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong answer that nothing later has made good, see `open_mistakes`."""

    rule: Rule
    misconception: str | None
    attempt: Attempt


REST, WITHIN = 3, 5
"""A missed rule comes again as the third puzzle after it if that can be, as the fifth at last."""

QUOTA = 2
"""Practice beyond what is due evens out how often rules came: twice in as many answers."""

_EASIEST, _HARDEST, _CLIMB = 0.1, 0.8, 15
"""The difficulty of a streak's first puzzle, where it stops, and after how many it is there."""


def alone(variant: Variant, rulebook: Rulebook) -> tuple[str, ...]:
    """List the kinds of question that make sense without an example before them."""
    return tuple(
        name
        for name, kind in KINDS.items()
        if not kind.completes and rules_of(name, variant, rulebook)
    )


_KINDS = tuple(KINDS)


def kinds_for(rule: Rule, variant: Variant, rulebook: Rulebook) -> tuple[str, ...]:
    """List the kinds of question by which the drill asks about *rule*.

    Where rulebooks differ is asked only about the rule in dispute.
    """
    kinds = tuple(
        name
        for name, kind in KINDS.items()
        if not kind.completes and rule in rules_of(name, variant, rulebook)
    )
    if rule == Rule.LED_TRUMP_HOLDS:
        return kinds
    return tuple(kind for kind in kinds if not KINDS[kind].about_rulebooks)


def askable(rules: Iterable[Rule], variant: Variant, rulebook: Rulebook) -> tuple[Rule, ...]:
    """List those of *rules* that some question can be about, in their order."""
    return tuple(rule for rule in dict.fromkeys(rules) if kinds_for(rule, variant, rulebook))


def today(
    memory: Memory, unlocked: Collection[Rule], now: datetime, variant: Variant, rulebook: Rulebook
) -> Today:
    """Say what is left to do today."""
    rules = askable(unlocked, variant, rulebook)
    missed = _missed(memory, now)
    return Today(
        missed=tuple(rule for rule in missed if rule in rules),
        due=tuple(rule for rule in memory.due_rules(rules, now) if rule not in missed),
        new=tuple(rule for rule in rules if not memory.asked(rule)),
    )


def next_question(
    memory: Memory,
    unlocked: Collection[Rule],
    now: datetime,
    rng: Random,
    variant: Variant,
    rulebook: Rulebook,
    mode: Mode,
    only: Rule | None = None,
) -> Choice:
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

    Raises:
        ValueError: Nothing can be asked: no rule has a question here, or no mistake is open.
    """
    rules = askable([only] if mode == Mode.RULE and only else unlocked, variant, rulebook)
    if not rules:
        raise ValueError(f"no question of {variant.id} under {rulebook} is about these rules")
    if mode == Mode.MISTAKES:
        return _again(memory, rng, variant, rulebook)
    if mode == Mode.STREAK:
        share = min(streak(memory.recent) / _CLIMB, 1)
        rule = _least_asked(memory, _as_hard(rules, share), rng)
        target = _EASIEST + share * (_HARDEST - _EASIEST)
        kind = rng.choice(kinds_for(rule, variant, rulebook))
        return Choice(kind=kind, rule=rule, because=Because.STREAK, target=target)
    # The kinds stand from the simplest on: nobody's first question is to add up a game.
    simplest = sorted(rules, key=lambda rule: _KINDS.index(kinds_for(rule, variant, rulebook)[0]))
    rule, because = next_rule(memory, simplest, now, rng)
    kinds = kinds_for(rule, variant, rulebook)
    return Choice(
        kind=rng.choice(kinds) if memory.asked(rule) else kinds[0],
        rule=rule,
        because=Because.RULE if mode == Mode.RULE else because,
        why=_last_known(memory, rule),
    )


def next_rule(
    memory: Memory, rules: Sequence[Rule], now: datetime, rng: Random
) -> tuple[Rule, Because]:
    """Choose among *rules*, which all can be asked; never the last one, unless it is alone."""
    last = memory.recent[-1].rule if memory.recent else None
    others = [rule for rule in rules if rule != last] or list(rules)
    missed = _missed(memory, now)
    ripe = [rule for rule, ago in missed.items() if ago >= REST and rule in others]
    if ripe:
        return ripe[0], Because.MISSED
    due = [rule for rule in memory.due_rules(others, now) if rule not in missed]
    if due:
        return due[0], Because.DUE
    new = [rule for rule in others if not memory.asked(rule)]
    if new:
        return new[0], Because.NEW
    waiting = [rule for rule in others if rule not in missed]
    return _least_asked(memory, waiting or others, rng), Because.PRACTICE


def _missed(memory: Memory, now: datetime) -> dict[Rule, int]:
    """Give the rules whose last answer today was wrong, and how many puzzles ago, longest first.

    The puzzle after the mistake is the first.
    """
    day = memory.today(now)
    last: dict[Rule, tuple[int, Attempt]] = {}
    for ago, attempt in enumerate(reversed(memory.recent), 1):
        last.setdefault(attempt.rule, (ago, attempt))
    return {
        rule: ago
        for rule, (ago, attempt) in reversed(last.items())
        if not attempt.known and memory.today(attempt.at) == day
    }


def _least_asked(memory: Memory, rules: Sequence[Rule], rng: Random) -> Rule:
    """Draw one of the rules that came least among the last answers: the quota of rare rules.

    Of several, the one about which the answers leave most open, see `most_open`.
    """
    last = memory.recent[-1].rule if memory.recent else None
    others = [rule for rule in rules if rule != last] or rules
    counts = Counter(attempt.rule for attempt in memory.recent[-QUOTA * len(rules) :])
    least = min(counts[rule] for rule in others)
    rare = [rule for rule in others if counts[rule] == least]
    return rng.choice(most_open(rare, memory.recent))


def _as_hard(rules: Sequence[Rule], share: float) -> Sequence[Rule]:
    """Give a third of the rules, at least three: those so far up from the most familiar."""
    ordered = sorted(rules, key=unfamiliar)
    size = min(max(len(ordered) // 3, 3), len(ordered))
    start = round(share * (len(ordered) - size))
    return ordered[start : start + size]


def _last_known(memory: Memory, rule: Rule) -> bool:
    """Say whether the last answer about *rule* showed that it is known."""
    return next((a.known for a in reversed(memory.recent) if a.rule == rule), False)


def _again(memory: Memory, rng: Random, variant: Variant, rulebook: Rulebook) -> Choice:
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
    return Choice(
        kind=KIND_OF[misconception] if misconception else rng.choice(kinds),
        rule=mistake.rule,
        because=Because.MISTAKE,
        misconception=misconception,
    )


def open_mistakes(attempts: Sequence[Attempt]) -> tuple[Mistake, ...]:
    """List wrong answers not yet made good, the newest first; one for each rule and misconception.

    A mistake is made good by a later answer on the same rule that shows it known; where a
    misconception predicted the mistake, on a puzzle that tempts with the same misconception.
    """
    found: dict[tuple[Rule, str | None], Mistake] = {}
    good: list[Attempt] = []
    for attempt in reversed(attempts):
        key = (attempt.rule, attempt.misconception)
        if attempt.known:
            good.append(attempt)
        elif not attempt.correct and key not in found:
            later = (one for one in good if one.rule == attempt.rule)
            if not any(_makes_good(one, attempt.misconception) for one in later):
                found[key] = Mistake(attempt.rule, attempt.misconception, attempt)
    return tuple(found.values())


def _makes_good(attempt: Attempt, misconception: str | None) -> bool:
    return misconception is None or tempting(attempt.puzzle, misconception)


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
    """Say whether a minimal pair, or one of its tricks, may come before what *mode* would ask.

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
