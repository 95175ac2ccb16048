"""The learner's own page: what is known, what is next, the tests, and how progress is kept."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pandas as pd
import streamlit as st

from engine.rules import Rule
from puzzles.notation import parse_puzzle
from puzzles.puzzle import Fact
from tutor.learning import Attempt, trials
from tutor.learning.draw import coming_up
from tutor.learning.memory import when_in_words
from tutor.learning.misconceptions import misconceptions_met, pair_left, pending_pair
from tutor.learning.overview import by_week, days, last_mistakes, rule_lines, strength_in_words
from tutor.learning.schedule import Mode, all_known, today
from tutor.pages.frame import address, navigation, progress, session
from tutor.pages.frame.browser import card_table, look, look_at
from tutor.pages.frame.chart import key_of, stacked
from tutor.pages.frame.inputs import button, choose_from, fold, tabs, take_file
from tutor.pages.study import course
from tutor.pages.study.course import gauges
from tutor.pages.study.progress_pictures import calendar_picture, known_picture
from tutor.pages.study.trial import begin, put_away_unanswered, take_up, trial, under_way
from tutor.rooms.limits import FAULTY, Guesses, Loaded
from tutor.store import Store, StoreError
from tutor.store.keys import LONGEST_TYPED, read_resume_code
from tutor.store.transfer import (
    ALL_FIT,
    MEGABYTES,
    ProgressFileError,
    import_progress,
    save_progress,
)
from tutor.words.texts import Texts

_TESTS = (trials.PLACEMENT, trials.EXIT, trials.RETENTION)


def page() -> None:
    """Show the learner's progress, or the test that is under way."""
    put_away_unanswered()
    take_up()
    if under_way():
        trial()
        return
    session.on_arrival(partial(session.forget, "keep-told"))
    progress.look_again()
    say = session.texts()
    st.title(say("page.record.title"), anchor=False)
    with st.container():  # whatever comes and goes in it, the folds below stay where they are
        _arrived()
        if not session.widget("fold-keep.title"):
            _told()
        if progress.held().unread:
            st.info(say("record.unread"))
        if progress.held().attempts:
            _today()
            _known()
            _misconceptions()
            _fold("record.rules", _rules)
            if last_mistakes(progress.held().attempts):
                _fold("record.mistakes", _mistakes)
            _fold("record.days", _days)
        elif progress.held().complete:  # until then nobody knows, and a note says so
            st.write(say("record.empty"))
            navigation.link("learn", say("record.empty.learn"))
    _fold("record.tests", _tests)
    _fold("keep.title", _keeping)


def _fold(title: str, show: Callable[[], None]) -> None:
    with fold(session.texts()(title), f"fold-{title}") as box:
        if box.open:
            show()


def _today() -> None:
    say, known, now = session.texts(), progress.held(), progress.now()
    left = today(known.memory, course.syllabus(session.variant()), now)
    if left.due:
        st.write(say("record.due", count=len(left.due)))
    elif left.done and left.next_date and all_known(known.memory):
        when = when_in_words(left.next_date, known.memory.today(now), say)
        st.success(say("record.all-known", when=when))
    if not (pair_left(known.attempts) or pending_pair(known.attempts)):  # a pair comes first
        st.write(say("record.coming", rules=say("between").join(map(say.name, _coming()[:3]))))
    with st.container(horizontal=True):
        if not left.due:
            course.lead_on()
        navigation.link("drill", say("record.practise"), mode=Mode.TODAY.value)
        navigation.link("drill", say("home.daily"), day="today")


def _coming() -> tuple[Rule, ...]:
    """Return the rules that today's practice asks, in its order."""
    known = progress.held()
    return coming_up(known.memory, course.syllabus(session.variant()), known.attempts)


def _known() -> None:
    say, known = session.texts(), progress.held()
    st.header(say("record.path"), anchor=False)
    card_table(known_picture(look(), gauges(known.attempts)), key="known")
    st.caption(say("record.gauges"))


def _rules() -> None:
    say, known = session.texts(), progress.held()
    lines = rule_lines(known.attempts, _coming())
    columns = {
        say("drill.rule"): [say.name(line.rule) for line in lines],
        say("record.strength"): [strength_in_words(line.strength, say) for line in lines],
        say("record.next"): [_turn(line.turn, say) for line in lines],
    }
    st.table(pd.DataFrame(columns).set_index(say("drill.rule")))


def _turn(turn: int | None, say: Texts) -> str:
    """Return when practice asks a rule again."""
    if turn is None:
        return say("record.rests")
    return say("record.turn", turn=turn) if turn > 1 else say("record.turn.next")


def _mistakes() -> None:
    attempts = progress.held().attempts
    for attempt in last_mistakes(attempts):
        navigation.link("drill", _mistake(attempt), puzzle=attempt.puzzle, since=attempts[-1].id)


def _mistake(attempt: Attempt) -> str:
    """Name a mistake by its day, its rule and, where there was a trick, by its lead."""
    say, ruling = session.texts(), parse_puzzle(attempt.puzzle).ruling
    day = attempt.at.astimezone(progress.zone()).date()
    if ruling is None:
        return say("record.mistake", day=day, rule=attempt.rule)
    lead = ruling.trick.lead
    return say("record.mistake-trick", day=day, rule=attempt.rule, seat=lead.seat, card=lead.card)


