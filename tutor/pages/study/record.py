"""The learner's own page: what is known, what is next, what was overcome, and how to keep it."""

from random import Random

import pandas as pd
import segno
import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from puzzles.notation import parse_puzzle, print_puzzle
from puzzles.puzzle import Puzzle
from tutor.attempts import Attempt
from tutor.drawing import calendar_picture
from tutor.learning.choose import today
from tutor.learning.memory import when_in_words
from tutor.learning.misconceptions import beliefs_met
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
from tutor.overview import by_week, days, last_mistakes, of_mode, rule_lines
from tutor.pages.frame import progress, session, ways
from tutor.pages.frame.card_table import card_table
from tutor.pages.frame.reader import look_at
from tutor.pages.study.asking import look
from tutor.pages.study.trial import begin, interrupted, trial, under_way
from tutor.store import ProgressFileError, StoreError, export_progress, import_progress


def page() -> None:
    """Show the learner's progress, or the test that is under way."""
    if under_way():
        trial()
        return
    interrupted()
    say = session.texts()
    st.title(say("page.record.title"), anchor=False)
    _arrived()
    if progress.held().attempts:
        _today()
        _rules()
        _mistakes()
        _beliefs()
        _days()
    else:
        st.write(say("record.empty"))
        ways.link("learn", say("record.empty.learn"))
    _tests()
    _keeping()


# ------------------------------------------------------------------ what is known


def _today() -> None:
    """Say what is due, and lead to it."""
    say, known = session.texts(), progress.held()
    due = today(
        known.memory, progress.unlocked(), progress.now(), session.variant(), session.book()
    ).due
    st.write(say("record.due", count=len(due)) if due else say("record.nothing-due"))
    with st.container(horizontal=True):
        ways.link("drill", say("record.practise"))
        day = known.memory.today(progress.now()).isoformat()
        ways.link("drill", say("home.daily"), day=day)


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
                    strength_in_words(line.strength, say) if line.strength else "–"
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
            ways.link("drill", _mistake(attempt), puzzle=attempt.puzzle)


def _mistake(attempt: Attempt) -> str:
    """Name a mistake by its rule and, where there was a trick, by its lead."""
    say, ruling = session.texts(), parse_puzzle(attempt.puzzle).ruling
    if ruling is None:
        return say("record.mistake", rule=attempt.rule)
    lead = ruling.trick.lead
    return say("record.mistake-trick", rule=attempt.rule, seat=lead.seat, card=lead.card)


def _beliefs() -> None:
    """Name the ideas that led astray, and those that no longer do."""
    say = session.texts()
    met = beliefs_met(progress.held().attempts)
    st.header(say("record.beliefs"), anchor=False)
    if not met:
        st.write(say("record.no-beliefs"))
    for one in met:
        key = "record.overcome" if one.overcome else "record.met"
        st.markdown("- " + say(key, belief=say(f"belief.{one.belief}.name")))


def _days() -> None:
    """Show the last weeks, as a calendar and as bars."""
    say, known = session.texts(), progress.held()
    found = days(known.attempts, progress.zone(), known.memory.today(progress.now()))
    st.header(say("record.days"), anchor=False)
    card_table(calendar_picture(look(), found), key="calendar")
    weeks = by_week(found)
    right, other = say("record.right"), say("record.other")
    frame = pd.DataFrame(
        {
            right: [known for _, known in weeks.values()],
            other: [answers - known for answers, known in weeks.values()],
        },
        index=pd.Index([monday.isoformat() for monday in weeks], name=say("record.week")),
    )
    st.bar_chart(frame, color=["#166534", "#b45309"], height=220)
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
            day_taken = taken[-1].at.astimezone(progress.zone()).date().isoformat()
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
    puzzles: tuple[Puzzle, ...]
    if mode == "placement":
        puzzles = placement(variant, tables, rng)
    elif mode == "exit":
        puzzles = exit_test(attempts, variant, tables, rng)
    else:
        puzzles = retention_test(attempts, variant, tables, rng)
    begin(mode, tuple(map(print_puzzle, puzzles)))


# ----------------------------------------------------------------------- keeping


def _arrived() -> None:
    """Bring progress here that a code or a link from another device names."""
    say, code = session.texts(), session.asked("code")
    if code:
        with st.container(border=True, key="arrived"):
            st.write(say("keep.arrived"))
            st.button(
                say("keep.bring"),
                key="bring-arrived",
                type="primary",
                on_click=_bring,
                args=(code,),
            )


