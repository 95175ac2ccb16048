"""How many minutes a lesson takes: words to read, tricks to watch, questions to think about."""

from puzzles.kinds import KINDS
from tutor.lessons.steps import Ask, Drill, Lesson, LessonStep, Show, Try, WholeDeal
from tutor.words.languages import DEFAULT

_WORDS_A_MINUTE = 180
"""Rules are read a little slower than a story. English words count, in every language."""

_WATCHING = 12
"""Seconds for a trick laid down card by card, and for a card tried from a hand."""


_TRICK = 25
"""Seconds for a trick of a whole deal: a card to choose, and to say who takes the trick."""


def minutes(lesson: Lesson) -> int:
    """Estimate how many minutes a lesson takes, at least one."""
    return max(1, round(sum(map(_seconds, lesson.steps)) / 60))


def _seconds(step: LessonStep) -> float:
    if isinstance(step, Drill):
        return step.count * KINDS[step.kind].seconds
    if isinstance(step, WholeDeal):
        return step.until * _TRICK
    words = len(step.words[DEFAULT].split()) if step.words else 0
    reading = words * 60 / _WORDS_A_MINUTE
    if isinstance(step, Ask):
        return reading + KINDS[step.kind].seconds
    return reading + (_WATCHING if isinstance(step, Show | Try) else 0)
