"""What is likely of a learner after some answers: pages, schedule and benchmark all read it.

And what is said after a wrong one: a name, a few that may be, or none of the known. After a
first error nothing is said: everybody slips.
"""

from collections import Counter, OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from puzzles.kinds import KIND_OF, KINDS
from tutor.learning import Attempt, in_a_row, pair_of
from tutor.learning.estimate import SLIPS_PRIOR, Estimate, Likely, first_estimate, hypotheses
from tutor.learning.evidence import ABOUT, Evidence, evidence
from tutor.words.explanation import MOST_PERHAPS, NOTHING, Diagnosis

NAMED, _NAMED_ELSEWHERE = 0.93, 0.8
"""How probable a misconception must be to be named, about tricks and about anything else:
about tricks most wrong rules can be made up that nobody has listed."""

NAMED_ALONE, _ALONE = 0.73, 0.7
"""The same of one whose answers fit hardly any other misconception: an answer speaks for each of
those it fits by an equal share, and so large a share of all its answers is its own. Wrong rules
that nobody has listed agree by chance with answers that many misconceptions lead to."""

_EXPLAINED, _SLIPS = 2 / 3, 0.1
"""So many of the wrong answers it explains, together with what is as sure as it; somebody who
follows a rule that nobody has listed agrees with known ones only in some. Of all answers so
many may be slips, which nothing explains."""

_UNANIMOUS = 8
"""After so many wrong answers all of which it explains, and no other known one does, it need not
be likelier than unlisted rules that differ from it where nobody has asked."""

PERHAPS = 0.2
"""How probable one must be to stand among those that are said to be possible."""

SIGNS = 2
"""So many answers must speak for a misconception before anything is said of it."""

UNKNOWN = 0.9
"""How probable it must be that the learner follows a rule which nobody has listed."""

UNKNOWN_SIGNS = 3
"""So many wrong answers come before that is said."""


def nameable(estimate: Estimate, likely: Likely) -> dict[str, float]:
    """Return the misconceptions of one kind that can be named, each with its probability.

    What explains an answer leaves it to no other: of two that share their signs only the
    likelier is named. None is while too many wrong answers have no explanation.
    """
    shares: dict[str, float] = {}
    spent: frozenset[int] = frozenset()
    many = bool(KINDS[estimate.kind].marks_of)
    shared = Counter(number for numbers in estimate.signs.values() for number in numbers)
    sure = (
        estimate.signs.get(name, frozenset())
        for name, share in likely.held.items()
        if share >= NAMED
    )
    beside: frozenset[int] = frozenset().union(*sure)
    known = sum(likely.held.values())
    open_wrongs = len(estimate.wrongs) - _SLIPS * estimate.answers
    ranked = sorted(likely.held.items(), key=lambda item: -item[1])
    for name, share in ranked:
        signs = estimate.signs.get(name, frozenset())
        unspent = signs - spent
        own = sum(1 / shared[number] for number in unspent)
        alone = own >= _ALONE * len(unspent)
        enough = (NAMED_ALONE if alone else NAMED) if many else _NAMED_ELSEWHERE
        if len(signs) >= _UNANIMOUS and signs == estimate.wrongs and share >= NAMED * known:
            enough = PERHAPS
        explained = len(signs | beside) >= _EXPLAINED * open_wrongs
        if share >= enough and len(unspent) >= SIGNS and explained:
            shares[name] = share
            spent |= signs
    return shares


def said_of(
    estimate: Estimate, likely: Likely, seen: Evidence, can_be_named: Mapping[str, float]
) -> Diagnosis:
    """Return what is to be said of a wrong answer just counted.

    *can_be_named* has the misconceptions that can be, with their probabilities.
    """
    fitting = seen.speaking(hypotheses(estimate.kind).names)
    for misconception in can_be_named:
        if misconception in fitting:
            return Diagnosis(named=misconception)
    if can_be_named:
        return NOTHING
    shares = likely.held
    perhaps = [
        name
        for name in fitting
        if shares[name] >= PERHAPS and len(estimate.signs.get(name, ())) >= SIGNS
    ]
    if likely.unlisted >= UNKNOWN and estimate.wrong >= UNKNOWN_SIGNS:
        return Diagnosis(unknown=True)
    if perhaps and len(perhaps) <= MOST_PERHAPS:
        return Diagnosis(perhaps=tuple(sorted(perhaps, key=lambda name: -shares[name])))
    return NOTHING


