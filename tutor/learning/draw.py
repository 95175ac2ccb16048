"""The puzzle for what was chosen: natural, or one of several that suits the learner best."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from engine.rules import Rule
from engine.trick import Role
from puzzles.difficulty import difficulty
from puzzles.generator import generate
from puzzles.kinds import KINDS, tempts
from puzzles.natural import TrickSource
from puzzles.puzzle import Puzzle, split_parts
from puzzles.sets import shape, shape_of
from tutor.learning import Attempt, pair_of
from tutor.learning.estimate import Likely, telling
from tutor.learning.learner import asked_again, learner_after
from tutor.learning.memory import Memory
from tutor.learning.schedule import (
    Because,
    Mode,
    Selection,
    Syllabus,
    coming,
    next_question,
    put_right,
)

_TRIES = 60
FITTING = 4
"""So many puzzles are drawn, and one is asked that is the harder the longer its rule holds."""

HARDER = 14
"""For a streak so many puzzles about a rule are drawn: first the easiest is asked, in the end the
hardest. Rules come as they do elsewhere: some are hard, and if only those were asked, a habit
that fails at the others would do."""

DOUBTFUL, _DOUBTFUL_NATURAL = 12, 5
"""So many are drawn where the learner has something wrong; of natural tricks, so many. Of twice as
many the most telling tells hardly more, and misconceptions are not named sooner."""

_ROUND, _NATURAL, _NATURAL_IN_DOUBT = 15, (1, 3, 6, 8, 10, 11, 13), (1, 3, 6, 8, 11, 13)
"""Of so many questions about tricks these are natural, and these while something is wrong. By
chance alone, some of those who often go wrong would meet fewer than a third."""

_SEPARATING = 3
"""Of the others one in so many separates: all of those tempt by the ideas that err often, and
hide a second one that errs in few tricks."""

_ABOUT_TRICKS = frozenset(name for name, kind in KINDS.items() if kind.draw_from)

_HOLDS = 4
"""After so many right answers in succession a rule is asked by the hardest of those drawn."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A choice and the puzzle drawn for it."""

    choice: Selection
    puzzle: Puzzle


def ask_next(  # noqa: PLR0913 - all that is known when a question is chosen
    memory: Memory,
    answers: Sequence[Attempt],
    syllabus: Syllabus,
    mode: Mode,
    now: datetime,
    rng: Random,
    only: Rule | None = None,
) -> Asked:
    """Choose what to ask next and draw it; see `next_question` and `draw`.

    ``answers`` are all that were given: what is likely of the learner is then known already.
    After the last of them alone it would have to be worked out anew.

    Raises:
        ValueError: Nothing can be asked.
    """
    followed = _followed_up(syllabus, answers) if mode == Mode.TODAY else None
    if followed:
        choice = next_question(memory, followed, Mode.TODAY, now, rng)
        choice = replace(choice, because=Because.MISSED)
    elif mode == Mode.MISTAKES:
        choice = put_right(answers, syllabus, rng)  # however long ago they were made
    else:
        choice = next_question(memory, syllabus, mode, now, rng, only)
    return Asked(choice, draw(choice, memory, syllabus, rng, answers))


def _followed_up(syllabus: Syllabus, answers: Sequence[Attempt]) -> Syllabus | None:
    """Return the syllabus of the one rule that is to be followed up, if it can be asked."""
    again = asked_again(answers)
    followed = replace(syllabus, rules=(again.rule,)) if again else None
    return followed if followed and followed.askable else None


def coming_up(memory: Memory, syllabus: Syllabus, answers: Sequence[Attempt]) -> tuple[Rule, ...]:
    """Return the rules that today's practice asks after *answers*, in its order.

    The one to be followed up, if there is one, is the first; see `ask_next`.
    """
    followed = _followed_up(syllabus, answers)
    first = followed.rules if followed else ()
    return tuple(dict.fromkeys((*first, *coming(memory, syllabus))))


def draw(
    choice: Selection,
    memory: Memory,
    syllabus: Syllabus,
    rng: Random,
    answers: Sequence[Attempt],
) -> Puzzle:
    """Draw a puzzle for *choice*, equal up to renaming to none of the last 200.

    Where a ruff was missed, what it has to beat is the same again. Of fifteen tricks seven are
    natural, as they fall in play, and taken as they are drawn. Otherwise a few are drawn, and the
    easiest is taken if the rule is new, a harder one the longer it holds. While the answers speak
    for something wrong, a few are drawn always, and the one is taken that tells most of it.

    Raises:
        ValueError: There is no such puzzle.
    """
    learner = learner_after(answers)
    likely = learner.likely(choice.kind)
    source = _source(choice, likely, answers)
    wanted = _how_many(choice, source, likely)
    candidates = _candidates(choice, memory, syllabus, rng, source, wanted)
    if len(candidates) > 1 and likely.suspect and choice.hard is None:
        puzzle = max(candidates, key=lambda candidate: telling(candidate, likely, learner.named))
    else:
        hard = _held(memory, choice.rule) if choice.hard is None else choice.hard
        puzzle = _as_hard(candidates, hard)
    asks_rule = KINDS[choice.kind].asks_rule if choice.why else None
    return asks_rule(puzzle) if asks_rule else puzzle


