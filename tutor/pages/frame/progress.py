"""What this learner has done: read from the store once a session, and added to with every answer.

Everything shown is derived from the answers. No page hangs on the store: what it does not say
in time is shown when it comes, and what it does not take in time is kept here, in the process,
and written as soon as it can be. Until then the page says so.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import cache
from threading import Lock
from time import monotonic
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import streamlit as st

from tutor.learning import Attempt
from tutor.learning.learner import diagnose
from tutor.learning.memory import Memory, remember
from tutor.pages.frame import identity, session
from tutor.serving.gate import SESSIONS
from tutor.store import Store, StoreError, learner_of, new_token, open_store
from tutor.store.faults import SlowError
from tutor.store.holdings import Learner, LessonProgress
from tutor.store.workers import BRIEF, PendingWrite, Task, WorkerPool, WriteQueues

SOON = 0.5
"""Seconds that a verdict, or the first page, waits for the store at the most."""

GLANCE = 0.1
"""Seconds that a page which needs no progress waits for the settings."""

LONGEST = 3.0
"""Seconds that is waited for what cannot be shown without the store: rooms and kept games."""

AGAIN = 2.0
"""Seconds after which progress that could not be read is asked for again."""

RECENT = 50
"""An answer that is sent or shown again is looked for among so many, the last."""

PASSING = frozenset({"waiting", "reading"})
"""The keys of troubles that pass when the store is quick again."""

_LASTING = frozenset({"damaged", "driver", "full", "newer", "unwritable"})
"""The keys of troubles that last until they are put right."""

_WORKERS = WorkerPool("progress", 8)
_WRITES = WriteQueues()
_OPENING = Lock()


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What was read of a learner from the store.

    ``unread`` is whether there are more answers or lessons than could be read, ``pending`` what was
    on its way to the store by then.
    """

    attempts: tuple[Attempt, ...]
    memory: Memory
    course: Mapping[str, LessonProgress]
    settings: Mapping[str, str]
    unread: bool
    pending: Sequence[object]


@dataclass(slots=True)
class _UnderWay:
    """A text that each move replaces, and what was kept when this session last knew it."""

    text: str
    base: str


@dataclass(slots=True)
class LearnerRecord:
    """A learner's answers and place in the course, as this session knows them.

    ``steps`` holds where the learner is in each lesson begun, the one gone on with last at its end.
    ``trouble`` is the key of what is wrong with the store, if it cannot be used; what happens then
    is kept in the process. ``reading`` is what is still being read, ``asked`` when that was begun,
    ``complete`` whether it has come, and ``spent`` how many seconds the pages have waited for it.
    ``unread`` is whether part of what is kept cannot be read. ``under_way`` are the texts of what
    goes on move by move, by the settings they are kept as.
    """

    attempts: list[Attempt] = field(default_factory=list)
    memory: Memory = field(default_factory=lambda: Memory(zone=UTC))
    steps: dict[str, int] = field(default_factory=dict)
    finished: set[str] = field(default_factory=set)
    settings: Mapping[str, str] = field(default_factory=dict)
    under_way: dict[str, _UnderWay] = field(default_factory=dict)
    unread: bool = False
    trouble: str = ""
    reading: Task[Progress] | None = None
    asked: float | None = None
    complete: bool = False
    spent: float = 0.0


@cache
def _opened() -> Store:
    return open_store()


def unbounded() -> Store:
    """Open the store, once for all sessions, or raise StoreError; its methods wait without end."""
    with _OPENING:
        return _opened()


@cache
def _bounded(store: Store) -> Store:
    return store.within(LONGEST)


def store() -> Store:
    """Return the store for pages, whose methods take a few seconds at most, or raise StoreError."""
    if not _OPENING.locked() and _opened.cache_info().currsize:
        return _bounded(unbounded())
    with _FIRST.lock:
        if _FIRST.task is None or _FIRST.task.wait(0):
            _FIRST.task = _WORKERS.begin(lambda _: unbounded())
        task = _FIRST.task
    if not task.wait(BRIEF if _FIRST.late else LONGEST):
        _FIRST.late = True
        raise StoreError("unreachable", "the store has not been opened yet")
    _FIRST.late = False
    return _bounded(task.result())


@dataclass(slots=True)
class _FirstOpening:
    """The opening under way; once one page has waited for it in vain, no other waits."""

    lock: Lock = field(default_factory=Lock)
    task: Task[Store] | None = None
    late: bool = False


_FIRST = _FirstOpening()


def token() -> str:
    """Return what tells this browser from others: its cookie, else this session alone."""
    return session.remembered("token", _arrive)


def _arrive() -> str:
    SESSIONS.begin(*identity.session_owner())
    return identity.token(secret, is_known) or new_token()


def secret() -> bytes | None:
    """Return the key by which cookies are signed; nothing while the store does not say it."""
    try:
        return _secret()
    except StoreError:
        return None