_LATELY = 60
"""A puzzle that was answered so few answers ago says nothing again: its solution was told."""

REST, WITHIN = 3, 8
"""After a doubt the rule comes as the third question, and as the eighth at last."""

FOLLOWED, PER = 15, 60
"""So many doubts are followed up in so many answers: other rules want to be asked too."""

_LONG, _BLOCK = 500, 250
"""Of a long record the last so many answers count, and as many before them as fill a block: by
then people have changed, and who has answered for years waits no longer than others."""

_OPEN = 0.1
"""As long as a misconception that was shown is so probable, and cannot be named, it is open."""

AFTER_PAIR = 3
"""So many answers, on tricks about its misconception, belong to a minimal pair and follow it."""


@dataclass(frozen=True, slots=True, eq=False)
class LearnerModel:
    """What is likely of a learner after some answers, and what was said after the last.

    ``doubts`` are the numbers of the last answers that left it open what is wrong: wrong ones,
    and right ones where a misconception that was shown before would have erred. ``unknown`` are
    those after which it was said that no known misconception is behind them. ``named`` are all
    misconceptions that were ever named.
    """

    estimates: Mapping[str, Estimate] = field(default_factory=dict)
    said: Diagnosis = NOTHING
    doubts: tuple[int, ...] = ()
    unknown: tuple[int, ...] = ()
    named: frozenset[str] = frozenset()
    _likely: dict[str, Likely] = field(default_factory=dict, init=False, repr=False)

    def estimate(self, kind: str) -> Estimate:
        """Return the estimate for one kind of question."""
        return self.estimates.get(kind) or first_estimate(kind)

    def likely(self, kind: str) -> Likely:
        """Return how probable everything about one kind is, after the answers of all kinds."""
        if kind not in self._likely:
            slips = SLIPS_PRIOR
            for other_kind, estimate in self.estimates.items():
                if other_kind != kind:
                    slips = slips * estimate.slips
                    slips = slips / slips.sum()
            self._likely[kind] = self.estimate(kind).likely(slips)
        return self._likely[kind]

    def at_work(self) -> tuple[str, ...]:
        """List the misconceptions that can be named now, the likeliest first."""
        shares = {
            name: share
            for kind, estimate in self.estimates.items()
            if estimate.most_signs >= SIGNS
            for name, share in nameable(estimate, self.likely(kind)).items()
        }
        return tuple(sorted(shares, key=lambda misconception: -shares[misconception]))


def _step(learner: LearnerModel, attempts: Sequence[Attempt], number: int) -> LearnerModel:
    """Return what is likely after the answer at *number*."""
    attempt = attempts[number]
    estimates = learner.estimates
    treated = pair_of(attempt.mode)
    # The first answer after a minimal pair tells that the pair was seen.
    if treated in KIND_OF and in_a_row(attempts[:number], attempt.mode) % AFTER_PAIR == 0:
        kind = KIND_OF[treated]
        estimates = {**estimates, kind: learner.estimate(kind).treated(treated)}
    kind = attempt.kind
    again = any(
        earlier.puzzle == attempt.puzzle for earlier in attempts[max(0, number - _LATELY) : number]
    )
    if attempt.hinted or attempt.filled_in or again or kind not in ABOUT:
        return replace(learner, estimates=estimates, said=NOTHING)
    estimate = (estimates.get(kind) or first_estimate(kind)).after(attempt, number)
    now = replace(learner, estimates={**estimates, kind: estimate}, said=NOTHING)
    seen = evidence(attempt.puzzle, attempt.answer)
    if seen is None:
        return now
    return _still_open(now, kind, number, seen) if seen.right else _told(now, kind, number, seen)


