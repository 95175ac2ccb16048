"""Misconceptions of a learner: suspected, met, treated by a minimal pair, and overcome."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from math import log2
from random import Random

from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.generate import generate, rules_of
from puzzles.kinds import KIND_OF, MISSES, SOUND, betrays, tempts
from puzzles.kinds.who_wins import WhoWins
from puzzles.minimal_pairs import HAS_PAIR
from puzzles.mixed import Asked
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from tutor.learning.attempts import Attempt
from tutor.learning.memory import Memory
from tutor.learning.shapes import (
    agreeing,
    betrayed,
    shape,
    shape_of,
    tempting,
    ways_to_answer,
)

WINDOW = 10
"""Two wrong answers that one misconception predicts, within so many, call for a minimal pair."""

AFTER_PAIR = 3
"""So many tricks on a misconception follow its minimal pair."""

OVERCOME = 3
"""So many right answers where the misconception predicts a wrong one, the last on another day."""

CERTAIN = 0.9
"""How probable a misconception must be to be named as what explains the answers."""

_SLIP = 0.1
"""How often somebody is taken to answer otherwise than they believe."""

_GUESSES = "?"
_PRIOR_SOUND, _PRIOR_GUESSES = 0.4, 0.1
_TRIES = 400


def pair_mode(misconception: str) -> str:
    """Give the ``mode`` of the tricks that follow the minimal pair of *misconception*."""
    return f"pair:{misconception}"


def pending_pair(attempts: Sequence[Attempt]) -> str | None:
    """Name the misconception to treat now, if there is one.

    Two wrong answers, at most ten answers apart, are both predicted by it; the later is among
    the last ten; and it was not treated since. Of several the most specific is named.
    """
    recent = attempts[-2 * WINDOW :]
    for misconception in KIND_OF:
        if misconception in HAS_PAIR and _calls_for_pair(misconception, recent):
            return misconception
    return None


def _calls_for_pair(misconception: str, recent: Sequence[Attempt]) -> bool:
    treated = [at for at, one in enumerate(recent) if one.mode == pair_mode(misconception)]
    start = treated[-1] + 1 if treated else 0
    places = [
        at
        for at in range(start, len(recent))
        if not recent[at].correct
        and misconception in betrayed(recent[at].puzzle, recent[at].answer)
    ]
    return (
        len(places) > 1 and places[-1] - places[-2] < WINDOW and places[-1] >= len(recent) - WINDOW
    )


def pair_left(attempts: Sequence[Attempt]) -> tuple[str, int] | None:
    """Say which misconception is being treated and how many of its tricks are still to come."""
    if not attempts or not attempts[-1].mode.startswith("pair:"):
        return None
    mode, asked = attempts[-1].mode, 0
    for attempt in reversed(attempts):
        if attempt.mode != mode:
            break
        asked += 1
    left = -asked % AFTER_PAIR
    return (mode.partition(":")[2], left) if left else None


def pair_number(attempts: Sequence[Attempt], misconception: str, line: str) -> int:
    """Say which of its tricks after the pair on *misconception* the puzzle of *line* is, from 1.

    It is the same before and after its answer.
    """
    last = attempts[-1] if attempts else None
    told = last is not None and (last.puzzle, last.mode) == (line, pair_mode(misconception))
    left = pair_left(attempts[:-1] if told else attempts)
    return 1 + (AFTER_PAIR - left[1] if left and left[0] == misconception else 0)


def after_pair(
    misconception: str, memory: Memory, variant: Variant, tables: Sequence[Table], rng: Random
) -> Asked:
    """Draw one of the tricks that follow a minimal pair: new, and tempting by that misconception.

    Raises:
        ValueError: There is none in this form of the game.
    """
    seen = {shape(attempt.puzzle) for attempt in memory.recent}
    rules = rules_of(WhoWins.kind, variant, tables[0].rulebook)
    for _ in range(_TRIES):
        aim = rng.choice(rules)
        puzzle = generate(WhoWins.kind, aim, variant, rng.choice(tables), rng)
        if tempts(puzzle, misconception) and shape_of(puzzle) not in seen:
            return Asked(puzzle, aim)
    raise ValueError(f"no trick of {variant.id} tempts by {misconception!r}")


@dataclass(frozen=True, slots=True)
class Met:
    """A misconception that wrong answers betrayed, when last, and since when it is overcome."""

    misconception: str
    last: datetime
    overcome: datetime | None


def misconceptions_met(attempts: Sequence[Attempt]) -> tuple[Met, ...]:
    """List the misconceptions a learner has met, the latest met first.

    A misconception is met when two wrong answers at most ten answers apart are named after it (one
    alone may be a slip), or when its minimal pair was shown and went on, whatever the answers
    were named after. It is overcome by three answers in a row, without a hint, on puzzles
    where the misconception predicts a wrong answer, each of them known, and at least one of them on
    a later day (in UTC) than the last mistake it predicted: what is right a minute after the
    explanation shows little. Answers it has nothing to say about neither help nor harm; one
    more wrong answer that it predicts, and it has to be overcome again.
    """
    met = (_met(misconception, attempts) for misconception in KIND_OF)
    return tuple(sorted(filter(None, met), key=lambda one: one.last, reverse=True))


def _met(misconception: str, attempts: Sequence[Attempt]) -> Met | None:
    wrong: list[int] = []
    known: list[Attempt] = []
    is_met = False
    overcome: datetime | None = None
    for place, attempt in enumerate(attempts):
        if attempt.mode == pair_mode(misconception) and not is_met:
            is_met = True
            wrong = wrong or [_last_betrayed(misconception, attempts[:place])]
        if not attempt.correct and attempt.misconception == misconception:
            is_met |= bool(wrong) and place - wrong[-1] < WINDOW
            wrong.append(place)
            known, overcome = [], None
        elif wrong and overcome is None and tempting(attempt.puzzle, misconception):
            known = [*known, attempt] if attempt.known else []
            later = bool(known) and known[-1].at.date() > attempts[wrong[-1]].at.date()
            if len(known) >= OVERCOME and later:
                overcome = attempt.at
    return Met(misconception, attempts[wrong[-1]].at, overcome) if is_met else None


def _last_betrayed(misconception: str, before: Sequence[Attempt]) -> int:
    """Return the place of the last wrong answer it predicts; of a record cut short, its start."""
    for place in range(len(before) - 1, -1, -1):
        answer = before[place]
        if not answer.correct and misconception in betrayed(answer.puzzle, answer.answer):
            return place
    return 0


def suspected(attempts: Iterable[Attempt], kind: str) -> Mapping[str, float]:
    """Return the probability of each misconception about *kind*; by "", that there is none.

    Bayes' rule over single hypotheses: the learner is sound, guesses, or holds one misconception,
    and answers by it but for one slip in ten. Answers after a hint say nothing.
    """
    misconceptions = [misconception for misconception, shown in KIND_OF.items() if shown == kind]
    each = (1 - _PRIOR_SOUND - _PRIOR_GUESSES) / max(len(misconceptions), 1)
    weights = {SOUND: _PRIOR_SOUND, _GUESSES: _PRIOR_GUESSES, **dict.fromkeys(misconceptions, each)}
    head = f" {kind} "
    for attempt in attempts:
        if not attempt.hinted and attempt.puzzle[1:].startswith(head):
            weights = weigh(weights, attempt)
    return weights


def weigh(weights: dict[str, float], attempt: Attempt) -> dict[str, float]:
    """Change the probabilities of `suspected` by one more answer about their kind."""
    try:
        fits, ways = agreeing(attempt.puzzle, attempt.answer), ways_to_answer(attempt.puzzle)
    except ValueError:
        return weights
    slip = _SLIP / max(ways - 1, 1)
    likely = {one: 1 - _SLIP if one in fits else slip for one in weights}
    likely[_GUESSES] = 1 / ways
    total = sum(weight * likely[one] for one, weight in weights.items())
    return {one: weight * likely[one] / total for one, weight in weights.items()}


def identified(attempts: Sequence[Attempt]) -> str | None:
    """Name the one misconception that explains the answers, if it is all but certain."""
    for kind in dict.fromkeys(KIND_OF.values()):
        named = certain(suspected(attempts, kind))
        if named:
            return named
    return None


def certain(weights: Mapping[str, float]) -> str | None:
    """Name the misconception of `suspected` that is all but certain, if one is."""
    best = max(weights, key=weights.__getitem__)
    return best if weights[best] >= CERTAIN and best not in (SOUND, _GUESSES) else None


def telling(answers: Mapping[str, str], misconceptions: Mapping[str, float]) -> float:
    """Return what a puzzle with these `foreseen` answers will tell about them, in bits.

    It is the entropy of the answers: nothing where all misconceptions lead to the same.
    """
    chances: dict[str, float] = {}
    for misconception, answer in answers.items():
        chances[answer] = chances.get(answer, 0) + misconceptions[misconception]
    total = sum(chances.values())
    shares = (chance / total for chance in chances.values() if chance > 0)
    return -sum(share * log2(share) for share in shares)


def most_open(rules: Sequence[Rule], attempts: Sequence[Attempt]) -> Sequence[Rule]:
    """Give those of *rules* about which the answers leave most open; all, if they are alike.

    A misconception that is more probable now than before the answers fits them, right ones too: it
    was not put to the test yet. Misconceptions about a score sheet miss one rule each; those about
    tricks show under many, and are left to `telling`.
    """
    growth = dict.fromkeys(rules, 1.0)
    for kind in {
        KIND_OF[misconception] for misconception, rule in MISSES.items() if rule in growth
    }:
        before, now = suspected((), kind), suspected(attempts, kind)
        for misconception, rule in MISSES.items():
            if rule in growth:
                growth[rule] = max(growth[rule], now[misconception] / before[misconception])
    most = max(growth.values(), default=1.0)
    return [rule for rule in rules if growth[rule] == most]


def likeliest(attempts: Sequence[Attempt], puzzle: Puzzle, answer: str, named: str) -> str:
    """Return, of those that predict a wrong answer, the one the last answers speak for most.

    One answer often fits several misconceptions; to name now this and now that helps nobody.

    Args:
        attempts: The answers given before, oldest first.
        puzzle: What was asked.
        answer: The wrong answer.
        named: The misconception to name where the last answers are no help.
    """
    fit = _betrayed(print_puzzle(puzzle), answer)
    support = dict.fromkeys(fit, 0)
    for attempt in attempts[-WINDOW:]:
        if not attempt.correct:
            for misconception in fit:
                support[misconception] += misconception in _betrayed(attempt.puzzle, attempt.answer)
    best = max(support.values(), default=0)
    if not best or support.get(named) == best:
        return named
    return next(misconception for misconception in fit if support[misconception] == best)


@lru_cache(maxsize=4096)
def _betrayed(line: str, answer: str) -> tuple[str, ...]:
    """Return the misconceptions that predict this wrong answer to the puzzle of this line."""
    puzzle = parse_puzzle(line)
    return tuple(
        misconception
        for misconception, kind in KIND_OF.items()
        if kind == puzzle.kind and betrays(puzzle, answer, misconception)
    )
