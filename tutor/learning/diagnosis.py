"""What is likely of a learner: one model that pages, schedule and benchmark all read.

For each kind of question somebody may be sound, guess, hold one known misconception, always or
now and then, hold two at once, or follow a wrong rule that nobody has listed. Whoever they are,
they slip; how often is not known either. Every answer changes the probabilities once, by Bayes'
rule. Between answers people change: an explanation may cure, a minimal pair does so more often,
and answers from then on count anew.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cache, lru_cache
from itertools import combinations
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from engine.rules import Rule
from engine.trick import ruling_under
from puzzles.kinds import KIND_OF, KINDS, SOUND, foreseen
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from tutor.learning.attempts import Attempt
from tutor.learning.shapes import ways_to_answer

Numbers = NDArray[np.float64]

NAMED = 0.7
"""How probable a misconception must be to be named."""

PERHAPS = 0.2
"""How probable one must be to stand among those that are said to be possible."""

MOST_PERHAPS = 3
"""Of more than so many possible ones, none is named."""

SIGNS = 2
"""So many answers must speak for a misconception before anything is said of it."""

UNKNOWN = 0.9
"""How probable it must be that the learner follows a rule which nobody has listed."""

SETTLED = 0.45
"""How probable it must be that nothing is wrong, or something is suspected: before any answer,
when nobody is known, it is a little more."""

UNKNOWN_SIGNS = 3
"""So many wrong answers come before that is said."""

_SLIPS = np.array([0.02, 0.05, 0.1, 0.2, 0.35])
"""How often somebody may answer otherwise than they think."""

_SLIPS_PRIOR = np.array([0.3, 0.3, 0.25, 0.12, 0.03])

_USES = ((1.0, 0.55), (0.75, 0.15), (0.5, 0.3))
"""How often a misconception is used where it applies, and how many use it so often."""

_ODD_USES = ((1.0, 0.7), (0.7, 0.3))
"""The same of the rules that stand for unlisted ones."""

_P_GUESSES, _P_SHAPELESS, _P_ODD = 0.01, 0.05, 0.15
"""The shares of learners who guess, err without a rule that can be written down, or follow one
of those that stand for unlisted ones."""

_P_EACH, _P_BOTH = 0.013, 0.0003
"""The shares of learners who hold a certain misconception, and a certain two of one kind."""

_WAYS = 6
"""Of many possible answers so many are near enough to be slips."""

_CHANGES, _TOLD, _PAIRED = 0.003, 0.04, 0.6
"""How often a misconception is dropped unasked, when its answer is explained, and by its pair."""

_RELAPSES = 0.0005
_AFFECTED, _ERRS = 0.4, (2.0, 1.0)
"""Of the rules an unlisted idea gets so many wrong, most of the time (a beta distribution)."""

_LATELY = 60
"""A puzzle that was answered so few answers ago says nothing again: its solution was told."""


REST, WITHIN = 3, 8
"""After a doubt the rule comes as the third question, and as the eighth at last."""

FOLLOWED, PER = 15, 60
"""So many doubts are followed up in so many answers: other rules want to be asked too."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """What is said of the learner after an answer.

    ``named`` is the misconception that explains the wrong answer and others before it;
    ``perhaps`` are a few that may, where none is likely enough; ``unknown`` says that the wrong
    answers follow none of the known ones. After a right answer, a first error or a hint nothing
    is said.
    """

    named: str | None = None
    perhaps: tuple[str, ...] = ()
    unknown: bool = False


NOTHING = Diagnosis()


@dataclass(frozen=True, slots=True)
class _Space:
    """The hypotheses about one kind of question, as arrays; the order is that of ``weights``."""

    names: tuple[str, ...]
    uses: Numbers
    single: NDArray[np.intp]
    pairs: NDArray[np.intp]
    odd_uses: Numbers
    odd: NDArray[np.intp]
    prior: Numbers
    holds: NDArray[np.bool_]


_SOUND, _GUESSES, _SHAPELESS, _FIRST = 0, 1, 2, 3


@cache
def _space(kind: str) -> _Space:
    names = tuple(one for one, shown in KIND_OF.items() if shown == kind)
    count = len(names)
    pairs = list(combinations(range(count), 2))
    singles = [(number, use) for use, _ in _USES for number in range(count)]
    odd = range(len(KINDS[kind].unlisted))
    odds = [(number, use) for use, _ in _ODD_USES for number in odd]
    total = _FIRST + len(singles) + len(pairs) + len(odds)
    shares = [_P_EACH * share for _, share in _USES for _ in range(count)]
    shares += [_P_BOTH] * len(pairs)
    shares += [_P_ODD / len(odd) * share for _, share in _ODD_USES for _ in odd]
    rest = 1 - _P_GUESSES - _P_SHAPELESS - sum(shares)
    prior = np.array([rest, _P_GUESSES, _P_SHAPELESS, *shares])
    holds = np.zeros((count, total), dtype=np.bool_)
    for place, (number, _) in enumerate(singles, _FIRST):
        holds[number, place] = True
    for place, two in enumerate(pairs, _FIRST + len(singles)):
        holds[list(two), place] = True
    return _Space(
        names,
        np.array([use for _, use in singles]),
        np.array([number for number, _ in singles], dtype=np.intp),
        np.array(pairs, dtype=np.intp).reshape(-1, 2),
        np.array([use for _, use in odds]),
        np.array([number for number, _ in odds], dtype=np.intp),
        np.repeat(prior[:, None], len(_SLIPS), axis=1),
        holds,
    )


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """What is believed of a learner about one kind of question.

    ``weights`` say how probable the answers are by hypothesis, for each rate of slips: that
    rate is the learner's, and all kinds together tell it. ``signs`` are, by misconception, the
    numbers of the wrong answers that speak for it since it was last treated; ``tally`` the right
    and wrong answers by governing rule; ``told`` the misconceptions that the last wrong answer
    fits, since its explanation may have cured them.
    """

    kind: str
    weights: Numbers
    signs: Mapping[str, frozenset[int]] = field(default_factory=lambda: MappingProxyType({}))
    tally: Mapping[Rule, tuple[int, int]] = field(default_factory=lambda: MappingProxyType({}))
    told: Numbers | None = None

    def likely(self, slips: Numbers) -> "Likely":
        """Return how probable everything is, given how often the learner may slip."""
        space = _space(self.kind)
        shares = self.weights @ slips
        shares /= shares.sum()
        held = dict(zip(space.names, map(float, space.holds @ shares), strict=True))
        known = len(shares) - len(space.odd)
        odd = np.zeros(len(KINDS[self.kind].unlisted))
        np.add.at(odd, space.odd, shares[known:])
        unlisted = shares[_GUESSES:_FIRST].sum() + odd.sum()
        return Likely(float(shares[_SOUND]), float(unlisted), held, odd)


@dataclass(frozen=True, slots=True, eq=False)
class Likely:
    """How probable it is that nothing is wrong, that a wrong rule is unlisted, and what is held.

    ``odd`` are the rules that stand for unlisted ones, each by itself.
    """

    sound: float
    unlisted: float
    held: Mapping[str, float]
    odd: Numbers

    @property
    def in_doubt(self) -> bool:
        """Whether something seems wrong, and it is not clear what."""
        return self.suspect and max(self.held.values(), default=0) < NAMED

    @property
    def suspect(self) -> bool:
        """Whether the answers speak for something that is wrong, whatever it is."""
        return self.sound < SETTLED

    def information(self, puzzle: Puzzle) -> float:
        """Return what the answer to a puzzle of this kind will tell, in bits.

        It is the entropy of the answers that all hypotheses lead to: nothing where it is one.
        """
        found = _forecast(print_puzzle(puzzle))
        chances = np.zeros(len(found.answers))
        chances[0] = self.sound
        np.add.at(chances, found.said, list(self.held.values()))
        np.add.at(chances, found.odd, self.odd)
        shares = chances[chances > 0] / chances.sum()
        return float(-(shares * np.log2(shares)).sum())


def _before(kind: str) -> Belief:
    return Belief(kind, _space(kind).prior)


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What one answer agrees with: the rule, each misconception of its kind, each odd rule."""

    rule: Rule
    right: bool
    fits: Numbers
    tempts: NDArray[np.bool_]
    odd: Numbers
    ways: int

    def speaking(self, names: Sequence[str]) -> tuple[str, ...]:
        """List the misconceptions that a wrong answer speaks for."""
        return tuple(one for one, fit in zip(names, self.fits, strict=True) if fit)


