"""Learners' answers for other people's tools: DataShop transactions and xAPI statements.

Nobody is named: learners are numbered as they come, and there is nothing else of them.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from uuid import NAMESPACE_URL, uuid5

from tutor.learning import Attempt

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

_VERB = "http://adlnet.gov/expapi/verbs/answered"
_INTERACTION = "http://adlnet.gov/expapi/activities/cmi.interaction"
_OURS = "https://calypso.example/"
"""What xAPI wants to be an address and nobody visits; the domain is reserved for examples."""


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


def xapi(learners: Learners) -> str:
    """Write xAPI statements, one to a line: who answered what, how, and about which rule."""
    return "".join(
        json.dumps(_statement(*row), ensure_ascii=False) + "\n" for row in _told(learners)
    )


def _statement(learner: str, session: str, attempt: Attempt) -> dict[str, object]:
    result: dict[str, object] = {"success": attempt.correct, "response": attempt.answer}
    if attempt.seconds is not None:
        result["duration"] = f"PT{attempt.seconds:.1f}S"
    extensions = {
        f"{_OURS}rule": attempt.rule.value,
        f"{_OURS}mode": attempt.mode,
        f"{_OURS}hinted": attempt.hinted,
    }
    if attempt.misconception:
        extensions[f"{_OURS}misconception"] = attempt.misconception
    puzzle = uuid5(NAMESPACE_URL, _OURS + attempt.puzzle)
    return {
        "id": str(uuid5(NAMESPACE_URL, f"{_OURS}{learner}/{attempt.id}")),
        "actor": {"objectType": "Agent", "account": {"homePage": _OURS, "name": learner}},
        "verb": {"id": _VERB, "display": {"en": "answered"}},
        "object": {
            "objectType": "Activity",
            "id": f"urn:uuid:{puzzle}",
            "definition": {
                "type": _INTERACTION,
                "interactionType": "other",
                "name": {"en": attempt.puzzle},
            },
        },
        "result": result,
        "context": {
            "registration": str(uuid5(NAMESPACE_URL, _OURS + session)),
            "extensions": extensions,
        },
        "timestamp": attempt.at.isoformat(),
    }