@cache
def _secret() -> bytes:
    return store().secret("cookies")


def is_known(token: str) -> bool | None:
    """Whether something is kept of a browser's token; nothing while the store does not say."""
    try:
        return store().holdings(learner_of(token)).browsers > 0
    except StoreError:
        return None


def learner() -> Learner:
    """Return whose progress this is."""
    return learner_of(token())


def now() -> datetime:
    """Return the time, in UTC."""
    return datetime.now(UTC)


def zone() -> ZoneInfo:
    """Return the time zone the browser names, else UTC."""
    try:
        return ZoneInfo(str(st.context.timezone or "UTC"))
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder of zones, as America
        return ZoneInfo("UTC")


# ------------------------------------------------------------------------- reading


def held() -> LearnerRecord:
    """Return what is known of this learner; the first time in a session it is read."""
    return _held(SOON)


def settings() -> Mapping[str, str] | None:
    """Return the settings that are kept, or None while nobody knows them yet."""
    record = _held(GLANCE)
    return record.settings if record.complete else None


def _held(seconds: float) -> LearnerRecord:
    record = session.remembered("held", lambda: LearnerRecord(memory=Memory(zone=zone())))
    if (record.trouble or not record.complete) and record.reading is None:
        asked = record.asked
        if asked is None or monotonic() - asked > AGAIN:
            who, where = learner(), zone()
            record.reading, record.asked = _WORKERS.begin(lambda _: _read(who, where)), monotonic()
    # A later run of this session may have taken it over while this one waited.
    if (reading := record.reading) is not None:
        if not reading.wait(max(0.0, seconds - record.spent)):
            record.spent = max(record.spent, seconds)
        elif record.reading is reading:
            _take(record, reading)
    return record


def _read(who: Learner, zone: ZoneInfo) -> Progress:
    """Read what is kept; of years of answers the memory too is made while nobody waits."""
    kept, pending = unbounded(), [unwritten.what for unwritten in _WRITES.waiting(who.key)]
    stored = kept.holdings(who)  # first: an answer that comes meanwhile is not unread
    attempts, course = kept.attempts(who), kept.course(who)
    return Progress(
        attempts=attempts,
        memory=remember(attempts, zone),
        course=course,
        settings=kept.settings(who),
        unread=len(attempts) < stored.attempts or len(course) < stored.lessons,
        pending=pending,
    )


def _take(record: LearnerRecord, reading: Task[Progress]) -> None:
    """Add what was read to what has happened in the meantime, and to what is on its way.

    Whose session it is is asked first: there Streamlit may end this run, and the next one is to
    find all as it was.
    """
    pending = [unwritten.what for unwritten in waiting()]
    record.reading = None
    try:
        stored = reading.result()
    except StoreError as error:
        # Nothing was to be saved: it is read once more before long.
        if error.key in _LASTING:
            record.trouble = error.key
        elif not record.complete:
            record.trouble = "reading"
        return
    record.trouble, record.complete, record.unread = "", True, stored.unread
    ids = {attempt.id for attempt in stored.attempts}
    joined, memory = list(stored.attempts), stored.memory
    for attempt in (*stored.pending, *pending, *record.attempts):
        if isinstance(attempt, Attempt) and attempt.id not in ids:
            ids.add(attempt.id)
            joined.append(attempt)
    record.attempts = joined
    for attempt in joined[len(stored.attempts) :]:
        memory = memory.after(attempt)
    record.memory = memory
    course = sorted(stored.course.values(), key=lambda reached: reached.at)
    there = LearnerRecord(
        settings=stored.settings,
        steps={reached.lesson: reached.step for reached in course},
        finished={reached.lesson for reached in course if reached.finished},
    )
    for change in (*stored.pending, *pending):
        if callable(change):
            change(there)
    record.settings = there.settings
    record.steps = there.steps | record.steps
    record.finished |= there.finished


def read_again() -> None:
    """Read afresh, after the store was changed in another way than by an answer."""
    session.forget("held")


def look_again() -> None:
    """Read afresh if the answers in the store are not as many as are known here.

    Then some were given elsewhere since, in another tab or on another device, or were erased.
    """
    record, who = held(), learner()
    if not record.complete or record.trouble or record.unread or waiting():
        return
    with suppress(SlowError, StoreError):
        stored = _WORKERS.do(lambda _: unbounded().holdings(who).attempts, GLANCE)
        if stored != len(record.attempts):
            read_again()


# ------------------------------------------------------------------------- writing


def write(work: Callable[[Store], object], what: object = None) -> PendingWrite:
    """Write something after all else of this learner, and wait for it a little.

    What is not written within `SOON` is written as soon as the store lets it.

    Raises:
        StoreError: Too much is on its way already.
    """
    pending = _WRITES.add(learner().key, lambda: work(unbounded()), what)
    # While earlier ones wait, so will this one: the page need not.
    if len(waiting()) <= 1:
        pending.wait(SOON)
    return pending