@dataclass(frozen=True, slots=True, eq=False)
class _Forecast:
    """What a puzzle is answered by every hypothesis, as numbers of ``answers``; 0 is right."""

    rule: Rule
    answers: Mapping[object, int]
    said: NDArray[np.intp]
    odd: NDArray[np.intp]
    ways: int


@lru_cache(maxsize=16384)
def _forecast(line: str) -> _Forecast:
    puzzle = parse_puzzle(line)
    kind = KINDS[puzzle.kind]
    answers: dict[object, int] = {}

    def number(answer: str) -> int:
        return answers.setdefault(tuple(kind.told(puzzle, answer)), len(answers))

    number(puzzle.solution)
    said = foreseen(puzzle)
    return _Forecast(
        puzzle.rule,
        answers,
        np.array([number(said[one]) for one in kind.misconceptions], dtype=np.intp),
        np.array(
            [number(by(puzzle) or puzzle.solution) for by in kind.unlisted.values()], dtype=np.intp
        ),
        max(min(ways_to_answer(line), _WAYS), 2),
    )


@lru_cache(maxsize=16384)
def _evidence(line: str, answer: str) -> _Evidence | None:
    """Work out what an answer says; nothing if it is right by another rulebook, or unreadable."""
    try:
        puzzle = parse_puzzle(line)
        if puzzle.kind not in _KINDS:
            return None
        found = _forecast(line)
        given = found.answers.get(tuple(KINDS[puzzle.kind].told(puzzle, answer)), -1)
        ruling = puzzle.ruling
        if ruling and given:
            seat, books = answer.partition(" / ")[0], puzzle.check(answer).dissents
            if seat in (ruling_under(ruling, book).winning.seat.value for book in books):
                return None
    except ValueError:
        return None
    return _Evidence(
        found.rule,
        given == 0,
        (found.said == given).astype(np.float64),
        found.said != 0,
        (found.odd == given).astype(np.float64),
        found.ways,
    )


