"""What an answer agrees with: the rules, misconceptions of its kind, and wrong rules put together.

A hypothesis about a learner foresees an answer to every puzzle; here they are all compared.

The wrong rules of who wins a trick that nobody has listed, some thousands of them, are the *odd*
ones. By such a rule a card comes before another if it has a mark (or has not); then if it follows
suit, or has the more power, or counts as a trump; then by rank or by place. The best wins, or the
next best; always, or in one case alone and else by the rules. By others a known misconception
holds in one case alone: in some tricks (where one card is off suit, say), or where the card it
names, the winning one or the lead is high, low, of some suit, or played at some place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from engine.cards import Rank, Suit
from engine.rulebooks import CULBERTSON
from engine.rules import Rule
from engine.table import Seat, Table
from engine.trick import Ruling, Trick, judge
from puzzles.kinds import KIND_OF, KINDS, foreseen, right_by
from puzzles.misconceptions import MISCONCEPTIONS, Misconception, TrickMarks, marks_of, predicts
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Puzzle, count_answers, print_answer

Places = NDArray[np.intp]

_SIMPLE = 18
"""So many marks, the first, are used in every way; suits and ranks as they are."""

_FOLLOWS, _OWN = 4, 7
"""The places of two marks."""

_RED, _SUITS, _PLACES = 14, slice(_SIMPLE, _SIMPLE + len(Suit)), 4
"""Where the mark of red cards stands, where those of the suits do, and the places in a trick."""

_FIRST, _THEN = 1000, 100
"""What a mark and what comes after it weigh: each more than all that follows."""

_TRICKS = 150
"""By so many tricks it is found out which rules are the same."""

_LEAST = 0.04
"""Wrong in fewer tricks, a rule is too much like the right one."""

_MUCH_LIKE = 0.95
"""A rule that agrees with a misconception in so many of the tricks in which either errs is the
same for any purpose."""

_ALWAYS = (2 * _SIMPLE + 1 + len(Suit) + len(Rank)) * (4 * 4 + 4)
_CASES = 10
_PUT_TOGETHER = _ALWAYS + _CASES * (2 * _SIMPLE + 1) * (3 * 4 + 4)
"""The numbers of rules put together that hold in all tricks, of the cases for these, the first,
and of all put together."""

_TABLE = Table(tuple(Seat), tuple(Suit), CULBERTSON)

_HIGH = np.arange(4, 14, 2)
"""From each of these ranks on, a card may be thought to count, or up to there."""


def odd_places(marks: TrickMarks, named: Places) -> Places:
    """Return by each rule the place of the play that wins; see the module.

    *named* are the places by the known misconceptions.
    """
    return np.concatenate([_put_together(marks), _known_in_a_case(marks, named).ravel()])


def _known_in_a_case(marks: TrickMarks, named: Places) -> Places:
    """Return by each known misconception, held in each case alone, the place of what wins."""
    has = np.array(list(marks.marks.values()), dtype=np.bool_)
    high = np.array(marks.ranks) >= _HIGH[:, None]
    of_card = np.concatenate([high, ~high, has[_RED : _RED + 1], ~has[_RED : _RED + 1]])
    of_card = np.concatenate([of_card, has[_SUITS]])
    cases = np.array(list(marks.cases.values()), dtype=np.bool_)
    right, order = marks.right, np.arange(_PLACES)
    always = np.concatenate([cases, of_card[:, right], of_card[:, 0], order == right])
    holds = [np.repeat(always[None], len(named), axis=0), of_card[:, named].T]
    holds.append(order == named[:, None])
    return np.where(np.concatenate(holds, axis=1), named[:, None], right)


def _put_together(marks: TrickMarks) -> Places:
    """Return by each rule that is put together from marks the place of the play that wins."""
    count = len(marks.answers)
    has = np.array(list(marks.marks.values()), dtype=np.int64)
    none, simple = np.zeros((1, count), dtype=np.int64), has[:_SIMPLE]
    first = np.concatenate([none, simple, -simple, has[_SIMPLE:]])
    follows = has[_FOLLOWS]
    then = np.stack([none[0], follows, np.array(marks.powers), 2 * has[_OWN] + follows])
    scores = _FIRST * first[:, None, None] + _THEN * then[:, None] + _last(marks)
    best = scores.argmax(axis=-1)
    next_best = _second(scores[:, :, 0], best[:, :, 0]) if count > 1 else best[:, :, 0]
    # Those by simple marks are also used in one case alone.
    some = [best[: 1 + 2 * _SIMPLE, :3], next_best[: 1 + 2 * _SIMPLE]]
    cases = np.array(list(marks.cases.values())[:_CASES], dtype=np.bool_)
    in_case = np.where(
        cases[:, None], np.concatenate([rules.ravel() for rules in some]), marks.right
    )
    return np.concatenate([best.ravel(), next_best.ravel(), in_case.ravel()])


def _second(scores: NDArray[np.int64], best: Places) -> Places:
    """Return where the highest scores are but for the *best*; of equal ones, the first."""
    others = scores.copy()
    np.put_along_axis(others, best[..., None], np.iinfo(others.dtype).min, axis=-1)
    return np.asarray(others.argmax(axis=-1))


def _last(marks: TrickMarks) -> NDArray[np.int64]:
    """Return what tells cards apart at last: high or low, first or last."""
    ranks, order = np.array(marks.ranks), np.arange(len(marks.ranks))
    return np.stack([4 * ranks - order, -4 * ranks - order, -order, order])


def odd_always() -> NDArray[np.bool_]:
    """Return which of the rules kept hold in all tricks, not in one case alone."""
    return odd_rules() < _ALWAYS


def odd_of_known() -> NDArray[np.bool_]:
    """Return which of the rules kept are known misconceptions that hold in one case alone."""
    return odd_rules() >= _PUT_TOGETHER


@cache
def odd_rules() -> Places:
    """Return the numbers of the rules that are wrong, and none of the listed ones.

    Of those that are the same in all tricks one is kept.
    """
    rng = Random(1)
    tricks = [_trick(rng) for _ in range(_TRICKS)]
    by = np.array([_by(listed, tricks) for listed in MISCONCEPTIONS])
    each = zip(tricks, by.T, strict=True)
    winners = np.stack([odd_places(marks_of(ruling), named) for ruling, named in each], axis=1)
    right = np.array([ruling.winner for ruling in tricks])
    errs = winners != right
    good = errs.mean(axis=1) >= _LEAST
    for named in by:
        either = errs | (named != right)
        alike = ((winners == named) & either).sum(axis=1) / np.maximum(either.sum(axis=1), 1)
        good &= alike < _MUCH_LIKE
    first = np.unique(winners, axis=0, return_index=True)[1]
    return np.array(sorted(set(first.tolist()) & set(np.flatnonzero(good).tolist())))


def _by(listed: Misconception, tricks: list[Ruling]) -> tuple[int, ...]:
    """Return the places of the plays that win by a known misconception."""
    named = [predicts(listed, ruling.trick, ruling.table) for ruling in tricks]
    return tuple(
        [play.seat for play in ruling.trick.plays].index(seat)
        for ruling, seat in zip(tricks, named, strict=True)
    )


def _trick(rng: Random) -> Ruling:
    """Draw a trick in which suits are followed, ruffed and discarded about alike."""
    leader, led, ranks = rng.choice(_TABLE.seats), rng.choice(_TABLE.trumps), tuple(Rank)
    cards: list[str] = []
    for seat in _TABLE.clockwise(leader, 4):
        others = (led, led, _TABLE.trump(seat), rng.choice(_TABLE.trumps))
        suit = rng.choice(others) if cards else led
        cards.append(f"{suit.value}{rng.choice(ranks).letter}")
    return judge(Trick.parse(f"{leader.value} {' '.join(cards)}", _TABLE), _TABLE)


ABOUT = frozenset(KIND_OF.values())
"""The kinds of question about which there are misconceptions."""

_FEWEST, _WAYS = 2, 6
"""Of many possible answers so many are near enough to be slips."""


@dataclass(frozen=True, slots=True, eq=False)
class Forecast:
    """What a puzzle is answered by every hypothesis, as numbers of ``answers``; 0 is right.

    ``listed`` are the answers by the misconceptions of its kind, ``odd`` those by the odd rules;
    ``ways`` is how many answers are likely if somebody slips, and ``next_best`` is that by the
    highest card of a trick but for the one that wins.
    """

    rule: Rule
    answers: Mapping[object, int]
    listed: NDArray[np.intp]
    odd: NDArray[np.int8]
    ways: int
    next_best: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What one answer agrees with, and which misconceptions would have erred.

    ``given`` is its number in the forecast. What follows from both is not kept: a server
    remembers thousands of answers, and thousands of wrong rules agree with each or not.
    """

    forecast: Forecast
    given: int

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.given == 0

    @property
    def fits(self) -> NDArray[np.bool_]:
        """Which misconceptions would have answered so."""
        return np.asarray(self.forecast.listed == self.given)

    @property
    def tempts(self) -> NDArray[np.bool_]:
        """Which misconceptions would have erred."""
        return np.asarray(self.forecast.listed != 0)

    @property
    def odd(self) -> NDArray[np.bool_]:
        """Which of the wrong rules that no list has would have answered so."""
        return np.asarray(self.forecast.odd == self.given)

    @property
    def next_best(self) -> bool:
        """Whether the answer is the highest card but for the one that wins."""
        return self.forecast.next_best == self.given

    def speaking(self, names: Sequence[str]) -> tuple[str, ...]:
        """List the misconceptions that a wrong answer speaks for."""
        return tuple(name for name, fit in zip(names, self.fits, strict=True) if fit)


