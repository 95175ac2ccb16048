"""Misconceptions and mistakes of a learner: met, treated, overcome and made good."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import lru_cache
from random import Random

from engine.rules import Rule
from engine.table import Table
from engine.variants import Variant
from puzzles.generator import generate, rules_of
from puzzles.kinds import KIND_OF, KINDS, fitting, tempts
from puzzles.minimal_pairs import HAS_PAIR
from puzzles.natural import TrickSource
from puzzles.notation import parse_puzzle
from puzzles.sets import AimedPuzzle, shape, shape_of
from tutor.learning import Attempt, in_a_row, pair_mode, pair_of
from tutor.learning.estimate import telling
from tutor.learning.learner import AFTER_PAIR, learner_after
from tutor.learning.memory import Memory


@lru_cache(maxsize=8192)
def tempting(line: str, misconception: str) -> bool:
    """Return whether somebody who holds *misconception* answers the puzzle of this line wrongly."""
    try:
        return tempts(parse_puzzle(line), misconception)
    except ValueError:
        return False


@lru_cache(maxsize=4096)
def _fitting(line: str, answer: str) -> tuple[str, ...]:
    """List the misconceptions that a wrong answer fits; none if it cannot be read (any longer)."""
    try:
        return fitting(parse_puzzle(line), answer)
    except ValueError:
        return ()


MOST_AFTER, AMONG = 12, 60
"""At most so many of so many answers in a row are given to tricks that follow pairs."""

OVERCOME = 3
"""So many right answers where the misconception predicts a wrong one, the last on another day."""

LIKELY = 0.5
"""From this probability on a misconception that was named is said to be still at work."""

_PUT_RIGHT = "mistakes"
"""The mode of answers to what was asked to put a mistake right."""

_TRIES = 400
_PICK, _PICK_TRIES = 6, 40
"""Of so many tricks one is picked, fewer where so many tries find no more."""


def pending_pair(attempts: Sequence[Attempt]) -> str | None:
    """Name the misconception to treat now, if there is one.

    It can be named, a pair can show it, and the last answer speaks for it: to somebody who was
    right a moment ago a pair on what went wrong before that is not true. However the answers
    turn out, at most `MOST_AFTER` of any `AMONG` follow pairs.
    """
    if not attempts or attempts[-1].correct:
        return None
    after = sum(bool(pair_of(attempt.mode)) for attempt in attempts[-(AMONG - AFTER_PAIR) :])
    if after + AFTER_PAIR > MOST_AFTER:
        return None
    learner = learner_after(attempts)
    for misconception in learner.at_work():
        signs = learner.estimate(KIND_OF[misconception]).signs[misconception]
        if misconception in HAS_PAIR and max(signs) == len(attempts) - 1:
            return misconception
    return None


def pair_left(attempts: Sequence[Attempt]) -> tuple[str, int] | None:
    """Return which misconception is being treated and how many of its tricks are still to come."""
    if not attempts or not pair_of(attempts[-1].mode):
        return None
    mode = attempts[-1].mode
    left = -in_a_row(attempts, mode) % AFTER_PAIR
    return (pair_of(mode), left) if left else None


def pair_number(attempts: Sequence[Attempt], misconception: str, line: str) -> int:
    """Return which of its tricks after the pair on *misconception* the puzzle of *line* is, from 1.

    It is the same before and after its answer.
    """
    last = attempts[-1] if attempts else None
    told = last is not None and (last.puzzle, last.mode) == (line, pair_mode(misconception))
    return 1 + AFTER_PAIR - tricks_left(attempts[:-1] if told else attempts, misconception)


def tricks_left(attempts: Sequence[Attempt], misconception: str) -> int:
    """Return how many of the tricks after the pair on *misconception* are still to come."""
    left = pair_left(attempts)
    return left[1] if left and left[0] == misconception else AFTER_PAIR


def after_pair(
    misconception: str, memory: Memory, variant: Variant, tables: Sequence[Table], rng: Random
) -> AimedPuzzle:
    """Draw one of the tricks that follow a minimal pair: new, and tempting by that misconception.

    Of a few, the one comes that tells most of what else may be held; the second is natural.

    Raises:
        ValueError: There is none in this form of the game.
    """
    seen = {shape(attempt.puzzle) for attempt in memory.recent}
    kind = KIND_OF[misconception]
    rules = rules_of(kind, variant, tables[0].rulebook)
    candidates: list[AimedPuzzle] = []
    wanted = 1 if KINDS[kind].slow else _PICK
    left = pair_left(memory.recent)
    second = left is not None and left[1] == AFTER_PAIR - 1
    for tries in range(_TRIES):
        if len(candidates) == wanted or (candidates and tries >= _PICK_TRIES):
            break
        natural = second and tries < _TRIES // 2
        source = TrickSource.NATURAL if natural else TrickSource.MIXED
        aim = rng.choice(rules)
        puzzle = generate(kind, aim, variant, rng.choice(tables), rng, source)
        if tempts(puzzle, misconception) and shape_of(puzzle) not in seen:
            candidates.append(AimedPuzzle(puzzle, aim))
    if candidates:
        learner = learner_after(memory.recent)
        likely, settled = learner.likely(kind), learner.named | {misconception}
        return max(candidates, key=lambda candidate: telling(candidate.puzzle, likely, settled))
    raise ValueError(f"no trick of {variant.id} tempts by {misconception!r}")


@dataclass(frozen=True, slots=True)
class Met:
    """A misconception that was named, when its last sign came, and how it stands now.

    ``shows`` is whether it still explains the answers; ``overcome`` is since when it no longer
    does, once that is shown. ``again`` is whether it fits the last answer that it could.
    """

    misconception: str
    last: datetime
    shows: bool
    overcome: datetime | None
    again: bool = False


def misconceptions_met(attempts: Sequence[Attempt], zone: tzinfo) -> tuple[Met, ...]:
    """List the misconceptions that were named to a learner, the latest sign first.

    What was never named stands in no list, and a minimal pair by itself puts nothing there. One is
    overcome when the answers show it: three in a row, without a hint, on puzzles where it predicts
    a wrong answer, each of them known, and at least one of them on a later day than its last sign,
    in the learner's zone: what is right a minute after the explanation shows little. Answers it has
    nothing to say about neither help nor harm, nor do those of which parts were filled in; once it
    is named again, it has to be overcome again.
    """
    learner = learner_after(attempts)
    whole = [attempt for attempt in attempts if not attempt.filled_in]
    met = (
        _met(name, whole, zone, learner.likely(KIND_OF[name]).held[name])
        for name in sorted(learner.named)
    )
    return tuple(sorted(met, key=lambda misconception: misconception.last, reverse=True))


def _met(misconception: str, attempts: Sequence[Attempt], zone: tzinfo, likely: float) -> Met:
    known: list[Attempt] = []
    last = attempts[0].at
    overcome: datetime | None = None
    again = False
    signs = {
        number
        for number, attempt in enumerate(attempts)
        if not attempt.correct and misconception in _fitting(attempt.puzzle, attempt.answer)
    }
    for place, attempt in enumerate(attempts):
        if place in signs:
            last, known, again = attempt.at, [], True
            if attempt.misconception == misconception:
                overcome = None
        elif overcome is None and tempting(attempt.puzzle, misconception):
            again = False
            known = [*known, attempt] if attempt.known else []
            days = [moment.astimezone(zone).date() for moment in (last, attempt.at)]
            if len(known) >= OVERCOME and days[0] < days[1]:
                overcome = attempt.at
    return Met(misconception, last, overcome is None and likely >= LIKELY, overcome, again)


def open_mistakes(attempts: Sequence[Attempt]) -> tuple[Attempt, ...]:
    """List wrong answers not yet made good, the newest first; one for each rule and misconception.

    A mistake is made good by a later answer on the same rule that shows it known; where a
    misconception predicted the mistake, on a puzzle that tempts with the same misconception. In
    another form of the game or by another rulebook, where none may, it is enough that it was asked
    to put that right.
    """
    mistakes: dict[tuple[Rule, str | None], Attempt] = {}
    good: list[Attempt] = []
    for attempt in reversed(attempts):
        key = attempt.rule, attempt.misconception
        if attempt.known:
            good.append(attempt)
        elif not (
            attempt.correct
            or key in mistakes
            or any(_made_good(attempt, answer) for answer in good)
        ):
            mistakes[key] = attempt
    return tuple(mistakes.values())


def _made_good(mistake: Attempt, later: Attempt) -> bool:
    """Whether a later answer, which shows its rule known, makes a mistake good."""
    idea = mistake.misconception
    if later.rule != mistake.rule or (idea and later.filled_in):
        return False
    if idea is None or tempting(later.puzzle, idea):
        return True
    elsewhere = (later.form, later.rulebook) != (mistake.form, mistake.rulebook)
    return elsewhere and later.mode == _PUT_RIGHT