_KINDS = frozenset(KIND_OF.values())


def _likelihood(space: _Space, seen: _Evidence, tally: tuple[int, int]) -> Numbers:
    """Return how probable the answer is, by hypothesis and by how often somebody slips."""
    sound = float(seen.right)
    meant = np.empty(len(space.prior))
    meant[_SOUND] = sound
    first, pairs, known = _FIRST, _FIRST + len(space.single), len(meant) - len(space.odd)
    meant[first:pairs] = space.uses * seen.fits[space.single] + (1 - space.uses) * sound
    if len(space.pairs):
        one, two = space.pairs[:, 0], space.pairs[:, 1]
        either = (seen.fits[one] + seen.fits[two]) / 2
        errs_one, errs_two = seen.tempts[one], seen.tempts[two]
        erring = np.where(
            errs_one == errs_two, either, np.where(errs_one, seen.fits[one], seen.fits[two])
        )
        meant[pairs:known] = (either + erring) / 2
    meant[known:] = space.odd_uses * seen.odd[space.odd] + (1 - space.odd_uses) * sound
    others = seen.ways - 1
    likely = meant[:, None] * (1 - _SLIPS) + (1 - meant[:, None]) * _SLIPS / others
    likely[_GUESSES] = 1 / seen.ways
    wrong = _unlisted_errs(tally)
    likely[_SHAPELESS] = 1 - wrong if seen.right else wrong / others
    return np.asarray(likely)


def _unlisted_errs(tally: tuple[int, int]) -> Numbers:
    """Return how often an unlisted idea errs on a rule, after so many right and wrong answers."""
    right, wrong = tally
    errs, keeps = _ERRS
    affected = _AFFECTED
    for number in range(wrong):
        affected *= (errs + number) / (errs + keeps + number)
    for number in range(right):
        affected *= (keeps + number) / (errs + keeps + wrong + number)
    spared = (1 - _AFFECTED) * _SLIPS**wrong * (1 - _SLIPS) ** right
    share = affected / (affected + spared)
    return np.asarray(
        share * (errs + wrong) / (errs + keeps + right + wrong) + (1 - share) * _SLIPS
    )


def _cured(space: _Space, weights: Numbers, shares: Numbers) -> Numbers:
    """Let so large a share of those who hold each misconception drop it."""
    first, pairs, known = _FIRST, _FIRST + len(space.single), len(weights) - len(space.odd)
    found = weights.copy()
    gone = weights[first:pairs] * shares[space.single][:, None]
    found[first:pairs] -= gone
    found[_SOUND] += gone.sum(axis=0)
    for side, other in ((0, 1), (1, 0)):
        gone = found[pairs:known] * shares[space.pairs[:, side]][:, None]
        found[pairs:known] -= gone
        # They still hold the other one, always.
        np.add.at(found, first + space.pairs[:, other], gone)
    return found


