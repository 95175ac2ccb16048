"""What practice asks next: a pair, a trick on it, what is due, a mistake again; and how it goes."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import ParamSpec

from engine.rules import Rule
from engine.variants import VARIANTS
from puzzles.daily import daily
from puzzles.generator import rules_of
from puzzles.minimal_pairs import HAS_PAIR, Pair, minimal_pair
from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.sets import AimedPuzzle, mixed
from tutor.learning import Attempt, pair_mode, pair_of
from tutor.learning.draw import ask_next
from tutor.learning.misconceptions import after_pair, pair_left, pending_pair
from tutor.learning.schedule import Mode, may_interrupt, mistakes_to_ask, not_known_since, today
from tutor.pages.frame import progress, session
from tutor.pages.frame.inputs import MIXED
from tutor.pages.questions.answers import answering
from tutor.pages.study import course

P = ParamSpec("P")

FREE = "free"
"""The mode that follows no schedule: one kind of question, any rule, any form."""

MODES = (*(mode.value for mode in Mode), FREE)

_PRACTISED = frozenset((*MODES, "link", "daily", "pair"))
"""How the modes begin of answers given in practice: those of a day and of a pair name which."""

_ENOUGH = 12
"""So many answers a day, and practice that has nothing due may call it a day."""

_MUCH = 24
"""So many, and it calls it a day though a rule was missed and not known since."""

_FIRST_ZONE = timedelta(hours=14)
"""How far ahead of UTC a day begins first, on Kiritimati."""

_A_DAY_AND_MORE = timedelta(days=2)
"""Farther apart than this no two answers were given on one day, wherever clocks are put back."""


@dataclass(slots=True)
class Practice:
    """The drill under way: what was chosen for it, and the puzzle that is asked.

    ``wanted`` is what is chosen now, ``choice`` what the puzzle was drawn for. ``aim`` is the rule
    it was drawn for, ``because`` why it came now, ``mode`` how the answer is kept; ``pair`` are two
    tricks to compare before going on, and the misconception. ``done`` is the day of which it is
    said now that nothing is left, ``told_done`` the last of which it was said. ``answered`` are the
    puzzles that were answered since the page was opened, each with its mode: Back leads to the
    answer given.
    ``since`` is the last answer before a position that is tried again: those up to it do not count.
    """

    choice: tuple[str, ...] = ()
    wanted: tuple[str, ...] = ()
    line: str = ""
    aim: str = ""
    because: str = ""
    mode: str = "link"
    since: str = ""
    pair: tuple[Pair, str] | None = None
    serial: int = 0
    done: date | None = None
    told_done: date | None = None
    answered: dict[str, str] = field(default_factory=dict)

    @property
    def has_answer(self) -> bool:
        """Whether the puzzle that is asked has been answered."""
        asked = self.line and session.about_what("drill") == self.line
        return bool(asked) and answering("drill", self.line).verdict is not None

    def begin(self) -> None:
        """Put away what was asked, for what comes in its place."""
        if self.has_answer:
            self.answered[self.line] = self.mode
        self.choice, self.line, self.aim, self.because = self.wanted, "", "", ""
        self.pair, self.mode, self.since, self.done = None, "link", "", None
        self.serial += 1
        session.forget_slot("drill")

    def ask(self, aimed: AimedPuzzle, mode: str, because: str = "") -> None:
        """Ask a puzzle that was drawn."""
        self.line, self.aim = print_puzzle(aimed.puzzle), aimed.aim.value
        self.answered.pop(self.line, None)  # it is asked once more
        self.mode, self.because = mode, because


def under_way() -> Practice:
    """Return the drill under way."""
    return session.remembered("practice", Practice)


@dataclass(slots=True)
class Tally:
    """How practice goes: answers, right ones, and those without a hint in a row in a streak.

    ``ended`` is the line of the puzzle at which a streak ended, if that was the last one in it.
    """

    answered: int = 0
    right: int = 0
    streak: int = 0
    best: int = 0
    ended: str = ""


def tally() -> Tally:
    """Return how practice goes today: an answer of a streak makes it longer if known, or ends it.

    It follows from the answers that are kept, so that a reload does not begin it afresh.
    """
    so_far = Tally()
    for attempt in answers_today():
        if attempt.mode.partition(":")[0] not in _PRACTISED:
            continue  # in a lesson or a test
        so_far.answered += 1
        so_far.right += attempt.correct
        if attempt.mode == Mode.STREAK:
            so_far.ended = attempt.puzzle if so_far.streak and not attempt.known else ""
            so_far.streak = so_far.streak + 1 if attempt.known else 0
            so_far.best = max(so_far.best, so_far.streak)
    return so_far


def settle() -> None:
    """Make sure there is something to ask: what the address names, or the next puzzle."""
    state, asked, day = under_way(), _asked(), _named_day()
    since = session.asked("since") or ""
    if asked is not None and (asked, since) != (state.line, state.since):
        state.begin()
        state.line, state.aim, state.since = asked, _remembered_aim(asked), since
        state.mode = _remembered_mode(asked, since)
    elif day is not None and asked is None and state.mode != _daily_mode(day):
        _ask_daily(day)
    elif _stays():
        state.choice = state.wanted
    elif state.choice != state.wanted or not (state.line or state.pair or state.done == _day()):
        _next()
    mode, _, _, kind, rule = state.wanted
    told = {"mode": mode, "kind": kind, "rule": rule, "puzzle": state.line, "aim": state.aim}
    told["pair"] = pair_of(state.mode) or ""
    if day is not None and state.mode == _daily_mode(day):  # for whoever it is passed on to
        told["day"] = day.isoformat()
    session.untell("kind", "rule")
    session.tell(**{key: value for key, value in told.items() if value})


def _asked() -> str | None:
    """Return the puzzle that the address names, as we print it: answers belong to that line."""
    asked = session.asked("puzzle")
    if asked is not None and asked != under_way().line:
        with suppress(ValueError):
            return print_puzzle(parse_puzzle(asked))
    return asked


def _stays() -> bool:
    """Whether an answered puzzle stays in view although another rulebook was chosen."""
    state = under_way()
    if not (state.line and state.choice and state.choice != state.wanted):
        return False
    changed = [chosen != wanted for chosen, wanted in zip(state.choice, state.wanted, strict=True)]
    return changed == [False, False, True, False, False] and state.has_answer


def _remembered_mode(line: str, since: str) -> str:
    """After a reload, or Back, go on as before; a puzzle that comes by a link is one of its own.

    That it follows a minimal pair is true only of a learner whose own answers call for one.
    """
    attempts, pair = progress.held().attempts, session.asked("pair")
    if attempts and attempts[-1].puzzle == line and attempts[-1].id != since:
        return attempts[-1].mode
    if not since and (mode := under_way().answered.get(line)):
        return mode
    left = pair_left(attempts)
    if pair and pair == (left[0] if left else pending_pair(attempts)):
        return pair_mode(pair)
    day = _named_day()
    if day and line == print_puzzle(daily(day, session.variant(), session.rulebook()).puzzle):
        return _daily_mode(day)
    return under_way().wanted[0]


def _remembered_aim(line: str) -> str:
    """After a reload, the rule the puzzle was aimed at, if one like it can be aimed at that."""
    aim = session.asked("aim")
    with suppress(ValueError):
        puzzle = parse_puzzle(line)
        if aim in rules_of(puzzle.kind, puzzle.variant, puzzle.table.rulebook):
            return str(aim)
    return ""


def _named_day() -> date | None:
    """Return the day whose puzzle the address names; today if there is no such day, or not yet."""
    if session.asked("day") is None:
        return None
    day = _asked_day()
    return _day() if day is None or _is_to_come(day) else day


def day_to_come() -> bool:
    """Whether the address names a day to come, wherever on earth whoever passed it on may be."""
    day = _asked_day()
    return day is not None and _is_to_come(day)


def _asked_day() -> date | None:
    with suppress(ValueError):
        return date.fromisoformat(session.asked("day") or "")
    return None


def _is_to_come(day: date) -> bool:
    return day > (progress.now() + _FIRST_ZONE).date()


def _ask_daily(day: date) -> None:
    under_way().begin()
    under_way().ask(daily(day, session.variant(), session.rulebook()), _daily_mode(day))


def _daily_mode(day: date) -> str:
    return f"daily:{day.isoformat()}"


def _next(*, onward: bool = False) -> None:
    """Draw what comes next, *onward* from an answer or to open: a pair, a trick on it, or more."""
    state, known, rng = under_way(), progress.held(), session.chance()
    mode, form, _, kind, rule = state.wanted
    variant, rulebook = VARIANTS[form], session.rulebook()
    state.begin()
    paired = mode != FREE and may_interrupt(known.attempts, Mode(mode), onward=onward)
    if paired and _pair_first(known.attempts, rng):
        pass
    elif mode == Mode.TODAY and state.told_done != _day() and _nothing_left():
        state.done = state.told_done = _day()
    elif mode == FREE:
        rules = rules_of(kind, variant, rulebook) if rule == MIXED else (Rule(rule),)
        state.ask(next(mixed((kind,), rules, variant, variant.tables(rulebook), rng)), FREE)
    elif mode != Mode.MISTAKES or mistakes_to_ask(known.attempts, course.syllabus(variant)):
        syllabus, now = course.syllabus(variant), progress.now()
        aim = Rule(rule) if mode == Mode.RULE else None
        asked = ask_next(known.memory, known.attempts, syllabus, Mode(mode), now, rng, aim)
        aimed = AimedPuzzle(asked.puzzle, asked.choice.rule)
        state.ask(aimed, mode, asked.choice.because.value)
    session.untell(*_ASKED)


_ASKED = ("day", "puzzle", "aim", "since", "hint", "match", "pair")
"""What the address says of a question besides how it was come to."""


def _pair(misconception: str, rng: Random) -> bool:
    """Put two tricks up for comparison; whether two can show the misconception in this form."""
    variant = session.variant()
    try:
        pair = minimal_pair(
            misconception, rng.choice(variant.tables(session.rulebook())), variant, rng
        )
    except ValueError:
        return False
    under_way().pair = pair, misconception
    return True


def _pair_first(attempts: Sequence[Attempt], rng: Random) -> bool:
    """Go on with the pair under way, or begin the one that is pending; whether this form has it."""
    if (left := pair_left(attempts)) and _follow(left[0], rng):
        return True
    wrong = pending_pair(attempts)
    return wrong is not None and _pair(wrong, rng)


def _follow(misconception: str, rng: Random) -> bool:
    """Ask the next of the tricks on the misconception; whether this form of the game has any.

    On another day those that are left say nothing without their pair.
    """
    if misconception not in HAS_PAIR:  # a record may be of another version
        return False
    if not answers_today() and _pair(misconception, rng):
        return True
    with suppress(ValueError):
        _ask_after_pair(misconception, rng)
        return True
    return False


def begin_pair(misconception: str) -> None:
    """Ask the first of the tricks on the misconception; its answer shows that the pair was seen."""
    session.count("onward")
    under_way().begin()
    _ask_after_pair(misconception, session.chance())


def _ask_after_pair(misconception: str, rng: Random) -> None:
    variant, memory = session.variant(), progress.held().memory
    trick = after_pair(misconception, memory, variant, variant.tables(session.rulebook()), rng)
    under_way().ask(trick, pair_mode(misconception))


def _day() -> date:
    """Return the learner's day: a page left open overnight is on another than it began on."""
    return progress.held().memory.today(progress.now())


def answers_today() -> list[Attempt]:
    """Return the answers of today, by the learner's own day."""
    known, now = progress.held(), progress.now()
    today = known.memory.today
    # Of years of answers few are so near that it matters on which day they were.
    first, last = now - _A_DAY_AND_MORE, now + _A_DAY_AND_MORE
    near = [attempt for attempt in known.attempts if first < attempt.at < last]
    return [attempt for attempt in near if today(attempt.at) == today(now)]


def _nothing_left() -> bool:
    """Whether today's practice has come to an end.

    Nothing is new, nothing due, enough was asked, and what was missed today was known since: it is
    tried again before the day is over, but not for ever.
    """
    known, answers = progress.held(), answers_today()
    if not known.attempts or 0 < len(answers) < _ENOUGH:
        return False
    syllabus = course.syllabus(session.variant())
    if not_known_since(answers, syllabus) and len(answers) < _MUCH:
        return False
    return today(known.memory, syllabus, progress.now()).done


def onward(then: Callable[P, None]) -> Callable[P, None]:
    """Return what goes on, for a button; pressed twice it passes nothing over."""
    return session.once("practised", then)


def go_on() -> None:
    """Draw what comes next because the learner asked for it: the focus goes there."""
    session.count("onward")
    _next(onward=True)