def _still_open(learner: LearnerModel, kind: str, number: int, seen: Evidence) -> LearnerModel:
    """Return the learner after a right answer, which need not be the end of a misconception.

    Who uses it now and then is right as often as not where it would have erred.
    """
    likely, estimate = learner.likely(kind), learner.estimate(kind)
    tempting = (name for name, errs in zip(likely.held, seen.tempts, strict=True) if errs)
    shown = [name for name in tempting if estimate.signs.get(name) and name not in learner.named]
    if not any(likely.held[misconception] >= _OPEN for misconception in shown):
        return learner
    if nameable(estimate, likely).keys() & set(shown):
        return learner
    return replace(learner, doubts=(*learner.doubts[-_LATELY:], number))


def _told(learner: LearnerModel, kind: str, number: int, seen: Evidence) -> LearnerModel:
    """Return the learner with what is said of the wrong answer at *number*, and what is open."""
    likely = learner.likely(kind)
    estimate = learner.estimate(kind)
    likeliest = nameable(estimate, likely)
    said = said_of(estimate, likely, seen, likeliest)
    doubts, unknown = learner.doubts, learner.unknown
    explained = set(likeliest) & set(seen.speaking(tuple(likely.held)))
    if (likely.suspect or seen.fits.any()) and not explained:
        doubts = (*doubts[-_LATELY:], number)
    if said.unknown:
        # Once said, it is followed up before it is said again.
        if unknown and number - unknown[-1] <= WITHIN:
            said = NOTHING
        else:
            unknown = (*unknown[-_LATELY:], number)
    named = learner.named | {said.named} if said.named else learner.named
    return replace(learner, said=said, doubts=doubts, unknown=unknown, named=named)


_CACHE: OrderedDict[tuple[int, str], tuple[tuple[Attempt, ...], LearnerModel]] = OrderedDict()
"""What was likely, by the number of answers and the last one's id, beside those that counted."""

_CACHED = 512
"""Half as many learners may answer in turn, and each finds what was likely before. A learner
takes 0.2 MB: the second entry shares most of the first one's arrays."""


def learner_after(attempts: Sequence[Attempt]) -> LearnerModel:
    """Return what is likely of a learner after *attempts*, the oldest first."""
    given = tuple(attempts)
    first = max(0, (len(given) - _LONG) // _BLOCK * _BLOCK)
    done, learner = _nearest(given, first)
    for number in range(done, len(given)):
        learner = _step(learner, given, number)
        if number >= len(given) - 2:
            _CACHE[number + 1, given[number].id] = given[first : number + 1], learner
            if number > 1:
                # Two of each learner are enough; older ones would push out those of others.
                _CACHE.pop((number - 1, given[number - 2].id), None)
    while len(_CACHE) > _CACHED:
        _CACHE.popitem(last=False)
    return learner


def _nearest(given: tuple[Attempt, ...], first: int) -> tuple[int, LearnerModel]:
    """Return after how many of these answers it is known what was likely, and that.

    Answers before *first* do not count.
    """
    for count in range(len(given), first, -1):
        cached = _CACHE.get((count, given[count - 1].id))
        if cached and cached[0] == given[first:count]:
            return count, cached[1]
    return first, LearnerModel()


def diagnose(attempts: Sequence[Attempt]) -> Diagnosis:
    """Return what is to be said of the learner after the last of *attempts*."""
    return learner_after(attempts).said


def asked_again(attempts: Sequence[Attempt]) -> Attempt | None:
    """Return the answer to follow up because it left it open what is wrong, if there is any.

    Its rule comes as the third question after it and at last as the eighth, but for one
    that was asked in between; of many answers only some are followed up.
    """
    learner = learner_after(attempts)
    lately = [number for number in learner.doubts if number >= len(attempts) - PER]
    open_now: list[int] = [*learner.unknown[-1:], *(lately if len(lately) <= FOLLOWED else [])]
    for number in open_now:
        ago = len(attempts) - number
        asked = {attempt.rule for attempt in attempts[number + 1 :]}
        if REST <= ago <= WITHIN and attempts[number].rule not in asked:
            return attempts[number]
    return None