def forecast(puzzle: Puzzle) -> Forecast:
    """Work out what a puzzle is answered by every hypothesis about its kind."""
    kind = KINDS[puzzle.kind]
    answers: dict[object, int] = {}

    def number(answer: str) -> int:
        return answers.setdefault(tuple(kind.compared(puzzle, answer)), len(answers))

    number(puzzle.solution)
    said = foreseen(puzzle)
    listed = np.array([number(said[name]) for name in kind.misconceptions], dtype=np.intp)
    ways = max(min(count_answers(puzzle), _WAYS), _FEWEST)
    if not kind.marks_of:
        odd = np.array([number(answer) for answer in _same_options(puzzle)], dtype=np.int8)
        return Forecast(puzzle.rule, answers, listed, odd, ways, None)
    marks = kind.marks_of(puzzle)
    numbers = np.array([number(answer) for answer in marks.answers], dtype=np.int8)
    named = (numbers == listed[:, None]).argmax(axis=1)
    odd = numbers[odd_places(marks, named)[odd_rules()]]
    others = (place for place in range(len(numbers)) if place != marks.right)
    next_best = max(others, key=lambda place: marks.ranks[place])
    return Forecast(puzzle.rule, answers, listed, odd, ways, int(numbers[next_best]))


@lru_cache(maxsize=8192)  # 6 kB each; of a dozen that are drawn one is asked, and answered
def _forecast_of(line: str) -> Forecast:
    return forecast(parse_puzzle(line))


OPTIONS = (0, 1, 2, 3, -1)
"""The options that somebody may always choose, by their places."""


def _same_options(puzzle: Puzzle) -> list[str]:
    """Return the answers of those who choose the option at each of `OPTIONS`, or else the last."""
    tokens = [[choice.token for choice in part.choices] for part in puzzle.parts]
    return [
        print_answer([[part[min(place, len(part) - 1)]] for part in tokens]) for place in OPTIONS
    ]


@lru_cache(maxsize=8192)
def evidence(line: str, answer: str) -> Evidence | None:
    """Work out what an answer says; nothing if another rulebook has it right.

    Nor if it cannot be read, or if there are no misconceptions about its kind. (A question about
    a score names the rulebook by which it is counted.)
    """
    try:
        puzzle = parse_puzzle(line)
        if puzzle.kind not in ABOUT:
            return None
        known = _forecast_of(line)
        given = known.answers.get(tuple(KINDS[puzzle.kind].compared(puzzle, answer)), -1)
        if puzzle.ruling and given and right_by(puzzle, answer):
            return None
    except ValueError:
        return None
    return Evidence(known, given)
