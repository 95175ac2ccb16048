"""Learners' answers for other people's tools, as DataShop transactions.

Nobody is named: learners are numbered as they come, and there is nothing else of them.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta

from tutor.learning.attempts import Attempt

Learners = Iterable[Sequence[Attempt]]
"""The answers of each learner, by time."""

PAUSE = timedelta(minutes=30)
"""After so long without an answer a new session begins."""

COLUMNS = (
    "Anon Student Id",
    "Session Id",
    "Time",
    "Time Zone",
    "Duration (sec)",
    "Student Response Type",
    "Tutor Response Type",
    "Level (Mode)",
    "Problem Name",
    "Step Name",
    "Outcome",
    "Input",
    "KC (Rule)",
    "CF (Hinted)",
    "CF (Misconception)",
)
"""The heads of a DataShop transaction table; the knowledge component is the rule aimed at."""

_LONGEST = 255
"""DataShop's limit for a name."""


def _told(learners: Learners) -> Iterator[tuple[str, str, Attempt]]:
    """Number learners and their sessions, and list every answer with both."""
    for number, answers in enumerate(learners, 1):
        learner, session, last = f"learner-{number:05}", 0, None
        for attempt in answers:
            if last is None or attempt.at - last > PAUSE:
                session += 1
            last = attempt.at
            yield learner, f"{learner}-{session}", attempt


def datashop(learners: Learners) -> str:
    """Write a table with tabs, as DataShop imports it: one line for each answer."""
    lines = ["\t".join(COLUMNS)]
    for learner, session, attempt in _told(learners):
        cells = (
            learner,
            session,
            f"{attempt.at:%Y-%m-%d %H:%M:%S}.{attempt.at.microsecond // 1000:03}",
            "UTC",
            "." if attempt.seconds is None else f"{attempt.seconds:.1f}",
            "ATTEMPT",
            "RESULT",
            attempt.mode,
            attempt.puzzle[:_LONGEST],
            attempt.rule.value,
            "CORRECT" if attempt.correct else "INCORRECT",
            attempt.answer[:_LONGEST],
            attempt.rule.value,
            str(int(attempt.hinted)),
            attempt.misconception or "",
        )
        lines.append("\t".join(cells))
    return "\n".join(lines) + "\n"
