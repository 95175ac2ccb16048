"""What came of a lesson's questions, so that its end says only what the answers support."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.rulebooks import RULEBOOKS
from puzzles.notation import print_puzzle
from tutor.learning.attempts import Attempt
from tutor.lessons.loading import Ask, Drill, Lesson


@dataclass(frozen=True, slots=True)
class LessonAnswers:
    """The last answer to each question of a lesson that was answered, in the order given."""

    attempts: tuple[Attempt, ...]

    @property
    def right(self) -> int:
        """How many were right; with a hint too."""
        return sum(attempt.correct for attempt in self.attempts)

    @property
    def missed(self) -> tuple[Attempt, ...]:
        """Those that were wrong."""
        return tuple(attempt for attempt in self.attempts if not attempt.correct)


def lesson_answers(lesson: Lesson, attempts: Sequence[Attempt]) -> LessonAnswers:
    """Find the last answers to a lesson's own questions, and as many as it draws to those drawn."""
    mode = f"lesson:{lesson.id}"
    asks = [step for step in lesson.steps if isinstance(step, Ask)]
    own = {print_puzzle(step.puzzle(book)) for step in asks for book in RULEBOOKS}
    drawn = sum(step.count for step in lesson.steps if isinstance(step, Drill))
    last: dict[str, Attempt] = {}
    for attempt in reversed(attempts):
        if attempt.mode != mode or attempt.puzzle in last:
            continue
        if attempt.puzzle in own:
            last[attempt.puzzle] = attempt
        elif drawn:
            last[attempt.puzzle], drawn = attempt, drawn - 1
    return LessonAnswers(tuple(reversed(last.values())))
