"""The codes of a class: read as a teacher has pasted them, and which rules the class missed."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from engine.rules import Rule
from puzzles.notation import print_puzzle
from puzzles.puzzle import Puzzle
from tutor.assignments.links import Assignment, tidy
from tutor.assignments.results import Answered, ResultError, SetResult, read_result
from tutor.learning.attempts import Attempt
from tutor.learning.explanation import words_of
from tutor.learning.learner import diagnose


@dataclass(frozen=True, slots=True)
class ListedResult:
    """One line of a teacher's list: who, if it says so, and the result or what is wrong."""

    name: str
    result: SetResult | None
    fault: ResultError | None


MOST_LINES = 200
"""So many learners send a code for one set; what follows is not read."""


def read_list(one: Assignment, text: str) -> tuple[ListedResult, ...]:
    """Read codes one below the other; a name may stand beside each."""
    found = []
    for written in text.splitlines()[:MOST_LINES]:
        name, code = _divide(written.strip()[:500])
        if not code:
            continue
        try:
            found.append(ListedResult(name, read_result(one, code), None))
        except ResultError as error:
            inside = _found_inside(one, written.strip()[:500])
            found.append(inside or ListedResult(name, None, error))
    return tuple(found)


_MOST_WORDS = 12
"""So many words may hold one code, as somebody wrote it with spaces."""


def _found_inside(one: Assignment, written: str) -> ListedResult | None:
    """Find a code among the words of a line; what stands before it, or after, is the name.

    The mark of the set and the checksum see to it that no other words are taken for one.
    """
    words = written.split()
    for start in range(len(words)):
        for end in range(start + 1, min(start + _MOST_WORDS, len(words)) + 1):
            try:
                result = read_result(one, "".join(words[start:end]).strip(_POINTS))
            except ResultError:
                continue
            name = " ".join(words[:start] or words[end:])
            return ListedResult(tidy(name).strip(_POINTS + " ")[:60], result, None)
    return None


_POINTS = ".,;:!?()[]\"'“”‘’「」、。：-–—"
"""What may stand around a code or a name in a sentence."""


def _divide(written: str) -> tuple[str, str]:
    """Divide a line into name and code: the last colon or tab stands between them."""
    for sign in ("\t", ":", "：", ","):
        name, divided, code = written.rpartition(sign)
        if divided:
            return tidy(name)[:60], code
    return "", written


@dataclass(frozen=True, slots=True)
class Missed:
    """How a class did on one rule: answers, how many were not known, and what they betray.

    ``words`` is the key of the rule's words, since a ruff of a led trump has words of its own;
    ``misconceptions`` are ids, the most frequent first.
    """

    rule: Rule
    words: str
    answers: int
    missed: int
    misconceptions: tuple[str, ...]


def _attempt(one: Assignment, puzzle: Puzzle, answered: Answered, answer: str) -> Attempt:
    """Return what a code tells of an answer, as the learner's own tutor has it; but not when."""
    return Attempt(
        id="",
        at=datetime.min.replace(tzinfo=UTC),
        puzzle=print_puzzle(puzzle),
        answer=answer,
        correct=answered.correct,
        rule=puzzle.rule,
        hinted=answered.hinted,
        mode=one.mode,
    )


def missed(one: Assignment, results: Iterable[SetResult]) -> tuple[Missed, ...]:
    """Work out which rules a class missed, the most missed first; the others follow.

    The misconceptions are those that would be named to one of the class after all answers up to
    one about the rule, the most frequent first.
    """
    answers: Counter[tuple[Rule, str]] = Counter()
    wrong: Counter[tuple[Rule, str]] = Counter()
    misconceptions: dict[tuple[Rule, str], Counter[str]] = {}
    puzzles = one.read
    for result in results:
        given: list[Attempt] = []
        for puzzle, answered in zip(puzzles, result.answers, strict=True):
            if answered is None:
                continue
            about = puzzle.rule, words_of(puzzle, puzzle.rule)
            answers[about] += 1
            wrong[about] += not answered.known
            if answered.answer is not None:
                given.append(_attempt(one, puzzle, answered, answered.answer))
                if named := diagnose(given).named:
                    misconceptions.setdefault(about, Counter())[named] += 1
    return tuple(
        Missed(
            *about,
            answers[about],
            wrong[about],
            tuple(
                misconception
                for misconception, _ in misconceptions.get(about, Counter()).most_common()
            ),
        )
        for about in sorted(answers, key=lambda about: (-wrong[about] / answers[about], about[1]))
    )