def _candidates(
    choice: Selection,
    memory: Memory,
    syllabus: Syllabus,
    rng: Random,
    source: TrickSource,
    wanted: int,
) -> list[Puzzle]:
    """Draw puzzles to choose from: *wanted* of them, fewer if there are no more, but one at least.

    If none is as it should be for *choice*, it is one that is new and no more than that.
    """
    seen = {shape(attempt.puzzle) for attempt in memory.recent}
    missed = _missed(choice, memory)
    candidates: list[Puzzle] = []
    spare: Puzzle | None = None
    for tries in range(_TRIES):
        if source == TrickSource.NATURAL and tries == _TRIES // 2:
            source = TrickSource.MADE  # a rare rule has no more that are new
        made = source == TrickSource.SEPARATING and tries % _SEPARATING
        drawn_from = TrickSource.MADE if made else source
        table = rng.choice(syllabus.tables)
        puzzle = generate(choice.kind, choice.rule, syllabus.variant, table, rng, drawn_from)
        if shape_of(puzzle) in seen:
            continue
        spare = spare or puzzle
        if choice.misconception and not tempts(puzzle, choice.misconception):
            continue
        if missed is not None and _ruffs_a_trump(puzzle) != missed:
            continue
        candidates.append(puzzle)
        if len(candidates) == wanted:
            break
    if spare is None:
        raise ValueError(f"{choice.kind!r} has no more new puzzles about {choice.rule.value!r}")
    return candidates or [spare]


def _missed(choice: Selection, memory: Memory) -> bool | None:
    """Return whether the trick missed last was a ruffed lead of trumps, where that is asked again.

    A ruff that beats plain cards and one that beats a led trump are one rule with two names: to
    a learner they are two.
    """
    if choice.because != Because.MISSED or choice.rule != Rule.RUFF_WINS:
        return None
    last = next((answer for answer in reversed(memory.recent) if answer.rule == choice.rule), None)
    return _ruffs_a_trump(last.question) if last and last.question else None


def _ruffs_a_trump(puzzle: Puzzle) -> bool:
    ruling = puzzle.ruling
    return (
        ruling is not None and ruling.roles[0] == Role.LED_TRUMP and ruling.rule == Rule.RUFF_WINS
    )


def _source(choice: Selection, likely: Likely, answers: Sequence[Attempt]) -> TrickSource:
    """Return where the trick comes from; kinds that are not about one take no notice."""
    if choice.misconception or not KINDS[choice.kind].draw_from:
        return TrickSource.MADE
    asked = sum(map(_about_a_trick, answers))
    if asked % _ROUND in (_NATURAL_IN_DOUBT if likely.suspect else _NATURAL):
        return TrickSource.NATURAL
    return TrickSource.SEPARATING if likely.suspect else TrickSource.MADE


def _about_a_trick(attempt: Attempt) -> bool:
    """Whether a question was about a trick; those that follow a pair are drawn elsewhere."""
    return attempt.kind in _ABOUT_TRICKS and not pair_of(attempt.mode)


def _how_many(choice: Selection, source: TrickSource, likely: Likely) -> int:
    """Return among how many puzzles one is picked."""
    if choice.misconception or KINDS[choice.kind].slow:
        return 1
    if choice.hard is not None:
        return 1 if source == TrickSource.NATURAL else HARDER
    if source == TrickSource.NATURAL:
        return _DOUBTFUL_NATURAL if likely.suspect else 1
    return DOUBTFUL if likely.suspect else FITTING


def _held(memory: Memory, rule: Rule) -> float:
    """Return how far a rule holds: 0 where it is new or was missed, 1 after some right answers."""
    known = 0
    for attempt in reversed(memory.recent):
        if attempt.rule == rule:
            if not attempt.known or known == _HOLDS:
                break
            known += 1
    return known / _HOLDS


def _as_hard(puzzles: Sequence[Puzzle], hard: float) -> Puzzle:
    """Pick the puzzle that is so hard among those *puzzles*, from 0 to 1.

    Where one of a few options is right, it stays the one drawn first: else the hard puzzles,
    which are mostly those where nobody may do something, would give it away.
    """
    option = _option(puzzles[0])
    easiest_first = sorted((drawn for drawn in puzzles if _option(drawn) == option), key=difficulty)
    return easiest_first[round(hard * (len(easiest_first) - 1))]


def _option(puzzle: Puzzle) -> int | None:
    """Return which option is right; of several parts, nothing.

    Of who wins a trick, it is whether somebody discards; of what the rulebooks say of it, whether
    they agree; of cards, whether all may be played.
    """
    part = puzzle.parts[0]
    if KINDS[puzzle.kind].about_rulebooks:
        return len(set(split_parts(puzzle.solution)))
    if puzzle.kind in _ABOUT_TRICKS:
        return int(puzzle.ruling is not None and Role.DISCARD in puzzle.ruling.roles)
    if len(puzzle.parts) > 1:
        return None
    if part.many:
        return int(len(puzzle.solution.split()) == len(part.choices))
    return [choice.token for choice in part.choices].index(puzzle.solution)
