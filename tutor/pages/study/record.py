"""The learner's own page: what is known, what is next, what was overcome, and the tests."""

from collections.abc import Callable

import pandas as pd
import streamlit as st

from engine.rules import Rule
from puzzles.notation import parse_puzzle
from puzzles.sets import AimedPuzzle
from tutor.drawing.progress import calendar_picture, known_picture
from tutor.figures.chart import key_of, stacked
from tutor.learning.attempts import Attempt
from tutor.learning.memory import when_in_words
from tutor.learning.misconceptions import misconceptions_met
from tutor.learning.overview import by_week, days, last_mistakes, rule_lines, strength_in_words
from tutor.learning.schedule import all_known, coming, today
from tutor.learning.trials import (
    EXIT,
    PLACEMENT,
    RETENTION,
    SIZES,
    exit_test,
    gain_in_words,
    gained,
    mode_of,
    placement,
    retention_date,
    retention_test,
    sittings,
)
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.study import course
from tutor.pages.study.course import gauges
from tutor.pages.study.transfer import arrived, keeping, told
from tutor.pages.study.trial import begin, interrupted, trial, under_way
from tutor.words.texts import Texts

_STANDING = {True: "record.met", False: "record.lately-right"}
"""What is said of a misconception that was named and is not overcome."""

_TESTS = (PLACEMENT, EXIT, RETENTION)


def page() -> None:
    """Show the learner's progress, or the test that is under way."""
    if under_way():
        trial()
        return
    interrupted()
    say = session.texts()
    st.title(say("page.record.title"), anchor=False)
    arrived()
    told()
    if progress.held().attempts:
        _today()
        _known()
        _misconceptions()
        _fold("record.rules", _rules)
        if last_mistakes(progress.held().attempts):
            _fold("record.mistakes", _mistakes)
        _fold("record.days", _days)
    else:
        st.write(say("record.empty"))
        navigation.link("learn", say("record.empty.learn"))
    _fold("record.tests", _tests)
    _fold("keep.title", keeping)


def _fold(title: str, show: Callable[[], None]) -> None:
    """Show something under its title when it is opened."""
    with st.expander(session.texts()(title), key=f"fold-{title}", on_change="rerun") as fold:
        if fold.open:
            show()


# ------------------------------------------------------------------ what is known


def _today() -> None:
    """Show what is due, and lead to it."""
    say, known, now = session.texts(), progress.held(), progress.now()
    left = today(known.memory, course.syllabus(session.variant()), now)
    dates = filter(None, map(known.memory.next_date, known.memory.traces))
    if left.due:
        st.write(say("record.due", count=len(left.due)))
    elif left.done and all_known(known.memory):
        when = when_in_words(min(dates), known.memory.today(now), say)
        st.success(say("record.all-known", count=len(known.memory.traces), when=when))
    else:
        st.write(say("record.nothing-due"))
    st.write(say("record.coming", rules=say("between").join(map(say.name, _coming()[:3]))))
    with st.container(horizontal=True):
        navigation.link("drill", say("record.practise"))
        day = known.memory.today(progress.now()).isoformat()
        navigation.link("drill", say("home.daily"), day=day)


def _coming() -> tuple[Rule, ...]:
    """Return the rules that today's practice asks, in its order."""
    return coming(progress.held().memory, course.syllabus(session.variant()))


def _known() -> None:
    """Show how much is known of every rule, by chapter."""
    say, known = session.texts(), progress.held()
    st.header(say("record.path"), anchor=False)
    card_table(known_picture(look(), gauges(known.attempts)), key="known")
    st.caption(say("record.gauges"))


def _rules() -> None:
    """Show every rule met: its strength in words, and when practice asks it again."""
    say, known = session.texts(), progress.held()
    lines = rule_lines(known.attempts, _coming())
    st.table(
        pd.DataFrame(
            {
                say("record.rule"): [say.name(line.rule) for line in lines],
                say("record.strength"): [strength_in_words(line.strength, say) for line in lines],
                say("record.next"): [_turn(line.turn, say) for line in lines],
            }
        ).set_index(say("record.rule"))
    )


def _turn(turn: int | None, say: Texts) -> str:
    """Return when practice asks a rule again."""
    if turn is None:
        return say("record.rests")
    return say("record.turn", turn=turn) if turn > 1 else say("record.turn.next")