def _after(belief: Belief, attempt: Attempt, number: int) -> Belief:
    """Return the belief after one more answer about its kind."""
    space = _space(belief.kind)
    seen = _evidence(attempt.puzzle, attempt.answer)
    if seen is None:
        return belief
    tally = belief.tally.get(seen.rule, (0, 0))
    weights = _moved_on(space, belief) * _likelihood(space, seen, tally)
    weights /= weights.sum()
    signs = belief.signs
    if not seen.right:
        speaking = seen.speaking(space.names)
        signs = {**signs, **{one: signs.get(one, frozenset()) | {number} for one in speaking}}
    right, wrong = tally
    tallied = {**belief.tally, seen.rule: (right + seen.right, wrong + (not seen.right))}
    return Belief(belief.kind, weights, signs, tallied, None if seen.right else seen.fits)


def _moved_on(space: _Space, belief: Belief) -> Numbers:
    """Return the probabilities when the next question comes: people change now and then."""
    if not belief.tally:
        return belief.weights
    shares = np.full(len(space.names), _CHANGES)
    if belief.told is not None:
        shares += _TOLD * belief.told
    weights = _cured(space, belief.weights, shares)
    relapses = _RELAPSES * weights[_SOUND]
    weights[_SOUND] -= relapses
    return np.asarray(weights + relapses * space.prior)


def _treated(belief: Belief, misconception: str) -> Belief:
    """Return the belief after the minimal pair of *misconception*: its answers count anew."""
    space = _space(belief.kind)
    shares = np.array([_PAIRED if one == misconception else 0.0 for one in space.names])
    explained = belief.signs.get(misconception, frozenset())
    signs = {one: numbers - explained for one, numbers in belief.signs.items()}
    return replace(belief, weights=_cured(space, belief.weights, shares), signs=signs)


@dataclass(frozen=True, slots=True)
class NamedMisconception:
    """A misconception that was named, first and last when."""

    first: datetime
    last: datetime


@dataclass(frozen=True, slots=True, eq=False)
class LearnerModel:
    """What is believed of a learner after some answers, and what was said after the last.

    ``doubts`` are the numbers of the last wrong answers that left it open what is wrong, and
    ``unknown`` of those after which it was said that no known misconception is behind them.
    """

    beliefs: Mapping[str, Belief] = field(default_factory=lambda: MappingProxyType({}))
    said: Diagnosis = NOTHING
    doubts: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()
    namings: Mapping[str, NamedMisconception] = field(default_factory=lambda: MappingProxyType({}))

    def belief(self, kind: str) -> Belief:
        """Return what is believed about one kind of question."""
        return self.beliefs.get(kind) or _before(kind)

    def likely(self, kind: str) -> Likely:
        """Return how probable everything about one kind is, after the answers of all kinds."""
        slips = _SLIPS_PRIOR
        for other, belief in self.beliefs.items():
            if other != kind:
                slips = slips * belief.weights.sum(axis=0)
                slips = slips / slips.sum()
        return self.belief(kind).likely(slips)

    def at_work(self) -> tuple[str, ...]:
        """List the misconceptions that can be named now, the likeliest first."""
        found = {
            one: share
            for kind, belief in self.beliefs.items()
            for one, share in _nameable(belief, self.likely(kind)).items()
        }
        return tuple(sorted(found, key=lambda one: -found[one]))


def _nameable(belief: Belief, likely: Likely) -> dict[str, float]:
    """Return the misconceptions of one kind that can be named, each with its probability.

    What explains an answer leaves it to no other: of two that share their signs only the
    likelier is named.
    """
    found: dict[str, float] = {}
    spent: frozenset[int] = frozenset()
    ranked = sorted(likely.held.items(), key=lambda item: -item[1])
    for one, share in ranked:
        signs = belief.signs.get(one, frozenset())
        if share >= NAMED and len(signs - spent) >= SIGNS:
            found[one] = share
            spent |= signs
    return found


def _diagnosis(belief: Belief, likely: Likely, seen: _Evidence) -> Diagnosis:
    """Return what is to be said of a wrong answer that has just been counted."""
    fitting = seen.speaking(_space(belief.kind).names)
    nameable = _nameable(belief, likely)
    for one in nameable:
        if one in fitting:
            return Diagnosis(named=one)
    if any(nameable):
        return NOTHING
    shares = likely.held
    perhaps = [
        one for one in fitting if shares[one] >= PERHAPS and len(belief.signs.get(one, ())) >= SIGNS
    ]
    wrong = sum(wrong for _, wrong in belief.tally.values())
    if likely.unlisted >= UNKNOWN and wrong >= UNKNOWN_SIGNS:
        return Diagnosis(unknown=True)
    if perhaps and len(perhaps) <= MOST_PERHAPS:
        return Diagnosis(perhaps=tuple(sorted(perhaps, key=lambda one: -shares[one])))
    return NOTHING


