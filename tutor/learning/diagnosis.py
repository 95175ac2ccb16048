"""What is said of a learner after a wrong answer: a name, a few that may be, or none of the known.

After a first error nothing is said: everybody slips.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tutor.learning.belief import Belief, Likely
from tutor.learning.evidence import Evidence
from tutor.learning.hypotheses import hypotheses

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

MOST_PERHAPS = 3
"""Of more than so many possible ones, none is named."""

SIGNS = 2
"""So many answers must speak for a misconception before anything is said of it."""

UNKNOWN = 0.9
"""How probable it must be that the learner follows a rule which nobody has listed."""

UNKNOWN_SIGNS = 3
"""So many wrong answers come before that is said."""


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


def nameable(belief: Belief, likely: Likely) -> dict[str, float]:
    """Return the misconceptions of one kind that can be named, each with its probability.

    What explains an answer leaves it to no other: of two that share their signs only the
    likelier is named. None is while too many wrong answers have no explanation.
    """
    found: dict[str, float] = {}
    spent: frozenset[int] = frozenset()
    many = bool(hypotheses(belief.kind).odd)
    shared = Counter(number for numbers in belief.signs.values() for number in numbers)
    sure = (belief.signs.get(one, frozenset()) for one, at in likely.held.items() if at >= NAMED)
    beside: frozenset[int] = frozenset().union(*sure)
    known = sum(likely.held.values())
    open_wrongs = len(belief.wrongs) - _SLIPS * belief.answers
    ranked = sorted(likely.held.items(), key=lambda item: -item[1])
    for one, share in ranked:
        signs = belief.signs.get(one, frozenset())
        unspent = signs - spent
        own = sum(1 / shared[number] for number in unspent)
        alone = own >= _ALONE * len(unspent)
        enough = (NAMED_ALONE if alone else NAMED) if many else _NAMED_ELSEWHERE
        if len(signs) >= _UNANIMOUS and signs == belief.wrongs and share >= NAMED * known:
            enough = PERHAPS
        explained = len(signs | beside) >= _EXPLAINED * open_wrongs
        if share >= enough and len(unspent) >= SIGNS and explained:
            found[one] = share
            spent |= signs
    return found


def said_of(
    belief: Belief, likely: Likely, seen: Evidence, found: Mapping[str, float]
) -> Diagnosis:
    """Return what is to be said of a wrong answer just counted; *found* is what can be named."""
    fitting = seen.speaking(hypotheses(belief.kind).names)
    for one in found:
        if one in fitting:
            return Diagnosis(named=one)
    if found:
        return NOTHING
    shares = likely.held
    perhaps = [
        one for one in fitting if shares[one] >= PERHAPS and len(belief.signs.get(one, ())) >= SIGNS
    ]
    if likely.unlisted >= UNKNOWN and belief.wrong >= UNKNOWN_SIGNS:
        return Diagnosis(unknown=True)
    if perhaps and len(perhaps) <= MOST_PERHAPS:
        return Diagnosis(perhaps=tuple(sorted(perhaps, key=lambda one: -shares[one])))
    return NOTHING
