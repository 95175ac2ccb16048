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
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from itertools import product
from math import prod

from engine.rules import Rule
from puzzles.kinds import words_of
from puzzles.notation import print_puzzle
from puzzles.puzzle import Part, Puzzle, count_answers, print_answer, read_answer
from tutor.assignments import Assignment, tidy
from tutor.learning import Attempt
from tutor.learning.learner import diagnose

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's 32 characters: no I, L, O or U."""

_LOOK_ALIKES = str.maketrans("OILU", "011V")
_DASHES = "-‐‑–—−ー"
_VERSION = "1"
_SET, _CHECK, _GROUP = 4, 4, 5
_HEAD = len(_VERSION) + _SET + _CHECK

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
    code = _VERSION + _mark(assignment) + _sum(assignment, body) + body
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
    wanted = _HEAD + _length(assignment)
    if len(code) < _HEAD:
        raise ResultError("short", f"a code of this set has {wanted} characters, not {len(code)}")
    if code[1 : 1 + _SET] != _mark(assignment):
        raise ResultError("other-set", "the code belongs to another set, or is mistyped there")
    if len(code) != wanted:
        key = "short" if len(code) < wanted else "long"
        raise ResultError(key, f"a code of this set has {wanted} characters, not {len(code)}")
    body = code[_HEAD:]
    if code[1 + _SET : _HEAD] != _sum(assignment, body):
        raise ResultError("mistyped", "the checksum is wrong: one character or more is another")
    return _result(assignment, body)


def _characters(typed: str) -> str:
    code = _plain(typed)
    for character in code:
        if character not in ALPHABET:
            raise ResultError("character", f"no code has the character {character!r}", character)
    return code


def _plain(typed: str) -> str:
    plain = unicodedata.normalize("NFKC", typed[:1000]).upper().translate(_LOOK_ALIKES)
    return re.sub(rf"[{_DASHES}\s]", "", plain)


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
class ListedResult:
    """One line of a teacher's list, from 1: who, if it says so, and the result or what is wrong."""

    name: str
    result: SetResult | None
    fault: ResultError | None
    line: int = field(default=0, compare=False)


MOST_LINES = 200
"""So many learners send a code for one set; of what follows it is said that it is not read."""


def read_list(assignment: Assignment, text: str) -> tuple[ListedResult, ...]:
    """Read codes one below the other; a name may stand beside each.

    Of one name's codes those are left out that say nothing another doesn't: a code can be sent
    before all is done, and again. Without names they may be two learners'. Empty lines are passed
    over; of more than `MOST_LINES` others the first that is not read is listed with that fault.
    """
    lines = [
        (number, line.strip()[:500])
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip()
    ]
    results = [
        replace(listed, line=number)
        for number, line in lines[:MOST_LINES]
        if (listed := _listed(assignment, line))
    ]
    unread = [
        ListedResult("", None, ResultError("unread", f"more than {MOST_LINES} lines"), number)
        for number, _ in lines[MOST_LINES : MOST_LINES + 1]
    ]
    counted = (
        result
        for n, result in enumerate(results)
        if not result.name
        or not (
            any(_says_the_same(earlier, result) for earlier in results[:n])
            or any(_goes_on(named, result) for named in results)
        )
    )
    return (*counted, *unread)


def _listed(assignment: Assignment, written: str) -> ListedResult | None:
    """Read one line, whenever it was sent; nothing comes of an empty one."""
    written = _SENT.sub("", written) or written
    name, code = _divide(written)
    if not code:
        return None
    spaced = _JAPANESE.sub(" ", written)
    lines = tuple(dict.fromkeys((written, spaced, _BETWEEN.sub(" ", spaced))))
    read = [(words := line.split(), tuple(_codes(assignment, words))) for line in lines]
    words, codes = max(read, key=lambda each: len(each[1]))
    if len(codes) > 1:
        name, several = _name_in(words[: codes[0][0]]), f"{len(codes)} codes in a line"
        return ListedResult(name, None, ResultError("several", several))
    try:
        return ListedResult(name, read_result(assignment, code), None)
    except ResultError as error:
        tried = [_found_inside(assignment, *each) for each in read]
        inside = min(filter(None, tried), key=lambda inside: inside.result is None, default=None)
        if inside:
            return inside
        grouped = _GROUPED.search(unicodedata.normalize("NFKC", written))
        fault = error if grouped else ResultError("none", "no code in a line")
        return ListedResult(name, None, fault)


_DATE = r"\d{1,4}(?:[./-]\d{1,4}){1,2}\.?|(?:\d{1,4}年)?\d{1,2}月\d{1,2}日"
_TIME = r"(?:午前|午後)?\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
_SENT = re.compile(rf"^\W*(?:(?:{_DATE})\W+)?{_TIME}(?:\W+(?:{_DATE}))?(?!\w)\W*")
"""What stands before the name where messages are copied out of a chat."""

_JAPANESE = re.compile(
    r"(?<=[\u3001-\u303f\u3041-\u30fb\u4e00-\u9fff])(?=[0-9A-Za-z\uff10-\uff5a])"
    r"|(?<=[0-9A-Za-z\uff10-\uff5a])(?=[\u3001-\u303f\u3041-\u30fb\u4e00-\u9fff])"
)
"""Where a sentence without spaces and a code meet."""

