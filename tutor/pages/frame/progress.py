"""What this learner has done: read from the store once a session, and added to with every answer.

Everything shown is derived from the answers. An answer goes to the store first; only what
the store took down, or what it could not take down for a reason the page shows, counts.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from engine.rules import Rule
from tutor.learning.attempts import Attempt
from tutor.learning.memory import Memory, remember
from tutor.pages.frame import identity, session
from tutor.pages.frame.library import lessons
from tutor.store import Learner, Store, StoreError, new_token, open_store

_ALWAYS = 3
"""The rules of so many first lessons are asked about from the beginning."""


@dataclass(slots=True)
class Held:
    """A learner's answers and place in the course, as this session knows them.

    ``trouble`` is the key of what is wrong with the store, if it cannot be used; what
    happens then lasts as long as the session.
    """

    attempts: list[Attempt] = field(default_factory=list)
    memory: Memory = field(default_factory=lambda: Memory(zone=UTC))
    at: dict[str, int] = field(default_factory=dict)
    finished: set[str] = field(default_factory=set)
    settings: Mapping[str, str] = field(default_factory=dict)
    trouble: str = ""


@cache
def store() -> Store:
    """Open the store, once for all sessions.

    Raises:
        StoreError: It cannot be used; the next run tries again.
    """
    return open_store()


def learner() -> Learner:
    """Give whose progress this is: the browser's cookie says, else this session alone."""
    token = session.remembered("token", lambda: identity.token() or new_token())
    return store().learner(str(token))


def now() -> datetime:
    """Give the time, in UTC."""
    return datetime.now(UTC)


def zone() -> ZoneInfo:
    """Give the time zone the browser names, else UTC."""
    try:
        return ZoneInfo(str(st.context.timezone or "UTC"))
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


def held() -> Held:
    """Give what is known of this learner; the first time in a session it is read."""
    found = session.remembered("held", _read)
    assert isinstance(found, Held)
    return found


def _read() -> Held:
    try:
        who = learner()
        attempts = store().attempts(who)
        course = store().course(who)
        return Held(
            list(attempts),
            remember(attempts, zone()),
            {one.lesson: one.step for one in course.values()},
            {one.lesson for one in course.values() if one.finished},
            store().settings(who),
        )
    except StoreError as error:
        return Held(memory=Memory(zone=zone()), trouble=error.key)


def read_again() -> None:
    """Read afresh, after the store was changed in another way than by an answer."""
    session.drop("held")


def record(attempt: Attempt) -> bool:
    """Keep an answer, first of all in the store.

    Returns:
        Whether it is new; the same answer sent twice counts once.
    """
    known = held()
    if any(attempt.id == old.id for old in known.attempts[-50:]):
        return False
    try:
        new = store().record(learner(), attempt)
        known.trouble = ""
    except StoreError as error:
        known.trouble, new = error.key, True
    if new:
        known.attempts.append(attempt)
        known.memory = known.memory.after(attempt)
    return new


def note_step(lesson: str, step: int) -> None:
    """Keep where the learner is in a lesson."""
    known = held()
    if known.at.get(lesson) != step:
        known.at[lesson] = step
        _keep(lambda who: store().note_step(who, lesson, step, now=now()))


def finish_lesson(lesson: str) -> None:
    """Keep that a lesson is finished."""
    held().finished.add(lesson)
    held().at[lesson] = 1
    _keep(lambda who: store().finish_lesson(who, lesson, now=now()))


def choose(name: str, widget: str | None = None, value: str | None = None) -> None:
    """Change a setting, for this session and the next."""
    if session.choose(name, widget, value):
        chosen = getattr(session.settings(), name)
        _keep(lambda who: store().save_settings(who, {name: chosen}, now=now()))


def save_setting(name: str, value: str) -> None:
    """Keep something the learner has chosen that stands in no address."""
    _keep(lambda who: store().save_settings(who, {name: value}, now=now()))


def _keep(write: Callable[[Learner], object]) -> None:
    try:
        write(learner())
        held().trouble = ""
    except StoreError as error:
        held().trouble = error.key


def unlocked() -> tuple[Rule, ...]:
    """List the rules the practice may ask about, in the order of the lessons.

    Those of lessons begun, of the first ones, and any that was answered once. Nothing is
    ever locked; the practice only follows the lessons.
    """
    known = held()
    begun = (
        rule
        for number, lesson in enumerate(lessons())
        if number < _ALWAYS or lesson.id in known.finished or known.at.get(lesson.id, 1) > 1
        for rule in lesson.rules
    )
    return tuple(dict.fromkeys((*begun, *(rule for rule in Rule if known.memory.asked(rule)))))
