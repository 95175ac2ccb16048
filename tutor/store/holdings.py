"""What is kept about a learner, as values."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tutor.playing.match_text import KeptGame


@dataclass(frozen=True, slots=True)
class Learner:
    """Whoever comes with this browser; ``key`` is the digest of its token.

    There need be nothing stored: who only looks at pages leaves no trace.
    """

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
    """How much is stored about a learner, which is what erasing erases.

    All is nought for who saved nothing. ``code_made`` is when the resume code that is in
    force was made.
    """

    attempts: int = 0
    lessons: int = 0
    settings: int = 0
    browsers: int = 0
    code_made: datetime | None = None
    games: int = 0


@dataclass(frozen=True, slots=True)
class Work:
    """All a learner has done and chosen.

    ``attempts`` are those of the table, by column, without learner and number.
    """

    settings: Mapping[str, str]
    lessons: tuple[LessonProgress, ...]
    attempts: tuple[Mapping[str, Any], ...]
    games: tuple[KeptGame, ...] = ()


@dataclass(frozen=True, slots=True)
class Merged:
    """What of a `Work` was new where it was added.

    That is answers, lessons changed, settings filled in, and games new or further on.
    """

    attempts: int = 0
    lessons: int = 0
    settings: int = 0
    games: int = 0