def _misconceptions() -> None:
    say = session.texts()
    met = misconceptions_met(progress.held().attempts, progress.zone())
    if met:
        st.header(say("record.misconceptions"), anchor=False)
    for held in met:
        lately = "lately-seldom" if held.again else "lately-right"
        standing = "overcome" if held.overcome else "met" if held.shows else lately
        name = say(f"misconception.{held.misconception}.name")
        st.markdown("- " + say(f"record.{standing}", misconception=name))


def _days() -> None:
    """Show the last weeks, as a calendar and as bars."""
    say, known = session.texts(), progress.held()
    practised = days(known.attempts, progress.zone(), known.memory.today(progress.now()))
    card_table(calendar_picture(look(), practised), key="calendar")
    weeks = by_week(practised)
    right, wrong = say("record.right"), say("record.other")
    counts = {
        right: [known for _, known in weeks.values()],
        wrong: [answers - known for answers, known in weeks.values()],
    }
    mondays = [say.sign(monday) for monday in weeks]
    frame = pd.DataFrame(counts, index=pd.Index(mondays, name=say("record.week")))
    st.html(key_of(tuple(counts)))
    with st.container(key="chart-weeks"):
        told = (
            f"{monday}: {right} {known}, {wrong} {answers - known}"
            for monday, (answers, known) in zip(mondays, weeks.values(), strict=True)
        )
        spec = stacked(mondays, counts, say("record.week"))
        st.vega_lite_chart(spec=spec, alt="; ".join(told), width="stretch")
    with st.container(key="weeks"):
        st.table(frame)


def _tests() -> None:
    say, attempts = session.texts(), progress.held().attempts
    st.write(say("record.tests.text"))
    taken = [(test, answers) for test in _TESTS for answers in trials.sittings(attempts, test)]
    for test, answers in sorted(taken, key=lambda pair: pair[1][-1].at):
        words = say(
            "record.taken",
            test=say(f"record.{test}"),
            day=answers[-1].at.astimezone(progress.zone()).date(),
            right=sum(answer.known for answer in answers),
            count=len(answers),
        )
        st.markdown(f"- {words}")
    if gained := trials.gain_of(attempts):
        st.info(trials.gain_in_words(gained, say), icon=":material/insights:")
        if [test for test, _ in taken].count(trials.PLACEMENT) < len(taken) - 1:
            st.caption(say("record.not-compared"))
    day = trials.retention_date(attempts, progress.zone())
    on = progress.held().memory.today(progress.now())
    if day and day > on:
        st.caption(say("record.retention-on", when=when_in_words(day, on, say)))
    names = {count: say("record.size.count", count=count) for count in trials.SIZES}
    size = choose_from(st.radio, say("record.size"), names, _SIZE, horizontal=True)
    st.caption(say("record.size.text", often=round(trials.SIZES[size] / 10)))
    placed = any(test == trials.PLACEMENT for test, _ in taken)
    if placed:
        st.caption(say("record.parallel"))
    with st.container(horizontal=True):
        for test, offered in (
            (trials.PLACEMENT, True),
            (trials.EXIT, placed),
            (trials.RETENTION, day is not None and day <= on),
        ):
            if offered:
                button(say(f"record.{test}"), f"begin-{test}", _begin, test)


_SIZE = "test-size"
"""The box in which it is chosen how many questions a test has."""


def _begin(test: str) -> None:
    """Draw a test and begin it; those after the first hold as many questions as that."""
    chosen = session.widget(_SIZE)
    size = chosen if isinstance(chosen, int) and chosen in trials.SIZES else trials.ITEMS
    attempts, rng, variant = progress.held().attempts, session.chance(), session.variant()
    tables = variant.tables(session.rulebook())
    if test == trials.PLACEMENT:
        items = trials.placement(variant, tables, rng, size)
    else:
        items = trials.parallel_test(attempts, variant, tables, rng)
    begin(trials.mode_of(test, len(items), rng), items)


_GUESSES = Guesses()
"""Codes that led nowhere, of this process."""

_LOADED = Loaded()
"""Answers in files that were loaded in this process."""


def _arrived() -> None:
    """Bring progress here that a code or a link from another device names."""
    say, code = session.texts(), session.asked("code")
    if code:
        with st.container(border=True, key="arrived"):
            st.write(say("keep.arrived"))
            bring = session.once("bring", _bring)
            button(say("keep.bring"), "bring-arrived", bring, code, primary=True)


def _keeping() -> None:
    say = session.texts()
    st.write(say("keep.what"))
    with st.container():  # also with nothing in it: below another element tabs would begin anew
        _told()
    ways = {"move": _move, "save": _save, "load": _offer_load, "erase": _erase}
    named = tabs([say(f"keep.{way}") for way in ways], "keep-ways")
    for tab, show in zip(named, ways.values(), strict=True):
        with tab:
            try:
                show()
            except StoreError as error:
                st.error(say(f"store.{error.key}"))