def _keeping() -> None:
    """Say what is kept, and how to take it along, save it, load it and erase it."""
    say = session.texts()
    st.header(say("keep.title"), anchor=False)
    st.write(say("keep.what"))
    _told()
    first, second, third, fourth = st.tabs(
        [say("keep.move"), say("keep.save"), say("keep.load"), say("keep.erase")]
    )
    with first:
        _move()
    with second:
        st.write(say("keep.save.text"))
        try:
            text = export_progress(progress.store(), progress.learner())
            st.download_button(
                say("keep.save.button"),
                text,
                file_name="calypso-progress.json",
                mime="application/json",
                key="keep-file",
            )
        except StoreError as error:
            st.error(say(f"store.{error.key}"))
    with third:
        st.write(say("keep.load.text"))
        st.file_uploader(
            say("keep.load.file"),
            type="json",
            key="keep-upload",
            on_change=_load,
            max_upload_size=5,
        )
    with fourth:
        _erase()


def _told() -> None:
    """Say what came of the last thing that was done here, where it was done."""
    told = session.widget("keep-told")
    if isinstance(told, tuple):
        kind, words = told
        with st.container(key="keep-told-here"):
            (st.success if kind == "good" else st.error)(words)
        look_at("keep-told-here", f"{words} {progress.now().isoformat()}")
        session.drop("keep-told")


def _move() -> None:
    """Make a code for another device, as letters and as a picture to photograph."""
    say = session.texts()
    st.write(say("keep.move.text"))
    st.button(say("keep.move.button"), key="keep-code", on_click=_make_code)
    code = session.widget("resume-code")
    if isinstance(code, str):
        st.code(code, language=None)
        address = f"{st.context.url or ''}".partition("?")[0] + f"?code={code}"
        svg = segno.make(address, error="m").svg_inline(
            scale=4, dark="#000", light="#fff", border=3
        )
        st.markdown(
            f'<div role="img" aria-label="{say("keep.move.qr")}">{svg}</div>',
            unsafe_allow_html=True,
        )
        st.caption(say("keep.move.once"))
    with st.form("keep-enter", border=False):
        typed = st.text_input(say("keep.move.enter"), max_chars=60)
        if st.form_submit_button(say("keep.bring")):
            _bring(typed)
            st.rerun()


def _make_code() -> None:
    try:
        code = progress.store().resume_code(progress.learner(), now=progress.now())
        session.put("resume-code", code)
    except StoreError as error:
        session.put("keep-told", ("bad", session.texts()(f"store.{error.key}")))


def _bring(code: str) -> None:
    """Take over the progress a code stands for; answers given here before come along."""
    say = session.texts()
    session.untell("code")
    try:
        found = progress.store().resume(progress.learner(), code, bring=True, now=progress.now())
    except StoreError as error:
        session.put("keep-told", ("bad", say(f"store.{error.key}")))
        return
    if found is None:
        session.put("keep-told", ("bad", say("keep.no-code")))
        return
    progress.read_again()
    session.put("keep-told", ("good", say("keep.brought", count=len(progress.held().attempts))))


def _load() -> None:
    """Read a progress file into the store; a file that is no good changes nothing."""
    say, file = session.texts(), session.widget("keep-upload")
    if not isinstance(file, UploadedFile):
        return
    try:
        found = import_progress(
            progress.store(), progress.learner(), file.getvalue(), now=progress.now()
        )
    except ProgressFileError as error:
        words = say(f"progress-file.{error.key}", place=error.place)
        session.put("keep-told", ("bad", words))
        return
    except StoreError as error:
        session.put("keep-told", ("bad", say(f"store.{error.key}")))
        return
    progress.read_again()
    words = say("keep.loaded", count=found.attempts, known=found.known, games=found.games)
    session.put("keep-told", ("good", words))


def _erase() -> None:
    """Say what would be erased, and erase it once the learner has said so."""
    say = session.texts()
    try:
        there = progress.store().holdings(progress.learner())
    except StoreError as error:
        st.error(say(f"store.{error.key}"))
        return
    st.write(
        say(
            "keep.erase.text",
            attempts=there.attempts,
            lessons=there.lessons,
            games=there.games,
        )
    )
    sure = st.checkbox(say("keep.erase.sure"), key="keep-sure")
    st.button(say("keep.erase.button"), key="keep-erase", disabled=not sure, on_click=_erase_now)


def _erase_now() -> None:
    say = session.texts()
    try:
        gone = progress.store().erase(progress.learner())
    except StoreError as error:
        session.put("keep-told", ("bad", say(f"store.{error.key}")))
        return
    progress.read_again()
    session.drop("keep-sure")
    session.put("keep-told", ("good", say("keep.erased", count=gone.attempts)))
