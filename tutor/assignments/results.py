"""What came of a set as one short code without a name: which answers, which lessons.

The code is one number in base 32, in groups of five signs without look-alikes:

    version (1 sign) | which set (4 signs) | checksum (4 signs) | what was done

What was done is written in mixed radix, one digit for each puzzle: nothing, or the first
answer and whether a hint was taken. Where a puzzle has too many answers for a short code
(`_FEW`), only right or wrong is told. Then a binary digit for each lesson. Since a set means
the same for ever, so does a code.
"""

import hashlib
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from puzzles.puzzle import Part, Puzzle, print_answer, read_answer
from tutor.assignments.links import Assignment
from tutor.learning.attempts import Attempt

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32 signs: no I, L, O or U."""

_LOOK_ALIKES = str.maketrans("OILU", "011V")
_VERSION = "1"
_SET, _CHECK, _GROUP = 4, 4, 5
_HEAD = len(_VERSION) + _SET + _CHECK

_FEW = 1024
"""A puzzle with so many possible answers, or fewer, is told with the answer itself."""


class ResultError(ValueError):
    """What is wrong with a code; the words are ``result.wrong.<key>``, about ``sign``."""

    def __init__(self, key: str, message: str, sign: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.sign = sign


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The first answer to a puzzle of a set: right or not, hinted or not.

    ``answer`` is nothing where a code has no room for it.
    """

    correct: bool
    hinted: bool
    answer: str | None

    @property
    def known(self) -> bool:
        """Whether it shows that the rule is known: right, and without a hint."""
        return self.correct and not self.hinted


@dataclass(frozen=True, slots=True)
class SetResult:
    """What came of a set: parallel to its puzzles and to its lessons.

    ``answers[i]`` is nothing where that puzzle was not answered.
    """

    answers: tuple[Answered | None, ...]
    lessons: tuple[bool, ...]


def result_of(one: Assignment, attempts: Sequence[Attempt], finished: Collection[str]) -> SetResult:
    """Work out what a learner has done of *one*: the first answer to each puzzle counts.

    Args:
        one: The set.
        attempts: All answers of the learner, in order; those given in the set count.
        finished: Ids of the lessons the learner has finished, ever.
    """
    first: dict[str, Attempt] = {}
    for attempt in attempts:
        if attempt.mode == one.mode:
            first.setdefault(attempt.puzzle, attempt)
    return SetResult(
        tuple(
            Answered(correct=found.correct, hinted=found.hinted, answer=found.answer)
            if (found := first.get(line))
            else None
            for line in one.puzzles
        ),
        tuple(lesson in finished for lesson in one.lessons),
    )


def write_result(one: Assignment, result: SetResult) -> str:
    """Write a code.

    Raises:
        ValueError: The result is not one of this set.
    """
    number = 0
    for puzzle, answered in zip(one.read, result.answers, strict=True):
        number = number * _states(puzzle) + _state(puzzle, answered)
    for done in result.lessons:
        number = number * 2 + done
    body = _digits(number, _length(one))
    signs = _VERSION + _mark(one) + _sum(one, body) + body
    return "-".join(signs[i : i + _GROUP] for i in range(0, len(signs), _GROUP))


def read_result(one: Assignment, typed: str) -> SetResult:
    """Read a code as a person types it: case, spaces, dashes and look-alikes do not matter.

    Raises:
        ResultError: ``sign`` (a sign no code has), ``newer``, ``other-set``, ``short``,
            ``long``, or ``mistyped``, where the checksum is wrong.
    """
    signs = _signs(typed)
    if len(signs) > 1 and signs[0] != _VERSION:
        raise ResultError("newer", f"no version {signs[0]!r} (want {_VERSION!r})", signs[0])
    wanted = _HEAD + _length(one)
    if len(signs) < _HEAD:
        raise ResultError("short", f"a code of this set has {wanted} signs, not {len(signs)}")
    if signs[1 : 1 + _SET] != _mark(one):
        raise ResultError("other-set", "the code belongs to another set, or is mistyped there")
    if len(signs) != wanted:
        key = "short" if len(signs) < wanted else "long"
        raise ResultError(key, f"a code of this set has {wanted} signs, not {len(signs)}")
    body = signs[_HEAD:]
    if signs[1 + _SET : _HEAD] != _sum(one, body):
        raise ResultError("mistyped", "the checksum is wrong: one sign or more is another")
    return _result(one, body)


