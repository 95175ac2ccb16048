"""Answers as lines of text: the tokens picked in every part."""

from collections.abc import Iterable, Mapping, Sequence

from puzzles.puzzle import Part

LONGEST = 2_000
"""No honest answer or puzzle line is longer; what is longer is refused unread."""


def read_answer(answer: str, parts: Sequence[Part]) -> tuple[tuple[str, ...], ...]:
    """Take an answer apart: for every part the tokens picked, in the order of its choices.

    Raises:
        ValueError: Other parts than asked, nothing picked, too much, or what is no choice.
    """
    if len(answer) > LONGEST:
        raise ValueError(f"an answer has at most {LONGEST} characters, not {len(answer)}")
    written = answer.split("/")
    if len(written) != len(parts):
        raise ValueError(f"want {len(parts)} parts, divided by ' / ', not {answer!r}")
    return tuple(_read_part(text, part) for text, part in zip(written, parts, strict=True))


def _read_part(text: str, part: Part) -> tuple[str, ...]:
    picked = text.split()
    tokens = [choice.token for choice in part.choices]
    for token in picked:
        if token not in tokens:
            raise ValueError(f"not a choice: {token!r} (want one of {' '.join(tokens)})")
    if len(set(picked)) != len(picked):
        raise ValueError(f"picked twice: {text.strip()!r}")
    if not picked or (len(picked) > 1 and not part.many):
        want = "at least one" if part.many else "one"
        raise ValueError(f"pick {want} of {' '.join(tokens)}, not {text.strip()!r}")
    return tuple(token for token in tokens if token in picked)


def judge_pick(
    answer: str, parts: Sequence[Part], solution: str, expected: Mapping[str, str | None]
) -> tuple[bool, str | None]:
    """Judge a one-pick answer: whether it is right, and which misconception a wrong one fits.

    Args:
        answer: What was picked.
        parts: The one part that was asked.
        solution: What is right.
        expected: By misconception, the most specific first, what somebody who holds it picks.

    Raises:
        ValueError: The answer picks what is not among the choices.
    """
    ((token,),) = read_answer(answer, parts)
    if token == solution:
        return True, None
    return False, next(
        (misconception for misconception, pick in expected.items() if pick == token), None
    )


def print_answer(parts: Iterable[Sequence[str]]) -> str:
    """Write an answer as `read_answer` takes it."""
    return " / ".join(" ".join(tokens) for tokens in parts)
