"""The learner's own page: what is known, what is next, and the tests."""

from collections.abc import Callable
from functools import partial

import pandas as pd
import streamlit as st

from engine.rules import Rule
from puzzles.notation import parse_puzzle
from tutor.learning import Attempt, trials
from tutor.learning.draw import coming_up
from tutor.learning.memory import when_in_words
from tutor.learning.misconceptions import misconceptions_met, pair_left, pending_pair
from tutor.learning.overview import by_week, days, last_mistakes, rule_lines, strength_in_words
from tutor.learning.schedule import Mode, all_known, today
from tutor.pages.frame import navigation, progress, session
from tutor.pages.frame.browser import card_table, look
from tutor.pages.frame.chart import key_of, stacked
from tutor.pages.frame.inputs import button, choose_from, fold
from tutor.pages.study import course, holdings
from tutor.pages.study.course import gauges
from tutor.pages.study.progress_pictures import calendar_picture, known_picture
from tutor.pages.study.trial import begin, put_away_unanswered, take_up, trial, under_way
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
        holdings.show_arrived()
        if not session.widget("fold-keep.title"):
            holdings.show_told()
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
    _fold("keep.title", holdings.show_ways)


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
