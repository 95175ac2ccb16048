"""Codes of results as a teacher pastes them: one below the other, with names, out of a chat."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from tutor.assignments import Assignment, tidy
from tutor.assignments.results import (
    ALPHABET,
    DASHES,
    HEAD,
    ResultError,
    SetResult,
    beginning,
    code_length,
    plain,
    read_result,
)


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

_BETWEEN = re.compile(rf"[^{DASHES}\w]+")
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
    head, whole = beginning(assignment), code_length(assignment)
    counts = [sum(character in ALPHABET for character in plain(word)) for word in words]
    for start in range(len(words)):
        last = min(start + _MOST_WORDS, len(words))
        marked = plain("".join(words[start:last]).strip(_POINTS)).startswith(head)
        for end in range(start + 1, last + 1):
            length = sum(counts[start:end])
            if marked or length >= HEAD:
                yield start, end
            if length > whole or (length >= HEAD and not marked):
                break


def _beside(words: Sequence[str], start: int, end: int) -> str:
    """Return what stands before a code, or else after it: the name."""
    return _name_in(words[:start] or words[end:])


def _name_in(words: Sequence[str]) -> str:
    return tidy(" ".join(words)).strip(_POINTS + " ")[:60]


def _like_a_code(first: str, code: str) -> bool:
    """Whether *code* is as long as any must be, and has a digit in its *first* word: no name."""
    return len(plain(code)) >= HEAD and any(sign.isdigit() for sign in first)


_POINTS = ".,;:!?()[]\"'“”‘’「」、。：-–—>|*•"
"""What may stand around a code or a name in a sentence."""


def _divide(written: str) -> tuple[str, str]:
    """Divide a line into name and code: the last colon or tab stands between them."""
    for character in ("\t", ":", "：", ","):
        name, divided, code = written.rpartition(character)
        if divided:
            return tidy(name)[:60], code
    return "", written