def _mistakes() -> None:
    """Offer the last mistakes again."""
    for attempt in last_mistakes(progress.held().attempts):
        navigation.link("drill", _mistake(attempt), puzzle=attempt.puzzle)


def _mistake(attempt: Attempt) -> str:
    """Name a mistake by its day, its rule and, where there was a trick, by its lead."""
    say, ruling = session.texts(), parse_puzzle(attempt.puzzle).ruling
    day = attempt.at.astimezone(progress.zone()).date()
    if ruling is None:
        return say("record.mistake", day=day, rule=attempt.rule)
    lead = ruling.trick.lead
    return say("record.mistake-trick", day=day, rule=attempt.rule, seat=lead.seat, card=lead.card)


def _misconceptions() -> None:
    """Name the ideas that led astray, and those that no longer do."""
    say = session.texts()
    met = misconceptions_met(progress.held().attempts)
    if met:
        st.header(say("record.misconceptions"), anchor=False)
    for one in met:
        key = "record.overcome" if one.overcome else _STANDING[one.shows]
        st.markdown("- " + say(key, misconception=say(f"misconception.{one.misconception}.name")))


def _days() -> None:
    """Show the last weeks, as a calendar and as bars."""
    say, known = session.texts(), progress.held()
    found = days(known.attempts, progress.zone(), known.memory.today(progress.now()))
    card_table(calendar_picture(look(), found), key="calendar")
    weeks = by_week(found)
    right, other = say("record.right"), say("record.other")
    counts = {
        right: [known for _, known in weeks.values()],
        other: [answers - known for answers, known in weeks.values()],
    }
    mondays = [say.sign(monday) for monday in weeks]
    frame = pd.DataFrame(counts, index=pd.Index(mondays, name=say("record.week")))
    st.html(key_of(tuple(counts)))
    st.vega_lite_chart(
        spec=stacked(mondays, counts, say("record.week")),
        alt="; ".join(
            f"{monday}: {right} {known}, {other} {answers - known}"
            for monday, (answers, known) in zip(mondays, weeks.values(), strict=True)
        ),
        key="chart-weeks",
        width="stretch",
    )
    st.table(frame)


# ------------------------------------------------------------------------- tests


def _tests() -> None:
    """Offer the three tests, and say what they showed."""
    say, attempts = session.texts(), progress.held().attempts
    st.write(say("record.tests.text"))
    taken = [(test, one) for test in _TESTS for one in sittings(attempts, test)]
    for test, one in sorted(taken, key=lambda pair: pair[1].answers[-1].at):
        words = say(
            "record.taken",
            test=say(f"record.{test}"),
            day=one.answers[-1].at.astimezone(progress.zone()).date(),
            right=one.right,
            count=len(one.answers),
        )
        st.markdown(f"- {words}")
    found = gained(attempts)
    if found:
        st.info(gain_in_words(found, say), icon=":material/insights:")
        if [test for test, _ in taken].count(PLACEMENT) < len(taken) - 1:
            st.caption(say("record.not-compared"))
    day = retention_date(attempts, progress.zone())
    on = progress.held().memory.today(progress.now())
    if day and day > on:
        st.caption(say("record.retention-on", when=when_in_words(day, on, say)))
    size = st.radio(
        say("record.size"),
        SIZES,
        format_func=lambda count: say("record.size.count", count=count),
        captions=[say("record.size.text", often=round(often / 10)) for often in SIZES.values()],
        key="test-size",
    )
    placed = any(test == PLACEMENT for test, _ in taken)
    if placed:
        st.caption(say("record.parallel"))
    with st.container(horizontal=True):
        for test, offered in (
            (PLACEMENT, True),
            (EXIT, placed),
            (RETENTION, day is not None and day <= on),
        ):
            if offered:
                st.button(
                    say(f"record.{test}"), key=f"begin-{test}", on_click=_begin, args=(test, size)
                )


def _begin(test: str, size: int) -> None:
    """Draw a test and begin it; those after the first hold as many questions as that."""
    attempts, rng, variant = progress.held().attempts, session.chance(), session.variant()
    tables = variant.tables(session.book())
    items: tuple[AimedPuzzle, ...]
    if test == PLACEMENT:
        items = placement(variant, tables, rng, size)
    else:
        draw = exit_test if test == EXIT else retention_test
        items = draw(attempts, variant, tables, rng)
    begin(mode_of(test, len(items), rng), items)