def _step(learner: LearnerModel, attempts: Sequence[Attempt], number: int) -> LearnerModel:
    """Return what is believed after the answer at *number*."""
    attempt = attempts[number]
    beliefs = learner.beliefs
    treated = attempt.mode.partition(":")[2] if attempt.mode.startswith("pair:") else ""
    if treated in KIND_OF and _opens(attempts, number):
        kind = KIND_OF[treated]
        beliefs = {**beliefs, kind: _treated(learner.belief(kind), treated)}
    kind = attempt.puzzle.split(" ", 2)[1] if attempt.puzzle.count(" ") > 1 else ""
    again = any(one.puzzle == attempt.puzzle for one in attempts[max(0, number - _LATELY) : number])
    if attempt.hinted or again or kind not in _KINDS:
        return replace(learner, beliefs=beliefs, said=NOTHING)
    belief = _after(beliefs.get(kind) or _before(kind), attempt, number)
    seen = _evidence(attempt.puzzle, attempt.answer)
    now = replace(learner, beliefs={**beliefs, kind: belief})
    wrong = seen is not None and not seen.right
    likely = now.likely(kind)
    said = _diagnosis(belief, likely, seen) if seen and wrong else NOTHING
    doubts, namings = learner.doubts, learner.namings
    if wrong and likely.in_doubt:
        doubts = (*doubts[-_LATELY:], number)
    unknown = learner.unknown
    if said.unknown:
        # Once said, it is followed up before it is said again.
        if unknown and number - unknown[-1] <= WITHIN:
            said = NOTHING
        else:
            unknown = (*unknown[-_LATELY:], number)
    if said.named:
        first = namings[said.named].first if said.named in namings else attempt.at
        namings = {**namings, said.named: NamedMisconception(first, attempt.at)}
    return replace(now, said=said, doubts=doubts, unknown=unknown, namings=namings)


def _opens(attempts: Sequence[Attempt], number: int) -> bool:
    """Return whether an answer after a minimal pair is the first after it."""
    mode, asked = attempts[number].mode, 0
    while asked < number and attempts[number - asked - 1].mode == mode:
        asked += 1
    return asked % 3 == 0


_CACHE: OrderedDict[int, LearnerModel] = OrderedDict()
_CACHED = 4096


def learner_after(attempts: Sequence[Attempt]) -> LearnerModel:
    """Return what is believed of a learner after *attempts*, the oldest first."""
    keys = [0]
    for attempt in attempts:
        keys.append(hash((keys[-1], attempt)))
    done = len(attempts)
    while done and keys[done] not in _CACHE:
        done -= 1
    learner = _CACHE[keys[done]] if done else LearnerModel()
    for number in range(done, len(attempts)):
        learner = _step(learner, attempts, number)
        if number >= len(attempts) - 2:
            _CACHE[keys[number + 1]] = learner
    while len(_CACHE) > _CACHED:
        _CACHE.popitem(last=False)
    return learner


def diagnose(attempts: Sequence[Attempt]) -> Diagnosis:
    """Return what is to be said of the learner after the last of *attempts*."""
    return learner_after(attempts).said


def suspected(attempts: Sequence[Attempt], kind: str) -> Mapping[str, float]:
    """Return the probability of each misconception about *kind*; by "", that there is none.

    They are shares of one whole; who follows no listed rule is not among them.
    """
    likely = learner_after(attempts).likely(kind)
    weights = {SOUND: likely.sound, **likely.held}
    total = sum(weights.values())
    return {one: weight / total for one, weight in weights.items()}


def asked_again(attempts: Sequence[Attempt]) -> Rule | None:
    """Return the rule to ask again because a wrong answer left it open what is wrong, if any.

    It comes as the third question after that answer and at last as the eighth, but for a rule
    that was asked in between; of many answers only some are followed up.
    """
    learner = learner_after(attempts)
    lately = [number for number in learner.doubts if number >= len(attempts) - PER]
    open_now: list[int] = [*learner.unknown[-1:], *(lately if len(lately) <= FOLLOWED else [])]
    for number in open_now:
        ago = len(attempts) - number
        asked = {attempt.rule for attempt in attempts[number + 1 :]}
        if REST <= ago <= WITHIN and attempts[number].rule not in asked:
            return attempts[number].rule
    return None
