"""What is kept about a learner, as values, and what may be kept: text that can be read again.

Checked before anything is written, so that every answer and game stored can be written to a file
and loaded from it.
"""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, unique
from typing import Any

from puzzles.notation import parse_puzzle
from puzzles.puzzle import LONGEST
from tutor.learning import LONGEST_ANSWER, Attempt
from tutor.playing.match_text import LARGEST as LONGEST_GAME
from tutor.playing.match_text import KeptGame, check_kept


@dataclass(frozen=True, slots=True)
class Learner:
    """Who comes with this browser, by the digest of its token; there need be nothing stored."""

    key: str


@dataclass(frozen=True, slots=True)
class LessonProgress:
    """Where a learner was last in a lesson and when; ``finished`` is the first time."""

    lesson: str
    step: int
    at: datetime
    finished: datetime | None = None


@dataclass(frozen=True, slots=True)
class StoredAmounts:
    """How much is stored about a learner, and is erased: all zeros if nothing was saved."""

    attempts: int = 0
    lessons: int = 0
    browsers: int = 0
    games: int = 0


@dataclass(frozen=True, slots=True)
class Work:
    """All a learner has done and chosen; ``attempts`` by column, without learner and number."""

    settings: Mapping[str, str]
    lessons: tuple[LessonProgress, ...]
    attempts: tuple[Mapping[str, Any], ...]
    games: tuple[KeptGame, ...]


@dataclass(frozen=True, slots=True)
class Merged:
    """What of a `Work` was new where it was added.

    That is answers, lessons changed, and games new or further on. ``known`` are the answers that
    were there already. ``shared`` is whether both were one learner's already, so that nothing
    could come.
    """

    attempts: int = 0
    lessons: int = 0
    games: int = 0
    known: int = 0
    shared: bool = False


KEEP = 200
"""How many games of a learner are kept; where one more begins, the one played longest ago goes."""


@unique
class Saving(StrEnum):
    """What came of writing a game.

    ``KNOWN``: this very state was stored already. ``STALE``: the game has gone on
    elsewhere. ``GONE``: it was erased. In either case nothing was written.
    """

    KEPT = "kept"
    KNOWN = "known"
    STALE = "stale"
    GONE = "gone"


def new_game_id() -> str:
    """Make the id of a new game: 64 random bits, as sixteen letters and digits."""
    return secrets.token_hex(8)


LONGEST_NAME = 100
"""Of ids, modes, misconceptions and settings."""


def check_plain(what: str, text: str, *, longest: int = LONGEST_NAME) -> None:
    """Check that *text* is one short line of plain letters.

    Raises:
        ValueError: It is empty, too long, or has other characters than ASCII's printed ones. (Of
            those others, PostgreSQL cannot store all.)
    """
    if not 0 < len(text) <= longest:
        raise ValueError(f"{what} has 1 to {longest} characters, not {len(text)}")
    if not (text.isascii() and text.isprintable()):
        raise ValueError(f"{what} has plain letters, digits and punctuation, not {text[:40]!a}")


def check_attempt(attempt: Attempt) -> None:
    """Check that an answer can be stored, or raise ValueError that says what is wrong."""
    check_plain("the id", attempt.id)
    check_plain("the answer", attempt.answer, longest=LONGEST)
    check_plain("the mode", attempt.mode)
    if attempt.misconception is not None:
        check_plain("the misconception", attempt.misconception)
    check_plain("the puzzle", attempt.puzzle, longest=LONGEST)
    if attempt.seconds is not None and not 0 <= attempt.seconds <= LONGEST_ANSWER:
        raise ValueError(f"an answer takes up to {LONGEST_ANSWER} seconds, not {attempt.seconds}")
    parse_puzzle(attempt.puzzle)


def check_read(parts: Mapping[str, Any]) -> None:
    """Check what a stored answer must be to be read, or raise ValueError or TypeError.

    Its puzzle may be one that this version cannot read: that takes longer to find out than all
    else, and whoever shows the puzzle does.
    """
    words = (parts[key] for key in ("id", "puzzle", "answer", "rule", "mode", "app"))
    text = "".join((*words, parts["misconception"] or ""))
    if not (text.isascii() and text.isprintable()):
        raise ValueError("characters that no answer has")
    if parts["seconds"] is not None and not 0 <= parts["seconds"] <= LONGEST_ANSWER:
        raise ValueError(f"{parts['seconds']} seconds")
    if not isinstance(parts["correct"], bool) or not isinstance(parts["hinted"], bool):
        raise TypeError("neither right nor wrong, or neither with a hint nor without")
    check_times(parts["at"])
    if parts["at"] is None:
        raise ValueError("no time")


_YEARS = range(2000, 3000)
"""No clock of ours has shown another; the first and last years there are have no time zones."""


def check_times(*times: datetime | None) -> None:
    """Check that stored times are such as people live in, or raise ValueError."""
    for time in times:
        if time is not None and time.year not in _YEARS:
            raise ValueError(f"the year {time.year}")


def check_game(game: KeptGame) -> None:
    """Check that a game can be stored and read again, or raise ValueError that says why not."""
    check_plain("the id", game.id)
    for what, part in (("setup", game.setup), ("extras", game.extras), ("record", game.record)):
        check_plain(f"the {what}", part, longest=LONGEST_GAME)
    check_kept(game)
