"""What came of a set, for one learner and for a class: codes, and which rules were missed.

A learner's code has no name in it: which answers, which lessons. It is one number in base 32,
in groups of five characters without look-alikes:

    version (1 character) | which set (4 characters) | checksum (4 characters) | what was done

What was done is written in mixed radix, one digit for each puzzle: nothing, or the first
answer and whether a hint was taken. Where a puzzle has too many answers for a short code
(`_FEW`), only right or wrong is told. Then a binary digit for each lesson. Since a set means
the same for ever, so does a code.
"""

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from itertools import product
from math import prod

from engine.rules import Rule
from puzzles.kinds import words_of
from puzzles.notation import print_puzzle
from puzzles.puzzle import Part, Puzzle, count_answers, print_answer, read_answer
from tutor.assignments import Assignment
from tutor.learning import Attempt
from tutor.learning.learner import diagnose

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32 characters: no I, L, O or U."""

_LOOK_ALIKES = str.maketrans("OILU", "011V")
DASHES = "-‐‑–—−ー"
"""What may stand between the groups of a code."""

_VERSION = "1"
_SET, _CHECK, _GROUP = 4, 4, 5
HEAD = len(_VERSION) + _SET + _CHECK
"""So many characters of a code stand before what was done."""

_FEW = 1024
"""A puzzle with so many possible answers, or fewer, is told with the answer itself."""


class ResultError(ValueError):
    """What is wrong with a code; the words are ``result.wrong.<key>``, about ``character``."""

    def __init__(self, key: str, message: str, character: str = "") -> None:
        super().__init__(message)
        self.key = key
        self.character = character


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The first answer to a puzzle of a set; ``answer`` is nothing if a code has no room for it."""

    correct: bool
    hinted: bool
    answer: str | None

    @property
    def known(self) -> bool:
        """Whether it shows that the rule is known: right, and without a hint."""
        return self.correct and not self.hinted

    @property
    def state(self) -> str:
        """How it stands, as keys of words end: ``known``, right but ``hinted``, or ``wrong``."""
        return "known" if self.known else "hinted" if self.correct else "wrong"


@dataclass(frozen=True, slots=True)
class SetResult:
    """What came of a set, parallel to its puzzles (nothing: not answered) and to its lessons."""

    answers: tuple[Answered | None, ...]
    lessons: tuple[bool, ...]


def result_of(
    assignment: Assignment, attempts: Sequence[Attempt], finished: Collection[str]
) -> SetResult:
    """Work out what a learner has done of *assignment*: the first answer to each puzzle counts.

    Of all *attempts* those given in the set count; *finished* are lessons, whenever.
    """
    first: dict[str, Attempt] = {}
    for attempt in attempts:
        if attempt.mode == assignment.mode:
            first.setdefault(attempt.puzzle, attempt)
    return SetResult(
        tuple(
            Answered(correct=answered.correct, hinted=answered.hinted, answer=answered.answer)
            if (answered := first.get(line))
            else None
            for line in assignment.puzzles
        ),
        tuple(lesson in finished for lesson in assignment.lessons),
    )


def write_result(assignment: Assignment, result: SetResult) -> str:
    """Return the code that carries *result* back to the teacher."""
    number = 0
    for puzzle, answered in zip(assignment.read, result.answers, strict=True):
        number = number * _states(puzzle) + _state(puzzle, answered)
    for done in result.lessons:
        number = number * 2 + done
    body = _digits(number, _length(assignment))
    code = beginning(assignment) + _sum(assignment, body) + body
    return "-".join(code[i : i + _GROUP] for i in range(0, len(code), _GROUP))


def read_result(assignment: Assignment, typed: str) -> SetResult:
    """Read a code as a person types it: case, spaces, dashes and look-alikes do not matter.

    Raises:
        ResultError: ``character`` (a character no code has), ``newer``, ``other-set``, ``short``,
            ``long``, or ``mistyped``, where the checksum is wrong.
    """
    code = _characters(typed)
    if len(code) > 1 and code[0] != _VERSION:
        raise ResultError("newer", f"no version {code[0]!r} (want {_VERSION!r})", code[0])
    wanted = code_length(assignment)
    if len(code) < HEAD:
        raise ResultError("short", f"a code of this set has {wanted} characters, not {len(code)}")
    if code[1 : 1 + _SET] != _mark(assignment):
        raise ResultError("other-set", "the code belongs to another set, or is mistyped there")
    if len(code) != wanted:
        key = "short" if len(code) < wanted else "long"
        raise ResultError(key, f"a code of this set has {wanted} characters, not {len(code)}")
    body = code[HEAD:]
    if code[1 + _SET : HEAD] != _sum(assignment, body):
        raise ResultError("mistyped", "the checksum is wrong: one character or more is another")
    return _result(assignment, body)


def beginning(assignment: Assignment) -> str:
    """Return how every code of this set begins: with the version, and the mark of the set."""
    return _VERSION + _mark(assignment)


def code_length(assignment: Assignment) -> int:
    """Return how many characters a code of this set has."""
    return HEAD + _length(assignment)


def _characters(typed: str) -> str:
    code = plain(typed)
    for character in code:
        if character not in ALPHABET:
            raise ResultError("character", f"no code has the character {character!r}", character)
    return code


