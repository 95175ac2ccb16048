"""What the tutor says about its learners, by simulation: is it true, and does it come in time?

Imagined learners practise as the page "Practise" has it, with all rules open. Counted is what the
pages say: which misconceptions are named, which stand on the list on *Progress*, and whether a
rule is asked again that was answered by no known idea. Seeds are fixed.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from tests.students import (
    ABOUT_TRICKS,
    HOLDABLE,
    WRONG_RULES,
    Astray,
    Item,
    Student,
    about,
    pools,
    practise,
)

RUNS, FIRST = 500, 90_000
LIST_AT = 60
"""After so many items the list on *Progress* is looked at."""

SOON, LATER = 12, 30
"""Of the items about its rules, within so many a misconception is to be named."""

LONGEST = 300
"""No practice is longer, even if the rules of a misconception have come more rarely."""

MOST_AFTER_PAIRS = 12
AGAIN = 8
"""Within so many items a rule is to be asked again that was answered by no known idea."""


@dataclass(frozen=True, slots=True)
class Run:
    """What was said to one learner: the names, each with the number of items about its rules.

    ``asked`` is how many items about its rules came, by misconception held.
    """

    named: dict[str, int]
    asked: Mapping[str, int]
    falsely: frozenset[str]
    treated: frozenset[str]
    unknown: bool
    again: bool
    after_pairs: int


def run(student: Student, rng: Random) -> Run:
    """Let one learner practise, until it can be said what was said in time."""
    held, items = tuple(student.held), list[Item]()
    named, seen = dict[str, int](), Counter[str]()
    for item in practise(student, LONGEST, rng):
        items.append(item)
        for one in held:
            seen[one] += about(item, one)
        if item.said.named:
            named.setdefault(item.said.named, seen[item.said.named])
        missing = [one for one in held if one not in named and seen[one] < LATER]
        if len(items) >= LIST_AT and not (missing and len(held) == 1):
            break
    first = items[:LIST_AT]
    cured = {one.after_pair for one in first if one.after_pair} if student.learns else set()
    back = {
        one
        for one in cured
        if any(
            item.said.named == one
            for item in first[next(at for at, item in enumerate(first) if item.after_pair == one) :]
        )
    }
    listed = {item.said.named for item in first if item.said.named}
    doubts = [at for at, item in enumerate(first[: LIST_AT - AGAIN]) if item.said.unknown]
    return Run(
        named,
        seen,
        frozenset(listed - set(held) | back),
        frozenset(cured),
        any(item.said.unknown for item in first),
        all(_comes_again(first, doubt) for doubt in doubts),
        sum(bool(item.after_pair) for item in first),
    )


def _comes_again(items: Sequence[Item], at: int) -> bool:
    return any(item.rule == items[at].rule for item in items[at + 1 : at + 1 + AGAIN])


@dataclass(frozen=True, slots=True)
class Row:
    """Learners of one kind, and what is wanted: shares named soon, later, and falsely listed."""

    name: str
    student: Callable[[int], Student]
    falsely: float
    soon: float | None = None
    later: float | None = None
    both: float | None = None


def _holding(
    slips: float, uses: float = 1, astray: Astray = Astray.ANYWHERE
) -> Callable[[int], Student]:
    held = HOLDABLE
    return lambda number: Student([held[number % len(held)]], slips, uses, astray=astray)


def _none(slips: float, astray: Astray = Astray.ANYWHERE) -> Callable[[int], Student]:
    return lambda _: Student(slips=slips, astray=astray)


def _two(number: int) -> Student:
    return Student(Random(number).sample(ABOUT_TRICKS, 2), 0.1)


def _unlisted(number: int) -> Student:
    return Student(slips=0.05, wrong=WRONG_RULES[number % len(WRONG_RULES)])


def _cured(number: int) -> Student:
    return Student([ABOUT_TRICKS[number % len(ABOUT_TRICKS)]], 0.05, learns=True)


ROWS: Sequence[Row] = (
    Row("one misconception, clean", _holding(0), 0.02, soon=0.95, later=0.99),
    Row("slips 10 %", _holding(0.1), 0.04, soon=0.85, later=0.95),
    Row("used 60 % of the time, slips 10 %", _holding(0.1, 0.6), 0.05, soon=0.5, later=0.75),
    Row("two misconceptions, slips 10 %", _two, 0.05, both=0.6),
    Row("none, slips 10 %", _none(0.1), 0.02),
    Row("none, slips 20 %", _none(0.2), 0.04),
    Row("a wrong rule that is not listed", _unlisted, 0.08),
    Row("cured by its first pair, slips 5 %", _cured, 0.02),
    Row(
        "one, slips 10 % to the next hand", _holding(0.1, astray=Astray.NEXT_HAND), 0.04, 0.85, 0.95
    ),
    Row(
        "one, slips 10 % to the next best", _holding(0.1, astray=Astray.NEXT_BEST), 0.04, 0.85, 0.95
    ),
    Row("none, slips 20 % to the next hand", _none(0.2, Astray.NEXT_HAND), 0.04),
    Row("none, slips 20 % to the next best", _none(0.2, Astray.NEXT_BEST), 0.04),
    Row("none, guesses half of the time", _none(0.375), 0.04),
)


@dataclass(frozen=True, slots=True)
class Found:
    """The shares found in one row; ``asked`` is how many were asked often enough to be judged."""

    row: Row
    soon: float
    later: float
    both: float
    falsely: float
    unknown: float
    again: float
    after_pairs: int
    astray: Counter[str]
    late: Counter[str]
    asked: float

    @property
    def good(self) -> bool:
        """Whether all of it is as wanted."""
        row = self.row
        return (
            self.falsely <= row.falsely
            and (row.soon is None or self.soon >= row.soon)
            and (row.later is None or self.later >= row.later)
            and (row.both is None or self.both >= row.both)
            and self.after_pairs <= MOST_AFTER_PAIRS
        )


def find(row: Row, runs: int) -> Found:
    """Let the learners of a row practise, and count."""
    numbers = range(FIRST, FIRST + runs)
    done = [run(row.student(number), Random(number)) for number in numbers]
    held = [row.student(number).held for number in numbers]
    soon, later = (_in_time(done, held, limit) for limit in (SOON, LATER))

    def share(test: Callable[[Run, list[str]], bool]) -> float:
        return sum(map(test, done, held)) / runs

    late: Counter[str] = Counter()
    for one, truth in zip(done, held, strict=True):
        late.update(name for name in truth if one.named.get(name, LONGEST) > SOON)
    unknown = [one for one in done if one.unknown]
    return Found(
        row,
        sum(soon) / max(len(soon), 1),
        sum(later) / max(len(later), 1),
        share(lambda one, truth: set(truth) <= one.named.keys()),
        share(lambda one, _: bool(one.falsely)),
        len(unknown) / runs,
        sum(one.again for one in unknown) / max(len(unknown), 1),
        max(one.after_pairs for one in done),
        Counter(name for one in done for name in one.falsely),
        late,
        len(later) / runs,
    )


def _in_time(done: Sequence[Run], held: Sequence[list[str]], limit: int) -> list[bool]:
    """Say of all who were asked so often, or named sooner, whether they were named in time."""
    return [
        all(one.named.get(name, LONGEST) <= limit for name in truth)
        for one, truth in zip(done, held, strict=True)
        if all(one.named.get(name, LONGEST) <= limit or one.asked[name] >= limit for name in truth)
    ]


def table(runs: int = RUNS, rows: Sequence[Row] = ROWS) -> list[Found]:
    """Print the table, wanted beside found."""
    print(f"  {runs} learners each, by what the pages say; wanted, then found")
    print(f"  {'learner':<36}{'named in 12':>14}{'in 30':>14}{'both':>13}{'false by 60':>14}")
    found = []
    with pools():
        for row in rows:
            one = find(row, runs)
            found.append(one)
            cells = (
                _cell(row.soon, one.soon, 14),
                _cell(row.later, one.later, 14),
                _cell(row.both, one.both, 13),
                _cell(row.falsely, one.falsely, 14),
            )
            print(f"  {row.name:<36}{''.join(cells)}{'' if one.good else '  missed'}", flush=True)
            if one.unknown and row.student is _unlisted:
                print(
                    f"    {one.unknown:.0%} are told that it is none of the known ones; of these, "
                    f"{one.again:.0%} are asked again within {AGAIN} items"
                )
            if one.astray:
                print(f"    falsely: {dict(one.astray.most_common(6))}")
            if row.soon and one.asked < 1:
                print(f"    {1 - one.asked:.0%} were asked too little to be judged")
            if row.soon and one.late:
                print(f"    late: {dict(one.late.most_common(6))}")
    most = max(one.after_pairs for one in found)
    print(f"  at most {MOST_AFTER_PAIRS} of {LIST_AT} items after pairs are wanted: {most}")
    return found


def _cell(wanted: float | None, found: float, width: int) -> str:
    return f"{f'{wanted:.0%} {found:.1%}' if wanted is not None else '':>{width}}"


def main() -> int:
    """Print the table; say whether every figure is good enough."""
    return int(not all(one.good for one in table()))
