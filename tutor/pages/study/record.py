"""The learner's own page: what is known, what is next, what was overcome, and the tests."""

from random import Random

import pandas as pd
import streamlit as st

from puzzles.mixed import Asked
from puzzles.notation import parse_puzzle
from tutor.drawing import calendar_picture
from tutor.figures.chart import STYLE, key_of, stacked
from tutor.learning.attempts import Attempt
from tutor.learning.choose import today
from tutor.learning.memory import when_in_words
from tutor.learning.misconceptions import misconceptions_met
from tutor.learning.overview import by_week, days, last_mistakes, of_mode, rule_lines
from tutor.learning.strength import strength_in_words
from tutor.learning.trials import (
    ITEMS,
    exit_test,
    gain,
    gain_in_words,
    placement,
    retention_date,
    retention_test,
)
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.study.transfer import arrived, keeping
from tutor.pages.study.trial import begin, interrupted, trial, under_way

_STANDING = {True: "record.met", False: "record.lately-right"}
"""What is said of a misconception that was named and is not overcome."""


def page() -> None:
    """Show the learner's progress, or the test that is under way."""
    if under_way():
        trial()
        return
    interrupted()
    say = session.texts()
    st.title(say("page.record.title"), anchor=False)
    arrived()
    if progress.held().attempts:
        _today()
        _rules()
        _mistakes()
        _misconceptions()
        _days()
    else:
        st.write(say("record.empty"))
        navigation.link("learn", say("record.empty.learn"))
    _tests()
    keeping()


# ------------------------------------------------------------------ what is known


def _today() -> None:
    """Say what is due, and lead to it."""
    say, known = session.texts(), progress.held()
    due = today(
        known.memory, progress.unlocked(), progress.now(), session.variant(), session.book()
    ).due
    st.write(say("record.due", count=len(due)) if due else say("record.nothing-due"))
    with st.container(horizontal=True):
        navigation.link("drill", say("record.practise"))
        day = known.memory.today(progress.now()).isoformat()
        navigation.link("drill", say("home.daily"), day=day)


def _rules() -> None:
    """Show every rule met: its strength in words, and when it comes again."""
    say, known = session.texts(), progress.held()
    on = known.memory.today(progress.now())
    st.header(say("record.rules"), anchor=False)
    st.caption(say("record.strength-when"))
    lines = rule_lines(known.attempts, known.memory)
    st.table(
        pd.DataFrame(
            {
                say("record.rule"): [say.name(line.rule) for line in lines],
                say("record.strength"): [
                    strength_in_words(line.strength, say)
                    if line.strength
                    else say("record.too-early")
                    for line in lines
                ],
                say("record.next"): [
                    when_in_words(line.next_date, on, say) if line.next_date else ""
                    for line in lines
                ],
            }
        ).set_index(say("record.rule"))
    )


def _mistakes() -> None:
    """Offer the last mistakes again."""
    say = session.texts()
    found = last_mistakes(progress.held().attempts)
    if found:
        st.header(say("record.mistakes"), anchor=False)
        for attempt in found:
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
    st.header(say("record.misconceptions"), anchor=False)
    if not met:
        st.write(say("record.no-misconceptions"))
    for one in met:
        key = "record.overcome" if one.overcome else _STANDING[one.shows]
        st.markdown("- " + say(key, misconception=say(f"misconception.{one.misconception}.name")))


def _days() -> None:
    """Show the last weeks, as a calendar and as bars."""
    say, known = session.texts(), progress.held()
    found = days(known.attempts, progress.zone(), known.memory.today(progress.now()))
    st.header(say("record.days"), anchor=False)
    card_table(calendar_picture(look(), found), key="calendar")
    weeks = by_week(found)
    right, other = say("record.right"), say("record.other")
    counts = {
        right: [known for _, known in weeks.values()],
        other: [answers - known for answers, known in weeks.values()],
    }
    mondays = [say.sign(monday) for monday in weeks]
    frame = pd.DataFrame(counts, index=pd.Index(mondays, name=say("record.week")))
    st.html(STYLE)
    st.html(key_of(tuple(counts)))
    st.vega_lite_chart(
        spec=stacked(mondays, counts, say("record.week")),
        alt="; ".join(
            f"{monday}: {right} {known}, {other} {answers - known}"
            for monday, (answers, known) in zip(mondays, weeks.values(), strict=True)
        ),
        key="weeks",
        width="stretch",
    )
    with st.expander(say("record.as-table"), key="weeks-table", on_change="rerun") as table:
        if table.open:
            st.table(frame)


# ------------------------------------------------------------------------- tests


def _tests() -> None:
    """Offer the three tests, and say what they showed."""
    say, attempts = session.texts(), progress.held().attempts
    st.header(say("record.tests"), anchor=False)
    st.write(say("record.tests.text", count=ITEMS))
    before, after = of_mode(attempts, "placement", ITEMS), of_mode(attempts, "exit", ITEMS)
    later = of_mode(attempts, "retention", ITEMS)
    for name, taken in (("placement", before), ("exit", after), ("retention", later)):
        if taken:
            day_taken = taken[-1].at.astimezone(progress.zone()).date()
            right = sum(attempt.known for attempt in taken)
            words = say(
                "record.taken",
                test=say(f"record.{name}"),
                day=day_taken,
                right=right,
                count=ITEMS,
            )
            st.markdown(f"- {words}")
    for first, second in ((before, after), (before, later)):
        found = gain(first, second) if first and second else None
        if found:
            st.info(gain_in_words(found, say), icon=":material/insights:")
    day = retention_date(attempts, progress.zone())
    on = progress.held().memory.today(progress.now())
    if day and day > on:
        st.caption(say("record.retention-on", when=when_in_words(day, on, say)))
    with st.container(horizontal=True):
        st.button(
            say("record.placement"),
            key="begin-placement",
            on_click=_begin,
            args=("placement",),
        )
        if before:
            st.button(say("record.exit"), key="begin-exit", on_click=_begin, args=("exit",))
        if day and day <= on:
            st.button(
                say("record.retention"),
                key="begin-retention",
                on_click=_begin,
                args=("retention",),
            )


def _begin(mode: str) -> None:
    attempts, rng = progress.held().attempts, Random()
    variant = session.variant()
    tables = variant.tables(session.book())
    items: tuple[Asked, ...]
    if mode == "placement":
        items = placement(variant, tables, rng)
    elif mode == "exit":
        items = exit_test(attempts, variant, tables, rng)
    else:
        items = retention_test(attempts, variant, tables, rng)
    begin(mode, items)