def plain(typed: str) -> str:
    """Return what was typed for a code, without dashes and spaces, its look-alikes replaced."""
    capitals = unicodedata.normalize("NFKC", typed[:1000]).upper().translate(_LOOK_ALIKES)
    return re.sub(rf"[{DASHES}\s]", "", capitals)


def _result(assignment: Assignment, body: str) -> SetResult:
    number = 0
    for character in body:
        number = number * 32 + ALPHABET.index(character)
    done = []
    for _ in assignment.lessons:
        number, last = divmod(number, 2)
        done.append(bool(last))
    answers = []
    for puzzle in reversed(assignment.read):
        number, state = divmod(number, _states(puzzle))
        answers.append(_answered(puzzle, state))
    if number:
        raise ResultError("mistyped", "the code says more than the set has")
    return SetResult(tuple(reversed(answers)), tuple(reversed(done)))


# A state is 0 for nothing, else 1 + 2 * which answer + hinted. Where only right or wrong is
# told, right is the first answer and wrong the second.


def _states(puzzle: Puzzle) -> int:
    count = count_answers(puzzle)
    return 1 + 2 * (count if count <= _FEW else 2)


def _state(puzzle: Puzzle, answered: Answered | None) -> int:
    if answered is None:
        return 0
    if count_answers(puzzle) > _FEW or answered.answer is None:
        which = 0 if answered.correct else 1
    else:
        written = print_answer(read_answer(answered.answer, puzzle.parts))
        which = list(_answers(puzzle)).index(written)
    return 1 + 2 * which + answered.hinted


def _answered(puzzle: Puzzle, state: int) -> Answered | None:
    if not state:
        return None
    which, hinted = divmod(state - 1, 2)
    if count_answers(puzzle) > _FEW:
        return Answered(correct=which == 0, hinted=bool(hinted), answer=None)
    answer = list(_answers(puzzle))[which]
    correct = puzzle.check(answer).correct
    return Answered(correct=correct, hinted=bool(hinted), answer=answer)


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


@lru_cache(maxsize=64)
def _length(assignment: Assignment) -> int:
    """Return how many characters tell what was done: as many as the largest number needs."""
    most = (prod(map(_states, assignment.read)) << len(assignment.lessons)) - 1
    return -(-most.bit_length() // 5)


def _digits(number: int, length: int) -> str:
    characters = []
    for _ in range(length):
        number, last = divmod(number, 32)
        characters.append(ALPHABET[last])
    return "".join(reversed(characters))


@lru_cache(maxsize=64)
def _mark(assignment: Assignment) -> str:
    """Name the set in four characters."""
    return _digits(int(assignment.digest[:5], 16), _SET)


def _sum(assignment: Assignment, body: str) -> str:
    """Return the checksum of a code, over the whole set and what was done."""
    whole = hashlib.sha256(f"{_VERSION} {assignment.digest} {body}".encode()).hexdigest()
    return _digits(int(whole[:5], 16), _CHECK)


@dataclass(frozen=True, slots=True)
class Missed:
    """How a class did on one rule: answers, how many were not known, and what they betray.

    ``words`` is the key of the rule's words, since a ruff of a led trump has words of its own;
    ``misconceptions`` are ids, each with how many learners it fits, the most frequent first.
    """

    rule: Rule
    words: str
    answers: int
    missed: int
    misconceptions: tuple[tuple[str, int], ...]


def _attempt(assignment: Assignment, puzzle: Puzzle, answered: Answered, answer: str) -> Attempt:
    """Return what a code tells of an answer, as the learner's own tutor has it; but not when."""
    return Attempt(
        id="",
        at=datetime.min.replace(tzinfo=UTC),
        puzzle=print_puzzle(puzzle),
        answer=answer,
        correct=answered.correct,
        rule=puzzle.rule,
        hinted=answered.hinted,
        mode=assignment.mode,
    )


def missed(assignment: Assignment, results: Iterable[SetResult]) -> tuple[Missed, ...]:
    """Work out which rules a class missed, the most missed first; the others follow.

    The misconceptions are those that would be named to one of the class after all answers up to
    one about the rule, to most of them first.
    """
    answers: Counter[tuple[Rule, str]] = Counter()
    wrong: Counter[tuple[Rule, str]] = Counter()
    misconceptions: dict[tuple[Rule, str], Counter[str]] = {}
    puzzles = assignment.read
    for result in results:
        given: list[Attempt] = []
        told = set[tuple[tuple[Rule, str], str]]()
        for puzzle, answered in zip(puzzles, result.answers, strict=True):
            if answered is None:
                continue
            about = puzzle.rule, words_of(puzzle, puzzle.rule)
            answers[about] += 1
            wrong[about] += not answered.known
            if answered.answer is not None:
                given.append(_attempt(assignment, puzzle, answered, answered.answer))
                if named := diagnose(given).named:
                    told.add((about, named))
        for about, named in sorted(told):
            misconceptions.setdefault(about, Counter())[named] += 1
    fits = {about: tuple(misconceptions.get(about, Counter()).most_common()) for about in answers}
    return tuple(
        Missed(*about, answers[about], wrong[about], fits[about])
        for about in sorted(answers, key=lambda about: (-wrong[about] / answers[about], about[1]))
    )
