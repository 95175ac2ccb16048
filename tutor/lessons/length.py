"""How many minutes a lesson takes: words to read, tricks to watch, questions to think about."""

from collections.abc import Mapping
from types import MappingProxyType

from tutor.lessons.steps import Ask, Drill, Lesson, Show, Step, Try

_WORDS_A_MINUTE = 180
"""Rules are read a little slower than a story. English words count, in every language."""

_WATCHING = 12
"""Seconds for a trick laid down card by card, and for a card tried from a hand."""

_USUAL = 12
_THINKING: Mapping[str, int] = MappingProxyType(
    {
        "which-cards": 16,
        "rulebooks-differ": 16,
        "what-is-built": 20,
        "suit-markers": 20,
        "who-has-won": 20,
        "spot-revoke": 24,
        "what-score": 24,
        "best-card": 30,
    }
)
"""Seconds for an answer and what is said of it, where the kind takes more than the usual: a card
of a trick to place each by itself, several tricks to look through, a sum, a line to think out.
These are estimates; nobody is timed."""


def minutes(lesson: Lesson) -> int:
    """Estimate how many minutes a lesson takes, at least one."""
    return max(1, round(sum(map(_seconds, lesson.steps)) / 60))


def _seconds(step: Step) -> float:
    if isinstance(step, Drill):
        return step.count * _THINKING.get(step.kind, _USUAL)
    words = len(step.words["en"].split()) if step.words else 0
    reading = words * 60 / _WORDS_A_MINUTE
    if isinstance(step, Ask):
        return reading + _THINKING.get(step.kind, _USUAL)
    return reading + (_WATCHING if isinstance(step, Show | Try) else 0)
