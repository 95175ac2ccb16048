"""Proof by simulation that the tutor teaches: items saved, no false praise.

Two kinds of imagined learners, each table with its own:

(a) forget each rule as FSRS's own model says; how many items the schedule takes until every
    rule will be known with 90 % a week later, against as many a day drawn at random;
(b) have gained nothing between two tests of twelve; how many are not told they improved.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, timedelta
from random import Random
from statistics import mean

from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.variants import VARIANTS
from tests.learner import NOW, attempt
from tutor.learning.choose import Mode, askable, next_rule, today
from tutor.learning.memory import Memory
from tutor.learning.trials import ITEMS, gain

RATIO = 0.6
"""The schedule is to need at most so many times the items of random drill."""
HONEST = 0.95
"""How often no gain is to be reported as none."""

VARIANT, TWO = VARIANTS["partnership"], VARIANTS["two"]
RULES = askable(Rule, VARIANT, CULBERTSON)


def progress(items: Sequence[str], what: str) -> Iterator[str]:
    """Show on a terminal how far a long piece of work is."""
    for number, item in enumerate(items):
        if sys.stderr.isatty():
            print(f"\r  {what} {number + 1}/{len(items)}   ", end="", file=sys.stderr, flush=True)
        yield item
    if sys.stderr.isatty():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)


# (a) The schedule

Chooser = Callable[[Memory, int, Random], Iterable[Rule]]
LEARNERS = 40
MOST_DAYS = 400


def known_in_a_week(memory: Memory) -> bool:
    """Whether every rule will be known with 90 % a week from now: FSRS's stability."""
    return all((memory.stability(rule) or 0) >= 7 for rule in RULES)


def items_to_learn(a_day: int, rng: Random, mode: Mode | None) -> int:
    """Practise daily, by the schedule or (without a mode) at random, until all is known.

    The learner has had the lessons: a rule is known at the first question as often as not.
    After that, as FSRS's model says; the memory that forgets and the one that schedules are
    the same, so that the schedule knows the learner as well as it ever can.
    """
    memory, items = Memory(zone=UTC), 0
    for day in range(MOST_DAYS):
        now = NOW + timedelta(days=day)
        for _ in range(a_day):
            if mode is None:
                rule = rng.choice(RULES)
            elif today(memory, RULES, now, VARIANT, CULBERTSON).done:
                break
            else:
                rule, _ = next_rule(memory, RULES, now, rng)
            recall = memory.recall(rule, now)
            known = rng.random() < (0.5 if recall is None else recall)
            memory = memory.after(attempt(rule, at=now, correct=known))
            items += 1
            if known_in_a_week(memory):
                return items
    return items


def schedule() -> bool:
    """Print the items that each way takes, for learners with more and less time a day."""
    print(f"\n  (a) items until all {len(RULES)} rules will be known with 90 % a week later")
    print(f"      {'items a day':<14}{'schedule':>10}{'random':>10}{'ratio':>8}")
    good = True
    for a_day in (5, 10, 20):
        means = [
            mean(items_to_learn(a_day, Random(seed), mode) for seed in range(LEARNERS))
            for mode in (Mode.TODAY, None)
        ]
        ratio = means[0] / means[1]
        good &= ratio <= RATIO
        print(f"      {a_day:<14}{means[0]:>10.0f}{means[1]:>10.0f}{ratio:>8.2f}")
    print(f"      at most {RATIO} is wanted")
    return good


# (b) No gain

NO_GAIN = 4_000


def no_gain() -> bool:
    """Print how often learners who gained nothing are not told that they improved."""
    print(f"\n  (b) two tests of {ITEMS}, nothing gained, {NO_GAIN:,} learners each")
    print(f"      {'share right':<14}{'not reported as improved':>26}")
    good = True
    for share in (0.25, 0.4, 0.5, 0.6, 0.75, 0.9):
        rng, honest = Random(1), 0
        for _ in range(NO_GAIN):
            before, after = (
                [attempt(Rule.RUFF_WINS, correct=rng.random() < share) for _ in range(ITEMS)]
                for _ in range(2)
            )
            found = gain(before, after)
            honest += not (found and found.improved)
        good &= honest >= HONEST * NO_GAIN
        print(f"      {share:<14.0%}{honest / NO_GAIN:>26.1%}")
    print(f"      at least {HONEST:.0%} is wanted")
    return good


def main() -> int:
    """Print the tables; say whether every figure is good enough."""
    return int(not all([schedule(), no_gain()]))