_BETWEEN = re.compile(rf"[^{_DASHES}\w]+")
"""What is no part of a code, nor of a word: it may stand between both, as in a table."""

_GROUPED = re.compile(r"(?=[0-9A-Za-z]*[0-9])(?=[0-9A-Za-z]*[A-Za-z])[0-9A-Za-z]{5}")
"""A group of a code, or what was to be one: digits and letters, which no date and no word has."""


def _same_name(first: ListedResult, second: ListedResult) -> bool:
    """Whether both are of one name, however wide its letters are, and whether they are capitals."""
    names = (unicodedata.normalize("NFKC", listed.name) for listed in (first, second))
    return len({name.casefold() for name in names}) == 1


def _says_the_same(first: ListedResult, second: ListedResult) -> bool:
    """Whether both are the same code of the same name."""
    told = first.result is not None and first.result == second.result
    return told and _same_name(first, second)


def _goes_on(later: ListedResult, earlier: ListedResult) -> bool:
    """Whether *later* is of the same name, and says all that *earlier* does and more."""
    if not (result := later.result) or not (then := earlier.result):
        return False
    if not _same_name(later, earlier):
        return False
    kept = all(not old or old == new for old, new in zip(then.answers, result.answers, strict=True))
    done = all(not old or new for old, new in zip(then.lessons, result.lessons, strict=True))
    return kept and done and result != then


_Code = tuple[int, int, SetResult]
"""A code among words: where it begins, where it ends, and what it says."""

_MOST_WORDS = 12
"""So many words may hold one code, as somebody wrote it with spaces."""


_SLIPS = {"mistyped": 0, "long": 1, "short": 2, "other-set": 3, "newer": 4}
"""What may be wrong with words that were to be a code, the likeliest first: up to ``short`` they
have the mark of the set."""


def _found_inside(
    assignment: Assignment, words: Sequence[str], codes: Iterable[_Code]
) -> ListedResult | None:
    """Find a code among the words of a line; what stands before it, or after, is the name.

    The mark of the set and the checksum see to it that no other words are taken for one. Where
    no words are a code, what is wrong is said of those that come nearest, and not of the name.
    """
    for start, end, result in codes:
        return ListedResult(_beside(words, start, end), result, None)
    slips: list[tuple[int, int, int, int, ResultError]] = []
    for start, end in _spans(assignment, words):
        code = "".join(words[start:end]).strip(_POINTS)
        try:
            read_result(assignment, code)
        except ResultError as error:
            if error.key in _SLIPS and _like_a_code(words[start], code):
                rank = _SLIPS[error.key]
                marked = min(rank, _SLIPS["other-set"])
                slips.append((marked, end - start, rank, start, error))
    if not slips:
        return None
    _, length, _, start, slip = min(slips, key=lambda slip: slip[:4])
    return ListedResult(_beside(words, start, start + length), None, slip)


def _codes(assignment: Assignment, words: Sequence[str]) -> Iterator[_Code]:
    """Yield the codes among *words*."""
    behind = 0
    for start, end in _spans(assignment, words):
        if start < behind:
            continue
        with suppress(ResultError):
            result = read_result(assignment, "".join(words[start:end]).strip(_POINTS))
            behind = end
            yield start, end, result


def _spans(assignment: Assignment, words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where words that could be a code begin and end.

    More words than are enough say no more: of those with the mark of the set, than are too long,
    and of others, than are as long as the beginning of a code.
    """
    head, whole = _VERSION + _mark(assignment), _HEAD + _length(assignment)
    counts = [sum(character in ALPHABET for character in _plain(word)) for word in words]
    for start in range(len(words)):
        last = min(start + _MOST_WORDS, len(words))
        marked = _plain("".join(words[start:last]).strip(_POINTS)).startswith(head)
        for end in range(start + 1, last + 1):
            length = sum(counts[start:end])
            if marked or length >= _HEAD:
                yield start, end
            if length > whole or (length >= _HEAD and not marked):
                break


def _beside(words: Sequence[str], start: int, end: int) -> str:
    """Return what stands before a code, or else after it: the name."""
    return _name_in(words[:start] or words[end:])


def _name_in(words: Sequence[str]) -> str:
    return tidy(" ".join(words)).strip(_POINTS + " ")[:60]


def _like_a_code(first: str, code: str) -> bool:
    """Whether *code* is as long as any must be, and has a digit in its *first* word: no name."""
    return len(_characters(code)) >= _HEAD and any(sign.isdigit() for sign in first)


_POINTS = ".,;:!?()[]\"'“”‘’「」、。：-–—>|*•"
"""What may stand around a code or a name in a sentence."""


def _divide(written: str) -> tuple[str, str]:
    """Divide a line into name and code: the last colon or tab stands between them."""
    for character in ("\t", ":", "：", ","):
        name, divided, code = written.rpartition(character)
        if divided:
            return tidy(name)[:60], code
    return "", written


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
