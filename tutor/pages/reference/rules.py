"""The rulebook, printed from the engine's own tables, topic by topic."""

import streamlit as st

from engine.rulebooks import RULEBOOKS, LedTrump, RevokePenalty
from engine.rules import SOURCES, Rule
from engine.table import Table
from engine.trick import Trick, judge
from engine.variants import VARIANTS
from puzzles.notation import print_puzzle
from puzzles.scenes import solved
from tutor.drawing.ladder import judged_picture
from tutor.drawing.scenes import illustrate
from tutor.learning.explanation import cited, cited_by, governing_name
from tutor.pages.asking.why import show_rules
from tutor.pages.frame import navigation, running_text, session
from tutor.pages.frame.card_table import card_table, look
from tutor.pages.frame.library import lessons
from tutor.pages.reference.frequencies import frequencies, rule_line
from tutor.words.reference import (
    READ_BY,
    READINGS,
    SEPARATING,
    SEPARATING_TABLE,
    SILENT,
    TOPICS,
    example,
    topic_of,
)

_TOPIC, _TOLD, _DIFFER, _OFTEN = "rules-topic", "rules-told", "differ", "often"


def page() -> None:
    """Show one topic of the rules; a link to a rule opens its topic."""
    say = session.texts()
    st.title(say("page.rules.title"), anchor=False)
    st.write(say("rules.intro"))
    navigation.link("referee", say("rules.referee"))
    if navigation.has_page("handouts"):
        navigation.link("handouts", say("rules.sheet"), sheet="rules")
    wanted = session.asked("rule")
    if wanted is not None and wanted not in (*Rule, _DIFFER, _OFTEN):
        st.warning(say("rules.no-rule"), icon=":material/link_off:")
        wanted = None
    if wanted is not None and wanted != session.widget(_TOLD):
        session.put(_TOPIC, topic_of(Rule(wanted)) if wanted in set(Rule) else wanted)
    if session.widget(_TOPIC) is None:
        session.put(_TOPIC, "trick")
    topic = st.pills(
        say("rules.topic"),
        [*TOPICS, _DIFFER, _OFTEN],
        format_func=lambda topic: say(f"topic.{topic}"),
        key=_TOPIC,
        required=True,
        persist_state="session",
    )
    rules = TOPICS.get(str(topic), ())
    told = wanted if wanted in rules else rules[0].value if rules else topic
    session.put(_TOLD, told)
    session.tell(rule=str(told))
    if topic == _DIFFER:
        _differences()
    if topic == _OFTEN:
        frequencies()
    for rule in sorted(rules, key=lambda rule: rule.value != wanted):
        _rule(rule, opened=rule.value == wanted)
        for reading in READINGS.get(rule, ()):
            _reading(reading)


def _rule(rule: Rule, *, opened: bool) -> None:
    """Show a rule and, where there is one, a position that shows it at work."""
    say, shown, key = session.texts(), example(rule), rule.value.replace(".", "-")
    with st.container(border=True, key=f"rule-{key}"):
        st.header(say.name(rule), anchor=False)
        show_rules(cited(rule, say, lessons()), said=say.name(rule))
        if rule in READ_BY:
            _whose(READ_BY[rule])
        rule_line(rule)
        if shown is None:
            return
        box = st.expander(
            say("rules.example"), expanded=opened, key=f"box-{key}", on_change="rerun"
        )
        if not box.open:
            return
        with box:
            left, right = st.columns([1, 1], gap="medium")
            with left:
                card_table(illustrate(look(), shown, solved(shown)).whole, key=f"example-{key}")
            with right:
                running_text.points(map(say.explain, shown.check(shown.solution).reasons))
                navigation.link("drill", say("rules.try"), puzzle=print_puzzle(shown))
                navigation.link("learn", say("rules.worked"), example=rule.value)


def _reading(reading: LedTrump) -> None:
    """Show what beats a led trump by one reading."""
    say = session.texts()
    rule = cited_by(reading, say, lessons())
    with st.container(border=True, key=f"rule-{reading.value}"):
        st.header(rule.name, anchor=False)
        show_rules(rule, said=rule.name)
        _whose(reading)


def _whose(reading: LedTrump) -> None:
    """Show to which rulebook a reading belongs."""
    say = session.texts()
    for book in RULEBOOKS:
        if book.led_trump == reading:
            chosen = book == session.book()
            st.caption(say("rules.of-chosen" if chosen else "rules.of", rulebook=book))


def _differences() -> None:
    """Show where the rulebooks differ, with the trick that parts them, and the silent points."""
    say = session.texts()
    st.header(say("dispute.led-trump.title"), anchor=False)
    st.write(say("dispute.led-trump.text"))
    for answer in LedTrump:
        st.markdown("- " + say(f"dispute.led-trump.{answer.value}"))
    st.markdown(f"**{say('rules.differ.trick')}**")
    for column, book in zip(st.columns(len(RULEBOOKS)), RULEBOOKS, strict=True):
        table = Table.parse(SEPARATING_TABLE, book)
        ruling = judge(Trick.parse(SEPARATING, table), table)
        with column:
            running_text.paragraphs(
                say(
                    "rules.differ.ruling",
                    rulebook=book,
                    winner=ruling.winning.seat,
                    card=ruling.winning.card,
                    rule=governing_name(ruling, say),
                )
            )
            card_table(
                judged_picture(look(), VARIANTS["partnership"], ruling), key=f"parted-{book.id}"
            )
    st.header(say("dispute.revoke.title"), anchor=False)
    st.write(say("dispute.revoke.text"))
    for penalty in RevokePenalty:
        st.markdown("- " + say(f"dispute.revoke.{penalty.value}"))
    for book in RULEBOOKS:
        st.caption(say(f"rulebook.{book.id}.text"))
    st.header(say("rules.silent"), anchor=False)
    for point in SILENT:
        st.markdown("- " + say(f"silent.{point}.text"))
    st.header(say("rules.sources"), anchor=False)
    for source in SOURCES:
        words = say.name(source)
        st.markdown(f"- [{words}]({source.url})" if source.url else f"- {words}")
