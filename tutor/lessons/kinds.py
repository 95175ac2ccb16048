"""Which kinds of question lessons have introduced, so that practice keeps to those."""

from collections.abc import Collection, Sequence

from puzzles.generate import RULES_OF
from puzzles.kinds import KINDS
from tutor.lessons.steps import Ask, Drill, Lesson, LessonStep


def introduced(lessons: Sequence[Lesson], begun: Collection[str]) -> frozenset[str]:
    """Return the kinds of question that the lessons *begun* (their ids) teach.

    Who wins a trick can be asked before any lesson. A kind that no lesson asks comes with the
    last lesson that teaches one of its rules.
    """
    first: dict[str, str] = {}
    for lesson in lessons:
        for kind in filter(None, map(_kind, lesson.steps)):
            first.setdefault(kind, lesson.id)
    last = {
        kind: lesson.id
        for kind, rules in RULES_OF.items()
        for lesson in lessons
        if kind not in first and not set(rules).isdisjoint(lesson.rules)
    }
    known = {name: "" for name, kind in KINDS.items() if kind.from_the_start}
    home = {**last, **first, **known}
    return frozenset(kind for kind, lesson in home.items() if not lesson or lesson in begun)


def _kind(step: LessonStep) -> str | None:
    """Return the kind of question a step asks, if it asks one."""
    return step.kind if isinstance(step, Ask | Drill) else None
