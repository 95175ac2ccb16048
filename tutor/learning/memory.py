"""What a learner remembers of every rule, and the day on which it should be asked again.

The unit of memory is a rule, never a puzzle: every review is a fresh trick. The model is
FSRS with its default parameters and two grades: known and not known. It counts in days of
the learner's calendar, so that somebody who comes a little earlier each day loses nothing by it.
"""

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from fsrs import Card, Rating, Scheduler

from engine.rules import Rule
from tutor.learning import Attempt
from tutor.words.texts import Texts

RECENT = 200
"""So many answers back no trick comes again."""

_SCHEDULER = Scheduler(learning_steps=(), relearning_steps=(), enable_fuzzing=False)
"""FSRS for whole days: when a rule comes again on the same day, `tutor.learning.schedule` says."""

_NOON = time(12, tzinfo=UTC)
_LATER = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class _Trace:
    """What one rule has left: FSRS's card, and the day of a mistake not yet made good."""

    card: Card
    missed: date | None

    @property
    def next_date(self) -> date:
        """The day FSRS names, but the day after a mistake at the latest."""
        due = self.card.due.date()
        return min(due, self.missed + _LATER) if self.missed else due


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """A learner's memory of all rules, as it is after the answers given so far.

    ``zone`` is the learner's, for what "today" is. ``recent`` are the last answers, oldest
    first. `remember` builds a memory; `after` adds one answer and leaves this one as it is.
    """

    zone: tzinfo
    recent: tuple[Attempt, ...] = ()
    traces: Mapping[Rule, _Trace] = field(default_factory=dict)

    def after(self, attempt: Attempt) -> "Memory":
        """Return the memory after one more answer; the same answer again changes nothing."""
        if any(known.id == attempt.id for known in self.recent):
            return self
        trace = self.traces.get(attempt.rule)
        traced = _review(trace, attempt, self.today(attempt.at))
        traces = {**self.traces, attempt.rule: traced}
        return replace(self, recent=(*self.recent, attempt)[-RECENT:], traces=traces)

    def today(self, now: datetime) -> date:
        """Return the day that *now* is on in the learner's zone."""
        return now.astimezone(self.zone).date()

    def asked(self, rule: Rule) -> bool:
        """Return whether *rule* was ever answered."""
        return rule in self.traces

    def next_date(self, rule: Rule) -> date | None:
        """Return the day on which *rule* should come again; none if it was never asked."""
        return self.traces[rule].next_date if rule in self.traces else None

    def due(self, rule: Rule, now: datetime) -> bool:
        """Return whether *rule* should come today; one that was never asked is new, not due."""
        day = self.next_date(rule)
        return day is not None and day <= self.today(now)


def remember(attempts: Iterable[Attempt], zone: tzinfo = UTC) -> Memory:
    """Replay all answers, in the order given."""
    traces: dict[Rule, _Trace] = {}
    recent: deque[Attempt] = deque(maxlen=RECENT)
    lately: set[str] = set()
    for attempt in attempts:  # as `after`, which would copy everything fifty thousand times
        if attempt.id in lately:
            continue
        if len(recent) == RECENT:
            lately.discard(recent[0].id)
        recent.append(attempt)
        lately.add(attempt.id)
        day = attempt.at.astimezone(zone).date()
        traces[attempt.rule] = _review(traces.get(attempt.rule), attempt, day)
    return Memory(zone=zone, recent=tuple(recent), traces=traces)


def _review(trace: _Trace | None, attempt: Attempt, day: date) -> _Trace:
    """Grade one answer. A mistake is made good by knowing the rule on a later day."""
    moment = _moment(day)
    # FSRS wants a number for its log, and would wait a millisecond to make one up.
    card = trace.card if trace else Card(card_id=0, due=moment)
    if card.last_review and card.last_review > moment:  # a clock was put back
        moment = card.last_review
    rating = Rating.Good if attempt.known else Rating.Again
    reviewed, _ = _SCHEDULER.review_card(card, rating, moment)
    missed = trace.missed if trace else None
    if not attempt.known:
        missed = day
    elif missed and day > missed:
        missed = None
    return _Trace(reviewed, missed)


def _moment(day: date) -> datetime:
    """Return the one moment of a day at which FSRS sees everything that happens on it."""
    return datetime.combine(day, _NOON)


def when_in_words(day: date, today: date, say: Texts) -> str:
    """Return when *day* is: today (or overdue), tomorrow, in so many days."""
    days = (day - today).days
    if days <= 0:
        return say("due.today")
    return say("due.tomorrow") if days == 1 else say("due.days", count=days)
