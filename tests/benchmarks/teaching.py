"""Proof by simulation that the tutor teaches: misconceptions found, items saved, no false praise.

Three kinds of imagined learners, each table with its own:

(a) hold exactly one misconception and answer by it; how many of 500 are found out, and by
    no wrong name before, within twelve items of the drill;
(b) forget each rule as FSRS's own model says; how many items the schedule takes until every
    rule will be known with 90 % a week later, against as many a day drawn at random;
(c) have gained nothing between two tests of twelve; how many are not told they improved.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, timedelta
from random import Random
from statistics import mean

from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.variants import VARIANTS, Variant
from puzzles.generate import generate, rules_of
from puzzles.kinds import KIND_OF, MISSES, foreseen
from puzzles.kinds.may_name import NAMING_MISCONCEPTIONS
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tests.learner import NOW, attempt
from tutor.learning.attempts import Attempt
from tutor.learning.choose import Mode, askable, next_rule, today
from tutor.learning.draw import TELLING
from tutor.learning.memory import Memory
from tutor.learning.misconceptions import certain, suspected, telling, weigh
from tutor.learning.trials import ITEMS, gain

RUNS = 500
WITHIN, FOUND = 12, 0.90
"""Items within which a misconception is to be found, and how often."""
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


# (a) Misconceptions

SLIPS = 0.05
"""How often learners of a second group answer at random instead."""

POOL = 80
"""Puzzles drawn for each rule beforehand, from which all runs take theirs: to save time."""

ELSEWHERE = {
    "suits-count-together": TWO,
    "opposite-seats-add-up": VARIANTS["solo"],
    "left-neighbour-counts": VARIANTS["split"],
    **dict.fromkeys(NAMING_MISCONCEPTIONS, TWO),
}
"""Ideas that nobody can have about the partnership game, with a form where they can."""

Pool = dict[Rule, list[tuple[Puzzle, str, dict[str, str]]]]


def pool(kind: str, variant: Variant) -> Pool:
    """Puzzles of a kind by rule, each with its line and the answers that misconceptions lead to."""
    rng, found, tables = Random(1), Pool(), variant.tables(CULBERTSON)
    for rule in rules_of(kind, variant, CULBERTSON):
        drawn = (
            generate(kind, rule, variant, rng.choice(tables), rng, separating=True)
            for _ in range(POOL)
        )
        found[rule] = [(one, print_puzzle(one), dict(foreseen(one))) for one in drawn]
    return found


def items_until_named(
    misconception: str, puzzles: Pool, rng: Random, slips: float
) -> tuple[str, int]:
    """Answer by one misconception (or none) until one is named: which, after how many items."""
    kind = next(iter(puzzles.values()))[0][0].kind
    memory, weights = Memory(zone=UTC), dict(suspected((), kind))
    rules = list(puzzles)
    rng.shuffle(rules)
    for item in range(1, WITHIN + 1):
        rule, _ = next_rule(memory, rules, NOW, rng)
        # As `draw` does: of a few puzzles the one that tells most.
        few = rng.sample(puzzles[rule], TELLING)
        puzzle, line, answers = max(few, key=lambda one: telling(one[2], weights))
        answer = answers[misconception]  # by the empty one, the right answer
        if rng.random() < slips:
            answer = rng.choice([one.token for one in puzzle.parts[0].choices])
            answer = " / ".join([answer, *puzzle.solution.split(" / ")[1:]])
        done = attempt(rule, correct=answer == answers[""])
        done = Attempt(
            id=done.id, at=NOW, puzzle=line, answer=answer, correct=done.correct, rule=rule
        )
        memory, weights = memory.after(done), weigh(weights, done)
        named = certain(weights)
        if named:
            return named, item
    return "", WITHIN


def found(misconception: str, puzzles: Pool, slips: float) -> tuple[float, float, float]:
    """The shares of runs in which this misconception, and another, is named; and the items."""
    runs = [items_until_named(misconception, puzzles, Random(seed), slips) for seed in range(RUNS)]
    right = [items for named, items in runs if named == misconception]
    wrong = sum(named not in ("", misconception) for named, _ in runs)
    return len(right) / RUNS, wrong / RUNS, mean(right or [0])


def misconceptions() -> bool:
    """Print how often, and how soon, each is found; and how often somebody has none of it."""
    print(f"  (a) one misconception, {RUNS} learners each: named within {WITHIN} items")
    print(f"      {'':<30}{'no slips':>9}{'wrongly':>9}{'items':>7}{'5 % slips':>11}{'wrongly':>9}")
    common = dict.fromkeys(KIND_OF[one] for one in KIND_OF if one not in NAMING_MISCONCEPTIONS)
    pools = {(kind, VARIANT): pool(kind, VARIANT) for kind in common}
    pools |= {(KIND_OF[one], form): pool(KIND_OF[one], form) for one, form in ELSEWHERE.items()}
    missed: list[str] = []
    for misconception in progress(list(KIND_OF), "misconception"):
        puzzles = pools[KIND_OF[misconception], ELSEWHERE.get(misconception, VARIANT)]
        right, wrong, items = found(misconception, puzzles, 0)
        steady, astray, _ = found(misconception, puzzles, SLIPS)
        late = right < FOUND
        print(
            f"      {misconception:<30}{right:>9.1%}{wrong:>9.1%}{items:>7.1f}"
            f"{steady:>11.1%}{astray:>9.1%}{'  missed' if late else ''}"
        )
        missed += [misconception] if late else []
    for (kind, _), puzzles in pools.items():
        wrong, astray = found("", puzzles, 0)[1], found("", puzzles, SLIPS)[1]
        print(f"      {f'(none, {kind})':<30}{'':>9}{wrong:>9.1%}{'':>7}{'':>11}{astray:>9.1%}")
    for misconception in missed:
        rule = MISSES.get(misconception)
        if rule:
            alone = {rule: pools["what-score", VARIANT][rule]}
            right, _, items = found(misconception, alone, 0)
            print(
                f"      {misconception}: its rule is one of six, twice in {WITHIN} items,\n"
                f"        and half of its sheets come out right by it; asked about that rule\n"
                f"        alone, {right:.0%} are found, after {items:.1f} items"
            )
    print(f"      at least {FOUND:.0%} without slips is wanted")
    return not missed


# (b) The schedule

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
    print(f"\n  (b) items until all {len(RULES)} rules will be known with 90 % a week later")
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


# (c) No gain

NO_GAIN = 4_000


def no_gain() -> bool:
    """Print how often learners who gained nothing are not told that they improved."""
    print(f"\n  (c) two tests of {ITEMS}, nothing gained, {NO_GAIN:,} learners each")
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
    return int(not all([misconceptions(), schedule(), no_gain()]))