def _signs(typed: str) -> str:
    plain = unicodedata.normalize("NFKC", typed[:1000]).upper().translate(_LOOK_ALIKES)
    signs = "".join(sign for sign in plain if not (sign.isspace() or sign in "-‐‑–—−ー"))
    for sign in signs:
        if sign not in ALPHABET:
            raise ResultError("sign", f"no code has the sign {sign!r}", sign)
    return signs


def _result(one: Assignment, body: str) -> SetResult:
    number = 0
    for sign in body:
        number = number * 32 + ALPHABET.index(sign)
    done = []
    for _ in one.lessons:
        number, last = divmod(number, 2)
        done.append(bool(last))
    answers = []
    for puzzle in reversed(one.read):
        number, state = divmod(number, _states(puzzle))
        answers.append(_answered(puzzle, state))
    if number:
        raise ResultError("mistyped", "the code says more than the set has")
    return SetResult(tuple(reversed(answers)), tuple(reversed(done)))


# A state is 0 for nothing, else 1 + 2 * which answer + hinted. Where only right or wrong is
# told, right is the first answer and wrong the second.


def _states(puzzle: Puzzle) -> int:
    count = _count(puzzle)
    return 1 + 2 * (count if count <= _FEW else 2)


def _state(puzzle: Puzzle, answered: Answered | None) -> int:
    if answered is None:
        return 0
    if _count(puzzle) > _FEW or answered.answer is None:
        which = 0 if answered.correct else 1
    else:
        written = print_answer(read_answer(answered.answer, puzzle.parts))
        which = list(_answers(puzzle)).index(written)
    return 1 + 2 * which + answered.hinted


def _answered(puzzle: Puzzle, state: int) -> Answered | None:
    if not state:
        return None
    which, hinted = divmod(state - 1, 2)
    if _count(puzzle) > _FEW:
        return Answered(correct=which == 0, hinted=bool(hinted), answer=None)
    answer = list(_answers(puzzle))[which]
    correct = puzzle.check(answer).correct
    return Answered(correct=correct, hinted=bool(hinted), answer=answer)


def _count(puzzle: Puzzle) -> int:
    """Count the answers that can be given: of several cards to pick, any but none."""
    return prod(
        2 ** len(part.choices) - 1 if part.many else len(part.choices) for part in puzzle.parts
    )


def _answers(puzzle: Puzzle) -> Iterator[str]:
    """List the answers that can be given, always in the same order."""
    return map(print_answer, product(*map(_picks, puzzle.parts)))


def _picks(part: Part) -> tuple[tuple[str, ...], ...]:
    tokens = [choice.token for choice in part.choices]
    if not part.many:
        return tuple((token,) for token in tokens)
    return tuple(
        tuple(token for place, token in enumerate(tokens) if which >> place & 1)
        for which in range(1, 2 ** len(tokens))
    )


def _length(one: Assignment) -> int:
    """Return how many signs tell what was done: as many as the largest number needs."""
    most = (prod(map(_states, one.read)) << len(one.lessons)) - 1
    return -(-most.bit_length() // 5)


def _digits(number: int, length: int) -> str:
    signs = []
    for _ in range(length):
        number, last = divmod(number, 32)
        signs.append(ALPHABET[last])
    return "".join(reversed(signs))


def _mark(one: Assignment) -> str:
    """Name the set in four signs."""
    return _digits(int(one.digest[:5], 16), _SET)


def _sum(one: Assignment, body: str) -> str:
    """Return the checksum of a code, over the whole set and what was done."""
    whole = hashlib.sha256(f"{_VERSION} {one.digest} {body}".encode()).hexdigest()
    return _digits(int(whole[:5], 16), _CHECK)
