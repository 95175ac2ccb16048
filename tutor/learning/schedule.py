"""What a learner may be asked, and what to ask next: which rule, and by which kind of question.

What was never asked comes first; after that, what has waited longest. Waiting counts double where
the last answer was wrong, and three fifths once a rule was known twice running; and some times over
for a rule that decides most tricks, where two or three play. No model of memory has a say in it:
the benchmark ``schedule`` shows why. `tutor.learning.draw` finds the puzzle.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from enum import StrEnum, unique
from math import inf
from random import Random

from engine.rulebooks import Rulebook
from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.generator import askable, kinds_for, often, rounds_of
from puzzles.kinds import KIND_OF, KINDS
from puzzles.tricks import governing_rules
from tutor.learning import Attempt, pair_of
from tutor.learning.memory import Memory
from tutor.learning.misconceptions import open_mistakes

KindsByRule = Mapping[Rule, tuple[str, ...]]
"""The rules that may be asked, and by which kinds of question each."""

_LEADS = frozenset({Rule.FIRST_LEAD, Rule.WINNER_LEADS})
_ENOUGH, _ENOUGH_MISSED = 2, 4
"""What a glance answers (whose turn, all cards when leading, sums) is asked until known twice
running; and four times, where it was answered wrongly before."""


@dataclass(frozen=True, slots=True)
class Syllabus:
    """The rules and kinds of question that a learner has met, in a form, under a rulebook."""

    variant: Variant
    rulebook: Rulebook
    rules: tuple[Rule, ...]
    kinds: frozenset[str] = frozenset(KINDS)

    @property
    def askable(self) -> tuple[Rule, ...]:
        """The rules that some question can be about, in their order."""
        return askable(self.rules, self.variant, self.rulebook)

    def some_askable(self) -> tuple[Rule, ...]:
        """Return the same; that there are none is a `ValueError`."""
        if rules := self.askable:
            return rules
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

    def kinds_to_ask(self, rule: Rule) -> tuple[str, ...]:
        """Return the kinds introduced that can be about *rule*, or all that can where none is."""
        return self.introduced((rule,)).get(rule) or self.kinds_for(rule)

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


@unique
class Mode(StrEnum):
    """How the drill chooses; the value is the ``mode`` of the answers given in it."""

    TODAY = "today"
    RULE = "rule"
    MISTAKES = "mistakes"
    STREAK = "streak"


@unique
class Because(StrEnum):
    """Why this rule is asked now; the words, if there are some, are ``because.<value>``.

    Of a rule that was missed or is new nothing is said: named, it would give the answer away.
    """

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
    """What is left today: rules due, never asked though introduced, and when the next is due."""

    due: tuple[Rule, ...]
    new: tuple[Rule, ...]
    next_date: date | None

    @property
    def done(self) -> bool:
        """Whether nothing is left; practice may still go on."""
        return not (self.due or self.new)


_MISSED, _KNOWN_TWICE = 2.0, 0.6
"""By how much waiting counts after a wrong answer, and after two right ones running."""

_CLIMB = 10
"""After so many right answers in succession a streak asks every rule as hard as it can."""

_KINDS = tuple(KINDS)


def today(memory: Memory, syllabus: Syllabus, now: datetime) -> Today:
    """Return what is left to do today; what is retired is neither due nor comes up."""
    rules = syllabus.introduced(syllabus.askable)
    lively = [rule for rule in rules if not syllabus.retired(rule, memory)]
    return Today(
        due=tuple(rule for rule in lively if memory.due(rule, now)),
        new=tuple(rule for rule in rules if not memory.asked(rule)),
        next_date=min(filter(None, map(memory.next_date, lively)), default=None),
    )


def not_known_since(answers: Iterable[Attempt], syllabus: Syllabus) -> tuple[Rule, ...]:
    """Return the rules that can be asked of which the last of *answers* did not know them."""
    lately = {attempt.rule: attempt.known for attempt in answers}
    return tuple(
        rule for rule in syllabus.introduced(syllabus.askable) if lately.get(rule) is False
    )


def coming(memory: Memory, syllabus: Syllabus) -> tuple[Rule, ...]:
    """Return the rules that today's practice asks, in its order: new ones, then by waiting.

    The one that was asked last never comes at once, unless it is alone.
    """
    ways = syllabus.ways(memory)
    waited = waits(memory, ways, syllabus.variant)
    rules = sorted(_simplest_first(ways), key=lambda rule: -waited[rule])
    if memory.recent and rules[:1] == [memory.recent[-1].rule]:
        rules[:2] = reversed(rules[:2])
    return tuple(rules)


def next_question(
    memory: Memory,
    syllabus: Syllabus,
    mode: Mode,
    now: datetime,
    rng: Random,
    only: Rule | None = None,
) -> Selection:
    """Choose what to ask next, but of mistakes: see `put_right`.

    Today's practice and a streak keep to the kinds of question in the syllabus, as long as they
    leave anything to ask; *only* is the rule to ask about, in `Mode.RULE`.

    Raises:
        ValueError: Nothing can be asked: no rule has a question here.
    """
    chosen = replace(syllabus, rules=(only,)) if mode == Mode.RULE and only else syllabus
    rules = chosen.some_askable()
    if mode == Mode.STREAK:
        return _of_streak(memory, syllabus, now, rng)
    if mode == Mode.RULE:
        ways: KindsByRule = {rule: chosen.kinds_for(rule) for rule in rules}
    else:
        ways = chosen.ways(memory)
    rule, because = next_rule(memory, _simplest_first(ways), now, rng, syllabus.variant)
    return Selection(
        kind=rng.choice(ways[rule]) if memory.asked(rule) else ways[rule][0],
        rule=rule,
        because=Because.RULE if mode == Mode.RULE else because,
        why=_last_known(memory, rule) and syllabus.names_rules,
    )


def _simplest_first(ways: KindsByRule) -> list[Rule]:
    """Return the rules, those with simple kinds of question first; adding up a game comes last."""
    return sorted(ways, key=lambda rule: _KINDS.index(ways[rule][0]))


def _of_streak(memory: Memory, syllabus: Syllabus, now: datetime, rng: Random) -> Selection:
    """Choose any rule but the last, to be asked as hard as the streak of today is long."""
    quick = frozenset(kind for kind in syllabus.kinds if not KINDS[kind].slow)
    ways = replace(syllabus, kinds=quick).ways(memory)
    last = memory.recent[-1].rule if memory.recent else None
    others = [rule for rule in ways if rule != last] or ways
    rule = rng.choice(rounds_of(others, syllabus.variant))
    lately = [answer for answer in memory.recent if memory.today(answer.at) == memory.today(now)]
    hard = min(streak(lately) / _CLIMB, 1)
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
        * _weight([memory.recent[-ago].known for ago in place[:2]])
        * place[0]
        if place
        else inf
        for rule, place in places.items()
    }


def _weight(known: Sequence[bool]) -> float:
    """Return by how much waiting counts after these answers, the last one first."""
    if len(known) < 2:
        return 1
    if not known[0]:
        return _MISSED
    return _KNOWN_TWICE if known[1] else 1


def _last_known(memory: Memory, rule: Rule) -> bool:
    return next((a.known for a in reversed(memory.recent) if a.rule == rule), False)


def mistakes_to_ask(answers: Sequence[Attempt], syllabus: Syllabus) -> list[Attempt]:
    """Return the open mistakes whose rules this form of the game, and this rulebook, can ask."""
    return [mistake for mistake in open_mistakes(answers) if syllabus.kinds_for(mistake.rule)]


def put_right(answers: Sequence[Attempt], syllabus: Syllabus, rng: Random) -> Selection:
    """Choose one of the open mistakes, of another rule than the last if there is one.

    It is asked by the kind of question that shows its misconception, if that can ask it; else by
    the kinds in the syllabus, as long as they leave any.

    Raises:
        ValueError: There is none to ask.
    """
    mistakes = mistakes_to_ask(answers, syllabus)
    if not mistakes:
        raise ValueError("no mistake is open")
    last = answers[-1].rule
    mistake = rng.choice([open_ for open_ in mistakes if open_.rule != last] or mistakes)
    tempting = KIND_OF.get(mistake.misconception or "")
    same = tempting if tempting in syllabus.kinds_for(mistake.rule) else None
    return Selection(
        kind=same or rng.choice(syllabus.kinds_to_ask(mistake.rule)),
        rule=mistake.rule,
        because=Because.MISTAKE,
        misconception=mistake.misconception if same else None,
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
    return bool(pair_of(last.mode)) or (last.mode == mode and not last.correct)