def write_beside(who: str, work: Callable[[Store], object]) -> PendingWrite:
    """Write something as soon as the store lets it, after all else of *who*; nobody waits for it.

    Raises:
        StoreError: Too much is on its way already.
    """
    return _WRITES.add(who, lambda: work(unbounded()))


def waiting() -> tuple[PendingWrite, ...]:
    """Return what this learner has done that is still on its way to the store."""
    return _WRITES.waiting(learner().key)


def trouble() -> str:
    """Return the key of what is wrong with the store, as the page says it; nothing, if all is well.

    ``waiting`` is the key while something is on its way, ``reading`` while progress is read. What
    is wrong is said until it is right, also while progress is read once more.
    """
    record = _held(GLANCE)
    if late := waiting():
        return late[0].trouble if late[0].trouble in _LASTING else "waiting"
    return record.trouble or ("reading" if record.reading is not None else "")


def note_fault(error: StoreError) -> None:
    """Have the page say what is wrong with the store until progress can be read again."""
    record = held()
    record.trouble, record.asked = error.key, monotonic()


def pending_writes() -> int:
    """Return how many changes of everybody are still on their way to the store."""
    return _WRITES.count


def drain(seconds: float) -> bool:
    """Wait until everything of everybody is written; return whether it is."""
    return _WRITES.drain(seconds)


def record(attempt: Attempt) -> None:
    """Keep an answer, once, with what is named now; in the store if it takes it in time."""
    record, who = held(), learner()
    if any(attempt.id == old.id for old in record.attempts[-RECENT:]):
        return
    named = replace(attempt, misconception=diagnose([*record.attempts, attempt]).named)
    if _keep(lambda kept: kept.record(who, named), named) is not False:
        record.attempts.append(named)
        record.memory = record.memory.after(named)


def note_step(lesson: str, step: int) -> None:
    """Keep how far the learner has gone on in a lesson; whoever goes back only looks."""

    def reach(record: LearnerRecord) -> bool:
        further = step > record.steps.get(lesson, 1)
        if further:
            record.steps.pop(lesson, None)  # the last one of them is where the learner was last
            record.steps[lesson] = step
        return further

    if reach(held()):
        who, when = learner(), now()
        _keep(lambda kept: kept.note_step(who, lesson, step, now=when), reach)


def finish_lesson(lesson: str) -> None:
    """Keep that a lesson is finished."""

    def finish(record: LearnerRecord) -> None:
        record.finished.add(lesson)
        record.steps[lesson] = 1

    finish(held())
    who, when = learner(), now()
    _keep(lambda kept: kept.finish_lesson(who, lesson, now=when), finish)


def choose(name: str, widget: str | None = None, value: str | None = None) -> None:
    """Change a setting, for this session and the next."""
    if session.choose(name, widget, value):
        save_setting(name, getattr(session.settings(), name))


def save_setting(name: str, value: str) -> None:
    """Keep something the learner has chosen that stands in no address."""
    who, when = learner(), now()
    _keep(lambda kept: kept.save_settings(who, {name: value}, now=when), _chosen(name, value))


def _chosen(name: str, value: str) -> Callable[[LearnerRecord], None]:
    """Return what a choice changes for whoever reads before it is written."""

    def choose(record: LearnerRecord) -> None:
        record.settings = {**record.settings, name: value}

    return choose


def text_under_way(name: str) -> str:
    """Return the text that is kept under *name*, as this session knows it; or nothing."""
    under_way = held().under_way.get(name)
    return under_way.text if under_way else held().settings.get(name, "")


def move_on(name: str, text: str) -> bool:
    """Keep *text* under *name* in place of the one before, and return whether it stands.

    It does not where that was changed, or erased, in another tab or on another device. Then
    `text_under_way` returns what is kept there now.
    """
    who, when, base = learner(), now(), held().settings.get(name, "")
    under_way = held().under_way.setdefault(name, _UnderWay(text, base))
    under_way.text = text

    def save(kept: Store) -> str:
        # Here, not before: what was on its way to the store may have come there by now.
        there = kept.replace_setting(who, name, text, base=under_way.base, now=when)
        if there == text:
            under_way.base = text
        return there

    there = _keep(save, _chosen(name, text))
    if not isinstance(there, str) or there == text:
        return True
    under_way.text = under_way.base = there
    return False


def _keep(work: Callable[[Store], object], what: object = None) -> object:
    """Write something; return what came of it, or None if that is not known yet."""
    try:
        pending = write(work, what)
    except StoreError as error:
        note_fault(error)
        return None
    if pending.error is not None:
        raise pending.error
    if pending.done.is_set():
        held().trouble = ""
    return pending.result
