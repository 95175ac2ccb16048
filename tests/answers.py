"""Answers as learners give them, for tests of what is kept."""

from datetime import UTC, datetime, timedelta

from engine.rules import Rule
from tutor.learning import Attempt

NOW = datetime(2026, 11, 20, 10, 0, tzinfo=UTC)

PUZZLE = "1 who-wins partnership culbertson N=C E=S S=D W=H : N H8 HJ HT H3"
"""pokerwiner.com's first trick: East wins with the jack of the suit led."""


def answer(name: object = 1, *, after: float = 0, who: str = "E", mode: str = "today") -> Attempt:
    """The answer of this id, *after* seconds from `NOW`; East is right."""
    return Attempt(
        id=f"answer-{name}",
        at=NOW + timedelta(seconds=after),
        puzzle=PUZZLE,
        answer=who,
        correct=who == "E",
        rule=Rule.SUIT_HIGHEST,
        misconception=None if who == "E" else "highest-card-wins",
        mode=mode,
    )