def _told() -> None:
    """Show what came of the last thing done here, as long as the page is.

    It is not shown once alone: where the store is slow the page runs once more by itself, when
    the progress has been read.
    """
    told = session.recall("keep-told")
    if isinstance(told, tuple):
        kind, key, facts = told
        words = session.texts()(key, **facts)
        with st.container(key="keep-told-here"):
            (st.success if kind == "good" else st.error)(words)
        look_at("keep-told-here", str(session.counted("keep-told")))


def _tell(kind: str, key: str, **facts: Fact) -> None:
    """Let the page say the words of this key, in whatever language it is then."""
    session.remember("keep-told", (kind, key, facts))
    session.count("keep-told")


def _move() -> None:
    say = session.texts()
    st.write(say("keep.move.text"))
    button(say("keep.move.button"), "keep-code", _make_code)
    if code := session.remembered("resume-code", str):
        st.code(code, language=None, wrap_lines=True)
        if address.reachable():
            address.show_qr_code(address.of("record", code=code), say("keep.move.qr"), "small")
        address.show_limits()
        st.caption(say("keep.move.once"))
    with st.form("keep-enter", border=False):
        st.text_input(say("keep.move.enter"), key=_ENTERED, max_chars=LONGEST_TYPED)
        bring = session.from_here(session.once("bring", _bring_entered), _ENTERED)
        st.form_submit_button(say("keep.bring"), on_click=bring)


_ENTERED = "keep-entered"
"""The box for a code of another device."""


def _bring_entered() -> None:
    _bring(session.typed(_ENTERED))


def _save() -> None:
    say, store, learner = session.texts(), progress.store(), progress.learner()
    fits = store.holdings(learner).attempts <= ALL_FIT
    st.write(say("keep.save.text" if fits else "keep.save.newest", megabytes=MEGABYTES))
    st.download_button(
        say("save.file"),
        lambda: save_progress(store, learner),  # years of answers take a second
        "calypso-progress.json.gz",
        "application/gzip",
        key="keep-file",
        on_click=session.here(),
    )


@contextmanager
def _with_store() -> Iterator[Store]:
    """Open the store, in a callback; if it fails, tell so in place of what came of it."""
    try:
        yield progress.store()
    except StoreError as error:
        _tell("bad", f"store.{error.key}")


def _make_code() -> None:
    session.forget("keep-told")
    with _with_store() as store:
        session.remember("resume-code", store.resume_code(progress.learner(), now=progress.now()))


def _bring(code: str) -> None:
    """Take over the progress a code stands for; answers given here before come along."""
    if read_resume_code(code) is None:
        session.untell("code")
        _tell("bad", "keep.not-a-code")
        return
    browser, network = progress.learner().key, session.network()
    if not _GUESSES.allowed(browser, network, progress.now()):
        _tell("bad", "keep.too-many")
        return
    with _with_store() as store:
        merged = store.resume(progress.learner(), code, now=progress.now())
        session.untell("code")  # not before: where the store says nothing it is as good as it was
        if merged is None:
            _GUESSES.note(browser, network, progress.now())
            _tell("bad", "keep.no-code")
            return
        progress.read_again()
        if not merged.shared:
            session.forget("resume-code")  # it was of what is one with the other progress now
        key = "keep.shared" if merged.shared else "keep.brought"
        _tell("good", key, count=len(progress.held().attempts))


def _offer_load() -> None:
    say = session.texts()
    st.write(say("keep.load.text"))
    take_file(say("keep.load.file"), ("gz", "json"), MEGABYTES, key="keep-upload", read=_load)


def _load(file: bytes | None) -> None:
    if file is None:
        return
    network, moment, answers = session.network(), progress.now(), FAULTY
    if not _LOADED.take(network, moment):
        _tell("bad", "keep.too-much")
        return
    with _with_store() as store:
        try:
            report = import_progress(store, progress.learner(), file, now=moment)
            answers = report.attempts + report.known
        except ProgressFileError as error:
            _tell("bad", f"progress-file.{error.key}", place=error.place)
            return
        finally:
            _LOADED.note(network, answers, moment)
        progress.read_again()
        facts = {"games": report.games, "lessons": report.lessons, "known": report.known}
        _tell("good", "keep.loaded", count=report.attempts, **facts)


def _erase() -> None:
    say, there = session.texts(), progress.store().holdings(progress.learner())
    st.write(
        say("keep.erase.text", attempts=there.attempts, lessons=there.lessons, games=there.games)
    )
    box, press = session.box("keep-sure"), session.here()
    sure = st.checkbox(say("keep.erase.sure"), key=box, on_change=press)
    erase = session.once("erased", _erase_now)
    button(say("keep.erase.button"), "keep-erase", erase, disabled=not sure)


def _erase_now() -> None:
    with _with_store() as store:
        if progress.waiting():
            raise StoreError("slow", "what is on its way would be there again")
        gone = store.erase(progress.learner())
        progress.read_again()
        session.forget("resume-code")  # it leads to nothing any more
        _tell("good", "keep.erased", count=gone.attempts)
        session.put("keep-sure", value=False)  # last: whatever else was pressed ends this run here
